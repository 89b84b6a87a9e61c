// passes: refine:;0=tensor<6xf32>
// report: dynamic 0
// Functions that compute with sizes are copied for them, and their results are constants: JAX divides dimensions in functions.
func.func public @main(%x: tensor<?xf32>) -> tensor<?x?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %q = call @half(%n, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %a = stablehlo.reshape %two : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.reshape %q : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
func.func private @half(%n: tensor<i32>, %d: tensor<i32>) -> tensor<i32> {
  %q = stablehlo.divide %n, %d : tensor<i32>
  %p = stablehlo.compare LT, %n, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = call @where(%p, %n, %q) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @where(%p: tensor<i1>, %a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.select %p, %a, %b : tensor<i1>, tensor<i32>
  return %s : tensor<i32>
}
// =>
func.func public @main(%arg0: tensor<6xf32>) -> tensor<2x3xf32> {
  %c = stablehlo.constant dense<6> : tensor<i32>
  %c_0 = stablehlo.constant dense<2> : tensor<i32>
  %0 = call @half(%c, %c_0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %1 = stablehlo.reshape %arg0 : (tensor<6xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
func.func private @half(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<6> : tensor<i32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %c_1 = stablehlo.constant dense<false> : tensor<i1>
  %c_2 = stablehlo.constant dense<3> : tensor<i32>
  %0 = call @where(%c_1, %c, %c_0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  return %c_2 : tensor<i32>
}
func.func private @where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<3> : tensor<i32>
  return %c : tensor<i32>
}
