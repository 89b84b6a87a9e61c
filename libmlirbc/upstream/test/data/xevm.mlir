module {
  func.func @blockload(%arg0: !llvm.ptr<1>) {
    %0 = xevm.blockload %arg0  : (!llvm.ptr<1>) -> vector<4xi32>
    return
  }
  func.func @blockstore(%arg0: !llvm.ptr<3>, %arg1: vector<8xi16>) {
    xevm.blockstore %arg0, %arg1 <{cache_control = #xevm.store_cache_control<L1wt_L2uc_L3wb>}> : (!llvm.ptr<3>, vector<8xi16>)
    return
  }
  func.func @group_count_y() {
    %0 = xevm.group_count.y : i32
    return
  }
  func.func @group_id_x() {
    %0 = xevm.group_id.x : i32
    return
  }
  func.func @group_id_z() {
    %0 = xevm.group_id.z : i64
    return
  }
  func.func @local_id_y() {
    %0 = xevm.local_id.y : i32
    return
  }
  func.func @local_size_x() {
    %0 = xevm.local_size.x : i64
    return
  }
  func.func @local_size_y() {
    %0 = xevm.local_size.y : i64
    return
  }
  func.func @local_size_z() {
    %0 = xevm.local_size.z : i32
    return
  }
  func.func @memfence() {
    xevm.memfence <{addrspace = #xevm.addr_space<private>, scope = #xevm.mem_scope<lane>}>
    return
  }
}
