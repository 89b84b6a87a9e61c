// Operations whose shapes, positions or sizes are operands: with results of known types, and of types that are known when they run.
func.func @reshapes() {
  %x = stablehlo.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %known = stablehlo.dynamic_reshape %x, %shape : (tensor<6xi32>, tensor<2xi64>) -> tensor<2x3xi32>
  check.expect_eq_const %known, dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<6xi32>, tensor<2xi64>) -> tensor<?x?xi32>
  %rows = stablehlo.get_dimension_size %open, dim = 0 : (tensor<?x?xi32>) -> tensor<i32>
  %columns = stablehlo.get_dimension_size %open, dim = 1 : (tensor<?x?xi32>) -> tensor<i32>
  check.expect_eq_const %rows, dense<2> : tensor<i32>
  check.expect_eq_const %columns, dense<3> : tensor<i32>
  %doubled = stablehlo.add %open, %open : tensor<?x?xi32>
  %flat = stablehlo.constant dense<6> : tensor<1xi64>
  %back = stablehlo.dynamic_reshape %doubled, %flat : (tensor<?x?xi32>, tensor<1xi64>) -> tensor<6xi32>
  check.expect_eq_const %back, dense<[2, 4, 6, 8, 10, 12]> : tensor<6xi32>
  return
}
func.func @broadcasts() {
  %x = stablehlo.constant dense<[[1.5], [-2.0]]> : tensor<2x1xf32>
  %shape = stablehlo.constant dense<[3, 2, 2]> : tensor<3xi32>
  %known = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1, 2] : (tensor<2x1xf32>, tensor<3xi32>) -> tensor<3x2x2xf32>
  check.expect_eq_const %known, dense<[[[1.5, 1.5], [-2.0, -2.0]], [[1.5, 1.5], [-2.0, -2.0]], [[1.5, 1.5], [-2.0, -2.0]]]> : tensor<3x2x2xf32>
  %open = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1, 2] {known_expanding_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<2x1xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  %flat = stablehlo.constant dense<12> : tensor<1xi64>
  %all = stablehlo.dynamic_reshape %open, %flat : (tensor<?x?x?xf32>, tensor<1xi64>) -> tensor<12xf32>
  check.expect_eq_const %all, dense<[1.5, 1.5, -2.0, -2.0, 1.5, 1.5, -2.0, -2.0, 1.5, 1.5, -2.0, -2.0]> : tensor<12xf32>
  return
}
func.func @counts() {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %rows = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<2xi64>) -> tensor<3x2xi16>
  check.expect_eq_const %rows, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi16>
  %columns = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi64>) -> tensor<?x?xf32>
  %flat = stablehlo.constant dense<6> : tensor<1xi64>
  %all = stablehlo.dynamic_reshape %columns, %flat : (tensor<?x?xf32>, tensor<1xi64>) -> tensor<6xf32>
  check.expect_eq_const %all, dense<[0.0, 1.0, 0.0, 1.0, 0.0, 1.0]> : tensor<6xf32>
  return
}
func.func @pads() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xui8>
  %value = stablehlo.constant dense<9> : tensor<ui8>
  %low = stablehlo.constant dense<[1, -1]> : tensor<2xi64>
  %high = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
  %interior = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %known = stablehlo.dynamic_pad %x, %value, %low, %high, %interior : (tensor<2x2xui8>, tensor<ui8>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<4x3xui8>
  check.expect_eq_const %known, dense<[[9, 9, 9], [2, 9, 9], [9, 9, 9], [4, 9, 9]]> : tensor<4x3xui8>
  %open = stablehlo.dynamic_pad %x, %value, %low, %high, %interior : (tensor<2x2xui8>, tensor<ui8>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xui8>
  %flat = stablehlo.constant dense<12> : tensor<1xi64>
  %all = stablehlo.dynamic_reshape %open, %flat : (tensor<?x?xui8>, tensor<1xi64>) -> tensor<12xui8>
  check.expect_eq_const %all, dense<[9, 9, 9, 2, 9, 9, 9, 9, 9, 4, 9, 9]> : tensor<12xui8>
  return
}
func.func @slices() {
  %x = stablehlo.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]> : tensor<2x5xi64>
  %start = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %limit = stablehlo.constant dense<[2, 5]> : tensor<2xi64>
  %strides = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %known = stablehlo.real_dynamic_slice %x, %start, %limit, %strides : (tensor<2x5xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x3xi64>
  check.expect_eq_const %known, dense<[[6, 8, 10]]> : tensor<1x3xi64>
  %open = stablehlo.real_dynamic_slice %x, %start, %limit, %strides : (tensor<2x5xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xi64>
  %flat = stablehlo.constant dense<3> : tensor<1xi64>
  %all = stablehlo.dynamic_reshape %open, %flat : (tensor<?x?xi64>, tensor<1xi64>) -> tensor<3xi64>
  check.expect_eq_const %all, dense<[6, 8, 10]> : tensor<3xi64>
  return
}
// The second start is outside, and clamped.
func.func @gathers() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  %starts = stablehlo.constant dense<[[0, 1], [2, 7]]> : tensor<2x2xi32>
  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %known = "stablehlo.dynamic_gather"(%x, %starts, %sizes) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false} : (tensor<3x3xi32>, tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %known, dense<[[2, 3], [8, 9]]> : tensor<2x2xi32>
  return
}
func.func @convolutions() {
  %x = stablehlo.constant dense<[[[1.0], [2.0], [3.0], [4.0]]]> : tensor<1x4x1xf32>
  %k = stablehlo.constant dense<[[[1.0]], [[-1.0]]]> : tensor<2x1x1xf32>
  %padding = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi64>
  %y = "stablehlo.dynamic_conv"(%x, %k, %padding) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1>} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x4x1xf32>
  %negative = stablehlo.constant dense<-1.0> : tensor<1x4x1xf32>
  check.expect_almost_eq %y, %negative, tolerance = 0.0 : tensor<1x4x1xf32>
  return
}
// A size that is the one that the type has.
func.func @sizes() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %size = stablehlo.constant dense<3> : tensor<i32>
  %y = stablehlo.set_dimension_size %x, %size, dim = 1 : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %y, dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  return
}
