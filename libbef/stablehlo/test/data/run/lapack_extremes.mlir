// LAPACK's functions with elements whose squares underflow or overflow, exact eigenvalues, and signs of zero.

func.func @small_eigenvalues() {
  %a = stablehlo.constant dense<[[2.0e-170, 1.0e-170], [1.0e-170, 2.0e-170]]> : tensor<2x2xf64>
  %0:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%a) {backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, api_version = 4 : i32} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<i32>)
  %scale = stablehlo.constant dense<1.0e170> : tensor<2xf64>
  %1 = stablehlo.multiply %0#1, %scale : tensor<2xf64>
  check.expect_almost_eq_const %1, dense<[1.0, 3.0]> : tensor<2xf64>
  check.expect_eq_const %0#2, dense<0> : tensor<i32>
  func.return
}

func.func @large_eigenvalues() {
  %a = stablehlo.constant dense<[[2.0e170, 1.0e170], [1.0e170, 2.0e170]]> : tensor<2x2xf64>
  %0:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%a) {backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, api_version = 4 : i32} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<i32>)
  %scale = stablehlo.constant dense<1.0e-170> : tensor<2xf64>
  %1 = stablehlo.multiply %0#1, %scale : tensor<2xf64>
  check.expect_almost_eq_const %1, dense<[1.0, 3.0]> : tensor<2xf64>
  func.return
}

func.func @small_singular_values() {
  %a = stablehlo.constant dense<[[3.0e-165, 0.0], [4.0e-165, 0.0]]> : tensor<2x2xf64>
  %0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%a) {backend_config = {mode = 83 : ui8}, api_version = 4 : i32} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<i32>)
  %scale = stablehlo.constant dense<1.0e165> : tensor<2xf64>
  %1 = stablehlo.multiply %0#1, %scale : tensor<2xf64>
  check.expect_almost_eq_const %1, dense<[5.0, 0.0]> : tensor<2xf64>
  func.return
}

// 1 / +0 is positive.
func.func @real_eigenvalues() {
  %a = stablehlo.constant dense<[[2.0, 3.0], [1.0, 0.0]]> : tensor<2x2xf64>
  %0:5 = stablehlo.custom_call @lapack_dgeev_ffi(%a) {backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8}, api_version = 4 : i32} : (tensor<2x2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
  %one = stablehlo.constant dense<1.0> : tensor<2xf64>
  %1 = stablehlo.divide %one, %0#1 : tensor<2xf64>
  check.expect_almost_eq_const %0#0, dense<[3.0, -1.0]> : tensor<2xf64>
  check.expect_eq_const %1, dense<0x7FF0000000000000> : tensor<2xf64>
  func.return
}

// The roots of (x - 3)(x + 1) * x^2.
func.func @zero_roots() {
  %a = stablehlo.constant dense<[[2.0, 3.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]> : tensor<4x4xf64>
  %0:5 = stablehlo.custom_call @lapack_dgeev_ffi(%a) {backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8}, api_version = 4 : i32} : (tensor<4x4xf64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>, tensor<i32>)
  %first = stablehlo.slice %0#0 [0:2] : (tensor<4xf64>) -> tensor<2xf64>
  %last = stablehlo.slice %0#0 [2:4] : (tensor<4xf64>) -> tensor<2xf64>
  check.expect_eq_const %first, dense<0.0> : tensor<2xf64>
  check.expect_almost_eq_const %last, dense<[-1.0, 3.0]> : tensor<2xf64>
  func.return
}
