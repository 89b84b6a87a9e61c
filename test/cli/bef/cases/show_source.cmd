# errors with their line, also of a pipe, of bytes that are no text, and of lines that are long
try() { bef "$@"; echo "status $?" >&2; }
printf 'func.func @main() {\n\t%%x = tfrt.constant.i32 1\n  "k"(%%none) : (i32) -> ()\n}\n' >x.mlir
try run x.mlir
try run --show-source x.mlir
try run --show-source - <x.mlir
mkfifo p; cat x.mlir >p & try assemble --show-source p; wait
try run --show-source "$DATA/fails.mlir"
try verify --show-source "$DATA/fails.mlir"
{ printf 'func.func @main() { tfrt.return } //'; head -c 300 /dev/zero | tr '\0' x; printf ' \n'; head -c 300 /dev/zero | tr '\0' ' '; printf '\033[31mé ! %s\n' "$(head -c 200 /dev/zero | tr '\0' y)"; } >long.mlir
try run --show-source long.mlir
printf 'func.func @main() {' >end.mlir
try run --show-source end.mlir
