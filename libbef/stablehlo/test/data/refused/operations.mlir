// expected 4:8: 'stablehlo.einsum': einsum is not lowered
// expected 5:8: 'stablehlo.unary_einsum': unary_einsum is not lowered
func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.einsum %x, %x, config = "ab,bc->ac" : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.unary_einsum %x, config = "ab->ba" : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}
