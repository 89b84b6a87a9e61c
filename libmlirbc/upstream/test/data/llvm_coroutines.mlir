module {
  llvm.func @coroutine(%arg0: !llvm.ptr, %arg1: i32) {
    %0 = llvm.mlir.none : !llvm.token
    %1 = llvm.mlir.constant(true) : i1
    %2 = llvm.intr.coro.id %arg1, %arg0, %arg0, %arg0 : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
    %3 = llvm.intr.coro.begin %2, %arg0 : (!llvm.token, !llvm.ptr) -> !llvm.ptr
    %4 = llvm.intr.coro.save %arg0 : (!llvm.ptr) -> !llvm.token
    %5 = llvm.intr.coro.suspend %4, %1 : i8
    %6 = llvm.intr.coro.end %arg0, %1, %0 : (!llvm.ptr, i1, !llvm.token) -> i1
    %7 = llvm.intr.coro.free %2, %arg0 : (!llvm.token, !llvm.ptr) -> !llvm.ptr
    llvm.intr.coro.resume %arg0 : !llvm.ptr
    llvm.return
  }
}
