mlirbc --help
for command in $(mlirbc --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
	mlirbc $command --help || exit
done
mlirbc --version | sed 's/[0-9.]*$//'
