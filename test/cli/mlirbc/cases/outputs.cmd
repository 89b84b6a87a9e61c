# an input is not replaced by an output of another format; access of replaced files; named pipes are read once
try() { "$@"; echo "status $?" >&2; }
cp "$DATA/branches.mlirbc" x.mlirbc && cp "$DATA/branches.mlir" x.mlir && ln -s x.mlir soft.mlir
try mlirbc assemble x.mlir -o x.mlir
try mlirbc convert x.mlir -o soft.mlir
try mlirbc strip x.mlir -o x.mlir
try mlirbc print x.mlirbc -o x.mlirbc
try mlirbc size --html x.mlirbc -o x.mlirbc
try mlirbc dot x.mlirbc -o x.mlirbc
try mlirbc resources --add new=x.mlir x.mlirbc -o x.mlir
cmp x.mlirbc "$DATA/branches.mlirbc" && cmp x.mlir "$DATA/branches.mlir"
# the same format: in place
chmod 600 x.mlirbc x.mlir && ln -s x.mlirbc soft.mlirbc
try mlirbc strip x.mlirbc -o x.mlirbc
try mlirbc convert --version 5 x.mlirbc -o soft.mlirbc
try mlirbc print x.mlir -o x.mlir
stat -c '%a %N' x.mlirbc x.mlir soft.mlirbc
mlirbc info x.mlirbc | head -1
# a pipe gives its bytes to the first that opens it
fed() { rm -f p; mkfifo p; cat "$1" >p & shift; timeout 20 mlirbc "$@" p; echo "status $?" >&2; wait; }
fed x.mlirbc verify
fed x.mlir verify
fed x.mlirbc hash
ls
