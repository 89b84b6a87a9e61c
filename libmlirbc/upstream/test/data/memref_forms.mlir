module {
  func.func @f(%arg0: memref<4x4xf32>, %arg1: memref<1xi32>, %arg2: index, %arg3: tensor<?xf32>, %arg4: tensor<4xi32>) {
    memref.dma_start %arg0[%arg2, %arg2], %arg0[%arg2, %arg2], %arg2, %arg1[%arg2] : memref<4x4xf32>, memref<4x4xf32>, memref<1xi32>
    memref.dma_start %arg0[%arg2, %arg2], %arg0[%arg2, %arg2], %arg2, %arg1[%arg2], %arg2, %arg2 : memref<4x4xf32>, memref<4x4xf32>, memref<1xi32>
    memref.dma_wait %arg1[%arg2], %arg2 : memref<1xi32>
    memref.alloca_scope  {
    }
    %0:2 = memref.alloca_scope  -> (index, index) {
      memref.alloca_scope.return %arg2, %arg2 : index, index
    }
    memref.alloca_scope  {
      %alloca = memref.alloca() : memref<4xf32>
    }
    %1 = memref.generic_atomic_rmw %arg0[%arg2, %arg2] : memref<4x4xf32> {
    ^bb0(%arg5: f32):
      %4 = arith.addf %arg5, %arg5 : f32
      memref.atomic_yield %4 : f32
    }
    memref.prefetch %arg0[%arg2, %arg2], write, locality<2>, instr : memref<4x4xf32>
    %transpose = memref.transpose %arg0 (d0, d1) -> (d1, d0) {foo} : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
    %2 = bufferization.alloc_tensor(%arg2) : tensor<?xf32>
    %3 = bufferization.alloc_tensor() copy(%arg3) size_hint=%arg2 {memory_space = 3 : i32} : tensor<?xf32>
    return
  }
}
