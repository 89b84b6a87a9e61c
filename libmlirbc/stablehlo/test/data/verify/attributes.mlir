// Attributes and enumerators that the other files do not have.
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.cbrt"(%a0) {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.cosine"(%a0) {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.exponential"(%a0) {result_accuracy = #stablehlo.result_accuracy<rtol = 5.000000e-01, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.exponential_minus_one"(%a0) {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.log"(%a0) {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.log_plus_one"(%a0) {result_accuracy = #stablehlo.result_accuracy<rtol = 5.000000e-01, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.logistic"(%a0) {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.rsqrt"(%a0) {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.sine"(%a0) {result_accuracy = #stablehlo.result_accuracy<rtol = 5.000000e-01, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.sqrt"(%a0) {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.tan"(%a0) {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.tanh"(%a0) {result_accuracy = #stablehlo.result_accuracy<rtol = 5.000000e-01, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.tanh"(%a0) {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type NOTYPE>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction NE>, compare_type = #stablehlo<comparison_type FLOAT>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction GE>, compare_type = #stablehlo<comparison_type TOTALORDER>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  %r = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction GT>, compare_type = #stablehlo<comparison_type SIGNED>} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xui8>, %a1: tensor<2xui8>) {
  %r = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction LE>, compare_type = #stablehlo<comparison_type UNSIGNED>} : (tensor<2xui8>, tensor<2xui8>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf64>, %a1: tensor<2xf64>) {
  %r = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type FLOAT>} : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r = "stablehlo.dot"(%a0, %a1) {precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGHEST>]} : (tensor<2x3xf32>, tensor<3x4xf32>) -> (tensor<2x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]} : (tensor<2x3xf32>, tensor<3x4xf32>) -> (tensor<2x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> (tensor<2x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x9x8x3xf32>, %a1: tensor<3x3x3x4xf32>) {
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 2, 1>, lhs_dilation = array<i64: 1, 2>, rhs_dilation = array<i64: 2, 1>, window_reversal = array<i1: true, false>, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>], padding = dense<[[1, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<1x9x8x3xf32>, tensor<3x3x3x4xf32>) -> (tensor<1x4x15x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x9x8x3xf32>, %a1: tensor<3x3x3x4xf32>, %a2: tensor<2x2xi32>) {
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 2, 1>, lhs_dilation = array<i64: 1, 2>, rhs_dilation = array<i64: 2, 1>, window_reversal = array<i1: true, false>, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]} : (tensor<1x9x8x3xf32>, tensor<3x3x3x4xf32>, tensor<2x2xi32>) -> (tensor<1x?x?x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<4x3xf32>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<4x3xf32>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<4x4xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<4x3xf32>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<4x4xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8xcomplex<f32>>) {
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 8>} : (tensor<8xcomplex<f32>>) -> (tensor<8xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<8xcomplex<f32>>) {
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type IFFT>, fft_length = array<i64: 8>} : (tensor<8xcomplex<f32>>) -> (tensor<8xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<8xf32>) {
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 8>} : (tensor<8xf32>) -> (tensor<5xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<5xcomplex<f32>>) {
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 8>} : (tensor<5xcomplex<f32>>) -> (tensor<8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xui64>) {
  %r:2 = "stablehlo.rng_bit_generator"(%a0) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xui64>) {
  %r:2 = "stablehlo.rng_bit_generator"(%a0) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xui64>) {
  %r:2 = "stablehlo.rng_bit_generator"(%a0) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  func.return
}
// -----
func.func @f(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<1xi64>) {
  %r = "stablehlo.rng"(%a0, %a1, %a2) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<1xi64>) {
  %r = "stablehlo.rng"(%a0, %a1, %a2) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.custom_call"(%a0) {call_target_name = "t", backend_config = "c", has_side_effect = true, api_version = 0 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.custom_call"(%a0) {call_target_name = "t", backend_config = "c", has_side_effect = true, api_version = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.custom_call"(%a0) {call_target_name = "t", backend_config = "c", has_side_effect = true, api_version = 2 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.custom_call"(%a0) {call_target_name = "t", backend_config = "c", has_side_effect = true, api_version = 3 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func private @callee(%x: tensor<2xf32>) -> tensor<2xf32> {
  func.return %x : tensor<2xf32>
}
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.custom_call"(%a0) {call_target_name = "t", backend_config = {k = 1 : i32}, api_version = 4 : i32, called_computations = [@callee], result_tilings = [[dense<8> : tensor<1xi64>]]} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>) {
  %r = "stablehlo.custom_call"(%a0) {call_target_name = "t", operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<8x2xf32>) -> (tensor<8x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8xf32>) {
  %r = "stablehlo.all_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<8xf32>) -> (tensor<8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x4xf32>) {
  %r = "stablehlo.reduce_scatter"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<8x4xf32>) -> (tensor<8x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8xf32>, %a1: tensor<1xi32>) {
  %r = "stablehlo.collective_reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids, has_dynamic_root} : (tensor<8xf32>, tensor<1xi32>) -> (tensor<8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x16xf32>) {
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<4x16xf32>) -> (tensor<8x8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<1xi32>) {
  %r = "stablehlo.collective_broadcast"(%a0, %a1) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root} : (tensor<2xf32>, tensor<1xi32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.collective_permute"(%a0) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>], device_ids = dense<[3, 2, 1, 0]> : tensor<4xi64>>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]>} : (tensor<8x2xf32>) -> (tensor<8x4xf32>)
  func.return
}
// -----
func.func @f(%a0: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%a0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>, is_host_transfer = false} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  %r = "stablehlo.send"(%a0, %a1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>, is_host_transfer = false} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  func.return
}
// -----
func.func private @callee(%x: tensor<2xf32>) -> tensor<2xf32> {
  func.return %x : tensor<2xf32>
}
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.composite"(%a0) {name = "my.op", composite_attributes = {n = 2 : i64}, decomposition = @callee, version = 1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x?xf32>, %a1: tensor<3xi64>) {
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<1x?xf32>, tensor<3xi64>) -> (tensor<?x?x?xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 8>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>, %a2: tensor<3xi32>) {
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = true} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<3xi32>) -> (tensor<1x5x?xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<20x10x30xf32>, %a1: tensor<5x2xi32>, %a2: tensor<5x30xf32>) {
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, indices_are_sorted = true, unique_indices = true} : (tensor<20x10x30xf32>, tensor<5x2xi32>, tensor<5x30xf32>) -> (tensor<20x10x30xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x2xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 3, 1>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 3, 1>, padding = dense<[[2, 2], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xf32>, tensor<f32>) -> (tensor<3x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<10x23xf32>, %a1: tensor<10x12xf32>, %a2: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>} : (tensor<10x23xf32>, tensor<10x12xf32>, tensor<f32>) -> (tensor<10x23xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<?xf32, #stablehlo.bounds<4>>) {
  %r = "stablehlo.negate"(%a0) : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xf32, #stablehlo.bounds<4>>
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_add"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>, %a1: tensor<3xi32>) {
  %r = "chlo.broadcast_and"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xi32>, tensor<3xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi1>, %a1: tensor<3xi1>) {
  %r = "chlo.broadcast_or"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xi1>, tensor<3xi1>) -> (tensor<2x3xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>, %a1: tensor<3xi32>) {
  %r = "chlo.broadcast_xor"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xi32>, tensor<3xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>, %a1: tensor<3xi32>) {
  %r = "chlo.broadcast_shift_left"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xi32>, tensor<3xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xi32>, %a1: tensor<3xi32>) {
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xi32>, tensor<3xi32>) -> (tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xui32>, %a1: tensor<3xui32>) {
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xui32>, tensor<3xui32>) -> (tensor<2x3xui32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_complex"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "chlo.broadcast_compare"(%a0, %a1) {broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction NE>, compare_type = #chlo<comparison_type TOTALORDER>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xi1>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "chlo.bessel_i1e"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "chlo.digamma"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "chlo.erf"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "chlo.erf_inv"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "chlo.erfc"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "chlo.lgamma"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "chlo.constant_like"(%a0) {value = 3.000000e+00 : f32} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGH>]} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x7xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<2xf32>) {
  %r:2 = "chlo.scan"(%a0, %a1) ({
  ^bb0(%x: tensor<2xf32>, %y: tensor<2xf32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "stablehlo.return"(%s, %s) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }) {dimension = 1 : i64, is_reverse = true, is_associative = true, scan_dim_size = 3 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x5xf32>) {
  %r:2 = "chlo.top_k"(%a0) {k = 3 : i64, is_stable = true} : (tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  "check.expect_almost_eq_const"(%a0) {value = dense<1.000000e+00> : tensor<2xf32>, tolerance = 1.000000e-01 : f64} : (tensor<2xf32>) -> ()
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  "check.expect_close"(%a0, %a1) {max_ulp_difference = 3 : ui64, min_ulp_difference = 1 : ui64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  func.return
}
// -----
func.func private @callee(%x: tensor<2xf32>) -> tensor<2xf32> {
  func.return %x : tensor<2xf32>
}
func.func @f(%a0: tensor<2xf32>) {
  %r = "interpreter.run_parallel"(%a0) {programs = [[@callee]], infeed = [@callee]} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
