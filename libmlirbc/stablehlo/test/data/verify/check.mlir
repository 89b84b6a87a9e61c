func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  "check.expect_eq"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> ()
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expect: requires compatible types
  "check.expect_eq"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> ()
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  "check.expect_almost_eq"(%a0, %a1) {tolerance = 0.1 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expect: requires compatible types
  "check.expect_almost_eq"(%a0, %a1) {tolerance = 0.1 : f64} : (tensor<2xf32>, tensor<2xf64>) -> ()
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  "check.expect_close"(%a0, %a1) {max_ulp_difference = 3 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expect: requires compatible types
  "check.expect_close"(%a0, %a1) {max_ulp_difference = 3 : i64} : (tensor<2xf32>, tensor<2xf64>) -> ()
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  "check.expect_eq_const"(%a0) {value = dense<1.0> : tensor<2xf32>} : (tensor<2xf32>) -> ()
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: requires attribute 'value'
  "check.expect_eq_const"(%a0) {v = 1 : i32} : (tensor<2xf32>) -> ()
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  "check.expect_almost_eq_const"(%a0) {value = dense<1.0> : tensor<2xf32>} : (tensor<2xf32>) -> ()
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: attribute 'value' must be
  "check.expect_almost_eq_const"(%a0) {value = 1 : i32} : (tensor<2xf32>) -> ()
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  "check.expect_serialized_eq"(%a0) {probe_id = "p", iter = 1 : i32} : (tensor<2xf32>) -> ()
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: requires attribute 'probe_id'
  "check.expect_serialized_eq"(%a0) {iter = 1 : i32} : (tensor<2xf32>) -> ()
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  "interpreter.print"(%a0) : (tensor<2xf32>) -> ()
  func.return
}
// -----
func.func @f() {
  // expect: the number of operands is 0
  "interpreter.print"() : () -> ()
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "interpreter.probe"(%a0) {probe_id = "p"} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible
  %r = "interpreter.probe"(%a0) {probe_id = "p"} : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "interpreter.run_parallel"(%a0) {programs = [[@a]]} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: must be an array
  %r = "interpreter.run_parallel"(%a0) {programs = @a} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
