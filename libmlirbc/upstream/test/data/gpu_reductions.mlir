module {
  gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
    gpu.func @k(%arg0: memref<?xf32>, %arg1: index) workgroup(%arg2 : memref<32xf32, #gpu.address_space<workgroup>>) private(%arg3 : memref<1xf32, 5>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %thread_id_x = gpu.thread_id  x
      %block_id_y = gpu.block_id  y upper_bound 64
      %global_id_z = gpu.global_id  z
      %block_dim_x = gpu.block_dim  x
      %0 = gpu.lane_id
      %1 = memref.load %arg0[%thread_id_x] : memref<?xf32>
      %c32_i32 = arith.constant 32 : i32
      %c1_i32 = arith.constant 1 : i32
      %shuffleResult, %valid = gpu.shuffle  xor %1, %c1_i32, %c32_i32 : f32
      %2 = gpu.subgroup_reduce  add %1 uniform : (f32) -> f32
      %3 = gpu.subgroup_reduce  maxnumf %1 cluster(size = 8, stride = 4) : (f32) -> f32
      %4 = gpu.all_reduce  add %1 uniform {
      } : (f32) -> f32
      %5 = gpu.all_reduce  %1 {
      ^bb0(%arg4: f32, %arg5: f32):
        %6 = arith.addf %arg4, %arg5 : f32
        gpu.yield %6 : f32
      } : (f32) -> f32
      gpu.barrier
      gpu.printf "hi %f\0A", %1 : f32
      gpu.return
    }
  }
}
