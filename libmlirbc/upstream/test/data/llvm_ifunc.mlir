module {
  llvm.mlir.ifunc external @foo : !llvm.func<void (i32)>, !llvm.ptr @resolver {dso_local}
  llvm.func @resolver() -> !llvm.ptr {
    %0 = llvm.mlir.zero : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.ifunc linkonce_odr hidden @foo2 : !llvm.func<void (i32)>, !llvm.ptr @resolver
}
