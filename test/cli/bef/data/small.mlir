// What most command line cases run.
func.func @three() -> i32 {
  %a = tfrt.constant.i32 3
  tfrt.return %a : i32
}
func.func @many() -> (i1, i64, f32, f64, !tfrt.chain) {
  %a = tfrt.constant.i1 true
  %b = tfrt.constant.i64 -4
  %c = tfrt.constant.f32 0.5
  %d = tfrt.constant.f64 -1.0e300
  %e = tfrt.new.chain
  tfrt.return %a, %b, %c, %d, %e : i1, i64, f32, f64, !tfrt.chain
}
func.func @with_argument(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @hello() {
  %c = "tfrt_test.print_hello"() : () -> !tfrt.chain
  tfrt.return
}
