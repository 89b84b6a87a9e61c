// Annotations go; a manual computation over one device becomes its body; meshes stay.
// passes: shardy
module {
  sdy.mesh @mesh = <["x"=1, "y"=4]>
  func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
    %0 = sdy.sharding_constraint %x <@mesh, [{"x", "y"}, {}]> : tensor<8x4xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%a: tensor<8x4xf32>) {
      %4 = sdy.reshard %a <@mesh, [{}, {}]> : tensor<8x4xf32>
      %5 = stablehlo.negate %4 : tensor<8x4xf32>
      sdy.return %5 : tensor<8x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    sdy.sharding_group %1 group_id=1 : tensor<8x4xf32>
    %2 = sdy.named_computation<"f">(%1) (%a: tensor<8x4xf32>) {
      %4 = stablehlo.abs %a : tensor<8x4xf32>
      sdy.return %4 : tensor<8x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %3 = sdy.constant dense<1.0> : tensor<8x4xf32>
    stablehlo.custom_call @xla.sdy.ShardingGroup(%2) {has_side_effect = true} : (tensor<8x4xf32>) -> ()
    return %2, %3 : tensor<8x4xf32>, tensor<8x4xf32>
  }
}
// =>
module {
  sdy.mesh @mesh = <["x"=1, "y"=4]>
  func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
    %0 = stablehlo.negate %x : tensor<8x4xf32>
    %1 = stablehlo.abs %0 : tensor<8x4xf32>
    %2 = stablehlo.constant dense<1.0> : tensor<8x4xf32>
    return %1, %2 : tensor<8x4xf32>, tensor<8x4xf32>
  }
}
// -----
// A body for several devices stays.
// passes: shardy
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %1 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%a: tensor<4x4xf32>) {
      %2 = sdy.sharding_constraint %a <@mesh, [{}, {}]> : tensor<4x4xf32>
      sdy.return %2 : tensor<4x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %1 : tensor<8x4xf32>
  }
}
// =>
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %1 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%a: tensor<4x4xf32>) {
      sdy.return %a : tensor<4x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %1 : tensor<8x4xf32>
  }
}
// -----
// The form of older exports.
// passes: shardy,custom-calls
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %1 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%0#0) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  stablehlo.custom_call @InspectSharding(%1) {has_side_effect = true} : (tensor<4xf32>) -> ()
  return %1, %0#1 : tensor<4xf32>, tensor<4xf32>
}
// =>
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %x, %y : tensor<4xf32>, tensor<4xf32>
}
