module {
  func.func @f(%arg0: memref<10xf32>, %arg1: !llvm.ptr, %arg2: index) {
    %0 = acc.bounds lowerbound(%arg2 : index) upperbound(%arg2 : index)
    %1 = acc.copyin varPtr(%arg0 : memref<10xf32>) bounds(%0) -> memref<10xf32>
    %2 = acc.create varPtr(%arg1 : !llvm.ptr) varType(f64) -> !llvm.ptr
    %3 = acc.getdeviceptr varPtr(%arg0 : memref<10xf32>) varType(tensor<10xf32>) -> memref<10xf32> {dataClause = #acc<data_clause acc_copyout>}
    acc.copyout accPtr(%1 : memref<10xf32>) to varPtr(%arg0 : memref<10xf32>)
    acc.delete accPtr(%2 : !llvm.ptr) bounds(%0)
    return
  }
}
