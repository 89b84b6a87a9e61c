// Operations and attributes of Shardy.
module @shardy attributes {mhlo.num_partitions = 8 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  sdy.mesh @reversed = <["x"=2], device_ids=[1, 0]>
  sdy.mesh @in_order = <["x"=2], device_ids=[0, 1]>
  sdy.mesh @empty_mesh = <[]>
  sdy.mesh @maximal_mesh_5 = <[], device_ids=[5]>
  func.func @constraints(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x4xf32>) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {?}p2], replicated={"y"}>}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x", "y":(2)2}, {}p0]> {note = "a"} : tensor<8x4xf32>
    %1 = sdy.reshard %0 <mesh<["z"=2]>, [{}, {"z", ?}]> : tensor<8x4xf32>
    sdy.sharding_group %1 group_id=12 : tensor<8x4xf32>
    %2 = sdy.propagation_barrier %1 allowed_direction=BACKWARD : tensor<8x4xf32>
    %3 = sdy.data_flow_edge %2 sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x4xf32>
    %4 = sdy.data_flow_edge %3 : tensor<8x4xf32>
    %5 = sdy.func_data_flow_edge %arg1 : tensor<8x4xf32>
    %6 = stablehlo.add %4, %5 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}], unreduced=max{"y"}>]>} : tensor<8x4xf32>
    return %6 : tensor<8x4xf32>
  }
  func.func @manual(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x4xf32>) {
      %2 = stablehlo.negate %arg1 : tensor<4x4xf32>
      sdy.return {note} %2 : tensor<4x4xf32>
    } {name = "body"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
      sdy.return
    } : () -> ()
    %1 = sdy.named_computation<"f">(%0) in_shardings=[<@mesh, [{?}, {?}]>] out_shardings=[<@mesh, [{?}, {?}]>] (%arg1: tensor<8x4xf32>) {
      sdy.return %arg1 : tensor<8x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %1 : tensor<8x4xf32>
  }
  func.func @rules(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) -> tensor<4x16xf32> {
    %c = sdy.constant dense<1.0> : tensor<8x16xf32>
    %0 = stablehlo.custom_call @f(%arg0, %c) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=8} reduction={k} need_replication={i} permutation={j} blocked_propagation={i, j}, custom>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    %1 = stablehlo.custom_call @g(%0) {sdy.sharding_rule = #sdy.op_sharding_rule<([], [ij, z_1z_2])->([])>} : (tensor<4x16xf32>) -> tensor<4x16xf32>
    return %1 : tensor<4x16xf32>
  }
  func.func @collectives(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = sdy.all_gather [{"x", "y"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
    %1 = sdy.all_slice [{}, {"y":(1)2}] %0 out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
    %2 = sdy.all_to_all [{"x"}: 0->1, {"y"}: 1->0] %1 out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
    %3 = sdy.collective_permute %2 out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
    %4 = sdy.all_reduce {"y"} %3 out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
    %5 = sdy.all_reduce max {"y"} %4 out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
    %6 = sdy.reduce_scatter min [{}, {"y"}] %5 out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
    %7 = sdy.sharded_to_unreduced [{"y"}, {}] %6 out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
    %8 = sdy.replicated_to_unreduced {"x", "y"} %7 out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
    return %8 : tensor<8x4xf32>
  }
  func.func @alone() attributes {a = #sdy<manual_axes{"x"}>, b = #sdy<axis_ref"x":(1)2>, c = #sdy<all_to_all_param_list[{"b"}: 0->2]>, d = #sdy<list_of_axis_ref_lists[{"x"}, {}]>, e = #sdy<mesh_axis"a"=2>, f = #sdy.mesh<["a"=2]>, g = #sdy.unknown<text>} {
    return
  }
}
