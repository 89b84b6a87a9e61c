// Branches with operations that cannot run.
func.func @main(%i: tensor<i32>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<i32>) {
  %r:2 = "stablehlo.case"(%i) ({
    %0 = stablehlo.custom_call @unknown_one(%x) : (tensor<2xf32>) -> tensor<2xf32>
    %1 = stablehlo.add %0, %0 : tensor<2xf32>
    stablehlo.return %1, %i : tensor<2xf32>, tensor<i32>
  }, {
    %0 = stablehlo.add %x, %x : tensor<2xf32>
    stablehlo.return %0, %i : tensor<2xf32>, tensor<i32>
  }, {
    %t:2 = stablehlo.custom_call @unknown_two(%x) {has_side_effect = true} : (tensor<2xf32>) -> (tensor<2xf32>, tuple<tensor<2xf32>, tensor<i32>>)
    %u = stablehlo.get_tuple_element %t#1[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
    stablehlo.return %t#0, %u : tensor<2xf32>, tensor<i32>
  }) : (tensor<i32>) -> (tensor<2xf32>, tensor<i32>)
  return %r#0, %r#1 : tensor<2xf32>, tensor<i32>
}
