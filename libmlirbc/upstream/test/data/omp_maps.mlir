module {
  func.func @map0(%arg0: !llvm.ptr, %arg1: !llvm.ptr) {
    %0 = omp.map.info var_ptr(%arg0 : !llvm.ptr, i32) map_clauses(tofrom) capture(ByRef) -> !llvm.ptr {name = "x"}
    %1 = omp.map.info var_ptr(%arg0 : !llvm.ptr, i32) map_clauses(tofrom) capture(ByRef) members(%0, %0 : [0], [1, 2] : !llvm.ptr, !llvm.ptr) -> !llvm.ptr
    return
  }
  func.func @t1(%arg0: !llvm.ptr, %arg1: i32) {
    omp.task depend(taskdependin -> %arg0 : !llvm.ptr) {
      omp.terminator
    }
    %0 = omp.map.info var_ptr(%arg0 : !llvm.ptr, i32) map_clauses(always, implicit, to, storage, private) capture(VLAType) -> !llvm.ptr
    return
  }
  omp.declare_reduction @add : i32 init {
  ^bb0(%arg0: i32):
    %c0_i32 = arith.constant 0 : i32
    omp.yield(%c0_i32 : i32)
  } combiner {
  ^bb0(%arg0: i32, %arg1: i32):
    %0 = arith.addi %arg0, %arg1 : i32
    omp.yield(%0 : i32)
  }
  func.func @r1(%arg0: !llvm.ptr, %arg1: i32) {
    omp.parallel reduction(mod: task, @add %arg0 -> %arg2 : !llvm.ptr) {
      omp.terminator
    }
    return
  }
  func.func @alloc2(%arg0: i32, %arg1: index) {
    %0 = omp.target_allocmem %arg0 : i32, f32
    %1 = omp.target_allocmem %arg0 : i32, memref<?xf32>, %arg1
    return
  }
  func.func @alloc3(%arg0: i32, %arg1: index) {
    %0 = omp.target_allocmem %arg0 : i32, vector<4xf32>(%arg1 : index), %arg1 {uniq_name = "x"}
    %1 = omp.target_allocmem %arg0 : i32, i64 {a = 1 : i32}
    %2 = omp.target_allocmem %arg0 : i32, vector<4xf32>, %arg1, %arg1 {bindc_name = "b"}
    return
  }
}
