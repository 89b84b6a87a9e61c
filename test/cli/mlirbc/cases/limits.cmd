mlirbc verify --max-depth 3 "$DATA/branches.mlirbc"; echo $?
mlirbc verify --max-depth 2 "$DATA/branches.mlirbc"; echo $?
mlirbc verify --decode-only --max-depth 2 "$DATA/branches.mlirbc"; echo $?
mlirbc verify --max-memory 2000 "$DATA/branches.mlirbc"; echo $?
mlirbc print --max-memory 20000 "$DATA/branches.mlirbc"; echo $?
mlirbc print --max-output 20 "$DATA/branches.mlirbc"; echo $?
mlirbc types --max-output 3 "$DATA/branches.mlirbc"; echo $?
mlirbc print --max-work none "$DATA/branches.mlirbc"; echo $?
mlirbc verify --max-depth 4294967296 "$DATA/branches.mlirbc"; echo $?
mlirbc attrs --max-output 0 "$DATA/branches.mlirbc"; echo $?
# a name of 20000 bytes: lists show 1000 of it; many such names are more work than the file is large
name=$(printf 'x%.0s' $(seq 20000))
printf '"d.%s"() : () -> ()\n' "$name" > long.mlir
mlirbc assemble long.mlir -o long.mlirbc && for command in ops info size dot hexdump; do
	mlirbc $command long.mlirbc > list || echo $?
	awk -v c=$command '{ for (i = 1; i <= NF; i++) if (length($i) > most) most = length($i) } END { print c, most }' list
done
mlirbc print long.mlirbc | wc -c
for i in $(seq 200); do printf '"d%s.%s"() : () -> ()\n' $i "$name"; done > work.mlir
mlirbc assemble work.mlir -o work.mlirbc && mlirbc verify work.mlirbc; echo $?
mlirbc verify --max-work 105 work.mlirbc; echo $?
mlirbc verify --max-work 112 work.mlirbc; echo $?
