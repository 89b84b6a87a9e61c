module {
  func.func @copy_tile(%arg0: vector<[4]x[4]xi32>) {
    %0 = arm_sme.copy_tile %arg0 : vector<[4]x[4]xi32>
    return
  }
  func.func @get_tile() {
    %0 = arm_sme.get_tile : vector<[4]x[4]xf32>
    return
  }
  func.func @insert_tile_slice(%arg0: vector<[16]xi8>, %arg1: vector<[16]x[16]xi8>, %arg2: index) {
    %0 = arm_sme.insert_tile_slice %arg0, %arg1[%arg2] : vector<[16]xi8> into vector<[16]x[16]xi8>
    return
  }
  func.func @intr_cntsd() {
    %0 = "arm_sme.intr.cntsd"() : () -> i64
    return
  }
  func.func @intr_ld1b_vert(%arg0: vector<[8]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
    "arm_sme.intr.ld1b.vert"(%arg0, %arg1, %arg2) <{tile_id = 2 : i32}> : (vector<[8]xi1>, !llvm.ptr, i32) -> ()
    return
  }
  func.func @intr_ld1d_horiz(%arg0: vector<[8]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
    "arm_sme.intr.ld1d.horiz"(%arg0, %arg1, %arg2) <{tile_id = 8 : i32}> : (vector<[8]xi1>, !llvm.ptr, i32) -> ()
    return
  }
  func.func @intr_ld1d_vert(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
    "arm_sme.intr.ld1d.vert"(%arg0, %arg1, %arg2) <{tile_id = 1 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
    return
  }
  func.func @intr_ld1h_horiz(%arg0: vector<[8]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
    "arm_sme.intr.ld1h.horiz"(%arg0, %arg1, %arg2) <{tile_id = 4 : i32}> : (vector<[8]xi1>, !llvm.ptr, i32) -> ()
    return
  }
  func.func @intr_ld1h_vert(%arg0: vector<[8]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
    "arm_sme.intr.ld1h.vert"(%arg0, %arg1, %arg2) <{tile_id = 1 : i32}> : (vector<[8]xi1>, !llvm.ptr, i32) -> ()
    return
  }
  func.func @intr_ld1q_horiz(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
    "arm_sme.intr.ld1q.horiz"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
    return
  }
  func.func @intr_ld1q_vert(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
    "arm_sme.intr.ld1q.vert"(%arg0, %arg1, %arg2) <{tile_id = 16 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
    return
  }
  func.func @intr_ld1w_horiz(%arg0: vector<[8]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
    "arm_sme.intr.ld1w.horiz"(%arg0, %arg1, %arg2) <{tile_id = 16 : i32}> : (vector<[8]xi1>, !llvm.ptr, i32) -> ()
    return
  }
  func.func @intr_ld1w_vert(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
    "arm_sme.intr.ld1w.vert"(%arg0, %arg1, %arg2) <{tile_id = 16 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
    return
  }
  func.func @intr_st1d_horiz(%arg0: vector<[8]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
    "arm_sme.intr.st1d.horiz"(%arg0, %arg1, %arg2) <{tile_id = 0 : i32}> : (vector<[8]xi1>, !llvm.ptr, i32) -> ()
    return
  }
  func.func @intr_st1h_horiz(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
    "arm_sme.intr.st1h.horiz"(%arg0, %arg1, %arg2) <{tile_id = 2 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
    return
  }
  func.func @intr_st1q_horiz(%arg0: vector<[8]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
    "arm_sme.intr.st1q.horiz"(%arg0, %arg1, %arg2) <{tile_id = 16 : i32}> : (vector<[8]xi1>, !llvm.ptr, i32) -> ()
    return
  }
  func.func @intr_st1q_vert(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
    "arm_sme.intr.st1q.vert"(%arg0, %arg1, %arg2) <{tile_id = 16 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
    return
  }
  func.func @intr_st1w_horiz(%arg0: vector<[8]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
    "arm_sme.intr.st1w.horiz"(%arg0, %arg1, %arg2) <{tile_id = 4 : i32}> : (vector<[8]xi1>, !llvm.ptr, i32) -> ()
    return
  }
  func.func @intr_st1w_vert(%arg0: vector<[4]xi1>, %arg1: !llvm.ptr, %arg2: i32) {
    "arm_sme.intr.st1w.vert"(%arg0, %arg1, %arg2) <{tile_id = 1 : i32}> : (vector<[4]xi1>, !llvm.ptr, i32) -> ()
    return
  }
  func.func @intr_str(%arg0: i32, %arg1: !llvm.ptr, %arg2: i32) {
    "arm_sme.intr.str"(%arg0, %arg1, %arg2) : (i32, !llvm.ptr, i32) -> ()
    return
  }
  func.func @intr_umops_wide(%arg0: vector<[4]xi1>, %arg1: vector<[4]xi1>, %arg2: vector<[16]xi8>, %arg3: vector<[16]xi8>) {
    "arm_sme.intr.umops.wide"(%arg0, %arg1, %arg2, %arg3) <{tile_id = 4 : i32}> : (vector<[4]xi1>, vector<[4]xi1>, vector<[16]xi8>, vector<[16]xi8>) -> ()
    return
  }
  func.func @intr_write_horiz(%arg0: i32, %arg1: vector<[4]xi1>, %arg2: vector<[4]xf32>) {
    "arm_sme.intr.write.horiz"(%arg0, %arg1, %arg2) <{tile_id = 2 : i32}> : (i32, vector<[4]xi1>, vector<[4]xf32>) -> ()
    return
  }
  func.func @intr_write_vert(%arg0: i32, %arg1: vector<[8]xi1>, %arg2: vector<[8]xf16>) {
    "arm_sme.intr.write.vert"(%arg0, %arg1, %arg2) <{tile_id = 1 : i32}> : (i32, vector<[8]xi1>, vector<[8]xf16>) -> ()
    return
  }
  func.func @intr_zero() {
    "arm_sme.intr.zero"() <{tile_mask = 16 : i32}> : () -> ()
    return
  }
  func.func @store_tile_slice(%arg0: vector<[4]x[4]xf32>, %arg1: index, %arg2: vector<[4]xi1>, %arg3: memref<?xf32>, %arg4: index) {
    arm_sme.store_tile_slice %arg0, %arg1, %arg2, %arg3[%arg4] : memref<?xf32>, vector<[4]xi1>, vector<[4]x[4]xf32>
    return
  }
  func.func @streaming_vl() {
    %0 = arm_sme.streaming_vl <byte>
    return
  }
  func.func @zero() {
    %0 = arm_sme.zero : vector<[4]x[4]xf32>
    return
  }
}
