// expected 12:10: 'stablehlo.custom_call': its backend_config has no sort that is one of the letters N
// expected 13:10: 'stablehlo.custom_call': @lapack_zgeev_ffi has 1 operands and 5 results, expected 1 and 4
// expected 14:10: 'stablehlo.custom_call': its backend_config has no integer low
// expected 15:8: 'stablehlo.custom_call': @xla_ffi_python_cpu_callback is jax.experimental.io_callback, a call of Python: export the model without it, or register a kernel for this target
// expected 16:10: 'stablehlo.custom_call': there is no kernel for the target @TopK: register hlo.custom_call.TopK
// expected 19:10: 'stablehlo.custom_call': its operand for the number of matrices is 2, expected 1
// expected 20:10: 'stablehlo.custom_call': its operand for lower is 3
// expected 21:10: 'stablehlo.custom_call': its operand 0 is not a constant

// Custom calls of libraries.
func.func @main(%x: tensor<2x2xf64>, %z: tensor<2x2xcomplex<f64>>, %u: tensor<i32>) {
  %0:6 = stablehlo.custom_call @lapack_dgees_ffi(%x) {backend_config = {mode = 86 : ui8, sort = 83 : ui8}, api_version = 4 : i32} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i32>, tensor<i32>)
  %1:5 = stablehlo.custom_call @lapack_zgeev_ffi(%z) {backend_config = {compute_left = 86 : ui8, compute_right = 78 : ui8}, api_version = 4 : i32} : (tensor<2x2xcomplex<f64>>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
  %2:3 = stablehlo.custom_call @lapack_dgehrd_ffi(%x) {backend_config = {}, api_version = 4 : i32} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<1xf64>, tensor<i32>)
  %3 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) {has_side_effect = true, api_version = 4 : i32} : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %4:2 = stablehlo.custom_call @TopK(%x) {called_computations = [@main]} : (tensor<2x2xf64>) -> (tensor<2x1xf64>, tensor<2x1xi32>)
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %5:3 = stablehlo.custom_call @lapack_dgetrf(%two, %two, %two, %x) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xi32>, tensor<i32>)
  %6:2 = stablehlo.custom_call @lapack_dpotrf(%three, %three, %three, %x) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<i32>)
  %7:2 = stablehlo.custom_call @lapack_dpotrf(%u, %two, %two, %x) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<i32>)
  func.return
}
