head -c 300 "$DATA/branches.mlirbc" > cut.mlirbc
for command in $(mlirbc --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
	mlirbc $command cut.mlirbc > out
	echo "$command $?"
done
: > empty
mlirbc info empty; echo "$?"
