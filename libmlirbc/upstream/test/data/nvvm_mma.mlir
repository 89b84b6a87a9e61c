module {
  llvm.func @n(%arg0: vector<2xf16>, %arg1: vector<2xf16>, %arg2: i32, %arg3: f32, %arg4: f64, %arg5: i16) {
    %0 = nvvm.mma.sync A[%arg0, %arg0]  B[%arg0]  C[%arg1, %arg1]  {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
    %1 = nvvm.mma.sync A[%arg2, %arg2]  B[%arg2]  C[%arg2, %arg2, %arg2, %arg2]  {intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %2 = nvvm.mma.sp.sync A[%arg0, %arg0] B[%arg0, %arg0] C[%arg1, %arg1] sparseMetadata[%arg2] selector[%arg2] {shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
    %3 = nvvm.mma.sync A[%arg2, %arg2]  B[%arg2]  C[%arg3, %arg3, %arg3, %arg3]  {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<tf32>, multiplicandBPtxType = #nvvm.mma_type<tf32>, shape = #nvvm.shape<m = 16, n = 8, k = 4>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %4 = nvvm.mma.sync A[%arg4]  B[%arg4]  C[%arg4, %arg4]  {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
    %5 = nvvm.mma.block_scale A[%arg2, %arg2, %arg2, %arg2] B[%arg2, %arg2] C[%arg3, %arg3, %arg3, %arg3] scaleA[%arg2, %arg5, %arg5] scaleB[%arg2, %arg5, %arg5] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, scaleVecSize = #nvvm.scale_vec_size<x2>, shape = #nvvm.shape<m = 16, n = 8, k = 64>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    llvm.return
  }
}
