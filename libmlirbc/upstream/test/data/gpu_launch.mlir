module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%arg0: f32 {foo.bar}, %arg1: memref<?xf32>) workgroup(%arg2 : memref<4xf32, 3> {llvm.align = 16 : i64}, %arg3 : memref<4xf32, 3>) private(%arg4 : memref<1xf32, 5>) kernel attributes {foo.y = 3 : i64, known_grid_size = array<i32: 1, 2, 3>} {
      gpu.return
    }
    gpu.func @g(%arg0: f32) -> (f32 {foo.x}, i32) {
      %c1_i32 = arith.constant 1 : i32
      gpu.return %arg0, %c1_i32 : f32, i32
    }
  }
  func.func @f(%arg0: index, %arg1: !gpu.async.token, %arg2: i32, %arg3: f32) {
    gpu.launch blocks(%arg4, %arg5, %arg6) in (%arg10 = %arg0, %arg11 = %arg0, %arg12 = %arg0) threads(%arg7, %arg8, %arg9) in (%arg13 = %arg0, %arg14 = %arg0, %arg15 = %arg0) {
      gpu.terminator
    }
    %0 = gpu.launch async [%arg1] blocks(%arg4, %arg5, %arg6) in (%arg10 = %arg0, %arg11 = %arg0, %arg12 = %arg0) threads(%arg7, %arg8, %arg9) in (%arg13 = %arg0, %arg14 = %arg0, %arg15 = %arg0) dynamic_shared_memory_size %arg2 module(@m) function(@kk) workgroup(%arg16 : memref<4xf32, 3>, %arg17 : memref<5xf32, 3>) private(%arg18 : memref<1xf32, 5>) {
      gpu.terminator
    } {foo = 2 : i64}
    %1 = gpu.launch async blocks(%arg4, %arg5, %arg6) in (%arg10 = %arg0, %arg11 = %arg0, %arg12 = %arg0) threads(%arg7, %arg8, %arg9) in (%arg13 = %arg0, %arg14 = %arg0, %arg15 = %arg0) {
      gpu.terminator
    }
    gpu.launch clusters(%arg16, %arg17, %arg18) in (%arg19 = %arg0, %arg20 = %arg0, %arg21 = %arg0) blocks(%arg4, %arg5, %arg6) in (%arg10 = %arg0, %arg11 = %arg0, %arg12 = %arg0) threads(%arg7, %arg8, %arg9) in (%arg13 = %arg0, %arg14 = %arg0, %arg15 = %arg0) {
      gpu.terminator
    }
    gpu.warp_execute_on_lane_0(%arg0)[32] {
    }
    gpu.warp_execute_on_lane_0(%arg0)[32] {
    }
    %2 = gpu.warp_execute_on_lane_0(%arg0)[64] args(%arg3, %arg2 : f32, i32) -> (f32) {
    ^bb0(%arg4: f32, %arg5: i32):
      gpu.yield %arg4 : f32
    } {foo = 2 : i64}
    return
  }
}
