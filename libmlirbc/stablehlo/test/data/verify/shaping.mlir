func.func @f(%a0: tensor<3xf32>) {
  %r = "stablehlo.broadcast"(%a0) {broadcast_sizes = array<i64: 1, 2>} : (tensor<3xf32>) -> (tensor<1x2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3xf32>) {
  // expect: not compatible
  %r = "stablehlo.broadcast"(%a0) {broadcast_sizes = array<i64: 1, 2>} : (tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3xf32>) {
  // expect: negative dimension size
  %r = "stablehlo.broadcast"(%a0) {broadcast_sizes = array<i64: -1, 2>} : (tensor<3xf32>) -> (tensor<1x2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x3xf32>) {
  %r = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 2, 0>} : (tensor<1x3xf32>) -> (tensor<3x2x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x3xf32>) {
  // expect: does not match operand rank
  %r = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 0>} : (tensor<1x3xf32>) -> (tensor<3x2x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x3xf32>) {
  // expect: must not repeat
  %r = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 0, 0>} : (tensor<1x3xf32>) -> (tensor<3x2x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x3xf32>) {
  // expect: must be in range
  %r = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 0, 3>} : (tensor<1x3xf32>) -> (tensor<3x2x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x3xf32>) {
  // expect: is not equal to 1 or size
  %r = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<1x3xf32>) -> (tensor<3x2x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x3xf32>) {
  // expect: single bounded dimension
  %r = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 2, 0>} : (tensor<1x3xf32>) -> (tensor<3x?x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x?xf32, #stablehlo.bounds<?, 5>>) {
  %r = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 1, 2>} : (tensor<1x?xf32, #stablehlo.bounds<?, 5>>) -> (tensor<2x1x?xf32, #stablehlo.bounds<?, ?, 5>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>) {
  %r = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 1>} : (tensor<2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>) -> (tensor<3x2x!quant.uniform<i8:f32:1, {0.1:-30, 0.5:-20}>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>) {
  // expect: is not broadcast_dimensions[0]
  %r = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 0>} : (tensor<2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>) -> (tensor<2x2x!quant.uniform<i8:f32:1, {0.1:-30, 0.5:-20}>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32, 2.0:15>>) {
  // expect: same quantization scales
  %r = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 1>} : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> (tensor<3x2x!quant.uniform<i8:f32, 2.0:14>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<2x?xf32>) {
  %r = "stablehlo.concatenate"(%a0, %a1) {dimension = 1 : i64} : (tensor<2x3xf32>, tensor<2x?xf32>) -> (tensor<2x?xf32>)
  func.return
}
// -----
func.func @f() {
  // expect: but found 0
  %r = "stablehlo.concatenate"() {dimension = 1 : i64} : () -> (tensor<2x?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2x3xf32>) {
  // expect: do not match rank
  %r = "stablehlo.concatenate"(%a0, %a1) {dimension = 1 : i64} : (tensor<2xf32>, tensor<2x3xf32>) -> (tensor<2x?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<f32>, %a1: tensor<f32>) {
  // expect: rank-0 values
  %r = "stablehlo.concatenate"(%a0, %a1) {dimension = 1 : i64} : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<2x?xf32>) {
  // expect: out-of-bounds
  %r = "stablehlo.concatenate"(%a0, %a1) {dimension = 2 : i64} : (tensor<2x3xf32>, tensor<2x?xf32>) -> (tensor<2x?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x3xf32>) {
  // expect: are not compatible at non-concat index 0
  %r = "stablehlo.concatenate"(%a0, %a1) {dimension = 1 : i64} : (tensor<2x3xf32>, tensor<3x3xf32>) -> (tensor<2x?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<2x3xi32>) {
  // expect: compatible element types
  %r = "stablehlo.concatenate"(%a0, %a1) {dimension = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x9223372036854775807xf32>, %a1: tensor<2x3xf32>) {
  // expect: above 2^63
  %r = "stablehlo.concatenate"(%a0, %a1) {dimension = 1 : i64} : (tensor<2x9223372036854775807xf32>, tensor<2x3xf32>) -> (tensor<2x?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi32>) {
  %r = "stablehlo.slice"(%a0) {start_indices = array<i64: 1, 0>, limit_indices = array<i64: 2, 4>, strides = array<i64: 1, 2>} : (tensor<3x4xi32>) -> (tensor<1x2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi32>) {
  // expect: does not match the rank
  %r = "stablehlo.slice"(%a0) {start_indices = array<i64: 1>, limit_indices = array<i64: 2, 4>, strides = array<i64: 1, 2>} : (tensor<3x4xi32>) -> (tensor<1x2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi32>) {
  // expect: negative start index
  %r = "stablehlo.slice"(%a0) {start_indices = array<i64: -1, 0>, limit_indices = array<i64: 2, 4>, strides = array<i64: 1, 2>} : (tensor<3x4xi32>) -> (tensor<1x2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi32>) {
  // expect: is larger than dimension size
  %r = "stablehlo.slice"(%a0) {start_indices = array<i64: 1, 0>, limit_indices = array<i64: 2, 5>, strides = array<i64: 1, 2>} : (tensor<3x4xi32>) -> (tensor<1x2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi32>) {
  // expect: is larger than limit index
  %r = "stablehlo.slice"(%a0) {start_indices = array<i64: 3, 0>, limit_indices = array<i64: 2, 4>, strides = array<i64: 1, 2>} : (tensor<3x4xi32>) -> (tensor<1x2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi32>) {
  // expect: stride must be positive
  %r = "stablehlo.slice"(%a0) {start_indices = array<i64: 1, 0>, limit_indices = array<i64: 2, 4>, strides = array<i64: 0, 2>} : (tensor<3x4xi32>) -> (tensor<1x2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi32>) {
  // expect: not compatible
  %r = "stablehlo.slice"(%a0) {start_indices = array<i64: 1, 0>, limit_indices = array<i64: 2, 4>, strides = array<i64: 1, 2>} : (tensor<3x4xi32>) -> (tensor<2x2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x2x0xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 0, 1, 2>, edge_padding_high = array<i64: 1, 1, -1>, interior_padding = array<i64: 0, 0, 1>} : (tensor<1x2x0xf32>, tensor<f32>) -> (tensor<2x4x1xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x2x0xf32>, %a1: tensor<1xf32>) {
  // expect: rank-0 tensor
  %r = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 0, 1, 2>, edge_padding_high = array<i64: 1, 1, -1>, interior_padding = array<i64: 0, 0, 1>} : (tensor<1x2x0xf32>, tensor<1xf32>) -> (tensor<2x4x1xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x2x0xf32>, %a1: tensor<f32>) {
  // expect: not compatible
  %r = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 0, 1, 2>, edge_padding_high = array<i64: 1, 1, -1>, interior_padding = array<i64: 0, 0, 1>} : (tensor<1x2x0xf32>, tensor<f32>) -> (tensor<2x4x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x2x0xf32>, %a1: tensor<f32>) {
  // expect: must match operand rank
  %r = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 1, 1, 0>, interior_padding = array<i64: 0, 0, 1>} : (tensor<1x2x0xf32>, tensor<f32>) -> (tensor<2x4x1xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x2x0xf32>, %a1: tensor<f32>) {
  // expect: negative size
  %r = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 0, 1, 0>, edge_padding_high = array<i64: 1, 1, -1>, interior_padding = array<i64: 0, 0, 1>} : (tensor<1x2x0xf32>, tensor<f32>) -> (tensor<2x4x1xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x2x0xf32>, %a1: tensor<f32>) {
  // expect: cannot be negative
  %r = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 0, 1, 0>, edge_padding_high = array<i64: 1, 1, 0>, interior_padding = array<i64: 0, -1, 1>} : (tensor<1x2x0xf32>, tensor<f32>) -> (tensor<2x4x1xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x2x0xf32>, %a1: tensor<f32>) {
  // expect: out of range
  %r = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 0, 9223372036854775807, 0>, edge_padding_high = array<i64: 1, 1, 0>, interior_padding = array<i64: 0, 1, 1>} : (tensor<1x2x0xf32>, tensor<f32>) -> (tensor<2x4x1xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x2x?xi32>) {
  %r = "stablehlo.transpose"(%a0) {permutation = array<i64: 2, 0, 1>} : (tensor<1x2x?xi32>) -> (tensor<?x1x2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x2x?xi32>) {
  // expect: does not match permutation size
  %r = "stablehlo.transpose"(%a0) {permutation = array<i64: 2, 0>} : (tensor<1x2x?xi32>) -> (tensor<?x1x2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x2x?xi32>) {
  // expect: must be a permutation
  %r = "stablehlo.transpose"(%a0) {permutation = array<i64: 2, 0, 0>} : (tensor<1x2x?xi32>) -> (tensor<?x1x2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x2x?xi32>) {
  // expect: not compatible
  %r = "stablehlo.transpose"(%a0) {permutation = array<i64: 2, 0, 1>} : (tensor<1x2x?xi32>) -> (tensor<?x2x1xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>) {
  %r = "stablehlo.transpose"(%a0) {permutation = array<i64: 1, 0>} : (tensor<2x3x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>) -> (tensor<3x2x!quant.uniform<i8:f32:1, {0.1:-30, 0.5:-20}>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>) {
  // expect: not the same as permutation
  %r = "stablehlo.transpose"(%a0) {permutation = array<i64: 1, 0>} : (tensor<2x2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>) -> (tensor<2x2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>) {
  %r = "stablehlo.reverse"(%a0) {dimensions = array<i64: 1, 0>} : (tensor<2x3xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>) {
  // expect: must not repeat
  %r = "stablehlo.reverse"(%a0) {dimensions = array<i64: 1, 1>} : (tensor<2x3xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>) {
  // expect: must be in range
  %r = "stablehlo.reverse"(%a0) {dimensions = array<i64: -1>} : (tensor<2x3xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>) {
  // expect: must be in range
  %r = "stablehlo.reverse"(%a0) {dimensions = array<i64: 2>} : (tensor<2x3xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.reshape"(%a0) : (tensor<2x3xf32>) -> (tensor<6xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>) {
  // expect: number of output elements (5)
  %r = "stablehlo.reshape"(%a0) : (tensor<2x3xf32>) -> (tensor<5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>) {
  // expect: same element type
  %r = "stablehlo.reshape"(%a0) : (tensor<2x3xf32>) -> (tensor<6xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>) {
  // expect: single bounded dimension
  %r = "stablehlo.reshape"(%a0) : (tensor<2x3xf32>) -> (tensor<?x?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4294967296x4294967296xf32>) {
  // expect: above 2^63
  %r = "stablehlo.reshape"(%a0) : (tensor<4294967296x4294967296xf32>) -> (tensor<4294967295x4294967297xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>) {
  %r = "stablehlo.reshape"(%a0) : (tensor<2x3x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>) -> (tensor<2x3x1x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x2x!quant.uniform<i8:f32:1, {0.1:-30, 0.5:-20}>>) {
  // expect: the product of the dimensions before
  %r = "stablehlo.reshape"(%a0) : (tensor<3x2x!quant.uniform<i8:f32:1, {0.1:-30, 0.5:-20}>>) -> (tensor<2x3x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi32>, %a1: tensor<i64>, %a2: tensor<i64>) {
  %r = "stablehlo.dynamic_slice"(%a0, %a1, %a2) {slice_sizes = array<i64: 1, 4>} : (tensor<3x4xi32>, tensor<i64>, tensor<i64>) -> (tensor<1x4xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi32>, %a1: tensor<i64>, %a2: tensor<i64>) {
  // expect: mismatched number of slice sizes
  %r = "stablehlo.dynamic_slice"(%a0, %a1, %a2) {slice_sizes = array<i64: 1>} : (tensor<3x4xi32>, tensor<i64>, tensor<i64>) -> (tensor<1x4xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi32>, %a1: tensor<i64>) {
  // expect: mismatched number of start indices
  %r = "stablehlo.dynamic_slice"(%a0, %a1) {slice_sizes = array<i64: 1>} : (tensor<3x4xi32>, tensor<i64>) -> (tensor<1x4xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi32>, %a1: tensor<i64>, %a2: tensor<i32>) {
  // expect: same element type
  %r = "stablehlo.dynamic_slice"(%a0, %a1, %a2) {slice_sizes = array<i64: 1, 4>} : (tensor<3x4xi32>, tensor<i64>, tensor<i32>) -> (tensor<1x4xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi32>, %a1: tensor<i64>, %a2: tensor<i64>) {
  // expect: negative size
  %r = "stablehlo.dynamic_slice"(%a0, %a1, %a2) {slice_sizes = array<i64: -1, 4>} : (tensor<3x4xi32>, tensor<i64>, tensor<i64>) -> (tensor<1x4xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi32>, %a1: tensor<i64>, %a2: tensor<i64>) {
  // expect: greater than dimension size
  %r = "stablehlo.dynamic_slice"(%a0, %a1, %a2) {slice_sizes = array<i64: 1, 5>} : (tensor<3x4xi32>, tensor<i64>, tensor<i64>) -> (tensor<1x4xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi32>, %a1: tensor<1xi64>, %a2: tensor<i64>) {
  // expect: scalar tensor of an integer
  %r = "stablehlo.dynamic_slice"(%a0, %a1, %a2) {slice_sizes = array<i64: 1, 4>} : (tensor<3x4xi32>, tensor<1xi64>, tensor<i64>) -> (tensor<1x4xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi64>, %a1: tensor<1x4xi64>, %a2: tensor<i64>, %a3: tensor<i64>) {
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<3x4xi64>, tensor<1x4xi64>, tensor<i64>, tensor<i64>) -> (tensor<3x4xi64>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi64>, %a1: tensor<4xi64>, %a2: tensor<i64>, %a3: tensor<i64>) {
  // expect: update rank does not match
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<3x4xi64>, tensor<4xi64>, tensor<i64>, tensor<i64>) -> (tensor<3x4xi64>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi64>, %a1: tensor<1x4xi64>, %a2: tensor<i64>) {
  // expect: expects number of start_indices
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<3x4xi64>, tensor<1x4xi64>, tensor<i64>) -> (tensor<3x4xi64>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi64>, %a1: tensor<1x5xi64>, %a2: tensor<i64>, %a3: tensor<i64>) {
  // expect: to be in range [0, 4]
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<3x4xi64>, tensor<1x5xi64>, tensor<i64>, tensor<i64>) -> (tensor<3x4xi64>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi64>, %a1: tensor<1x4xi64>, %a2: tensor<i64>, %a3: tensor<i32>) {
  // expect: same element type
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<3x4xi64>, tensor<1x4xi64>, tensor<i64>, tensor<i32>) -> (tensor<3x4xi64>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x4xi64>, %a1: tensor<1x4xi32>, %a2: tensor<i64>, %a3: tensor<i64>) {
  // expect: compatible element types
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<3x4xi64>, tensor<1x4xi32>, tensor<i64>, tensor<i64>) -> (tensor<3x4xi64>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x?xf32>) {
  %r = "stablehlo.get_dimension_size"(%a0) {dimension = 1 : i64} : (tensor<2x?xf32>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x?xf32>) {
  // expect: in range [0, 2)
  %r = "stablehlo.get_dimension_size"(%a0) {dimension = 2 : i64} : (tensor<2x?xf32>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x?xf32>) {
  // expect: scalar tensor of i32
  %r = "stablehlo.get_dimension_size"(%a0) {dimension = 1 : i64} : (tensor<2x?xf32>) -> (tensor<i64>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x5xf32>, %a1: tensor<i32>) {
  %r = "stablehlo.set_dimension_size"(%a0, %a1) {dimension = 1 : i64} : (tensor<2x5xf32>, tensor<i32>) -> (tensor<2x?xf32, #stablehlo.bounds<?, 5>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x5xf32>, %a1: tensor<i32>) {
  // expect: in range [0, 2)
  %r = "stablehlo.set_dimension_size"(%a0, %a1) {dimension = 2 : i64} : (tensor<2x5xf32>, tensor<i32>) -> (tensor<2x?xf32, #stablehlo.bounds<?, 5>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x5xf32>, %a1: tensor<1xi32>) {
  // expect: scalar tensor of i32
  %r = "stablehlo.set_dimension_size"(%a0, %a1) {dimension = 1 : i64} : (tensor<2x5xf32>, tensor<1xi32>) -> (tensor<2x?xf32, #stablehlo.bounds<?, 5>>)
  func.return
}
// -----
func.func @f(%a0: tensor<5x1x5xi32>, %a1: tensor<2xi32>) {
  %r = "stablehlo.torch_index_select"(%a0, %a1) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<5x1x5xi32>, tensor<2xi32>) -> (tensor<2x1x5xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<5x1x5xi32>, %a1: tensor<2xi32>) {
  // expect: not compatible
  %r = "stablehlo.torch_index_select"(%a0, %a1) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<5x1x5xi32>, tensor<2xi32>) -> (tensor<2x5xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<5x1x5xi32>, %a1: tensor<2xi32>) {
  // expect: must satisfy
  %r = "stablehlo.torch_index_select"(%a0, %a1) {dim = 3 : i64, batch_dims = 0 : i64} : (tensor<5x1x5xi32>, tensor<2xi32>) -> (tensor<2x1x5xi32>)
  func.return
}
