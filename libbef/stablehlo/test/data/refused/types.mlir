// expected 4:1: 'func.func': there are no values of type 'memref<4xf32>'
// expected 9:3: 'stablehlo.custom_call': the first operand of an assertion is one integer
// Values that programs do not have.
func.func @buffer(%x: memref<4xf32>) -> memref<4xf32> {
  return %x : memref<4xf32>
}
func.func @assertion(%x: tensor<2xi1>) {
  %n = stablehlo.constant dense<3> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%x, %n) {error_message = "bad {0}", has_side_effect = true} : (tensor<2xi1>, tensor<i32>) -> ()
  return
}
