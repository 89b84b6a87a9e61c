// passes: refine:;0=tensor<4xf32>
// report: dynamic 0
// report: assertions 1
func.func public @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ok = stablehlo.compare GE, %n, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok, %n) {api_version = 2 : i32, error_message = "n is {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %a = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %b = stablehlo.custom_call @Sharding(%a) {backend_config = ""} : (tensor<?xf32>) -> tensor<?xf32>
  %c = stablehlo.custom_call @mhlo.erf(%b) : (tensor<?xf32>) -> tensor<?xf32>
  %d = stablehlo.custom_call @opaque(%c, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %c, %d : tensor<?xf32>, tensor<?xf32>
}
// =>
func.func public @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %s = stablehlo.constant dense<4> : tensor<1xi32>
  %b = stablehlo.custom_call @Sharding(%x) {backend_config = ""} : (tensor<4xf32>) -> tensor<4xf32>
  %c = stablehlo.custom_call @mhlo.erf(%b) : (tensor<4xf32>) -> tensor<4xf32>
  %d = stablehlo.custom_call @opaque(%c, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
  return %c, %d : tensor<4xf32>, tensor<4xf32>
}
// -----
// passes: refine:;0=tensor<4xf32>
// error: shape assertion failed: n must be above 7, but is 4; {9} {x}
func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %ok = stablehlo.compare GT, %n, %seven, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok, %seven, %n) {error_message = "n must be above {0}, but is {1}; {9} {x}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return %x : tensor<?xf32>
}
// -----
// passes: refine:
// report: dynamic 1
// report: 'stablehlo.custom_call' op remains dynamic
// An assertion on an unknown size stays.
func.func public @main(%x: tensor<4xf32>, %ok: tensor<i1>) -> tensor<4xf32> {
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "no", has_side_effect = true} : (tensor<i1>) -> ()
  return %x : tensor<4xf32>
}
// =>
func.func public @main(%x: tensor<4xf32>, %ok: tensor<i1>) -> tensor<4xf32> {
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "no", has_side_effect = true} : (tensor<i1>) -> ()
  return %x : tensor<4xf32>
}
// -----
// passes: refine:;0=tensor<2x5xf32>;1=3
// report: dynamic 0
func.func public @main(%x: tensor<?x5xf32>, %k: tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>, tensor<2xui64>, tensor<?x?xui32>) {
  %a:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<?x5xf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %k1 = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %k1, %k1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %b:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %s) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?x?xui32>)
  return %a#0, %a#1, %b#0, %b#1 : tensor<?x?xf32>, tensor<?x?xi32>, tensor<2xui64>, tensor<?x?xui32>
}
// =>
func.func public @main(%x: tensor<2x5xf32>, %k: tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>, tensor<2xui64>, tensor<3x3xui32>) {
  %a:2 = chlo.top_k(%x, k = 3) : tensor<2x5xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %b:2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3xui32>)
  return %a#0, %a#1, %b#0, %b#1 : tensor<2x3xf32>, tensor<2x3xi32>, tensor<2xui64>, tensor<3x3xui32>
}
// -----
// passes: refine:;0=tensor<6xf32>
// report: dynamic 0
func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %a = "sdy.sharding_constraint"(%x) {sharding = #sdy.sharding<mesh<["a"=2]>, [{}]>} : (tensor<?xf32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}
// =>
func.func public @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  %a = "sdy.sharding_constraint"(%x) {sharding = #sdy.sharding<mesh<["a"=2]>, [{}]>} : (tensor<6xf32>) -> tensor<6xf32>
  return %a : tensor<6xf32>
}
// -----
// passes: refine:;0=tensor<6xf32>
// report: dynamic 0
func.func public @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2> : tensor<1xi64>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %padding = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi64>
  %a = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %two, %one, %one, %one, %padding) {called_computations = [@sum]} : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<?xf32>
  %k = stablehlo.constant dense<2> : tensor<i32>
  %s = stablehlo.constant dense<[2]> : tensor<1xi32>
  %b = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%x, %zero, %k, %s) {called_computations = [@sum], indices_of_shape_operands = dense<3> : tensor<1xi64>, mhlo.backend_config = {recall_target = 0.9 : f32}} : (tensor<?xf32>, tensor<f32>, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.add %a, %b : tensor<f32>
  return %c : tensor<f32>
}
// =>
func.func public @main(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = "stablehlo.reduce_window"(%x, %zero) <{base_dilations = array<i64: 1>, padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 2>, window_strides = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  %b = stablehlo.custom_call @ApproxTopK(%x, %zero) {called_computations = [@sum], mhlo.backend_config = {recall_target = 0.9 : f32, top_k = 2 : i64}} : (tensor<6xf32>, tensor<f32>) -> tensor<2xf32>
  return %a, %b : tensor<6xf32>, tensor<2xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.add %a, %b : tensor<f32>
  return %c : tensor<f32>
}
