// Custom calls of functions that pack hlo has as kernels, in the form that JAX writes them; random numbers.

func.func @lu() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [4.0, 2.0]]> : tensor<2x2xf32>
  %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) {backend_config = {}, api_version = 4 : i32, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xi32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<[[4.0, 2.0], [0.25, 1.5]]> : tensor<2x2xf32>
  check.expect_eq_const %0#1, dense<2> : tensor<2xi32>
  check.expect_eq_const %0#2, dense<0> : tensor<i32>
  func.return
}

func.func @cholesky() {
  %a = stablehlo.constant dense<[[4.0, 9.0], [2.0, 5.0]]> : tensor<2x2xf64>
  %0:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {backend_config = {uplo = 76 : ui8}, api_version = 4 : i32} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<i32>)
  check.expect_eq_const %0#0, dense<[[2.0, 9.0], [1.0, 2.0]]> : tensor<2x2xf64>
  func.return
}

func.func @solve() {
  %a = stablehlo.constant dense<[[2.0, 0.0], [1.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[2.0], [9.0]]> : tensor<2x1xf32>
  %0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, api_version = 4 : i32} : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_eq_const %0, dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  func.return
}

func.func @eigenvalues() {
  %a = stablehlo.constant dense<[[(2.0, 0.0), (0.0, 1.0)], [(0.0, -1.0), (2.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %0:3 = stablehlo.custom_call @lapack_zheevd_ffi(%a) {backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, api_version = 4 : i32} : (tensor<2x2xcomplex<f64>>) -> (tensor<2x2xcomplex<f64>>, tensor<2xf64>, tensor<i32>)
  check.expect_almost_eq_const %0#1, dense<[1.0, 3.0]> : tensor<2xf64>
  func.return
}

func.func @singular_values() {
  %a = stablehlo.constant dense<[[3.0], [4.0]]> : tensor<2x1xf64>
  %0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%a) {backend_config = {mode = 65 : ui8}, api_version = 4 : i32} : (tensor<2x1xf64>) -> (tensor<2x1xf64>, tensor<1xf64>, tensor<2x2xf64>, tensor<1x1xf64>, tensor<i32>)
  check.expect_almost_eq_const %0#1, dense<5.0> : tensor<1xf64>
  func.return
}

func.func @reflections() {
  %a = stablehlo.constant dense<[[3.0], [4.0]]> : tensor<2x1xf32>
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) {backend_config = {}, api_version = 4 : i32} : (tensor<2x1xf32>) -> (tensor<2x1xf32>, tensor<1xf32>)
  check.expect_almost_eq_const %0#0, dense<[[-5.0], [0.5]]> : tensor<2x1xf32>
  %1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1) {backend_config = {}, api_version = 4 : i32} : (tensor<2x1xf32>, tensor<1xf32>) -> tensor<2x1xf32>
  check.expect_almost_eq_const %1, dense<[[-0.6], [-0.8]]> : tensor<2x1xf32>
  func.return
}

func.func @threefry() {
  %z = stablehlo.constant dense<0> : tensor<1xui32>
  %0:2 = stablehlo.custom_call @cu_threefry2x32_ffi(%z, %z, %z, %z) {api_version = 4 : i32} : (tensor<1xui32>, tensor<1xui32>, tensor<1xui32>, tensor<1xui32>) -> (tensor<1xui32>, tensor<1xui32>)
  check.expect_eq_const %0#0, dense<1797259609> : tensor<1xui32>
  check.expect_eq_const %0#1, dense<2579123966> : tensor<1xui32>
  func.return
}

func.func @two_ops_give_different_numbers() {
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<[8]> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
  %1 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
  %2 = stablehlo.compare NE, %0, %1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  check.expect_eq_const %2, dense<true> : tensor<8xi1>
  func.return
}

// The numbers of each iteration differ from those of the one before.
func.func @iterations_give_different_numbers() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %high = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<[8]> : tensor<1xi64>
  %last = stablehlo.constant dense<-1.0> : tensor<8xf32>
  %yes = stablehlo.constant dense<true> : tensor<8xi1>
  %0:3 = stablehlo.while(%i = %zero, %before = %last, %differ = %yes) : tensor<i32>, tensor<8xf32>, tensor<8xi1>
    cond {
      %1 = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
      %2 = stablehlo.compare NE, %1, %before : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
      %3 = stablehlo.and %2, %differ : tensor<8xi1>
      %4 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %4, %1, %3 : tensor<i32>, tensor<8xf32>, tensor<8xi1>
    }
  check.expect_eq_const %0#2, dense<true> : tensor<8xi1>
  func.return
}
