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
func.func @assertion() {
  %x = stablehlo.constant dense<true> : tensor<i1>
  %n = stablehlo.constant dense<3> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%x, %n) {error_message = "bad {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  func.return
}
