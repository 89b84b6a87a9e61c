module {
  func.func @device_async_create_group() {
    %0 = nvgpu.device_async_create_group 
    return
  }
  func.func @mbarrier_arrive_expect_tx(%arg0: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, %arg1: index, %arg2: index, %arg3: i1) {
    nvgpu.mbarrier.arrive.expect_tx %arg0[%arg2], %arg1, predicate = %arg3 : <memorySpace = #gpu.address_space<workgroup>>
    return
  }
  func.func @mbarrier_arrive(%arg0: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, %arg1: index) {
    %0 = nvgpu.mbarrier.arrive %arg0[%arg1] : <memorySpace = #gpu.address_space<workgroup>> -> !nvgpu.mbarrier.token
    return
  }
  func.func @mbarrier_arrive_nocomplete(%arg0: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, %arg1: index, %arg2: index) {
    %0 = nvgpu.mbarrier.arrive.nocomplete %arg0[%arg1], %arg2 : <memorySpace = #gpu.address_space<workgroup>> -> !nvgpu.mbarrier.token
    return
  }
  func.func @mbarrier_create() {
    %0 = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>>
    return
  }
  func.func @mbarrier_init(%arg0: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, %arg1: index, %arg2: index) {
    nvgpu.mbarrier.init %arg0[%arg2], %arg1 : <memorySpace = #gpu.address_space<workgroup>>
    return
  }
  func.func @mbarrier_test_wait(%arg0: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, %arg1: !nvgpu.mbarrier.token, %arg2: index) {
    %0 = nvgpu.mbarrier.test.wait %arg0[%arg2], %arg1 : <memorySpace = #gpu.address_space<workgroup>>, !nvgpu.mbarrier.token
    return
  }
  func.func @tma_fence_descriptor(%arg0: !nvgpu.tensormap.descriptor<tensor = memref<64x8xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>) {
    nvgpu.tma.fence.descriptor %arg0 : <tensor = memref<64x8xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
    return
  }
  func.func @tma_prefetch_descriptor(%arg0: !nvgpu.tensormap.descriptor<tensor = memref<64x8xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %arg1: i1) {
    nvgpu.tma.prefetch.descriptor %arg0, predicate = %arg1 : <tensor = memref<64x8xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
    return
  }
  func.func @warpgroup_mma_init_accumulator() {
    %0 = nvgpu.warpgroup.mma.init.accumulator -> <fragmented = vector<64x128xf32>>
    return
  }
}
