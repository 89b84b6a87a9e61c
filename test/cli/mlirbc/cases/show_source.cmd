# errors of texts with their line
try() { mlirbc "$@"; echo "status $?" >&2; }
printf 'module {\n  "t.a"(%%none) : (i32) -> ()\n}\n' >x.mlir
try verify x.mlir
try verify --show-source x.mlir
mlirbc info --show-source <x.mlir; echo "status $?" >&2
