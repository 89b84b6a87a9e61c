module {
  func.func @bar_warp_sync(%arg0: i32) {
    nvvm.bar.warp.sync %arg0 : i32
    return
  }
  func.func @cluster_arrive_relaxed() {
    nvvm.cluster.arrive.relaxed {aligned}
    return
  }
  func.func @cp_async_bulk_global_shared_cta(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<3>, %arg2: i32) {
    nvvm.cp.async.bulk.global.shared.cta %arg0, %arg1, %arg2 : <1>, <3>
    return
  }
  func.func @cp_async_commit_group() {
    nvvm.cp.async.commit.group
    return
  }
  func.func @exit() {
    nvvm.exit
    return
  }
  func.func @fence_sync_restrict() {
    nvvm.fence.sync_restrict {order = #nvvm.mem_order<release>}
    return
  }
  func.func @mbarrier_arrive_nocomplete(%arg0: !llvm.ptr, %arg1: i32) {
    %0 = nvvm.mbarrier.arrive.nocomplete %arg0, %arg1 : !llvm.ptr, i32 -> i64
    return
  }
  func.func @nanosleep(%arg0: i32) {
    nvvm.nanosleep %arg0
    return
  }
  func.func @read_ptx_sreg_clock64() {
    %0 = nvvm.read.ptx.sreg.clock64 : !llvm.ptr
    return
  }
  func.func @read_ptx_sreg_cluster_nctaid_y() {
    %0 = nvvm.read.ptx.sreg.cluster.nctaid.y : !llvm.ptr
    return
  }
  func.func @read_ptx_sreg_clusterid_z() {
    %0 = nvvm.read.ptx.sreg.clusterid.z : !llvm.ptr<3>
    return
  }
  func.func @read_ptx_sreg_envreg0() {
    %0 = nvvm.read.ptx.sreg.envreg0 : !llvm.ptr
    return
  }
  func.func @read_ptx_sreg_envreg13() {
    %0 = nvvm.read.ptx.sreg.envreg13 : !llvm.ptr
    return
  }
  func.func @read_ptx_sreg_envreg20() {
    %0 = nvvm.read.ptx.sreg.envreg20 : !llvm.ptr<1>
    return
  }
  func.func @read_ptx_sreg_envreg24() {
    %0 = nvvm.read.ptx.sreg.envreg24 : !llvm.ptr<1>
    return
  }
  func.func @read_ptx_sreg_envreg28() {
    %0 = nvvm.read.ptx.sreg.envreg28 : !llvm.ptr<3>
    return
  }
  func.func @read_ptx_sreg_envreg5() {
    %0 = nvvm.read.ptx.sreg.envreg5 : !llvm.ptr
    return
  }
  func.func @read_ptx_sreg_gridid() {
    %0 = nvvm.read.ptx.sreg.gridid : !llvm.ptr<1>
    return
  }
  func.func @read_ptx_sreg_nclusterid_x() {
    %0 = nvvm.read.ptx.sreg.nclusterid.x : !llvm.ptr
    return
  }
  func.func @read_ptx_sreg_nctaid_z() {
    %0 = nvvm.read.ptx.sreg.nctaid.z : !llvm.ptr
    return
  }
  func.func @read_ptx_sreg_smid() {
    %0 = nvvm.read.ptx.sreg.smid : !llvm.ptr
    return
  }
  func.func @read_ptx_sreg_warpid() {
    %0 = nvvm.read.ptx.sreg.warpid : !llvm.ptr
    return
  }
  func.func @tcgen05_cp(%arg0: !llvm.ptr<6>, %arg1: i64) {
    nvvm.tcgen05.cp %arg0, %arg1 {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
    return
  }
  func.func @tcgen05_mma_sp_block_scale(%arg0: !llvm.ptr<6>, %arg1: !llvm.ptr<6>, %arg2: i64, %arg3: i32, %arg4: i1, %arg5: !llvm.ptr<6>, %arg6: !llvm.ptr<6>, %arg7: !llvm.ptr<6>) {
    nvvm.tcgen05.mma.sp.block_scale %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7 {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)
    return
  }
  func.func @tcgen05_st(%arg0: !llvm.ptr<6>, %arg1: i32, %arg2: i64) {
    nvvm.tcgen05.st %arg0, %arg1, %arg2 unpack {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
    return
  }
}
