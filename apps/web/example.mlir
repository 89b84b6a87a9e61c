// A network of two layers with fixed weights, for trying the page.
module @example {
  func.func @main(%pictures: tensor<16x64xf32>) -> (tensor<16x10xf32>, tensor<16xf32>) {
    %w1 = func.call @weights() : () -> tensor<64x32xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<16x32xf32>
    %hidden = stablehlo.dot_general %pictures, %w1, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x32xf32>) -> tensor<16x32xf32>
    %active = stablehlo.maximum %hidden, %zero : tensor<16x32xf32>
    %w2 = stablehlo.slice %w1 [0:32, 0:10] : (tensor<64x32xf32>) -> tensor<32x10xf32>
    %scores = stablehlo.dot_general %active, %w2, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x10xf32>) -> tensor<16x10xf32>
    %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %best = stablehlo.reduce(%scores init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<16x10xf32>, tensor<f32>) -> tensor<16xf32>
    return %scores, %best : tensor<16x10xf32>, tensor<16xf32>
  }
  func.func private @weights() -> tensor<64x32xf32> {
    %row = stablehlo.iota dim = 0 : tensor<64x32xf32>
    %column = stablehlo.iota dim = 1 : tensor<64x32xf32>
    %product = stablehlo.multiply %row, %column : tensor<64x32xf32>
    %wave = stablehlo.sine %product : tensor<64x32xf32>
    return %wave : tensor<64x32xf32>
  }
}
