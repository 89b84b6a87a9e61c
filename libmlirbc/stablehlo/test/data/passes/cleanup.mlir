// passes: cse
func.func @equal(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %a = stablehlo.add %x, %y : tensor<2xf32>
  %b = stablehlo.add %x, %y : tensor<2xf32>
  %c = stablehlo.multiply %a, %b : tensor<2xf32>
  %d = stablehlo.multiply %b, %a : tensor<2xf32>
  %e = stablehlo.add %y, %x : tensor<2xf32>
  return %c, %d, %e : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
// =>
func.func @equal(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %a = stablehlo.add %x, %y : tensor<2xf32>
  %c = stablehlo.multiply %a, %a : tensor<2xf32>
  %e = stablehlo.add %y, %x : tensor<2xf32>
  return %c, %c, %e : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
// -----
// passes: cse
// A value of a region is visible inside it only.
func.func @regions(%p: tensor<i1>, %x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %a = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %x : tensor<f32>
    %2 = stablehlo.negate %x : tensor<f32>
    %3 = stablehlo.add %1, %2 : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }, {
    %1 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %b = stablehlo.negate %x : tensor<f32>
  return %a, %b : tensor<f32>, tensor<f32>
}
// =>
func.func @regions(%p: tensor<i1>, %x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %a = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %x : tensor<f32>
    %3 = stablehlo.add %1, %1 : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }, {
    %1 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %b = stablehlo.negate %x : tensor<f32>
  return %a, %b : tensor<f32>, tensor<f32>
}
// -----
// passes: dce
// Checks and calls of unknown code stay, and what they use.
func.func @dead(%x: tensor<4xf32>) {
  %a = stablehlo.negate %x : tensor<4xf32>
  %b = stablehlo.abs %a : tensor<4xf32>
  %c = stablehlo.abs %x : tensor<4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %d = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq %c, %c : tensor<4xf32>
  return
}
// =>
func.func @dead(%x: tensor<4xf32>) {
  %c = stablehlo.abs %x : tensor<4xf32>
  check.expect_eq %c, %c : tensor<4xf32>
  return
}
// -----
// passes: barriers,custom-calls
func.func @identities(%x: tensor<4xf32>, %y: tensor<2xi8>) -> (tensor<4xf32>, tensor<2xi8>) {
  %a, %b = stablehlo.optimization_barrier %x, %y : tensor<4xf32>, tensor<2xi8>
  %c = stablehlo.custom_call @Sharding(%a) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
  return %c, %b : tensor<4xf32>, tensor<2xi8>
}
// =>
func.func @identities(%x: tensor<4xf32>, %y: tensor<2xi8>) -> (tensor<4xf32>, tensor<2xi8>) {
  return %x, %y : tensor<4xf32>, tensor<2xi8>
}
// -----
// passes: custom-calls
func.func @buffers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, memref<4xf32>) {
  %a = stablehlo.custom_call @Pin(%x) : (tensor<4xf32>) -> memref<4xf32>
  %b = stablehlo.custom_call @Unpin(%a) : (memref<4xf32>) -> tensor<4xf32>
  %c = stablehlo.custom_call @Pin(%b) : (tensor<4xf32>) -> memref<4xf32>
  %d = stablehlo.custom_call @Unpin(%c) : (memref<4xf32>) -> tensor<4xf32>
  return %b, %d, %c : tensor<4xf32>, tensor<4xf32>, memref<4xf32>
}
// =>
func.func @buffers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, memref<4xf32>) {
  %c = stablehlo.custom_call @Pin(%x) : (tensor<4xf32>) -> memref<4xf32>
  return %x, %x, %c : tensor<4xf32>, tensor<4xf32>, memref<4xf32>
}
