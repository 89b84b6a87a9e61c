module {
  func.func @clone(%arg0: memref<4xindex>) {
    %0 = bufferization.clone %arg0 : memref<4xindex> to memref<?xf32>
    return
  }
  func.func @dealloc() {
    bufferization.dealloc
    return
  }
  func.func @dealloc_tensor(%arg0: tensor<1xi8>) {
    bufferization.dealloc_tensor %arg0 : tensor<1xi8>
    return
  }
  func.func @materialize_in_destination(%arg0: tensor<i32>, %arg1: tensor<i32>) {
    %0 = bufferization.materialize_in_destination %arg0 in %arg1 : (tensor<i32>, tensor<i32>) -> tensor<i32>
    return
  }
}
