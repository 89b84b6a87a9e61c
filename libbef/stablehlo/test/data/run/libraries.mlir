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

func.func @threefry_of_rocm() {
  %k = stablehlo.constant dense<0> : tensor<ui32>
  %z = stablehlo.constant dense<0> : tensor<2xui32>
  %0:2 = stablehlo.custom_call @hip_threefry2x32_ffi(%k, %k, %z, %z) {api_version = 4 : i32} : (tensor<ui32>, tensor<ui32>, tensor<2xui32>, tensor<2xui32>) -> (tensor<2xui32>, tensor<2xui32>)
  %1:2 = stablehlo.custom_call @hip_threefry2x32(%z, %z, %z, %z) : (tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>) -> (tensor<2xui32>, tensor<2xui32>)
  check.expect_eq_const %0#0, dense<1797259609> : tensor<2xui32>
  check.expect_eq_const %0#1, dense<2579123966> : tensor<2xui32>
  check.expect_eq_const %1#0, dense<1797259609> : tensor<2xui32>
  check.expect_eq_const %1#1, dense<2579123966> : tensor<2xui32>
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

// A quarter of a turn: eigenvalues i and -i; a * v = v * values.
func.func @eigenvalues_of_any_matrix() {
  %a = stablehlo.constant dense<[[0.0, -2.0], [2.0, 0.0]]> : tensor<2x2xf32>
  %0:5 = stablehlo.custom_call @lapack_sgeev_ffi(%a) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}, api_version = 4 : i32} : (tensor<2x2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>, tensor<i32>)
  check.expect_almost_eq_const %0#0, dense<0.0> : tensor<2xf32>
  check.expect_almost_eq_const %0#1, dense<[2.0, -2.0]> : tensor<2xf32>
  check.expect_eq_const %0#2, dense<(0.0, 0.0)> : tensor<2x2xcomplex<f32>>
  check.expect_eq_const %0#4, dense<0> : tensor<i32>
  %1 = stablehlo.convert %a : (tensor<2x2xf32>) -> tensor<2x2xcomplex<f32>>
  %2 = stablehlo.dot_general %1, %0#3, contracting_dims = [1] x [0] : (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %3 = stablehlo.complex %0#0, %0#1 : tensor<2xcomplex<f32>>
  %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %5 = stablehlo.multiply %0#3, %4 : tensor<2x2xcomplex<f32>>
  check.expect_almost_eq %2, %5 : tensor<2x2xcomplex<f32>>
  func.return
}

func.func @eigenvalues_of_complex_matrices() {
  %a = stablehlo.constant dense<[[(1.0, 2.0), (5.0, 5.0)], [(0.0, 0.0), (3.0, 4.0)]]> : tensor<2x2xcomplex<f64>>
  %0:4 = stablehlo.custom_call @lapack_zgeev_ffi(%a) {backend_config = {compute_left = 86 : ui8, compute_right = 78 : ui8}, api_version = 4 : i32} : (tensor<2x2xcomplex<f64>>) -> (tensor<2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
  check.expect_almost_eq_const %0#0, dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f64>>
  func.return
}

func.func @schur_form() {
  %a = stablehlo.constant dense<[[1.0, 0.0], [7.0, 2.0]]> : tensor<2x2xf64>
  %0:6 = stablehlo.custom_call @lapack_dgees_ffi(%a) {backend_config = {mode = 86 : ui8, sort = 78 : ui8}, api_version = 4 : i32} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i32>, tensor<i32>)
  check.expect_almost_eq_const %0#0, dense<[[2.0, 7.0], [0.0, 1.0]]> : tensor<2x2xf64>
  check.expect_almost_eq_const %0#2, dense<[2.0, 1.0]> : tensor<2xf64>
  check.expect_eq_const %0#5, dense<0> : tensor<i32>
  %c = stablehlo.constant dense<(3.0, 4.0)> : tensor<1x1xcomplex<f32>>
  %1:5 = stablehlo.custom_call @lapack_cgees_ffi(%c) {backend_config = {mode = 78 : ui8, sort = 78 : ui8}, api_version = 4 : i32} : (tensor<1x1xcomplex<f32>>) -> (tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>, tensor<1xcomplex<f32>>, tensor<i32>, tensor<i32>)
  check.expect_almost_eq_const %1#2, dense<(3.0, 4.0)> : tensor<1xcomplex<f32>>
  func.return
}

func.func @hessenberg_form() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [3.0, 5.0, 6.0], [4.0, 8.0, 9.0]]> : tensor<3x3xf64>
  %0:3 = stablehlo.custom_call @lapack_dgehrd_ffi(%a) {backend_config = {high = 3 : i32, low = 1 : i32}, api_version = 4 : i32} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<2xf64>, tensor<i32>)
  check.expect_almost_eq_const %0#0, dense<[[1.0, -3.6, 0.2], [-5.0, 14.28, 1.04], [0.5, -0.96, -0.28]]> : tensor<3x3xf64>
  check.expect_almost_eq_const %0#1, dense<[1.6, 0.0]> : tensor<2xf64>
  func.return
}

func.func @tridiagonal_form() {
  %a = stablehlo.constant dense<[[1.0, 9.0, 9.0], [3.0, 2.0, 9.0], [4.0, 5.0, 3.0]]> : tensor<3x3xf32>
  %0:5 = stablehlo.custom_call @lapack_ssytrd_ffi(%a) {backend_config = {uplo = 76 : ui8}, api_version = 4 : i32} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<i32>)
  check.expect_almost_eq_const %0#1, dense<[1.0, 7.44, -2.44]> : tensor<3xf32>
  check.expect_almost_eq_const %0#2, dense<[-5.0, 0.92]> : tensor<2xf32>
  check.expect_almost_eq_const %0#3, dense<[1.6, 0.0]> : tensor<2xf32>
  %c = stablehlo.constant dense<[[(2.0, 0.0), (3.0, 4.0)], [(0.0, 0.0), (2.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %1:5 = stablehlo.custom_call @lapack_chetrd_ffi(%c) {backend_config = {uplo = 85 : ui8}, api_version = 4 : i32} : (tensor<2x2xcomplex<f32>>) -> (tensor<2x2xcomplex<f32>>, tensor<2xf32>, tensor<1xf32>, tensor<1xcomplex<f32>>, tensor<i32>)
  check.expect_almost_eq_const %1#2, dense<-5.0> : tensor<1xf32>
  check.expect_almost_eq_const %1#3, dense<(1.6, 0.8)> : tensor<1xcomplex<f32>>
  func.return
}

// JAX wrote a factor of the right side before 2025.
func.func @scaled_solve() {
  %a = stablehlo.constant dense<[[2.0, 0.0], [1.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[2.0], [9.0]]> : tensor<2x1xf32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b, %two) {backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, api_version = 4 : i32} : (tensor<2x2xf32>, tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  check.expect_eq_const %0, dense<[[2.0], [4.0]]> : tensor<2x1xf32>
  func.return
}
