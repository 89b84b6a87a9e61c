// The eigenvalues of the same matrix, as XLA orders them: steps with f32 end earlier, so that f32 has another order than f64.

func.func @single_precision() {
  %a = stablehlo.constant dense<[[2.0, 2.0, -2.0, 0.0], [2.0, -2.0, 2.0, -1.0], [-1.0, 0.0, 0.0, 2.0], [2.0, 1.0, 0.0, -1.0]]> : tensor<4x4xf32>
  %0:5 = stablehlo.custom_call @lapack_sgeev_ffi(%a) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8}, api_version = 4 : i32} : (tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>)
  check.expect_almost_eq_const %0#0, dense<[-3.0311, 2.4169, -1.5887, 1.2029]> : tensor<4xf32>
  %1:6 = stablehlo.custom_call @lapack_sgees_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}, api_version = 4 : i32} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>, tensor<i32>)
  check.expect_almost_eq_const %1#2, dense<[-3.0311, 2.4169, -1.5887, 1.2029]> : tensor<4xf32>
  func.return
}

func.func @double_precision() {
  %a = stablehlo.constant dense<[[2.0, 2.0, -2.0, 0.0], [2.0, -2.0, 2.0, -1.0], [-1.0, 0.0, 0.0, 2.0], [2.0, 1.0, 0.0, -1.0]]> : tensor<4x4xf64>
  %0:5 = stablehlo.custom_call @lapack_dgeev_ffi(%a) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8}, api_version = 4 : i32} : (tensor<4x4xf64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<i32>)
  check.expect_almost_eq_const %0#0, dense<[-3.0311, -1.5887, 2.4169, 1.2029]> : tensor<4xf64>
  func.return
}
