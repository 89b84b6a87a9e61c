func.func @access0(%t: tensor<?x4xf32>, %i: index, %e: f32) -> tensor<?x4xf32> {
  %0 = tensor.extract %t[%i, %i] : tensor<?x4xf32>
  %1 = tensor.insert %0 into %t[%i, %i] : tensor<?x4xf32>
  %2 = tensor.extract %1[%i, %i] {k = 0} : tensor<?x4xf32>
  %3 = tensor.insert %e into %1[%i, %i] {x.y} : tensor<?x4xf32>
  %4 = tensor.rank %t : tensor<?x4xf32>
  %5 = tensor.dim %t, %i : tensor<?x4xf32>
  %6 = tensor.dim {a} %t, %i : tensor<?x4xf32>
  return %3 : tensor<?x4xf32>
}
// -----
func.func @access1(%t: tensor<8xi32>, %i: index, %e: i32) -> tensor<8xi32> {
  %0 = tensor.extract %t[%i] : tensor<8xi32>
  %1 = tensor.insert %0 into %t[%i] : tensor<8xi32>
  %2 = tensor.extract %1[%i] {k = 1} : tensor<8xi32>
  %3 = tensor.insert %e into %1[%i] {x.y} : tensor<8xi32>
  %4 = tensor.rank %t : tensor<8xi32>
  %5 = tensor.dim %t, %i : tensor<8xi32>
  %6 = tensor.dim {a} %t, %i : tensor<8xi32>
  return %3 : tensor<8xi32>
}
// -----
func.func @access2(%t: tensor<f64>, %i: index, %e: f64) -> tensor<f64> {
  %0 = tensor.extract %t[] : tensor<f64>
  %1 = tensor.insert %0 into %t[] : tensor<f64>
  %2 = tensor.extract %1[] {k = 2} : tensor<f64>
  %3 = tensor.insert %e into %1[] {x.y} : tensor<f64>
  %4 = tensor.rank %t : tensor<f64>
  return %3 : tensor<f64>
}
// -----
func.func @access3(%t: tensor<2x?x?xi1>, %i: index, %e: i1) -> tensor<2x?x?xi1> {
  %0 = tensor.extract %t[%i, %i, %i] : tensor<2x?x?xi1>
  %1 = tensor.insert %0 into %t[%i, %i, %i] : tensor<2x?x?xi1>
  %2 = tensor.extract %1[%i, %i, %i] {k = 3} : tensor<2x?x?xi1>
  %3 = tensor.insert %e into %1[%i, %i, %i] {x.y} : tensor<2x?x?xi1>
  %4 = tensor.rank %t : tensor<2x?x?xi1>
  %5 = tensor.dim %t, %i : tensor<2x?x?xi1>
  %6 = tensor.dim {a} %t, %i : tensor<2x?x?xi1>
  return %3 : tensor<2x?x?xi1>
}
// -----
func.func @access4(%t: tensor<4x4xindex, "enc">, %i: index, %e: index) -> tensor<4x4xindex, "enc"> {
  %0 = tensor.extract %t[%i, %i] : tensor<4x4xindex, "enc">
  %1 = tensor.insert %0 into %t[%i, %i] : tensor<4x4xindex, "enc">
  %2 = tensor.extract %1[%i, %i] {k = 4} : tensor<4x4xindex, "enc">
  %3 = tensor.insert %e into %1[%i, %i] {x.y} : tensor<4x4xindex, "enc">
  %4 = tensor.rank %t : tensor<4x4xindex, "enc">
  %5 = tensor.dim %t, %i : tensor<4x4xindex, "enc">
  %6 = tensor.dim {a} %t, %i : tensor<4x4xindex, "enc">
  return %3 : tensor<4x4xindex, "enc">
}
// -----
func.func @access5(%t: tensor<?xcomplex<f32>>, %i: index, %e: complex<f32>) -> tensor<?xcomplex<f32>> {
  %0 = tensor.extract %t[%i] : tensor<?xcomplex<f32>>
  %1 = tensor.insert %0 into %t[%i] : tensor<?xcomplex<f32>>
  %2 = tensor.extract %1[%i] {k = 5} : tensor<?xcomplex<f32>>
  %3 = tensor.insert %e into %1[%i] {x.y} : tensor<?xcomplex<f32>>
  %4 = tensor.rank %t : tensor<?xcomplex<f32>>
  %5 = tensor.dim %t, %i : tensor<?xcomplex<f32>>
  %6 = tensor.dim {a} %t, %i : tensor<?xcomplex<f32>>
  return %3 : tensor<?xcomplex<f32>>
}
// -----
func.func @access6(%t: tensor<3x!foo.t>, %i: index, %e: !foo.t) -> tensor<3x!foo.t> {
  %0 = tensor.extract %t[%i] : tensor<3x!foo.t>
  %1 = tensor.insert %0 into %t[%i] : tensor<3x!foo.t>
  %2 = tensor.extract %1[%i] {k = 6} : tensor<3x!foo.t>
  %3 = tensor.insert %e into %1[%i] {x.y} : tensor<3x!foo.t>
  %4 = tensor.rank %t : tensor<3x!foo.t>
  %5 = tensor.dim %t, %i : tensor<3x!foo.t>
  %6 = tensor.dim {a} %t, %i : tensor<3x!foo.t>
  return %3 : tensor<3x!foo.t>
}
// -----
func.func @empty(%n: index) {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = tensor.empty(%n) : tensor<?x4xf32>
  %2 = tensor.empty(%n, %n) {k} : tensor<?x?xi8, "enc">
  return
}
// -----
func.func @cast(%t: tensor<*xf32>, %u: tensor<?x4xi32>) {
  %0 = tensor.cast %t : tensor<*xf32> to tensor<?x4xf32>
  %1 = tensor.cast %u {k} : tensor<?x4xi32> to tensor<2x4xi32>
  %2 = tensor.bitcast %u : tensor<?x4xi32> to tensor<?x4xf32>
  %3 = tensor.bitcast %u {k} : tensor<?x4xi32> to tensor<?x4xui32>
  %4 = tensor.rank %t {k} : tensor<*xf32>
  return
}
// -----
func.func @from_elements(%a: f32, %b: i64) {
  %0 = tensor.from_elements %a : tensor<f32>
  %1 = tensor.from_elements %a, %a, %a, %a {k} : tensor<2x2xf32>
  %2 = tensor.from_elements %b : tensor<1xi64>
  %3 = tensor.from_elements : tensor<0xi8>
  return
}
// -----
func.func @splat(%a: f32, %n: index) {
  %0 = tensor.splat %a : tensor<8x8xf32>
  %1 = tensor.splat %a[%n] : tensor<?x8xf32>
  %2 = tensor.splat %a[%n, %n] {k} : tensor<?x?xf32>
  return
}
// -----
func.func @slice(%t: tensor<8x?x4xf32>, %i: index) {
  %0 = tensor.extract_slice %t[0, 0, 0] [8, 4, 4] [1, 1, 1] : tensor<8x?x4xf32> to tensor<8x4x4xf32>
  %1 = tensor.extract_slice %t[%i, 2, %i] [4, %i, 1] [1, %i, 2] : tensor<8x?x4xf32> to tensor<4x?xf32>
  %2 = tensor.extract_slice %t[%i, %i, %i] [%i, %i, %i] [%i, %i, %i] {k = 1} : tensor<8x?x4xf32> to tensor<?x?x?xf32>
  return
}
// -----
func.func @slice0(%t: tensor<f32>) {
  %0 = tensor.extract_slice %t[] [] [] : tensor<f32> to tensor<f32>
  %1 = tensor.insert_slice %0 into %t[] [] [] : tensor<f32> into tensor<f32>
  return
}
// -----
func.func @insert_slice(%s: tensor<4xf32>, %t: tensor<8x?xf32>, %i: index) -> tensor<8x?xf32> {
  %0 = tensor.insert_slice %s into %t[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x?xf32>
  %1 = tensor.insert_slice %s into %0[0, %i] [1, 4] [%i, 1] {k} : tensor<4xf32> into tensor<8x?xf32>
  return %1 : tensor<8x?xf32>
}
// -----
func.func @reshape(%t: tensor<?x4xf32>, %n: index, %s: tensor<3xi32>) {
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %1 = tensor.expand_shape %t [[0, 1], [2]] output_shape [%n, 2, 4] : tensor<?x4xf32> into tensor<?x2x4xf32>
  %2 = tensor.expand_shape %1 [[0], [1], [2, 3]] output_shape [%n, 2, 2, 2] {k} : tensor<?x2x4xf32> into tensor<?x2x2x2xf32>
  %3 = tensor.collapse_shape %2 [[0, 1], [2, 3]] {k} : tensor<?x2x2x2xf32> into tensor<?x4xf32>
  %4 = tensor.reshape %t(%s) : (tensor<?x4xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  %5 = tensor.reshape %t(%s) {k} : (tensor<?x4xf32>, tensor<3xi32>) -> tensor<?x2x2xf32>
  return
}
// -----
func.func @scalars(%t: tensor<1x1xf32>, %u: tensor<f32>) {
  %0 = tensor.collapse_shape %t [] : tensor<1x1xf32> into tensor<f32>
  %1 = tensor.expand_shape %u [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  return
}
// -----
func.func @generate(%n: index, %a: f32) {
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %a : f32
  } : tensor<?xf32>
  %1 = tensor.generate %n, %n {
  ^bb0(%i: index, %j: index):
    %k = arith.addi %i, %j : index
    tensor.yield %k {y} : index
  } {k = 2} : tensor<?x?xindex>
  %2 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %a : f32
  } : tensor<4xf32>
  return
}
// -----
func.func @pad(%t: tensor<?x4xf32>, %n: index, %a: f32) {
  %0 = tensor.pad %t low[0, %n] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %a : f32
  } : tensor<?x4xf32> to tensor<?x?xf32>
  %1 = tensor.pad %t nofold low[0, 0] high[%n, %n] {
  ^bb0(%i: index, %j: index):
    %c = arith.constant 0.0 : f32
    tensor.yield %c : f32
  } {k} : tensor<?x4xf32> to tensor<?x?xf32>
  return
}
// -----
func.func @gather(%t: tensor<4x4x4xf32>, %i: tensor<6x1xindex>) {
  %0 = tensor.gather %t[%i] gather_dims([1]) : (tensor<4x4x4xf32>, tensor<6x1xindex>) -> tensor<6x4x1x4xf32>
  %1 = tensor.gather %t[%i] gather_dims([1]) unique {k} : (tensor<4x4x4xf32>, tensor<6x1xindex>) -> tensor<6x4x4xf32>
  %2 = tensor.scatter %0 into %t[%i] scatter_dims([1]) unique : (tensor<6x4x1x4xf32>, tensor<4x4x4xf32>, tensor<6x1xindex>) -> tensor<4x4x4xf32>
  return
}
// -----
func.func @concat(%a: tensor<3x?xf32>, %b: tensor<2x?xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<3x?xf32>, tensor<2x?xf32>) -> tensor<5x?xf32>
  %1 = tensor.concat dim(1) %a, %a, %a {k} : (tensor<3x?xf32>, tensor<3x?xf32>, tensor<3x?xf32>) -> tensor<3x?xf32>
  return
}
// -----
func.func @names(%t: tensor<4xf32>, %i: index) {
  %0 = tensor.extract %t[%i] : tensor<4xf32>
  %1 = tensor.extract %t[%i] : tensor<4xf32>
  %2 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %3 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %4 = tensor.dim %2, %i : tensor<?xf32>
  %5 = tensor.dim %3, %i : tensor<?xf32>
  %6 = tensor.from_elements %0, %1 : tensor<2xf32>
  "a.b"(%4, %5, %6) : (index, index, tensor<2xf32>) -> ()
  return
}
// -----
#enc = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @sparse(%t: tensor<?xf32, #enc>, %i: index) -> f32 {
  %0 = tensor.extract %t[%i] : tensor<?xf32, #enc>
  %1 = tensor.cast %t : tensor<?xf32, #enc> to tensor<4xf32, #enc>
  return %0 : f32
}
// -----
func.func @locs(%t: tensor<?xf32>, %i: index) {
  %0 = tensor.extract %t[%i] : tensor<?xf32> loc("a":1:1)
  %1 = tensor.generate %i {
  ^bb0(%j: index loc("j":1:1)):
    tensor.yield %0 : f32 loc("b")
  } : tensor<?xf32> loc("c")
  return
}
