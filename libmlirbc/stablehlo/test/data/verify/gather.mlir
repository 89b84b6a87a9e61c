func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  // expect: slice_sizes size (2)
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  // expect: collapsed or batching
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 8>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  // expect: out of bounds
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 10>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  // expect: out of bounds
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, -8>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  // expect: is not equal to operand rank
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  // expect: index_vector_dim to be in range
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 4>, slice_sizes = array<i64: 1, 1, 8>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  // expect: is not equal to size of index dimension
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  // expect: must be in range [0, 3)
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  // expect: must be sorted
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 0], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  // expect: must not repeat
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  // expect: must be in range
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  // expect: not to include index_vector_dim
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [2], start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  // expect: should have the same size
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [1], start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  // expect: must have compatible sizes
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  // expect: not compatible
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x9xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>) {
  // expect: attribute 'dimension_numbers' must be
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = 1 : i64, slice_sizes = array<i64: 1, 1, 8>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> (tensor<1x5x8xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>, %a2: tensor<3xi32>) {
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<3xi32>) -> (tensor<1x5x?xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>, %a2: tensor<2xi32>) {
  // expect: slice_sizes size (2)
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<2xi32>) -> (tensor<1x5x?xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>, %a2: tensor<3xi32>) {
  // expect: not compatible
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<3xi32>) -> (tensor<1x?xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2x4x9xi32>, %a1: tensor<1x5x2xi32>, %a2: tensor<3x1xi32>) {
  // expect: must be of rank 1
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>} : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<3x1xi32>) -> (tensor<1x5x?xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<20x10x30xf32>, %a1: tensor<5x2xi32>, %a2: tensor<5x30xf32>) {
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<20x10x30xf32>, tensor<5x2xi32>, tensor<5x30xf32>) -> (tensor<20x10x30xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<20x10x30xf32>, %a1: tensor<5x2xi32>, %a2: tensor<5x31xf32>) {
  // expect: above that of the operand
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<20x10x30xf32>, tensor<5x2xi32>, tensor<5x31xf32>) -> (tensor<20x10x30xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<20x10x30xf32>, %a1: tensor<5x2xi32>, %a2: tensor<6x30xf32>) {
  // expect: but scatter_indices has 5
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<20x10x30xf32>, tensor<5x2xi32>, tensor<6x30xf32>) -> (tensor<20x10x30xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<20x10x30xf32>, %a1: tensor<5x2xi32>, %a2: tensor<5x30x1xf32>) {
  // expect: to be of rank 2
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<20x10x30xf32>, tensor<5x2xi32>, tensor<5x30x1xf32>) -> (tensor<20x10x30xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<20x10x30xf32>, %a1: tensor<5x2xi32>, %a2: tensor<5x30xf32>) {
  // expect: not compatible
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<20x10x30xf32>, tensor<5x2xi32>, tensor<5x30xf32>) -> (tensor<20x10x31xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<20x10x30xf32>, %a1: tensor<5x2xi32>, %a2: tensor<5x30xf32>) {
  // expect: promotable from the op
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<20x10x30xf32>, tensor<5x2xi32>, tensor<5x30xf32>) -> (tensor<20x10x30xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<20x10x30xf32>, %a1: tensor<5x2xi32>, %a2: tensor<5x30xf32>) {
  // expect: is not equal to operand rank
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<20x10x30xf32>, tensor<5x2xi32>, tensor<5x30xf32>) -> (tensor<20x10x30xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<20x10x30xf32>, %a1: tensor<5x2xi32>, %a2: tensor<5x30xf32>) {
  // expect: index_vector_dim to be in range
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 3>} : (tensor<20x10x30xf32>, tensor<5x2xi32>, tensor<5x30xf32>) -> (tensor<20x10x30xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<20x10x30xf32>, %a1: tensor<5x2xi32>, %a2: tensor<5x30xf32>) {
  // expect: is not equal to size of index dimension
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<20x10x30xf32>, tensor<5x2xi32>, tensor<5x30xf32>) -> (tensor<20x10x30xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<20x10x30xf32>, %a1: tensor<5x2xi32>, %a2: tensor<5x30xf32>) {
  // expect: must be in range
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<20x10x30xf32>, tensor<5x2xi32>, tensor<5x30xf32>) -> (tensor<20x10x30xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<3xi32>, %a1: tensor<3xi32>, %a2: tensor<1x1xi32>, %a3: tensor<1xi32>, %a4: tensor<2xi32>) {
  // expect: not all updates have compatible shapes
  %r:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    "stablehlo.return"(%a, %b) : (tensor<i32>, tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xi32>, tensor<3xi32>, tensor<1x1xi32>, tensor<1xi32>, tensor<2xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  func.return
}
