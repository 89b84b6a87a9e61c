// expected 3:8: 'stablehlo.einsum': the result has a dimension twice
func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2x2xf32> {
  %0 = stablehlo.einsum %x, %x, config = "ab,bc->aac" : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2x2xf32>
  return %0 : tensor<2x2x2xf32>
}
