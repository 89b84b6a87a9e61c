module {
  func.func @ballot(%arg0: i1) {
    %0 = rocdl.ballot %arg0 : !llvm.ptr
    return
  }
  func.func @cos(%arg0: f32) {
    %0 = rocdl.cos %arg0 f32 -> f16
    return
  }
  func.func @cvt_scale_pk16_f32_fp6(%arg0: vector<3xi32>, %arg1: i32) {
    %0 = rocdl.cvt.scale.pk16.f32.fp6 %arg0, %arg1[16] : vector<16xf32>
    return
  }
  func.func @cvt_scalef32_f16_bf8(%arg0: vector<2xf16>, %arg1: i32, %arg2: f32) {
    %0 = rocdl.cvt.scalef32.f16.bf8 %arg1[0], %arg2 -> %arg0[false] : vector<2xf16>
    return
  }
  func.func @cvt_scalef32_pk_f32_fp8(%arg0: i32, %arg1: f32) {
    %0 = rocdl.cvt.scalef32.pk.f32.fp8 %arg0[true], %arg1 : vector<2xf32>
    return
  }
  func.func @cvt_scalef32_pk16_fp6_f32(%arg0: vector<16xf32>, %arg1: f32) {
    %0 = rocdl.cvt.scalef32.pk16.fp6.f32 %arg0, %arg1 : vector<3xi32>
    return
  }
  func.func @cvt_scalef32_pk8_fp4_f16(%arg0: vector<8xf16>, %arg1: f32) {
    %0 = rocdl.cvt.scalef32.pk8.fp4.f16 %arg0, %arg1 : i32
    return
  }
  func.func @cvt_scalef32_sr_pk16_bf6_f16(%arg0: vector<16xf16>, %arg1: i32, %arg2: f32) {
    %0 = rocdl.cvt.scalef32.sr.pk16.bf6.f16 %arg0, %arg1, %arg2 : vector<3xi32>
    return
  }
  func.func @cvt_scalef32_sr_pk8_fp4_f16(%arg0: vector<8xf16>, %arg1: i32, %arg2: f32) {
    %0 = rocdl.cvt.scalef32.sr.pk8.fp4.f16 %arg0, %arg1, %arg2 : i32
    return
  }
  func.func @ds_load_tr16_b128(%arg0: !llvm.ptr<3>) {
    %0 = rocdl.ds.load.tr16.b128 %arg0 : !llvm.ptr<3> -> !llvm.ptr<8>
    return
  }
  func.func @global_load_async_to_lds_b32(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<3>) {
    rocdl.global.load.async.to.lds.b32 %arg0, %arg1, 0, 16 : !llvm.ptr<1>, !llvm.ptr<3>
    return
  }
  func.func @grid_dim_x() {
    %0 = rocdl.grid.dim.x : !llvm.ptr
    return
  }
  func.func @mfma_f32_16x16x32_bf8_bf8() {
    %0 = rocdl.mfma.f32.16x16x32.bf8.bf8  : () -> !llvm.ptr
    return
  }
  func.func @mfma_f32_32x32x16_bf16() {
    %0 = rocdl.mfma.f32.32x32x16.bf16  : () -> !llvm.ptr
    return
  }
  func.func @mfma_f32_32x32x4bf16() {
    %0 = rocdl.mfma.f32.32x32x4bf16  : () -> !llvm.ptr
    return
  }
  func.func @mfma_i32_16x16x16i8() {
    %0 = rocdl.mfma.i32.16x16x16i8  : () -> !llvm.ptr
    return
  }
  func.func @raw_buffer_atomic_cmpswap(%arg0: !llvm.ptr<3>, %arg1: !llvm.ptr<3>, %arg2: !llvm.ptr<3>, %arg3: i32, %arg4: i32, %arg5: i32) {
    %0 = rocdl.raw.buffer.atomic.cmpswap(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) : !llvm.ptr<3>, !llvm.ptr<3>
    return
  }
  func.func @raw_ptr_buffer_atomic_smax(%arg0: !llvm.ptr<8>, %arg1: !llvm.ptr<8>, %arg2: i32, %arg3: i32, %arg4: i32) {
    rocdl.raw.ptr.buffer.atomic.smax %arg0, %arg1, %arg2, %arg3, %arg4 : !llvm.ptr<8>
    return
  }
  func.func @s_barrier_init(%arg0: !llvm.ptr<3>) {
    rocdl.s.barrier.init %arg0 member_cnt = 0 : !llvm.ptr<3>
    return
  }
  func.func @s_get_named_barrier_state(%arg0: !llvm.ptr<3>) {
    %0 = rocdl.s.get.named.barrier.state %arg0 : !llvm.ptr<3> -> i32
    return
  }
  func.func @sched_group_barrier() {
    rocdl.sched.group.barrier 1, 4, 0
    return
  }
  func.func @smfmac_f32_16x16x64_bf8_bf8() {
    %0 = rocdl.smfmac.f32.16x16x64.bf8.bf8  : () -> !llvm.ptr
    return
  }
  func.func @smfmac_f32_32x32x64_bf8_bf8() {
    %0 = rocdl.smfmac.f32.32x32x64.bf8.bf8  : () -> vector<8xi32>
    return
  }
  func.func @sqrt(%arg0: f16) {
    %0 = rocdl.sqrt %arg0 f16 -> f32
    return
  }
  func.func @wmma_f16_16x16x32_f16(%arg0: vector<16xf16>, %arg1: vector<16xf16>, %arg2: vector<16xf16>) {
    %0 = rocdl.wmma.f16.16x16x32.f16 %arg0, %arg1, %arg2 {reuseB = true} : (vector<16xf16>, vector<16xf16>, vector<16xf16>) -> vector<16xf16>
    return
  }
  func.func @wmma_i32_16x16x32_iu4(%arg0: vector<6xi32>, %arg1: vector<6xi32>, %arg2: vector<6xi32>) {
    %0 = rocdl.wmma.i32.16x16x32.iu4 %arg0, %arg1, %arg2 : (vector<6xi32>, vector<6xi32>, vector<6xi32>) -> vector<6xi32>
    return
  }
  func.func @workgroup_id_z() {
    %0 = rocdl.workgroup.id.z : !llvm.ptr<3>
    return
  }
}
