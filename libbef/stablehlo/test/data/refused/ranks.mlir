// expected 4:8: 'stablehlo.reshape': rank 17 is above 16
// A tensor of rank 17.
func.func @main(%x: tensor<24xi32>) -> tensor<24xi32> {
  %0 = stablehlo.reshape %x : (tensor<24xi32>) -> tensor<2x3x4x1x1x1x1x1x1x1x1x1x1x1x1x1x1xi32>
  %1 = stablehlo.reshape %0 : (tensor<2x3x4x1x1x1x1x1x1x1x1x1x1x1x1x1x1xi32>) -> tensor<24xi32>
  return %1 : tensor<24xi32>
}
