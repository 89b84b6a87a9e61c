// Operations with equal attributes: other types, other attributes, and the first ones again. Their kernels are apart, since products have
// several uses.
func.func @products() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %b = stablehlo.constant dense<[[1, 0], [2, 1], [0, 3]]> : tensor<3x2xi32>
  %c = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  %1 = stablehlo.dot_general %b, %a, contracting_dims = [1] x [0] : (tensor<3x2xi32>, tensor<2x3xi32>) -> tensor<3x3xi32>
  %2 = stablehlo.dot_general %c, %c, contracting_dims = [1] x [0] : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  %3 = stablehlo.dot_general %c, %c, contracting_dims = [0] x [0] : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  %4 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %5 = stablehlo.dot_general %4, %0, contracting_dims = [1] x [0] : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %6 = stablehlo.dot_general %2, %c, contracting_dims = [1] x [0] : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %0, dense<[[5, 11], [14, 23]]> : tensor<2x2xi32>
  check.expect_eq_const %1, dense<[[1, 2, 3], [6, 9, 12], [12, 15, 18]]> : tensor<3x3xi32>
  check.expect_eq_const %2, dense<[[7, 10], [15, 22]]> : tensor<2x2xi64>
  check.expect_eq_const %3, dense<[[10, 14], [14, 20]]> : tensor<2x2xi64>
  check.expect_eq_const %4, dense<[[179, 308], [392, 683]]> : tensor<2x2xi32>
  check.expect_eq_const %5, dense<[[5207, 9053], [11522, 20021]]> : tensor<2x2xi32>
  check.expect_eq_const %6, dense<[[37, 54], [81, 118]]> : tensor<2x2xi64>
  func.return
}
// The same attribute of other operations, and operands of other ranks.
func.func @dimensions() {
  %a = stablehlo.constant dense<[[3, 1, 2], [6, 5, 4]]> : tensor<2x3xi32>
  %b = stablehlo.constant dense<[[[1, 2]], [[3, 4]]]> : tensor<2x1x2xi32>
  %0 = stablehlo.reverse %a, dims = [0] : tensor<2x3xi32>
  %1 = stablehlo.reverse %b, dims = [0] : tensor<2x1x2xi32>
  %2 = stablehlo.concatenate %a, %0, dim = 0 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<4x3xi32>
  %3 = stablehlo.concatenate %a, %2, dim = 0 : (tensor<2x3xi32>, tensor<4x3xi32>) -> tensor<6x3xi32>
  %4 = stablehlo.concatenate %0, %a, dim = 0 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<4x3xi32>
  %5 = stablehlo.concatenate %b, %1, dim = 0 : (tensor<2x1x2xi32>, tensor<2x1x2xi32>) -> tensor<4x1x2xi32>
  check.expect_eq_const %2, dense<[[3, 1, 2], [6, 5, 4], [6, 5, 4], [3, 1, 2]]> : tensor<4x3xi32>
  check.expect_eq_const %3, dense<[[3, 1, 2], [6, 5, 4], [3, 1, 2], [6, 5, 4], [6, 5, 4], [3, 1, 2]]> : tensor<6x3xi32>
  check.expect_eq_const %4, dense<[[6, 5, 4], [3, 1, 2], [3, 1, 2], [6, 5, 4]]> : tensor<4x3xi32>
  check.expect_eq_const %5, dense<[[[1, 2]], [[3, 4]], [[3, 4]], [[1, 2]]]> : tensor<4x1x2xi32>
  func.return
}
