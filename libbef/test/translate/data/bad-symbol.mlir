func.func @f() {
  "k.k"() {v = [@f, @g]} : () -> ()
  tfrt.return
}
