module {
  func.func @packed_stoch_round_fp8(%arg0: f32, %arg1: i32, %arg2: vector<4xf8E5M2>) {
    %0 = amdgpu.packed_stoch_round_fp8 %arg0 + %arg1 into %arg2[1] : f32 to vector<4xf8E5M2> into vector<4xf8E5M2>
    return
  }
  func.func @packed_trunc_2xfp8(%arg0: f32, %arg1: f32, %arg2: vector<4xf8E5M2>) {
    %0 = amdgpu.packed_trunc_2xfp8 %arg0, %arg1 into %arg2[word 0] : f32 to vector<4xf8E5M2> into vector<4xf8E5M2>
    return
  }
  func.func @permlane_swap(%arg0: vector<8xf32>) {
    %0 = amdgpu.permlane_swap %arg0 16 : vector<8xf32>
    return
  }
  func.func @raw_buffer_atomic_smax(%arg0: i32, %arg1: memref<4xi32>, %arg2: i32, %arg3: i32) {
    amdgpu.raw_buffer_atomic_smax {indexOffset = 0 : i32} %arg0 -> %arg1[%arg2] sgprOffset %arg3 : i32 -> memref<4xi32>, i32
    return
  }
  func.func @raw_buffer_load(%arg0: memref<16xf32>, %arg1: i32) {
    %0 = amdgpu.raw_buffer_load %arg0[%arg1] : memref<16xf32>, i32 -> memref<4xf32, #amdgpu.address_space<fat_raw_buffer>>
    return
  }
  func.func @raw_buffer_store(%arg0: memref<4xf32, #amdgpu.address_space<fat_raw_buffer>>, %arg1: memref<?xf32>, %arg2: i32, %arg3: i32) {
    amdgpu.raw_buffer_store {indexOffset = 0 : i32} %arg0 -> %arg1[%arg2] sgprOffset %arg3 : memref<4xf32, #amdgpu.address_space<fat_raw_buffer>> -> memref<?xf32>, i32
    return
  }
  func.func @sched_barrier() {
    amdgpu.sched_barrier allow = <non_mem_non_sideffect>
    return
  }
  func.func @swizzle_bitmode(%arg0: f8E5M2) {
    %0 = amdgpu.swizzle_bitmode %arg0 1 0 2 : f8E5M2
    return
  }
  func.func @tensor_load_to_lds(%arg0: !amdgpu.tdm_descriptor) {
    amdgpu.tensor_load_to_lds %arg0 : !amdgpu.tdm_descriptor
    return
  }
  func.func @tensor_store_from_lds(%arg0: !amdgpu.tdm_descriptor) {
    amdgpu.tensor_store_from_lds %arg0 : !amdgpu.tdm_descriptor
    return
  }
}
