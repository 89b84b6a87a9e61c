// Synchronous and native functions.
func.func @sum() -> i32 attributes {tfrt.sync} {
  %s = "tfrt_test.sync_sum_attributes"() {a = 1 : i32, b = 20 : i32, c = 300 : i32} : () -> i32
  tfrt.return %s : i32
}
func.func @pair(%a: i32, %b: i32) -> i32 attributes {tfrt.sync} {
  %s = "tfrt_test.sync_sum_attributes"() {a = 5 : i32} : () -> i32
  tfrt.return %s : i32
}
func.func @two(%a: i32, %b: i32) -> (i32, i32) attributes {tfrt.sync} {
  %s = "tfrt_test.sync_sum_attributes"() {a = 6 : i32} : () -> i32
  %t = "tfrt_test.sync_sum_attributes"() {a = 7 : i32, b = -10 : i32} : () -> i32
  tfrt.return %s, %t : i32, i32
}
func.func @calls() -> (i32, i32, i32, i32, i32, i32) {
  %a = tfrt.constant.i32 1
  %r = "tfrt_test.invoke_sync_function.i32_i32.i32"(%a, %a) {fn = @pair} : (i32, i32) -> i32
  %s:2 = "tfrt_test.invoke_sync_function.i32_i32.i32_i32"(%a, %a) {fn = @two} : (i32, i32) -> (i32, i32)
  %t = "tfrt_test.sync_function_runner.i32_i32.i32"(%a, %a) {fn = @pair} : (i32, i32) -> i32
  %u:2 = "tfrt_test.sync_function_runner.i32_i32.i32_i32"(%a, %a) {fn = @two} : (i32, i32) -> (i32, i32)
  tfrt.return %r, %s#0, %s#1, %t, %u#0, %u#1 : i32, i32, i32, i32, i32, i32
}
func.func private @native_add(i32, i32) -> i32 attributes {tfrt.native}
func.func private @native_async_add(i32, i32) -> i32 attributes {tfrt.native}
func.func private @native_sink(i32) -> !tfrt.chain attributes {tfrt.native}
func.func private @native_async_sink(i32) -> !tfrt.chain attributes {tfrt.native}
func.func private @native_error() -> i32 attributes {tfrt.native}
func.func @natives() -> (i32, i32, !tfrt.chain, !tfrt.chain) {
  %a = tfrt.constant.i32 20
  %b = "tfrt_test.async_constant.i32"() {value = 22 : i32} : () -> i32
  %s = tfrt.call @native_add(%a, %b) : (i32, i32) -> i32
  %t = tfrt.call @native_async_add(%s, %s) : (i32, i32) -> i32
  %c = tfrt.call @native_sink(%s) : (i32) -> !tfrt.chain
  %d = tfrt.call @native_async_sink(%t) : (i32) -> !tfrt.chain
  tfrt.return %s, %t, %c, %d : i32, i32, !tfrt.chain, !tfrt.chain
}
func.func @native_failure() -> i32 {
  %e = tfrt.call @native_error() : () -> i32
  %f = tfrt.add.i32 %e, %e
  tfrt.return %f : i32
}
