#a = [dense<0> : tensor<20000000xi8>, "x"]
#b = [#a, #a, #a]
#c = [#b, #b, #b]
func.func @f() {
  "k.k"() {v = [#c, #c, #c]} : () -> ()
  tfrt.return
}
