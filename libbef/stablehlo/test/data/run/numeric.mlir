// Products, linear algebra, normalisation, quantized types, ids.
func.func @products() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %v = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %dot = stablehlo.dot %a, %v : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %general = stablehlo.dot_general %a, %a, contracting_dims = [0] x [1] : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %dot, dense<[17, 39]> : tensor<2xi32>
  check.expect_eq_const %general, dense<[[7, 15], [10, 22]]> : tensor<2x2xi32>
  return
}
func.func @convolutions() {
  %x = stablehlo.constant dense<[[[1.0], [2.0], [3.0], [4.0]]]> : tensor<1x4x1xf32>
  %k = stablehlo.constant dense<[[[1.0]], [[-1.0]]]> : tensor<2x1x1xf32>
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x4x1xf32>
  check.expect_eq_const %y, dense<[[[-1.0], [-1.0], [-1.0], [-1.0]]]> : tensor<1x4x1xf32>
  return
}
func.func @linear() {
  %a = stablehlo.constant dense<[[4.0, 2.0], [2.0, 5.0]]> : tensor<2x2xf64>
  %b = stablehlo.constant dense<[[2.0], [5.0]]> : tensor<2x1xf64>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x2xf64>
  %x = "stablehlo.triangular_solve"(%l, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
  %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %f = stablehlo.fft %c, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  %re = stablehlo.real %f : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %im = stablehlo.imag %f : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  check.expect_almost_eq_const %x, dense<[[1.0], [2.0]]> : tensor<2x1xf64>
  check.expect_almost_eq_const %re, dense<[10.0, -2.0, -2.0]> : tensor<3xf32>
  check.expect_almost_eq_const %im, dense<[0.0, 2.0, 0.0]> : tensor<3xf32>
  return
}
func.func @random() {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %r:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui64>)
  check.expect_eq_const %r#0, dense<[1, 6]> : tensor<2xui64>
  %jax = stablehlo.constant dense<[[42, 43], [44, 45]]> : tensor<2x2xui32>
  %d = stablehlo.bitcast_convert %jax : (tensor<2x2xui32>) -> tensor<2xui64>
  %p:2 = stablehlo.rng_bit_generator %d, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  check.expect_eq_const %p#1, dense<[2427392780, 1458059130, 393278117, 4094008499]> : tensor<4xui32>
  %t:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  check.expect_eq_const %t#0, dense<[1, 5]> : tensor<2xui64>
  check.expect_eq_const %t#1, dense<[43444564, 2150618427, 3979645651, 3745730563, 1672743891]> : tensor<5xui32>
  return
}
func.func @normalisation() {
  %x = stablehlo.constant dense<[[1.0, 10.0], [3.0, 30.0]]> : tensor<2x2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %y:3 = "stablehlo.batch_norm_training"(%x, %one, %zero) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %z = "stablehlo.batch_norm_inference"(%x, %one, %zero, %y#1, %y#2) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %g = stablehlo.constant dense<[[1.0, 0.0], [0.0, 0.0]]> : tensor<2x2xf32>
  %d:3 = "stablehlo.batch_norm_grad"(%x, %one, %y#1, %y#2, %g) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_almost_eq_const %y#0, dense<[[-1.0, -1.0], [1.0, 1.0]]> : tensor<2x2xf32>
  check.expect_almost_eq_const %y#1, dense<[2.0, 20.0]> : tensor<2xf32>
  check.expect_almost_eq_const %y#2, dense<[1.0, 100.0]> : tensor<2xf32>
  check.expect_almost_eq_const %z, dense<[[-1.0, -1.0], [1.0, 1.0]]> : tensor<2x2xf32>
  check.expect_almost_eq_const %d#0, dense<0.0> : tensor<2x2xf32>
  check.expect_almost_eq_const %d#1, dense<[-1.0, 0.0]> : tensor<2xf32>
  check.expect_almost_eq_const %d#2, dense<[1.0, 0.0]> : tensor<2xf32>
  return
}
func.func @quantized() {
  %x = stablehlo.constant dense<[1.0, 2.2, -40.0]> : tensor<3xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.25:4>>
  %s = stablehlo.add %q, %q : tensor<3x!quant.uniform<i8:f32, 0.25:4>>
  %r = stablehlo.reverse %s, dims = [0] : tensor<3x!quant.uniform<i8:f32, 0.25:4>>
  %f = stablehlo.uniform_dequantize %r : (tensor<3x!quant.uniform<i8:f32, 0.25:4>>) -> tensor<3xf32>
  %w = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %c = stablehlo.uniform_quantize %w : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 1.0:1}>>
  %d = stablehlo.uniform_dequantize %c : (tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 1.0:1}>>) -> tensor<2x2xf32>
  check.expect_eq_const %f, dense<[-33.0, 4.5, 2.0]> : tensor<3xf32>
  check.expect_eq_const %d, dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  return
}
func.func @alone() {
  %r = stablehlo.replica_id : tensor<ui32>
  %p = stablehlo.partition_id : tensor<ui32>
  check.expect_eq_const %r, dense<0> : tensor<ui32>
  check.expect_eq_const %p, dense<0> : tensor<ui32>
  return
}
func.func @custom_calls() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.custom_call @Sharding(%x) : (tensor<2xf32>) -> tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> ()
  stablehlo.custom_call @check.expect_close(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> ()
  stablehlo.custom_call @check.expect_almost_eq(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> ()
  %near = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_almost_eq(%x, %near) {backend_config = "tolerance=5.000000e-01"} : (tensor<2xf32>, tensor<2xf32>) -> ()
  stablehlo.custom_call @check.expect_close(%x, %near) {backend_config = "max_ulp=2097152,min_ulp=0"} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %ok = stablehlo.custom_call @check.eq(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<i1>
  check.expect_eq_const %ok, dense<true> : tensor<i1>
  check.expect_close %x, %y, max_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
  return
}
// Single elements of tables that fit into registers, and of others; indices outside are clamped.
func.func @lookups() {
  %i = stablehlo.iota dim = 0 : tensor<700xi32>
  %three = stablehlo.constant dense<3> : tensor<700xi32>
  %zero = stablehlo.constant dense<0> : tensor<700xi32>
  %four = stablehlo.constant dense<4> : tensor<700xi32>
  %last = stablehlo.constant dense<39> : tensor<700xi32>
  %index = stablehlo.subtract %i, %three : tensor<700xi32>
  %vectors = stablehlo.reshape %index : (tensor<700xi32>) -> tensor<700x1xi32>
  %small = stablehlo.iota dim = 0 : tensor<5xi32>
  %a = "stablehlo.gather"(%small, %vectors) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<5xi32>, tensor<700x1xi32>) -> tensor<700xi32>
  %near = stablehlo.clamp %zero, %index, %four : tensor<700xi32>
  check.expect_eq %a, %near : tensor<700xi32>
  %medium = stablehlo.iota dim = 0 : tensor<16xi32>
  %fifteen = stablehlo.constant dense<15> : tensor<700xi32>
  %b = "stablehlo.gather"(%medium, %vectors) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<16xi32>, tensor<700x1xi32>) -> tensor<700xi32>
  %middle = stablehlo.clamp %zero, %index, %fifteen : tensor<700xi32>
  check.expect_eq %b, %middle : tensor<700xi32>
  %large = stablehlo.iota dim = 0 : tensor<40xi64>
  %c = "stablehlo.gather"(%large, %vectors) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<40xi64>, tensor<700x1xi32>) -> tensor<700xi64>
  %far = stablehlo.clamp %zero, %index, %last : tensor<700xi32>
  %far64 = stablehlo.convert %far : (tensor<700xi32>) -> tensor<700xi64>
  check.expect_eq %c, %far64 : tensor<700xi64>
  return
}

// A real result of length 0 comes from 0 or from 0 / 2 + 1 numbers.
func.func @no_transform() -> (tensor<0xf32>, tensor<4x0xf64>, tensor<2x0xf32>) {
  %x_0 = stablehlo.constant dense<(1.0, 2.0)> : tensor<1xcomplex<f32>>
  %y_0 = stablehlo.constant dense<(1.0, 2.0)> : tensor<4x1xcomplex<f64>>
  %z_0 = stablehlo.constant dense<> : tensor<2x0xcomplex<f32>>
  %x:3 = stablehlo.optimization_barrier %x_0, %y_0, %z_0 : tensor<1xcomplex<f32>>, tensor<4x1xcomplex<f64>>, tensor<2x0xcomplex<f32>>
  %0 = stablehlo.fft %x#0, type = IRFFT, length = [0] : (tensor<1xcomplex<f32>>) -> tensor<0xf32>
  check.expect_eq_const %0, dense<> : tensor<0xf32>
  %1 = stablehlo.fft %x#1, type = IRFFT, length = [4, 0] : (tensor<4x1xcomplex<f64>>) -> tensor<4x0xf64>
  check.expect_eq_const %1, dense<> : tensor<4x0xf64>
  %2 = stablehlo.fft %x#2, type = IRFFT, length = [0] : (tensor<2x0xcomplex<f32>>) -> tensor<2x0xf32>
  check.expect_eq_const %2, dense<> : tensor<2x0xf32>
  return %0, %1, %2 : tensor<0xf32>, tensor<4x0xf64>, tensor<2x0xf32>
}

// Up to 32 floats of 16 bits are added one after the other; products of more are rounded once.
func.func @long_product() {
  %x = stablehlo.constant dense<1.0078125> : tensor<40xbf16>
  %zero = stablehlo.constant dense<1.0> : tensor<bf16>
  %a = stablehlo.optimization_barrier %x : tensor<40xbf16>
  %r = stablehlo.reduce(%a init: %zero) applies stablehlo.multiply across dimensions = [0] : (tensor<40xbf16>, tensor<bf16>) -> tensor<bf16>
  check.expect_eq_const %r, dense<1.3671875> : tensor<bf16>
  return
}
func.func @short_sum() {
  %x = stablehlo.constant dense<[256.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<32xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %a = stablehlo.optimization_barrier %x : tensor<32xbf16>
  %r = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<32xbf16>, tensor<bf16>) -> tensor<bf16>
  check.expect_eq_const %r, dense<256.0> : tensor<bf16>
  return
}
