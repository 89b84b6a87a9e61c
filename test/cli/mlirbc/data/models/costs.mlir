// One function for each rule of the estimate of operations.
module @costs {
  func.func @dot(%a: tensor<5x2x3xf32>, %b: tensor<5x3x4xf32>) -> tensor<5x2x4xf32> { // 2 * 40 * 3
    %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
    return %0 : tensor<5x2x4xf32>
  }
  func.func @matmul(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> { // 2 * 8 * 3
    %0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    return %0 : tensor<2x4xf32>
  }
  func.func @outer(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> { // 2 * 6
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : (tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @convolution(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x2x6xf32>) -> tensor<1x6x6x6xf32> { // 2 * 216 * 3 * 3 * 2
    %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x6x6xf32>
    return %0 : tensor<1x6x6x6xf32>
  }
  func.func @elementwise(%a: tensor<2x5xf32>, %b: tensor<2x5xf32>) -> tensor<2x5xi1> { // 3 * 10
    %0 = stablehlo.tanh %a : tensor<2x5xf32>
    %1 = chlo.erf %b : tensor<2x5xf32> -> tensor<2x5xf32>
    %2 = stablehlo.compare LT, %0, %1 : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<2x5xi1>
    %3 = stablehlo.reverse %2, dims = [0] : tensor<2x5xi1>
    return %3 : tensor<2x5xi1>
  }
  func.func @reduce(%a: tensor<2x5xf32>, %i: tensor<f32>) -> tensor<2xf32> { // 10
    %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [1] : (tensor<2x5xf32>, tensor<f32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @reduce_window(%a: tensor<8xf32>, %i: tensor<f32>) -> tensor<6xf32> { // 6 * 3
    %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 3>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %1 = stablehlo.maximum %x, %y : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<8xf32>, tensor<f32>) -> tensor<6xf32>
    return %0 : tensor<6xf32>
  }
  func.func @select_and_scatter(%a: tensor<8xf32>, %s: tensor<4xf32>, %i: tensor<f32>) -> tensor<8xf32> { // 4 * (2 + 1)
    %0 = "stablehlo.select_and_scatter"(%a, %s, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %1 = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<8xf32>, tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  func.func @scatter(%a: tensor<8xf32>, %at: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<8xf32> { // 3
    %0 = "stablehlo.scatter"(%a, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %1 = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  func.func @map_and_sort(%a: tensor<2x8xf32>) -> tensor<2x8xf32> { // map 2 * 16, sort 16 * 3
    %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%x: tensor<f32>):
      %2 = stablehlo.multiply %x, %x : tensor<f32>
      %3 = stablehlo.add %2, %x : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<2x8xf32>) -> tensor<2x8xf32>
    %1 = "stablehlo.sort"(%0) <{dimension = 1 : i64}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %2 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<2x8xf32>) -> tensor<2x8xf32>
    return %1 : tensor<2x8xf32>
  }
  func.func @other(%a: tensor<4x4xf32>, %b: tensor<4x2xf32>, %c: tensor<16xcomplex<f32>>, %r: tensor<16xf32>, %s: tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4x2xf32>, tensor<16xcomplex<f32>>, tensor<9xcomplex<f32>>, tensor<4x4xf32>) {
    %0 = stablehlo.cholesky %a, lower = true : tensor<4x4xf32> // 16 * 4 / 3 = 21
    %1 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32> // 8 * 4
    %2 = stablehlo.fft %c, type = FFT, length = [16] : (tensor<16xcomplex<f32>>) -> tensor<16xcomplex<f32>> // 5 * 16 * 4
    %3 = stablehlo.fft %r, type = RFFT, length = [16] : (tensor<16xf32>) -> tensor<9xcomplex<f32>> // 160
    %4 = "stablehlo.batch_norm_inference"(%a, %s, %s, %s, %s) <{epsilon = 1.0e-5 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x4xf32> // 64
    return %0, %1, %2, %3, %4 : tensor<4x4xf32>, tensor<4x2xf32>, tensor<16xcomplex<f32>>, tensor<9xcomplex<f32>>, tensor<4x4xf32>
  }
  func.func @branches(%p: tensor<i1>, %a: tensor<6xf32>) -> tensor<6xf32> { // the branch of 12
    %0 = "stablehlo.if"(%p) ({
      %1 = stablehlo.negate %a : tensor<6xf32>
      stablehlo.return %1 : tensor<6xf32>
    }, {
      %1 = stablehlo.negate %a : tensor<6xf32>
      %2 = stablehlo.negate %1 : tensor<6xf32>
      stablehlo.return %2 : tensor<6xf32>
    }) : (tensor<i1>) -> tensor<6xf32>
    return %0 : tensor<6xf32>
  }
  func.func @saturated(%a: tensor<2000000000x2000000000xi8>) -> tensor<2000000000x2000000000xi8> { // more than 2^64: the largest number
    %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2000000000x2000000000xi8>, tensor<2000000000x2000000000xi8>) -> tensor<2000000000x2000000000xi8>
    return %0 : tensor<2000000000x2000000000xi8>
  }
  func.func @recursive(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = call @recursive(%a) : (tensor<2xf32>) -> tensor<2xf32>
    %1 = stablehlo.add %0, %0 : tensor<2xf32>
    return %1 : tensor<2xf32>
  }
  func.func @twice(%a: tensor<2xf32>) -> tensor<2xf32> { // calls one that is later in the file, and a composite: 2 + 2 + 2
    %0 = call @once(%a) : (tensor<2xf32>) -> tensor<2xf32>
    %1 = call @once(%0) : (tensor<2xf32>) -> tensor<2xf32>
    %2 = stablehlo.composite "my.once" %1 {decomposition = @once} : (tensor<2xf32>) -> tensor<2xf32>
    return %2 : tensor<2xf32>
  }
  func.func private @once(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.abs %a : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
