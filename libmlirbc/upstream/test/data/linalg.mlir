module {
  func.func @pack(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: index, %arg3: index) {
    %pack = linalg.pack %arg0 inner_dims_pos = [] inner_tiles = [] into %arg1 : tensor<4xf32> -> tensor<4xf32>
    return
  }
  func.func @softmax(%arg0: memref<4x8xf32>, %arg1: memref<4x8xf32>) {
    linalg.softmax dimension(1) ins(%arg0 : memref<4x8xf32>) outs(%arg1 : memref<4x8xf32>)
    return
  }
}
