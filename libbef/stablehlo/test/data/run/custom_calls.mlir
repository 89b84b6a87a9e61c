// Custom calls that are operations under another name, or nothing at all when one process runs a program.

func.func @names_of_xla() {
  %x = stablehlo.constant dense<[[3.0, 1.0, 2.0], [0.5, 0.25, 0.75]]> : tensor<2x3xf32>
  %y = stablehlo.constant dense<[[0.3, 0.1, 0.2], [0.5, 0.25, 0.75]]> : tensor<2x3xf32>
  %c = stablehlo.constant dense<[[1.5, 1.25, 2.0], [3.5, 1.25, 1.75]]> : tensor<2x3xf32>
  %0 = stablehlo.custom_call @Sharding(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq %0, %x : tensor<2x3xf32>
  %1 = stablehlo.custom_call @annotate_device_placement(%x) {has_side_effect = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq %1, %x : tensor<2x3xf32>
  %2:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  check.expect_eq_const %2#1, dense<[[0, 2], [2, 0]]> : tensor<2x2xi32>
  %erf = chlo.erf %y : tensor<2x3xf32> -> tensor<2x3xf32>
  %asin = chlo.asin %y : tensor<2x3xf32> -> tensor<2x3xf32>
  %acosh = chlo.acosh %c : tensor<2x3xf32> -> tensor<2x3xf32>
  %3 = stablehlo.custom_call @mhlo.asin(%y) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.custom_call @mhlo.erf(%y) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = stablehlo.custom_call @mhlo.acosh(%c) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = stablehlo.custom_call @mhlo.tan(%y) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq %3, %asin : tensor<2x3xf32>
  check.expect_eq %4, %erf : tensor<2x3xf32>
  check.expect_eq %5, %acosh : tensor<2x3xf32>
  %t = stablehlo.tan %y : tensor<2x3xf32>
  check.expect_eq %6, %t : tensor<2x3xf32>
  func.return
}
func.func @approximate_selection() {
  %x = stablehlo.constant dense<[[3.0, 1.0, 2.0], [0.5, 0.25, 0.75]]> : tensor<2x3xf32>
  %i = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %a = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %b = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %a, %b) {called_computations = [@top_k_gt_comparator], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.95 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64}} : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  check.expect_eq_const %0#1, dense<[[0, 2], [2, 0]]> : tensor<2x2xi32>
  func.return
}
func.func @selection() {
  %x = stablehlo.constant dense<[[3.0, 1.0, 2.0], [0.5, 0.25, 0.75]]> : tensor<2x3xf32>
  %0:2 = stablehlo.custom_call @TopK(%x) {called_computations = [@top_k_gt_comparator]} : (tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  check.expect_eq_const %0#1, dense<[[0, 2], [2, 0]]> : tensor<2x2xi32>
  func.return
}
// NaNs come first, whatever their sign, and zeros are equal, as in XLA. The comparator is as JAX prints it.
func.func @approximate_selection_of_nan() {
  %x = stablehlo.constant dense<[3.0, 0xFFC00000, 1.0, 2.0, -0.0, 0.0, 5.0, 0x7FC00000]> : tensor<8xf32>
  %i = stablehlo.iota dim = 0 : tensor<8xi32>
  %a = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %b = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %a, %b) {called_computations = [@gt_of_text], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, reduction_dim = 0 : i64, top_k = 7 : i64}} : (tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32>) -> (tensor<7xf32>, tensor<7xi32>)
  check.expect_eq_const %0#1, dense<[1, 7, 6, 0, 3, 2, 4]> : tensor<7xi32>
  %1:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %a, %b) {called_computations = [@lt_of_text], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, reduction_dim = 0 : i64, top_k = 8 : i64}} : (tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
  check.expect_eq_const %1#1, dense<[4, 5, 2, 3, 0, 6, 1, 7]> : tensor<8xi32>
  func.return
}
func.func @smallest() {
  %x = stablehlo.constant dense<[[3.0, 1.0, 2.0], [0.5, 0.25, 0x7FC00000]]> : tensor<2x3xf32>
  %n = stablehlo.constant dense<[3, -1, 3, 2]> : tensor<4xi32>
  %0:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = false}, mhlo.version = 1 : i64} : (tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  check.expect_eq_const %0#0, dense<[[1.0, 2.0], [0.25, 0.5]]> : tensor<2x2xf32>
  check.expect_eq_const %0#1, dense<[[1, 2], [1, 0]]> : tensor<2x2xi32>
  %1:2 = stablehlo.custom_call @TopK(%n) {called_computations = [@lt_of_integers]} : (tensor<4xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  check.expect_eq_const %1#1, dense<[1, 3, 0]> : tensor<3xi32>
  func.return
}
func.func @tuples_of_selections() {
  %x = stablehlo.constant dense<[[3.0, 1.0, 2.0], [0.5, 0.25, 0.75]]> : tensor<2x3xf32>
  %0 = stablehlo.custom_call @TopK(%x) {called_computations = [@top_k_gt_comparator]} : (tensor<2x3xf32>) -> tuple<tensor<2x2xf32>, tensor<2x2xi32>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<2x2xf32>, tensor<2x2xi32>>) -> tensor<2x2xi32>
  check.expect_eq_const %1, dense<[[0, 2], [2, 0]]> : tensor<2x2xi32>
  func.return
}
func.func @more_names_of_xla() {
  %x = stablehlo.constant dense<[0.5, -0.25]> : tensor<2xf32>
  %0 = stablehlo.custom_call @mhlo.erf_inv(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = chlo.erf_inv %x : tensor<2xf32> -> tensor<2xf32>
  %2 = stablehlo.custom_call @mhlo.copy(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %0, %1 : tensor<2xf32>
  check.expect_eq %2, %x : tensor<2xf32>
  func.return
}
func.func private @gt_of_text(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %0 : tensor<i1>
}
func.func private @lt_of_text(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %0 : tensor<i1>
}
func.func private @lt_of_integers(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @top_k_gt_comparator(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func @buffers() {
  %x = stablehlo.constant dense<[3.0, 1.0, 2.0]> : tensor<3xf32>
  %0 = stablehlo.custom_call @Pin(%x) : (tensor<3xf32>) -> memref<3xf32>
  %1 = stablehlo.custom_call @Unpin(%0) : (memref<3xf32>) -> tensor<3xf32>
  check.expect_eq %1, %x : tensor<3xf32>
  func.return
}
func.func @undecided_assertion() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %t = stablehlo.tanh %x : tensor<f32>
  %p = stablehlo.compare LT, %t, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%p, %t, %x) {error_message = "{0} is not below {1}", has_side_effect = true} : (tensor<i1>, tensor<f32>, tensor<f32>) -> ()
  func.return
}
func.func @assertion() {
  %x = stablehlo.constant dense<true> : tensor<i1>
  %n = stablehlo.constant dense<3> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%x, %n) {error_message = "bad {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  func.return
}
