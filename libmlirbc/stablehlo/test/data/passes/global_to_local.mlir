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
// passes: local:4
// error: the mesh of a sharding has another number of devices than the program has partitions
module {
  sdy.mesh @devices = <["x"=2]>
  func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@devices, [{"x"}]>}) -> tensor<8xf32> {
    return %x : tensor<8xf32>
  }
}
// -----
// A dimension that its axes do not divide is whole.
// passes: local:2
module {
  sdy.mesh @not_divisible = <["x"=2]>
  func.func @main(%x: tensor<7x2xf32> {sdy.sharding = #sdy.sharding<@not_divisible, [{"x"}, {}]>}) -> tensor<7x2xf32> {
    return %x : tensor<7x2xf32>
  }
}
// =>
module {
  sdy.mesh @not_divisible = <["x"=2]>
  func.func @main(%x: tensor<7x2xf32>) -> tensor<7x2xf32> {
    return %x : tensor<7x2xf32>
  }
}
// -----
// Operations compute their parts.
// passes: local:2
module {
  sdy.mesh @outside = <["x"=2]>
  func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@outside, [{"x"}]>}) -> tensor<8xf32> {
    %0 = stablehlo.abs %x : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
// =>
// a result without a sharding is divided as it was computed
module {
  sdy.mesh @outside = <["x"=2]>
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.abs %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
// -----
// A result that must be whole is gathered.
// passes: local:2
module {
  sdy.mesh @returned_whole = <["x"=2]>
  func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@returned_whole, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@returned_whole, [{}]>}) {
    return %x : tensor<8xf32>
  }
}
// =>
module {
  sdy.mesh @returned_whole = <["x"=2]>
  func.func @main(%x: tensor<4xf32>) -> tensor<8xf32> {
    %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
// -----
// A constraint slices by the number of the partition.
// passes: local:2
module {
  sdy.mesh @constraint = <["x"=2]>
  func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = sdy.sharding_constraint %x <@constraint, [{"x"}]> : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
// =>
module {
  sdy.mesh @constraint = <["x"=2]>
  func.func @main(%x: tensor<8xf32>) -> tensor<4xf32> {
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %2 = stablehlo.dynamic_slice %1, %0, sizes = [1] : (tensor<2xi64>, tensor<ui32>) -> tensor<1xi64>
    %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
    %4 = stablehlo.dynamic_slice %x, %3, sizes = [4] : (tensor<8xf32>, tensor<i64>) -> tensor<4xf32>
    return %4 : tensor<4xf32>
  }
}
// -----
// A product over a divided dimension is a sum over partitions; a dimension that the other operand divides alike is gathered.
// passes: local:4
module {
  sdy.mesh @product = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@product, [{"x"}, {"y"}]>}, %w: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@product, [{"y"}, {"x"}]>}) -> tensor<4x6xf32> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
}
// =>
module {
  sdy.mesh @product = <["x"=2, "y"=2]>
  func.func @main(%arg0: tensor<2x4xf32>, %arg1: tensor<4x3xf32>) -> tensor<2x6xf32> {
    %0 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x3xf32>) -> tensor<4x6xf32>
    %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x6xf32>) -> tensor<2x6xf32>
    %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %3 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<2x6xf32>) -> tensor<2x6xf32>
    return %2 : tensor<2x6xf32>
  }
}
// -----
// A computation over some axes: the others divide within it.
// passes: local:4
module {
  sdy.mesh @some_axes = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@some_axes, [{"x"}, {"y"}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@some_axes, [{"x"}, {"y"}]>}) {
    %0 = sdy.manual_computation(%x) in_shardings=[<@some_axes, [{"x", ?}, {?}]>] out_shardings=[<@some_axes, [{"x", ?}, {?}]>] manual_axes={"x"} (%a: tensor<4x4xf32>) {
      %1 = sdy.sharding_constraint %a <@some_axes, [{?}, {"y"}]> : tensor<4x4xf32>
      %2 = stablehlo.negate %1 : tensor<4x4xf32>
      sdy.return %2 : tensor<4x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}
// =>
module {
  sdy.mesh @some_axes = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
    %0 = stablehlo.negate %x : tensor<4x2xf32>
    return %0 : tensor<4x2xf32>
  }
}
// -----
// A loop carries parts; what it captures is gathered where it is needed whole.
// passes: local:2
module {
  sdy.mesh @loop = <["x"=2]>
  func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@loop, [{"x"}]>}, %n: tensor<i32>) -> tensor<8xf32> {
    %0:2 = stablehlo.while(%a = %x, %i = %n) : tensor<8xf32>, tensor<i32>
    cond {
      %1 = stablehlo.compare GT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.sine %a : tensor<8xf32>
      stablehlo.return %1, %i : tensor<8xf32>, tensor<i32>
    }
    return %0#0 : tensor<8xf32>
  }
}
// =>
module {
  sdy.mesh @loop = <["x"=2]>
  func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
    %0:2 = stablehlo.while(%a = %x, %i = %n) : tensor<4xf32>, tensor<i32>
    cond {
      %1 = stablehlo.compare GT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.sine %a : tensor<4xf32>
      stablehlo.return %1, %i : tensor<4xf32>, tensor<i32>
    }
    return %0#0 : tensor<4xf32>
  }
}
// -----
// An operation without a rule is computed whole, from parts that are gathered dimension by dimension; its result is sliced.
// passes: local:4
module {
  sdy.mesh @no_rule = <["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>
  func.func @main(%x: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@no_rule, [{"x"}, {"y"}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@no_rule, [{}, {"x"}]>}) {
    %0 = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}
// =>
module {
  sdy.mesh @no_rule = <["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>
  func.func @main(%x: tensor<2x2xf32>) -> tensor<4x2xf32> {
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[3, 1], [2, 0]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
    %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[1, 0], [3, 2]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.cholesky %2, lower = true : tensor<4x4xf32>
    %4 = stablehlo.constant dense<0> : tensor<i64>
    %5 = stablehlo.constant dense<[2, 2, 0, 0]> : tensor<4xi64>
    %6 = stablehlo.dynamic_slice %5, %0, sizes = [1] : (tensor<4xi64>, tensor<ui32>) -> tensor<1xi64>
    %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
    %8 = stablehlo.dynamic_slice %3, %4, %7, sizes = [4, 2] : (tensor<4x4xf32>, tensor<i64>, tensor<i64>) -> tensor<4x2xf32>
    return %8 : tensor<4x2xf32>
  }
}
// -----
// Terms of unreduced axes: the argument is summed; of a whole result the first devices have the value and the others zeros.
// passes: local:2
module {
  sdy.mesh @terms = <["x"=2]>
  func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@terms, [{}], unreduced={"x"}>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@terms, [{}], unreduced={"x"}>}) {
    %0 = stablehlo.sine %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
// =>
module {
  sdy.mesh @terms = <["x"=2]>
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %8 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %8 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = stablehlo.sine %1 : tensor<4xf32>
    %3 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %4 = stablehlo.dynamic_slice %3, %0, sizes = [1] : (tensor<2xi1>, tensor<ui32>) -> tensor<1xi1>
    %5 = stablehlo.reshape %4 : (tensor<1xi1>) -> tensor<i1>
    %6 = stablehlo.constant dense<0.0> : tensor<4xf32>
    %7 = stablehlo.select %5, %2, %6 : tensor<i1>, tensor<4xf32>
    return %7 : tensor<4xf32>
  }
}
// -----
// passes: local:2
// error: 'sdy.manual_computation': it is in a function that main calls
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
// -----
// passes: local:2
// error: 'sdy.manual_computation': manual axes inside of a computation over the same axes
module {
  sdy.mesh @twice = <["x"=2]>
  func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = sdy.manual_computation(%x) in_shardings=[<@twice, [{"x"}]>] out_shardings=[<@twice, [{"x"}]>] manual_axes={"x"} (%a: tensor<4xf32>) {
      %1 = sdy.manual_computation(%a) in_shardings=[<@twice, [{}]>] out_shardings=[<@twice, [{}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
        sdy.return %b : tensor<4xf32>
      } : (tensor<4xf32>) -> tensor<4xf32>
      sdy.return %1 : tensor<4xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
// -----
// The sharding of a result reaches what it is made of: iota, constants and loops are divided.
// passes: local:2
module {
  sdy.mesh @back = <["x"=2]>
  func.func @main(%n: tensor<i32>) -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@back, [{"x"}]>}) {
    %0 = stablehlo.iota dim = 0 : tensor<8xi32>
    %1 = stablehlo.constant dense<3> : tensor<8xi32>
    %2 = stablehlo.multiply %0, %1 : tensor<8xi32>
    %3 = stablehlo.while(%a = %2) : tensor<8xi32>
    cond {
      %5 = stablehlo.compare GT, %n, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %5 = stablehlo.negate %a : tensor<8xi32>
      stablehlo.return %5 : tensor<8xi32>
    }
    %4 = stablehlo.negate %3 : tensor<8xi32>
    return %4 : tensor<8xi32>
  }
}
// =>
module {
  sdy.mesh @back = <["x"=2]>
  func.func @main(%n: tensor<i32>) -> tensor<4xi32> {
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = stablehlo.iota dim = 0 : tensor<4xi32>
    %2 = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %3 = stablehlo.dynamic_slice %2, %0, sizes = [1] : (tensor<2xi64>, tensor<ui32>) -> tensor<1xi64>
    %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
    %5 = stablehlo.convert %4 : (tensor<i64>) -> tensor<i32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %7 = stablehlo.add %1, %6 : tensor<4xi32>
    %8 = stablehlo.constant dense<3> : tensor<4xi32>
    %9 = stablehlo.multiply %7, %8 : tensor<4xi32>
    %10 = stablehlo.while(%a = %9) : tensor<4xi32>
    cond {
      %12 = stablehlo.compare GT, %n, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    } do {
      %12 = stablehlo.negate %a : tensor<4xi32>
      stablehlo.return %12 : tensor<4xi32>
    }
    %11 = stablehlo.negate %10 : tensor<4xi32>
    return %11 : tensor<4xi32>
  }
}
// -----
// A gather of whole rows is divided by columns as the table, by rows as the indices.
// passes: local:4
module {
  sdy.mesh @rows = <["x"=2, "y"=2]>
  func.func @main(%t: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@rows, [{}, {"x"}]>}, %i: tensor<6x1xi32> {sdy.sharding = #sdy.sharding<@rows, [{"y"}, {}]>}) -> tensor<6x4xf32> {
    %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}> : (tensor<8x4xf32>, tensor<6x1xi32>) -> tensor<6x4xf32>
    return %0 : tensor<6x4xf32>
  }
}
// =>
module {
  sdy.mesh @rows = <["x"=2, "y"=2]>
  func.func @main(%arg0: tensor<8x2xf32>, %arg1: tensor<3x1xi32>) -> tensor<3x2xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<8x2xf32>, tensor<3x1xi32>) -> tensor<3x2xf32>
    return %0 : tensor<3x2xf32>
  }
}
// -----
// One device makes a call with side effects; the others get its result.
// passes: local:2
module {
  sdy.mesh @once = <["x"=2]>
  func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@once, [{"x"}]>}) -> tensor<2xf32> {
    %0 = stablehlo.custom_call @host(%x) {has_side_effect = true} : (tensor<4xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
// =>
module {
  sdy.mesh @once = <["x"=2]>
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
    %2 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %3 = stablehlo.dynamic_slice %2, %0, sizes = [1] : (tensor<2xi1>, tensor<ui32>) -> tensor<1xi1>
    %4 = stablehlo.reshape %3 : (tensor<1xi1>) -> tensor<i1>
    %5 = "stablehlo.if"(%4) ({
      %7 = stablehlo.custom_call @host(%1) {has_side_effect = true} : (tensor<4xf32>) -> tensor<2xf32>
      stablehlo.return %7 : tensor<2xf32>
    }, {
      %7 = stablehlo.constant dense<0.0> : tensor<2xf32>
      stablehlo.return %7 : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<2xf32>
    %6 = "stablehlo.collective_broadcast"(%5) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    return %6 : tensor<2xf32>
  }
}
// -----
// A product whose terms are asked for is not united.
// passes: local:2
module {
  sdy.mesh @product_terms = <["x"=2]>
  func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@product_terms, [{}, {"x"}]>}, %w: tensor<8xf32> {sdy.sharding = #sdy.sharding<@product_terms, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@product_terms, [{}], unreduced={"x"}>}) {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
    %1 = sdy.sharding_constraint %0 <@product_terms, [{}], unreduced={"x"}> : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
// =>
module {
  sdy.mesh @product_terms = <["x"=2]>
  func.func @main(%x: tensor<4x4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
// -----
// Parts become terms without communication: each part between zeros.
// passes: local:2
module {
  sdy.mesh @parts_terms = <["x"=2]>
  func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@parts_terms, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@parts_terms, [{}], unreduced={"x"}>}) {
    return %x : tensor<4xf32>
  }
}
// =>
module {
  sdy.mesh @parts_terms = <["x"=2]>
  func.func @main(%x: tensor<2xf32>) -> tensor<4xf32> {
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = stablehlo.constant dense<0.0> : tensor<4xf32>
    %2 = stablehlo.constant dense<0> : tensor<i64>
    %3 = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
    %4 = stablehlo.dynamic_slice %3, %0, sizes = [1] : (tensor<2xi64>, tensor<ui32>) -> tensor<1xi64>
    %5 = stablehlo.reshape %4 : (tensor<1xi64>) -> tensor<i64>
    %6 = stablehlo.dynamic_update_slice %1, %x, %5 : (tensor<4xf32>, tensor<2xf32>, tensor<i64>) -> tensor<4xf32>
    return %6 : tensor<4xf32>
  }
}
// -----
// Nothing is gathered of a value without elements.
// passes: local:2
module {
  sdy.mesh @no_elements = <["x"=2]>
  func.func @main(%x: tensor<0x4xf32> {sdy.sharding = #sdy.sharding<@no_elements, [{"x"}, {}]>}) -> (tensor<0x4xf32> {sdy.sharding = #sdy.sharding<@no_elements, [{}, {}]>}) {
    return %x : tensor<0x4xf32>
  }
}
// =>
module {
  sdy.mesh @no_elements = <["x"=2]>
  func.func @main(%x: tensor<0x4xf32>) -> tensor<0x4xf32> {
    %0 = stablehlo.constant dense<> : tensor<0x4xf32>
    return %0 : tensor<0x4xf32>
  }
}
// -----
// Shardings of GSPMD: a list of devices, a permuted array, copies, and code for each device.
// passes: local:4
module {
  func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}"}) -> (tensor<4x4xf32> {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0)}"}) {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0)}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<4x4xf32>) -> tensor<2x2xf32>
    %2 = stablehlo.negate %1 : tensor<2x2xf32>
    %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{manual}"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0)}"} : (tensor<2x2xf32>) -> tensor<4x4xf32>
    return %4 : tensor<4x4xf32>
  }
}
// =>
module {
  func.func @main(%arg0: tensor<2x4xf32>) -> tensor<2x2xf32> {
    %0 = stablehlo.partition_id : tensor<ui32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<[0, 0, 2, 2]> : tensor<4xi64>
    %1 = stablehlo.dynamic_slice %c_0, %0, sizes = [1] : (tensor<4xi64>, tensor<ui32>) -> tensor<1xi64>
    %2 = stablehlo.reshape %1 : (tensor<1xi64>) -> tensor<i64>
    %3 = stablehlo.dynamic_slice %arg0, %c, %2, sizes = [2, 2] : (tensor<2x4xf32>, tensor<i64>, tensor<i64>) -> tensor<2x2xf32>
    %4 = stablehlo.negate %3 : tensor<2x2xf32>
    return %4 : tensor<2x2xf32>
  }
}
// -----
// passes: local:2
// error: 'func.func': a sharding of GSPMD for another number of devices, or dimensions
module {
  func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> tensor<8xf32> {
    return %x : tensor<8xf32>
  }
}
// -----
// passes: local:2
// error: 'stablehlo.custom_call': its local shape is not the one that the sharding says
module {
  func.func @main(%x: tensor<8xf32>) -> tensor<4xf32> {
    %0 = stablehlo.custom_call @SPMDFullToShardShape(%x) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
// -----
// A dimension that is open in a manual computation does not take over its manual axes.
// passes: local:4
module {
  sdy.mesh @open = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@open, [{"y", "x"}, {}]>}, %w: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@open, [{}, {"y", "x"}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@open, [{"y", "x"}, {}]>}) {
    %0 = sdy.manual_computation(%x, %w) in_shardings=[<@open, [{"y", ?}, {?}]>, <@open, [{?}, {?}]>] out_shardings=[<@open, [{"y", ?}, {?}]>] manual_axes={"y"} (%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
      %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      sdy.return %1 : tensor<4x4xf32>
    } : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}
// =>
module {
  sdy.mesh @open = <["x"=2, "y"=2]>
  func.func @main(%arg0: tensor<2x4xf32>, %arg1: tensor<4x1xf32>) -> tensor<2x4xf32> {
    %0 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 1, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<4x1xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
    return %1 : tensor<2x4xf32>
  }
}
// -----
// A custom call with a rule: a dimension that only results have is whole.
// passes: local:2
module {
  sdy.mesh @ruled = <["x"=2]>
  func.func @main(%a: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@ruled, [{"x"}, {}, {}]>}, %b: tensor<4x8x2xf32>) -> (tensor<4x8x2xf32> {sdy.sharding = #sdy.sharding<@ruled, [{}, {"x"}, {}]>}) {
    %0 = stablehlo.custom_call @solve(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l, m])->([i, n, o]) {i=4, j=8, k=8, l=8, m=2, n=8, o=2}, custom>} : (tensor<4x8x8xf32>, tensor<4x8x2xf32>) -> tensor<4x8x2xf32>
    %1 = stablehlo.custom_call @solve(%b, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([j, k, l], [m, p, q])->([i, n, o]) {i=4, j=4, k=8, l=2, m=4, n=8, o=2, p=8, q=2}, custom>} : (tensor<4x8x2xf32>, tensor<4x8x2xf32>) -> tensor<4x8x2xf32>
    %2 = stablehlo.add %0, %1 : tensor<4x8x2xf32>
    return %2 : tensor<4x8x2xf32>
  }
}
// =>
module {
  sdy.mesh @ruled = <["x"=2]>
  func.func @main(%arg0: tensor<2x8x8xf32>, %arg1: tensor<4x8x2xf32>) -> tensor<4x4x2xf32> {
    %0 = stablehlo.partition_id : tensor<ui32>
    %c = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
    %1 = stablehlo.dynamic_slice %c, %0, sizes = [1] : (tensor<2xi64>, tensor<ui32>) -> tensor<1xi64>
    %2 = stablehlo.reshape %1 : (tensor<1xi64>) -> tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %3 = stablehlo.dynamic_slice %arg1, %2, %c_0, %c_0, sizes = [2, 8, 2] : (tensor<4x8x2xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x8x2xf32>
    %4 = stablehlo.custom_call @solve(%arg0, %3) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l, m])->([i, n, o]) {i=4, j=8, k=8, l=8, m=2, n=8, o=2}, custom>} : (tensor<2x8x8xf32>, tensor<2x8x2xf32>) -> tensor<2x8x2xf32>
    %5 = stablehlo.custom_call @solve(%arg1, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([j, k, l], [m, p, q])->([i, n, o]) {i=4, j=4, k=8, l=2, m=4, n=8, o=2, p=8, q=2}, custom>} : (tensor<4x8x2xf32>, tensor<4x8x2xf32>) -> tensor<4x8x2xf32>
    %c_1 = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
    %6 = stablehlo.dynamic_slice %c_1, %0, sizes = [1] : (tensor<2xi64>, tensor<ui32>) -> tensor<1xi64>
    %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %8 = stablehlo.dynamic_slice %5, %7, %c_2, %c_2, sizes = [2, 8, 2] : (tensor<4x8x2xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x8x2xf32>
    %9 = stablehlo.add %4, %8 : tensor<2x8x2xf32>
    %10 = "stablehlo.all_to_all"(%9) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x8x2xf32>) -> tensor<4x4x2xf32>
    return %10 : tensor<4x4x2xf32>
  }
}
// -----
// Rows of a divided table are looked up where they are, and changed; pieces as well.
// passes: local:2
module {
  sdy.mesh @rows = <["x"=2]>
  func.func @main(%t: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@rows, [{"x"}, {}]>}, %i: tensor<3xi32>, %u: tensor<3x4xf32>, %k: tensor<i32>) -> (tensor<3x4xf32>, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@rows, [{"x"}, {}]>}) {
    %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>
    %1 = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %b : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<3xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.dynamic_slice %1, %k, %z, sizes = [3, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
    %3 = stablehlo.add %0, %2 : tensor<3x4xf32>
    %4 = stablehlo.dynamic_update_slice %1, %3, %k, %z : (tensor<8x4xf32>, tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    return %3, %4 : tensor<3x4xf32>, tensor<8x4xf32>
  }
}
// =>
module {
  sdy.mesh @rows = <["x"=2]>
  func.func @main(%arg0: tensor<4x4xf32>, %arg1: tensor<3xi32>, %arg2: tensor<3x4xf32>, %arg3: tensor<i32>) -> (tensor<3x4xf32>, tensor<4x4xf32>) {
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = stablehlo.convert %arg1 : (tensor<3xi32>) -> tensor<3xi64>
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %2 = stablehlo.reshape %c : (tensor<1xi64>) -> tensor<i64>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %c_0 = stablehlo.constant dense<7> : tensor<1xi64>
    %4 = stablehlo.reshape %c_0 : (tensor<1xi64>) -> tensor<i64>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %6 = stablehlo.clamp %3, %1, %5 : tensor<3xi64>
    %c_1 = stablehlo.constant dense<[[0], [4]]> : tensor<2x1xi64>
    %7 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %8 = stablehlo.dynamic_slice %c_1, %7, %c_2, sizes = [1, 1] : (tensor<2x1xi64>, tensor<i64>, tensor<i64>) -> tensor<1x1xi64>
    %9 = stablehlo.reshape %8 : (tensor<1x1xi64>) -> tensor<1xi64>
    %10 = stablehlo.reshape %9 : (tensor<1xi64>) -> tensor<i64>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %12 = stablehlo.subtract %6, %11 : tensor<3xi64>
    %c_3 = stablehlo.constant dense<0> : tensor<1xi64>
    %13 = stablehlo.reshape %c_3 : (tensor<1xi64>) -> tensor<i64>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %15 = stablehlo.compare  GE, %12, %14 : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
    %c_4 = stablehlo.constant dense<4> : tensor<1xi64>
    %16 = stablehlo.reshape %c_4 : (tensor<1xi64>) -> tensor<i64>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %18 = stablehlo.compare  LT, %12, %17 : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
    %19 = stablehlo.and %15, %18 : tensor<3xi1>
    %20 = "stablehlo.gather"(%arg0, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
    %21 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<3xi1>) -> tensor<3x4xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<3x4xf32>
    %22 = stablehlo.select %21, %20, %cst : tensor<3x4xi1>, tensor<3x4xf32>
    %23 = "stablehlo.all_reduce"(%22) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %66 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %66 : tensor<f32>
    }) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %24 = stablehlo.convert %arg1 : (tensor<3xi32>) -> tensor<3xi64>
    %c_5 = stablehlo.constant dense<[[0], [4]]> : tensor<2x1xi64>
    %25 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
    %c_6 = stablehlo.constant dense<0> : tensor<i64>
    %26 = stablehlo.dynamic_slice %c_5, %25, %c_6, sizes = [1, 1] : (tensor<2x1xi64>, tensor<i64>, tensor<i64>) -> tensor<1x1xi64>
    %27 = stablehlo.reshape %26 : (tensor<1x1xi64>) -> tensor<1xi64>
    %28 = stablehlo.reshape %27 : (tensor<1xi64>) -> tensor<i64>
    %29 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %30 = stablehlo.subtract %24, %29 : tensor<3xi64>
    %31 = "stablehlo.scatter"(%arg0, %30, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      stablehlo.return %arg5 : tensor<f32>
    }) : (tensor<4x4xf32>, tensor<3xi64>, tensor<3x4xf32>) -> tensor<4x4xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %c_8 = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %32 = stablehlo.dynamic_slice %c_8, %0, sizes = [1] : (tensor<2xi64>, tensor<ui32>) -> tensor<1xi64>
    %33 = stablehlo.reshape %32 : (tensor<1xi64>) -> tensor<i64>
    %34 = stablehlo.convert %arg3 : (tensor<i32>) -> tensor<i64>
    %c_9 = stablehlo.constant dense<0> : tensor<i64>
    %c_10 = stablehlo.constant dense<5> : tensor<i64>
    %35 = stablehlo.clamp %c_9, %34, %c_10 : tensor<i64>
    %36 = stablehlo.subtract %35, %33 : tensor<i64>
    %c_11 = stablehlo.constant dense<0> : tensor<i64>
    %c_12 = stablehlo.constant dense<1> : tensor<i64>
    %37 = stablehlo.clamp %c_11, %36, %c_12 : tensor<i64>
    %38 = stablehlo.subtract %37, %36 : tensor<i64>
    %39 = stablehlo.convert %c_7 : (tensor<i32>) -> tensor<i64>
    %40 = stablehlo.dynamic_slice %31, %37, %39, sizes = [3, 4] : (tensor<4x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x4xf32>
    %c_13 = stablehlo.constant dense<3> : tensor<i64>
    %c_14 = stablehlo.constant dense<0> : tensor<i64>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.pad %40, %cst_15, low = [3, 0], high = [3, 0], interior = [0, 0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<9x4xf32>
    %42 = stablehlo.subtract %c_13, %38 : tensor<i64>
    %43 = stablehlo.dynamic_slice %41, %42, %c_14, sizes = [3, 4] : (tensor<9x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x4xf32>
    %44 = "stablehlo.all_reduce"(%43) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %66 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %66 : tensor<f32>
    }) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %45 = stablehlo.add %23, %44 : tensor<3x4xf32>
    %c_16 = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %46 = stablehlo.dynamic_slice %c_16, %0, sizes = [1] : (tensor<2xi64>, tensor<ui32>) -> tensor<1xi64>
    %47 = stablehlo.reshape %46 : (tensor<1xi64>) -> tensor<i64>
    %48 = stablehlo.convert %arg3 : (tensor<i32>) -> tensor<i64>
    %c_17 = stablehlo.constant dense<0> : tensor<i64>
    %c_18 = stablehlo.constant dense<5> : tensor<i64>
    %49 = stablehlo.clamp %c_17, %48, %c_18 : tensor<i64>
    %50 = stablehlo.subtract %49, %47 : tensor<i64>
    %c_19 = stablehlo.constant dense<0> : tensor<i64>
    %c_20 = stablehlo.constant dense<1> : tensor<i64>
    %51 = stablehlo.clamp %c_19, %50, %c_20 : tensor<i64>
    %52 = stablehlo.subtract %51, %50 : tensor<i64>
    %53 = stablehlo.convert %c_7 : (tensor<i32>) -> tensor<i64>
    %c_21 = stablehlo.constant dense<3> : tensor<i64>
    %c_22 = stablehlo.constant dense<0> : tensor<i64>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.pad %45, %cst_23, low = [3, 0], high = [3, 0], interior = [0, 0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<9x4xf32>
    %55 = stablehlo.add %c_21, %52 : tensor<i64>
    %56 = stablehlo.dynamic_slice %54, %55, %c_22, sizes = [3, 4] : (tensor<9x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x4xf32>
    %57 = stablehlo.iota dim = 0 : tensor<3x4xi64>
    %58 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<i64>) -> tensor<3x4xi64>
    %59 = stablehlo.add %57, %58 : tensor<3x4xi64>
    %c_24 = stablehlo.constant dense<0> : tensor<3x4xi64>
    %60 = stablehlo.compare  GE, %59, %c_24 : (tensor<3x4xi64>, tensor<3x4xi64>) -> tensor<3x4xi1>
    %c_25 = stablehlo.constant dense<3> : tensor<3x4xi64>
    %61 = stablehlo.compare  LT, %59, %c_25 : (tensor<3x4xi64>, tensor<3x4xi64>) -> tensor<3x4xi1>
    %62 = stablehlo.and %60, %61 : tensor<3x4xi1>
    %63 = stablehlo.dynamic_slice %31, %51, %53, sizes = [3, 4] : (tensor<4x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x4xf32>
    %64 = stablehlo.select %62, %56, %63 : tensor<3x4xi1>, tensor<3x4xf32>
    %65 = stablehlo.dynamic_update_slice %31, %64, %51, %53 : (tensor<4x4xf32>, tensor<3x4xf32>, tensor<i64>, tensor<i64>) -> tensor<4x4xf32>
    return %45, %65 : tensor<3x4xf32>, tensor<4x4xf32>
  }
}
// -----
// Windows get what they need of neighbours: a halo, the next part of a roll, the mirrored part, totals of parts before.
// passes: local:2
module {
  sdy.mesh @neighbours = <["x"=2]>
  func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@neighbours, [{"x"}, {}]>}, %c: tensor<f32>) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@neighbours, [{"x"}, {}]>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@neighbours, [{}, {"x"}]>}) {
    %0 = stablehlo.pad %x, %c, low = [1, 0], high = [-1, 0], interior = [0, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %1 = stablehlo.slice %0 [5:8, 0:4] : (tensor<8x4xf32>) -> tensor<3x4xf32>
    %2 = stablehlo.slice %0 [0:5, 0:4] : (tensor<8x4xf32>) -> tensor<5x4xf32>
    %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    %4 = stablehlo.reverse %3, dims = [0] : tensor<8x4xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %5 = "stablehlo.reduce_window"(%4, %z) <{window_dimensions = array<i64: 8, 1>, padding = dense<[[7, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %6 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    return %5, %5 : tensor<8x4xf32>, tensor<8x4xf32>
  }
}
// =>
module {
  sdy.mesh @neighbours = <["x"=2]>
  func.func @main(%arg0: tensor<4x4xf32>, %arg1: tensor<f32>) -> (tensor<4x4xf32>, tensor<8x2xf32>) {
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = stablehlo.slice %arg0 [3:4, 0:4] : (tensor<4x4xf32>) -> tensor<1x4xf32>
    %2 = "stablehlo.collective_permute"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
    %3 = stablehlo.concatenate %2, %arg0, dim = 0 : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<5x4xf32>
    %4 = stablehlo.slice %3 [0:4, 0:4] : (tensor<5x4xf32>) -> tensor<4x4xf32>
    %5 = stablehlo.iota dim = 0 : tensor<4x4xi64>
    %c = stablehlo.constant dense<[-1, 3]> : tensor<2xi64>
    %6 = stablehlo.dynamic_slice %c, %0, sizes = [1] : (tensor<2xi64>, tensor<ui32>) -> tensor<1xi64>
    %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
    %9 = stablehlo.add %5, %8 : tensor<4x4xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<4x4xi64>
    %c_1 = stablehlo.constant dense<8> : tensor<4x4xi64>
    %10 = stablehlo.compare  GE, %9, %c_0 : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
    %11 = stablehlo.compare  LT, %9, %c_1 : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
    %12 = stablehlo.and %10, %11 : tensor<4x4xi1>
    %13 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %14 = stablehlo.select %12, %4, %13 : tensor<4x4xi1>, tensor<4x4xf32>
    %15 = stablehlo.pad %14, %arg1, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    %16 = stablehlo.slice %15 [1:4, 0:4] : (tensor<4x4xf32>) -> tensor<3x4xf32>
    %17 = "stablehlo.collective_permute"(%16) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}> : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %18 = stablehlo.slice %15 [0:1, 0:4] : (tensor<4x4xf32>) -> tensor<1x4xf32>
    %19 = stablehlo.concatenate %17, %18, dim = 0 : (tensor<3x4xf32>, tensor<1x4xf32>) -> tensor<4x4xf32>
    %20 = stablehlo.reverse %19, dims = [0] : tensor<4x4xf32>
    %21 = "stablehlo.collective_permute"(%20) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = "stablehlo.reduce_window"(%21, %cst) <{padding = dense<[[3, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 4, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %36 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %36 : tensor<f32>
    }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    %23 = stablehlo.slice %22 [3:4, 0:4] : (tensor<4x4xf32>) -> tensor<1x4xf32>
    %24 = "stablehlo.all_gather"(%23) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<1x4xf32>) -> tensor<2x4xf32>
    %c_2 = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
    %25 = stablehlo.dynamic_slice %c_2, %0, sizes = [1] : (tensor<2xi64>, tensor<ui32>) -> tensor<1xi64>
    %26 = stablehlo.reshape %25 : (tensor<1xi64>) -> tensor<i64>
    %27 = stablehlo.iota dim = 0 : tensor<2x4xi64>
    %28 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i64>) -> tensor<2x4xi64>
    %29 = stablehlo.compare  LT, %27, %28 : (tensor<2x4xi64>, tensor<2x4xi64>) -> tensor<2x4xi1>
    %30 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
    %31 = stablehlo.select %29, %24, %30 : tensor<2x4xi1>, tensor<2x4xf32>
    %32 = stablehlo.reduce(%31 init: %cst) across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
      %36 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %36 : tensor<f32>
    }
    %33 = stablehlo.broadcast_in_dim %32, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
    %34 = stablehlo.add %33, %22 : tensor<4x4xf32>
    %35 = "stablehlo.all_to_all"(%34) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4x4xf32>) -> tensor<8x2xf32>
    return %34, %35 : tensor<4x4xf32>, tensor<8x2xf32>
  }
}
// -----
// A dimension that its axes do not divide: parts of 3, the last of which are padding, which is zeros in the sum.
// passes: local:4
module {
  sdy.mesh @m = <["x"=4]>
  func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %w: tensor<9x6xf32>) -> (tensor<6x6xf32>) {
    %0 = sdy.sharding_constraint %w <@m, [{"x"}, {}]> : tensor<9x6xf32>
    %1 = stablehlo.tanh %0 : tensor<9x6xf32>
    %2 = stablehlo.dot_general %1, %1, contracting_dims = [0] x [0] : (tensor<9x6xf32>, tensor<9x6xf32>) -> tensor<6x6xf32>
    return %2 : tensor<6x6xf32>
  }
}
// =>
module {
  sdy.mesh @m = <["x"=4]>
  func.func @main(%arg0: tensor<2x6xf32>, %arg1: tensor<9x6xf32>) -> tensor<6x6xf32> {
    %0 = stablehlo.partition_id : tensor<ui32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.pad %arg1, %cst, low = [0, 0], high = [3, 0], interior = [0, 0] : (tensor<9x6xf32>, tensor<f32>) -> tensor<12x6xf32>
    %c = stablehlo.constant dense<[0, 3, 6, 9]> : tensor<4xi64>
    %2 = stablehlo.dynamic_slice %c, %0, sizes = [1] : (tensor<4xi64>, tensor<ui32>) -> tensor<1xi64>
    %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %4 = stablehlo.dynamic_slice %1, %3, %c_0, sizes = [3, 6] : (tensor<12x6xf32>, tensor<i64>, tensor<i64>) -> tensor<3x6xf32>
    %5 = stablehlo.tanh %4 : tensor<3x6xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_2 = stablehlo.constant dense<[9, 6, 3, 0]> : tensor<4xi64>
    %6 = stablehlo.dynamic_slice %c_2, %0, sizes = [1] : (tensor<4xi64>, tensor<ui32>) -> tensor<1xi64>
    %7 = stablehlo.reshape %6 : (tensor<1xi64>) -> tensor<i64>
    %8 = stablehlo.iota dim = 0 : tensor<3x6xi64>
    %9 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i64>) -> tensor<3x6xi64>
    %10 = stablehlo.compare  LT, %8, %9 : (tensor<3x6xi64>, tensor<3x6xi64>) -> tensor<3x6xi1>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x6xf32>
    %12 = stablehlo.select %10, %5, %11 : tensor<3x6xi1>, tensor<3x6xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_4 = stablehlo.constant dense<[9, 6, 3, 0]> : tensor<4xi64>
    %13 = stablehlo.dynamic_slice %c_4, %0, sizes = [1] : (tensor<4xi64>, tensor<ui32>) -> tensor<1xi64>
    %14 = stablehlo.reshape %13 : (tensor<1xi64>) -> tensor<i64>
    %15 = stablehlo.iota dim = 0 : tensor<3x6xi64>
    %16 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<i64>) -> tensor<3x6xi64>
    %17 = stablehlo.compare  LT, %15, %16 : (tensor<3x6xi64>, tensor<3x6xi64>) -> tensor<3x6xi1>
    %18 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x6xf32>
    %19 = stablehlo.select %17, %5, %18 : tensor<3x6xi1>, tensor<3x6xf32>
    %20 = stablehlo.dot_general %12, %19, contracting_dims = [0] x [0] : (tensor<3x6xf32>, tensor<3x6xf32>) -> tensor<6x6xf32>
    %21 = "stablehlo.all_reduce"(%20) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %22 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %22 : tensor<f32>
    }) : (tensor<6x6xf32>) -> tensor<6x6xf32>
    return %21 : tensor<6x6xf32>
  }
}
// -----
// Shardy in plain StableHLO, as exports of May 2025 have it: a manual computation over one of two axes.
// passes: local:4
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22x\22=2, \22y\22=2]>}"}} {
  func.func @main(%x: tensor<8x4xf32> {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"}, %w: tensor<4xf32>) -> (tensor<8x4xf32> {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"}) {
    %0:2 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%x, %w) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\\\22x\\\22, \\\22y\\\22}, {}]>, <@mesh, [{}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\\\22x\\\22}>"}} : (tensor<8x4xf32>, tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>)
    %1 = stablehlo.broadcast_in_dim %0#1, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.add %0#0, %1 : tensor<4x4xf32>
    %3 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%2) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22x\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}, {}]>]>"}} : (tensor<4x4xf32>) -> tensor<8x4xf32>
    return %3 : tensor<8x4xf32>
  }
}
// =>
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22x\22=2, \22y\22=2]>}"}} {
  func.func @main(%arg0: tensor<4x4xf32>, %arg1: tensor<4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
}
// -----
// Without its manual axes.
// passes: local:4
// error: 'stablehlo.custom_call': it does not say its shardings and manual axes
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22x\22=2, \22y\22=2]>}"}} {
  func.func @main(%x: tensor<8x4xf32> {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"}, %w: tensor<4xf32>) -> (tensor<8x4xf32> {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"}) {
    %0:2 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%x, %w) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\\\22x\\\22, \\\22y\\\22}, {}]>, <@mesh, [{}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\\\22x\\\22}>"}} : (tensor<8x4xf32>, tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>)
    %1 = stablehlo.broadcast_in_dim %0#1, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.add %0#0, %1 : tensor<4x4xf32>
    %3 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%2) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}, {}]>]>"}} : (tensor<4x4xf32>) -> tensor<8x4xf32>
    return %3 : tensor<8x4xf32>
  }
}
// -----
// A custom call @Sharding of two types is no constraint.
// passes: local:2
module {
  func.func @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> tensor<2xf32> {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<2xf32>
    %1 = stablehlo.negate %0 : tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}
// =>
module {
  func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
    %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<2xf32>
    %2 = stablehlo.negate %1 : tensor<2xf32>
    return %2 : tensor<2xf32>
  }
}
// -----
// Values of a group are divided alike: one that is an argument, and one that nothing else divides.
// passes: local:2
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.iota dim = 0 : tensor<4xf32>
    sdy.sharding_group %x group_id=0 : tensor<4xf32>
    sdy.sharding_group %y group_id=0 : tensor<4xf32>
    sdy.sharding_group %0 group_id=0 : tensor<4xf32>
    return %y, %0 : tensor<4xf32>, tensor<4xf32>
  }
}
// =>
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%arg0: tensor<2xf32>, %arg1: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = stablehlo.iota dim = 0 : tensor<2xf32>
    %c = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
    %2 = stablehlo.dynamic_slice %c, %0, sizes = [1] : (tensor<2xi64>, tensor<ui32>) -> tensor<1xi64>
    %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
    %4 = stablehlo.convert %3 : (tensor<i64>) -> tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %6 = stablehlo.add %1, %5 : tensor<2xf32>
    %c_0 = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
    %7 = stablehlo.dynamic_slice %c_0, %0, sizes = [1] : (tensor<2xi64>, tensor<ui32>) -> tensor<1xi64>
    %8 = stablehlo.reshape %7 : (tensor<1xi64>) -> tensor<i64>
    %9 = stablehlo.dynamic_slice %arg1, %8, sizes = [2] : (tensor<4xf32>, tensor<i64>) -> tensor<2xf32>
    return %9, %6 : tensor<2xf32>, tensor<2xf32>
  }
}
