// passes: inline,dce
func.func public @main(%x: tensor<f32>) -> tensor<f32> {
  %a = call @twice(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @twice(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
  %a = call @double(%x) : (tensor<f32>) -> tensor<f32>
  return %a : tensor<f32>
}
func.func private @double(%x: tensor<f32>) -> tensor<f32> {
  %a = stablehlo.add %x, %x : tensor<f32>
  return %a : tensor<f32>
}
func.func private @unused(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
// =>
func.func public @main(%x: tensor<f32>) -> tensor<f32> {
  %a = stablehlo.add %x, %x : tensor<f32>
  %b = stablehlo.add %a, %a : tensor<f32>
  return %b : tensor<f32>
}
// -----
// passes: inline,dce
// Functions that call each other stay.
func.func public @main(%x: tensor<f32>) -> tensor<f32> {
  %a = call @even(%x) : (tensor<f32>) -> tensor<f32>
  return %a : tensor<f32>
}
func.func private @even(%x: tensor<f32>) -> tensor<f32> {
  %a = call @odd(%x) : (tensor<f32>) -> tensor<f32>
  return %a : tensor<f32>
}
func.func private @odd(%x: tensor<f32>) -> tensor<f32> {
  %a = call @even(%x) : (tensor<f32>) -> tensor<f32>
  return %a : tensor<f32>
}
// =>
func.func public @main(%x: tensor<f32>) -> tensor<f32> {
  %a = call @even(%x) : (tensor<f32>) -> tensor<f32>
  return %a : tensor<f32>
}
func.func private @even(%x: tensor<f32>) -> tensor<f32> {
  %a = call @odd(%x) : (tensor<f32>) -> tensor<f32>
  return %a : tensor<f32>
}
func.func private @odd(%x: tensor<f32>) -> tensor<f32> {
  %a = call @even(%x) : (tensor<f32>) -> tensor<f32>
  return %a : tensor<f32>
}
// -----
// passes: composites,inline,dce
func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = stablehlo.composite "my.op" %x {composite_attributes = {n = 2 : i64}, decomposition = @body, version = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  return %a : tensor<2xf32>
}
func.func private @body(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = stablehlo.negate %x : tensor<2xf32>
  return %a : tensor<2xf32>
}
// =>
func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = stablehlo.negate %x : tensor<2xf32>
  return %a : tensor<2xf32>
}
// -----
// passes: composites,inline,dce
func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = "stablehlo.composite"(%x) <{name = "my.op", decomposition = @body}> ({
    %r = stablehlo.composite "my.inner" %x {decomposition = @body} : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %r : tensor<2xf32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  %b = stablehlo.composite "my.op" %a {decomposition = @body} : (tensor<2xf32>) -> tensor<2xf32>
  return %b : tensor<2xf32>
}
func.func private @body(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = stablehlo.negate %x : tensor<2xf32>
  return %a : tensor<2xf32>
}
// =>
func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = stablehlo.negate %x : tensor<2xf32>
  %b = stablehlo.negate %a : tensor<2xf32>
  return %b : tensor<2xf32>
}
// -----
// passes: inline
// error: func.call: the module has no function of that name
func.func public @main(%x: tensor<f32>) -> tensor<f32> {
  %a = call @missing(%x) : (tensor<f32>) -> tensor<f32>
  return %a : tensor<f32>
}
