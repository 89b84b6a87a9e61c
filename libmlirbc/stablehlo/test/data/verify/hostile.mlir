func.func @f(%a0: tensor<1099511627776x1099511627776xf32>, %a1: tensor<1099511627776x1099511627776xf32>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<1099511627776x1099511627776xf32>, tensor<1099511627776x1099511627776xf32>) -> (tensor<1099511627776x1099511627776xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1099511627776x1099511627776xf32>) {
  %r = "stablehlo.reshape"(%a0) : (tensor<1099511627776x1099511627776xf32>) -> (tensor<1099511627776x1099511627776xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4xf32>) {
  // expect: negative start index
  %r = "stablehlo.slice"(%a0) {start_indices = array<i64: -9223372036854775808>, limit_indices = array<i64: 9223372036854775807>, strides = array<i64: 1>} : (tensor<4xf32>) -> (tensor<4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<?xf32>) {
  %r = "stablehlo.slice"(%a0) {start_indices = array<i64: 0>, limit_indices = array<i64: 9223372036854775807>, strides = array<i64: 1>} : (tensor<?xf32>) -> (tensor<?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3xf32>) {
  // expect: negative dimension size
  %r = "stablehlo.broadcast"(%a0) {broadcast_sizes = array<i64: -9223372036854775808>} : (tensor<3xf32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f() {
  // expect: out of range
  %r = "stablehlo.iota"() {iota_dimension = 9223372036854775807 : i64} : () -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x2xf32>) {
  // expect: must be a permutation
  %r = "stablehlo.transpose"(%a0) {permutation = array<i64: -9223372036854775808, 9223372036854775807>} : (tensor<2x2xf32>) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3xcomplex<f32>>) {
  // expect: IRFFT requires
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: -9223372036854775808>} : (tensor<3xcomplex<f32>>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<?xcomplex<f32>>) {
  // expect: must not be negative
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: -9223372036854775808>} : (tensor<?xcomplex<f32>>) -> (tensor<?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3xf32>, %a1: tensor<i32>) {
  // expect: negative size
  %r = "stablehlo.dynamic_slice"(%a0, %a1) {slice_sizes = array<i64: -9223372036854775808>} : (tensor<3xf32>, tensor<i32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3xf32>, %a1: tensor<f32>) {
  // expect: requires attribute
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<3xf32>, tensor<f32>) -> (tensor<f32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: must be non-negative
  %r = "stablehlo.concatenate"(%a0) {dimension = -9223372036854775808 : i64} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<9223372036854775807xf32>, %a1: tensor<f32>) {
  // expect: out of range
  %r = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: -9223372036854775808>, edge_padding_high = array<i64: -9223372036854775808>, interior_padding = array<i64: 9223372036854775807>} : (tensor<9223372036854775807xf32>, tensor<f32>) -> (tensor<1xf32>)
  func.return
}
// -----
func.func @f(%a0: tuple<>) {
  // expect: out of bounds
  %r = "stablehlo.get_tuple_element"(%a0) {index = 0 : i32} : (tuple<>) -> (tensor<f32>)
  func.return
}
// -----
func.func @f() {
  %r = "stablehlo.constant"() {value = dense<0.0> : tensor<1099511627776xf32>} : () -> (tensor<1099511627776xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>, %a1: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>, tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) -> (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) {
  %r = "stablehlo.abs"(%a0) : (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) -> (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) {
  // expect: at most 64 are supported
  %r = "stablehlo.transpose"(%a0) {permutation = array<i64: 0>} : (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) -> (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<?x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>, %a1: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) {
  // expect: at most 64 are supported
  %r = "stablehlo.add"(%a0, %a1) : (tensor<?x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>, tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) -> (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>)
  func.return
}
