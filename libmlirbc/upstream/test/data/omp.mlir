module {
  func.func @barrier() {
    omp.barrier
    return
  }
  func.func @critical() {
    omp.critical {
    }
    return
  }
  func.func @flush() {
    omp.flush
    return
  }
  func.func @map_bounds(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32) {
    %0 = omp.map.bounds lower_bound(%arg0 : i32) upper_bound(%arg1 : i32) extent(%arg2 : i32) stride(%arg3 : i32) start_idx(%arg4 : i32)
    return
  }
  func.func @master() {
    omp.master {
    }
    return
  }
  func.func @target_enter_data(%arg0: i64, %arg1: i1) {
    omp.target_enter_data device(%arg0 : i64) if(%arg1)
    return
  }
  func.func @target_exit_data() {
    omp.target_exit_data
    return
  }
  func.func @target_freemem(%arg0: i32, %arg1: i64) {
    omp.target_freemem %arg0, %arg1 : i32, i64
    return
  }
  func.func @target_update() {
    omp.target_update
    return
  }
  func.func @taskwait() {
    omp.taskwait nowait
    return
  }
  func.func @taskyield() {
    omp.taskyield
    return
  }
  func.func @workshare() {
    omp.workshare nowait {
    }
    return
  }
}
