// LAPACK in the form that JAX wrote before 2024: sizes and parameters are operands, workspaces are results.

func.func @lu_and_cholesky() {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %a = stablehlo.constant dense<[[1.0, 2.0], [4.0, 2.0]]> : tensor<2x2xf32>
  %0:3 = stablehlo.custom_call @lapack_sgetrf(%one, %two, %two, %a) {api_version = 2 : i32} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xi32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<[[4.0, 2.0], [0.25, 1.5]]> : tensor<2x2xf32>
  check.expect_eq_const %0#1, dense<2> : tensor<2xi32>
  %b = stablehlo.constant dense<[[4.0, 9.0], [2.0, 5.0]]> : tensor<2x2xf64>
  %1:2 = stablehlo.custom_call @lapack_dpotrf(%one, %one, %two, %b) {api_version = 2 : i32} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<i32>)
  check.expect_eq_const %1#0, dense<[[2.0, 9.0], [1.0, 2.0]]> : tensor<2x2xf64>
  func.return
}

func.func @reflections() {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %work = stablehlo.constant dense<32> : tensor<i32>
  %a = stablehlo.constant dense<[[3.0], [4.0]]> : tensor<2x1xf32>
  %0:4 = stablehlo.custom_call @lapack_sgeqrf(%one, %two, %one, %work, %a) {api_version = 2 : i32} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<2x1xf32>) -> (tensor<2x1xf32>, tensor<1xf32>, tensor<i32>, tensor<32xf32>)
  check.expect_almost_eq_const %0#0, dense<[[-5.0], [0.5]]> : tensor<2x1xf32>
  check.expect_eq_const %0#2, dense<0> : tensor<i32>
  check.expect_eq_const %0#3, dense<0.0> : tensor<32xf32>
  %1:3 = stablehlo.custom_call @lapack_sorgqr(%one, %two, %one, %one, %work, %0#0, %0#1) {api_version = 2 : i32} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<2x1xf32>, tensor<1xf32>) -> (tensor<2x1xf32>, tensor<i32>, tensor<32xf32>)
  check.expect_almost_eq_const %1#0, dense<[[-0.6], [-0.8]]> : tensor<2x1xf32>
  func.return
}

func.func @values_of_matrices() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %work = stablehlo.constant dense<32> : tensor<i32>
  %yes = stablehlo.constant dense<86> : tensor<ui8>
  %no = stablehlo.constant dense<78> : tensor<ui8>
  %h = stablehlo.constant dense<[[(2.0, 0.0), (0.0, 1.0)], [(0.0, -1.0), (2.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %0:6 = stablehlo.custom_call @lapack_zheevd(%one, %one, %two, %h) {api_version = 2 : i32} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<2x2xcomplex<f64>>) -> (tensor<2x2xcomplex<f64>>, tensor<2xf64>, tensor<i32>, tensor<9xcomplex<f64>>, tensor<9xf64>, tensor<9xi32>)
  check.expect_almost_eq_const %0#1, dense<[1.0, 3.0]> : tensor<2xf64>
  %s = stablehlo.constant dense<[[3.0], [4.0]]> : tensor<2x1xf64>
  %1:7 = stablehlo.custom_call @lapack_dgesdd(%one, %one, %one, %two, %one, %work, %s) {api_version = 2 : i32} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<2x1xf64>) -> (tensor<2x1xf64>, tensor<1xf64>, tensor<2x2xf64>, tensor<1x1xf64>, tensor<i32>, tensor<8xi32>, tensor<32xf64>)
  check.expect_almost_eq_const %1#1, dense<5.0> : tensor<1xf64>
  %2:7 = stablehlo.custom_call @lapack_dgesdd(%zero, %one, %one, %two, %one, %work, %s) {api_version = 2 : i32} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<2x1xf64>) -> (tensor<2x1xf64>, tensor<1xf64>, tensor<2x1xf64>, tensor<1x1xf64>, tensor<i32>, tensor<8xi32>, tensor<32xf64>)
  %3 = stablehlo.abs %2#2 : tensor<2x1xf64>
  check.expect_almost_eq_const %3, dense<[[0.6], [0.8]]> : tensor<2x1xf64>
  func.return
}

func.func @eigenvalues() {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %batch = stablehlo.multiply %two, %one : tensor<i32>
  %yes = stablehlo.constant dense<86> : tensor<ui8>
  %no = stablehlo.constant dense<78> : tensor<ui8>
  %a = stablehlo.constant dense<[[[0.0, -2.0], [2.0, 0.0]], [[0.0, -3.0], [3.0, 0.0]]]> : tensor<2x2x2xf32>
  %0:8 = stablehlo.custom_call @lapack_sgeev(%batch, %two, %no, %yes, %a) {api_version = 2 : i32} : (tensor<i32>, tensor<i32>, tensor<ui8>, tensor<ui8>, tensor<2x2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2x2xcomplex<f32>>, tensor<2x2x2xcomplex<f32>>, tensor<2xi32>)
  check.expect_almost_eq_const %0#4, dense<[[2.0, -2.0], [3.0, -3.0]]> : tensor<2x2xf32>
  check.expect_eq_const %0#5, dense<(0.0, 0.0)> : tensor<2x2x2xcomplex<f32>>
  check.expect_eq_const %0#7, dense<0> : tensor<2xi32>
  %c = stablehlo.constant dense<[[(1.0, 2.0), (5.0, 5.0)], [(0.0, 0.0), (3.0, 4.0)]]> : tensor<2x2xcomplex<f64>>
  %1:6 = stablehlo.custom_call @lapack_zgeev(%one, %two, %yes, %yes, %c) {api_version = 2 : i32} : (tensor<i32>, tensor<i32>, tensor<ui8>, tensor<ui8>, tensor<2x2xcomplex<f64>>) -> (tensor<2x2xcomplex<f64>>, tensor<4xf64>, tensor<2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
  check.expect_almost_eq_const %1#2, dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f64>>
  func.return
}

func.func @forms() {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %work = stablehlo.constant dense<96> : tensor<i32>
  %yes = stablehlo.constant dense<86> : tensor<ui8>
  %no = stablehlo.constant dense<78> : tensor<ui8>
  %a = stablehlo.constant dense<[[1.0, 0.0], [7.0, 2.0]]> : tensor<2x2xf64>
  %0:6 = stablehlo.custom_call @lapack_dgees(%one, %two, %yes, %no, %a) {api_version = 2 : i32} : (tensor<i32>, tensor<i32>, tensor<ui8>, tensor<ui8>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<i32>, tensor<i32>)
  check.expect_almost_eq_const %0#0, dense<[[2.0, 7.0], [0.0, 1.0]]> : tensor<2x2xf64>
  check.expect_almost_eq_const %0#3, dense<[[0.0, 1.0], [1.0, 0.0]]> : tensor<2x2xf64>
  %c = stablehlo.constant dense<(3.0, 4.0)> : tensor<1x1xcomplex<f32>>
  %1:6 = stablehlo.custom_call @lapack_cgees(%one, %one, %yes, %no, %c) {api_version = 2 : i32} : (tensor<i32>, tensor<i32>, tensor<ui8>, tensor<ui8>, tensor<1x1xcomplex<f32>>) -> (tensor<1x1xcomplex<f32>>, tensor<1xf32>, tensor<1xcomplex<f32>>, tensor<1x1xcomplex<f32>>, tensor<i32>, tensor<i32>)
  check.expect_almost_eq_const %1#2, dense<(3.0, 4.0)> : tensor<1xcomplex<f32>>
  %b = stablehlo.constant dense<[[1.0, 2.0, 3.0], [3.0, 5.0, 6.0], [4.0, 8.0, 9.0]]> : tensor<3x3xf64>
  %2:4 = stablehlo.custom_call @lapack_dgehrd(%three, %one, %three, %three, %one, %work, %b) {api_version = 2 : i32} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<2xf64>, tensor<i32>, tensor<96xf64>)
  check.expect_almost_eq_const %2#1, dense<[1.6, 0.0]> : tensor<2xf64>
  %d = stablehlo.constant dense<[[1.0, 9.0, 9.0], [3.0, 2.0, 9.0], [4.0, 5.0, 3.0]]> : tensor<3x3xf32>
  %3:6 = stablehlo.custom_call @lapack_ssytrd(%three, %one, %three, %one, %work, %d) {api_version = 2 : i32} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<i32>, tensor<96xf32>)
  check.expect_almost_eq_const %3#1, dense<[1.0, 7.44, -2.44]> : tensor<3xf32>
  func.return
}

func.func @solve() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %a = stablehlo.constant dense<[[2.0, 0.0], [1.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[2.0], [9.0]]> : tensor<2x1xf32>
  %alpha = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.custom_call @blas_strsm(%one, %one, %zero, %zero, %two, %one, %one, %alpha, %a, %b) {api_version = 2 : i32} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_eq_const %0, dense<[[2.0], [4.0]]> : tensor<2x1xf32>
  func.return
}
