// Transpositions of products, which become products with exchanged operands.
func.func @main() {
  // rows_and_columns_i32
  %x_0 = stablehlo.constant dense<[[[-2, 9, 8, -5], [2, 6, 9, -7], [-9, 6, -1, 8]], [[-2, -3, 6, 8], [8, 6, 3, -5], [-2, -5, 7, 3]]]> : tensor<2x3x4xi32>
  %y_0 = stablehlo.constant dense<[[[-9, -7, -4, 9, -8], [0, -9, -1, 6, 3], [4, 3, 9, 5, -5], [2, -6, -8, -5, 6]], [[-3, -1, 4, 0, 4], [7, 3, 9, 2, 8], [9, 4, 9, -2, 1], [-9, -1, -4, 1, 8]]]> : tensor<2x4x5xi32>
  %x1_0 = stablehlo.optimization_barrier %x_0 : tensor<2x3x4xi32>
  %y1_0 = stablehlo.optimization_barrier %y_0 : tensor<2x4x5xi32>
  %p_0 = stablehlo.dot_general %x1_0, %y1_0, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xi32>, tensor<2x4x5xi32>) -> tensor<2x3x5xi32>
  %t_0 = stablehlo.transpose %p_0, dims = [0, 2, 1] : (tensor<2x3x5xi32>) -> tensor<2x5x3xi32>
  check.expect_eq_const %t_0, dense<[[[40, 4, 93], [-13, 1, -42], [111, 123, -43], [101, 134, -90], [-27, -85, 143]], [[-33, 90, 7], [9, 27, 12], [-13, 133, -2], [-10, 1, -21], [38, 43, -17]]]> : tensor<2x5x3xi32>
  // groups_of_dimensions_i32
  %w_1 = stablehlo.constant dense<[[-1, -5, -8, 1], [1, 2, -5, 3], [3, 5, 7, 3]]> : tensor<3x4xi32>
  %z_1 = stablehlo.constant dense<[[[9, 9, -6, -3, 9], [-1, 0, -6, -7, 6]], [[6, -7, 2, -7, 4], [-5, -9, 0, 4, 4]], [[-6, -8, -8, 3, 9], [1, 8, -1, 7, -2]], [[-8, 0, -9, -7, -6], [8, -8, -3, 4, 0]]]> : tensor<4x2x5xi32>
  %w1_1 = stablehlo.optimization_barrier %w_1 : tensor<3x4xi32>
  %z1_1 = stablehlo.optimization_barrier %z_1 : tensor<4x2x5xi32>
  %p_1 = stablehlo.dot_general %w1_1, %z1_1, contracting_dims = [1] x [0] : (tensor<3x4xi32>, tensor<4x2x5xi32>) -> tensor<3x2x5xi32>
  %t_1 = stablehlo.transpose %p_1, dims = [1, 2, 0] : (tensor<3x2x5xi32>) -> tensor<2x5x3xi32>
  check.expect_eq_const %t_1, dense<[[[1, 27, -9], [90, 35, -64], [51, 11, -91], [7, -53, -44], [-107, -46, 92]], [[26, 8, 3], [-27, -82, -13], [11, -10, -34], [-65, -22, 60], [-10, 24, 24]]]> : tensor<2x5x3xi32>
  // rows_and_columns_f32
  %x_2 = stablehlo.constant dense<[[[-2.0, 9.0, 8.0, -5.0], [2.0, 6.0, 9.0, -7.0], [-9.0, 6.0, -1.0, 8.0]], [[-2.0, -3.0, 6.0, 8.0], [8.0, 6.0, 3.0, -5.0], [-2.0, -5.0, 7.0, 3.0]]]> : tensor<2x3x4xf32>
  %y_2 = stablehlo.constant dense<[[[-9.0, -7.0, -4.0, 9.0, -8.0], [0.0, -9.0, -1.0, 6.0, 3.0], [4.0, 3.0, 9.0, 5.0, -5.0], [2.0, -6.0, -8.0, -5.0, 6.0]], [[-3.0, -1.0, 4.0, 0.0, 4.0], [7.0, 3.0, 9.0, 2.0, 8.0], [9.0, 4.0, 9.0, -2.0, 1.0], [-9.0, -1.0, -4.0, 1.0, 8.0]]]> : tensor<2x4x5xf32>
  %x1_2 = stablehlo.optimization_barrier %x_2 : tensor<2x3x4xf32>
  %y1_2 = stablehlo.optimization_barrier %y_2 : tensor<2x4x5xf32>
  %p_2 = stablehlo.dot_general %x1_2, %y1_2, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %t_2 = stablehlo.transpose %p_2, dims = [0, 2, 1] : (tensor<2x3x5xf32>) -> tensor<2x5x3xf32>
  check.expect_eq_const %t_2, dense<[[[40.0, 4.0, 93.0], [-13.0, 1.0, -42.0], [111.0, 123.0, -43.0], [101.0, 134.0, -90.0], [-27.0, -85.0, 143.0]], [[-33.0, 90.0, 7.0], [9.0, 27.0, 12.0], [-13.0, 133.0, -2.0], [-10.0, 1.0, -21.0], [38.0, 43.0, -17.0]]]> : tensor<2x5x3xf32>
  // groups_of_dimensions_f32
  %w_3 = stablehlo.constant dense<[[-1.0, -5.0, -8.0, 1.0], [1.0, 2.0, -5.0, 3.0], [3.0, 5.0, 7.0, 3.0]]> : tensor<3x4xf32>
  %z_3 = stablehlo.constant dense<[[[9.0, 9.0, -6.0, -3.0, 9.0], [-1.0, 0.0, -6.0, -7.0, 6.0]], [[6.0, -7.0, 2.0, -7.0, 4.0], [-5.0, -9.0, 0.0, 4.0, 4.0]], [[-6.0, -8.0, -8.0, 3.0, 9.0], [1.0, 8.0, -1.0, 7.0, -2.0]], [[-8.0, 0.0, -9.0, -7.0, -6.0], [8.0, -8.0, -3.0, 4.0, 0.0]]]> : tensor<4x2x5xf32>
  %w1_3 = stablehlo.optimization_barrier %w_3 : tensor<3x4xf32>
  %z1_3 = stablehlo.optimization_barrier %z_3 : tensor<4x2x5xf32>
  %p_3 = stablehlo.dot_general %w1_3, %z1_3, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4x2x5xf32>) -> tensor<3x2x5xf32>
  %t_3 = stablehlo.transpose %p_3, dims = [1, 2, 0] : (tensor<3x2x5xf32>) -> tensor<2x5x3xf32>
  check.expect_eq_const %t_3, dense<[[[1.0, 27.0, -9.0], [90.0, 35.0, -64.0], [51.0, 11.0, -91.0], [7.0, -53.0, -44.0], [-107.0, -46.0, 92.0]], [[26.0, 8.0, 3.0], [-27.0, -82.0, -13.0], [11.0, -10.0, -34.0], [-65.0, -22.0, 60.0], [-10.0, 24.0, 24.0]]]> : tensor<2x5x3xf32>
  return
}
