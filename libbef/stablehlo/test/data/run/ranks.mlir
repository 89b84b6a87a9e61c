// Tensors of rank 16, the largest.
func.func @moves() {
  %x = stablehlo.iota dim = 0 : tensor<24xi32>
  %high = stablehlo.reshape %x : (tensor<24xi32>) -> tensor<1x2x1x1x3x1x1x2x1x1x1x1x2x1x1x1xi32>
  %turned = stablehlo.transpose %high, dims = [15, 12, 14, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] : (tensor<1x2x1x1x3x1x1x2x1x1x1x1x2x1x1x1xi32>) -> tensor<1x2x1x1x1x1x1x1x2x1x1x3x1x1x2x1xi32>
  %flat = stablehlo.reshape %turned : (tensor<1x2x1x1x1x1x1x1x2x1x1x3x1x1x2x1xi32>) -> tensor<24xi32>
  %part = stablehlo.slice %high [0:1, 1:2, 0:1, 0:1, 0:3:2, 0:1, 0:1, 0:2, 0:1, 0:1, 0:1, 0:1, 1:2, 0:1, 0:1, 0:1] : (tensor<1x2x1x1x3x1x1x2x1x1x1x1x2x1x1x1xi32>) -> tensor<1x1x1x1x2x1x1x2x1x1x1x1x1x1x1x1xi32>
  %few = stablehlo.reshape %part : (tensor<1x1x1x1x2x1x1x2x1x1x1x1x1x1x1x1xi32>) -> tensor<4xi32>
  check.expect_eq_const %flat, dense<[0, 12, 4, 16, 8, 20, 2, 14, 6, 18, 10, 22, 1, 13, 5, 17, 9, 21, 3, 15, 7, 19, 11, 23]> : tensor<24xi32>
  check.expect_eq_const %few, dense<[13, 15, 21, 23]> : tensor<4xi32>
  return
}
func.func @computes() {
  %x = stablehlo.iota dim = 0 : tensor<24xf32>
  %high = stablehlo.reshape %x : (tensor<24xf32>) -> tensor<1x2x1x1x3x1x1x2x1x1x1x1x2x1x1x1xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %row = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %wide = stablehlo.broadcast_in_dim %row, dims = [1] : (tensor<2xf32>) -> tensor<1x2x1x1x3x1x1x2x1x1x1x1x2x1x1x1xf32>
  %sum = stablehlo.add %high, %wide : tensor<1x2x1x1x3x1x1x2x1x1x1x1x2x1x1x1xf32>
  %columns = stablehlo.reduce(%sum init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15] : (tensor<1x2x1x1x3x1x1x2x1x1x1x1x2x1x1x1xf32>, tensor<f32>) -> tensor<3x2xf32>
  check.expect_eq_const %columns, dense<[[88.0, 92.0], [104.0, 108.0], [120.0, 124.0]]> : tensor<3x2xf32>
  return
}
