// expected 9:10: 'stablehlo.custom_call': its backend_config has no sort that is one of the letters N
// expected 10:10: 'stablehlo.custom_call': @lapack_zgeev_ffi has 1 operands and 5 results, expected 1 and 4
// expected 11:10: 'stablehlo.custom_call': its backend_config has no integer low
// expected 12:8: 'stablehlo.custom_call': there is no kernel for the target @xla_ffi_python_cpu_callback
// expected 13:10: 'stablehlo.custom_call': there is no kernel for the target @mhlo.topk

// Custom calls of libraries.
func.func @main(%x: tensor<2x2xf64>, %z: tensor<2x2xcomplex<f64>>) {
  %0:6 = stablehlo.custom_call @lapack_dgees_ffi(%x) {backend_config = {mode = 86 : ui8, sort = 83 : ui8}, api_version = 4 : i32} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i32>, tensor<i32>)
  %1:5 = stablehlo.custom_call @lapack_zgeev_ffi(%z) {backend_config = {compute_left = 86 : ui8, compute_right = 78 : ui8}, api_version = 4 : i32} : (tensor<2x2xcomplex<f64>>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
  %2:3 = stablehlo.custom_call @lapack_dgehrd_ffi(%x) {backend_config = {}, api_version = 4 : i32} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<1xf64>, tensor<i32>)
  %3 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) {has_side_effect = true, api_version = 4 : i32} : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %4:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 1 : i64, largest = false}, mhlo.version = 1 : i64} : (tensor<2x2xf64>) -> (tensor<2x1xf64>, tensor<2x1xi32>)
  func.return
}
