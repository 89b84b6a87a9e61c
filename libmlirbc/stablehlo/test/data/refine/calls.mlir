// passes: refine:;0=3;1=tensor<3xf32>
// report: dynamic 0
// report: functions 3
// One copy for each signature; sizes that are passed on are part of it.
func.func public @main(%n: tensor<i64>, %x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %two = stablehlo.constant dense<2> : tensor<i64>
  %m = stablehlo.multiply %n, %two : tensor<i64>
  %a = call @fill(%n, %x) : (tensor<i64>, tensor<?xf32>) -> tensor<?xf32>
  %b = call @fill(%m, %x) : (tensor<i64>, tensor<?xf32>) -> tensor<?xf32>
  %c = call @fill(%n, %a) : (tensor<i64>, tensor<?xf32>) -> tensor<?xf32>
  return %a, %b, %c : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
func.func private @fill(%n: tensor<i64>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %s = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.dynamic_broadcast_in_dim %zero, %s, dims = [] : (tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
// =>
func.func public @main(%n: tensor<i64>, %x: tensor<3xf32>) -> (tensor<3xf32>, tensor<6xf32>, tensor<3xf32>) {
  %three = stablehlo.constant dense<3> : tensor<i64>
  %m = stablehlo.constant dense<6> : tensor<i64>
  %a = call @fill(%three, %x) : (tensor<i64>, tensor<3xf32>) -> tensor<3xf32>
  %b = call @fill_2(%m, %x) : (tensor<i64>, tensor<3xf32>) -> tensor<6xf32>
  %c = call @fill(%three, %a) : (tensor<i64>, tensor<3xf32>) -> tensor<3xf32>
  return %a, %b, %c : tensor<3xf32>, tensor<6xf32>, tensor<3xf32>
}
func.func private @fill(%n: tensor<i64>, %x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func private @fill_2(%n: tensor<i64>, %x: tensor<3xf32>) -> tensor<6xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}
// -----
// passes: refine:@f;0=tensor<2xf32>
// report: functions 2
// Static functions stay as they are; public ones keep their dynamic form beside the private copy.
func.func public @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %a = call @twice(%c) : (tensor<f32>) -> tensor<f32>
  %b = call @g(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %b : tensor<?xf32>
}
func.func public @g(%x: tensor<?xf32>) -> tensor<?xf32> {
  %a = stablehlo.negate %x : tensor<?xf32>
  return %a : tensor<?xf32>
}
func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
  %a = stablehlo.add %x, %x : tensor<f32>
  return %a : tensor<f32>
}
// =>
func.func public @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %a = call @twice(%c) : (tensor<f32>) -> tensor<f32>
  %b = call @g_1(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %b : tensor<2xf32>
}
func.func private @g_1(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = stablehlo.negate %x : tensor<2xf32>
  return %a : tensor<2xf32>
}
func.func public @g(%x: tensor<?xf32>) -> tensor<?xf32> {
  %a = stablehlo.negate %x : tensor<?xf32>
  return %a : tensor<?xf32>
}
func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
  %a = stablehlo.add %x, %x : tensor<f32>
  return %a : tensor<f32>
}
// -----
// passes: refine:;0=tensor<2xf32>
// report: dynamic 0
// A composite and its decomposition.
func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %a = stablehlo.composite "my.op" %x {decomposition = @impl} : (tensor<?xf32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}
func.func private @impl(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
// =>
func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = stablehlo.composite "my.op" %x {decomposition = @impl} : (tensor<2xf32>) -> tensor<2xf32>
  return %a : tensor<2xf32>
}
func.func private @impl(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = stablehlo.iota dim = 0 : tensor<2xf32>
  return %y : tensor<2xf32>
}
// -----
// passes: refine:;0=tensor<2xf32>
// error: calls itself
func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %a = call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %a = call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}
// -----
// passes: refine:;0=tensor<2xf32>
// error: nested more than 128 deep
// Every call has another shape.
func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %a = call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %b = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %n = stablehlo.constant dense<1> : tensor<1xi64>
  %c = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %d = stablehlo.constant dense<1> : tensor<i32>
  %e = stablehlo.add %c, %d : tensor<i32>
  %s = stablehlo.reshape %e : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %a = call @f(%y) : (tensor<?xf32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}
// -----
// passes: refine:;0=tensor<2xf32>
// error: has other callers
func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
func.func public @other(%x: tensor<?xf32>) -> tensor<?xf32> {
  %a = call @main(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}
// -----
// passes: refine:;0=tensor<2xf32>
// error: has no body that could be refined
func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %a = call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32>
