// expected 13:10: 'stablehlo.custom_call': its backend_config has no lower that is true or false
// expected 14:10: 'stablehlo.custom_call': its backend_config does not begin with 0, or 1, for the triangle
// expected 15:10: 'stablehlo.custom_call': its descriptor has 3 for rows or columns of matrices, expected 2
// expected 16:10: 'stablehlo.custom_call': its backend_config is no descriptor: it has 3 bytes
// expected 17:8: 'stablehlo.custom_call': @cusparse_gtsv2_ffi has 1 operands and 1 results, expected 4 and 1
// expected 18:8: 'stablehlo.custom_call': its backend_config is a text, expected the option lower, or nothing
// expected 19:10: 'stablehlo.custom_call': its result 1 has no complex numbers
// expected 20:10: 'stablehlo.custom_call': its result 2 is no matrix of real numbers
// expected 21:10: 'stablehlo.custom_call': its result 1 is no tensor

// Custom calls of solvers with parameters that do not fit.
func.func @main(%x: tensor<2x2xf64>) {
  %0:2 = stablehlo.custom_call @cusolver_potrf_ffi(%x) {mhlo.backend_config = {}, api_version = 4 : i32} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<i32>)
  %1:2 = stablehlo.custom_call @Eigh(%x) {backend_config = "lower"} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>)
  %2:4 = stablehlo.custom_call @hipsolver_syevj(%x) {api_version = 2 : i32, backend_config = "\01\00\00\00z\00\00\00\01\00\00\00\03\00\00\00\00\01\00\00"} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<i32>, tensor<8xf64>)
  %3:4 = stablehlo.custom_call @cusolver_getrf(%x) {api_version = 2 : i32, backend_config = "\01\00\00"} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xi32>, tensor<i32>, tensor<8xf64>)
  %4 = stablehlo.custom_call @cusparse_gtsv2_ffi(%x) {mhlo.backend_config = {}, api_version = 4 : i32} : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %5 = stablehlo.custom_call @Cholesky(%x) {backend_config = "upper"} : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %6:5 = stablehlo.custom_call @cusolver_geev_ffi(%x) {mhlo.backend_config = {left = false, right = true}, api_version = 4 : i32} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<i32>)
  %7:5 = stablehlo.custom_call @cusolver_geev_ffi(%x) {mhlo.backend_config = {left = false, right = true}, api_version = 4 : i32} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xcomplex<f64>>, tensor<2xf64>, tensor<2x2xf64>, tensor<i32>)
  %8:2 = stablehlo.custom_call @Qr(%x) : (tensor<2x2xf64>) -> (tensor<2x2xf64>, !stablehlo.token)
  func.return
}
