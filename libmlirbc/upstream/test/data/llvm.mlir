module {
  func.func @add(%arg0: i32, %arg1: i32) {
    %0 = llvm.add %arg0, %arg1 : i32
    return
  }
  func.func @fdiv(%arg0: f64, %arg1: f64) {
    %0 = llvm.fdiv %arg0, %arg1 : f64
    return
  }
  func.func @freeze(%arg0: !llvm.ptr) {
    %0 = llvm.freeze %arg0 : !llvm.ptr
    return
  }
  func.func @intr_assume(%arg0: i1) {
    llvm.intr.assume %arg0 : i1
    return
  }
  func.func @intr_coro_align() {
    %0 = llvm.intr.coro.align : !llvm.ptr<1>
    return
  }
  func.func @intr_cosh(%arg0: f32) {
    %0 = llvm.intr.cosh(%arg0) : (f32) -> f32
    return
  }
  func.func @intr_exp2(%arg0: f64) {
    %0 = llvm.intr.exp2(%arg0) : (f64) -> f64
    return
  }
  func.func @intr_experimental_constrained_sitofp(%arg0: !llvm.ptr<1>) {
    %0 = llvm.intr.experimental.constrained.sitofp %arg0 dynamic ignore : !llvm.ptr<1> to !llvm.ptr<1>
    return
  }
  func.func @intr_floor(%arg0: f32) {
    %0 = llvm.intr.floor(%arg0) : (f32) -> f32
    return
  }
  func.func @intr_llrint(%arg0: f32) {
    %0 = llvm.intr.llrint(%arg0) : (f32) -> i1
    return
  }
  func.func @intr_masked_load(%arg0: !llvm.ptr<1>, %arg1: vector<4xi1>, %arg2: vector<4xi8>) {
    %0 = llvm.intr.masked.load %arg0, %arg1, %arg2 {alignment = 1 : i32, nontemporal} : (!llvm.ptr<1>, vector<4xi1>, vector<4xi8>) -> vector<4xi8>
    return
  }
  func.func @intr_maximum(%arg0: f32, %arg1: f32) {
    %0 = llvm.intr.maximum(%arg0, %arg1) : (f32, f32) -> f32
    return
  }
  func.func @intr_memset(%arg0: !llvm.ptr<1>, %arg1: i8, %arg2: i64) {
    "llvm.intr.memset"(%arg0, %arg1, %arg2) <{isVolatile = false}> : (!llvm.ptr<1>, i8, i64) -> ()
    return
  }
  func.func @intr_prefetch(%arg0: !llvm.ptr) {
    "llvm.intr.prefetch"(%arg0) <{cache = 16 : i32, hint = 8 : i32, rw = 1 : i32}> : (!llvm.ptr) -> ()
    return
  }
  func.func @intr_sinh(%arg0: f32) {
    %0 = llvm.intr.sinh(%arg0) : (f32) -> f32
    return
  }
  func.func @intr_tanh(%arg0: bf16) {
    %0 = llvm.intr.tanh(%arg0) : (bf16) -> bf16
    return
  }
  func.func @intr_umax(%arg0: i1, %arg1: i1) {
    %0 = llvm.intr.umax(%arg0, %arg1) : (i1, i1) -> i1
    return
  }
  func.func @intr_vaend(%arg0: !llvm.ptr) {
    llvm.intr.vaend %arg0 : !llvm.ptr
    return
  }
  func.func @intr_vector_reduce_fmax(%arg0: vector<4xf32>) {
    %0 = llvm.intr.vector.reduce.fmax(%arg0) : (vector<4xf32>) -> vector<4xf32>
    return
  }
  func.func @intr_vector_reduce_umin(%arg0: vector<[4]xi32>) {
    %0 = "llvm.intr.vector.reduce.umin"(%arg0) : (vector<[4]xi32>) -> vector<[4]xi32>
    return
  }
  func.func @intr_vp_load(%arg0: !llvm.ptr<1>, %arg1: vector<4xi1>, %arg2: i32) {
    %0 = "llvm.intr.vp.load"(%arg0, %arg1, %arg2) : (!llvm.ptr<1>, vector<4xi1>, i32) -> vector<4xi1>
    return
  }
  func.func @intr_vp_reduce_fadd(%arg0: f64, %arg1: vector<4xf32>, %arg2: vector<4xi1>, %arg3: i32) {
    %0 = "llvm.intr.vp.reduce.fadd"(%arg0, %arg1, %arg2, %arg3) : (f64, vector<4xf32>, vector<4xi1>, i32) -> !llvm.ptr
    return
  }
  func.func @intr_vp_reduce_umin(%arg0: i32, %arg1: vector<[4]xi32>, %arg2: vector<4xi1>, %arg3: i32) {
    %0 = "llvm.intr.vp.reduce.umin"(%arg0, %arg1, %arg2, %arg3) : (i32, vector<[4]xi32>, vector<4xi1>, i32) -> !llvm.ptr
    return
  }
  func.func @intr_vp_srem(%arg0: vector<4xi1>, %arg1: vector<4xi1>, %arg2: vector<4xi1>, %arg3: i32) {
    %0 = "llvm.intr.vp.srem"(%arg0, %arg1, %arg2, %arg3) : (vector<4xi1>, vector<4xi1>, vector<4xi1>, i32) -> vector<4xi1>
    return
  }
  func.func @lshr(%arg0: i64, %arg1: i64) {
    %0 = llvm.lshr %arg0, %arg1 : i64
    return
  }
  func.func @select(%arg0: i1, %arg1: i1, %arg2: i1) {
    %0 = llvm.select %arg0, %arg1, %arg2 : i1, i1
    return
  }
  func.func @sub(%arg0: i64, %arg1: i64) {
    %0 = llvm.sub %arg0, %arg1 : i64
    return
  }
  func.func @xor(%arg0: i1, %arg1: i1) {
    %0 = llvm.xor %arg0, %arg1 : i1
    return
  }
}
