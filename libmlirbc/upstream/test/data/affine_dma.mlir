module {
  func.func @f(%arg0: memref<100x100xf32>, %arg1: memref<100x100xf32, 2>, %arg2: memref<1xi32>, %arg3: index, %arg4: index) {
    %c0 = arith.constant 0 : index
    affine.dma_start %arg0[%arg3, %arg4 + 1], %arg1[%c0, %arg3], %arg2[%c0], %arg3 : memref<100x100xf32>, memref<100x100xf32, 2>, memref<1xi32>
    affine.dma_start %arg0[%arg3, %arg4 + 1], %arg1[%c0, symbol(%arg3)], %arg2[%c0], %arg3, %arg3, %arg4 : memref<100x100xf32>, memref<100x100xf32, 2>, memref<1xi32>
    affine.dma_wait %arg2[%c0], %arg3 : memref<1xi32>
    return
  }
}
