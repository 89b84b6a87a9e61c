// Operations that cannot run in branches that are never taken.

// A constant decides.
func.func @constant() {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %x = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %0 = "stablehlo.case"(%c) ({
    %a = stablehlo.custom_call @elsewhere(%x) : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %a : tensor<2xf32>
  }, {
    %a = stablehlo.abs %x : tensor<2xf32>
    stablehlo.return %a : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[1.0, 2.0]> : tensor<2xf32>
  func.return
}
// Known only when the program runs: an exponential is not folded. What uses the values of such an operation is an error with it, also a
// tuple that no program has, a loop, and a side effect.
func.func @computed() {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %x = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %e = stablehlo.exponential %zero : tensor<f32>
  %i = stablehlo.convert %e : (tensor<f32>) -> tensor<i32>
  %0 = "stablehlo.case"(%i) ({
    %a = stablehlo.custom_call @elsewhere(%x) : (tensor<2xf32>) -> tensor<2xf32>
    %b = stablehlo.add %a, %x : tensor<2xf32>
    %r:2 = "stablehlo.while"(%b, %i) ({
    ^bb0(%v: tensor<2xf32>, %n: tensor<i32>):
      %p = stablehlo.compare LT, %n, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%v: tensor<2xf32>, %n: tensor<i32>):
      %w = stablehlo.custom_call @elsewhere(%v) : (tensor<2xf32>) -> tensor<2xf32>
      stablehlo.return %w, %n : tensor<2xf32>, tensor<i32>
    }) : (tensor<2xf32>, tensor<i32>) -> (tensor<2xf32>, tensor<i32>)
    stablehlo.return %r#0 : tensor<2xf32>
  }, {
    %a = stablehlo.abs %x : tensor<2xf32>
    stablehlo.return %a : tensor<2xf32>
  }, {
    %t = stablehlo.custom_call @elsewhere(%x) {has_side_effect = true} : (tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<i32>>
    %a = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<2xf32>
    stablehlo.return %a : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[1.0, 2.0]> : tensor<2xf32>
  func.return
}
// Regions that would be functions, but cannot: nothing of them stays in the program.
func.func @regions() {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %e = stablehlo.exponential %zero : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %p = stablehlo.compare EQ, %e, %one : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %x = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %e : tensor<f32>
  }, {
    %s = "stablehlo.reduce"(%x, %zero) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.custom_call @elsewhere(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  check.expect_eq_const %0, dense<1.0> : tensor<f32>
  func.return
}
