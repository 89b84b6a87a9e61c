// expected 8:8: 'stablehlo.einsum': the result has a dimension twice
// expected 12:8: 'stablehlo.all_gather': replica_groups: the module has no mesh of that name
// expected 13:8: 'stablehlo.all_gather': replica_groups: device_ids does not have an i64 for each device
// expected 14:8: 'stablehlo.all_gather': replica_groups: axes overlap
// expected 15:8: 'stablehlo.all_gather': replica_groups: an axis is not one of the mesh
"sdy.mesh"() <{mesh = #sdy.mesh<["x"=8]>, sym_name = "m"}> : () -> ()
func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2x2xf32> {
  %0 = stablehlo.einsum %x, %x, config = "ab,bc->aac" : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2x2xf32>
  return %0 : tensor<2x2x2xf32>
}
func.func @meshes(%x: tensor<2xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @none, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<2xf32>) -> tensor<8xf32>
  %1 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>], device_ids = dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<2xf32>) -> tensor<8xf32>
  %2 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>, #stablehlo.axis_ref<name = "x", sub_axis_info = (1)4>]>} : (tensor<2xf32>) -> tensor<8xf32>
  %3 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "y">]>} : (tensor<2xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
