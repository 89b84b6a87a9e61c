module {
  func.func @atomic_write(%arg0: !llvm.ptr, %arg1: !llvm.ptr) {
    acc.atomic.write %arg0 = %arg1 : !llvm.ptr, !llvm.ptr
    return
  }
  func.func @bounds(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index) {
    %0 = acc.bounds lowerbound(%arg0 : index) upperbound(%arg1 : index) extent(%arg2 : index) stride(%arg3 : index) startIdx(%arg4 : index) {strideInBytes = true}
    return
  }
  func.func @declare_exit(%arg0: !acc.declare_token) {
    acc.declare_exit token(%arg0)
    return
  }
  func.func @get_lowerbound(%arg0: !acc.data_bounds_ty) {
    %0 = acc.get_lowerbound %arg0 : (!acc.data_bounds_ty) -> index
    return
  }
  func.func @get_upperbound(%arg0: !acc.data_bounds_ty) {
    %0 = acc.get_upperbound %arg0 : (!acc.data_bounds_ty) -> index
    return
  }
  func.func @kernel_environment() {
    acc.kernel_environment {
    }
    return
  }
  func.func @kernels() {
    acc.kernels combined(loop) {
    }
    return
  }
  func.func @set() {
    acc.set attributes {device_type = #acc.device_type<none>}
    return
  }
  func.func @shutdown() {
    acc.shutdown
    return
  }
}
