func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.ceil"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  // expect: operand #0 must be a ranked tensor of floats
  %r = "stablehlo.ceil"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.floor"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  // expect: operand #0 must be a ranked tensor of floats
  %r = "stablehlo.floor"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.round_nearest_afz"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  // expect: operand #0 must be a ranked tensor of floats
  %r = "stablehlo.round_nearest_afz"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.round_nearest_even"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>) {
  // expect: operand #0 must be a ranked tensor of floats
  %r = "stablehlo.round_nearest_even"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "stablehlo.cbrt"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible with the declared type 'tensor<3xf32>'
  %r = "stablehlo.cbrt"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: must be zero
  %r = "stablehlo.cbrt"(%a0) {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "stablehlo.cosine"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible with the declared type 'tensor<3xf32>'
  %r = "stablehlo.cosine"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: must be zero
  %r = "stablehlo.cosine"(%a0) {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "stablehlo.exponential"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible with the declared type 'tensor<3xf32>'
  %r = "stablehlo.exponential"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: must be zero
  %r = "stablehlo.exponential"(%a0) {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "stablehlo.exponential_minus_one"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible with the declared type 'tensor<3xf32>'
  %r = "stablehlo.exponential_minus_one"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: must be zero
  %r = "stablehlo.exponential_minus_one"(%a0) {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "stablehlo.log"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible with the declared type 'tensor<3xf32>'
  %r = "stablehlo.log"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: must be zero
  %r = "stablehlo.log"(%a0) {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "stablehlo.log_plus_one"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible with the declared type 'tensor<3xf32>'
  %r = "stablehlo.log_plus_one"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: must be zero
  %r = "stablehlo.log_plus_one"(%a0) {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "stablehlo.logistic"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible with the declared type 'tensor<3xf32>'
  %r = "stablehlo.logistic"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: must be zero
  %r = "stablehlo.logistic"(%a0) {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "stablehlo.rsqrt"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible with the declared type 'tensor<3xf32>'
  %r = "stablehlo.rsqrt"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: must be zero
  %r = "stablehlo.rsqrt"(%a0) {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "stablehlo.sine"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible with the declared type 'tensor<3xf32>'
  %r = "stablehlo.sine"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: must be zero
  %r = "stablehlo.sine"(%a0) {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "stablehlo.sqrt"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible with the declared type 'tensor<3xf32>'
  %r = "stablehlo.sqrt"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: must be zero
  %r = "stablehlo.sqrt"(%a0) {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "stablehlo.tan"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible with the declared type 'tensor<3xf32>'
  %r = "stablehlo.tan"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: must be zero
  %r = "stablehlo.tan"(%a0) {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "stablehlo.tanh"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible with the declared type 'tensor<3xf32>'
  %r = "stablehlo.tanh"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: must be zero
  %r = "stablehlo.tanh"(%a0) {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<?xf32>) {
  %r = "stablehlo.divide"(%a0, %a1) : (tensor<2xf32>, tensor<?xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expect: requires compatible types
  %r = "stablehlo.divide"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi1>, %a1: tensor<2xi1>) {
  // expect: operand #0 must be
  %r = "stablehlo.divide"(%a0, %a1) : (tensor<2xi1>, tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<?xf32>) {
  %r = "stablehlo.power"(%a0, %a1) : (tensor<2xf32>, tensor<?xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expect: requires compatible types
  %r = "stablehlo.power"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi1>, %a1: tensor<2xi1>) {
  // expect: operand #0 must be
  %r = "stablehlo.power"(%a0, %a1) : (tensor<2xi1>, tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<?xf32>) {
  %r = "stablehlo.remainder"(%a0, %a1) : (tensor<2xf32>, tensor<?xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expect: requires compatible types
  %r = "stablehlo.remainder"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi1>, %a1: tensor<2xi1>) {
  // expect: operand #0 must be
  %r = "stablehlo.remainder"(%a0, %a1) : (tensor<2xi1>, tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<?xf32>) {
  %r = "stablehlo.subtract"(%a0, %a1) : (tensor<2xf32>, tensor<?xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expect: requires compatible types
  %r = "stablehlo.subtract"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi1>, %a1: tensor<2xi1>) {
  // expect: operand #0 must be
  %r = "stablehlo.subtract"(%a0, %a1) : (tensor<2xi1>, tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi1>, %a1: tensor<2xi1>) {
  %r = "stablehlo.maximum"(%a0, %a1) : (tensor<2xi1>, tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expect: requires compatible types
  %r = "stablehlo.maximum"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi1>, %a1: tensor<2xi1>) {
  %r = "stablehlo.minimum"(%a0, %a1) : (tensor<2xi1>, tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expect: requires compatible types
  %r = "stablehlo.minimum"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi1>, %a1: tensor<2xi1>) {
  %r = "stablehlo.multiply"(%a0, %a1) : (tensor<2xi1>, tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expect: requires compatible types
  %r = "stablehlo.multiply"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xui8>, %a1: tensor<2xui8>) {
  %r = "stablehlo.and"(%a0, %a1) : (tensor<2xui8>, tensor<2xui8>) -> (tensor<2xui8>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expect: booleans or integers
  %r = "stablehlo.and"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xui8>, %a1: tensor<2xui8>) {
  %r = "stablehlo.or"(%a0, %a1) : (tensor<2xui8>, tensor<2xui8>) -> (tensor<2xui8>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expect: booleans or integers
  %r = "stablehlo.or"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xui8>, %a1: tensor<2xui8>) {
  %r = "stablehlo.xor"(%a0, %a1) : (tensor<2xui8>, tensor<2xui8>) -> (tensor<2xui8>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expect: booleans or integers
  %r = "stablehlo.xor"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi8>, %a1: tensor<2xi8>) {
  %r = "stablehlo.shift_left"(%a0, %a1) : (tensor<2xi8>, tensor<2xi8>) -> (tensor<2xi8>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi1>, %a1: tensor<2xi1>) {
  // expect: a ranked tensor of integers
  %r = "stablehlo.shift_left"(%a0, %a1) : (tensor<2xi1>, tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi8>, %a1: tensor<2xi8>) {
  %r = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<2xi8>, tensor<2xi8>) -> (tensor<2xi8>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi1>, %a1: tensor<2xi1>) {
  // expect: a ranked tensor of integers
  %r = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<2xi1>, tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi8>, %a1: tensor<2xi8>) {
  %r = "stablehlo.shift_right_logical"(%a0, %a1) : (tensor<2xi8>, tensor<2xi8>) -> (tensor<2xi8>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi1>, %a1: tensor<2xi1>) {
  // expect: a ranked tensor of integers
  %r = "stablehlo.shift_right_logical"(%a0, %a1) : (tensor<2xi1>, tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi8>) {
  %r = "stablehlo.count_leading_zeros"(%a0) : (tensor<2xi8>) -> (tensor<2xi8>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: a ranked tensor of integers
  %r = "stablehlo.count_leading_zeros"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi8>) {
  %r = "stablehlo.popcnt"(%a0) : (tensor<2xi8>) -> (tensor<2xi8>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: a ranked tensor of integers
  %r = "stablehlo.popcnt"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi1>) {
  %r = "stablehlo.not"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: booleans or integers
  %r = "stablehlo.not"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xui8>) {
  %r = "stablehlo.negate"(%a0) : (tensor<2xui8>) -> (tensor<2xui8>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi1>) {
  // expect: operand #0 must be
  %r = "stablehlo.negate"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi8>) {
  %r = "stablehlo.sign"(%a0) : (tensor<2xi8>) -> (tensor<2xi8>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xui8>) {
  // expect: signed integers
  %r = "stablehlo.sign"(%a0) : (tensor<2xui8>) -> (tensor<2xui8>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f64>>) {
  %r = "stablehlo.abs"(%a0) : (tensor<2xcomplex<f64>>) -> (tensor<2xf64>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xui8>) {
  // expect: signed integers
  %r = "stablehlo.abs"(%a0) : (tensor<2xui8>) -> (tensor<2xui8>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f64>>) {
  // expect: not compatible
  %r = "stablehlo.abs"(%a0) : (tensor<2xcomplex<f64>>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "stablehlo.atan2"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  // expect: operand #1 must be
  %r = "stablehlo.atan2"(%a0, %a1) : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x?xf32>, %a1: tensor<?x3xf32>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x?xf32>, tensor<?x3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  // expect: compatible element types
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: the number of operands is 1
  %r = "stablehlo.add"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expect: requires compatible shapes
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.is_finite"(%a0) : (tensor<2xf32>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible
  %r = "stablehlo.is_finite"(%a0) : (tensor<2xf32>) -> (tensor<3xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "stablehlo.real"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: not compatible
  %r = "stablehlo.real"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xf64>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  %r = "stablehlo.imag"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: not compatible
  %r = "stablehlo.imag"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xf64>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf16>, %a1: tensor<2xf16>) {
  // expect: f32 or f64
  %r = "stablehlo.complex"(%a0, %a1) : (tensor<2xf16>, tensor<2xf16>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expect: requires compatible types
  %r = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.convert"(%a0) : (tensor<2xf32>) -> (tensor<2xi4>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible
  %r = "stablehlo.convert"(%a0) : (tensor<2xf32>) -> (tensor<3xi4>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  // expect: does not convert quantized
  %r = "stablehlo.convert"(%a0) : (tensor<2x!quant.uniform<i8:f32, 1.0>>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type TOTALORDER>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expect: requires attribute 'comparison_direction'
  %r = "stablehlo.compare"(%a0, %a1) {compare_type = #stablehlo<comparison_type FLOAT>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  // expect: requires compatible types
  %r = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type TOTALORDER>} : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expect: tensor of booleans
  %r = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type TOTALORDER>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi8>)
  func.return
}
// -----
func.func @f(%a0: tensor<i1>, %a1: tensor<2x?xf32>, %a2: tensor<?x3xf32>) {
  %r = "stablehlo.select"(%a0, %a1, %a2) : (tensor<i1>, tensor<2x?xf32>, tensor<?x3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi1>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expect: must be a scalar or have the shape
  %r = "stablehlo.select"(%a0, %a1, %a2) : (tensor<2xi1>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<2xi32>) {
  // expect: requires compatible types
  %r = "stablehlo.select"(%a0, %a1, %a2) : (tensor<i1>, tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<f32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) {
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expect: is not a scalar
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<1xf32>, tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<i32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expect: compatible element types
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<i32>, tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.reduce_precision"(%a0) {exponent_bits = 5 : i32, mantissa_bits = 10 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: must be positive
  %r = "stablehlo.reduce_precision"(%a0) {exponent_bits = 0 : i32, mantissa_bits = 10 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: must be non-negative
  %r = "stablehlo.reduce_precision"(%a0) {exponent_bits = 1 : i32, mantissa_bits = -1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<2xf32>) -> (tensor<2x4xi8>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: must be the ratio
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<2xf32>) -> (tensor<2x3xi8>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: must match except
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<2xf32>) -> (tensor<3x4xi8>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: the rank of the smaller element type
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<2xf32>) -> (tensor<2xi8>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expect: real and complex
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xf64>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.uniform_quantize"(%a0) : (tensor<2xf32>) -> (tensor<2x!quant.uniform<i8:f32, 2.0:15>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf64>) {
  // expect: the expressed type
  %r = "stablehlo.uniform_quantize"(%a0) : (tensor<2xf64>) -> (tensor<2x!quant.uniform<i8:f32, 2.0:15>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: tensor of quantized values
  %r = "stablehlo.uniform_quantize"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32, 2.0:15>>) {
  %r = "stablehlo.uniform_dequantize"(%a0) : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32, 2.0:15>>) {
  // expect: not compatible
  %r = "stablehlo.uniform_dequantize"(%a0) : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> (tensor<2xf64>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32, 2.0:300>>) {
  // expect: tensor of quantized values
  %r = "stablehlo.uniform_dequantize"(%a0) : (tensor<2x!quant.uniform<i8:f32, 2.0:300>>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32, 2.0:15>>, %a1: tensor<2x!quant.uniform<i8:f32, 2.0:15>>) {
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> (tensor<2x!quant.uniform<i8:f32, 2.0:15>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32, 2.0:15>>, %a1: tensor<2xf32>) {
  // expect: either quantized or non-quantized
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2xf32>) -> (tensor<2x!quant.uniform<i8:f32, 2.0:15>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32, 2.0:15>>, %a1: tensor<2x!quant.uniform<i4:f32, 2.0:1>>) {
  // expect: quantization storage types
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i4:f32, 2.0:1>>) -> (tensor<2x!quant.uniform<i8:f32, 2.0:15>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32:0, {1.0,2.0}>>, %a1: tensor<2x!quant.uniform<i8:f32, 2.0:15>>) {
  // expect: is not per_axis quantized
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x!quant.uniform<i8:f32:0, {1.0,2.0}>>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> (tensor<2x!quant.uniform<i8:f32, 2.0:15>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32:0, {1.0,2.0}>>, %a1: tensor<2x!quant.uniform<i8:f32:0, {1.0,2.0}>>) {
  // expect: operand #0 must be
  %r = "stablehlo.multiply"(%a0, %a1) : (tensor<2x!quant.uniform<i8:f32:0, {1.0,2.0}>>, tensor<2x!quant.uniform<i8:f32:0, {1.0,2.0}>>) -> (tensor<2x!quant.uniform<i8:f32, 2.0:15>>)
  func.return
}
// -----
func.func @f() {
  %r = "stablehlo.constant"() {value = dense<1.0> : tensor<2xf32>} : () -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f() {
  // expect: is not that of the result
  %r = "stablehlo.constant"() {value = dense<1.0> : tensor<2xf32>} : () -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f() {
  // expect: statically shaped
  %r = "stablehlo.constant"() {value = dense<1.0> : tensor<2xf32>} : () -> (tensor<?xf32>)
  func.return
}
// -----
func.func @f() {
  // expect: must be elements with a type
  %r = "stablehlo.constant"() {value = 1 : i32} : () -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f() {
  %r = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi8>} : () -> (tensor<2x!quant.uniform<i8:f32, 2.0:15>>)
  func.return
}
// -----
func.func @f() {
  // expect: is not that of the result
  %r = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi16>} : () -> (tensor<2x!quant.uniform<i8:f32, 2.0:15>>)
  func.return
}
// -----
func.func @f() {
  %r = "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f() {
  // expect: is out of range
  %r = "stablehlo.iota"() {iota_dimension = 2 : i64} : () -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f() {
  // expect: at least one dimension
  %r = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> (tensor<i32>)
  func.return
}
// -----
func.func @f() {
  // expect: must be non-negative
  %r = "stablehlo.iota"() {iota_dimension = -1 : i64} : () -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: !stablehlo.token, %a1: !stablehlo.token) {
  %r = "stablehlo.after_all"(%a0, %a1) : (!stablehlo.token, !stablehlo.token) -> (!stablehlo.token)
  func.return
}
// -----
func.func @f(%a0: tensor<f32>) {
  // expect: must be a token
  %r = "stablehlo.after_all"(%a0) : (tensor<f32>) -> (!stablehlo.token)
  func.return
}
// -----
func.func @f() {
  %r = "stablehlo.create_token"() : () -> (!stablehlo.token)
  func.return
}
// -----
func.func @f() {
  // expect: must be a token
  %r = "stablehlo.create_token"() : () -> (tensor<f32>)
  func.return
}
// -----
func.func @f() {
  %r = "stablehlo.replica_id"() : () -> (tensor<ui32>)
  func.return
}
// -----
func.func @f() {
  // expect: scalar tensor of ui32
  %r = "stablehlo.replica_id"() : () -> (tensor<i32>)
  func.return
}
// -----
func.func @f() {
  %r = "stablehlo.partition_id"() : () -> (tensor<ui32>)
  func.return
}
// -----
func.func @f() {
  // expect: scalar tensor of ui32
  %r = "stablehlo.partition_id"() : () -> (tensor<1xui32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  %r = "stablehlo.tuple"(%a0, %a1) : (tensor<2xf32>, !stablehlo.token) -> (tuple<tensor<2xf32>, !stablehlo.token>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: is not a tuple of
  %r = "stablehlo.tuple"(%a0, %a1) : (tensor<2xf32>, !stablehlo.token) -> (tuple<tensor<2xf32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: is not a tuple of
  %r = "stablehlo.tuple"(%a0, %a1) : (tensor<2xf32>, !stablehlo.token) -> (tuple<tensor<3xf32>, !stablehlo.token>)
  func.return
}
// -----
func.func @f(%a0: tuple<tensor<2xf32>, tensor<i32>>) {
  %r = "stablehlo.get_tuple_element"(%a0) {index = 1 : i32} : (tuple<tensor<2xf32>, tensor<i32>>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tuple<tensor<2xf32>, tensor<i32>>) {
  // expect: out of bounds
  %r = "stablehlo.get_tuple_element"(%a0) {index = 2 : i32} : (tuple<tensor<2xf32>, tensor<i32>>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tuple<tensor<2xf32>, tensor<i32>>) {
  // expect: not compatible
  %r = "stablehlo.get_tuple_element"(%a0) {index = 1 : i32} : (tuple<tensor<2xf32>, tensor<i32>>) -> (tensor<f32>)
  func.return
}
// -----
func.func @f(%a0: tuple<tensor<2xf32>, tensor<i32>>) {
  // expect: 32-bit signless
  %r = "stablehlo.get_tuple_element"(%a0) {index = 1 : i64} : (tuple<tensor<2xf32>, tensor<i32>>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  %r:2 = "stablehlo.optimization_barrier"(%a0, %a1) : (tensor<2xf32>, !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: more are inferred
  %r = "stablehlo.optimization_barrier"(%a0, %a1) : (tensor<2xf32>, !stablehlo.token) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r = "stablehlo.einsum"(%a0, %a1) {einsum_config = "ab,bc->ac"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> (tensor<2x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expect: must be a string
  %r = "stablehlo.einsum"(%a0, %a1) {einsum_config = 1 : i64} : (tensor<2x3xf32>, tensor<3x4xf32>) -> (tensor<2x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.unary_einsum"(%a0) {einsum_config = "ab->a"} : (tensor<2x3xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>) {
  // expect: requires attribute
  %r = "stablehlo.unary_einsum"(%a0) {x = 1 : i64} : (tensor<2x3xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<5x6x2x3xf32>, %a1: tensor<3x4xf32>) {
  %r = "stablehlo.einsum"(%a0, %a1) {einsum_config = "...ab, bc -> ...ac"} : (tensor<5x6x2x3xf32>, tensor<3x4xf32>) -> (tensor<5x6x2x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<?x3xf32>, %a1: tensor<3x?xf32>) {
  %r = "stablehlo.einsum"(%a0, %a1) {einsum_config = "ab,bc->ac"} : (tensor<?x3xf32>, tensor<3x?xf32>) -> (tensor<2x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x2x3xf32>) {
  %r = "stablehlo.unary_einsum"(%a0) {einsum_config = "aab->ba"} : (tensor<2x2x3xf32>) -> (tensor<3x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expect: einsum_config has 3 dimensions for
  %r = "stablehlo.einsum"(%a0, %a1) {einsum_config = "abd,bc->ac"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> (tensor<2x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>) {
  // expect: einsum_config has 3 dimensions and more for
  %r = "stablehlo.unary_einsum"(%a0) {einsum_config = "...abd->a"} : (tensor<2x3xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<5x4xf32>) {
  // expect: dimension 'b' has sizes 3 and 5
  %r = "stablehlo.einsum"(%a0, %a1) {einsum_config = "ab,bc->ac"} : (tensor<2x3xf32>, tensor<5x4xf32>) -> (tensor<2x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expect: dimension 'c' has sizes 4 and 7
  %r = "stablehlo.einsum"(%a0, %a1) {einsum_config = "ab,bc->ac"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> (tensor<2x7xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expect: dimension 'd' of the result is in no operand
  %r = "stablehlo.einsum"(%a0, %a1) {einsum_config = "ab,bc->ad"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> (tensor<2x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expect: einsum_config must be like "ab,bc->ac", but is "ab,bc"
  %r = "stablehlo.einsum"(%a0, %a1) {einsum_config = "ab,bc"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> (tensor<2x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>) {
  // expect: einsum_config must be like "ab->a", but is "ab->a,b"
  %r = "stablehlo.unary_einsum"(%a0) {einsum_config = "ab->a,b"} : (tensor<2x3xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>) {
  // expect: einsum_config must be like "ab->a"
  %r = "stablehlo.unary_einsum"(%a0) {einsum_config = "a1->a"} : (tensor<2x3xf32>) -> (tensor<2xf32>)
  func.return
}
