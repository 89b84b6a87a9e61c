// passes: refine:;0=tensor<4x8xf32>
// report: dynamic 0
// Types flow, sizes become constants.
func.func public @main(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x8xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %c = stablehlo.constant dense<8> : tensor<1xi32>
  %s = stablehlo.concatenate %n1, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %o = stablehlo.constant dense<1.0> : tensor<f32>
  %b = stablehlo.dynamic_broadcast_in_dim %o, %s, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x8xf32>
  %y = stablehlo.add %x, %b : tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}
// =>
func.func public @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %o = stablehlo.constant dense<1.0> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %o, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %y = stablehlo.add %x, %b : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}
// -----
// passes: refine:;0=3;1=tensor<3xf32>
// report: dynamic 0
// A dimension as an argument: reshape, iota, slice, pad.
func.func public @main(%n: tensor<i64>, %x: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xi32>, tensor<?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %none = stablehlo.constant dense<0> : tensor<1xi64>
  %n1 = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
  %s = stablehlo.concatenate %n1, %one, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %a = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %two = stablehlo.add %n1, %n1 : tensor<1xi64>
  %b = stablehlo.dynamic_iota %two, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  %c = stablehlo.real_dynamic_slice %x, %one, %n1, %one : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  %d = stablehlo.dynamic_pad %x, %zero, %n1, %none, %one : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %a, %b, %c, %d : tensor<?x?xf32>, tensor<?xi32>, tensor<?xf32>, tensor<?xf32>
}
// =>
func.func public @main(%n: tensor<i64>, %x: tensor<3xf32>) -> (tensor<3x1xf32>, tensor<6xi32>, tensor<2xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.reshape %x : (tensor<3xf32>) -> tensor<3x1xf32>
  %b = stablehlo.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi32>
  %c = stablehlo.slice %x [1:3] : (tensor<3xf32>) -> tensor<2xf32>
  %d = stablehlo.pad %x, %zero, low = [3], high = [0], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<8xf32>
  return %a, %b, %c, %d : tensor<3x1xf32>, tensor<6xi32>, tensor<2xf32>, tensor<8xf32>
}
// -----
// passes: refine:;0=tensor<9x4xf32>
// report: dynamic 0
// A slice of constant size from an unknown start.
func.func public @main(%x: tensor<?x4xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %third = stablehlo.constant dense<3> : tensor<i32>
  %m = stablehlo.divide %n, %third : tensor<i32>
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %size = stablehlo.concatenate %m1, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %strides = stablehlo.constant dense<1> : tensor<2xi32>
  %same = stablehlo.convert %s : tensor<2xi32>
  %end = stablehlo.add %same, %size : tensor<2xi32>
  %y = stablehlo.real_dynamic_slice %x, %s, %end, %strides : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
// =>
func.func public @main(%x: tensor<9x4xf32>, %s: tensor<2xi32>) -> tensor<3x2xf32> {
  %0 = stablehlo.slice %s [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
  %2 = stablehlo.slice %s [1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %3 = stablehlo.reshape %2 : (tensor<1xi32>) -> tensor<i32>
  %y = stablehlo.dynamic_slice %x, %1, %3, sizes = [3, 2] : (tensor<9x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}
// -----
// passes: refine:;0=tensor<5x4xf32>;1=tensor<2x1xi32>;2=tensor<1x1x8x8xf32>
// report: dynamic 0
// Gather and convolution.
func.func public @main(%x: tensor<?x4xf32>, %i: tensor<?x1xi32>, %image: tensor<1x1x?x8xf32>, %k: tensor<1x1x3x3xf32>) -> (tensor<?x?xf32>, tensor<?x?x?x?xf32>) {
  %sizes = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  %y = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> {tag = "kept"} : (tensor<?x4xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %padding = stablehlo.constant dense<[[1, 1], [0, 2]]> : tensor<2x2xi64>
  %z = "stablehlo.dynamic_conv"(%image, %k, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, window_strides = array<i64: 2, 1>}> : (tensor<1x1x?x8xf32>, tensor<1x1x3x3xf32>, tensor<2x2xi64>) -> tensor<?x?x?x?xf32>
  return %y, %z : tensor<?x?xf32>, tensor<?x?x?x?xf32>
}
// =>
func.func public @main(%x: tensor<5x4xf32>, %i: tensor<2x1xi32>, %image: tensor<1x1x8x8xf32>, %k: tensor<1x1x3x3xf32>) -> (tensor<2x3xf32>, tensor<1x1x4x8xf32>) {
  %y = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> {tag = "kept"} : (tensor<5x4xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  %z = "stablehlo.convolution"(%image, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, padding = dense<[[1, 1], [0, 2]]> : tensor<2x2xi64>, window_strides = array<i64: 2, 1>}> : (tensor<1x1x8x8xf32>, tensor<1x1x3x3xf32>) -> tensor<1x1x4x8xf32>
  return %y, %z : tensor<2x3xf32>, tensor<1x1x4x8xf32>
}
// -----
// passes: refine:;0=tensor<5x4xf32>;1=3
// report: dynamic 0
// Bounded sizes: a smaller size is a slice.
func.func public @main(%x: tensor<5x4xf32>, %n: tensor<i32>) -> (tensor<?x4xf32, #stablehlo.bounds<5, ?>>, tensor<5x?xf32, #stablehlo.bounds<?, 4>>, tensor<?x4xf32, #stablehlo.bounds<5, ?>>) {
  %four = stablehlo.constant dense<4> : tensor<i32>
  %y = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<5x4xf32>, tensor<i32>) -> tensor<?x4xf32, #stablehlo.bounds<5, ?>>
  %z = stablehlo.set_dimension_size %x, %four, dim = 1 : (tensor<5x4xf32>, tensor<i32>) -> tensor<5x?xf32, #stablehlo.bounds<?, 4>>
  %w = stablehlo.negate %y : tensor<?x4xf32, #stablehlo.bounds<5, ?>>
  return %y, %z, %w : tensor<?x4xf32, #stablehlo.bounds<5, ?>>, tensor<5x?xf32, #stablehlo.bounds<?, 4>>, tensor<?x4xf32, #stablehlo.bounds<5, ?>>
}
// =>
func.func public @main(%x: tensor<5x4xf32>, %n: tensor<i32>) -> (tensor<3x4xf32>, tensor<5x4xf32>, tensor<3x4xf32>) {
  %y = stablehlo.slice %x [0:3, 0:4] : (tensor<5x4xf32>) -> tensor<3x4xf32>
  %w = stablehlo.negate %y : tensor<3x4xf32>
  return %y, %x, %w : tensor<3x4xf32>, tensor<5x4xf32>, tensor<3x4xf32>
}
// -----
// passes: refine:;0=tensor<6xf32>
// report: dynamic 0
// Sizes through comparisons, selections, floating point numbers and bits.
func.func public @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xui8>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %limit = stablehlo.constant dense<5> : tensor<i32>
  %more = stablehlo.compare GT, %n, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %m = stablehlo.select %more, %limit, %n : tensor<i1>, tensor<i32>
  %f = stablehlo.convert %m : (tensor<i32>) -> tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %g = stablehlo.multiply %f, %half : tensor<f32>
  %h = stablehlo.ceil %g : tensor<f32>
  %i = stablehlo.convert %h : (tensor<f32>) -> tensor<i32>
  %s = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.dynamic_broadcast_in_dim %zero, %s, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %b = stablehlo.bitcast_convert %y : (tensor<?xf32>) -> tensor<?x4xui8>
  %c = stablehlo.constant dense<12> : tensor<1xi32>
  %d = stablehlo.dynamic_reshape %b, %c : (tensor<?x4xui8>, tensor<1xi32>) -> tensor<?xui8>
  return %y, %d : tensor<?xf32>, tensor<?xui8>
}
// =>
func.func public @main(%x: tensor<6xf32>) -> (tensor<3xf32>, tensor<12xui8>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %b = stablehlo.bitcast_convert %y : (tensor<3xf32>) -> tensor<3x4xui8>
  %d = stablehlo.reshape %b : (tensor<3x4xui8>) -> tensor<12xui8>
  return %y, %d : tensor<3xf32>, tensor<12xui8>
}
// -----
// passes: refine:;0=tensor<2x?xf32>
// report: dynamic 2
// report: 'stablehlo.dynamic_iota' op remains dynamic: its result is of type tensor<?xi32>
// Part of the sizes is known. What depends on the others stays.
func.func public @main(%x: tensor<?x?xf32>) -> (tensor<?xi32>, tensor<?x?xf32>) {
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %s = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %y = stablehlo.negate %x : tensor<?x?xf32>
  return %i, %y : tensor<?xi32>, tensor<?x?xf32>
}
// =>
func.func public @main(%x: tensor<2x?xf32>) -> (tensor<?xi32>, tensor<2x?xf32>) {
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x?xf32>) -> tensor<i32>
  %s = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %y = stablehlo.negate %x : tensor<2x?xf32>
  return %i, %y : tensor<?xi32>, tensor<2x?xf32>
}
// -----
// passes: refine:;0=tensor<4x8xf32>;1=tensor<8xf32>
// report: dynamic 0
// CHLO broadcasts.
func.func public @main(%x: tensor<?x8xf32>, %y: tensor<?xf32>) -> (tensor<?x8xf32>, tensor<?x8xi1>) {
  %a = chlo.broadcast_add %x, %y : (tensor<?x8xf32>, tensor<?xf32>) -> tensor<?x8xf32>
  %b = chlo.broadcast_compare %a, %y {comparison_direction = #chlo<comparison_direction LT>} : (tensor<?x8xf32>, tensor<?xf32>) -> tensor<?x8xi1>
  %c = "chlo.constant_like"(%a) <{value = 1.0 : f32}> : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %c, %b : tensor<?x8xf32>, tensor<?x8xi1>
}
// =>
func.func public @main(%x: tensor<4x8xf32>, %y: tensor<8xf32>) -> (tensor<4x8xf32>, tensor<4x8xi1>) {
  %a = chlo.broadcast_add %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %b = chlo.broadcast_compare %a, %y {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  %c = "chlo.constant_like"(%a) <{value = 1.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %c, %b : tensor<4x8xf32>, tensor<4x8xi1>
}
// -----
// passes: refine:;0=tensor<6x4xf32>
// report: dynamic 0
// Collectives change one dimension.
func.func public @main(%x: tensor<?x4xf32>) -> (tensor<?x8xf32>, tensor<?x2xf32>) {
  %a = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x4xf32>) -> tensor<?x8xf32>
  %b = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?x4xf32>) -> tensor<?x2xf32>
  return %a, %b : tensor<?x8xf32>, tensor<?x2xf32>
}
// =>
func.func public @main(%x: tensor<6x4xf32>) -> (tensor<6x8xf32>, tensor<6x2xf32>) {
  %a = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<6x4xf32>) -> tensor<6x8xf32>
  %b = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6x4xf32>) -> tensor<6x2xf32>
  return %a, %b : tensor<6x8xf32>, tensor<6x2xf32>
}
// -----
// passes: refine:;0=tensor<6x4xf32>
// report: dynamic 0
func.func public @main(%x: tensor<?x4xf32>) -> (tensor<?x2xf32>, tensor<?x2xi32>) {
  %a:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64}} : (tensor<?x4xf32>) -> (tensor<?x2xf32>, tensor<?x2xi32>)
  return %a#0, %a#1 : tensor<?x2xf32>, tensor<?x2xi32>
}
// =>
func.func public @main(%x: tensor<6x4xf32>) -> (tensor<6x2xf32>, tensor<6x2xi32>) {
  %a:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64}} : (tensor<6x4xf32>) -> (tensor<6x2xf32>, tensor<6x2xi32>)
  return %a#0, %a#1 : tensor<6x2xf32>, tensor<6x2xi32>
}
// -----
// passes: refine:;0=tensor<6x4xf32>
// report: dynamic 0
func.func public @main(%x: tensor<?x4xf32>) -> (tensor<?x?xf32>, tensor<4x?xf32>) {
  %a = stablehlo.einsum %x, %x, config = "ab,cb->ca" : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  %b = stablehlo.unary_einsum %x, config = "...ab->...ba" : (tensor<?x4xf32>) -> tensor<4x?xf32>
  return %a, %b : tensor<?x?xf32>, tensor<4x?xf32>
}
// =>
func.func public @main(%x: tensor<6x4xf32>) -> (tensor<6x6xf32>, tensor<4x6xf32>) {
  %a = stablehlo.einsum %x, %x, config = "ab,cb->ca" : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x6xf32>
  %b = stablehlo.unary_einsum %x, config = "...ab->...ba" : (tensor<6x4xf32>) -> tensor<4x6xf32>
  return %a, %b : tensor<6x6xf32>, tensor<4x6xf32>
}
