// expected 5:8: 'stablehlo.custom_call': there is no kernel for the target @unheard_of: register hlo.custom_call.unheard_of
// expected 8:10: 'stablehlo.all_reduce': it cannot be part of the region of 'stablehlo.reduce'
// expected 16:8: 'stablehlo.reduce': its region, which is no expression, changes the quantized type
func.func @main(%x: tensor<2xf32>, %z: tensor<f32>, %q: tensor<2x!quant.uniform<i8:f32, 0.5>>, %i: tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @unheard_of(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %d = "stablehlo.all_reduce"(%b) ({
    ^bb0(%u: tensor<f32>, %v: tensor<f32>):
      %w = stablehlo.add %u, %v : tensor<f32>
      stablehlo.return %w : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<f32>) -> tensor<f32>
    %c = stablehlo.add %a, %d : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %2 = "stablehlo.reduce"(%q, %i) ({
  ^bb0(%a: tensor<!quant.uniform<i32:f32, 0.25>>, %b: tensor<!quant.uniform<i32:f32, 0.25>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i32:f32, 0.25>>
    check.expect_eq %x, %x : tensor<2xf32>
    stablehlo.return %s : tensor<!quant.uniform<i32:f32, 0.25>>
  }) {dimensions = array<i64: 0>} : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<!quant.uniform<i32:f32, 0.25>>
  %3 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %4 = stablehlo.add %0, %3 : tensor<2xf32>
  return %4 : tensor<2xf32>
}
