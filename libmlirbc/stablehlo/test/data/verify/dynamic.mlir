func.func @f(%a0: tensor<?x1xf32>, %a1: tensor<3xi64>) {
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 1, 2>} : (tensor<?x1xf32>, tensor<3xi64>) -> (tensor<4x?x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<?x1xf32>, %a1: tensor<?xi64>) {
  // expect: statically shaped 1-dimensional
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 1, 2>} : (tensor<?x1xf32>, tensor<?xi64>) -> (tensor<4x?x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<?x1xf32>, %a1: tensor<3xi64>) {
  // expect: compatible element type
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 1, 2>} : (tensor<?x1xf32>, tensor<3xi64>) -> (tensor<4x?x5xf64>)
  func.return
}
// -----
func.func @f(%a0: tensor<?x1xf32>, %a1: tensor<3xi64>) {
  // expect: does not match operand rank
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<?x1xf32>, tensor<3xi64>) -> (tensor<4x?x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<?x1xf32>, %a1: tensor<3xi64>) {
  // expect: must not repeat
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 1, 1>} : (tensor<?x1xf32>, tensor<3xi64>) -> (tensor<4x?x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<?x1xf32>, %a1: tensor<3xi64>) {
  // expect: must be in range
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 1, 3>} : (tensor<?x1xf32>, tensor<3xi64>) -> (tensor<4x?x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<?x3xf32>, %a1: tensor<3xi64>) {
  // expect: is not compatible with size of result
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 1, 2>} : (tensor<?x3xf32>, tensor<3xi64>) -> (tensor<4x?x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<?x1xf32>, %a1: tensor<2xi64>) {
  // expect: is not equal to number of output dimensions
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 1, 2>} : (tensor<?x1xf32>, tensor<2xi64>) -> (tensor<4x?x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<?x1xf32>, %a1: tensor<3xi64>) {
  // expect: must be in range
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 1, 2>, known_expanding_dimensions = array<i64: 2>} : (tensor<?x1xf32>, tensor<3xi64>) -> (tensor<4x?x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<?x1xf32>, %a1: tensor<3xi64>) {
  // expect: duplicated dimension
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 1, 2>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?x1xf32>, tensor<3xi64>) -> (tensor<4x?x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  %r = "stablehlo.dynamic_iota"(%a0) {iota_dimension = 1 : i64} : (tensor<2xi32>) -> (tensor<?x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  // expect: out of range
  %r = "stablehlo.dynamic_iota"(%a0) {iota_dimension = 2 : i64} : (tensor<2xi32>) -> (tensor<?x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3xi32>) {
  // expect: but output_shape has 3
  %r = "stablehlo.dynamic_iota"(%a0) {iota_dimension = 1 : i64} : (tensor<3xi32>) -> (tensor<?x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4xf64>, %a1: tensor<f64>, %a2: tensor<1xi32>, %a3: tensor<1xi32>, %a4: tensor<1xi32>) {
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<4xf64>, tensor<f64>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<?xf64>)
  func.return
}
// -----
func.func @f(%a0: tensor<4xf64>, %a1: tensor<f64>, %a2: tensor<2xi32>, %a3: tensor<1xi32>, %a4: tensor<1xi32>) {
  // expect: must match operand rank
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<4xf64>, tensor<f64>, tensor<2xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<?xf64>)
  func.return
}
// -----
func.func @f(%a0: tensor<4xf64>, %a1: tensor<f32>, %a2: tensor<1xi32>, %a3: tensor<1xi32>, %a4: tensor<1xi32>) {
  // expect: compatible element type
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<4xf64>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<?xf64>)
  func.return
}
// -----
func.func @f(%a0: tensor<4xf64>, %a1: tensor<f64>, %a2: tensor<1xi32>, %a3: tensor<1xi32>, %a4: tensor<1xi32>) {
  // expect: must match operand rank
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<4xf64>, tensor<f64>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<?x?xf64>)
  func.return
}
// -----
func.func @f(%a0: tensor<11xf32>, %a1: tensor<2xindex>) {
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<11xf32>, tensor<2xindex>) -> (tensor<?x?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<11xf32>, %a1: tensor<2xindex>) {
  // expect: number of output elements (10)
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<11xf32>, tensor<2xindex>) -> (tensor<2x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<11xf32>, %a1: tensor<2xindex>) {
  // expect: should have a rank equal
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<11xf32>, tensor<2xindex>) -> (tensor<?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<11xf32>, %a1: tensor<?xindex>) {
  // expect: statically shaped
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<11xf32>, tensor<?xindex>) -> (tensor<?x?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<11xf32>, %a1: tensor<2xindex>) {
  // expect: compatible element type
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<11xf32>, tensor<2xindex>) -> (tensor<?x?xf64>)
  func.return
}
// -----
func.func @f(%a0: tensor<12xf32>) {
  %s = "stablehlo.constant"() {value = dense<[3, 4]> : tensor<2xi64>} : () -> tensor<2xi64>
  %r = "stablehlo.dynamic_reshape"(%a0, %s) : (tensor<12xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  // expect: output shape [3, 4] is incompatible
  %t = "stablehlo.dynamic_reshape"(%a0, %s) : (tensor<12xf32>, tensor<2xi64>) -> tensor<4x?xf32>
  func.return
}
// -----
func.func @f(%a0: tensor<4xf64>, %a1: tensor<f64>) {
  %c = "stablehlo.constant"() {value = dense<[1]> : tensor<1xi64>} : () -> tensor<1xi64>
  %n = "stablehlo.constant"() {value = dense<-1> : tensor<1xi64>} : () -> tensor<1xi64>
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %c, %c, %c) : (tensor<4xf64>, tensor<f64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<9xf64>
  // expect: interior_padding must be non-negative
  %s = "stablehlo.dynamic_pad"(%a0, %a1, %c, %c, %n) : (tensor<4xf64>, tensor<f64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<9xf64>
  func.return
}
// -----
func.func @f(%a0: tensor<?x4xi32>, %a1: tensor<2xi64>, %a2: tensor<2xi64>, %a3: tensor<2xi64>) {
  %r = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<?x4xi32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?x?xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<?x4xi32>, %a1: tensor<3xi64>, %a2: tensor<3xi64>, %a3: tensor<3xi64>) {
  // expect: mismatched number of indices
  %r = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<?x4xi32>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> (tensor<?x?xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<?x4xi32>, %a1: tensor<2xi64>, %a2: tensor<2xi32>, %a3: tensor<2xi64>) {
  // expect: same element type
  %r = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<?x4xi32>, tensor<2xi64>, tensor<2xi32>, tensor<2xi64>) -> (tensor<?x?xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<?x4xi32>, %a1: tensor<2xi64>, %a2: tensor<2xi64>, %a3: tensor<2xi64>) {
  // expect: must match operand rank
  %r = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<?x4xi32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<3xi64>) {
  %r = "stablehlo.rng"(%a0, %a1, %a2) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<f32>, tensor<f32>, tensor<3xi64>) -> (tensor<?x?x?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1xf32>, %a1: tensor<f32>, %a2: tensor<3xi64>) {
  // expect: must be a scalar tensor
  %r = "stablehlo.rng"(%a0, %a1, %a2) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<1xf32>, tensor<f32>, tensor<3xi64>) -> (tensor<?x?x?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<3xi64>) {
  // expect: not compatible
  %r = "stablehlo.rng"(%a0, %a1, %a2) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<f32>, tensor<f32>, tensor<3xi64>) -> (tensor<?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<i32>, %a1: tensor<i32>, %a2: tensor<3xi64>) {
  // expect: needs floats
  %r = "stablehlo.rng"(%a0, %a1, %a2) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<i32>, tensor<i32>, tensor<3xi64>) -> (tensor<?x?x?xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<3xi64>) {
  // expect: rng_distribution ...
  %r = "stablehlo.rng"(%a0, %a1, %a2) {rng_distribution = 1 : i64} : (tensor<f32>, tensor<f32>, tensor<3xi64>) -> (tensor<?x?x?xf32>)
  func.return
}
