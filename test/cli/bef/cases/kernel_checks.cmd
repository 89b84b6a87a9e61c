try() { bef "$@"; echo "status $?" >&2; }
cat >faults.mlir <<'EOF'
func.func @attributes() -> i64 {
  %a = "tfrt_test.async_constant.i32"() {value = 1 : i32} : () -> i64
  %b = "tfrt_test.async_constant.i32"() {value = 1.5 : f32} : () -> i32
  %c = "tfrt_test.async_constant.i32"() {valeu = 1 : i32} : () -> i32
  %d = "tfrt_test.async_constant.i32"() {value = 1 : i32, with = 3 : i32} : () -> i32
  %e = "tfrt_test.async_constant.i32"() {value = 1 : i32, zoo.note = 3 : i32} : () -> !foo.bar
  %f = "tfrt_test.async_constant.i32"() : () -> i32
  %g = "tfrt_test.async_constant.i32"() {my.note = "first", value = 1 : i32} : () -> i32
  tfrt.return %a : i64
}
func.func @one(%x: i32, %y: i64) -> i32 {
  tfrt.return %x : i32
}
func.func @operands(%x: i32, %c: i1) -> i32 {
  %r = "tfrt_test.invoke_sync_function.i32_i32.i32"(%x, %x) {fn = @one} : (i32, i32) -> i32
  %a = "tfrt_test.async_add.i32"(%x) : (i32) -> i32
  %b = "tfrt_test.async_add.i32"(%x, %x, %x) : (i32, i32, i32) -> i32
  %d = "tfrt_test.async_add.i32"(%x, %c) : (i32, i1) -> i32
  %ch = tfrt.new.chain
  %e:2 = "tfrt_test.identity"(%ch, %c) : (!tfrt.chain, i1) -> (i1, i1)
  %f = "tfrt_test.multi_arg_result"(%x) : (i32) -> i1
  tfrt.return %r : i32
}
EOF
try run faults.mlir
try verify --kernels faults.mlir
# types of values that no kernel declares, and names, are gone
bef assemble --no-optional-sections faults.mlir -o bare.bef
try verify --kernels bare.bef
cat >names.mlir <<'EOF'
func.func @f(%x: i32) -> i32 {
  %a = "tfrt_test.async_ad.i32"(%x, %x) : (i32, i32) -> i32
  %b = "demo.nowhere"(%a) : (i32) -> i32
  %c = "demo.nowhere"(%b) : (i32) -> i32
  tfrt.return %c : i32
}
EOF
try run names.mlir
cat >expected.mlir <<'EOF'
func.func @f(%x: i32) -> i32 {
  // expected-error @+1 {{unknown kernel name 'demo.nowhere'}}
  %a = "demo.nowhere"(%x) : (i32) -> i32
  tfrt.return %a : i32
}
EOF
try run --verify-diagnostics expected.mlir
# chains behind a kernel's own arguments only order
cat >chains.mlir <<'EOF'
func.func @strict() -> i32 {
  %c0 = tfrt.new.chain
  %c1 = "tfrt_test.print_hello"(%c0, %c0) : (!tfrt.chain, !tfrt.chain) -> !tfrt.chain
  %x = "tfrt_test.async_constant.i32"(%c1) {value = 20 : i32} : (!tfrt.chain) -> i32
  %y = "tfrt_test.async_add.i32"(%x, %x, %c0, %c1) : (i32, i32, !tfrt.chain, !tfrt.chain) -> i32
  %z = "tfrt_test.copy.with_delay.i32"(%y, %c1) : (i32, !tfrt.chain) -> i32
  tfrt.return %z : i32
}
func.func @an_error_in_the_chain() -> i32 {
  %c0 = tfrt.new.chain
  %c1 = "tfrt_test.error_chain"(%c0) : (!tfrt.chain) -> !tfrt.chain
  %x = "tfrt_test.async_constant.i32"(%c1) {value = 20 : i32} : (!tfrt.chain) -> i32
  tfrt.return %x : i32
}
EOF
try run chains.mlir
try run --queue threads:2 --functions strict chains.mlir
bef assemble --no-optional-sections chains.mlir -o chains.bef && try run --functions strict chains.bef
