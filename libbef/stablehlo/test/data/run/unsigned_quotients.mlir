// Quotients and remainders of unsigned integers by a power of two are shifts and low bits; by 1 they are the dividend and 0.
func.func @words() -> tensor<4xui32> {
  %x = stablehlo.constant dense<[0, 15, 4294967295, 2147483648]> : tensor<4xui32>
  %n = stablehlo.constant dense<8> : tensor<4xui32>
  %m = stablehlo.constant dense<2147483648> : tensor<4xui32>
  %one = stablehlo.constant dense<1> : tensor<4xui32>
  %0 = stablehlo.divide %x, %n : tensor<4xui32>
  check.expect_eq_const %0, dense<[0, 1, 536870911, 268435456]> : tensor<4xui32>
  %1 = stablehlo.remainder %x, %n : tensor<4xui32>
  check.expect_eq_const %1, dense<[0, 7, 7, 0]> : tensor<4xui32>
  %2 = stablehlo.divide %x, %m : tensor<4xui32>
  check.expect_eq_const %2, dense<[0, 0, 1, 1]> : tensor<4xui32>
  %3 = stablehlo.remainder %x, %one : tensor<4xui32>
  check.expect_eq_const %3, dense<0> : tensor<4xui32>
  %4 = stablehlo.divide %x, %one : tensor<4xui32>
  check.expect_eq_const %4, dense<[0, 15, 4294967295, 2147483648]> : tensor<4xui32>
  return %4 : tensor<4xui32>
}

func.func @longs() -> tensor<3xui64> {
  %x = stablehlo.constant dense<[17, 18446744073709551615, 9223372036854775808]> : tensor<3xui64>
  %n = stablehlo.constant dense<9223372036854775808> : tensor<3xui64>
  %m = stablehlo.constant dense<16> : tensor<3xui64>
  %0 = stablehlo.divide %x, %n : tensor<3xui64>
  check.expect_eq_const %0, dense<[0, 1, 1]> : tensor<3xui64>
  %1 = stablehlo.remainder %x, %n : tensor<3xui64>
  check.expect_eq_const %1, dense<[17, 9223372036854775807, 0]> : tensor<3xui64>
  %2 = stablehlo.divide %x, %m : tensor<3xui64>
  check.expect_eq_const %2, dense<[1, 1152921504606846975, 576460752303423488]> : tensor<3xui64>
  return %2 : tensor<3xui64>
}

// Arrays without elements, whose constants have none either: f32 and f64 are products with the reciprocal.
func.func @empty() -> (tensor<0xf32>, tensor<2x0xf64>, tensor<0xui32>) {
  %x_0 = stablehlo.constant dense<> : tensor<0xf32>
  %y_0 = stablehlo.constant dense<> : tensor<2x0xf64>
  %z_0 = stablehlo.constant dense<> : tensor<0xui32>
  %x:3 = stablehlo.optimization_barrier %x_0, %y_0, %z_0 : tensor<0xf32>, tensor<2x0xf64>, tensor<0xui32>
  %two_0 = stablehlo.constant dense<2.0> : tensor<f32>
  %two = stablehlo.broadcast_in_dim %two_0, dims = [] : (tensor<f32>) -> tensor<0xf32>
  %four_0 = stablehlo.constant dense<4.0> : tensor<f64>
  %four = stablehlo.broadcast_in_dim %four_0, dims = [] : (tensor<f64>) -> tensor<2x0xf64>
  %eight_0 = stablehlo.constant dense<8> : tensor<ui32>
  %eight = stablehlo.broadcast_in_dim %eight_0, dims = [] : (tensor<ui32>) -> tensor<0xui32>
  %0 = stablehlo.divide %x#0, %two : tensor<0xf32>
  check.expect_eq_const %0, dense<> : tensor<0xf32>
  %1 = stablehlo.divide %x#1, %four : tensor<2x0xf64>
  check.expect_eq_const %1, dense<> : tensor<2x0xf64>
  %2 = stablehlo.remainder %x#2, %eight : tensor<0xui32>
  check.expect_eq_const %2, dense<> : tensor<0xui32>
  %half_0 = stablehlo.constant dense<0.5> : tensor<f32>
  %half = stablehlo.broadcast_in_dim %half_0, dims = [] : (tensor<f32>) -> tensor<0xf32>
  %3 = stablehlo.power %x#0, %half : tensor<0xf32>
  check.expect_eq_const %3, dense<> : tensor<0xf32>
  return %0, %1, %2 : tensor<0xf32>, tensor<2x0xf64>, tensor<0xui32>
}
