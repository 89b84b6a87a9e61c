try() { bef "$@"; echo "status $?" >&2; }
: >empty
printf '\013\357' >two_bytes.bef
printf '\001\002\003' >binary
printf 'func.func @f() {\n  tfrt.retrun\n}\n' >typo.mlir
printf 'func.func @f() {\n  "demo.nowhere"() : () -> ()\n  tfrt.return\n}\n' >kernel.mlir
printf 'ML\357R\001' >short.mlirbc
try run empty
try run two_bytes.bef
try verify two_bytes.bef
try run binary
try run typo.mlir
try verify typo.mlir
try run short.mlirbc
try run kernel.mlir
try run --verify-diagnostics kernel.mlir
try verify kernel.mlir
try verify --kernels kernel.mlir
bef assemble kernel.mlir -o kernel.bef
try assemble kernel.bef
