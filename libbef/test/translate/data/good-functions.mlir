module @outer {
  module @kernels attributes {tfrt.compiled} {
    func.func @main(%x: f32) -> f32 {
      func.return %x : f32
    }
  }
  func.func private @native_add(i32, i32) -> i32 attributes {tfrt.native}
  func.func @"odd \22name\22"() attributes {tfrt.sync} {
    %a, %b = "k.pair"() : () -> (i32, i64)
    tfrt.return
  }
  module {
    func.func @inner(%x: !t.x) -> !t.x {
      "k.run"(%x) {fn = @inner, fns = [@inner]} : (!t.x) -> ()
      tfrt.return %x : !t.x
    }
  }
  func.func @outside(%x: !t.x) -> !t.x {
    "k.run"(%x) {kernel = @kernels::@main, fn = @native_add, fns = [@outside]} : (!t.x) -> ()
    tfrt.return %x : !t.x
  }
}
