// The first elements of sorts with positions: the largest by hlo.top_k where the form allows it, and forms that only look like it.
func.func @largest(%x: tensor<2x5xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<2x5xi32>
  %s:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2x5xf32>, tensor<2x5xi32>) -> (tensor<2x5xf32>, tensor<2x5xi32>)
  %v = stablehlo.slice %s#0 [0:2, 0:2] : (tensor<2x5xf32>) -> tensor<2x2xf32>
  %k = stablehlo.slice %s#1 [0:2, 0:2] : (tensor<2x5xi32>) -> tensor<2x2xi32>
  return %v, %k : tensor<2x2xf32>, tensor<2x2xi32>
}
func.func @positions(%x: tensor<5xi32>) -> (tensor<3xi32>, tensor<3xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<5xi32>
  %s:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>)
  %k = stablehlo.slice %s#1 [0:3] : (tensor<5xi32>) -> tensor<3xi32>
  %l = stablehlo.slice %s#1 [0:3] : (tensor<5xi32>) -> tensor<3xi32>
  return %k, %l : tensor<3xi32>, tensor<3xi32>
}
func.func @smallest(%x: tensor<5xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<5xi32>
  %s:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>)
  %v = stablehlo.slice %s#0 [0:2] : (tensor<5xi32>) -> tensor<2xi32>
  %k = stablehlo.slice %s#1 [0:2] : (tensor<5xi32>) -> tensor<2xi32>
  return %v, %k : tensor<2xi32>, tensor<2xi32>
}
func.func @different_lengths(%x: tensor<5xi32>) -> (tensor<2xi32>, tensor<3xi32>, tensor<2xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<5xi32>
  %s:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>)
  %v = stablehlo.slice %s#0 [0:2] : (tensor<5xi32>) -> tensor<2xi32>
  %k = stablehlo.slice %s#1 [0:3] : (tensor<5xi32>) -> tensor<3xi32>
  %l = stablehlo.slice %s#1 [3:5] : (tensor<5xi32>) -> tensor<2xi32>
  return %v, %k, %l : tensor<2xi32>, tensor<3xi32>, tensor<2xi32>
}
// The positions count the rows, not the sorted dimension.
func.func @rows(%x: tensor<2x3xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<2x3xi32>
  %s:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2x3xi32>, tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>)
  %v = stablehlo.slice %s#0 [0:2, 0:2] : (tensor<2x3xi32>) -> tensor<2x2xi32>
  %k = stablehlo.slice %s#1 [0:2, 0:2] : (tensor<2x3xi32>) -> tensor<2x2xi32>
  return %v, %k : tensor<2x2xi32>, tensor<2x2xi32>
}
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, -0.0, 0.0, 7.0, 7.0], [-1.0, -2.0, -3.0, -1.0, -5.0]]> : tensor<2x5xf32>
  %y = stablehlo.constant dense<[4, 9, -1, 9, 5]> : tensor<5xi32>
  %z = stablehlo.constant dense<[[1, 2, 3], [6, 5, 4]]> : tensor<2x3xi32>
  %a:2 = call @largest(%x) : (tensor<2x5xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  check.expect_eq_const %a#0, dense<[[7.0, 7.0], [-1.0, -1.0]]> : tensor<2x2xf32>
  check.expect_eq_const %a#1, dense<[[3, 4], [0, 3]]> : tensor<2x2xi32>
  %b:2 = call @positions(%y) : (tensor<5xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  check.expect_eq_const %b#0, dense<[1, 3, 4]> : tensor<3xi32>
  check.expect_eq_const %b#1, dense<[1, 3, 4]> : tensor<3xi32>
  %c:2 = call @smallest(%y) : (tensor<5xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %c#0, dense<[-1, 4]> : tensor<2xi32>
  check.expect_eq_const %c#1, dense<[2, 0]> : tensor<2xi32>
  %d:3 = call @different_lengths(%y) : (tensor<5xi32>) -> (tensor<2xi32>, tensor<3xi32>, tensor<2xi32>)
  check.expect_eq_const %d#0, dense<[9, 9]> : tensor<2xi32>
  check.expect_eq_const %d#1, dense<[1, 3, 4]> : tensor<3xi32>
  check.expect_eq_const %d#2, dense<[0, 2]> : tensor<2xi32>
  %e:2 = call @rows(%z) : (tensor<2x3xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
  check.expect_eq_const %e#0, dense<[[3, 2], [6, 5]]> : tensor<2x2xi32>
  check.expect_eq_const %e#1, dense<[[0, 0], [1, 1]]> : tensor<2x2xi32>
  return
}
