// What frontends write beyond the letter of the specification, and StableHLO's parser or XLA accept.

func.func @trailing_comma() {
  %x = stablehlo.constant dense<1.0> : tensor<1x3x3x1xf32>
  %k = stablehlo.constant dense<1.0> : tensor<3x3x1x1xf32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = { stride = [2, 2], pad = [[1, 1], [1, 1]], }
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  check.expect_eq_const %0, dense<4.0> : tensor<1x2x2x1xf32>
  func.return
}
func.func @slice_of_scalar() {
  %a = stablehlo.constant dense<7.0> : tensor<f32>
  %0 = stablehlo.dynamic_slice %a, , sizes = [] : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.dynamic_slice %a, sizes = [] : (tensor<f32>) -> tensor<f32>
  check.expect_eq %0, %a : tensor<f32>
  check.expect_eq %1, %a : tensor<f32>
  func.return
}
// The type of integers decides, not the attribute: XLA and StableHLO's interpreter do the same.
func.func @kinds_of_comparison() {
  %a = stablehlo.constant dense<[-1, 1]> : tensor<2xi32>
  %b = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
  %u = stablehlo.constant dense<[255, 1]> : tensor<2xui8>
  %v = stablehlo.constant dense<[1, 1]> : tensor<2xui8>
  %0 = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %1 = stablehlo.compare GT, %u, %v, SIGNED : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xi1>
  %2 = stablehlo.compare EQ, %0, %1, SIGNED : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  check.expect_eq_const %0, dense<[true, false]> : tensor<2xi1>
  check.expect_eq_const %1, dense<[true, false]> : tensor<2xi1>
  check.expect_eq_const %2, dense<true> : tensor<2xi1>
  %f = stablehlo.constant dense<[-0.0, 1.0]> : tensor<2xf32>
  %g = stablehlo.constant dense<[0.0, 2.0]> : tensor<2xf32>
  %3 = stablehlo.compare LT, %f, %g, SIGNED : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  check.expect_eq_const %3, dense<[false, true]> : tensor<2xi1>
  %c = stablehlo.complex %f, %g : tensor<2xcomplex<f32>>
  %4 = stablehlo.compare EQ, %c, %c, TOTALORDER : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>
  check.expect_eq_const %4, dense<true> : tensor<2xi1>
  func.return
}
func.func @kinds_of_comparison_in_regions() {
  %a = stablehlo.constant dense<[3, -1, 2]> : tensor<3xi32>
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %1 = stablehlo.compare LT, %p, %q, UNSIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[-1, 2, 3]> : tensor<3xi32>
  func.return
}
func.func @constants_of_another_type() {
  %a = stablehlo.constant dense<7> : tensor<1x2xi64>
  %e = stablehlo.constant dense<> : tensor<0xi64>
  %0 = "chlo.constant_like"(%a) {value = 2.5 : f32} : (tensor<1x2xi64>) -> tensor<1x2xf32>
  %1 = "chlo.constant_like"(%e) {value = 2.5 : f32} : (tensor<0xi64>) -> tensor<0xf32>
  check.expect_eq_const %0, dense<2.5> : tensor<1x2xf32>
  check.expect_eq_const %1, dense<> : tensor<0xf32>
  func.return
}
func.func @functions_of_nothing() {
  %e = stablehlo.constant dense<> : tensor<0xf32>
  %c = stablehlo.constant dense<> : tensor<2x0xcomplex<f32>>
  %h = stablehlo.constant dense<> : tensor<0xbf16>
  %0 = chlo.sinh %e : tensor<0xf32> -> tensor<0xf32>
  %1 = chlo.lgamma %e : tensor<0xf32> -> tensor<0xf32>
  %2 = chlo.asin %c : tensor<2x0xcomplex<f32>> -> tensor<2x0xcomplex<f32>>
  %3 = chlo.digamma %h : tensor<0xbf16> -> tensor<0xbf16>
  %4 = chlo.next_after %e, %e : tensor<0xf32>, tensor<0xf32> -> tensor<0xf32>
  %5 = chlo.zeta %e, %e : tensor<0xf32>, tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %0, %e : tensor<0xf32>
  check.expect_eq %1, %e : tensor<0xf32>
  check.expect_eq %2, %c : tensor<2x0xcomplex<f32>>
  check.expect_eq %3, %h : tensor<0xbf16>
  check.expect_eq %4, %e : tensor<0xf32>
  check.expect_eq %5, %e : tensor<0xf32>
  func.return
}
func.func @versions_of_composites() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = "stablehlo.composite"(%a) {name = "my.double", version = 3 : i64, decomposition = @double} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "stablehlo.composite"(%a) {name = "my.double", version = 3 : i8, decomposition = @double} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[2.0, 4.0]> : tensor<2xf32>
  check.expect_eq_const %1, dense<[2.0, 4.0]> : tensor<2xf32>
  func.return
}
func.func private @double(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @calls_that_show_shardings() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.custom_call @InspectSharding(%a) {api_version = 1 : i32, backend_config = "key", has_side_effect = true} : (tensor<2xf32>) -> tensor<2xf32>
  stablehlo.custom_call @InspectSharding(%a) {api_version = 1 : i32, backend_config = "key", has_side_effect = true} : (tensor<2xf32>) -> ()
  check.expect_eq %0, %a : tensor<2xf32>
  func.return
}
// Lists of a window that are empty are as absent.
func.func @empty_lists() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64>, base_dilations = array<i64>, window_dilations = array<i64>, padding = dense<> : tensor<0x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  check.expect_eq_const %0, dense<[[12.0, 16.0]]> : tensor<1x2xf32>
  %i = stablehlo.constant dense<1.0> : tensor<1x3x3x1xf32>
  %k = stablehlo.constant dense<1.0> : tensor<2x2x1x1xf32>
  %1 = "stablehlo.convolution"(%i, %k) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64>, padding = dense<> : tensor<0x2xi64>, lhs_dilation = array<i64>, rhs_dilation = array<i64>, window_reversal = array<i1>}> : (tensor<1x3x3x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x1xf32>
  check.expect_eq_const %1, dense<4.0> : tensor<1x2x2x1xf32>
  func.return
}
