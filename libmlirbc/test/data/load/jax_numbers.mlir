module @jit_numbers attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x2x5x5xf32>, %arg1: tensor<3x2x3x3xf32>, %arg2: tensor<2xi32>) -> (tensor<5x2xf32> {jax.result_info = "result[0]"}, tensor<2x3xf32> {jax.result_info = "result[1]"}, tensor<5x5xf32> {jax.result_info = "result[2]"}, tensor<5x2xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]} : (tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>) -> tensor<1x3x5x5xf32>
    %1 = call @norm(%0) : (tensor<1x3x5x5xf32>) -> tensor<f32>
    %2 = stablehlo.slice %0 [0:1, 0:1, 0:1, 0:5] : (tensor<1x3x5x5xf32>) -> tensor<1x1x1x5xf32>
    %3 = stablehlo.reshape %2 : (tensor<1x1x1x5xf32>) -> tensor<5xf32>
    %4 = stablehlo.exponential %3 : tensor<5xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
    %6 = stablehlo.add %1, %5 : tensor<f32>
    %7 = stablehlo.slice %arg0 [0:1, 0:1, 0:5, 0:5] : (tensor<1x2x5x5xf32>) -> tensor<1x1x5x5xf32>
    %8 = stablehlo.reshape %7 : (tensor<1x1x5x5xf32>) -> tensor<5x5xf32>
    %9 = call @sort(%8) : (tensor<5x5xf32>) -> tensor<5x5xf32>
    %10 = stablehlo.reverse %9, dims = [1] : tensor<5x5xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %11 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %12 = stablehlo.compare LT, %arg2, %11, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %13 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %14 = stablehlo.add %arg2, %13 : tensor<2xi32>
    %15 = stablehlo.select %12, %14, %arg2 : tensor<2xi1>, tensor<2xi32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %17 = "stablehlo.gather"(%10, %16) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 5>}> : (tensor<5x5xf32>, tensor<2x1xi32>) -> tensor<2x5xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %18 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %19 = stablehlo.compare LT, %arg2, %18, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_2 = stablehlo.constant dense<2> : tensor<i32>
    %20 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %21 = stablehlo.add %arg2, %20 : tensor<2xi32>
    %22 = stablehlo.select %19, %21, %arg2 : tensor<2xi1>, tensor<2xi32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
    %25 = "stablehlo.scatter"(%17, %23, %24) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %39 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %39 : tensor<f32>
    }) : (tensor<2x5xf32>, tensor<2x1xi32>, tensor<2x5xf32>) -> tensor<2x5xf32>
    %26 = call @fft(%25) : (tensor<2x5xf32>) -> tensor<2x3xcomplex<f32>>
    %27 = stablehlo.real %26 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
    %28 = stablehlo.slice %arg0 [0:1, 0:1, 0:5, 0:5] : (tensor<1x2x5x5xf32>) -> tensor<1x1x5x5xf32>
    %29 = stablehlo.reshape %28 : (tensor<1x1x5x5xf32>) -> tensor<5x5xf32>
    %30 = stablehlo.custom_call @lapack_strsm_ffi(%29, %10) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=5, j=5, k=5, l=5, m=5, n=5}, custom>} : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
    %values, %indices = chlo.top_k(%30, k = 2) : tensor<5x5xf32> -> (tensor<5x2xf32>, tensor<5x2xi32>)
    %31 = stablehlo.dot_general %10, %30, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
    %32 = chlo.erf %values : tensor<5x2xf32> -> tensor<5x2xf32>
    %33 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<5x2xf32>
    %34 = stablehlo.add %32, %33 : tensor<5x2xf32>
    %35 = stablehlo.dot_general %10, %30, contracting_dims = [1] x [0], precision = [HIGH, HIGH] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
    %36 = stablehlo.add %35, %31 : tensor<5x5xf32>
    %37 = stablehlo.exponential %values : tensor<5x2xf32>
    %38 = stablehlo.exponential %values {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<5x2xf32>
    return %34, %27, %36, %38 : tensor<5x2xf32>, tensor<2x3xf32>, tensor<5x5xf32>, tensor<5x2xf32>
  }
  func.func private @norm(%arg0: tensor<1x3x5x5xf32>) -> tensor<f32> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<1x3x5x5xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<1x3x5x5xf32>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.sqrt %1 : tensor<f32>
    return %2 : tensor<f32>
  }
  func.func private @sort(%arg0: tensor<5x5xf32>) -> tensor<5x5xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<5x5xf32>) -> tensor<5x5xf32>
    return %0 : tensor<5x5xf32>
  }
  func.func private @fft(%arg0: tensor<2x5xf32>) -> tensor<2x3xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = RFFT, length = [5] : (tensor<2x5xf32>) -> tensor<2x3xcomplex<f32>>
    return %0 : tensor<2x3xcomplex<f32>>
  }
}
