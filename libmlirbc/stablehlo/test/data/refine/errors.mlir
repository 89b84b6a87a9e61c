// passes: refine:;0=tensor<4x4xf32>
// error: 'tensor<4x4xf32>' is not compatible with
func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
// -----
// passes: refine:;0=tensor<3xf32>
// error: 'tensor<3xf32>' is not compatible with
func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
// -----
// passes: refine:;1=tensor<3xf32>
// error: argument 1 does not exist; the function has 1
func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
// -----
// passes: refine:;0=128
// error: the value of argument 0 is not one of its type, 'tensor<i8>'
func.func public @main(%x: tensor<i8>) -> tensor<i8> {
  return %x : tensor<i8>
}
// -----
// passes: refine:@nobody
// error: the module has no function 'nobody'
func.func public @main(%x: tensor<i8>) -> tensor<i8> {
  return %x : tensor<i8>
}
// -----
// passes: refine:;0=tensor<3xf32>;1=tensor<4xf32>
// error: 'stablehlo.add' op requires compatible shapes
func.func public @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %z = stablehlo.add %x, %y : tensor<?xf32>
  return %z : tensor<?xf32>
}
// -----
// passes: refine:;0=-1
// error: dimension 0 of the result would have the size -1
func.func public @main(%n: tensor<i32>) -> tensor<?xf32> {
  %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %z : tensor<?xf32>
}
// -----
// passes: refine:;0=tensor<3xf32>
// error: not compatible with
func.func public @main(%x: tensor<?xf32>, %i: tensor<i32>) -> tensor<?xf32> {
  %a = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    %s = stablehlo.constant dense<4> : tensor<1xi32>
    %z = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<5xf32>
    stablehlo.return %z : tensor<5xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}
// -----
// passes: refine:0=tensor<6x4xf32>
// error: 'stablehlo.dynamic_reshape' op remains dynamic
func.func public @main(%x: tensor<?x?xf32>) -> tensor<?x?x?xf32> {
  %d = stablehlo.constant dense<[3, -1, 2]> : tensor<3xi64>
  %r = stablehlo.compute_reshape_shape %x, %d : (tensor<?x?xf32>, tensor<3xi64>) -> tensor<3xi64>
  %0 = stablehlo.dynamic_reshape %x, %r : (tensor<?x?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
