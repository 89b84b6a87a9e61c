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

func.func @dot_bfloat16(%x: tensor<3x20x33xbf16>, %w: tensor<3x33x40xbf16>, %i: tensor<5x40xi8>, %j: tensor<40x70xi8>) -> (tensor<3x20x40xf32>, tensor<5x70xi32>) {
  %0 = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x20x33xbf16>, tensor<3x33x40xbf16>) -> tensor<3x20x40xf32>
  %1 = stablehlo.dot_general %i, %j, contracting_dims = [1] x [0] : (tensor<5x40xi8>, tensor<40x70xi8>) -> tensor<5x70xi32>
  return %0, %1 : tensor<3x20x40xf32>, tensor<5x70xi32>
}

func.func @dot_orders(%x: tensor<5x300x2xf32>, %w: tensor<64x5x300xf32>, %v: tensor<3x400xf32>, %m: tensor<400x160xf32>) -> (tensor<2x64xf32>, tensor<3x160xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [0, 1] x [1, 2] : (tensor<5x300x2xf32>, tensor<64x5x300xf32>) -> tensor<2x64xf32>
  %1 = stablehlo.dot_general %v, %m, contracting_dims = [1] x [0] : (tensor<3x400xf32>, tensor<400x160xf32>) -> tensor<3x160xf32>
  return %0, %1 : tensor<2x64xf32>, tensor<3x160xf32>
}

func.func @conv_channels_first(%x: tensor<2x6x9x8xf32>, %w: tensor<4x3x3x2xf32>) -> (tensor<2x4x5x8xf32>) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],
    window = {stride = [2, 1], pad = [[1, 2], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64}
    : (tensor<2x6x9x8xf32>, tensor<4x3x3x2xf32>) -> tensor<2x4x5x8xf32>
  return %0 : tensor<2x4x5x8xf32>
}

func.func @loop_softmax(%x: tensor<3x200xf32>) -> tensor<3x200xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<3x200xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<3xf32>) -> tensor<3x200xf32>
  %s = stablehlo.constant dense<[0.5, 1.0, 2.0]> : tensor<3xf32>
  %t = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<3xf32>) -> tensor<3x200xf32>
  %d = stablehlo.subtract %x, %1 : tensor<3x200xf32>
  %2 = stablehlo.multiply %d, %t : tensor<3x200xf32>
  %3 = stablehlo.exponential %2 : tensor<3x200xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x200xf32>, tensor<f32>) -> tensor<3xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<3xf32>) -> tensor<3x200xf32>
  %6 = stablehlo.divide %3, %5 : tensor<3x200xf32>
  return %6 : tensor<3x200xf32>
}

// Columns: of two items, which end within a group, and normalized along them.
func.func @loop_columns(%x: tensor<2x100x37xf32>) -> (tensor<2x100x37xf32>, tensor<2x37xf32>, tensor<37xi32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %t = stablehlo.tanh %x : tensor<2x100x37xf32>
  %s = stablehlo.reduce(%t init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x100x37xf32>, tensor<f32>) -> tensor<2x37xf32>
  %b = stablehlo.broadcast_in_dim %s, dims = [0, 2] : (tensor<2x37xf32>) -> tensor<2x100x37xf32>
  %d = stablehlo.subtract %t, %b : tensor<2x100x37xf32>
  %q = stablehlo.multiply %d, %d : tensor<2x100x37xf32>
  %m = stablehlo.reduce(%q init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<2x100x37xf32>, tensor<f32>) -> tensor<2x37xf32>
  %i = stablehlo.iota dim = 0 : tensor<130x37xi32>
  %j = stablehlo.add %i, %i : tensor<130x37xi32>
  %k = stablehlo.reduce(%j init: %n) applies stablehlo.add across dimensions = [0] : (tensor<130x37xi32>, tensor<i32>) -> tensor<37xi32>
  return %d, %m, %k : tensor<2x100x37xf32>, tensor<2x37xf32>, tensor<37xi32>
}
