module {
  func.func @abs(%arg0: tensor<1xi8>) {
    %0 = tosa.abs %arg0 : (tensor<1xi8>) -> tensor<1xi8>
    return
  }
  func.func @add(%arg0: tensor<1xi8>, %arg1: tensor<1xi8>) {
    %0 = tosa.add %arg0, %arg1 : (tensor<1xi8>, tensor<1xi8>) -> tensor<1xi8>
    return
  }
  func.func @arithmetic_right_shift(%arg0: tensor<1xi32>, %arg1: tensor<1xi32>) {
    %0 = tosa.arithmetic_right_shift %arg0, %arg1 {round = true} : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    return
  }
  func.func @bitwise_not(%arg0: tensor<2x3x4xf32>) {
    %0 = tosa.bitwise_not %arg0 : (tensor<2x3x4xf32>) -> tensor<*xf32>
    return
  }
  func.func @bitwise_xor(%arg0: tensor<1xi8>, %arg1: tensor<1xi8>) {
    %0 = tosa.bitwise_xor %arg0, %arg1 : (tensor<1xi8>, tensor<1xi8>) -> tensor<1xi8>
    return
  }
  func.func @cast(%arg0: tensor<4x4xi8>) {
    %0 = tosa.cast %arg0 : (tensor<4x4xi8>) -> tensor<4x4xi8>
    return
  }
  func.func @ceil(%arg0: tensor<4x4xi8>) {
    %0 = tosa.ceil %arg0 : (tensor<4x4xi8>) -> tensor<4x4xi8>
    return
  }
  func.func @concat(%arg0: tensor<1xf32>, %arg1: tensor<?xf32>) {
    %0 = tosa.concat %arg0, %arg1 {axis = 0 : i32} : (tensor<1xf32>, tensor<?xf32>) -> tensor<*xf32>
    return
  }
  func.func @cos(%arg0: tensor<2x3x4xf32>) {
    %0 = tosa.cos %arg0 : (tensor<2x3x4xf32>) -> tensor<*xf32>
    return
  }
  func.func @dim(%arg0: tensor<1xi8>) {
    %0 = tosa.dim %arg0 {axis = 0 : i32} : (tensor<1xi8>) -> !tosa.shape<1>
    return
  }
  func.func @equal(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) {
    %0 = tosa.equal %arg0, %arg1 : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    return
  }
  func.func @erf(%arg0: tensor<4x4xi8>) {
    %0 = tosa.erf %arg0 : (tensor<4x4xi8>) -> tensor<4x4xi8>
    return
  }
  func.func @fft2d(%arg0: tensor<*xf32>, %arg1: tensor<*xf32>) {
    %output_real, %output_imag = tosa.fft2d %arg0, %arg1 {inverse = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
    return
  }
  func.func @floor(%arg0: tensor<1xi8>) {
    %0 = tosa.floor %arg0 : (tensor<1xi8>) -> tensor<1xi8>
    return
  }
  func.func @gather(%arg0: tensor<2x3x4xf32>, %arg1: tensor<*xf32>) {
    %0 = tosa.gather %arg0, %arg1 : (tensor<2x3x4xf32>, tensor<*xf32>) -> tensor<*xf32>
    return
  }
  func.func @greater(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) {
    %0 = tosa.greater %arg0, %arg1 : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    return
  }
  func.func @identity(%arg0: tensor<1xi32>) {
    %0 = tosa.identity %arg0 : (tensor<1xi32>) -> tensor<1xi32>
    return
  }
  func.func @log(%arg0: tensor<1xi8>) {
    %0 = tosa.log %arg0 : (tensor<1xi8>) -> tensor<1xi8>
    return
  }
  func.func @logical_left_shift(%arg0: tensor<1xi8>, %arg1: tensor<1xi8>) {
    %0 = tosa.logical_left_shift %arg0, %arg1 : (tensor<1xi8>, tensor<1xi8>) -> tensor<1xi8>
    return
  }
  func.func @negate(%arg0: tensor<1xi32>, %arg1: tensor<1xi32>, %arg2: tensor<1xi32>) {
    %0 = tosa.negate %arg0, %arg1, %arg2 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    return
  }
  func.func @pow(%arg0: tensor<1x4x4xf32>, %arg1: tensor<1x4x4xf32>) {
    %0 = tosa.pow %arg0, %arg1 : (tensor<1x4x4xf32>, tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
    return
  }
  func.func @reduce_all(%arg0: tensor<1xi32>) {
    %0 = tosa.reduce_all %arg0 {axis = 0 : i32} : (tensor<1xi32>) -> tensor<1xi32>
    return
  }
  func.func @reduce_any(%arg0: tensor<*xf32>) {
    %0 = tosa.reduce_any %arg0 {axis = 2 : i32} : (tensor<*xf32>) -> tensor<*xf32>
    return
  }
  func.func @reduce_sum(%arg0: tensor<*xf32>) {
    %0 = tosa.reduce_sum %arg0 {axis = 4 : i32} : (tensor<*xf32>) -> tensor<*xf32>
    return
  }
  func.func @reverse(%arg0: tensor<1x4x4xf32>) {
    %0 = tosa.reverse %arg0 {axis = 2 : i32} : (tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
    return
  }
  func.func @rsqrt(%arg0: tensor<1xi8>) {
    %0 = tosa.rsqrt %arg0 : (tensor<1xi8>) -> tensor<1xi8>
    return
  }
  func.func @table(%arg0: tensor<4xi32>, %arg1: tensor<1xi8>) {
    %0 = tosa.table %arg0, %arg1 : (tensor<4xi32>, tensor<1xi8>) -> tensor<4xf32>
    return
  }
  func.func @tanh(%arg0: tensor<1x4x4xf32>) {
    %0 = tosa.tanh %arg0 : (tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
    return
  }
  func.func @transpose(%arg0: tensor<1xf32>) {
    %0 = tosa.transpose %arg0 {perms = array<i32: 0>} : (tensor<1xf32>) -> tensor<1xf32>
    return
  }
}
