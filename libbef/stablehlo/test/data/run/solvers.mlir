// Custom calls of solvers that programs for other devices have, and those of LAPACK that differ from their kernels.

func.func @qr_of_xla() {
  %a = stablehlo.constant dense<[[3.0], [4.0]]> : tensor<2x1xf32>
  %0 = stablehlo.custom_call @Qr(%a) {xla_shape = "(f32[2,1]{1,0}, f32[1]{0})"} : (tensor<2x1xf32>) -> tuple<tensor<2x1xf32>, tensor<1xf32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<2x1xf32>, tensor<1xf32>>) -> tensor<2x1xf32>
  %2 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<2x1xf32>, tensor<1xf32>>) -> tensor<1xf32>
  check.expect_almost_eq_const %1, dense<[[-5.0], [0.5]]> : tensor<2x1xf32>
  %3 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%1, %2) : (tensor<2x1xf32>, tensor<1xf32>) -> tensor<2x1xf32>
  check.expect_almost_eq_const %3, dense<[[-0.6], [-0.8]]> : tensor<2x1xf32>
  func.return
}

// Only one triangle is read.
func.func @eigh_of_xla() {
  %a = stablehlo.constant dense<[[2.0, 9.0], [1.0, 2.0]]> : tensor<2x2xf64>
  %0:2 = stablehlo.custom_call @Eigh(%a) {backend_config = "1,1,100,1e-6"} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %0#1, dense<[1.0, 3.0]> : tensor<2xf64>
  %1:2 = stablehlo.custom_call @Eigh(%a) {backend_config = "0,1,100,1e-6"} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %1#1, dense<[-7.0, 11.0]> : tensor<2xf64>
  func.return
}

// Exchanges are numbered from 0.
func.func @lu_of_xla() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [4.0, 2.0], [0.0, 0.0]]> : tensor<3x2xf32>
  %0:3 = stablehlo.custom_call @LuDecomposition(%a) : (tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<2xi32>, tensor<3xi32>)
  check.expect_eq_const %0#0, dense<[[4.0, 2.0], [0.25, 1.5], [0.0, 0.0]]> : tensor<3x2xf32>
  check.expect_eq_const %0#1, dense<1> : tensor<2xi32>
  check.expect_eq_const %0#2, dense<[1, 0, 2]> : tensor<3xi32>
  func.return
}

func.func @cholesky_of_xla() {
  %a = stablehlo.constant dense<[[4.0, 2.0], [2.0, 5.0]]> : tensor<2x2xf32>
  %0 = stablehlo.custom_call @Cholesky(%a) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %0, dense<[[2.0, 0.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %1 = stablehlo.custom_call @Cholesky(%a) {backend_config = {lower = false}, api_version = 4 : i32} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %1, dense<[[2.0, 1.0], [0.0, 2.0]]> : tensor<2x2xf32>
  func.return
}

func.func @factorizations_of_devices() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [4.0, 2.0]]> : tensor<2x2xf32>
  %0:3 = stablehlo.custom_call @cusolver_getrf_ffi(%a) {mhlo.backend_config = {}, api_version = 4 : i32} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xi32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<[[4.0, 2.0], [0.25, 1.5]]> : tensor<2x2xf32>
  check.expect_eq_const %0#1, dense<2> : tensor<2xi32>
  %p = stablehlo.constant dense<1> : tensor<2xi32>
  %1 = stablehlo.custom_call @cu_lu_pivots_to_permutation(%p) {mhlo.backend_config = {}, api_version = 4 : i32} : (tensor<2xi32>) -> tensor<3xi32>
  check.expect_eq_const %1, dense<[1, 0, 2]> : tensor<3xi32>
  %b = stablehlo.constant dense<[[4.0, 9.0], [2.0, 5.0]]> : tensor<2x2xf64>
  %2:2 = stablehlo.custom_call @hipsolver_potrf_ffi(%b) {mhlo.backend_config = {lower = true}, api_version = 4 : i32} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<i32>)
  check.expect_eq_const %2#0, dense<[[2.0, 9.0], [1.0, 2.0]]> : tensor<2x2xf64>
  %c = stablehlo.constant dense<[[3.0], [4.0]]> : tensor<2x1xf32>
  %3:2 = stablehlo.custom_call @hipsolver_geqrf_ffi(%c) {mhlo.backend_config = {}, api_version = 4 : i32} : (tensor<2x1xf32>) -> (tensor<2x1xf32>, tensor<1xf32>)
  %4 = stablehlo.custom_call @oneapisolver_orgqr_ffi(%3#0, %3#1) {mhlo.backend_config = {}, api_version = 4 : i32} : (tensor<2x1xf32>, tensor<1xf32>) -> tensor<2x1xf32>
  check.expect_almost_eq_const %4, dense<[[-0.6], [-0.8]]> : tensor<2x1xf32>
  %5:3 = stablehlo.custom_call @cusolver_syevd_ffi(%b) {mhlo.backend_config = {algorithm = 0 : ui8, lower = false}, api_version = 4 : i32} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<i32>)
  check.expect_almost_eq_const %5#1, dense<[-4.513864405503391, 13.513864405503391]> : tensor<2xf64>
  %6:5 = stablehlo.custom_call @cusolver_sytrd_ffi(%b) {mhlo.backend_config = {lower = true}, api_version = 4 : i32} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<1xf64>, tensor<1xf64>, tensor<i32>)
  check.expect_almost_eq_const %6#1, dense<[4.0, 5.0]> : tensor<2xf64>
  func.return
}

// u * diag(s) * v^H is the matrix; @cusolver_gesvdj_ffi gives v instead of its adjoint.
func.func @singular_values_of_devices() {
  %a = stablehlo.constant dense<[[(0.0, 3.0), (0.0, 0.0)], [(0.0, 0.0), (2.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %0:5 = stablehlo.custom_call @cusolver_gesvdj_ffi(%a) {mhlo.backend_config = {compute_uv = true, full_matrices = true}, api_version = 4 : i32} : (tensor<2x2xcomplex<f32>>) -> (tensor<2x2xcomplex<f32>>, tensor<2xf32>, tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>, tensor<i32>)
  check.expect_almost_eq_const %0#1, dense<[3.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.convert %0#1 : (tensor<2xf32>) -> tensor<2xcomplex<f32>>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %3 = stablehlo.multiply %0#2, %2 : tensor<2x2xcomplex<f32>>
  %4 = stablehlo.real %0#3 : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xf32>
  %5 = stablehlo.imag %0#3 : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xf32>
  %6 = stablehlo.negate %5 : tensor<2x2xf32>
  %7 = stablehlo.complex %4, %6 : tensor<2x2xcomplex<f32>>
  %8 = stablehlo.dot_general %3, %7, contracting_dims = [1] x [1] : (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  check.expect_almost_eq %8, %a : tensor<2x2xcomplex<f32>>
  func.return
}

// Of a matrix with more columns than rows, result 2 is v^H, and result 3 is u.
func.func @transposed_singular_values() {
  %a = stablehlo.constant dense<[[3.0, 4.0]]> : tensor<1x2xf64>
  %0:5 = stablehlo.custom_call @cusolver_gesvd_ffi(%a) {mhlo.backend_config = {compute_uv = true, full_matrices = false, transposed = true}, api_version = 4 : i32} : (tensor<1x2xf64>) -> (tensor<1x2xf64>, tensor<1xf64>, tensor<1x2xf64>, tensor<1x1xf64>, tensor<i32>)
  check.expect_almost_eq_const %0#1, dense<5.0> : tensor<1xf64>
  %1 = stablehlo.abs %0#2 : tensor<1x2xf64>
  check.expect_almost_eq_const %1, dense<[[0.6, 0.8]]> : tensor<1x2xf64>
  %2:5 = stablehlo.custom_call @hipsolver_gesvd_ffi(%a) {mhlo.backend_config = {compute_uv = false, full_matrices = true, transposed = true}, api_version = 4 : i32} : (tensor<1x2xf64>) -> (tensor<1x2xf64>, tensor<1xf64>, tensor<f64>, tensor<f64>, tensor<i32>)
  check.expect_almost_eq_const %2#1, dense<5.0> : tensor<1xf64>
  %3:5 = stablehlo.custom_call @lapack_dgesvd_ffi(%a) {mhlo.backend_config = {mode = 83 : ui8}, api_version = 4 : i32} : (tensor<1x2xf64>) -> (tensor<1x2xf64>, tensor<1xf64>, tensor<1x1xf64>, tensor<1x2xf64>, tensor<i32>)
  check.expect_almost_eq_const %3#1, dense<5.0> : tensor<1xf64>
  func.return
}

// Descriptors: type, triangle, number, rows, bytes of the workspace; and type, number, rows, columns, bytes, letters.
func.func @descriptors() {
  %a = stablehlo.constant dense<[[2.0, 9.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %0:4 = stablehlo.custom_call @hipsolver_syevj(%a) {api_version = 2 : i32, backend_config = "\00\00\00\00z\00\00\00\01\00\00\00\02\00\00\00\00\01\00\00"} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<i32>, tensor<256xf32>)
  check.expect_almost_eq_const %0#1, dense<[1.0, 3.0]> : tensor<2xf32>
  %1:4 = stablehlo.custom_call @cusolver_syevd(%a) {api_version = 2 : i32, backend_config = "\00\00\00\00\01\00\00\00\01\00\00\00\02\00\00\00\00\01\00\00"} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<i32>, tensor<256xf32>)
  check.expect_almost_eq_const %1#1, dense<[-7.0, 11.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[[3.0, 4.0]]> : tensor<1x2xf32>
  %2:6 = stablehlo.custom_call @cusolver_gesvd(%b) {api_version = 2 : i32, backend_config = "\00\00\00\00\01\00\00\00\02\00\00\00\01\00\00\00\00\01\00\00SS"} : (tensor<1x2xf32>) -> (tensor<1x2xf32>, tensor<1xf32>, tensor<1x2xf32>, tensor<1x1xf32>, tensor<i32>, tensor<64xf32>)
  %3 = stablehlo.abs %2#2 : tensor<1x2xf32>
  check.expect_almost_eq_const %3, dense<[[0.6, 0.8]]> : tensor<1x2xf32>
  %4:6 = stablehlo.custom_call @cusolver_gesvdj(%b) {api_version = 2 : i32, backend_config = "\00\00\00\00\01\00\00\00\01\00\00\00\02\00\00\00\00\01\00\00\01\00\00\00\01\00\00\00"} : (tensor<1x2xf32>) -> (tensor<1x2xf32>, tensor<1xf32>, tensor<1x1xf32>, tensor<2x1xf32>, tensor<i32>, tensor<64xf32>)
  %5 = stablehlo.abs %4#3 : tensor<2x1xf32>
  check.expect_almost_eq_const %5, dense<[[0.6], [0.8]]> : tensor<2x1xf32>
  %c = stablehlo.constant dense<[[1.0, 2.0], [4.0, 2.0]]> : tensor<2x2xf32>
  %6:4 = stablehlo.custom_call @cublas_getrf_batched(%c) {api_version = 2 : i32, backend_config = "\00\00\00\00\01\00\00\00\02\00\00\00"} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xi32>, tensor<i32>, tensor<8xi8>)
  check.expect_eq_const %6#0, dense<[[4.0, 2.0], [0.25, 1.5]]> : tensor<2x2xf32>
  check.expect_eq_const %6#3, dense<0> : tensor<8xi8>
  func.return
}

func.func @eigenvalues_of_devices() {
  %a = stablehlo.constant dense<[[0.0, -2.0], [2.0, 0.0]]> : tensor<2x2xf32>
  %0:5 = stablehlo.custom_call @cuhybrid_eig_real(%a) {mhlo.backend_config = {left = false, magma = "auto", right = true}, api_version = 4 : i32} : (tensor<2x2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>, tensor<i32>)
  check.expect_almost_eq_const %0#1, dense<[2.0, -2.0]> : tensor<2xf32>
  %1:5 = stablehlo.custom_call @cusolver_geev_ffi(%a) {mhlo.backend_config = {left = false, right = true}, api_version = 4 : i32} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xcomplex<f32>>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<i32>)
  check.expect_almost_eq_const %1#1, dense<[(0.0, 2.0), (0.0, -2.0)]> : tensor<2xcomplex<f32>>
  %2 = stablehlo.slice %0#3 [0:2, 0:1] : (tensor<2x2xcomplex<f32>>) -> tensor<2x1xcomplex<f32>>
  %3 = stablehlo.real %2 : (tensor<2x1xcomplex<f32>>) -> tensor<2x1xf32>
  %4 = stablehlo.imag %2 : (tensor<2x1xcomplex<f32>>) -> tensor<2x1xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 1 : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
  check.expect_eq %1#3, %5 : tensor<2x2xf32>
  %z = stablehlo.constant dense<[[(1.0, 2.0), (5.0, 5.0)], [(0.0, 0.0), (3.0, 4.0)]]> : tensor<2x2xcomplex<f64>>
  %6:5 = stablehlo.custom_call @cusolver_geev_ffi(%z) {mhlo.backend_config = {left = false, right = true}, api_version = 4 : i32} : (tensor<2x2xcomplex<f64>>) -> (tensor<2x2xcomplex<f64>>, tensor<2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
  check.expect_almost_eq_const %6#1, dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f64>>
  func.return
}

// 2 x + y = 4, x + 3 y = 7; the first and the last element of the diagonals beside are not used.
func.func @tridiagonal_systems() {
  %low = stablehlo.constant dense<[9.0, 1.0]> : tensor<2xf64>
  %mid = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %high = stablehlo.constant dense<[1.0, 9.0]> : tensor<2xf64>
  %b = stablehlo.constant dense<[[4.0], [7.0]]> : tensor<2x1xf64>
  %0:5 = stablehlo.custom_call @lapack_dgtsv_ffi(%low, %mid, %high, %b) {mhlo.backend_config = {}, api_version = 4 : i32} : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x1xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x1xf64>, tensor<i32>)
  check.expect_almost_eq_const %0#1, dense<[2.0, 2.5]> : tensor<2xf64>
  check.expect_almost_eq_const %0#3, dense<[[1.0], [2.0]]> : tensor<2x1xf64>
  check.expect_eq_const %0#4, dense<0> : tensor<i32>
  %1 = stablehlo.custom_call @cusparse_gtsv2_ffi(%low, %mid, %high, %b) {mhlo.backend_config = {}, api_version = 4 : i32} : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
  check.expect_almost_eq_const %1, dense<[[1.0], [2.0]]> : tensor<2x1xf64>
  %zero = stablehlo.constant dense<[2.0, 0.0]> : tensor<2xf64>
  %none = stablehlo.constant dense<0.0> : tensor<2xf64>
  %2 = stablehlo.custom_call @tridiagonal_solve_perturbed_ffi(%none, %zero, %none, %b) {mhlo.backend_config = {}, api_version = 4 : i32} : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
  check.expect_eq_const %2, dense<[[2.0], [15762598695796736.0]]> : tensor<2x1xf64>
  func.return
}

func.func @exchanged_columns_and_products() {
  %a = stablehlo.constant dense<[[3.0, 0.0], [4.0, 10.0]]> : tensor<2x2xf32>
  %j = stablehlo.constant dense<0> : tensor<2xi32>
  %0:3 = stablehlo.custom_call @lapack_sgeqp3_ffi(%a, %j) {mhlo.backend_config = {}, api_version = 4 : i32} : (tensor<2x2xf32>, tensor<2xi32>) -> (tensor<2x2xf32>, tensor<2xi32>, tensor<2xf32>)
  check.expect_eq_const %0#1, dense<[2, 1]> : tensor<2xi32>
  %c = stablehlo.constant dense<[[1.0], [0.0]]> : tensor<2x1xf32>
  %1 = stablehlo.custom_call @lapack_sormqr_ffi(%0#0, %0#2, %c) {mhlo.backend_config = {left = true, transpose = true}, api_version = 4 : i32} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %2 = stablehlo.custom_call @cusolver_ormqr_ffi(%0#0, %0#2, %1) {mhlo.backend_config = {left = true, transpose = false}, api_version = 4 : i32} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_almost_eq %2, %c : tensor<2x1xf32>
  func.return
}

// Operands at the end hold shapes of results, which have static types already.
func.func @shapes_as_operands() {
  %a = stablehlo.constant dense<[[[1.0, 2.0], [4.0, 2.0]]]> : tensor<1x2x2xf32>
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi32>
  %t = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %u = stablehlo.constant dense<1> : tensor<1xi32>
  %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a, %s, %t, %u) {mhlo.backend_config = {}, api_version = 4 : i32, indices_of_shape_operands = dense<[1, 2, 3]> : tensor<3xi64>} : (tensor<1x2x2xf32>, tensor<3xi32>, tensor<2xi32>, tensor<1xi32>) -> (tensor<1x2x2xf32>, tensor<1x2xi32>, tensor<1xi32>)
  check.expect_eq_const %0#0, dense<[[[4.0, 2.0], [0.25, 1.5]]]> : tensor<1x2x2xf32>
  %1:3 = stablehlo.custom_call @hipsolver_getrf_ffi(%a, %s, %t, %u) {mhlo.backend_config = {}, api_version = 4 : i32, indices_of_shape_operands = dense<[1, 2, 3]> : tensor<3xi64>} : (tensor<1x2x2xf32>, tensor<3xi32>, tensor<2xi32>, tensor<1xi32>) -> (tensor<1x2x2xf32>, tensor<1x2xi32>, tensor<1xi32>)
  check.expect_eq_const %1#0, dense<[[[4.0, 2.0], [0.25, 1.5]]]> : tensor<1x2x2xf32>
  func.return
}

// The effect orders nothing that a kernel does.
func.func @effects() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [4.0, 2.0]]> : tensor<2x2xf32>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.if"(%yes) ({
    %1:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) {has_side_effect = true, mhlo.backend_config = {}, api_version = 4 : i32} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xi32>, tensor<i32>)
    stablehlo.return %1#0 : tensor<2x2xf32>
  }, {
    %1:3 = stablehlo.custom_call @cusolver_getrf_ffi(%a) {has_side_effect = true, mhlo.backend_config = {}, api_version = 4 : i32} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xi32>, tensor<i32>)
    stablehlo.return %1#0 : tensor<2x2xf32>
  }) : (tensor<i1>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[4.0, 2.0], [0.25, 1.5]]> : tensor<2x2xf32>
  func.return
}

// JAX says that the upper triangle of a symmetric product is not defined; it is computed too.
func.func @symmetric_products() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [0.0, 1.0, -1.0]]> : tensor<2x3xf32>
  %c = stablehlo.constant dense<[[1.0, 0.5], [0.5, 2.0]]> : tensor<2x2xf32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %four = stablehlo.constant dense<4.0> : tensor<f32>
  %0 = stablehlo.custom_call @cusolver_syrk_ffi(%a, %c, %two, %four) {mhlo.backend_config = {transpose = false}, api_version = 4 : i32} : (tensor<2x3xf32>, tensor<2x2xf32>, tensor<f32>, tensor<f32>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[32.0, 0.0], [0.0, 12.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[[1.0, 2.0]], [[3.0, 1.0]]]> : tensor<2x1x2xf64>
  %d = stablehlo.constant dense<1.0> : tensor<2x2x2xf64>
  %f = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %1 = stablehlo.custom_call @oneapisolver_syrk_ffi(%b, %d, %f, %f) {mhlo.backend_config = {transpose = true}, api_version = 4 : i32} : (tensor<2x1x2xf64>, tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2x2x2xf64>
  check.expect_eq_const %1, dense<[[[2.0, 3.0], [3.0, 5.0]], [[20.0, 8.0], [8.0, 4.0]]]> : tensor<2x2x2xf64>
  func.return
}

func.func @updated_factor() {
  %r = stablehlo.constant dense<[[3.0, 1.0], [0.0, 2.0]]> : tensor<2x2xf32>
  %w = stablehlo.constant dense<[4.0, 2.0]> : tensor<2xf32>
  %0:2 = stablehlo.custom_call @cu_cholesky_update_ffi(%r, %w) {mhlo.backend_config = {}, api_version = 4 : i32, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>]} : (tensor<2x2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)
  check.expect_almost_eq_const %0#0, dense<[[5.0, 2.2], [0.0, 2.03960781]]> : tensor<2x2xf32>
  func.return
}

// 0 2 0 | 0 0 0 | 3 0 4: the last element is behind all rows.
func.func @sparse_products() {
  %e = stablehlo.constant dense<[2.0, 3.0, 4.0, 9.0]> : tensor<4xf32>
  %o = stablehlo.constant dense<[0, 1, 1, 3]> : tensor<4xi32>
  %p = stablehlo.constant dense<[1, 0, 2, 7]> : tensor<4xi32>
  %v = stablehlo.constant dense<[5.0, 6.0, 7.0]> : tensor<3xf32>
  %m = stablehlo.constant dense<[[1.0, 0.5], [2.0, 1.5], [3.0, 2.5]]> : tensor<3x2xf32>
  %0 = stablehlo.custom_call @cpu_csr_sparse_dense_ffi(%e, %o, %p, %v) {mhlo.backend_config = {}, api_version = 4 : i32} : (tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<3xf32>) -> tensor<3xf32>
  check.expect_eq_const %0, dense<[12.0, 0.0, 43.0]> : tensor<3xf32>
  %1 = stablehlo.custom_call @cpu_csr_sparse_dense_ffi(%e, %o, %p, %m) {mhlo.backend_config = {}, api_version = 4 : i32} : (tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %1, dense<[[4.0, 3.0], [0.0, 0.0], [15.0, 11.5]]> : tensor<3x2xf32>
  func.return
}

func.func @allocated() {
  %0 = stablehlo.custom_call @AllocateBuffer() {api_version = 4 : i32} : () -> tensor<2xf32>
  check.expect_eq_const %0, dense<0.0> : tensor<2xf32>
  func.return
}
