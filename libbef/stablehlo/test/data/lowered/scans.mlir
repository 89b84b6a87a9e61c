// An array that a loop reads and writes by index: steps load and store.
func.func @main(%a: tensor<300xf32>) -> (tensor<f32>, tensor<300xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %empty = stablehlo.constant dense<0.0> : tensor<300xf32>
  %r:3 = stablehlo.while(%i = %zero, %s = %f, %o = %empty) : tensor<i32>, tensor<f32>, tensor<300xf32>
  cond {
    %n = stablehlo.constant dense<300> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %x = stablehlo.dynamic_slice %a, %i, sizes = [1] : (tensor<300xf32>, tensor<i32>) -> tensor<1xf32>
    %y = stablehlo.reshape %x : (tensor<1xf32>) -> tensor<f32>
    %t = stablehlo.add %s, %y : tensor<f32>
    %z = stablehlo.reshape %t : (tensor<f32>) -> tensor<1xf32>
    %u = stablehlo.dynamic_update_slice %o, %z, %i : (tensor<300xf32>, tensor<1xf32>, tensor<i32>) -> tensor<300xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %t, %u : tensor<i32>, tensor<f32>, tensor<300xf32>
  }
  return %r#1, %r#2 : tensor<f32>, tensor<300xf32>
}
