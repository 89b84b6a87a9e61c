sdy.mesh @m = <["a"=2, "b"=4]>
sdy.mesh @turned = <["a"=2], device_ids=[1, 0]>
sdy.mesh @all = <[], device_ids=[3]>
sdy.mesh @none = <[]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(2)2, "a"}, {?}], replicated={"b":(1)2}>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a"}p1]>}) {
  %0 = sdy.sharding_constraint %x <@m, [{"a"}, {"b", ?}]> : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@all, []> : tensor<8x8xf32>
  %2 = stablehlo.add %1, %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>
  sdy.sharding_group %2 group_id=1 : tensor<8x8xf32>
  %3 = sdy.propagation_barrier %2 allowed_direction=BACKWARD : tensor<8x8xf32>
  %4 = sdy.manual_computation(%3) in_shardings=[<@m, [{"a"}, {"b"}]>] out_shardings=[<@m, [{"b"}, {}]>] manual_axes={"a", "b"} (%y: tensor<4x2xf32>) {
    %z = stablehlo.constant dense<0.0> : tensor<2x8xf32>
    sdy.return %z : tensor<2x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %5 = sdy.named_computation<"g">(%4) in_shardings=[<@m, [{}, {}]>] out_shardings=[<@m, [{}, {}]>] (%y: tensor<8x8xf32>) {
    sdy.return %y : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %6 = stablehlo.custom_call @c(%5) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, k]) {i=8, j=8, k=8} reduction={j} need_replication={k}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %6 : tensor<8x8xf32>
}
// -----
// expect: axis size must be at least 1, but that of "a" is 0
sdy.mesh @m = <["a"=0]>
// -----
// expect: duplicate axis name: "a"
sdy.mesh @m = <["a"=2, "a"=2]>
// -----
// expect: must match total number of device ids, got: 2 != 3
sdy.mesh @m = <["a"=2], device_ids=[0, 2, 1]>
// -----
// expect: sorted device ids must be 0 to 1
sdy.mesh @m = <["a"=2], device_ids=[0, 2]>
// -----
// expect: device id of mesh must be non-negative, but is -1
sdy.mesh @m = <["a"=2], device_ids=[-1, 0]>
// -----
// expect: a mesh without axes has 2 device ids
sdy.mesh @m = <[], device_ids=[0, 1]>
// -----
// expect: the product of the axis sizes of the mesh does not fit 64 bits
sdy.mesh @m = <["a"=4611686018427387904, "b"=4]>
// -----
// expect: unknown mesh: @n
func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{}]>}) {
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
// expect: sharding doesn't match tensor rank: 2 != 1
func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) {
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
// expect: unknown axis name: "c"
func.func @f(%x: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}]>}) {
  return %x : tensor<8xf32>
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expect: duplicate axis ref: "a"
  %0 = sdy.sharding_constraint %x <@m, [{"a"}, {"a"}]> : tensor<8x8xf32>
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expect: overlapping axis refs: two parts of "b"
  %0 = sdy.reshard %x <@m, [{"b"}, {"b":(2)2}]> : tensor<8x8xf32>
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expect: two consecutive sub-axes can be merged
  %0 = sdy.reshard %x <@m, [{"b":(1)2, "b":(2)2}, {}]> : tensor<8x8xf32>
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expect: sub-axis next pre-size 4*2 doesn't divide the size of the full axis "b": 4
  %0 = sdy.reshard %x <@m, [{"b":(4)2}, {}]> : tensor<8x8xf32>
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expect: sub-axis size is equal to the full axis size
  %0 = sdy.reshard %x <@m, [{"b":(1)4}, {}]> : tensor<8x8xf32>
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expect: sub-axis size must be greater than 1
  %0 = sdy.reshard %x <@m, [{"b":(2)1}, {}]> : tensor<8x8xf32>
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expect: sub-axis pre-size must be at least 1
  %0 = sdy.reshard %x <@m, [{"b":(0)2}, {}]> : tensor<8x8xf32>
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expect: replicated axes are not ordered w.r.t. mesh
  %0 = sdy.sharding_constraint %x <@m, [{}, {}], replicated={"b", "a"}> : tensor<8x8xf32>
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expect: dim 0 is empty and closed but has a priority
  %0 = sdy.sharding_constraint %x <@m, [{}p1, {}]> : tensor<8x8xf32>
  return
}
// -----
sdy.mesh @all = <[], device_ids=[3]>
func.func @f(%x: tensor<8x8xf32>) {
  // expect: a maximal sharding has no dimension shardings
  %0 = sdy.sharding_constraint %x <@all, [{}, {}]> : tensor<8x8xf32>
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<*xf32>) {
  // expect: only ranked tensors
  %0 = sdy.sharding_constraint %x <@m, []> : tensor<*xf32>
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: !stablehlo.token) {
  // expect: must have rank 0
  %0 = sdy.sharding_constraint %x <@m, [{}]> : !stablehlo.token
  return
}
// -----
func.func @f(%x: tensor<8x8xf32>) {
  // expect: attribute 'sharding' is not an #sdy.sharding
  %0 = "sdy.sharding_constraint"(%x) {sharding = "some"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
func.func @f(%x: tensor<8x8xf32>) {
  // expect: requires the same type for its operand and result
  %0 = "sdy.reshard"(%x) {sharding = #sdy.sharding<mesh<[]>, [{}]>} : (tensor<8x8xf32>) -> tensor<8xf32>
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expect: sdy.sharding shardings don't match number of values: 2 shardings vs 1 values
  %2 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>, <@m, [{}, {}]>]>} : tensor<8x8xf32>
  return
}
// -----
func.func @f(%x: tensor<8x8xf32>) {
  // expect: cannot specify `BOTH` as the direction
  %3 = sdy.propagation_barrier %x allowed_direction=BOTH : tensor<8x8xf32>
  return
}
// -----
func.func @f(%x: tensor<8x?xf32>) {
  // expect: expects a tensor of static shape
  %3 = sdy.data_flow_edge %x : tensor<8x?xf32>
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expect: operand 0: 'tensor<8x8xf32>' inside is not the part on one device of 'tensor<8x8xf32>'
  %4 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {"b"}]>] out_shardings=[<@m, [{}, {}]>] manual_axes={"a", "b"} (%y: tensor<8x8xf32>) {
    sdy.return %y : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x7xf32>) {
  // expect: operand 0: dimension 1 of size 7 is not divisible by its manual axes: 4
  %4 = sdy.manual_computation(%x) in_shardings=[<@m, [{}, {"b"}]>] out_shardings=[<@m, [{}, {}]>] manual_axes={"a", "b"} (%y: tensor<8x7xf32>) {
    sdy.return %y : tensor<8x7xf32>
  } : (tensor<8x7xf32>) -> tensor<8x7xf32>
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expect: operand 0: dimension 0 has a free axis before a manual one
  %4 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a", "b"}, {}]>] out_shardings=[<@m, [{}, {}]>] manual_axes={"b"} (%y: tensor<2x8xf32>) {
    %z = stablehlo.constant dense<0.0> : tensor<8x8xf32>
    sdy.return %z : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expect: unknown axis name: "c"
  %4 = sdy.manual_computation(%x) in_shardings=[<@m, [{}, {}]>] out_shardings=[<@m, [{}, {}]>] manual_axes={"c"} (%y: tensor<8x8xf32>) {
    sdy.return %y : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  %4 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<4x8xf32>) {
    // expect: axis "a" is already bound by a parent sdy.manual_computation op
    %z = sdy.sharding_constraint %y <@m, [{}, {"a"}]> : tensor<4x8xf32>
    sdy.return %z : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
func.func @f(%x: tensor<8x8xf32>) {
  // expect: type of operand 0 doesn't match the block argument
  %5 = sdy.named_computation<"g">(%x) (%y: tensor<8xf32>) {
    %z = stablehlo.constant dense<0.0> : tensor<8x8xf32>
    sdy.return %z : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
func.func @f(%x: tensor<8x8xf32>) {
  // expect: has 1 operands and 1 results, but its body has 1 arguments and returns 0 values
  %5 = sdy.named_computation<"g">(%x) (%y: tensor<8x8xf32>) {
    sdy.return
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
func.func @f(%x: tensor<8x8xf32>) {
  // expect: sharding_rule: number of operands and mappings must match: 1 != 2
  %6 = stablehlo.custom_call @c(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
func.func @f(%x: tensor<8x8xf32>) {
  // expect: sharding_rule: mapping of operand 0 has rank 1, but its type has 2
  %6 = stablehlo.custom_call @c(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
func.func @f(%x: tensor<8x8xf32>) {
  // expect: sharding_rule: cannot reuse factor 0 for result 0
  %6 = stablehlo.custom_call @c(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, i]) {i=8, j=8}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
func.func @f(%x: tensor<8x8xf32>) {
  // expect: sharding_rule: dimension of operand 0 has more than one factor, of which factor 2 is 1
  %6 = stablehlo.custom_call @c(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([ik, j])->([i, j]) {i=8, j=8, k=1}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
func.func @f(%x: tensor<8x8xf32>) {
  // expect: sharding_rule: factor 2 is in no mapping
  %6 = stablehlo.custom_call @c(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8, k=1}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
func.func @f(%x: tensor<8x8xf32>) {
  // expect: sharding_rule: reduction factor 1 is used by a result
  %6 = stablehlo.custom_call @c(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8} reduction={j}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
func.func @f(%x: tensor<8x8xf32>) {
  // expect: sharding_rule: factor 1 can only be in one of the factor sets
  %6 = stablehlo.custom_call @c(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, k]) {i=8, j=8, k=8} reduction={j} permutation={j}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
func.func @f(%x: tensor<8x8xf32>) {
  // expect: sharding_rule: indices of need_replication factors must be sorted and distinct
  %6 = stablehlo.custom_call @c(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8} need_replication={j, i}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
func.func @f(%x: tensor<8x?xf32>) {
  // expect: sharding_rule: operand 0 is not a tensor of static shape
  %6 = stablehlo.custom_call @c(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : (tensor<8x?xf32>) -> tensor<8x8xf32>
  return
}
// -----
func.func @f(%x: tensor<8x8xf32>) {
  // expect: expects parent op 'sdy.manual_computation' or 'sdy.named_computation'
  "sdy.return"(%x) : (tensor<8x8xf32>) -> ()
}
// -----
sdy.mesh @two = <["x"=2]>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@two, [{"x"}]>] out_shardings=[<@two, [{"x"}]>] manual_axes={"x"} (%a: tensor<4xf32>) {
    // expect: must be the last operation in the parent block
    sdy.return %a : tensor<4xf32>
    sdy.return %a : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
sdy.mesh @two = <["x"=2]>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expect: is at the end of a block without a terminator; expected 'func.return' behind it
  %0 = sdy.sharding_constraint %x <@two, [{"x"}]> : tensor<8xf32>
}
