// passes: refine:0=tensor<2x1xf32>;1=tensor<3xf32>
// report: dynamic 0
func.func @main(%a: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
  %sa = shape.shape_of %a : tensor<?x?xf32> -> tensor<2xindex>
  %sb = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %sa, %sb : tensor<2xindex>, tensor<1xindex>
  %0 = shape.assuming %w -> (tensor<?x?xf32>) {
    %s = shape.broadcast %sa, %sb : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    %1 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %2 = stablehlo.dynamic_broadcast_in_dim %b, %s, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %3 = stablehlo.add %1, %2 : tensor<?x?xf32>
    shape.assuming_yield %3 : tensor<?x?xf32>
  }
  return %0 : tensor<?x?xf32>
}
// =>
func.func @main(%a: tensor<2x1xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %1 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %3 = stablehlo.add %1, %2 : tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}
// -----
// passes: refine:0=tensor<2x4xf32>;1=tensor<3xf32>
// error: shape assertion failed: the shapes are not broadcastable
func.func @main(%a: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
  %sa = shape.shape_of %a : tensor<?x?xf32> -> tensor<2xindex>
  %sb = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %sa, %sb : tensor<2xindex>, tensor<1xindex>
  %0 = shape.assuming %w -> (tensor<?x?xf32>) {
    shape.assuming_yield %a : tensor<?x?xf32>
  }
  return %0 : tensor<?x?xf32>
}
// -----
// passes: refine:0=tensor<6x4xf32>
// report: dynamic 0
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %h = arith.divui %n, %c2 : index
  %even = arith.remui %n, %c2 : index
  %ok = arith.cmpi eq, %even, %c0 : index
  cf.assert %ok, "the size must be even"
  %f = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %0 = tensor.expand_shape %f [[0, 1, 2]] output_shape [%h, 2, %m] : tensor<?xf32> into tensor<?x2x?xf32>
  %1 = tensor.cast %0 : tensor<?x2x?xf32> to tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
}
// =>
func.func @main(%x: tensor<6x4xf32>) -> tensor<3x2x4xf32> {
  %0 = stablehlo.reshape %x : (tensor<6x4xf32>) -> tensor<24xf32>
  %1 = stablehlo.reshape %0 : (tensor<24xf32>) -> tensor<3x2x4xf32>
  %2 = stablehlo.reshape %1 : (tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  return %2 : tensor<3x2x4xf32>
}
// -----
// passes: refine:0=tensor<6x4xf32>
// report: dynamic 0
// As onnx-mlir wrote reshapes, when StableHLO had these operations.
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?x?xf32> {
  %s = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %n = shape.num_elements %s : tensor<2xindex> -> index
  %d = stablehlo.constant dense<[3, -1, 2]> : tensor<3xi64>
  %w = stablehlo.cstr_reshapable %n, %d : (index, tensor<3xi64>) -> !shape.witness
  %r = stablehlo.compute_reshape_shape %n, %d : (index, tensor<3xi64>) -> tensor<3xi64>
  %0 = stablehlo.dynamic_reshape %x, %r : (tensor<?x?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// =>
func.func @main(%x: tensor<6x4xf32>) -> tensor<3x4x2xf32> {
  %0 = stablehlo.reshape %x : (tensor<6x4xf32>) -> tensor<3x4x2xf32>
  return %0 : tensor<3x4x2xf32>
}
// -----
// passes: refine:0=tensor<7xf32>
// error: shape assertion failed: the elements do not fit in the shape
func.func @main(%x: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %d = stablehlo.constant dense<[3, -1]> : tensor<2xi32>
  %w = mhlo.cstr_reshapable %n, %d : (index, tensor<2xi32>) -> !shape.witness
  %r = mhlo.compute_reshape_shape %n, %d : (index, tensor<2xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %r : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
