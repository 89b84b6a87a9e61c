// Groups with reductions of rows.

func.func private @numbers() -> tensor<8x40xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<8x40xf32>
  %1 = stablehlo.iota dim = 1 : tensor<8x40xf32>
  %c = stablehlo.constant dense<3.7> : tensor<8x40xf32>
  %2 = stablehlo.multiply %0, %c : tensor<8x40xf32>
  %3 = stablehlo.add %2, %1 : tensor<8x40xf32>
  %4 = stablehlo.sine %3 : tensor<8x40xf32>
  %5 = stablehlo.concatenate %4, dim = 0 : (tensor<8x40xf32>) -> tensor<8x40xf32>
  return %5 : tensor<8x40xf32>
}

func.func @softmax() -> tensor<8x40xf32> {
  %x = func.call @numbers() : () -> tensor<8x40xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x40xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.maximum %1, %0 : tensor<8xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x40xf32>
  %5 = stablehlo.subtract %x, %4 : tensor<8x40xf32>
  %6 = stablehlo.exponential %5 : tensor<8x40xf32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x40xf32>, tensor<f32>) -> tensor<8xf32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<8xf32>) -> tensor<8x40xf32>
  %9 = stablehlo.divide %6, %8 : tensor<8x40xf32>
  %10 = stablehlo.reduce(%9 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x40xf32>, tensor<f32>) -> tensor<8xf32>
  check.expect_almost_eq_const %10, dense<1.0> : tensor<8xf32>
  return %9 : tensor<8x40xf32>
}

func.func @layer_norm() -> (tensor<2x4x40xf32>, tensor<2x4x1xf32>) {
  %y = func.call @numbers() : () -> tensor<8x40xf32>
  %x = stablehlo.reshape %y : (tensor<8x40xf32>) -> tensor<2x4x40xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<40.0> : tensor<2x4x1xf32>
  %eps = stablehlo.constant dense<0.001> : tensor<2x4x1xf32>
  %gamma = stablehlo.iota dim = 0 : tensor<40xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x4x40xf32>, tensor<f32>) -> tensor<2x4xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x4xf32>) -> tensor<2x4x1xf32>
  %2 = stablehlo.divide %1, %n : tensor<2x4x1xf32>
  %3 = stablehlo.multiply %x, %x : tensor<2x4x40xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x4x40xf32>, tensor<f32>) -> tensor<2x4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x1xf32>
  %6 = stablehlo.divide %5, %n : tensor<2x4x1xf32>
  %7 = stablehlo.multiply %2, %2 : tensor<2x4x1xf32>
  %8 = stablehlo.subtract %6, %7 : tensor<2x4x1xf32>
  %9 = stablehlo.add %8, %eps : tensor<2x4x1xf32>
  %10 = stablehlo.rsqrt %9 : tensor<2x4x1xf32>
  %11 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<2x4x1xf32>) -> tensor<2x4x40xf32>
  %12 = stablehlo.subtract %x, %11 : tensor<2x4x40xf32>
  %13 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<2x4x1xf32>) -> tensor<2x4x40xf32>
  %14 = stablehlo.broadcast_in_dim %gamma, dims = [2] : (tensor<40xf32>) -> tensor<2x4x40xf32>
  %15 = stablehlo.multiply %13, %14 : tensor<2x4x40xf32>
  %16 = stablehlo.multiply %12, %15 : tensor<2x4x40xf32>
  return %16, %10 : tensor<2x4x40xf32>, tensor<2x4x1xf32>
}

// The row is two dimensions, and one of one element is between.
func.func @two_dimensions() -> (tensor<2xf32>, tensor<2x1x4x40xf32>) {
  %y = func.call @numbers() : () -> tensor<8x40xf32>
  %x = stablehlo.reshape %y : (tensor<8x40xf32>) -> tensor<2x4x1x40xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.cosine %x : tensor<2x4x1x40xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1, 3] : (tensor<2x4x1x40xf32>, tensor<f32>) -> tensor<2x1xf32>
  %2 = stablehlo.reshape %1 : (tensor<2x1xf32>) -> tensor<2xf32>
  %3 = stablehlo.sqrt %2 : tensor<2xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<2xf32>) -> tensor<2x1x4x40xf32>
  %5 = stablehlo.reshape %0 : (tensor<2x4x1x40xf32>) -> tensor<2x1x4x40xf32>
  %6 = stablehlo.multiply %4, %5 : tensor<2x1x4x40xf32>
  return %3, %6 : tensor<2xf32>, tensor<2x1x4x40xf32>
}

// Rows of different lengths do not meet in one group.
func.func @two_lengths() -> (tensor<8xf32>, tensor<8x10xf32>, tensor<8x10x4xf32>) {
  %y = func.call @numbers() : () -> tensor<8x40xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.exponential %y : tensor<8x40xf32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x40xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.reshape %a : (tensor<8x40xf32>) -> tensor<8x10x4xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.maximum across dimensions = [2] : (tensor<8x10x4xf32>, tensor<f32>) -> tensor<8x10xf32>
  %3 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x10xf32>
  %4 = stablehlo.divide %2, %3 : tensor<8x10xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x10xf32>) -> tensor<8x10x4xf32>
  %6 = stablehlo.subtract %1, %5 : tensor<8x10x4xf32>
  return %0, %4, %6 : tensor<8xf32>, tensor<8x10xf32>, tensor<8x10x4xf32>
}

// One row: its values are single elements.
func.func @one_row() -> (tensor<1x320xf32>, tensor<f32>, tensor<1xf32>) {
  %y = func.call @numbers() : () -> tensor<8x40xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %x = stablehlo.reshape %y : (tensor<8x40xf32>) -> tensor<1x320xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x320xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.multiply %0, %two : tensor<f32>
  %2 = stablehlo.reshape %1 : (tensor<f32>) -> tensor<1xf32>
  %3 = stablehlo.tanh %2 : tensor<1xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xf32>) -> tensor<1x320xf32>
  %5 = stablehlo.add %4, %x : tensor<1x320xf32>
  return %5, %1, %3 : tensor<1x320xf32>, tensor<f32>, tensor<1xf32>
}

func.func @all_reducers() -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi1>) {
  %y = func.call @numbers() : () -> tensor<8x40xf32>
  %k = stablehlo.constant dense<1000.0> : tensor<8x40xf32>
  %0 = stablehlo.multiply %y, %k : tensor<8x40xf32>
  %x = stablehlo.convert %0 : (tensor<8x40xf32>) -> tensor<8x40xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ones = stablehlo.constant dense<-1> : tensor<i32>
  %least = stablehlo.constant dense<-2147483648> : tensor<i32>
  %most = stablehlo.constant dense<2147483647> : tensor<i32>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %zeros = stablehlo.constant dense<0> : tensor<8x40xi32>
  %1 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x40xi32>, tensor<i32>) -> tensor<8xi32>
  %2 = stablehlo.reduce(%x init: %one) applies stablehlo.multiply across dimensions = [1] : (tensor<8x40xi32>, tensor<i32>) -> tensor<8xi32>
  %3 = stablehlo.reduce(%x init: %most) applies stablehlo.minimum across dimensions = [1] : (tensor<8x40xi32>, tensor<i32>) -> tensor<8xi32>
  %4 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<8x40xi32>, tensor<i32>) -> tensor<8xi32>
  %5 = stablehlo.reduce(%x init: %ones) applies stablehlo.and across dimensions = [1] : (tensor<8x40xi32>, tensor<i32>) -> tensor<8xi32>
  %6 = stablehlo.reduce(%x init: %zero) applies stablehlo.or across dimensions = [1] : (tensor<8x40xi32>, tensor<i32>) -> tensor<8xi32>
  %7 = stablehlo.reduce(%x init: %zero) applies stablehlo.xor across dimensions = [1] : (tensor<8x40xi32>, tensor<i32>) -> tensor<8xi32>
  %8 = stablehlo.compare GT, %x, %zeros : (tensor<8x40xi32>, tensor<8x40xi32>) -> tensor<8x40xi1>
  %9 = stablehlo.reduce(%8 init: %false) applies stablehlo.or across dimensions = [1] : (tensor<8x40xi1>, tensor<i1>) -> tensor<8xi1>
  return %1, %2, %3, %4, %5, %6, %7, %9 : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi1>
}

// A value of a row that is stored for all elements, and one of a row at a time.
func.func @stored_rows() -> (tensor<8x40xf32>, tensor<8x1xf32>, tensor<8x40xf32>) {
  %x = func.call @numbers() : () -> tensor<8x40xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<8x40xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x40xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.reshape %0 : (tensor<8xf32>) -> tensor<8x1xf32>
  %2 = stablehlo.negate %1 : tensor<8x1xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x40xf32>
  %4 = stablehlo.multiply %3, %half : tensor<8x40xf32>
  %5 = stablehlo.add %4, %x : tensor<8x40xf32>
  return %4, %2, %5 : tensor<8x40xf32>, tensor<8x1xf32>, tensor<8x40xf32>
}

// Reductions that no group has: of the first dimension, by two operations, of two arrays; the operations around them fuse.
func.func @other_reductions() -> (tensor<40xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi32>) {
  %x = func.call @numbers() : () -> tensor<8x40xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.tanh %x : tensor<8x40xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x40xf32>, tensor<f32>) -> tensor<40xf32>
  %2 = stablehlo.negate %1 : tensor<40xf32>
  %3 = stablehlo.reduce(%0 init: %zero) across dimensions = [1] : (tensor<8x40xf32>, tensor<f32>) -> tensor<8xf32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %7 = stablehlo.multiply %b, %b : tensor<f32>
    %8 = stablehlo.add %a, %7 : tensor<f32>
    stablehlo.return %8 : tensor<f32>
  }
  %4 = stablehlo.iota dim = 1 : tensor<8x40xi32>
  %5:2 = stablehlo.reduce(%0 init: %zero), (%4 init: %none) across dimensions = [1] : (tensor<8x40xf32>, tensor<8x40xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %k: tensor<i32>) {
    %7 = stablehlo.compare GT, %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.select %7, %b, %a : tensor<i1>, tensor<f32>
    %9 = stablehlo.select %7, %k, %i : tensor<i1>, tensor<i32>
    stablehlo.return %8, %9 : tensor<f32>, tensor<i32>
  }
  %6 = stablehlo.add %3, %5#0 : tensor<8xf32>
  return %2, %6, %5#0, %5#1 : tensor<40xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi32>
}

// The initial value is computed; another depends on the row.
func.func @initial_values() -> (tensor<8xf32>, tensor<f32>) {
  %x = func.call @numbers() : () -> tensor<8x40xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x40xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.negate %0 : tensor<f32>
  %2 = stablehlo.abs %x : tensor<8x40xf32>
  %3 = stablehlo.reduce(%2 init: %1) applies stablehlo.add across dimensions = [1] : (tensor<8x40xf32>, tensor<f32>) -> tensor<8xf32>
  %4 = stablehlo.sqrt %3 : tensor<8xf32>
  return %4, %0 : tensor<8xf32>, tensor<f32>
}

// Rows that are longer than a tile.
func.func @long_rows() -> (tensor<3x5000xf32>, tensor<3xf32>) {
  %0 = stablehlo.iota dim = 1 : tensor<3x5000xf32>
  %1 = stablehlo.iota dim = 0 : tensor<3x5000xf32>
  %2 = stablehlo.add %0, %1 : tensor<3x5000xf32>
  %3 = stablehlo.sine %2 : tensor<3x5000xf32>
  %x = stablehlo.concatenate %3, dim = 0 : (tensor<3x5000xf32>) -> tensor<3x5000xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<3x5000xf32>, tensor<f32>) -> tensor<3xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<3xf32>) -> tensor<3x5000xf32>
  %6 = stablehlo.subtract %x, %5 : tensor<3x5000xf32>
  %7 = stablehlo.exponential %6 : tensor<3x5000xf32>
  %8 = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x5000xf32>, tensor<f32>) -> tensor<3xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<3xf32>) -> tensor<3x5000xf32>
  %10 = stablehlo.divide %7, %9 : tensor<3x5000xf32>
  return %10, %8 : tensor<3x5000xf32>, tensor<3xf32>
}

// Reductions of one element each.
func.func @single_elements() -> (tensor<8xf32>, tensor<8xi1>, tensor<8xf32>) {
  %x = func.call @numbers() : () -> tensor<8x40xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.slice %x [0:8, 3:4] : (tensor<8x40xf32>) -> tensor<8x1xf32>
  %1 = stablehlo.negate %0 : tensor<8x1xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
  %3 = stablehlo.compare LT, %0, %1 : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x1xi1>
  %4 = stablehlo.reduce(%3 init: %true) applies stablehlo.and across dimensions = [1] : (tensor<8x1xi1>, tensor<i1>) -> tensor<8xi1>
  %5 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x40xf32>, tensor<f32>) -> tensor<8xf32>
  %6 = stablehlo.reshape %5 : (tensor<8xf32>) -> tensor<8x1xf32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>
  return %2, %4, %7 : tensor<8xf32>, tensor<8xi1>, tensor<8xf32>
}
