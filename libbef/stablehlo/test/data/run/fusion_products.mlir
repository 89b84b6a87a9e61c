// Groups that are computed by the kernel of a product.

func.func private @numbers() -> tensor<6x8xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<48xf32>
  %c = stablehlo.constant dense<0.37> : tensor<48xf32>
  %1 = stablehlo.multiply %0, %c : tensor<48xf32>
  %2 = stablehlo.sine %1 : tensor<48xf32>
  %3 = stablehlo.reshape %2 : (tensor<48xf32>) -> tensor<6x8xf32>
  %4 = stablehlo.concatenate %3, dim = 0 : (tensor<6x8xf32>) -> tensor<6x8xf32>
  return %4 : tensor<6x8xf32>
}

func.func @dense_layer() -> (tensor<6x6xf32>, tensor<6x6xi1>) {
  %x = func.call @numbers() : () -> tensor<6x8xf32>
  %bias = stablehlo.constant dense<[1.0, -1.0, 0.5, -0.5, 0.25, -3.0]> : tensor<6xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<6x6xf32>
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x6xf32>
  %1 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<6xf32>) -> tensor<6x6xf32>
  %2 = stablehlo.add %0, %1 : tensor<6x6xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<6x6xf32>
  %4 = stablehlo.compare GT, %2, %zero : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xi1>
  return %3, %4 : tensor<6x6xf32>, tensor<6x6xi1>
}

// A reshape of the product, dimensions of one element, indices, a conversion, a residual.
func.func @batches() -> tensor<2x3x4xbf16> {
  %x = func.call @numbers() : () -> tensor<6x8xf32>
  %a = stablehlo.reshape %x : (tensor<6x8xf32>) -> tensor<2x3x8xf32>
  %b = stablehlo.slice %x [2:6, 0:8] : (tensor<6x8xf32>) -> tensor<4x8xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [2] x [1] : (tensor<2x3x8xf32>, tensor<4x8xf32>) -> tensor<2x3x4xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x3x4xf32>) -> tensor<2x1x3x4xf32>
  %2 = stablehlo.iota dim = 3 : tensor<2x1x3x4xf32>
  %3 = stablehlo.subtract %1, %2 : tensor<2x1x3x4xf32>
  %4 = stablehlo.slice %x [0:6, 4:8] : (tensor<6x8xf32>) -> tensor<6x4xf32>
  %5 = stablehlo.reshape %4 : (tensor<6x4xf32>) -> tensor<2x1x3x4xf32>
  %6 = stablehlo.multiply %3, %5 : tensor<2x1x3x4xf32>
  %7 = stablehlo.convert %6 : (tensor<2x1x3x4xf32>) -> tensor<2x1x3x4xbf16>
  %8 = stablehlo.reshape %7 : (tensor<2x1x3x4xbf16>) -> tensor<2x3x4xbf16>
  %9 = stablehlo.tanh %8 : tensor<2x3x4xbf16>
  return %9 : tensor<2x3x4xbf16>
}

// The product has another use; is used in another order; a reduction follows.
func.func @other_uses() -> (tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>) {
  %x = func.call @numbers() : () -> tensor<6x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x6xf32>
  %1 = stablehlo.negate %0 : tensor<6x6xf32>
  %2 = stablehlo.exponential %1 : tensor<6x6xf32>
  %3 = stablehlo.dot_general %2, %2, contracting_dims = [1] x [0] : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
  %4 = stablehlo.reverse %3, dims = [0] : tensor<6x6xf32>
  %5 = stablehlo.add %3, %4 : tensor<6x6xf32>
  %6 = stablehlo.dot %5, %2 : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6x6xf32>, tensor<f32>) -> tensor<6xf32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<6xf32>) -> tensor<6x6xf32>
  %9 = stablehlo.divide %6, %8 : tensor<6x6xf32>
  return %0, %2, %5, %9 : tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>
}

// Two products meet in one group: the second computes it.
func.func @two_products() -> (tensor<1x6xf32>, tensor<1x3xf32>) {
  %x = func.call @numbers() : () -> tensor<6x8xf32>
  %row = stablehlo.slice %x [0:1, 0:8] : (tensor<6x8xf32>) -> tensor<1x8xf32>
  %0 = stablehlo.dot_general %row, %x, contracting_dims = [1] x [1] : (tensor<1x8xf32>, tensor<6x8xf32>) -> tensor<1x6xf32>
  %other = stablehlo.slice %x [3:4, 0:8] : (tensor<6x8xf32>) -> tensor<1x8xf32>
  %1 = stablehlo.dot_general %other, %x, contracting_dims = [1] x [1] : (tensor<1x8xf32>, tensor<6x8xf32>) -> tensor<1x6xf32>
  %2 = stablehlo.add %0, %1 : tensor<1x6xf32>
  %3 = stablehlo.logistic %2 : tensor<1x6xf32>
  %4 = stablehlo.slice %3 [0:1, 0:3] : (tensor<1x6xf32>) -> tensor<1x3xf32>
  %5 = stablehlo.slice %3 [0:1, 3:6] : (tensor<1x6xf32>) -> tensor<1x3xf32>
  %6 = stablehlo.multiply %4, %5 : tensor<1x3xf32>
  return %3, %6 : tensor<1x6xf32>, tensor<1x3xf32>
}

func.func @convolution() -> (tensor<1x4x4x3xf32>, tensor<1x4x4x3xf32>) {
  %x = func.call @numbers() : () -> tensor<6x8xf32>
  %0 = stablehlo.slice %x [0:4, 0:8] : (tensor<6x8xf32>) -> tensor<4x8xf32>
  %image = stablehlo.reshape %0 : (tensor<4x8xf32>) -> tensor<1x4x4x2xf32>
  %1 = stablehlo.slice %x [0:6, 1:7] : (tensor<6x8xf32>) -> tensor<6x6xf32>
  %2 = stablehlo.reshape %1 : (tensor<6x6xf32>) -> tensor<36xf32>
  %3 = stablehlo.slice %2 [0:24] : (tensor<36xf32>) -> tensor<24xf32>
  %weights = stablehlo.reshape %3 : (tensor<24xf32>) -> tensor<2x2x2x3xf32>
  %4 = stablehlo.convolution(%image, %weights) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {pad = [[0, 1], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} :
    (tensor<1x4x4x2xf32>, tensor<2x2x2x3xf32>) -> tensor<1x4x4x3xf32>
  %mean = stablehlo.constant dense<[0.25, -0.5, 0.75]> : tensor<3xf32>
  %scale = stablehlo.constant dense<[2.0, 0.5, -1.5]> : tensor<3xf32>
  %5 = stablehlo.broadcast_in_dim %mean, dims = [3] : (tensor<3xf32>) -> tensor<1x4x4x3xf32>
  %6 = stablehlo.subtract %4, %5 : tensor<1x4x4x3xf32>
  %7 = stablehlo.rsqrt %scale : tensor<3xf32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [3] : (tensor<3xf32>) -> tensor<1x4x4x3xf32>
  %9 = stablehlo.multiply %6, %8 : tensor<1x4x4x3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %six = stablehlo.constant dense<6.0> : tensor<f32>
  %10 = stablehlo.clamp %zero, %9, %six : (tensor<f32>, tensor<1x4x4x3xf32>, tensor<f32>) -> tensor<1x4x4x3xf32>
  return %9, %10 : tensor<1x4x4x3xf32>, tensor<1x4x4x3xf32>
}

func.func @integers() -> tensor<3x3xf32> {
  %a = stablehlo.constant dense<[[1, -2, 3], [-4, 5, -6], [7, -8, 9]]> : tensor<3x3xi8>
  %scale = stablehlo.constant dense<[0.5, 0.25, 0.125]> : tensor<3xf32>
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<3x3xi8>, tensor<3x3xi8>) -> tensor<3x3xi32>
  %1 = stablehlo.convert %0 : (tensor<3x3xi32>) -> tensor<3x3xf32>
  %2 = stablehlo.broadcast_in_dim %scale, dims = [1] : (tensor<3xf32>) -> tensor<3x3xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<3x3xf32>
  check.expect_eq_const %3, dense<[[15.0, -9.0, 5.25], [-33.0, 20.25, -12.0], [51.0, -31.5, 18.75]]> : tensor<3x3xf32>
  return %3 : tensor<3x3xf32>
}
