module {
  func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: index) {
    %0 = affine.load %arg0[symbol(%arg3) + symbol(%arg2)] : memref<?xf32>
    %1 = affine.load %arg0[symbol(%arg3) + symbol(%arg2) + symbol(%arg3)] : memref<?xf32>
    %2 = affine.load %arg0[%arg1 + %arg2 + %arg1 + %arg3] : memref<?xf32>
    %3 = affine.load %arg0[(%arg1 + 1) floordiv 2 + %arg1 * 2 - %arg1 * 5 - 3] : memref<?xf32>
    %4 = affine.load %arg0[%arg1 mod 4] : memref<?xf32>
    %5 = affine.load %arg0[%arg1 * 2 + %arg2 floordiv 4 + %arg1 * symbol(%arg3) + 3] : memref<?xf32>
    %6 = affine.load %arg0[(%arg1 + 3) * 2 + 5] : memref<?xf32>
    %7 = affine.load %arg0[-(%arg1 + 3)] : memref<?xf32>
    %8 = affine.load %arg0[(%arg1 * symbol(%arg3)) * 6] : memref<?xf32>
    return
  }
}
