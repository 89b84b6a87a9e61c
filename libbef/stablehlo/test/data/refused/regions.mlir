// expected 4:8: 'stablehlo.custom_call': there is no kernel for the target @unheard_of
// expected 7:10: 'stablehlo.dot': it cannot be part of the region of 'stablehlo.reduce'
func.func @main(%x: tensor<2xf32>, %z: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @unheard_of(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %d = stablehlo.dot %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
    %c = stablehlo.add %b, %d : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %3 = stablehlo.add %0, %2 : tensor<2xf32>
  return %3 : tensor<2xf32>
}
