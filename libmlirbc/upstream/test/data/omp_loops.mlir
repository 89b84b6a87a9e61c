module {
  func.func @omp1(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: memref<i32>, %arg5: i1, %arg6: !llvm.ptr) {
    omp.parallel if(%arg5) num_threads(%arg0 : i32) proc_bind(spread) {
      omp.terminator
    }
    omp.wsloop order(reproducible:concurrent) ordered(1) schedule(static = %arg2 : i32, none, simd) {
      omp.loop_nest (%arg7, %arg8) : i32 = (%arg0, %arg0) to (%arg1, %arg1) inclusive step (%arg2, %arg2) {
        omp.yield
      }
    }
    omp.wsloop nowait schedule(dynamic, nonmonotonic) {
      omp.loop_nest (%arg7) : i32 = (%arg0) to (%arg1) step (%arg2) {
        omp.yield
      }
    }
    omp.simd aligned(%arg4 : memref<i32> -> 32 : i64, %arg6 : !llvm.ptr -> 8 : i64) nontemporal(%arg4 : memref<i32>) order(concurrent) safelen(8) simdlen(4) {
      omp.loop_nest (%arg7) : i32 = (%arg0) to (%arg1) step (%arg2) {
        omp.yield
      }
    }
    omp.task depend(taskdependin -> %arg4 : memref<i32>, taskdependinout -> %arg4 : memref<i32>) final(%arg5) if(%arg5) mergeable priority(%arg0 : i32) untied {
      omp.terminator
    }
    omp.taskwait
    omp.taskyield
    omp.critical {
      omp.terminator
    }
    omp.barrier
    omp.master {
      omp.terminator
    }
    omp.masked filter(%arg0 : i32) {
      omp.terminator
    }
    omp.flush(%arg4 : memref<i32>)
    omp.flush
    omp.sections nowait {
      omp.section {
        omp.terminator
      }
      omp.section {
        omp.terminator
      }
      omp.terminator
    }
    omp.single copyprivate(%arg4 -> @cp : memref<i32>) {
      omp.terminator
    }
    omp.taskgroup allocate(%arg4 : memref<i32> -> %arg4 : memref<i32>) {
      omp.terminator
    }
    omp.taskloop grainsize(%arg0: i32) nogroup {
      omp.loop_nest (%arg7) : i32 = (%arg0) to (%arg1) step (%arg2) {
        omp.yield
      }
    }
    omp.taskloop num_tasks(strict, %arg0: i32) {
      omp.loop_nest (%arg7) : i32 = (%arg0) to (%arg1) step (%arg2) {
        omp.yield
      }
    }
    omp.ordered.region {
      omp.terminator
    }
    return
  }
  func.func private @cp(memref<i32>, memref<i32>)
}
