func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<4xf32>) {
  // expect: either 1 or 2
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<2x3x4xf32>, tensor<4xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  // expect: does not match the first of rhs
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  // expect: not compatible
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  // expect: <= 2 elements
  %r = "stablehlo.dot"(%a0, %a1) {precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x4xi8>, %a1: tensor<2x4x5xi8>) {
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xi8>, tensor<2x4x5xi8>) -> (tensor<2x3x5xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x4xi8>, %a1: tensor<2x4x5xi8>) {
  // expect: same number of batching
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xi8>, tensor<2x4x5xi8>) -> (tensor<2x3x5xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x4xi8>, %a1: tensor<2x4x5xi8>) {
  // expect: same number of contracting
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = []>} : (tensor<2x3x4xi8>, tensor<2x4x5xi8>) -> (tensor<2x3x5xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x4xi8>, %a1: tensor<2x4x5xi8>) {
  // expect: duplicated dimension
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xi8>, tensor<2x4x5xi8>) -> (tensor<2x3x5xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x4xi8>, %a1: tensor<2x4x5xi8>) {
  // expect: must be in range
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xi8>, tensor<2x4x5xi8>) -> (tensor<2x3x5xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x4xi8>, %a1: tensor<2x4x5xi8>) {
  // expect: must be in range
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [-1], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xi8>, tensor<2x4x5xi8>) -> (tensor<2x3x5xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x4xi8>, %a1: tensor<2x4x5xi8>) {
  // expect: contracting dimension sizes
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xi8>, tensor<2x4x5xi8>) -> (tensor<2x3x5xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x4xi8>, %a1: tensor<2x4x5xi8>) {
  // expect: dimension sizes must match
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>} : (tensor<2x3x4xi8>, tensor<2x4x5xi8>) -> (tensor<2x3x5xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x4xi8>, %a1: tensor<2x4x5xi8>) {
  // expect: not compatible
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xi8>, tensor<2x4x5xi8>) -> (tensor<2x5x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x4xi8>, %a1: tensor<2x4x5xi8>) {
  // expect: no hardware
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 2, allow_imprecise_accumulation = false>} : (tensor<2x3x4xi8>, tensor<2x4x5xi8>) -> (tensor<2x3x5xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x4xi8>, %a1: tensor<2x4x5xi8>) {
  // expect: must be positive
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : (tensor<2x3x4xi8>, tensor<2x4x5xi8>) -> (tensor<2x3x5xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x4xi8>, %a1: tensor<2x4x5xi8>) {
  // expect: must specify DEFAULT
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]} : (tensor<2x3x4xi8>, tensor<2x4x5xi8>) -> (tensor<2x3x5xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4xf32>, %a1: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>} : (tensor<4xf32>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<f32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4xf32>, %a1: tensor<4x!quant.uniform<i8:f32, 2.0:3>>) {
  // expect: zero point of rhs
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>} : (tensor<4xf32>, tensor<4x!quant.uniform<i8:f32, 2.0:3>>) -> (tensor<f32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2x!quant.uniform<i8:f32:0, {2.0,3.0}>>) {
  // expect: must not be a contracting
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>} : (tensor<2xf32>, tensor<2x!quant.uniform<i8:f32:0, {2.0,3.0}>>) -> (tensor<f32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32, 2.0:15>>, %a1: tensor<2xf32>) {
  // expect: rhs should be quantized
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>} : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2xf32>) -> (tensor<f32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>) {
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207xf32>) {
  // expect: same number of dimensions
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x207xf32>, tensor<3x3x207xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  // expect: >= 2 dimensions
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<3xf32>, tensor<3xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>) {
  // expect: positive window-strides
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 0>} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>) {
  // expect: same dimension-size as size of window
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1>} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>) {
  // expect: positive window-dilation
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, rhs_dilation = array<i64: 0, 1>} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>) {
  // expect: positive base-dilation
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, lhs_dilation = array<i64: 0, 1>} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>) {
  // expect: window-reversal
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_reversal = array<i1: false>} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>) {
  // expect: {N, 2}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<1> : tensor<2x3xi64>} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>) {
  // expect: padding-entries
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<1> : tensor<3x2xi64>} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>) {
  // expect: feature_group_count
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>) {
  // expect: batch_group_count
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>) {
  // expect: not to be both greater than 1
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 2 : i64} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>) {
  // expect: must be positive
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 0 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x20x16xf32>) {
  // expect: kernel input feature dimension
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x207xf32>, tensor<3x3x20x16xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xi32>) {
  // expect: compatible element type
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xi32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>) {
  // expect: not compatible
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>) -> (tensor<1x8x8x17xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x0x207x16xf32>) {
  // expect: to have positive value
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x207xf32>, tensor<3x0x207x16xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>) {
  // expect: have 3 dimensions
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>) {
  // expect: out of range
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<9223372036854775807> : tensor<2x2xi64>} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>) -> (tensor<1x8x8x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>, %a2: tensor<2x2xi32>) {
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>, tensor<2x2xi32>) -> (tensor<1x?x?x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>, %a2: tensor<2xi32>) {
  // expect: the padding to have shape
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>, tensor<2xi32>) -> (tensor<1x?x?x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>, %a2: tensor<2x2xi32>) {
  // expect: feature_group_count
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>, tensor<2x2xi32>) -> (tensor<1x?x?x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x8x8x207xf32>, %a1: tensor<3x3x207x16xf32>, %a2: tensor<2x2xi32>) {
  // expect: not compatible
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>, tensor<2x2xi32>) -> (tensor<1x?x?x15xf32>)
  func.return
}
