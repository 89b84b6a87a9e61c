# files that cannot be read or written: exit status 3; a file is replaced whole or not at all
try() { bef "$@"; echo "status $?" >&2; }
try run no/such/file
try run .
try assemble "$DATA/small.mlir" -o no/such/folder/x.bef
echo before >x.bef
printf 'func.func' >half.mlir
try assemble half.mlir -o x.bef
cat x.bef
try assemble "$DATA/small.mlir" -o x.bef
try verify x.bef
try assemble "$DATA/small.mlir" -o /dev/null
try run x.bef >/dev/full
ls
