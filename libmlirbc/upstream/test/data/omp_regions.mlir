module {
  omp.private {type = private} @x.privatizer : f32
  omp.declare_reduction @add_f32 : f32 init {
  ^bb0(%arg0: f32):
    %cst = arith.constant 0.000000e+00 : f32
    omp.yield(%cst : f32)
  } combiner {
  ^bb0(%arg0: f32, %arg1: f32):
    %0 = arith.addf %arg0, %arg1 : f32
    omp.yield(%0 : f32)
  }
  func.func @f(%arg0: !llvm.ptr, %arg1: i32, %arg2: i32, %arg3: index, %arg4: index, %arg5: index) {
    omp.parallel num_threads(%arg1 : i32) private(@x.privatizer %arg0 -> %arg6 : !llvm.ptr) reduction(@add_f32 %arg0 -> %arg7 : !llvm.ptr) {
      omp.wsloop schedule(dynamic = %arg1 : i32, nonmonotonic, simd) reduction(byref @add_f32 %arg0 -> %arg8 : !llvm.ptr) {
        omp.loop_nest (%arg9) : index = (%arg3) to (%arg4) step (%arg5) {
          omp.yield
        }
      }
      omp.terminator
    }
    omp.task allocate(%arg1 : i32 -> %arg0 : !llvm.ptr) depend(taskdependin -> %arg0 : !llvm.ptr) {
      omp.terminator
    }
    omp.critical {
      omp.terminator
    }
    omp.atomic.write %arg0 = %arg2 hint(contended, speculative) memory_order(release) : !llvm.ptr, i32
    omp.simd aligned(%arg0 : !llvm.ptr -> 32 : i64) {
      omp.loop_nest (%arg6) : index = (%arg3) to (%arg4) step (%arg5) {
        omp.yield
      }
    }
    return
  }
}
