// Shapes, positions and sizes that are arguments: the kernels read them when they run.
func.func @reshape(%x: tensor<6xi32>, %shape: tensor<2xi64>) -> (tensor<?x?xi32>, tensor<i32>) {
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<6xi32>, tensor<2xi64>) -> tensor<?x?xi32>
  %rows = stablehlo.get_dimension_size %open, dim = 0 : (tensor<?x?xi32>) -> tensor<i32>
  return %open, %rows : tensor<?x?xi32>, tensor<i32>
}
func.func @resize(%x: tensor<6xi32>, %size: tensor<i32>) -> tensor<?xi32> {
  %open = stablehlo.set_dimension_size %x, %size, dim = 0 : (tensor<6xi32>, tensor<i32>) -> tensor<?xi32>
  return %open : tensor<?xi32>
}
func.func @broadcast(%x: tensor<2x1xf32>, %shape: tensor<3xi32>) -> tensor<?x?x?xf32> {
  %open = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1, 2] : (tensor<2x1xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  return %open : tensor<?x?x?xf32>
}
func.func @count(%shape: tensor<2xi64>) -> tensor<?x?xf32> {
  %open = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi64>) -> tensor<?x?xf32>
  return %open : tensor<?x?xf32>
}
func.func @pad(%x: tensor<2x2xui8>, %value: tensor<ui8>, %low: tensor<2xi64>, %high: tensor<2xi64>, %interior: tensor<2xi64>) -> tensor<?x?xui8> {
  %open = stablehlo.dynamic_pad %x, %value, %low, %high, %interior : (tensor<2x2xui8>, tensor<ui8>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xui8>
  return %open : tensor<?x?xui8>
}
func.func @slice(%x: tensor<2x5xi64>, %start: tensor<2xi64>, %limit: tensor<2xi64>, %strides: tensor<2xi64>) -> tensor<?x?xi64> {
  %open = stablehlo.real_dynamic_slice %x, %start, %limit, %strides : (tensor<2x5xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xi64>
  return %open : tensor<?x?xi64>
}
func.func @gather(%x: tensor<3x3xi32>, %starts: tensor<2x2xi32>, %sizes: tensor<2xi32>) -> tensor<2x2xi32> {
  %y = "stablehlo.dynamic_gather"(%x, %starts, %sizes) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false} : (tensor<3x3xi32>, tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  return %y : tensor<2x2xi32>
}
func.func @convolve(%x: tensor<1x4x1xf32>, %k: tensor<2x1x1xf32>, %padding: tensor<1x2xi64>) -> tensor<1x4x1xf32> {
  %y = "stablehlo.dynamic_conv"(%x, %k, %padding) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1>} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x4x1xf32>
  return %y : tensor<1x4x1xf32>
}
