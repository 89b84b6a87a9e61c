module {
  func.func @pack(%arg0: tensor<128x256xf32>, %arg1: tensor<16x8x8x32xf32>, %arg2: tensor<?x?xf32>, %arg3: tensor<?x?x?x?xf32>, %arg4: index, %arg5: index, %arg6: f32) -> tensor<?x?x?x?xf32> {
    %pack = linalg.pack %arg0 outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %arg1 : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
    %pack_0 = linalg.pack %arg2 padding_value(%arg6 : f32) inner_dims_pos = [1, 0] inner_tiles = [%arg4, %arg5] into %arg3 : tensor<?x?xf32> -> tensor<?x?x?x?xf32>
    %unpack = linalg.unpack %pack inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %arg0 : tensor<16x8x8x32xf32> -> tensor<128x256xf32>
    %unpack_1 = linalg.unpack %pack_0 outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [%arg4, %arg5] into %arg2 : tensor<?x?x?x?xf32> -> tensor<?x?xf32>
    return %pack_0 : tensor<?x?x?x?xf32>
  }
}
