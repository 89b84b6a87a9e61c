// As device_models.mlir, for a device with threads of its own.

func.func @dot_layers(%x: tensor<33x50xf32>, %w: tensor<50x70xf32>, %b: tensor<70xf32>) -> (tensor<33x70xf32>, tensor<70x70xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<33x50xf32>, tensor<50x70xf32>) -> tensor<33x70xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<70xf32>) -> tensor<33x70xf32>
  %2 = stablehlo.add %0, %1 : tensor<33x70xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<33x70xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<33x70xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<33x70xf32>) -> tensor<70x33xf32>
  %5 = stablehlo.dot_general %4, %3, contracting_dims = [1] x [0] : (tensor<70x33xf32>, tensor<33x70xf32>) -> tensor<70x70xf32>
  return %3, %5 : tensor<33x70xf32>, tensor<70x70xf32>
}

func.func @mixed_sort(%x: tensor<4x50xf32>) -> (tensor<4x50xf32>, tensor<4x50xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %x : tensor<4x50xf32>
  %1 = "stablehlo.sort"(%0) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 1 : i64} : (tensor<4x50xf32>) -> tensor<4x50xf32>
  %2 = stablehlo.add %1, %0 : tensor<4x50xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x50xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %2, %3 : tensor<4x50xf32>, tensor<4x50xf32>, tensor<4xf32>
}
