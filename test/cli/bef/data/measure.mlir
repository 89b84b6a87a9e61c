func.func @leaf(%x: i32) -> i32 {
  %y = tfrt.add.i32 %x, %x
  tfrt.return %y : i32
}
func.func @main() -> i32 {
  %c = tfrt.constant.i32 1
  %a = "tfrt_test.async_add.i32"(%c, %c) : (i32, i32) -> i32
  %b = tfrt.call @leaf(%a) : (i32) -> i32
  %d = tfrt.add.i32 %a, %b
  tfrt.return %d : i32
}
func.func @fails() -> i32 {
  %e = "tfrt_test.fail"() : () -> i32
  tfrt.return %e : i32
}
