// Operations of CHLO: functions with values that mpmath computed, and element-wise operations whose operands are broadcast.
func.func @inverse_functions() {
  %acos_x = stablehlo.constant dense<[-0.75, 0.0, 0.5]> : tensor<3xf64>
  %acos = "chlo.acos"(%acos_x) : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %acos, dense<[2.4188584057763776, 1.5707963267948966, 1.0471975511965979]> : tensor<3xf64>, tolerance = 1.0e-13
  %asin_x = stablehlo.constant dense<[-0.75, 0.0, 0.5]> : tensor<3xf64>
  %asin = "chlo.asin"(%asin_x) : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %asin, dense<[-0.848062078981481, 0.0, 0.5235987755982989]> : tensor<3xf64>, tolerance = 1.0e-13
  %atan_x = stablehlo.constant dense<[-3.0, 0.25, 10.0]> : tensor<3xf64>
  %atan = "chlo.atan"(%atan_x) : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %atan, dense<[-1.2490457723982544, 0.24497866312686414, 1.4711276743037347]> : tensor<3xf64>, tolerance = 1.0e-13
  %acosh_x = stablehlo.constant dense<[1.0, 1.5, 20.0]> : tensor<3xf64>
  %acosh = "chlo.acosh"(%acosh_x) : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %acosh, dense<[0.0, 0.9624236501192069, 3.6882538673612966]> : tensor<3xf64>, tolerance = 1.0e-13
  %asinh_x = stablehlo.constant dense<[-2.0, 0.125, 30.0]> : tensor<3xf64>
  %asinh = "chlo.asinh"(%asinh_x) : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %asinh, dense<[-1.4436354751788103, 0.12467674692144275, 4.09462222433053]> : tensor<3xf64>, tolerance = 1.0e-13
  %atanh_x = stablehlo.constant dense<[-0.75, 0.0, 0.5]> : tensor<3xf64>
  %atanh = "chlo.atanh"(%atanh_x) : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %atanh, dense<[-0.9729550745276566, 0.0, 0.5493061443340549]> : tensor<3xf64>, tolerance = 1.0e-13
  return
}
func.func @hyperbolic_functions() {
  %cosh_x = stablehlo.constant dense<[-1.5, 0.0, 3.0]> : tensor<3xf64>
  %cosh = "chlo.cosh"(%cosh_x) : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %cosh, dense<[2.352409615243247, 1.0, 10.067661995777765]> : tensor<3xf64>, tolerance = 1.0e-13
  %sinh_x = stablehlo.constant dense<[-1.5, 0.0, 3.0]> : tensor<3xf64>
  %sinh = "chlo.sinh"(%sinh_x) : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %sinh, dense<[-2.1292794550948173, 0.0, 10.017874927409903]> : tensor<3xf64>, tolerance = 1.0e-13
  %tan_x = stablehlo.constant dense<[-1.0, 0.25, 4.0]> : tensor<3xf64>
  %tan = "chlo.tan"(%tan_x) : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %tan, dense<[-1.5574077246549023, 0.25534192122103627, 1.1578212823495775]> : tensor<3xf64>, tolerance = 1.0e-13
  %square_x = stablehlo.constant dense<[-1.5, 0.0, 3.0]> : tensor<3xf64>
  %square = "chlo.square"(%square_x) : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %square, dense<[2.25, 0.0, 9.0]> : tensor<3xf64>, tolerance = 1.0e-13
  return
}
func.func @error_functions() {
  %erf_x = stablehlo.constant dense<[-0.5, 0.0, 1.25]> : tensor<3xf64>
  %erf = "chlo.erf"(%erf_x) : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %erf, dense<[-0.5204998778130465, 0.0, 0.9229001282564583]> : tensor<3xf64>, tolerance = 1.0e-13
  %erf_f32_x = stablehlo.constant dense<[-6.0, -0.75, -0.0, 1.0e-40, 1.0]> : tensor<5xf32>
  %erf_f32 = chlo.erf %erf_f32_x : tensor<5xf32> -> tensor<5xf32>
  %erf_f32_y = stablehlo.constant dense<[-1.0, -0.711155653, -0.0, 1.12837917e-40, 0.842700779]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_close(%erf_f32, %erf_f32_y) {backend_config = "max_ulp=1"} : (tensor<5xf32>, tensor<5xf32>) -> ()
  %erf_f16_x = stablehlo.convert %erf_f32_x : (tensor<5xf32>) -> tensor<5xf16>
  %erf_f16 = chlo.erf %erf_f16_x : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq_const %erf_f16, dense<[-1.0, -0.711, -0.0, 0.0, 0.8427]> : tensor<5xf16>
  %erfc_x = stablehlo.constant dense<[-0.5, 0.0, 3.0]> : tensor<3xf64>
  %erfc = "chlo.erfc"(%erfc_x) : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %erfc, dense<[1.5204998778130465, 1.0, 2.209049699858544e-05]> : tensor<3xf64>, tolerance = 1.0e-13
  %erf_inv_x = stablehlo.constant dense<[-0.9, 0.0, 0.5]> : tensor<3xf64>
  %erf_inv = "chlo.erf_inv"(%erf_inv_x) : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %erf_inv, dense<[-1.1630871536766743, 0.0, 0.4769362762044699]> : tensor<3xf64>, tolerance = 1.0e-13
  %bessel_i1e_x = stablehlo.constant dense<[-2.0, 0.0, 5.0, 30.0]> : tensor<4xf64>
  %bessel_i1e = "chlo.bessel_i1e"(%bessel_i1e_x) : (tensor<4xf64>) -> tensor<4xf64>
  check.expect_almost_eq_const %bessel_i1e, dense<[-0.21526928924893765, 0.0, 0.16397226694454237, 0.07191633059864755]> : tensor<4xf64>, tolerance = 1.0e-13
  return
}
func.func @gamma_functions() {
  %lgamma_x = stablehlo.constant dense<[0.5, 3.5, -1.5]> : tensor<3xf64>
  %lgamma = "chlo.lgamma"(%lgamma_x) : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %lgamma, dense<[0.5723649429247001, 1.2009736023470743, 0.860047015376481]> : tensor<3xf64>, tolerance = 1.0e-11
  %digamma_x = stablehlo.constant dense<[0.5, 3.5, -1.5]> : tensor<3xf64>
  %digamma = "chlo.digamma"(%digamma_x) : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %digamma, dense<[-1.9635100260214235, 1.103156640645243, 0.7031566406452432]> : tensor<3xf64>, tolerance = 1.0e-11
  %n = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %x = stablehlo.constant dense<[0.5, 3.5, 2.0]> : tensor<3xf64>
  %polygamma = "chlo.polygamma"(%n, %x) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %polygamma, dense<[4.934802200544679, -0.1082040516417274, 0.49393940226682914]> : tensor<3xf64>, tolerance = 1.0e-11
  %s = stablehlo.constant dense<[2.0, 3.0, 1.5]> : tensor<3xf64>
  %zeta = "chlo.zeta"(%s, %x) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %zeta, dense<[4.934802200544679, 0.0541020258208637, 1.6123753486854884]> : tensor<3xf64>, tolerance = 1.0e-11
  return
}
func.func @floats() {
  %x = stablehlo.constant dense<[1.0, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  %y = stablehlo.constant dense<[2.0, 0.0, 0.0, 1.0]> : tensor<4xf32>
  %inf = "chlo.is_inf"(%x) : (tensor<4xf32>) -> tensor<4xi1>
  %plus = "chlo.is_pos_inf"(%x) : (tensor<4xf32>) -> tensor<4xi1>
  %minus = "chlo.is_neg_inf"(%x) : (tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %inf, dense<[false, true, true, false]> : tensor<4xi1>
  check.expect_eq_const %plus, dense<[false, false, true, false]> : tensor<4xi1>
  check.expect_eq_const %minus, dense<[false, true, false, false]> : tensor<4xi1>
  %next = "chlo.next_after"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  check.expect_eq_const %next, dense<[0x3F800001, 0xFF7FFFFF, 0x7F7FFFFF, 0x7FC00000]> : tensor<4xf32>
  %z = stablehlo.constant dense<[(1.0, 2.0), (-3.0, -0.5)]> : tensor<2xcomplex<f32>>
  %conj = "chlo.conj"(%z) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %conj, dense<[(1.0, -2.0), (-3.0, 0.5)]> : tensor<2xcomplex<f32>>
  %c = chlo.constant dense<[5, 7]> : tensor<2xi32>
  %like = "chlo.constant_like"(%x) {value = 3.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  check.expect_eq_const %c, dense<[5, 7]> : tensor<2xi32>
  check.expect_eq_const %like, dense<3.0> : tensor<4xf32>
  %big = stablehlo.constant dense<[-2147483648, 2000000000]> : tensor<2xi32>
  %high = "chlo.mulhi"(%big, %c) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %high, dense<[-3, 3]> : tensor<2xi32>
  %t = stablehlo.constant dense<[[3, 9, 1, 9], [-4, -5, -6, -3]]> : tensor<2x4xi32>
  %top, %places = chlo.top_k(%t, k = 2) : tensor<2x4xi32> -> (tensor<2x2xi32>, tensor<2x2xi32>)
  check.expect_eq_const %top, dense<[[9, 9], [-3, -4]]> : tensor<2x2xi32>
  check.expect_eq_const %places, dense<[[1, 3], [3, 0]]> : tensor<2x2xi32>
  return
}
func.func @broadcast_floats() {
  %x = stablehlo.constant dense<[[1.5, -2.0, 3.0], [4.0, 0.5, -6.0]]> : tensor<2x3xf64>
  %y = stablehlo.constant dense<[2.0, 4.0, 0.5]> : tensor<3xf64>
  %add = "chlo.broadcast_add"(%x, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_eq_const %add, dense<[[3.5, 2.0, 3.5], [6.0, 4.5, -5.5]]> : tensor<2x3xf64>
  %subtract = "chlo.broadcast_subtract"(%x, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_eq_const %subtract, dense<[[-0.5, -6.0, 2.5], [2.0, -3.5, -6.5]]> : tensor<2x3xf64>
  %multiply = "chlo.broadcast_multiply"(%x, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_eq_const %multiply, dense<[[3.0, -8.0, 1.5], [8.0, 2.0, -3.0]]> : tensor<2x3xf64>
  %divide = "chlo.broadcast_divide"(%x, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %divide, dense<[[0.75, -0.5, 6.0], [2.0, 0.125, -12.0]]> : tensor<2x3xf64>, tolerance = 1.0e-11
  %maximum = "chlo.broadcast_maximum"(%x, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_eq_const %maximum, dense<[[2.0, 4.0, 3.0], [4.0, 4.0, 0.5]]> : tensor<2x3xf64>
  %minimum = "chlo.broadcast_minimum"(%x, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_eq_const %minimum, dense<[[1.5, -2.0, 0.5], [2.0, 0.5, -6.0]]> : tensor<2x3xf64>
  %remainder = "chlo.broadcast_remainder"(%x, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %remainder, dense<[[1.5, -2.0, 0.0], [0.0, 0.5, 0.0]]> : tensor<2x3xf64>, tolerance = 1.0e-11
  %atan2 = "chlo.broadcast_atan2"(%x, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %atan2, dense<[[0.6435011087932844, -0.4636476090008061, 1.4056476493802699], [1.1071487177940904, 0.12435499454676144, -1.4876550949064553]]> : tensor<2x3xf64>, tolerance = 1.0e-11
  %next_after = "chlo.broadcast_next_after"(%x, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_eq_const %next_after, dense<[[1.5000000000000002, -1.9999999999999998, 2.9999999999999996], [3.9999999999999996, 0.5000000000000001, -5.999999999999999]]> : tensor<2x3xf64>
  %compare = "chlo.broadcast_compare"(%x, %y) {broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xi1>
  check.expect_eq_const %compare, dense<[[true, true, false], [false, true, true]]> : tensor<2x3xi1>
  %complex = "chlo.broadcast_complex"(%x, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xcomplex<f64>>
  check.expect_eq_const %complex, dense<[[(1.5, 2.0), (-2.0, 4.0), (3.0, 0.5)], [(4.0, 2.0), (0.5, 4.0), (-6.0, 0.5)]]> : tensor<2x3xcomplex<f64>>
  %a = stablehlo.constant dense<[[1.5, 2.0, 3.0], [4.0, 0.5, 6.0]]> : tensor<2x3xf64>
  %power = "chlo.broadcast_power"(%a, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %power, dense<[[2.25, 16.0, 1.7320508075688772], [16.0, 0.0625, 2.449489742783178]]> : tensor<2x3xf64>, tolerance = 1.0e-11
  %s = stablehlo.constant dense<[[2.0, 3.0, 4.0], [1.5, 2.5, 6.0]]> : tensor<2x3xf64>
  %zeta = "chlo.broadcast_zeta"(%s, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %zeta, dense<[[0.6449340668482264, 0.04001986612255725, 16.234848505667074], [1.6123753486854884, 0.10056053204432187, 64.09261290502029]]> : tensor<2x3xf64>, tolerance = 1.0e-11
  %n = stablehlo.constant dense<[[1.0, 2.0, 3.0], [2.0, 1.0, 0.0]]> : tensor<2x3xf64>
  %polygamma = "chlo.broadcast_polygamma"(%n, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %polygamma, dense<[[0.6449340668482264, -0.0800397322451145, 97.40909103400244], [-0.4041138063191886, 0.2838229557371153, -1.9635100260214235]]> : tensor<2x3xf64>, tolerance = 1.0e-11
  %p = stablehlo.constant dense<[[true], [false]]> : tensor<2x1xi1>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %select = "chlo.broadcast_select"(%p, %y, %zero) : (tensor<2x1xi1>, tensor<3xf64>, tensor<f64>) -> tensor<2x3xf64>
  check.expect_eq_const %select, dense<[[2.0, 4.0, 0.5], [0.0, 0.0, 0.0]]> : tensor<2x3xf64>
  return
}
func.func @broadcast_integers() {
  %x = stablehlo.constant dense<[[12, -7, 3], [100, 5, -128]]> : tensor<2x3xi8>
  %y = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>
  %and = "chlo.broadcast_and"(%x, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  check.expect_eq_const %and, dense<[[0, 0, 3], [0, 0, 0]]> : tensor<2x3xi8>
  %or = "chlo.broadcast_or"(%x, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  check.expect_eq_const %or, dense<[[13, -5, 3], [101, 7, -125]]> : tensor<2x3xi8>
  %xor = "chlo.broadcast_xor"(%x, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  check.expect_eq_const %xor, dense<[[13, -5, 0], [101, 7, -125]]> : tensor<2x3xi8>
  %shift_left = "chlo.broadcast_shift_left"(%x, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  check.expect_eq_const %shift_left, dense<[[24, -28, 24], [-56, 20, 0]]> : tensor<2x3xi8>
  %shift_right_arithmetic = "chlo.broadcast_shift_right_arithmetic"(%x, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  check.expect_eq_const %shift_right_arithmetic, dense<[[6, -2, 0], [50, 1, -16]]> : tensor<2x3xi8>
  %shift_right_logical = "chlo.broadcast_shift_right_logical"(%x, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  check.expect_eq_const %shift_right_logical, dense<[[6, 62, 0], [50, 1, 16]]> : tensor<2x3xi8>
  return
}
// The running sum of each row from its end, and the total; a product of rows that belong to groups.
func.func @scans() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %init = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %r:2 = "chlo.scan"(%x, %init) <{dimension = 1 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>, scan_dim_size = 3 : i64}> ({
  ^bb0(%a: tensor<2xi32>, %b: tensor<2xi32>):
    %s = stablehlo.add %a, %b : tensor<2xi32>
    stablehlo.return %s, %s : tensor<2xi32>, tensor<2xi32>
  }) : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[[16, 15, 13], [35, 31, 26]]> : tensor<2x3xi32>
  check.expect_eq_const %r#1, dense<[16, 35]> : tensor<2xi32>
  return
}
func.func @ragged_products() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %w = stablehlo.constant dense<[[[1.0], [1.0]], [[10.0], [100.0]]]> : tensor<2x2x1xf32>
  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %r = "chlo.ragged_dot"(%x, %w, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<3x2xf32>, tensor<2x2x1xf32>, tensor<2xi64>) -> tensor<3x1xf32>
  check.expect_eq_const %r, dense<[[3.0], [430.0], [650.0]]> : tensor<3x1xf32>
  return
}
