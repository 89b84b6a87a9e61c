// Element-wise operations: each is lowered with its operands, attributes and types.
func.func @arithmetic() {
  %a = stablehlo.constant dense<[7, -7, 3, 0]> : tensor<4xi32>
  %b = stablehlo.constant dense<[2, 2, -2, 5]> : tensor<4xi32>
  %add = stablehlo.add %a, %b : tensor<4xi32>
  %sub = stablehlo.subtract %a, %b : tensor<4xi32>
  %mul = stablehlo.multiply %a, %b : tensor<4xi32>
  %div = stablehlo.divide %a, %b : tensor<4xi32>
  %rem = stablehlo.remainder %a, %b : tensor<4xi32>
  %max = stablehlo.maximum %a, %b : tensor<4xi32>
  %min = stablehlo.minimum %a, %b : tensor<4xi32>
  %abs = stablehlo.abs %a : tensor<4xi32>
  %neg = stablehlo.negate %a : tensor<4xi32>
  %sign = stablehlo.sign %a : tensor<4xi32>
  %pow = stablehlo.power %a, %b : tensor<4xi32>
  check.expect_eq_const %add, dense<[9, -5, 1, 5]> : tensor<4xi32>
  check.expect_eq_const %sub, dense<[5, -9, 5, -5]> : tensor<4xi32>
  check.expect_eq_const %mul, dense<[14, -14, -6, 0]> : tensor<4xi32>
  check.expect_eq_const %div, dense<[3, -3, -1, 0]> : tensor<4xi32>
  check.expect_eq_const %rem, dense<[1, -1, 1, 0]> : tensor<4xi32>
  check.expect_eq_const %max, dense<[7, 2, 3, 5]> : tensor<4xi32>
  check.expect_eq_const %min, dense<[2, -7, -2, 0]> : tensor<4xi32>
  check.expect_eq_const %abs, dense<[7, 7, 3, 0]> : tensor<4xi32>
  check.expect_eq_const %neg, dense<[-7, 7, -3, 0]> : tensor<4xi32>
  check.expect_eq_const %sign, dense<[1, -1, 1, 0]> : tensor<4xi32>
  check.expect_eq_const %pow, dense<[49, 49, 0, 0]> : tensor<4xi32>
  return
}
func.func @bits() {
  %a = stablehlo.constant dense<[12, 255, 1]> : tensor<3xui8>
  %b = stablehlo.constant dense<[10, 1, 9]> : tensor<3xui8>
  %and = stablehlo.and %a, %b : tensor<3xui8>
  %or = stablehlo.or %a, %b : tensor<3xui8>
  %xor = stablehlo.xor %a, %b : tensor<3xui8>
  %not = stablehlo.not %a : tensor<3xui8>
  %left = stablehlo.shift_left %a, %b : tensor<3xui8>
  %logical = stablehlo.shift_right_logical %a, %b : tensor<3xui8>
  %arithmetic = stablehlo.shift_right_arithmetic %a, %b : tensor<3xui8>
  %ones = stablehlo.popcnt %a : tensor<3xui8>
  %zeros = stablehlo.count_leading_zeros %a : tensor<3xui8>
  check.expect_eq_const %and, dense<[8, 1, 1]> : tensor<3xui8>
  check.expect_eq_const %or, dense<[14, 255, 9]> : tensor<3xui8>
  check.expect_eq_const %xor, dense<[6, 254, 8]> : tensor<3xui8>
  check.expect_eq_const %not, dense<[243, 0, 254]> : tensor<3xui8>
  check.expect_eq_const %left, dense<[0, 254, 0]> : tensor<3xui8>
  check.expect_eq_const %logical, dense<[0, 127, 0]> : tensor<3xui8>
  check.expect_eq_const %arithmetic, dense<[0, 255, 0]> : tensor<3xui8>
  check.expect_eq_const %ones, dense<[2, 8, 1]> : tensor<3xui8>
  check.expect_eq_const %zeros, dense<[4, 0, 7]> : tensor<3xui8>
  return
}
func.func @floats() {
  %x = stablehlo.constant dense<[0.0, 1.0, 0.25]> : tensor<3xf64>
  %y = stablehlo.constant dense<[1.0, 1.0, 2.0]> : tensor<3xf64>
  %exp = stablehlo.exponential %x : tensor<3xf64>
  %expm1 = stablehlo.exponential_minus_one %x : tensor<3xf64>
  %log = stablehlo.log %y : tensor<3xf64>
  %log1p = stablehlo.log_plus_one %x : tensor<3xf64>
  %logistic = stablehlo.logistic %x : tensor<3xf64>
  %sqrt = stablehlo.sqrt %x : tensor<3xf64>
  %rsqrt = stablehlo.rsqrt %y : tensor<3xf64>
  %cbrt = stablehlo.cbrt %x : tensor<3xf64>
  %sin = stablehlo.sine %x : tensor<3xf64>
  %cos = stablehlo.cosine %x : tensor<3xf64>
  %tan = stablehlo.tan %x : tensor<3xf64>
  %tanh = stablehlo.tanh %x : tensor<3xf64>
  %atan2 = stablehlo.atan2 %x, %y : tensor<3xf64>
  check.expect_almost_eq_const %exp, dense<[1.0, 2.718281828459045, 1.2840254166877414]> : tensor<3xf64>
  check.expect_almost_eq_const %expm1, dense<[0.0, 1.718281828459045, 0.2840254166877414]> : tensor<3xf64>
  check.expect_almost_eq_const %log, dense<[0.0, 0.0, 0.6931471805599453]> : tensor<3xf64>
  check.expect_almost_eq_const %log1p, dense<[0.0, 0.6931471805599453, 0.22314355131420976]> : tensor<3xf64>
  check.expect_almost_eq_const %logistic, dense<[0.5, 0.7310585786300049, 0.5621765008857981]> : tensor<3xf64>
  check.expect_almost_eq_const %sqrt, dense<[0.0, 1.0, 0.5]> : tensor<3xf64>
  check.expect_almost_eq_const %rsqrt, dense<[1.0, 1.0, 0.7071067811865475]> : tensor<3xf64>
  check.expect_almost_eq_const %cbrt, dense<[0.0, 1.0, 0.6299605249474366]> : tensor<3xf64>
  check.expect_almost_eq_const %sin, dense<[0.0, 0.8414709848078965, 0.24740395925452294]> : tensor<3xf64>
  check.expect_almost_eq_const %cos, dense<[1.0, 0.5403023058681398, 0.9689124217106447]> : tensor<3xf64>
  check.expect_almost_eq_const %tan, dense<[0.0, 1.5574077246549023, 0.25534192122103627]> : tensor<3xf64>
  check.expect_almost_eq_const %tanh, dense<[0.0, 0.7615941559557649, 0.24491866240370913]> : tensor<3xf64>
  check.expect_almost_eq_const %atan2, dense<[0.0, 0.7853981633974483, 0.12435499454676144]> : tensor<3xf64>
  return
}
func.func @rounding() {
  %x = stablehlo.constant dense<[2.5, -0.5, 1.3]> : tensor<3xf32>
  %floor = stablehlo.floor %x : tensor<3xf32>
  %ceil = stablehlo.ceil %x : tensor<3xf32>
  %away = stablehlo.round_nearest_afz %x : tensor<3xf32>
  %even = stablehlo.round_nearest_even %x : tensor<3xf32>
  %finite = stablehlo.is_finite %x : (tensor<3xf32>) -> tensor<3xi1>
  %short = stablehlo.reduce_precision %x, format = e5m2 : tensor<3xf32>
  check.expect_eq_const %floor, dense<[2.0, -1.0, 1.0]> : tensor<3xf32>
  check.expect_eq_const %ceil, dense<[3.0, 0.0, 2.0]> : tensor<3xf32>
  check.expect_eq_const %away, dense<[3.0, -1.0, 1.0]> : tensor<3xf32>
  check.expect_eq_const %even, dense<[2.0, 0.0, 1.0]> : tensor<3xf32>
  check.expect_eq_const %finite, dense<true> : tensor<3xi1>
  check.expect_eq_const %short, dense<[2.5, -0.5, 1.25]> : tensor<3xf32>
  return
}
func.func @choices() {
  %x = stablehlo.constant dense<[1, 5, 9]> : tensor<3xi64>
  %y = stablehlo.constant dense<[5, 5, 5]> : tensor<3xi64>
  %low = stablehlo.constant dense<2> : tensor<i64>
  %high = stablehlo.constant dense<8> : tensor<i64>
  %less = stablehlo.compare LT, %x, %y : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  %chosen = stablehlo.select %less, %x, %y : tensor<3xi1>, tensor<3xi64>
  %clamped = stablehlo.clamp %low, %x, %high : (tensor<i64>, tensor<3xi64>, tensor<i64>) -> tensor<3xi64>
  check.expect_eq_const %less, dense<[true, false, false]> : tensor<3xi1>
  check.expect_eq_const %chosen, dense<[1, 5, 5]> : tensor<3xi64>
  check.expect_eq_const %clamped, dense<[2, 5, 8]> : tensor<3xi64>
  return
}
func.func @complex_numbers() {
  %re = stablehlo.constant dense<[1.0, 0.0]> : tensor<2xf32>
  %im = stablehlo.constant dense<[2.0, -1.0]> : tensor<2xf32>
  %z = stablehlo.complex %re, %im : tensor<2xcomplex<f32>>
  %square = stablehlo.multiply %z, %z : tensor<2xcomplex<f32>>
  %real = stablehlo.real %square : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %imag = stablehlo.imag %square : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq_const %real, dense<[-3.0, -1.0]> : tensor<2xf32>
  check.expect_eq_const %imag, dense<[4.0, 0.0]> : tensor<2xf32>
  return
}
func.func @conversions() {
  %x = stablehlo.constant dense<[1.75, -2.5, 300.0]> : tensor<3xf32>
  %i = stablehlo.convert %x : (tensor<3xf32>) -> tensor<3xi8>
  %h = stablehlo.convert %x : (tensor<3xf32>) -> tensor<3xbf16>
  %f = stablehlo.convert %h : (tensor<3xbf16>) -> tensor<3xf32>
  %s = stablehlo.convert %x : (tensor<3xf32>) -> tensor<3xf8E4M3FN>
  %t = stablehlo.convert %s : (tensor<3xf8E4M3FN>) -> tensor<3xf32>
  %n = stablehlo.constant dense<[7, -8]> : tensor<2xi4>
  %w = stablehlo.convert %n : (tensor<2xi4>) -> tensor<2xi32>
  %bits = stablehlo.bitcast_convert %x : (tensor<3xf32>) -> tensor<3x4xui8>
  check.expect_eq_const %i, dense<[1, -2, 127]> : tensor<3xi8>
  check.expect_eq_const %f, dense<[1.75, -2.5, 300.0]> : tensor<3xf32>
  check.expect_eq_const %t, dense<[1.75, -2.5, 288.0]> : tensor<3xf32>
  check.expect_eq_const %w, dense<[7, -8]> : tensor<2xi32>
  check.expect_eq_const %bits, dense<[[0, 0, 224, 63], [0, 0, 32, 192], [0, 0, 150, 67]]> : tensor<3x4xui8>
  return
}
