// A manual computation over all axes becomes what one partition computes; a constraint by the same sharding goes.
// passes: local:2
module {
  sdy.mesh @divided = <["x"=2]>
  func.func public @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@divided, [{"x"}, {}]>}, %w: tensor<4xf32>) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@divided, [{"x"}, {}]>}, tensor<4xf32>) {
    %0 = stablehlo.negate %w : tensor<4xf32>
    %1 = sdy.manual_computation(%x, %0) in_shardings=[<@divided, [{"x"}, {}]>, <@divided, [{}]>] out_shardings=[<@divided, [{"x"}, {}]>] manual_axes={"x"} (%a: tensor<4x4xf32>, %b: tensor<4xf32>) {
      %3 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
      %4 = stablehlo.add %a, %3 : tensor<4x4xf32>
      sdy.return %4 : tensor<4x4xf32>
    } : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8x4xf32>
    %2 = sdy.sharding_constraint %1 <@divided, [{"x"}, {}]> : tensor<8x4xf32>
    return %2, %0 : tensor<8x4xf32>, tensor<4xf32>
  }
}
// =>
module {
  sdy.mesh @divided = <["x"=2]>
  func.func public @main(%x: tensor<4x4xf32>, %w: tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>) {
    %0 = stablehlo.negate %w : tensor<4xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.add %x, %1 : tensor<4x4xf32>
    return %2, %0 : tensor<4x4xf32>, tensor<4xf32>
  }
}
// -----
// Two computations, the second of which takes the first one's result; a mesh of another name with the same axes.
// passes: local:4
module {
  sdy.mesh @two = <["x"=2, "y"=2]>
  sdy.mesh @other = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@two, [{"x", "y"}, {}]>}) -> (tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@other, [{"x", "y"}, {}]>}) {
    %0 = sdy.manual_computation(%x) in_shardings=[<@two, [{"x", "y"}, {}]>] out_shardings=[<@two, [{"x", "y"}, {}]>] manual_axes={"x", "y"} (%a: tensor<2x4xi32>) {
      %2 = stablehlo.negate %a : tensor<2x4xi32>
      sdy.return %2 : tensor<2x4xi32>
    } : (tensor<8x4xi32>) -> tensor<8x4xi32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@other, [{"x", "y"}, {}]>] out_shardings=[<@other, [{"x", "y"}, {}]>] manual_axes={"x", "y"} (%a: tensor<2x4xi32>) {
      %2 = stablehlo.abs %a : tensor<2x4xi32>
      sdy.return %2 : tensor<2x4xi32>
    } : (tensor<8x4xi32>) -> tensor<8x4xi32>
    return %1 : tensor<8x4xi32>
  }
}
// =>
module {
  sdy.mesh @two = <["x"=2, "y"=2]>
  sdy.mesh @other = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<2x4xi32>) -> tensor<2x4xi32> {
    %0 = stablehlo.negate %x : tensor<2x4xi32>
    %1 = stablehlo.abs %0 : tensor<2x4xi32>
    return %1 : tensor<2x4xi32>
  }
}
// -----
// Values that are whole everywhere: each partition computes the same.
// passes: local:2
module {
  sdy.mesh @whole = <["x"=2]>
  func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@whole, [{}]>}) -> tensor<8xf32> {
    %0 = stablehlo.abs %x : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
// =>
module {
  sdy.mesh @whole = <["x"=2]>
  func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.abs %x : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
// -----
// passes: local:2
// error: 'stablehlo.abs': it has an operand that is divided among partitions, outside a manual computation
module {
  sdy.mesh @outside = <["x"=2]>
  func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@outside, [{"x"}]>}) -> tensor<8xf32> {
    %0 = stablehlo.abs %x : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
// -----
// passes: local:2
// error: 'func.return': a value would have to move to another sharding between partitions
module {
  sdy.mesh @returned_elsewhere = <["x"=2]>
  func.func @returned(%x: tensor<8xf32>) -> tensor<8xf32> {
    return %x : tensor<8xf32>
  }
  func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@returned_elsewhere, [{"x"}]>}) -> tensor<8xf32> {
    return %x : tensor<8xf32>
  }
}
// -----
// passes: local:2
// error: 'sdy.sharding_constraint': a value would have to move to another sharding between partitions
module {
  sdy.mesh @constraint = <["x"=2]>
  func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = sdy.sharding_constraint %x <@constraint, [{"x"}]> : tensor<8xf32>
    return %x : tensor<8xf32>
  }
}
// -----
// passes: local:4
// error: the mesh of a sharding has another number of devices than the program has partitions
module {
  sdy.mesh @devices = <["x"=2]>
  func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@devices, [{"x"}]>}) -> tensor<8xf32> {
    return %x : tensor<8xf32>
  }
}
// -----
// passes: local:2
// error: 'func.func': a dimension that its axes do not divide
module {
  sdy.mesh @not_divisible = <["x"=2]>
  func.func @main(%x: tensor<7xf32> {sdy.sharding = #sdy.sharding<@not_divisible, [{"x"}]>}) -> tensor<7xf32> {
    return %x : tensor<7xf32>
  }
}
// -----
// passes: local:4
// error: 'sdy.manual_computation': its manual axes are not all axes of the partitions
module {
  sdy.mesh @some_axes = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@some_axes, [{"x"}]>}) -> tensor<8xf32> {
    %0 = sdy.manual_computation(%x) in_shardings=[<@some_axes, [{"x"}]>] out_shardings=[<@some_axes, [{"x"}]>] manual_axes={"x"} (%a: tensor<4xf32>) {
      sdy.return %a : tensor<4xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %x : tensor<8xf32>
  }
}
// -----
// passes: local:2
// error: 'sdy.manual_computation': it is not in main itself
module {
  sdy.mesh @called = <["x"=2]>
  func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = func.call @inner(%x) : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  func.func private @inner(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = sdy.manual_computation(%x) in_shardings=[<@called, [{"x"}]>] out_shardings=[<@called, [{"x"}]>] manual_axes={"x"} (%a: tensor<4xf32>) {
      sdy.return %a : tensor<4xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
