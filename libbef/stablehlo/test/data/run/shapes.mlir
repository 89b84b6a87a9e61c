// Operations that move elements.
func.func @moves() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %reshaped = stablehlo.reshape %x : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %transposed = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %reversed = stablehlo.reverse %x, dims = [1] : tensor<2x3xi32>
  %slice = stablehlo.slice %x [0:2, 0:3:2] : (tensor<2x3xi32>) -> tensor<2x2xi32>
  %padded = stablehlo.pad %x, %zero, low = [0, 1], high = [1, -1], interior = [0, 0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3x3xi32>
  %joined = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<4x3xi32>
  %row = stablehlo.constant dense<[7, 8, 9]> : tensor<3xi32>
  %wide = stablehlo.broadcast_in_dim %row, dims = [1] : (tensor<3xi32>) -> tensor<2x3xi32>
  %leading = stablehlo.broadcast %row, sizes = [2] : (tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %reshaped, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  check.expect_eq_const %transposed, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  check.expect_eq_const %reversed, dense<[[3, 2, 1], [6, 5, 4]]> : tensor<2x3xi32>
  check.expect_eq_const %slice, dense<[[1, 3], [4, 6]]> : tensor<2x2xi32>
  check.expect_eq_const %padded, dense<[[0, 1, 2], [0, 4, 5], [0, 0, 0]]> : tensor<3x3xi32>
  check.expect_eq_const %joined, dense<[[1, 2, 3], [4, 5, 6], [1, 2, 3], [4, 5, 6]]> : tensor<4x3xi32>
  check.expect_eq_const %wide, dense<[[7, 8, 9], [7, 8, 9]]> : tensor<2x3xi32>
  check.expect_eq_const %leading, dense<[[7, 8, 9], [7, 8, 9]]> : tensor<2x3xi32>
  return
}
func.func @counting() {
  %iota = stablehlo.iota dim = 1 : tensor<2x3xi16>
  %size = stablehlo.get_dimension_size %iota, dim = 1 : (tensor<2x3xi16>) -> tensor<i32>
  check.expect_eq_const %iota, dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi16>
  check.expect_eq_const %size, dense<3> : tensor<i32>
  return
}
func.func @dynamic_positions() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %u = stablehlo.constant dense<[[0, 0]]> : tensor<1x2xi32>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %five = stablehlo.constant dense<5> : tensor<i64>
  %slice = stablehlo.dynamic_slice %x, %one, %five, sizes = [1, 2] : (tensor<2x3xi32>, tensor<i64>, tensor<i64>) -> tensor<1x2xi32>
  %update = stablehlo.dynamic_update_slice %x, %u, %one, %five : (tensor<2x3xi32>, tensor<1x2xi32>, tensor<i64>, tensor<i64>) -> tensor<2x3xi32>
  check.expect_eq_const %slice, dense<[[5, 6]]> : tensor<1x2xi32>
  check.expect_eq_const %update, dense<[[1, 2, 3], [4, 0, 0]]> : tensor<2x3xi32>
  return
}
func.func @gathers() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %i = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
  %columns = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 1>, indices_are_sorted = false} : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  %batch = stablehlo.constant dense<[[2, 0], [1, 1]]> : tensor<2x2xi32>
  %selected = "stablehlo.torch_index_select"(%x, %batch) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<2x3xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %columns, dense<[[3, 1], [6, 4]]> : tensor<2x2xi32>
  check.expect_eq_const %selected, dense<[[3, 1], [5, 5]]> : tensor<2x2xi32>
  return
}
func.func @empty() {
  %x = stablehlo.constant dense<> : tensor<0x3xf32>
  %y = stablehlo.add %x, %x : tensor<0x3xf32>
  %z = stablehlo.transpose %y, dims = [1, 0] : (tensor<0x3xf32>) -> tensor<3x0xf32>
  check.expect_eq_const %z, dense<> : tensor<3x0xf32>
  return
}
