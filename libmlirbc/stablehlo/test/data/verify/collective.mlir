func.func @f(%a0: tensor<8x2xf32>) {
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<8x2xf32>) -> (tensor<8x8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: must be a valid index
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<8x2xf32>) -> (tensor<8x8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: seen more than once
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2, 2]]> : tensor<1x4xi64>} : (tensor<8x2xf32>) -> (tensor<8x8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: #3 not seen
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2, 4]]> : tensor<1x4xi64>} : (tensor<8x2xf32>) -> (tensor<8x8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: Invalid replica id -1
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<8x2xf32>) -> (tensor<8x8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: rank 2 tensor
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = dense<[0]> : tensor<1xi64>} : (tensor<8x2xf32>) -> (tensor<8x8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: same shape except
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<8x2xf32>) -> (tensor<9x8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: to be a multiple
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<8x2xf32>) -> (tensor<8x9xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x0xf32>) {
  // expect: cannot be zero
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<8x0xf32>) -> (tensor<8x0xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: same rank
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<8x2xf32>) -> (tensor<8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: same element type
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<8x2xf32>) -> (tensor<8x8xf64>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: cannot be negative
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, use_global_device_ids, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = -1, type = 0>} : (tensor<8x2xf32>) -> (tensor<8x8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: repeats one id
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = dense<0> : tensor<4294967296x4294967296xi64>} : (tensor<8x2xf32>) -> (tensor<8x8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: requires attribute 'replica_groups'
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64} : (tensor<8x2xf32>) -> (tensor<8x8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8xf32>) {
  %r = "stablehlo.all_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>} : (tensor<8xf32>) -> (tensor<8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8xf32>) {
  // expect: rank 2 tensor
  %r = "stablehlo.all_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {replica_groups = dense<[0]> : tensor<1xi64>} : (tensor<8xf32>) -> (tensor<8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8xf32>) {
  // expect: must be positive
  %r = "stablehlo.all_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {use_global_device_ids, replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<8xf32>) -> (tensor<8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8xf32>) {
  // expect: promotable
  %r = "stablehlo.all_reduce"(%a0) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s) : (tensor<i32>) -> ()
  }) {replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>} : (tensor<8xf32>) -> (tensor<8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8xf32>) {
  // expect: cannot be empty
  %r = "stablehlo.all_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {use_global_device_ids, replica_groups = dense<> : tensor<0x0xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<8xf32>) -> (tensor<8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8xf32>) {
  %r = "stablehlo.collective_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8xf32>) -> (tensor<8xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8xf32>) {
  // expect: not compatible
  %r = "stablehlo.collective_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8xf32>) -> (tensor<9xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x16xf32>) {
  %r = "stablehlo.reduce_scatter"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> (tensor<4x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x16xf32>) {
  // expect: to be a multiple
  %r = "stablehlo.reduce_scatter"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> (tensor<4x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x16xf32>) {
  // expect: result at scatter_dimension cannot be zero
  %r = "stablehlo.reduce_scatter"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> (tensor<4x0xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x16xf32>) {
  // expect: same shape except
  %r = "stablehlo.reduce_scatter"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> (tensor<3x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x16xf32>) {
  // expect: valid index
  %r = "stablehlo.reduce_scatter"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> (tensor<4x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x16xf32>) {
  // expect: element-type is expected
  %r = "stablehlo.reduce_scatter"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> (tensor<4x4xf64>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x16xf32>) {
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> (tensor<16x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x16xf32>) {
  // expect: out-of-bounds
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> (tensor<16x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x16xf32>) {
  // expect: out-of-bounds
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 1 : i64, concat_dimension = 2 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> (tensor<16x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x16xf32>) {
  // expect: to be a multiple
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 5 : i64, replica_groups = dense<[[0, 1, 2, 3, 4]]> : tensor<1x5xi64>} : (tensor<4x16xf32>) -> (tensor<16x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x16xf32>) {
  // expect: must be positive
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<4x16xf32>) -> (tensor<16x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x16xf32>) {
  // expect: group size
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x16xf32>) -> (tensor<16x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x16xf32>) {
  // expect: not compatible
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> (tensor<4x16xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x16xf32>) {
  // expect: same element type
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> (tensor<16x4xf64>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.collective_permute"(%a0) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: shape (N, 2)
  %r = "stablehlo.collective_permute"(%a0) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: rank 2
  %r = "stablehlo.collective_permute"(%a0) {source_target_pairs = dense<[0, 1]> : tensor<2xi64>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: duplicate sources
  %r = "stablehlo.collective_permute"(%a0) {source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: duplicate targets
  %r = "stablehlo.collective_permute"(%a0) {source_target_pairs = dense<[[0, 1], [1, 1]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: must be >= 0
  %r = "stablehlo.collective_permute"(%a0) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: not compatible
  %r = "stablehlo.collective_permute"(%a0) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.collective_broadcast"(%a0) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: rank 2
  %r = "stablehlo.collective_broadcast"(%a0) {replica_groups = dense<[0]> : tensor<1xi64>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: seen more than once
  %r = "stablehlo.collective_broadcast"(%a0) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: must be positive
  %r = "stablehlo.collective_broadcast"(%a0) {replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.cross-replica-sum"(%a0) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: rank 2
  %r = "stablehlo.cross-replica-sum"(%a0) {replica_groups = dense<[0]> : tensor<1xi64>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 8>], device_ids = dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<8x2xf32>) -> (tensor<8x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 8>], device_ids = dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<8x2xf32>) -> (tensor<4x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 8>], device_ids = dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (2)2>]>} : (tensor<8x2xf32>) -> (tensor<4x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 8>], device_ids = dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>, #stablehlo.axis_ref<name = "y", sub_axis_info = (4)2>]>} : (tensor<8x2xf32>) -> (tensor<8x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<8x2xf32>) -> (tensor<8x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  %r = "stablehlo.collective_broadcast"(%a0) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = []>} : (tensor<8x2xf32>) -> (tensor<8x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: axis "z" is not an axis of the mesh
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 8>], device_ids = dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "z">]>} : (tensor<8x2xf32>) -> (tensor<8x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: axis "y" has a sub-axis that does not divide its size
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 8>], device_ids = dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (4)4>]>} : (tensor<8x2xf32>) -> (tensor<8x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: axis "y" occurs twice
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 8>], device_ids = dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>, #stablehlo.axis_ref<name = "y">]>} : (tensor<8x2xf32>) -> (tensor<8x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: group size of replica_groups must be 2, but is 16
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 8>], device_ids = dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y">]>} : (tensor<8x2xf32>) -> (tensor<4x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: axis "x" occurs twice in the mesh
  %r = "stablehlo.collective_broadcast"(%a0) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "x", size = 8>], device_ids = dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<8x2xf32>) -> (tensor<8x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: expected an axis like #stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (0)2>]>} : (tensor<8x2xf32>) -> (tensor<8x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: expected an axis like #stablehlo.mesh_axis<name = "x", size = 2>
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = -8>], device_ids = dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<8x2xf32>) -> (tensor<8x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<8x2xf32>) {
  // expect: has a sub-axis that does not divide its size
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 8>], device_ids = dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (9223372036854775807)9223372036854775807>]>} : (tensor<8x2xf32>) -> (tensor<8x4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<f32>, %t: !stablehlo.token) {
  %0 = "stablehlo.send"(%a0, %t) {source_target_pairs = dense<[]> : tensor<0xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 2>, is_host_transfer = true} : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  %1:2 = "stablehlo.recv"(%0) {source_target_pairs = dense<[]> : tensor<0xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  func.return
}
// -----
func.func @f(%a0: tensor<f32>, %t: !stablehlo.token) {
  // expect: of rank 2, but got rank 1
  %0 = "stablehlo.send"(%a0, %t) {source_target_pairs = dense<[0, 1]> : tensor<2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 2>, is_host_transfer = true} : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  func.return
}
