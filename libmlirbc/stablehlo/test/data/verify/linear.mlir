func.func @f(%a0: tensor<2x3x2xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x2xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expect: smaller than the rank
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 0.001 : f32, feature_index = 3 : i64} : (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x2xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expect: must be non-negative
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 0.001 : f32, feature_index = -1 : i64} : (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x2xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expect: feature count
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 0.001 : f32, feature_index = 0 : i64} : (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x2xf32>, %a1: tensor<3xf32>, %a2: tensor<4xf32>) {
  // expect: single-dimensional operands to have compatible
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x2xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x2xf32>, %a1: tensor<3x1xf32>, %a2: tensor<3xf32>) {
  // expect: must be a 1-dimensional
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x2xf32>, tensor<3x1xf32>, tensor<3xf32>) -> (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3x2xf32>, %a1: tensor<3xf64>, %a2: tensor<3xf64>) {
  // expect: compatible element types
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x2xf32>, tensor<3xf64>, tensor<3xf64>) -> (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x6xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<6xf32>) {
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<4x6xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x6xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<6xf32>) {
  // expect: not compatible
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<4x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x4xf32>) {
  // expect: multi-dimensional operands
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x4xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) {
  // expect: not compatible
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x2x2xf32>) {
  %r = "stablehlo.cholesky"(%a0) {lower = true} : (tensor<1x2x2xf32>) -> (tensor<1x2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x2x1xf32>) {
  // expect: must be equal
  %r = "stablehlo.cholesky"(%a0) {lower = true} : (tensor<1x2x1xf32>) -> (tensor<1x2x1xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: rank >= 2
  %r = "stablehlo.cholesky"(%a0) {lower = true} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1x2x2xf32>) {
  // expect: not compatible
  %r = "stablehlo.cholesky"(%a0) {lower = true} : (tensor<1x2x2xf32>) -> (tensor<1x2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<5x4x4xf32>, %a1: tensor<5x4x3xf32>) {
  %r = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<5x4x4xf32>, tensor<5x4x3xf32>) -> (tensor<5x4x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expect: rank >= 2
  %r = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<5x4x3xf32>, %a1: tensor<5x4x3xf32>) {
  // expect: must be equal
  %r = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<5x4x3xf32>, tensor<5x4x3xf32>) -> (tensor<5x4x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<5x4x3xf32>) {
  // expect: equal rank
  %r = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<5x4x3xf32>) -> (tensor<5x4x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<5x4x4xf32>, %a1: tensor<5x4x3xf32>) {
  // expect: shared dimension
  %r = "stablehlo.triangular_solve"(%a0, %a1) {left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<5x4x4xf32>, tensor<5x4x3xf32>) -> (tensor<5x4x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<6x4x4xf32>, %a1: tensor<5x4x3xf32>) {
  // expect: leading batch
  %r = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<6x4x4xf32>, tensor<5x4x3xf32>) -> (tensor<5x4x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<5x4x4xf32>, %a1: tensor<5x4x3xf32>) {
  // expect: not compatible
  %r = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<5x4x4xf32>, tensor<5x4x3xf32>) -> (tensor<5x4x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<5x4x4xf32>, %a1: tensor<5x4x3xf32>) {
  // expect: invalid transpose
  %r = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>} : (tensor<5x4x4xf32>, tensor<5x4x3xf32>) -> (tensor<5x4x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x9xf32>) {
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 9>} : (tensor<3x9xf32>) -> (tensor<3x5xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x9xf32>) {
  // expect: between 1 and 3
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 1, 1, 1, 1>} : (tensor<3x9xf32>) -> (tensor<3x5xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x9xf32>) {
  // expect: must not be less than fft rank
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 3, 3, 9>} : (tensor<3x9xf32>) -> (tensor<3x5xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x9xf32>) {
  // expect: RFFT requires the innermost
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 8>} : (tensor<3x9xf32>) -> (tensor<3x5xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x9xf32>) {
  // expect: take a complex tensor
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 9>} : (tensor<3x9xf32>) -> (tensor<3x5xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x9xf16>) {
  // expect: requires f32 or f64
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 9>} : (tensor<3x9xf16>) -> (tensor<3x5xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x9xf32>) {
  // expect: not compatible
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 9>} : (tensor<3x9xf32>) -> (tensor<3x9xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x9xcomplex<f32>>) {
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 16>} : (tensor<3x9xcomplex<f32>>) -> (tensor<3x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x8xcomplex<f32>>) {
  // expect: IRFFT requires
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 16>} : (tensor<3x8xcomplex<f32>>) -> (tensor<3x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3x8xcomplex<f32>>) {
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type IFFT>, fft_length = array<i64: 8>} : (tensor<3x8xcomplex<f32>>) -> (tensor<3x8xcomplex<f32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xui64>) {
  %r:2 = "stablehlo.rng_bit_generator"(%a0) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<10xui32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xui64>) {
  // expect: not compatible
  %r:2 = "stablehlo.rng_bit_generator"(%a0) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>) -> (tensor<3xui64>, tensor<10xui32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xui64>) {
  // expect: rng_algorithm ...
  %r:2 = "stablehlo.rng_bit_generator"(%a0) {rng_algorithm = #stablehlo<rng_distribution NORMAL>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<10xui32>)
  func.return
}
