module {
  acc.routine @q3 func(@g) bind(@b [#acc.device_type<nvidia>], "a") gang([#acc.device_type<nvidia>], dim: 2 : i64 [#acc.device_type<multicore>])
  func.func @g(%arg0: f32, %arg1: i32, %arg2: i1) {
    acc.loop gang({num=%arg1 : i32} [#acc.device_type<nvidia>]) worker vector(%arg1 : i32) control(%arg3 : i32) = (%arg1 : i32) to (%arg1 : i32)  step (%arg1 : i32) {
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.data if(%arg2) async wait {
      acc.terminator
    } attributes {defaultAttr = #acc<defaultvalue none>}
    return
  }
  acc.private.recipe @priv : memref<10xf32> init {
  ^bb0(%arg0: memref<10xf32>):
    %alloc = memref.alloc() : memref<10xf32>
    acc.yield %alloc : memref<10xf32>
  } destroy {
  ^bb0(%arg0: memref<10xf32>):
    memref.dealloc %arg0 : memref<10xf32>
    acc.terminator
  }
  acc.reduction.recipe @red : i64 reduction_operator <add> init {
  ^bb0(%arg0: i64):
    %c0_i64 = arith.constant 0 : i64
    acc.yield %c0_i64 : i64
  } combiner {
  ^bb0(%arg0: i64, %arg1: i64):
    %0 = arith.addi %arg0, %arg1 : i64
    acc.yield %0 : i64
  }
  acc.routine @r1 func(@f) gang
  acc.routine @r2 func(@f) bind("_f") vector  nohost
  acc.routine @r3 func(@f) gang(dim: 1 : i64)
  func.func @f() attributes {acc.routine_info = #acc.routine_info<[@r1, @r2]>} {
    return
  }
}
