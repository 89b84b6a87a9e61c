// expected 5:1: 'func.func': there are no values of type 'memref<4xf32>'
// expected 10:3: 'stablehlo.custom_call': the first operand of an assertion is one integer
// expected 14:10: 'stablehlo.custom_call': the sizes that @stablehlo.dynamic_top_k takes as operands are not constants
// Values that programs do not have.
func.func @buffer(%x: memref<4xf32>) -> memref<4xf32> {
  return %x : memref<4xf32>
}
func.func @assertion(%x: tensor<2xi1>) {
  %n = stablehlo.constant dense<3> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%x, %n) {error_message = "bad {0}", has_side_effect = true} : (tensor<2xi1>, tensor<i32>) -> ()
  return
}
func.func @sizes(%x: tensor<3x4xf32>, %k: tensor<i32>) -> (tensor<3x2xf32>, tensor<3x2xi32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<3x4xf32>, tensor<i32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return %0#0, %0#1 : tensor<3x2xf32>, tensor<3x2xi32>
}
