module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4x3x3x1xf32>, %arg2: tensor<i1>, %arg3: tensor<4xi32>, %arg4: tensor<4xi8>) {
    %0 = tosa.maximum %arg0, %arg0 {nan_mode = IGNORE} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %1 = tosa.maximum %arg0, %arg0 {foo = 2 : i64} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %2 = tosa.clamp %arg0 {max_val = 1.000000e+00 : f32, min_val = 0.000000e+00 : f32} : (tensor<4xf32>) -> tensor<4xf32>
    %3 = tosa.reduce_max %arg0 {axis = 0 : i32, nan_mode = IGNORE} : (tensor<4xf32>) -> tensor<1xf32>
    %4 = tosa.apply_scale %arg3, %arg3, %arg4 {rounding_mode = DOUBLE_ROUND} : (tensor<4xi32>, tensor<4xi32>, tensor<4xi8>) -> tensor<4xi32>
    %5 = tosa.argmax %arg1 {axis = 1 : i32} : (tensor<4x3x3x1xf32>) -> tensor<4x3x1xi32>
    %6 = tosa.cond_if %arg2 : tensor<i1> -> tensor<4xf32> {
      tosa.yield %arg0 : tensor<4xf32>
    } else {
      tosa.yield %arg0 : tensor<4xf32>
    } {foo}
    %7 = tosa.const_shape  {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %8 = tosa.const_shape  {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
    %9 = tosa.resize %arg1, %7, %8, %8 {mode = NEAREST_NEIGHBOR} : (tensor<4x3x3x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<4x5x5x1xf32>
    return
  }
}
