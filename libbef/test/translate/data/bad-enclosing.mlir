// As in MLIR, symbols of an enclosing module are not visible.
module @outer {
  func.func @visible() {
    tfrt.return
  }
  module {
    func.func @inner() {
      "k.run"() {fn = @visible} : () -> ()
      tfrt.return
    }
  }
}
