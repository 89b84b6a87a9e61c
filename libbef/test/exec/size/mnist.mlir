// mnist.bef: bef assemble mnist.mlir -o mnist.bef
func.func @main(%x: tensor<1x784xf32>, %w1: tensor<784x512xf32>, %b1: tensor<1x512xf32>, %w2: tensor<512x10xf32>, %b2: tensor<1x10xf32>) -> tensor<1x10xf32> {
  %h = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<1x784xf32>, tensor<784x512xf32>) -> tensor<1x512xf32>
  %s = stablehlo.add %h, %b1 : tensor<1x512xf32>
  %c = stablehlo.constant dense<0.0> : tensor<1x512xf32>
  %r = stablehlo.maximum %s, %c : tensor<1x512xf32>
  %o = stablehlo.dot_general %r, %w2, contracting_dims = [1] x [0] : (tensor<1x512xf32>, tensor<512x10xf32>) -> tensor<1x10xf32>
  %t = stablehlo.add %o, %b2 : tensor<1x10xf32>
  return %t : tensor<1x10xf32>
}
