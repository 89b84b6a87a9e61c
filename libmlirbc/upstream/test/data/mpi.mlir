module {
  func.func @barrier(%arg0: !mpi.comm) {
    mpi.barrier(%arg0)
    return
  }
  func.func @comm_rank(%arg0: !mpi.comm) {
    %rank = mpi.comm_rank(%arg0) : i32
    return
  }
  func.func @comm_size(%arg0: !mpi.comm) {
    %size = mpi.comm_size(%arg0) : i32
    return
  }
  func.func @error_class(%arg0: !mpi.retval) {
    %0 = mpi.error_class %arg0 : !mpi.retval
    return
  }
  func.func @finalize() {
    mpi.finalize
    return
  }
  func.func @init() {
    mpi.init
    return
  }
  func.func @irecv(%arg0: memref<f32>, %arg1: i32, %arg2: i32, %arg3: !mpi.comm) {
    %retval, %req = mpi.irecv(%arg0, %arg1, %arg2, %arg3) : memref<f32>, i32, i32 -> !mpi.retval, !mpi.request
    return
  }
  func.func @recv(%arg0: memref<?xf32>, %arg1: i32, %arg2: i32, %arg3: !mpi.comm) {
    mpi.recv(%arg0, %arg1, %arg2, %arg3) : memref<?xf32>, i32, i32
    return
  }
  func.func @retval_check(%arg0: !mpi.retval) {
    %0 = mpi.retval_check %arg0 = <MPI_ERR_LASTCODE> : i1
    return
  }
  func.func @send(%arg0: memref<?xf32>, %arg1: i32, %arg2: i32, %arg3: !mpi.comm) {
    mpi.send(%arg0, %arg1, %arg2, %arg3) : memref<?xf32>, i32, i32
    return
  }
}
