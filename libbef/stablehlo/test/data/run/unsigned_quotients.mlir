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
