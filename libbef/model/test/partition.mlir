// Element-wise operations, scalars, constants.
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, %y: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, %s: tensor<f32>) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}) {
  %0 = stablehlo.add %x, %y : tensor<8x4xf32>
  %1 = sdy.sharding_constraint %0 <@m, DIMS(8,4)> : tensor<8x4xf32>
  %2 = stablehlo.constant dense<2.0> : tensor<8x4xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<8x4xf32>
  %4 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %5 = stablehlo.maximum %3, %4 : tensor<8x4xf32>
  %6 = stablehlo.clamp %s, %5, %s : (tensor<f32>, tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %7 = stablehlo.compare LT, %x, %5 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
  %8 = stablehlo.select %7, %x, %5 : tensor<8x4xi1>, tensor<8x4xf32>
  return %6, %8 : tensor<8x4xf32>, tensor<8x4xf32>
}
// -----
// Products: rows, columns, batches, sums over a divided dimension.
func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,8)>}, %w: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,16)>}, %b: tensor<4x4x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,4,8)>}, %c: tensor<4x8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,8,4)>}) -> (tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,16)>}, tensor<4x4x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,4,4)>}, tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,16)>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = sdy.sharding_constraint %0 <@m, DIMS(4,16)> : tensor<4x16xf32>
  %2 = stablehlo.dot_general %b, %c, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x4x8xf32>, tensor<4x8x4xf32>) -> tensor<4x4x4xf32>
  %3 = stablehlo.negate %0 : tensor<4x16xf32>
  return %1, %2, %3 : tensor<4x16xf32>, tensor<4x4x4xf32>, tensor<4x16xf32>
}
// -----
// Reductions: sums, maxima, with an initial value that counts once, of two values.
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, %i: tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8)>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4)>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4)>}, tensor<8xi32> {sdy.sharding = #sdy.sharding<@m, DIMS(8)>}, tensor<4xi32> {sdy.sharding = #sdy.sharding<@m, DIMS(4)>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %low = stablehlo.constant dense<-100> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.reduce(%x init: %one) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = stablehlo.reduce(%i init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x4xi32>, tensor<i32>) -> tensor<8xi32>
  %4:2 = "stablehlo.reduce"(%x, %i, %one, %low) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
    %5 = stablehlo.maximum %a, %c : tensor<f32>
    %6 = stablehlo.add %b, %d : tensor<i32>
    stablehlo.return %5, %6 : tensor<f32>, tensor<i32>
  }) : (tensor<8x4xf32>, tensor<8x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
  return %0, %1, %2, %3, %4#1 : tensor<8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8xi32>, tensor<4xi32>
}
// -----
// Transposes, broadcasts, reshapes that split and merge dimensions.
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, %v: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4)>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,8)>}, tensor<32xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32)>}, tensor<4x2x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,2,4)>}, tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,16)>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.reshape %x : (tensor<8x4xf32>) -> tensor<32xf32>
  %2 = stablehlo.reshape %x : (tensor<8x4xf32>) -> tensor<4x2x4xf32>
  %3 = sdy.sharding_constraint %1 <@m, DIMS(32)> : tensor<32xf32>
  %4 = stablehlo.reshape %3 : (tensor<32xf32>) -> tensor<2x16xf32>
  %5 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
  %6 = stablehlo.add %5, %x : tensor<8x4xf32>
  return %0, %1, %2, %4, %6 : tensor<4x8xf32>, tensor<32xf32>, tensor<4x2x4xf32>, tensor<2x16xf32>, tensor<8x4xf32>
}
// -----
// Slices, padding, concatenation, reversal, sorting.
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,8)>}, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,8)>}, %i: tensor<i32>) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,8)>}, tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,16)>}, tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,12)>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,8)>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,8)>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,8)>}) {
  %0 = stablehlo.slice %x [2:6, 0:8] : (tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x16xf32>
  %z = stablehlo.constant dense<7.0> : tensor<f32>
  %2 = stablehlo.pad %x, %z, low = [0, 1], high = [0, 3], interior = [0, 0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x12xf32>
  %3 = stablehlo.reverse %x, dims = [0] : tensor<8x8xf32>
  %4 = "stablehlo.sort"(%y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.dynamic_slice %x, %c0, %i, sizes = [8, 4] : (tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  %6 = stablehlo.dynamic_update_slice %y, %5, %c0, %i : (tensor<8x8xf32>, tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4x8xf32>, tensor<8x16xf32>, tensor<8x12xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x4xf32>, tensor<8x8xf32>
}
// -----
// A loop: carried values, values from outside, a constraint inside.
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, %w: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,4)>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,4)>}) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<4x4xf32>
  %0:3 = stablehlo.while(%a = %x, %s = %z, %i = %c0) : tensor<8x4xf32>, tensor<4x4xf32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %2 = sdy.sharding_constraint %1 <@m, DIMS(8,4)> : tensor<8x4xf32>
    %3 = stablehlo.sign %2 : tensor<8x4xf32>
    %4 = stablehlo.add %s, %w : tensor<4x4xf32>
    %5 = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %3, %4, %5 : tensor<8x4xf32>, tensor<4x4xf32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<8x4xf32>, tensor<4x4xf32>
}
// -----
// Branches.
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, %y: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, %i: tensor<i32>) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}) {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.add %x, %y : tensor<8x4xf32>
    stablehlo.return %1 : tensor<8x4xf32>
  }, {
    %1 = sdy.sharding_constraint %y <@m, DIMS(8,4)> : tensor<8x4xf32>
    %2 = stablehlo.multiply %1, %x : tensor<8x4xf32>
    stablehlo.return %2 : tensor<8x4xf32>
  }, {
    stablehlo.return %x : tensor<8x4xf32>
  }) : (tensor<i32>) -> tensor<8x4xf32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %p = stablehlo.compare EQ, %i, %c0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = "stablehlo.if"(%p) ({
    stablehlo.return %y : tensor<8x4xf32>
  }, {
    %4 = stablehlo.negate %0 : tensor<8x4xf32>
    stablehlo.return %4 : tensor<8x4xf32>
  }) : (tensor<i1>) -> tensor<8x4xf32>
  return %0, %3 : tensor<8x4xf32>, tensor<8x4xf32>
}
// -----
// Operations without a rule: gathers, scatters, convolutions, windows, iota, Fourier transforms.
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, %i: tensor<4x1xi32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,1)>}, %k: tensor<3x3x4x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(3,3,4,8)>}, %im: tensor<4x8x8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,8,8,4)>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,4)>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, tensor<4x8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,8,8,8)>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}) {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}> : (tensor<8x4xf32>, tensor<4x1xi32>) -> tensor<4x4xf32>
  %1 = "stablehlo.scatter"(%x, %i, %0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<4x1xi32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %2 = stablehlo.convolution(%im, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x8x8x8xf32>
  %low = stablehlo.constant dense<-1000.0> : tensor<f32>
  %3 = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 3, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %4 = stablehlo.iota dim = 0 : tensor<8x4xi32>
  return %0, %1, %2, %3, %4 : tensor<4x4xf32>, tensor<8x4xf32>, tensor<4x8x8x8xf32>, tensor<8x4xf32>, tensor<8x4xi32>
}
// -----
// Two layers and a softmax, as a training step has them.
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,8)>}, %w: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,16)>}, %v: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,4)>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,4)>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.tanh %0 : tensor<8x16xf32>
  %2 = sdy.sharding_constraint %1 <@m, DIMS(8,16)> : tensor<8x16xf32>
  %3 = stablehlo.dot_general %2, %v, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %4 = stablehlo.reduce(%3 init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8xf32>) -> tensor<8x4xf32>
  %6 = stablehlo.subtract %3, %5 : tensor<8x4xf32>
  %7 = stablehlo.exponential %6 : tensor<8x4xf32>
  %8 = stablehlo.reduce(%7 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<8xf32>) -> tensor<8x4xf32>
  %10 = stablehlo.divide %7, %9 : tensor<8x4xf32>
  %11 = stablehlo.dot_general %2, %10, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
  return %10, %11 : tensor<8x4xf32>, tensor<16x4xf32>
}
// -----
// Convolutions: batches, features, groups of features, filters of one element, gradients.
func.func @main(%x: tensor<4x8x8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,8,8,4)>}, %k: tensor<3x3x4x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(3,3,4,8)>}, %g: tensor<3x3x1x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(3,3,1,8)>}, %p: tensor<1x1x4x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(1,1,4,8)>}) -> (tensor<4x8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,8,8,8)>}, tensor<4x8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,8,8,8)>}, tensor<4x8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,8,8,8)>}, tensor<3x3x4x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(3,3,4,8)>}) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x8x8x8xf32>
  %1 = stablehlo.convolution(%x, %g) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<4x8x8x4xf32>, tensor<3x3x1x8xf32>) -> tensor<4x8x8x8xf32>
  %2 = stablehlo.convolution(%x, %p) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x8x4xf32>, tensor<1x1x4x8xf32>) -> tensor<4x8x8x8xf32>
  %3 = stablehlo.convolution(%x, %0) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x8x4xf32>, tensor<4x8x8x8xf32>) -> tensor<3x3x4x8xf32>
  return %0, %1, %2, %3 : tensor<4x8x8x8xf32>, tensor<4x8x8x8xf32>, tensor<4x8x8x8xf32>, tensor<3x3x4x8xf32>
}
// -----
// Windows: pools and running sums; products with a neutral element.
func.func @main(%x: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,8,8)>}, %s: tensor<4x4x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,4,8)>}) -> (tensor<4x4x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,4,8)>}, tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,8,8)>}, tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,8,8)>}, tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,8)>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %5 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4x8x8xf32>, tensor<f32>) -> tensor<4x4x8xf32>
  %1 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 1, 8>, padding = dense<[[0, 0], [0, 0], [7, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %5 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4x8x8xf32>, tensor<f32>) -> tensor<4x8x8xf32>
  %2 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %5 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %5 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4x8x8xf32>, tensor<4x4x8xf32>, tensor<f32>) -> tensor<4x8x8xf32>
  %3 = stablehlo.reduce(%x init: %one) applies stablehlo.multiply across dimensions = [1] : (tensor<4x8x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return %0, %1, %2, %3 : tensor<4x4x8xf32>, tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<4x8xf32>
}
// -----
// Scatter: windows of whole rows, added to zeros and to others, batches, and of two values; gather with batches.
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, %i: tensor<8x1xi32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,1)>}, %u: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, %b: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,8)>}, %j: tensor<4x2xi32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,2)>}, %v: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,2)>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,8)>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,2)>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %0 = "stablehlo.scatter"(%zeros, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    %5 = stablehlo.add %a, %c : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<8x1xi32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    %5 = stablehlo.maximum %a, %c : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<8x1xi32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = "stablehlo.scatter"(%b, %j, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    %5 = stablehlo.add %a, %c : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x2xi32>, tensor<4x2xf32>) -> tensor<4x8xf32>
  %3:2 = "stablehlo.scatter"(%x, %zeros, %i, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>, %e: tensor<f32>):
    %5 = stablehlo.add %a, %d : tensor<f32>
    %6 = stablehlo.add %c, %e : tensor<f32>
    stablehlo.return %5, %6 : tensor<f32>, tensor<f32>
  }) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x1xi32>, tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  %4 = "stablehlo.gather"(%b, %j) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  return %0, %1, %2, %3#0, %3#1, %4 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4x2xf32>
}
// -----
// Batches of transforms and matrices.
func.func @main(%x: tensor<4x4x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,4,8)>}, %t: tensor<8x3x3xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,3,3)>}) -> (tensor<4x4x5xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,4,5)>}, tensor<8x3x3xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,3,3)>}, tensor<8x3x3xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,3,3)>}) {
  %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<4x4x8xf32>) -> tensor<4x4x5xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<4x4x5xcomplex<f32>>) -> tensor<4x4x5xf32>
  %2 = stablehlo.dot_general %t, %t, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<8x3x3xf32>, tensor<8x3x3xf32>) -> tensor<8x3x3xf32>
  %i = stablehlo.iota dim = 1 : tensor<8x3x3xi32>
  %j = stablehlo.iota dim = 2 : tensor<8x3x3xi32>
  %e = stablehlo.compare EQ, %i, %j : (tensor<8x3x3xi32>, tensor<8x3x3xi32>) -> tensor<8x3x3xi1>
  %d = stablehlo.convert %e : (tensor<8x3x3xi1>) -> tensor<8x3x3xf32>
  %3 = stablehlo.add %2, %d : tensor<8x3x3xf32>
  %4 = stablehlo.cholesky %3, lower = true : tensor<8x3x3xf32>
  %5 = "stablehlo.triangular_solve"(%3, %t) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<8x3x3xf32>, tensor<8x3x3xf32>) -> tensor<8x3x3xf32>
  return %1, %4, %5 : tensor<4x4x5xf32>, tensor<8x3x3xf32>, tensor<8x3x3xf32>
}
// -----
// A value is both operands, divided in two ways.
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,8)>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,8)>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,8)>}) {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
// -----
// Rows of a divided table: looked up, of batches, of pairs of indices, beyond the ends; changed, and added to.
func.func @main(%t: tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, %i: tensor<2x4xi32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,4)>}, %j: tensor<8x2xi32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,2)>}, %u: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,4)>}, %v: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8)>}, %b: tensor<2x4x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,4,2)>}) -> (tensor<2x4x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,4,4)>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8)>}, tensor<2x4x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,4,2)>}, tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, tensor<2x4x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,4,4)>}) {
  %thirteen = stablehlo.constant dense<13> : tensor<2x4xi32>
  %far = stablehlo.multiply %i, %thirteen : tensor<2x4xi32>
  %four = stablehlo.constant dense<-4> : tensor<2x4xi32>
  %k = stablehlo.add %far, %four : tensor<2x4xi32>
  %0 = "stablehlo.gather"(%t, %k) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 4>}> : (tensor<32x4xf32>, tensor<2x4xi32>) -> tensor<2x4x4xf32>
  %1 = "stablehlo.gather"(%t, %j) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<32x4xf32>, tensor<8x2xi32>) -> tensor<8xf32>
  %2 = "stablehlo.gather"(%b, %k) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<2x4x2xf32>, tensor<2x4xi32>) -> tensor<2x4x2xf32>
  %r = stablehlo.slice %k [1:2, 0:4] : (tensor<2x4xi32>) -> tensor<1x4xi32>
  %row = stablehlo.reshape %r : (tensor<1x4xi32>) -> tensor<4xi32>
  %3 = "stablehlo.scatter"(%t, %row, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    %s = stablehlo.add %a, %c : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<4xi32>, tensor<4x4xf32>) -> tensor<32x4xf32>
  %4 = "stablehlo.scatter"(%t, %j, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    %s = stablehlo.minimum %a, %c : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<8x2xi32>, tensor<8xf32>) -> tensor<32x4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<32x4xf32>
  %5 = "stablehlo.scatter"(%z, %row, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    %s = stablehlo.add %a, %c : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<4xi32>, tensor<4x4xf32>) -> tensor<32x4xf32>
  %narrow = stablehlo.convert %k : (tensor<2x4xi32>) -> tensor<2x4xi8>
  %6 = "stablehlo.gather"(%t, %narrow) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 4>}> : (tensor<32x4xf32>, tensor<2x4xi8>) -> tensor<4x2x4xf32>
  %7 = stablehlo.transpose %6, dims = [1, 2, 0] : (tensor<4x2x4xf32>) -> tensor<2x4x4xf32>
  return %0, %1, %2, %3, %4, %5, %7 : tensor<2x4x4xf32>, tensor<8xf32>, tensor<2x4x2xf32>, tensor<32x4xf32>, tensor<32x4xf32>, tensor<32x4xf32>, tensor<2x4x4xf32>
}
// -----
// The older product, of matrices and of a matrix and a vector.
func.func @main(%x: tensor<12x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(12,8)>}, %w: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,16)>}, %v: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16)>}) -> (tensor<12x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(12,16)>}, tensor<12xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(12)>}, tensor<f32>) {
  %0 = stablehlo.dot %x, %w : (tensor<12x8xf32>, tensor<8x16xf32>) -> tensor<12x16xf32>
  %1 = stablehlo.dot %0, %v : (tensor<12x16xf32>, tensor<16xf32>) -> tensor<12xf32>
  %2 = stablehlo.dot %1, %1 : (tensor<12xf32>, tensor<12xf32>) -> tensor<f32>
  return %0, %1, %2 : tensor<12x16xf32>, tensor<12xf32>, tensor<f32>
}
// -----
// Halos: windows with strides, dilations and padding, slices, padding with a value, of two dimensions.
func.func @main(%x: tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, %y: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,16)>}, %c: tensor<f32>) -> (tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,4)>}, tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,4)>}, tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, tensor<24x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(24,4)>}, tensor<40x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(40,4)>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,16)>}) {
  %low = stablehlo.constant dense<-1000.0> : tensor<f32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 3, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<f32>) -> tensor<32x4xf32>
  %1 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<f32>) -> tensor<16x4xf32>
  %2 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<f32>) -> tensor<16x4xf32>
  %3 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 4, 1>, window_dilations = array<i64: 2, 1>, padding = dense<[[6, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.minimum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<f32>) -> tensor<32x4xf32>
  %4 = stablehlo.slice %x [5:29, 0:4] : (tensor<32x4xf32>) -> tensor<24x4xf32>
  %5 = stablehlo.pad %x, %c, low = [3, 0], high = [5, 0], interior = [0, 0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<40x4xf32>
  %6 = stablehlo.slice %x [1:32:4, 0:4] : (tensor<32x4xf32>) -> tensor<8x4xf32>
  %7 = stablehlo.pad %y, %c, low = [-1, 1], high = [1, -1], interior = [0, 0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16x16xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<32x4xf32>, tensor<16x4xf32>, tensor<16x4xf32>, tensor<32x4xf32>, tensor<24x4xf32>, tensor<40x4xf32>, tensor<8x4xf32>, tensor<16x16xf32>
}
// -----
// Halos of convolutions: the same size, strides, dilations, all of the past, two dimensions of an image, a batch and groups.
func.func @main(%x: tensor<2x16x16x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,16,16,4)>}, %k: tensor<3x3x4x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(3,3,4,2)>}, %l: tensor<4x1x4x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,1,4,2)>}, %g: tensor<3x1x1x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(3,1,1,4)>}) -> (tensor<2x16x16x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,16,16,2)>}, tensor<2x8x8x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,8,8,2)>}, tensor<2x16x16x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,16,16,2)>}, tensor<2x16x16x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,16,16,4)>}, tensor<2x16x16x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,16,16,2)>}) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x16x4xf32>, tensor<3x3x4x2xf32>) -> tensor<2x16x16x2xf32>
  %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x16x4xf32>, tensor<3x3x4x2xf32>) -> tensor<2x8x8x2xf32>
  %2 = stablehlo.convolution(%x, %l) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[3, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x16x4xf32>, tensor<4x1x4x2xf32>) -> tensor<2x16x16x2xf32>
  %3 = stablehlo.convolution(%x, %g) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[2, 2], [0, 0]], rhs_dilate = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<2x16x16x4xf32>, tensor<3x1x1x4xf32>) -> tensor<2x16x16x4xf32>
  %4 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [0, 2]], reverse = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x16x4xf32>, tensor<3x3x4x2xf32>) -> tensor<2x16x16x2xf32>
  return %0, %1, %2, %3, %4 : tensor<2x16x16x2xf32>, tensor<2x8x8x2xf32>, tensor<2x16x16x2xf32>, tensor<2x16x16x4xf32>, tensor<2x16x16x2xf32>
}
// -----
// Pieces of divided dimensions, at places beyond the ends too: one row, some, of two dimensions, as large as a part or larger; in a loop.
func.func @main(%x: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,16)>}, %u: tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,16)>}, %v: tensor<3x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(3,2)>}, %i: tensor<i32>, %w: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,16)>}) -> (tensor<1x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(1,16)>}, tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(4,2)>}, tensor<12x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(12,16)>}, tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,16)>}, tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,16)>}, tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,16)>}, tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16)>}) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c9 = stablehlo.constant dense<9> : tensor<i32>
  %c5 = stablehlo.constant dense<5> : tensor<i32>
  %k = stablehlo.multiply %i, %c9 : tensor<i32>
  %n = stablehlo.negate %i : tensor<i32>
  %j = stablehlo.multiply %i, %c5 : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %k, %c0, sizes = [1, 16] : (tensor<32x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
  %1 = stablehlo.dynamic_slice %x, %k, %j, sizes = [4, 2] : (tensor<32x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
  %2 = stablehlo.dynamic_slice %x, %k, %c0, sizes = [12, 16] : (tensor<32x16xf32>, tensor<i32>, tensor<i32>) -> tensor<12x16xf32>
  %3 = stablehlo.dynamic_update_slice %x, %u, %k, %c0 : (tensor<32x16xf32>, tensor<2x16xf32>, tensor<i32>, tensor<i32>) -> tensor<32x16xf32>
  %4 = stablehlo.dynamic_update_slice %3, %v, %n, %j : (tensor<32x16xf32>, tensor<3x2xf32>, tensor<i32>, tensor<i32>) -> tensor<32x16xf32>
  %5 = stablehlo.dynamic_update_slice %x, %w, %j, %c0 : (tensor<32x16xf32>, tensor<8x16xf32>, tensor<i32>, tensor<i32>) -> tensor<32x16xf32>
  %z = stablehlo.constant dense<0.0> : tensor<16xf32>
  %6:3 = stablehlo.while(%a = %5, %s = %z, %at = %c0) : tensor<32x16xf32>, tensor<16xf32>, tensor<i32>
  cond {
    %7 = stablehlo.compare LT, %at, %c5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %7 : tensor<i1>
  } do {
    %7 = stablehlo.multiply %at, %c5 : tensor<i32>
    %8 = stablehlo.dynamic_slice %a, %7, %c0, sizes = [1, 16] : (tensor<32x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %9 = stablehlo.dynamic_update_slice %a, %8, %at, %c0 : (tensor<32x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<32x16xf32>
    %10 = stablehlo.reshape %8 : (tensor<1x16xf32>) -> tensor<16xf32>
    %11 = stablehlo.add %s, %10 : tensor<16xf32>
    %12 = stablehlo.add %at, %c1 : tensor<i32>
    stablehlo.return %9, %11, %12 : tensor<32x16xf32>, tensor<16xf32>, tensor<i32>
  }
  return %0, %1, %2, %4, %5, %6#0, %6#1 : tensor<1x16xf32>, tensor<4x2xf32>, tensor<12x16xf32>, tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x16xf32>, tensor<16xf32>
}
// -----
// Rolls: by less than a part, by more, by whole parts, along each dimension, in a loop. Reversals, of both dimensions.
func.func @main(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,8)>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,8)>}, tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,8)>}, tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,8)>}, tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,8)>}, tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,8)>}, tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,8)>}, tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,8)>}) {
  %r0a = stablehlo.slice %x [1:16, 0:8] : (tensor<16x8xf32>) -> tensor<15x8xf32>
  %r0b = stablehlo.slice %x [0:1, 0:8] : (tensor<16x8xf32>) -> tensor<1x8xf32>
  %r0 = stablehlo.concatenate %r0a, %r0b, dim = 0 : (tensor<15x8xf32>, tensor<1x8xf32>) -> tensor<16x8xf32>
  %r1a = stablehlo.slice %x [11:16, 0:8] : (tensor<16x8xf32>) -> tensor<5x8xf32>
  %r1b = stablehlo.slice %x [0:11, 0:8] : (tensor<16x8xf32>) -> tensor<11x8xf32>
  %r1 = stablehlo.concatenate %r1a, %r1b, dim = 0 : (tensor<5x8xf32>, tensor<11x8xf32>) -> tensor<16x8xf32>
  %r2a = stablehlo.slice %r1 [8:16, 0:8] : (tensor<16x8xf32>) -> tensor<8x8xf32>
  %r2b = stablehlo.slice %r1 [0:8, 0:8] : (tensor<16x8xf32>) -> tensor<8x8xf32>
  %r2 = stablehlo.concatenate %r2a, %r2b, dim = 0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  %r3a = stablehlo.slice %x [0:16, 7:8] : (tensor<16x8xf32>) -> tensor<16x1xf32>
  %r3b = stablehlo.slice %x [0:16, 0:7] : (tensor<16x8xf32>) -> tensor<16x7xf32>
  %r3 = stablehlo.concatenate %r3a, %r3b, dim = 1 : (tensor<16x1xf32>, tensor<16x7xf32>) -> tensor<16x8xf32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %w:2 = stablehlo.while(%a = %x, %i = %c0) : tensor<16x8xf32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %la = stablehlo.slice %a [15:16, 0:8] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %lb = stablehlo.slice %a [0:15, 0:8] : (tensor<16x8xf32>) -> tensor<15x8xf32>
    %l = stablehlo.concatenate %la, %lb, dim = 0 : (tensor<1x8xf32>, tensor<15x8xf32>) -> tensor<16x8xf32>
    %ka = stablehlo.slice %a [1:16, 0:8] : (tensor<16x8xf32>) -> tensor<15x8xf32>
    %kb = stablehlo.slice %a [0:1, 0:8] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %k = stablehlo.concatenate %ka, %kb, dim = 0 : (tensor<15x8xf32>, tensor<1x8xf32>) -> tensor<16x8xf32>
    %2 = stablehlo.add %l, %k : tensor<16x8xf32>
    %3 = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %2, %3 : tensor<16x8xf32>, tensor<i32>
  }
  %v0 = stablehlo.reverse %x, dims = [0] : tensor<16x8xf32>
  %v1 = stablehlo.reverse %r0, dims = [1, 0] : tensor<16x8xf32>
  return %v0, %v1, %r0, %r1, %r2, %r3, %w#0 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}
// -----
// Running sums, maxima and products, forth and back, along each dimension, with an initial value that counts once.
func.func @main(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,8)>}, %c: tensor<f32>) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,8)>}, tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,8)>}, tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,8)>}, tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,8)>}, tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,8)>}, tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,8)>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %low = stablehlo.constant dense<-1000.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 16, 1>, padding = dense<[[15, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<16x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  %1 = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 16, 1>, padding = dense<[[0, 15], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<16x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  %2 = "stablehlo.reduce_window"(%x, %one) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<16x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  %3 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [0, 7]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<16x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  %4 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 16, 1>, padding = dense<[[15, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.minimum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<16x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  %5 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 16, 1>, padding = dense<[[15, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<16x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}
// -----
// Elements of other types move as well.
func.func @main(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,8)>}, %i: tensor<6xi32>, %j: tensor<i32>) -> (tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,8)>}, tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,8)>}, tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,8)>}, tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,8)>}, tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,8)>}, tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,8)>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<16x8xf32>
  %bs = stablehlo.compare GT, %x, %z : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xi1>
  %b0 = sdy.sharding_constraint %bs <@m, DIMS(16,8)> : tensor<16x8xi1>
  %b1 = sdy.sharding_constraint %b0 <@m, DIMS(16,8)> : tensor<16x8xi1>
  %b2 = stablehlo.slice %b1 [3:16, 0:8] : (tensor<16x8xi1>) -> tensor<13x8xi1>
  %b3 = stablehlo.slice %b1 [0:3, 0:8] : (tensor<16x8xi1>) -> tensor<3x8xi1>
  %b4 = stablehlo.concatenate %b2, %b3, dim = 0 : (tensor<13x8xi1>, tensor<3x8xi1>) -> tensor<16x8xi1>
  %b5 = stablehlo.slice %b1 [2:10, 0:8] : (tensor<16x8xi1>) -> tensor<8x8xi1>
  %b6 = stablehlo.dynamic_slice %b1, %j, %zero, sizes = [2, 8] : (tensor<16x8xi1>, tensor<i32>, tensor<i32>) -> tensor<2x8xi1>
  %b7 = "stablehlo.gather"(%b1, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<16x8xi1>, tensor<6xi32>) -> tensor<6x8xi1>
  %b8 = stablehlo.concatenate %b4, %b5, %b6, %b7, dim = 0 : (tensor<16x8xi1>, tensor<8x8xi1>, tensor<2x8xi1>, tensor<6x8xi1>) -> tensor<32x8xi1>
  %b9 = stablehlo.convert %b8 : (tensor<32x8xi1>) -> tensor<32x8xf32>
  %hs = stablehlo.convert %x : (tensor<16x8xf32>) -> tensor<16x8xbf16>
  %h0 = sdy.sharding_constraint %hs <@m, DIMS(16,8)> : tensor<16x8xbf16>
  %h1 = sdy.sharding_constraint %h0 <@m, DIMS(16,8)> : tensor<16x8xbf16>
  %h2 = stablehlo.slice %h1 [3:16, 0:8] : (tensor<16x8xbf16>) -> tensor<13x8xbf16>
  %h3 = stablehlo.slice %h1 [0:3, 0:8] : (tensor<16x8xbf16>) -> tensor<3x8xbf16>
  %h4 = stablehlo.concatenate %h2, %h3, dim = 0 : (tensor<13x8xbf16>, tensor<3x8xbf16>) -> tensor<16x8xbf16>
  %h5 = stablehlo.slice %h1 [2:10, 0:8] : (tensor<16x8xbf16>) -> tensor<8x8xbf16>
  %h6 = stablehlo.dynamic_slice %h1, %j, %zero, sizes = [2, 8] : (tensor<16x8xbf16>, tensor<i32>, tensor<i32>) -> tensor<2x8xbf16>
  %h7 = "stablehlo.gather"(%h1, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<16x8xbf16>, tensor<6xi32>) -> tensor<6x8xbf16>
  %h8 = stablehlo.concatenate %h4, %h5, %h6, %h7, dim = 0 : (tensor<16x8xbf16>, tensor<8x8xbf16>, tensor<2x8xbf16>, tensor<6x8xbf16>) -> tensor<32x8xbf16>
  %h9 = stablehlo.convert %h8 : (tensor<32x8xbf16>) -> tensor<32x8xf32>
  %ds = stablehlo.convert %x : (tensor<16x8xf32>) -> tensor<16x8xf64>
  %d0 = sdy.sharding_constraint %ds <@m, DIMS(16,8)> : tensor<16x8xf64>
  %d1 = sdy.sharding_constraint %d0 <@m, DIMS(16,8)> : tensor<16x8xf64>
  %d2 = stablehlo.slice %d1 [3:16, 0:8] : (tensor<16x8xf64>) -> tensor<13x8xf64>
  %d3 = stablehlo.slice %d1 [0:3, 0:8] : (tensor<16x8xf64>) -> tensor<3x8xf64>
  %d4 = stablehlo.concatenate %d2, %d3, dim = 0 : (tensor<13x8xf64>, tensor<3x8xf64>) -> tensor<16x8xf64>
  %d5 = stablehlo.slice %d1 [2:10, 0:8] : (tensor<16x8xf64>) -> tensor<8x8xf64>
  %d6 = stablehlo.dynamic_slice %d1, %j, %zero, sizes = [2, 8] : (tensor<16x8xf64>, tensor<i32>, tensor<i32>) -> tensor<2x8xf64>
  %d7 = "stablehlo.gather"(%d1, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<16x8xf64>, tensor<6xi32>) -> tensor<6x8xf64>
  %d8 = stablehlo.concatenate %d4, %d5, %d6, %d7, dim = 0 : (tensor<16x8xf64>, tensor<8x8xf64>, tensor<2x8xf64>, tensor<6x8xf64>) -> tensor<32x8xf64>
  %d9 = stablehlo.convert %d8 : (tensor<32x8xf64>) -> tensor<32x8xf32>
  %n = stablehlo.negate %x : tensor<16x8xf32>
  %cs = stablehlo.complex %x, %n : tensor<16x8xcomplex<f32>>
  %c0 = sdy.sharding_constraint %cs <@m, DIMS(16,8)> : tensor<16x8xcomplex<f32>>
  %c1 = sdy.sharding_constraint %c0 <@m, DIMS(16,8)> : tensor<16x8xcomplex<f32>>
  %c2 = stablehlo.slice %c1 [3:16, 0:8] : (tensor<16x8xcomplex<f32>>) -> tensor<13x8xcomplex<f32>>
  %c3 = stablehlo.slice %c1 [0:3, 0:8] : (tensor<16x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
  %c4 = stablehlo.concatenate %c2, %c3, dim = 0 : (tensor<13x8xcomplex<f32>>, tensor<3x8xcomplex<f32>>) -> tensor<16x8xcomplex<f32>>
  %c5 = stablehlo.slice %c1 [2:10, 0:8] : (tensor<16x8xcomplex<f32>>) -> tensor<8x8xcomplex<f32>>
  %c6 = stablehlo.dynamic_slice %c1, %j, %zero, sizes = [2, 8] : (tensor<16x8xcomplex<f32>>, tensor<i32>, tensor<i32>) -> tensor<2x8xcomplex<f32>>
  %c7 = "stablehlo.gather"(%c1, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<16x8xcomplex<f32>>, tensor<6xi32>) -> tensor<6x8xcomplex<f32>>
  %c8 = stablehlo.concatenate %c4, %c5, %c6, %c7, dim = 0 : (tensor<16x8xcomplex<f32>>, tensor<8x8xcomplex<f32>>, tensor<2x8xcomplex<f32>>, tensor<6x8xcomplex<f32>>) -> tensor<32x8xcomplex<f32>>
  %c9 = stablehlo.imag %c8 : (tensor<32x8xcomplex<f32>>) -> tensor<32x8xf32>
  %abs = stablehlo.abs %x : tensor<16x8xf32>
  %us = stablehlo.convert %abs : (tensor<16x8xf32>) -> tensor<16x8xui8>
  %u0 = sdy.sharding_constraint %us <@m, DIMS(16,8)> : tensor<16x8xui8>
  %u1 = sdy.sharding_constraint %u0 <@m, DIMS(16,8)> : tensor<16x8xui8>
  %u2 = stablehlo.slice %u1 [3:16, 0:8] : (tensor<16x8xui8>) -> tensor<13x8xui8>
  %u3 = stablehlo.slice %u1 [0:3, 0:8] : (tensor<16x8xui8>) -> tensor<3x8xui8>
  %u4 = stablehlo.concatenate %u2, %u3, dim = 0 : (tensor<13x8xui8>, tensor<3x8xui8>) -> tensor<16x8xui8>
  %u5 = stablehlo.slice %u1 [2:10, 0:8] : (tensor<16x8xui8>) -> tensor<8x8xui8>
  %u6 = stablehlo.dynamic_slice %u1, %j, %zero, sizes = [2, 8] : (tensor<16x8xui8>, tensor<i32>, tensor<i32>) -> tensor<2x8xui8>
  %u7 = "stablehlo.gather"(%u1, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<16x8xui8>, tensor<6xi32>) -> tensor<6x8xui8>
  %u8 = stablehlo.concatenate %u4, %u5, %u6, %u7, dim = 0 : (tensor<16x8xui8>, tensor<8x8xui8>, tensor<2x8xui8>, tensor<6x8xui8>) -> tensor<32x8xui8>
  %u9 = stablehlo.convert %u8 : (tensor<32x8xui8>) -> tensor<32x8xf32>
  %ls = stablehlo.convert %x : (tensor<16x8xf32>) -> tensor<16x8xi64>
  %l0 = sdy.sharding_constraint %ls <@m, DIMS(16,8)> : tensor<16x8xi64>
  %l1 = sdy.sharding_constraint %l0 <@m, DIMS(16,8)> : tensor<16x8xi64>
  %l2 = stablehlo.slice %l1 [3:16, 0:8] : (tensor<16x8xi64>) -> tensor<13x8xi64>
  %l3 = stablehlo.slice %l1 [0:3, 0:8] : (tensor<16x8xi64>) -> tensor<3x8xi64>
  %l4 = stablehlo.concatenate %l2, %l3, dim = 0 : (tensor<13x8xi64>, tensor<3x8xi64>) -> tensor<16x8xi64>
  %l5 = stablehlo.slice %l1 [2:10, 0:8] : (tensor<16x8xi64>) -> tensor<8x8xi64>
  %l6 = stablehlo.dynamic_slice %l1, %j, %zero, sizes = [2, 8] : (tensor<16x8xi64>, tensor<i32>, tensor<i32>) -> tensor<2x8xi64>
  %l7 = "stablehlo.gather"(%l1, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<16x8xi64>, tensor<6xi32>) -> tensor<6x8xi64>
  %l8 = stablehlo.concatenate %l4, %l5, %l6, %l7, dim = 0 : (tensor<16x8xi64>, tensor<8x8xi64>, tensor<2x8xi64>, tensor<6x8xi64>) -> tensor<32x8xi64>
  %l9 = stablehlo.convert %l8 : (tensor<32x8xi64>) -> tensor<32x8xf32>
  return %b9, %h9, %d9, %c9, %u9, %l9 : tensor<32x8xf32>, tensor<32x8xf32>, tensor<32x8xf32>, tensor<32x8xf32>, tensor<32x8xf32>, tensor<32x8xf32>
}
// -----
// Parts with padding: element-wise operations that make infinities of it, sums, products, extremes, transposes, broadcasts, other moves.
func.func @main(%x: tensor<9x6xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(9,6)>}, %w: tensor<6x10xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(6,10)>}, %v: tensor<9xf32>, %i: tensor<9x6xi32>) -> (tensor<9x10xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(9,10)>}, tensor<6xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(6)>}, tensor<9xf32>, tensor<9xf32>, tensor<6xi32> {sdy.sharding = #sdy.sharding<@m, DIMS(6)>}, tensor<6x9xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(6,9)>}, tensor<6x9xf32>, tensor<54xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(54)>}) {
  %0 = sdy.sharding_constraint %x <@m, UNEVEN(9,6)> : tensor<9x6xf32>
  %one = stablehlo.constant dense<1.0> : tensor<9x6xf32>
  %half = stablehlo.constant dense<0.5> : tensor<9x6xf32>
  %1 = stablehlo.subtract %0, %half : tensor<9x6xf32>
  %2 = stablehlo.divide %one, %1 : tensor<9x6xf32>
  %vb = stablehlo.broadcast_in_dim %v, dims = [0] : (tensor<9xf32>) -> tensor<9x6xf32>
  %20 = stablehlo.subtract %vb, %half : tensor<9x6xf32>
  %21 = stablehlo.divide %2, %20 : tensor<9x6xf32>
  %3 = sdy.sharding_constraint %21 <@m, UNEVEN(9,6)> : tensor<9x6xf32>
  %4 = stablehlo.dot_general %3, %w, contracting_dims = [1] x [0] : (tensor<9x6xf32>, tensor<6x10xf32>) -> tensor<9x10xf32>
  %5 = sdy.sharding_constraint %4 <@m, UNEVEN(9,10)> : tensor<9x10xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<-0.25> : tensor<f32>
  %one1 = stablehlo.constant dense<1.0> : tensor<f32>
  %one2 = stablehlo.constant dense<5> : tensor<i32>
  %6 = stablehlo.reduce(%3 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<9x6xf32>, tensor<f32>) -> tensor<6xf32>
  %7 = stablehlo.reduce(%3 init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<9x6xf32>, tensor<f32>) -> tensor<9xf32>
  %8 = stablehlo.reduce(%3 init: %one1) applies stablehlo.multiply across dimensions = [1] : (tensor<9x6xf32>, tensor<f32>) -> tensor<9xf32>
  %9 = sdy.sharding_constraint %i <@m, UNEVEN(9,6)> : tensor<9x6xi32>
  %10 = stablehlo.reduce(%9 init: %one2) applies stablehlo.minimum across dimensions = [0] : (tensor<9x6xi32>, tensor<i32>) -> tensor<6xi32>
  %11 = stablehlo.transpose %3, dims = [1, 0] : (tensor<9x6xf32>) -> tensor<6x9xf32>
  %12 = sdy.sharding_constraint %11 <@m, UNEVEN(6,9)> : tensor<6x9xf32>
  %13 = sdy.sharding_constraint %12 <@m, UNEVEN(6,9)> : tensor<6x9xf32>
  %14 = stablehlo.reshape %3 : (tensor<9x6xf32>) -> tensor<54xf32>
  return %5, %6, %7, %8, %10, %11, %13, %14 : tensor<9x10xf32>, tensor<6xf32>, tensor<9xf32>, tensor<9xf32>, tensor<6xi32>, tensor<6x9xf32>, tensor<6x9xf32>, tensor<54xf32>
}
// -----
// Parts with padding: sums over it of both operands, batches, sorting and joining along others, iota, slices, reversals, rolls.
func.func @main(%a: tensor<5x7x3xf32>, %b: tensor<5x3x9xf32>, %x: tensor<7x9xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(7,9)>}) -> (tensor<5x7x9xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(5,7,9)>}, tensor<7x9xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(7,9)>}, tensor<14x9xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(14,9)>}, tensor<7x9xi32>, tensor<6x9xf32>, tensor<7x9xf32>, tensor<7x9xf32>, tensor<9xf32>, tensor<7x9xf32>) {
  %0 = sdy.sharding_constraint %a <@m, UNEVEN(5,7,3)> : tensor<5x7x3xf32>
  %1 = sdy.sharding_constraint %b <@m, UNEVEN(5,3,9)> : tensor<5x3x9xf32>
  %2 = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<5x7x3xf32>, tensor<5x3x9xf32>) -> tensor<5x7x9xf32>
  %3 = sdy.sharding_constraint %2 <@m, UNEVEN(5,7,9)> : tensor<5x7x9xf32>
  %4 = sdy.sharding_constraint %x <@m, UNEVEN(7,9)> : tensor<7x9xf32>
  %5 = "stablehlo.sort"(%4) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %lt = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<7x9xf32>) -> tensor<7x9xf32>
  %6 = stablehlo.concatenate %4, %5, dim = 0 : (tensor<7x9xf32>, tensor<7x9xf32>) -> tensor<14x9xf32>
  %7 = stablehlo.iota dim = 0 : tensor<7x9xi32>
  %8 = sdy.sharding_constraint %7 <@m, UNEVEN(7,9)> : tensor<7x9xi32>
  %9 = stablehlo.slice %4 [1:7, 0:9] : (tensor<7x9xf32>) -> tensor<6x9xf32>
  %10 = stablehlo.reverse %4, dims = [1] : tensor<7x9xf32>
  %r = sdy.sharding_constraint %4 <@m, UNEVEN(7,9)> : tensor<7x9xf32>
  %11 = stablehlo.slice %r [0:7, 2:9] : (tensor<7x9xf32>) -> tensor<7x7xf32>
  %12 = stablehlo.slice %r [0:7, 0:2] : (tensor<7x9xf32>) -> tensor<7x2xf32>
  %13 = stablehlo.concatenate %11, %12, dim = 1 : (tensor<7x7xf32>, tensor<7x2xf32>) -> tensor<7x9xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %14 = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<7x9xf32>
  %15 = sdy.sharding_constraint %14 <@m, UNEVEN(7,9)> : tensor<7x9xf32>
  %one = stablehlo.constant dense<1.0> : tensor<7x9xf32>
  %16 = stablehlo.add %15, %one : tensor<7x9xf32>
  %17 = stablehlo.reduce(%16 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<7x9xf32>, tensor<f32>) -> tensor<9xf32>
  %18 = "stablehlo.reduce_window"(%4, %z) <{window_dimensions = array<i64: 7, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[6, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<7x9xf32>, tensor<f32>) -> tensor<7x9xf32>
  return %3, %5, %6, %8, %9, %10, %13, %17, %18 : tensor<5x7x9xf32>, tensor<7x9xf32>, tensor<14x9xf32>, tensor<7x9xi32>, tensor<6x9xf32>, tensor<7x9xf32>, tensor<7x9xf32>, tensor<9xf32>, tensor<7x9xf32>
}
// -----
// Parts with padding: rows that indices choose or change, convolutions, loops and branches.
func.func @main(%t: tensor<11x5xf32>, %i: tensor<7xi32>, %u: tensor<7x5xf32>, %im: tensor<3x5x5x3xf32>, %k: tensor<3x3x3x5xf32>, %c: tensor<i32>, %y: tensor<8x5xf32>) -> (tensor<7x5xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(7,5)>}, tensor<11x5xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(11,5)>}, tensor<3x5x5x5xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(3,5,5,5)>}, tensor<11x5xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(11,5)>}, tensor<11x5xf32>, tensor<8x5xf32>, tensor<11x5xf32>) {
  %0 = sdy.sharding_constraint %t <@m, UNEVEN(11,5)> : tensor<11x5xf32>
  %i0 = sdy.sharding_constraint %i <@m, UNEVEN(7)> : tensor<7xi32>
  %u0 = sdy.sharding_constraint %u <@m, UNEVEN(7,5)> : tensor<7x5xf32>
  %1 = "stablehlo.gather"(%0, %i0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<11x5xf32>, tensor<7xi32>) -> tensor<7x5xf32>
  %2 = sdy.sharding_constraint %1 <@m, UNEVEN(7,5)> : tensor<7x5xf32>
  %3 = "stablehlo.scatter"(%0, %i0, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<11x5xf32>, tensor<7xi32>, tensor<7x5xf32>) -> tensor<11x5xf32>
  %zeros = stablehlo.constant dense<0.0> : tensor<11x5xf32>
  %33 = "stablehlo.scatter"(%zeros, %i0, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<11x5xf32>, tensor<7xi32>, tensor<7x5xf32>) -> tensor<11x5xf32>
  %im0 = sdy.sharding_constraint %im <@m, UNEVEN(3,5,5,3)> : tensor<3x5x5x3xf32>
  %k0 = sdy.sharding_constraint %k <@m, UNEVEN(3,3,3,5)> : tensor<3x3x3x5xf32>
  %4 = stablehlo.convolution(%im0, %k0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x5x5x3xf32>, tensor<3x3x3x5xf32>) -> tensor<3x5x5x5xf32>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<3> : tensor<i32>
  %5:2 = stablehlo.while(%g = %n, %h = %0) : tensor<i32>, tensor<11x5xf32>
    cond {
      %lt = stablehlo.compare LT, %g, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %lt : tensor<i1>
    } do {
      %g1 = stablehlo.add %g, %one : tensor<i32>
      %h0 = stablehlo.tanh %h : tensor<11x5xf32>
      %h1 = sdy.sharding_constraint %h0 <@m, UNEVEN(11,5)> : tensor<11x5xf32>
      stablehlo.return %g1, %h1 : tensor<i32>, tensor<11x5xf32>
    }
  %6 = "stablehlo.case"(%c) ({
    %e0 = stablehlo.negate %0 : tensor<11x5xf32>
    stablehlo.return %e0 : tensor<11x5xf32>
  }, {
    %e1 = sdy.sharding_constraint %3 <@m, UNEVEN(11,5)> : tensor<11x5xf32>
    stablehlo.return %e1 : tensor<11x5xf32>
  }) : (tensor<i32>) -> tensor<11x5xf32>
  %y0 = sdy.sharding_constraint %y <@m, UNEVEN(8,5)> : tensor<8x5xf32>
  %7 = stablehlo.tanh %y0 : tensor<8x5xf32>
  return %2, %3, %4, %5#1, %6, %7, %33 : tensor<7x5xf32>, tensor<11x5xf32>, tensor<3x5x5x5xf32>, tensor<11x5xf32>, tensor<11x5xf32>, tensor<8x5xf32>, tensor<11x5xf32>
}
// -----
// Halos of windows over elements that are apart: transposed convolutions, padding between elements; of parts with padding.
func.func @main(%x: tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, %im: tensor<2x16x8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,16,8,4)>}, %k: tensor<3x3x4x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(3,3,4,2)>}, %k2: tensor<2x4x4x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,4,4,2)>}, %u: tensor<27x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(27,4)>}, %v: tensor<2x13x7x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,13,7,4)>}, %c: tensor<f32>) -> (tensor<2x32x16x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,32,16,2)>}, tensor<2x31x15x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,31,15,2)>}, tensor<2x16x8x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,16,8,2)>}, tensor<63x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(63,4)>}, tensor<64x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(64,4)>}, tensor<61x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(61,4)>}, tensor<26x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(26,4)>}, tensor<29x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(29,4)>}, tensor<14x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(14,4)>}, tensor<2x13x7x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,13,7,2)>}, tensor<2x7x4x2xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,7,4,2)>}, tensor<26x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(26,4)>}) {
  %0 = stablehlo.convolution(%im, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 2], [1, 2]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<2x32x16x2xf32>
  %1 = stablehlo.convolution(%im, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<2x31x15x2xf32>
  %2 = stablehlo.convolution(%im, %k2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [2, 1]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x8x4xf32>, tensor<2x4x4x2xf32>) -> tensor<2x16x8x2xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.pad %x, %c, low = [0, 0], high = [0, 0], interior = [1, 0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<63x4xf32>
  %4 = stablehlo.pad %x, %c, low = [2, 0], high = [-1, 0], interior = [1, 0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<64x4xf32>
  %5 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<f32>) -> tensor<61x4xf32>
  %u0 = sdy.sharding_constraint %u <@m, UNEVEN(27,4)> : tensor<27x4xf32>
  %6 = stablehlo.slice %u0 [1:27, 0:4] : (tensor<27x4xf32>) -> tensor<26x4xf32>
  %7 = stablehlo.pad %u0, %c, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<27x4xf32>, tensor<f32>) -> tensor<29x4xf32>
  %low = stablehlo.constant dense<-9.0> : tensor<f32>
  %one = stablehlo.constant dense<0.5> : tensor<27x4xf32>
  %u1 = stablehlo.subtract %u0, %one : tensor<27x4xf32>
  %u2 = stablehlo.divide %one, %u1 : tensor<27x4xf32>
  %8 = "stablehlo.reduce_window"(%u2, %low) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<27x4xf32>, tensor<f32>) -> tensor<14x4xf32>
  %v0 = sdy.sharding_constraint %v <@m, UNEVEN(2,13,7,4)> : tensor<2x13x7x4xf32>
  %9 = stablehlo.convolution(%v0, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x7x4xf32>, tensor<3x3x4x2xf32>) -> tensor<2x13x7x2xf32>
  %10 = stablehlo.convolution(%v0, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x7x4xf32>, tensor<3x3x4x2xf32>) -> tensor<2x7x4x2xf32>
  %11 = sdy.sharding_constraint %6 <@m, UNEVEN(26,4)> : tensor<26x4xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<2x32x16x2xf32>, tensor<2x31x15x2xf32>, tensor<2x16x8x2xf32>, tensor<63x4xf32>, tensor<64x4xf32>, tensor<61x4xf32>, tensor<26x4xf32>, tensor<29x4xf32>, tensor<14x4xf32>, tensor<2x13x7x2xf32>, tensor<2x7x4x2xf32>, tensor<26x4xf32>
}
// -----
// Gradients of pooling: windows apart, with neighbours, with padding in front and behind, of two dimensions.
func.func @main(%x: tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, %s0: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,4)>}, %s1: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,4)>}, %s2: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,4)>}, %s3: tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, %s4: tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, %s5: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(16,4)>}, %s6: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(8,4)>}, %s7: tensor<15x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(15,4)>}, %s8: tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, %s9: tensor<31x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(31,4)>}) -> (tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}, tensor<32x4xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(32,4)>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %s0, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<16x4xf32>, tensor<f32>) -> tensor<32x4xf32>
  %1 = "stablehlo.select_and_scatter"(%x, %s1, %z) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<16x4xf32>, tensor<f32>) -> tensor<32x4xf32>
  %2 = "stablehlo.select_and_scatter"(%x, %s2, %z) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<16x4xf32>, tensor<f32>) -> tensor<32x4xf32>
  %3 = "stablehlo.select_and_scatter"(%x, %s3, %z) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<32x4xf32>, tensor<f32>) -> tensor<32x4xf32>
  %4 = "stablehlo.select_and_scatter"(%x, %s4, %one) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[2, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<32x4xf32>, tensor<f32>) -> tensor<32x4xf32>
  %5 = "stablehlo.select_and_scatter"(%x, %s5, %z) <{window_dimensions = array<i64: 5, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[2, 2], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<16x4xf32>, tensor<f32>) -> tensor<32x4xf32>
  %6 = "stablehlo.select_and_scatter"(%x, %s6, %z) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 4, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<8x4xf32>, tensor<f32>) -> tensor<32x4xf32>
  %7 = "stablehlo.select_and_scatter"(%x, %s7, %z) <{window_dimensions = array<i64: 4, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<15x4xf32>, tensor<f32>) -> tensor<32x4xf32>
  %8 = "stablehlo.select_and_scatter"(%x, %s8, %z) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[0, 2], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<32x4xf32>, tensor<f32>) -> tensor<32x4xf32>
  %9 = "stablehlo.select_and_scatter"(%x, %s9, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<32x4xf32>, tensor<31x4xf32>, tensor<f32>) -> tensor<32x4xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<32x4xf32>, tensor<32x4xf32>, tensor<32x4xf32>, tensor<32x4xf32>, tensor<32x4xf32>, tensor<32x4xf32>, tensor<32x4xf32>, tensor<32x4xf32>, tensor<32x4xf32>, tensor<32x4xf32>
}
// -----
// Of images.
func.func @main(%x: tensor<2x16x12xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,16,12)>}, %s: tensor<2x8x6xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,8,6)>}) -> (tensor<2x16x12xf32> {sdy.sharding = #sdy.sharding<@m, DIMS(2,16,12)>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 1, 3, 3>, window_strides = array<i64: 1, 2, 2>, padding = dense<[[0, 0], [0, 1], [1, 1]]> : tensor<3x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<2x16x12xf32>, tensor<2x8x6xf32>, tensor<f32>) -> tensor<2x16x12xf32>
  return %0 : tensor<2x16x12xf32>
}
