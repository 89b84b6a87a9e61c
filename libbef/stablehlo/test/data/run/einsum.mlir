// einsum in all its forms: products, batches, "...", repeated and summed dimensions.
func.func @product() {
  %x = stablehlo.constant dense<[[-5, 2, -2], [5, 1, -3]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<[[-2, 5], [1, -3], [4, 0]]> : tensor<3x2xi32>
  %r = stablehlo.einsum %x, %y, config = "ab,bc->ac" : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[4, -31], [-21, 22]]> : tensor<2x2xi32>
  return
}
func.func @transposed() {
  %x = stablehlo.constant dense<[[-5, 2, -2], [5, 1, -3]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<[[-2, 5, 1], [-3, 4, 0], [-4, 3, -1], [-5, 2, -2]]> : tensor<4x3xi32>
  %r = stablehlo.einsum %x, %y, config = "ab,cb->ca" : (tensor<2x3xi32>, tensor<4x3xi32>) -> tensor<4x2xi32>
  check.expect_eq_const %r, dense<[[18, -8], [23, -11], [28, -14], [33, -17]]> : tensor<4x2xi32>
  return
}
func.func @outer() {
  %x = stablehlo.constant dense<[-5, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[-2, 5, 1]> : tensor<3xi32>
  %r = stablehlo.einsum %x, %y, config = "a,b->ba" : (tensor<2xi32>, tensor<3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %r, dense<[[10, -4], [-25, 10], [-5, 2]]> : tensor<3x2xi32>
  return
}
func.func @batch() {
  %x = stablehlo.constant dense<[[[-5, 2, -2], [5, 1, -3]], [[4, 0, -4], [3, -1, -5]]]> : tensor<2x2x3xi32>
  %y = stablehlo.constant dense<[[[-2, 5], [1, -3], [4, 0]], [[-4, 3], [-1, -5], [2, -2]]]> : tensor<2x3x2xi32>
  %r = stablehlo.einsum %x, %y, config = "bij,bjk->bik" : (tensor<2x2x3xi32>, tensor<2x3x2xi32>) -> tensor<2x2x2xi32>
  check.expect_eq_const %r, dense<[[[4, -31], [-21, 22]], [[-24, 20], [-21, 24]]]> : tensor<2x2x2xi32>
  return
}
func.func @batch_behind() {
  %x = stablehlo.constant dense<[[[-5, 2], [-2, 5], [1, -3]], [[4, 0], [-4, 3], [-1, -5]]]> : tensor<2x3x2xi32>
  %y = stablehlo.constant dense<[[[-2, 5], [1, -3]], [[4, 0], [-4, 3]], [[-1, -5], [2, -2]]]> : tensor<3x2x2xi32>
  %r = stablehlo.einsum %x, %y, config = "ijb,jkb->kbi" : (tensor<2x3x2xi32>, tensor<3x2x2xi32>) -> tensor<2x2x2xi32>
  check.expect_eq_const %r, dense<[[[1, -23], [25, 25]], [[5, 18], [15, 19]]]> : tensor<2x2x2xi32>
  return
}
func.func @scalar() {
  %x = stablehlo.constant dense<[[-5, 2, -2], [5, 1, -3]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<[[-2, 5, 1], [-3, 4, 0]]> : tensor<2x3xi32>
  %r = stablehlo.einsum %x, %y, config = "ab,ab->" : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<i32>
  check.expect_eq_const %r, dense<7> : tensor<i32>
  return
}
func.func @elements() {
  %x = stablehlo.constant dense<[[-5, 2, -2], [5, 1, -3]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<[[-2, 5, 1], [-3, 4, 0]]> : tensor<2x3xi32>
  %r = stablehlo.einsum %x, %y, config = "ab,ab->ab" : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[10, 10, -2], [-15, 4, 0]]> : tensor<2x3xi32>
  return
}
func.func @ellipsis() {
  %x = stablehlo.constant dense<[[[-5, 2, -2], [5, 1, -3]], [[4, 0, -4], [3, -1, -5]]]> : tensor<2x2x3xi32>
  %y = stablehlo.constant dense<[[[-2, 5], [1, -3], [4, 0]], [[-4, 3], [-1, -5], [2, -2]]]> : tensor<2x3x2xi32>
  %r = stablehlo.einsum %x, %y, config = "...ij,...jk->...ik" : (tensor<2x2x3xi32>, tensor<2x3x2xi32>) -> tensor<2x2x2xi32>
  check.expect_eq_const %r, dense<[[[4, -31], [-21, 22]], [[-24, 20], [-21, 24]]]> : tensor<2x2x2xi32>
  return
}
func.func @ellipsis_broadcast() {
  %x = stablehlo.constant dense<[[[[-5, 2], [-2, 5]]], [[[1, -3], [4, 0]]]]> : tensor<2x1x2x2xi32>
  %y = stablehlo.constant dense<[[[-2, 5], [1, -3]], [[4, 0], [-4, 3]], [[-1, -5], [2, -2]]]> : tensor<3x2x2xi32>
  %r = stablehlo.einsum %x, %y, config = "...ij,...jk->...ik" : (tensor<2x1x2x2xi32>, tensor<3x2x2xi32>) -> tensor<2x3x2x2xi32>
  check.expect_eq_const %r, dense<[[[[12, -31], [9, -25]], [[-28, 6], [-28, 15]], [[9, 21], [12, 0]]], [[[-5, 14], [-8, 20]], [[16, -9], [16, 0]], [[-7, 1], [-4, -20]]]]> : tensor<2x3x2x2xi32>
  return
}
func.func @ellipsis_one() {
  %x = stablehlo.constant dense<[[-5, 2, -2], [5, 1, -3]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<[[-2, 5], [1, -3]]> : tensor<2x2xi32>
  %r = stablehlo.einsum %x, %y, config = "a...,ab->b..." : (tensor<2x3xi32>, tensor<2x2xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[15, -3, 1], [-40, 7, -1]]> : tensor<2x3xi32>
  return
}
func.func @ellipsis_summed() {
  %x = stablehlo.constant dense<[[-5, 2, -2], [5, 1, -3]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<[-2, 5, 1]> : tensor<3xi32>
  %r = stablehlo.einsum %x, %y, config = "...a,a->a" : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[0, 15, -5]> : tensor<3xi32>
  return
}
func.func @diagonal() {
  %x = stablehlo.constant dense<[[-5, 2, -2], [5, 1, -3], [4, 0, -4]]> : tensor<3x3xi32>
  %y = stablehlo.constant dense<[[-2, 5], [1, -3], [4, 0]]> : tensor<3x2xi32>
  %r = stablehlo.einsum %x, %y, config = "aa,ab->b" : (tensor<3x3xi32>, tensor<3x2xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[-5, -28]> : tensor<2xi32>
  return
}
func.func @diagonals() {
  %x = stablehlo.constant dense<[[[[-5, 2, -2], [5, 1, -3]], [[4, 0, -4], [3, -1, -5]], [[2, -2, 5], [1, -3, 4]]], [[[0, -4, 3], [-1, -5, 2]], [[-2, 5, 1], [-3, 4, 0]], [[-4, 3, -1], [-5, 2, -2]]]]> : tensor<2x3x2x3xi32>
  %y = stablehlo.constant dense<[-2, 5]> : tensor<2xi32>
  %r = stablehlo.einsum %x, %y, config = "abab,a->ba" : (tensor<2x3x2x3xi32>, tensor<2xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %r, dense<[[10, -5], [0, 20], [-10, -10]]> : tensor<3x2xi32>
  return
}
func.func @three_times() {
  %x = stablehlo.constant dense<[[[-5, 2], [-2, 5]], [[1, -3], [4, 0]]]> : tensor<2x2x2xi32>
  %y = stablehlo.constant dense<[-2, 5]> : tensor<2xi32>
  %r = stablehlo.einsum %x, %y, config = "aaa,a->a" : (tensor<2x2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[10, 0]> : tensor<2xi32>
  return
}
func.func @alone() {
  %x = stablehlo.constant dense<[[[-5, 2], [-2, 5], [1, -3]], [[4, 0], [-4, 3], [-1, -5]]]> : tensor<2x3x2xi32>
  %y = stablehlo.constant dense<[[-2, 5], [1, -3], [4, 0]]> : tensor<3x2xi32>
  %r = stablehlo.einsum %x, %y, config = "abc,bd->d" : (tensor<2x3x2xi32>, tensor<3x2xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[-32, -1]> : tensor<2xi32>
  return
}
func.func @of_one() {
  %x = stablehlo.constant dense<[[-5], [2]]> : tensor<2x1xi32>
  %y = stablehlo.constant dense<[[-2, 5], [1, -3], [4, 0]]> : tensor<3x2xi32>
  %r = stablehlo.einsum %x, %y, config = "ab,bc->ac" : (tensor<2x1xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[-15, -10], [6, 4]]> : tensor<2x2xi32>
  return
}
func.func @empty() {
  %x = stablehlo.constant dense<> : tensor<2x0xi32>
  %y = stablehlo.constant dense<> : tensor<0x2xi32>
  %r = stablehlo.einsum %x, %y, config = "ab,bc->ac" : (tensor<2x0xi32>, tensor<0x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[0, 0], [0, 0]]> : tensor<2x2xi32>
  return
}
func.func @several() {
  %x = stablehlo.constant dense<[[-5, 2, -2], [5, 1, -3]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<[[[-2, 5], [1, -3]], [[4, 0], [-4, 3]], [[-1, -5], [2, -2]]]> : tensor<3x2x2xi32>
  %r = stablehlo.einsum %x, %y, config = " ab , bcd ->a c d" : (tensor<2x3xi32>, tensor<3x2x2xi32>) -> tensor<2x2x2xi32>
  check.expect_eq_const %r, dense<[[[20, -15], [-17, 25]], [[-3, 40], [-5, -6]]]> : tensor<2x2x2xi32>
  return
}
func.func @transpose() {
  %x = stablehlo.constant dense<[[-5, 2, -2], [5, 1, -3]]> : tensor<2x3xi32>
  %r = stablehlo.unary_einsum %x, config = "ab->ba" : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %r, dense<[[-5, 5], [2, 1], [-2, -3]]> : tensor<3x2xi32>
  return
}
func.func @sum() {
  %x = stablehlo.constant dense<[[-5, 2, -2], [5, 1, -3]]> : tensor<2x3xi32>
  %r = stablehlo.unary_einsum %x, config = "ab->a" : (tensor<2x3xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[-5, 3]> : tensor<2xi32>
  return
}
func.func @total() {
  %x = stablehlo.constant dense<[[-5, 2, -2], [5, 1, -3]]> : tensor<2x3xi32>
  %r = stablehlo.unary_einsum %x, config = "ab->" : (tensor<2x3xi32>) -> tensor<i32>
  check.expect_eq_const %r, dense<-2> : tensor<i32>
  return
}
func.func @trace() {
  %x = stablehlo.constant dense<[[-5, 2, -2], [5, 1, -3], [4, 0, -4]]> : tensor<3x3xi32>
  %r = stablehlo.unary_einsum %x, config = "aa->" : (tensor<3x3xi32>) -> tensor<i32>
  check.expect_eq_const %r, dense<-8> : tensor<i32>
  return
}
func.func @unary_diagonal() {
  %x = stablehlo.constant dense<[[-5, 2, -2], [5, 1, -3], [4, 0, -4]]> : tensor<3x3xi32>
  %r = stablehlo.unary_einsum %x, config = "aa->a" : (tensor<3x3xi32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[-5, 1, -4]> : tensor<3xi32>
  return
}
func.func @unary_ellipsis() {
  %x = stablehlo.constant dense<[[[-5, 2, -2], [5, 1, -3]], [[4, 0, -4], [3, -1, -5]]]> : tensor<2x2x3xi32>
  %r = stablehlo.unary_einsum %x, config = "...a->a..." : (tensor<2x2x3xi32>) -> tensor<3x2x2xi32>
  check.expect_eq_const %r, dense<[[[-5, 5], [4, 3]], [[2, 1], [0, -1]], [[-2, -3], [-4, -5]]]> : tensor<3x2x2xi32>
  return
}
func.func @same() {
  %x = stablehlo.constant dense<[[-5, 2], [-2, 5]]> : tensor<2x2xi32>
  %r = stablehlo.unary_einsum %x, config = "ab->ab" : (tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[-5, 2], [-2, 5]]> : tensor<2x2xi32>
  return
}
// Sums have the element type of the result.
func.func @wider() {
  %x = stablehlo.constant dense<[[100, 100], [-100, -100]]> : tensor<2x2xi8>
  %y = stablehlo.constant dense<[[100, 1], [100, 2]]> : tensor<2x2xi8>
  %r = stablehlo.einsum %x, %y, config = "ab,bc->ac" : (tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x2xi32>
  %s = stablehlo.unary_einsum %x, config = "ab->a" : (tensor<2x2xi8>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[[20000, 300], [-20000, -300]]> : tensor<2x2xi32>
  check.expect_eq_const %s, dense<[200, -200]> : tensor<2xi32>
  return
}
// Of quantized tensors: the products of the numbers that they stand for.
func.func @quantized() {
  %f = stablehlo.constant dense<[[1.5, -2.0], [3.0, 0.5]]> : tensor<2x2xf32>
  %q = stablehlo.uniform_quantize %f : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>
  %r = stablehlo.einsum %q, %q, config = "ab,bc->ac" : (tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>, tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.25>>
  %s = stablehlo.unary_einsum %q, config = "aa->a" : (tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x!quant.uniform<i8:f32, 0.25>>
  %d = stablehlo.uniform_dequantize %r : (tensor<2x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x2xf32>
  %e = stablehlo.uniform_dequantize %s : (tensor<2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2xf32>
  check.expect_eq_const %d, dense<[[-3.75, -4.0], [6.0, -5.75]]> : tensor<2x2xf32>
  check.expect_eq_const %e, dense<[1.5, 0.5]> : tensor<2xf32>
  return
}
