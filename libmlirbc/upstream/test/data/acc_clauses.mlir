module {
  func.func @f(%arg0: i64, %arg1: i32, %arg2: index) {
    acc.wait async(%arg0 : i64)
    acc.wait async
    acc.parallel async([#acc.device_type<host>], %arg0 : i64, %arg1 : i32 [#acc.device_type<nvidia>]) num_gangs({%arg2 : index}) num_workers(%arg0 : i64 [#acc.device_type<nvidia>]) wait([#acc.device_type<host>], {devnum: %arg2 : index, %arg0 : i64} [#acc.device_type<nvidia>], {%arg1 : i32}) {
      acc.yield
    }
    acc.parallel async wait {
      acc.yield
    }
    acc.parallel async(%arg0 : i64) {
      acc.yield
    }
    acc.loop combined(kernels) gang([#acc.device_type<host>], {num=%arg2 : index, static=%arg0 : i64} [#acc.device_type<nvidia>]) worker(%arg1 : i32) vector(%arg0 : i64) tile({%arg1 : i32, %arg2 : index}) control(%arg3 : index) = (%arg2 : index) to (%arg2 : index)  step (%arg2 : index) {
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.loop gang worker([#acc.device_type<nvidia>]) control(%arg3 : index, %arg4 : index) = (%arg2, %arg2 : index, index) to (%arg2, %arg2 : index, index)  step (%arg2, %arg2 : index, index) {
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true, true>, independent = [#acc.device_type<none>]}
    acc.loop vector {
      acc.yield
    } attributes {auto_ = [#acc.device_type<none>], unstructured}
    return
  }
  acc.routine @r func(@f) bind(@y [#acc.device_type<nvidia>], "x") seq  nohost
  acc.routine @r2 func(@f) gang
  acc.routine @r3 func(@f) gang([#acc.device_type<host>], dim: 1 : i64 [#acc.device_type<nvidia>]) worker ([#acc.device_type<multicore>])
}
