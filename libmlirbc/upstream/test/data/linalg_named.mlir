module {
  func.func @f(%arg0: tensor<4x8xi8>, %arg1: tensor<8x16xi8>, %arg2: tensor<4x16xi32>, %arg3: i32, %arg4: f32, %arg5: tensor<4x16xf16>, %arg6: memref<1x8x8x3xi8>, %arg7: memref<2x2xi8>, %arg8: memref<1x7x7x3xi32>, %arg9: f64, %arg10: f64, %arg11: i32, %arg12: tensor<4x4xf32>) {
    %0 = linalg.matmul ins(%arg0, %arg1 : tensor<4x8xi8>, tensor<8x16xi8>) outs(%arg2 : tensor<4x16xi32>) -> tensor<4x16xi32>
    %1 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%arg0, %arg1 : tensor<4x8xi8>, tensor<8x16xi8>) outs(%arg2 : tensor<4x16xi32>) -> tensor<4x16xi32>
    %2 = linalg.quantized_matmul ins(%arg0, %arg1, %arg3, %arg3 : tensor<4x8xi8>, tensor<8x16xi8>, i32, i32) outs(%arg2 : tensor<4x16xi32>) -> tensor<4x16xi32>
    %3 = linalg.fill ins(%arg4 : f32) outs(%arg12 : tensor<4x4xf32>) -> tensor<4x4xf32>
    linalg.pooling_nhwc_max_unsigned {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg6, %arg7 : memref<1x8x8x3xi8>, memref<2x2xi8>) outs(%arg8 : memref<1x7x7x3xi32>)
    %4 = linalg.fill_rng_2d ins(%arg9, %arg10, %arg11 : f64, f64, i32) outs(%arg12 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = linalg.copy ins(%arg5 : tensor<4x16xf16>) outs(%arg2 : tensor<4x16xi32>) -> tensor<4x16xi32>
    return
  }
}
