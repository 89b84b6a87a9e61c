func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "chlo._asin_acos_kernel"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  // expect: floats, complex numbers
  %r = "chlo._asin_acos_kernel"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "chlo.acos"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  // expect: floats, complex numbers
  %r = "chlo.acos"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "chlo.acosh"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  // expect: floats, complex numbers
  %r = "chlo.acosh"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "chlo.asin"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  // expect: floats, complex numbers
  %r = "chlo.asin"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "chlo.asinh"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  // expect: floats, complex numbers
  %r = "chlo.asinh"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "chlo.atan"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  // expect: floats, complex numbers
  %r = "chlo.atan"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "chlo.atanh"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  // expect: floats, complex numbers
  %r = "chlo.atanh"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "chlo.conj"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  // expect: floats, complex numbers
  %r = "chlo.conj"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "chlo.cosh"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  // expect: floats, complex numbers
  %r = "chlo.cosh"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "chlo.sinh"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  // expect: floats, complex numbers
  %r = "chlo.sinh"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "chlo.square"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  // expect: floats, complex numbers
  %r = "chlo.square"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "chlo.tan"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  // expect: floats, complex numbers
  %r = "chlo.tan"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<*xf32>) {
  %r = "chlo.bessel_i1e"(%a0) : (tensor<*xf32>) -> (tensor<*xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: tensor of floats
  %r = "chlo.bessel_i1e"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<*xf32>) {
  %r = "chlo.digamma"(%a0) : (tensor<*xf32>) -> (tensor<*xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: tensor of floats
  %r = "chlo.digamma"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<*xf32>) {
  %r = "chlo.erf"(%a0) : (tensor<*xf32>) -> (tensor<*xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: tensor of floats
  %r = "chlo.erf"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<*xf32>) {
  %r = "chlo.erf_inv"(%a0) : (tensor<*xf32>) -> (tensor<*xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: tensor of floats
  %r = "chlo.erf_inv"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<*xf32>) {
  %r = "chlo.erfc"(%a0) : (tensor<*xf32>) -> (tensor<*xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: tensor of floats
  %r = "chlo.erfc"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<*xf32>) {
  %r = "chlo.lgamma"(%a0) : (tensor<*xf32>) -> (tensor<*xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: tensor of floats
  %r = "chlo.lgamma"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "chlo.next_after"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expect: requires compatible types
  %r = "chlo.next_after"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "chlo.polygamma"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expect: requires compatible types
  %r = "chlo.polygamma"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "chlo.zeta"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expect: requires compatible types
  %r = "chlo.zeta"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  %r = "chlo.mulhi"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expect: tensor of integers
  %r = "chlo.mulhi"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "chlo.is_inf"(%a0) : (tensor<2xf32>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible
  %r = "chlo.is_inf"(%a0) : (tensor<2xf32>) -> (tensor<3xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "chlo.is_neg_inf"(%a0) : (tensor<2xf32>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible
  %r = "chlo.is_neg_inf"(%a0) : (tensor<2xf32>) -> (tensor<3xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "chlo.is_pos_inf"(%a0) : (tensor<2xf32>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible
  %r = "chlo.is_pos_inf"(%a0) : (tensor<2xf32>) -> (tensor<3xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_add"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_add"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  // expect: broadcast_dimensions has 2 elements
  %r = "chlo.broadcast_add"(%a0, %a1) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf64>) {
  // expect: compatible element types
  %r = "chlo.broadcast_add"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf64>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  // expect: not compatible
  %r = "chlo.broadcast_add"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_divide"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_divide"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_maximum"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_maximum"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_minimum"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_minimum"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_multiply"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_multiply"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_power"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_power"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_remainder"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_remainder"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_subtract"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_subtract"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_atan2"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_atan2"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_next_after"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_next_after"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_polygamma"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_polygamma"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_zeta"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_zeta"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>, %a1: tensor<1x3xi32>) {
  %r = "chlo.broadcast_and"(%a0, %a1) : (tensor<2x3xi32>, tensor<1x3xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>, %a1: tensor<4xi32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_and"(%a0, %a1) : (tensor<2x3xi32>, tensor<4xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>, %a1: tensor<1x3xi32>) {
  %r = "chlo.broadcast_or"(%a0, %a1) : (tensor<2x3xi32>, tensor<1x3xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>, %a1: tensor<4xi32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_or"(%a0, %a1) : (tensor<2x3xi32>, tensor<4xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>, %a1: tensor<1x3xi32>) {
  %r = "chlo.broadcast_xor"(%a0, %a1) : (tensor<2x3xi32>, tensor<1x3xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>, %a1: tensor<4xi32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_xor"(%a0, %a1) : (tensor<2x3xi32>, tensor<4xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>, %a1: tensor<1x3xi32>) {
  %r = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<2x3xi32>, tensor<1x3xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>, %a1: tensor<4xi32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<2x3xi32>, tensor<4xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>, %a1: tensor<1x3xi32>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) : (tensor<2x3xi32>, tensor<1x3xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>, %a1: tensor<4xi32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) : (tensor<2x3xi32>, tensor<4xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>, %a1: tensor<1x3xi32>) {
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) : (tensor<2x3xi32>, tensor<1x3xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>, %a1: tensor<4xi32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) : (tensor<2x3xi32>, tensor<4xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  %r = "chlo.broadcast_complex"(%a0, %a1) : (tensor<2xf32>, tensor<f32>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_complex"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  %r = "chlo.broadcast_compare"(%a0, %a1) {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<f32>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  // expect: not compatible
  %r = "chlo.broadcast_compare"(%a0, %a1) {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<f32>) -> (tensor<3xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x1xi1>, %a1: tensor<3xf32>, %a2: tensor<f32>) {
  %r = "chlo.broadcast_select"(%a0, %a1, %a2) : (tensor<2x1xi1>, tensor<3xf32>, tensor<f32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4xi1>, %a1: tensor<3xf32>, %a2: tensor<f32>) {
  // expect: cannot be broadcast
  %r = "chlo.broadcast_select"(%a0, %a1, %a2) : (tensor<2x4xi1>, tensor<3xf32>, tensor<f32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f() {
  %r = "chlo.constant"() {value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  func.return
}
// -----
func.func @f() {
  // expect: is not that of the result
  %r = "chlo.constant"() {value = dense<1> : tensor<i32>} : () -> (tensor<f32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x?xi64>) {
  %r = "chlo.constant_like"(%a0) {value = 3.2 : f32} : (tensor<1x?xi64>) -> (tensor<1x?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x?xi64>) {
  // expect: is not the element type
  %r = "chlo.constant_like"(%a0) {value = 3.2 : f32} : (tensor<1x?xi64>) -> (tensor<1x?xi64>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x?xi64>) {
  // expect: not compatible
  %r = "chlo.constant_like"(%a0) {value = 3.2 : f32} : (tensor<1x?xi64>) -> (tensor<2x?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<16x16xf32>) {
  %r:2 = "chlo.top_k"(%a0) {k = 8 : i64} : (tensor<16x16xf32>) -> (tensor<16x8xf32>, tensor<16x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<f32>) {
  // expect: rank must be at least 1
  %r:2 = "chlo.top_k"(%a0) {k = 8 : i64} : (tensor<f32>) -> (tensor<8xf32>, tensor<8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4xf32>) {
  // expect: must be at least 8
  %r:2 = "chlo.top_k"(%a0) {k = 8 : i64} : (tensor<4xf32>) -> (tensor<8xf32>, tensor<8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<16x16xf32>) {
  // expect: not compatible
  %r:2 = "chlo.top_k"(%a0) {k = 8 : i64} : (tensor<16x16xf32>) -> (tensor<16x8xf32>, tensor<16x8xi64>)
  func.return
}
// -----
func.func @f(%a0: tensor<16x16xf32>) {
  // expect: must be non-negative
  %r:2 = "chlo.top_k"(%a0) {k = -1 : i64} : (tensor<16x16xf32>) -> (tensor<16x8xf32>, tensor<16x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x7xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<2xi64>) {
  // expect: expected to have size=2, got 3
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<2xi64>) -> (tensor<11x7xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  // expect: exactly one ragged
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0, 1], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x7xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  // expect: duplicated dimension from rhs_group
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [1]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x7xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  // expect: zero group dimensions
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x7xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  // expect: exactly one group
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x7xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<i64>) {
  // expect: at least 1, got 0
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<i64>) -> (tensor<11x7xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<4x3xi64>) {
  // expect: expected to have shape [3]
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<4x3xi64>) -> (tensor<11x7xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x5xf32>, %a1: tensor<5x7xf32>, %a2: tensor<3xi64>) {
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<2x5xf32>, tensor<5x7xf32>, tensor<3xi64>) -> (tensor<3x2x7xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r:2 = "chlo.scan"(%a0, %a1) ({
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    "stablehlo.return"(%s, %s) : (tensor<3xf32>, tensor<3xf32>) -> ()
  }) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  // expect: out of bounds
  %r:2 = "chlo.scan"(%a0, %a1) ({
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    "stablehlo.return"(%s, %s) : (tensor<3xf32>, tensor<3xf32>) -> ()
  }) {dimension = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xi32>) {
  // expect: operand and body argument 1
  %r:2 = "chlo.scan"(%a0, %a1) ({
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    "stablehlo.return"(%s, %s) : (tensor<3xf32>, tensor<3xf32>) -> ()
  }) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<3xi32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4xf32>, %a1: tensor<3xf32>) {
  // expect: operand and body argument 0
  %r:2 = "chlo.scan"(%a0, %a1) ({
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    "stablehlo.return"(%s, %s) : (tensor<3xf32>, tensor<3xf32>) -> ()
  }) {dimension = 0 : i64} : (tensor<2x4xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  // expect: result and body result 0
  %r:2 = "chlo.scan"(%a0, %a1) ({
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    "stablehlo.return"(%s, %s) : (tensor<3xf32>, tensor<3xf32>) -> ()
  }) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x4xf32>, tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<*xf32>) {
  %r:2 = "chlo.top_k"(%a0) {k = 8 : i64} : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return
}
