module {
  func.func @barrier() {
    gpu.barrier
    return
  }
  func.func @create_2to4_spmat(%arg0: index, %arg1: index, %arg2: memref<8xf32, #gpu.address_space<workgroup>>) {
    %spMat = gpu.create_2to4_spmat { PRUNE_AND_CHECK} %arg0, %arg1, %arg2 : memref<8xf32, #gpu.address_space<workgroup>>
    return
  }
  func.func @create_coo(%arg0: !gpu.async.token, %arg1: index, %arg2: index, %arg3: index, %arg4: memref<4xi32>, %arg5: memref<8xf32, #gpu.address_space<workgroup>>, %arg6: memref<f32>) {
    %spmat = gpu.create_coo [%arg0] %arg1, %arg2, %arg3, %arg4, %arg5, %arg6 : memref<4xi32>, memref<8xf32, #gpu.address_space<workgroup>>, memref<f32>
    return
  }
  func.func @create_coo_aos(%arg0: !gpu.async.token, %arg1: !gpu.async.token, %arg2: index, %arg3: index, %arg4: index, %arg5: memref<8xf32, #gpu.address_space<workgroup>>, %arg6: memref<16xf32>) {
    %spmat = gpu.create_coo_aos [%arg0, %arg1] %arg2, %arg3, %arg4, %arg5, %arg6 : memref<8xf32, #gpu.address_space<workgroup>>, memref<16xf32>
    return
  }
  func.func @destroy_dn_tensor(%arg0: !gpu.sparse.dntensor_handle) {
    gpu.destroy_dn_tensor  %arg0
    return
  }
  func.func @destroy_sp_mat(%arg0: !gpu.sparse.spmat_handle) {
    gpu.destroy_sp_mat  %arg0
    return
  }
  func.func @host_register(%arg0: memref<*xf32>) {
    gpu.host_register %arg0 : memref<*xf32>
    return
  }
  func.func @host_unregister(%arg0: memref<*xf32>) {
    gpu.host_unregister %arg0 : memref<*xf32>
    return
  }
  func.func @lane_id() {
    %0 = gpu.lane_id upper_bound 2
    return
  }
  func.func @printf(%arg0: f32) {
    gpu.printf "s", %arg0 : f32
    return
  }
  func.func @spgemm_destroy_descr(%arg0: !gpu.sparse.spgemmop_handle) {
    gpu.spgemm_destroy_descr  %arg0
    return
  }
  func.func @subgroup_mma_extract_thread_local(%arg0: !gpu.mma_matrix<16x16xf16, "AOp">) {
    %0 = gpu.subgroup_mma_extract_thread_local %arg0[] : !gpu.mma_matrix<16x16xf16, "AOp"> -> f16
    return
  }
  func.func @subgroup_size() {
    %0 = gpu.subgroup_size : index
    return
  }
  func.func @wait() {
    gpu.wait 
    return
  }
}
