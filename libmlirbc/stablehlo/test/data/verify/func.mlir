func.func private @g(tensor<f32>) -> tensor<f32>
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %r = func.call @g(%x) : (tensor<f32>) -> tensor<f32>
  func.return %r : tensor<f32>
}
// -----
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expect: 'g' does not reference a valid function
  %r = func.call @g(%x) : (tensor<f32>) -> tensor<f32>
  func.return %r : tensor<f32>
}
// -----
func.func private @g(tensor<f32>) -> tensor<f32>
func.func @f(%x: tensor<f64>) -> tensor<f32> {
  // expect: operand #0 has type 'tensor<f64>'
  %r = func.call @g(%x) : (tensor<f64>) -> tensor<f32>
  func.return %r : tensor<f32>
}
// -----
func.func @f(%x: tensor<f64>) -> tensor<f32> {
  // expect: doesn't match function result type
  func.return %x : tensor<f64>
}
// -----
func.func @f(%x: tensor<f64>) -> tensor<f32> {
  // expect: has 0 operands, but enclosing function returns 1
  func.return
}
// -----
// expect: static dimension 0 of 'tensor<3xf32
func.func @f(%x: tensor<3xf32, #stablehlo.bounds<4>>) {
  func.return
}
// -----
// expect: has 2 bounds for 1 dimensions
func.func @f(%x: tensor<?xf32, #stablehlo.bounds<4, 5>>) {
  func.return
}
// -----
// expect: unknown stablehlo type
func.func private @f(!stablehlo.foobar)
// -----
// expect: is not valid
func.func private @f(tensor<2x!quant.uniform<i8:f16, 1.0e-30>>)
// -----
module {
  module {
    func.func private @g(tensor<f32>) -> tensor<f32>
  }
  func.func @f(%x: tensor<f32>) -> tensor<f32> {
    // expect: does not reference a valid function
    %r = func.call @g(%x) : (tensor<f32>) -> tensor<f32>
    func.return %r : tensor<f32>
  }
}
// -----
func.func private @g() -> (tensor<i32>, tensor<i32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  // expect: must be the last operation in the parent block
  return %c, %c : tensor<i32>, tensor<i32>
  return %c, %c : tensor<i32>, tensor<i32>
}
// -----
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expect: must be the last operation in the parent block
  func.return %x : tensor<f32>
  %r = stablehlo.add %x, %x : tensor<f32>
}
// -----
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expect: is at the end of a block without a terminator
  %r = stablehlo.add %x, %x : tensor<f32>
}
// -----
func.func @f(%x: tensor<f32>, %y: tuple<>) -> tuple<tensor<f32>, tuple<>> {
  // expect: is at the end of a block without a terminator
  %r = stablehlo.tuple %x, %y : tuple<tensor<f32>, tuple<>>
^bb0(%lhs: tensor<f32>, %rhs: tensor<f32>):
  func.return %r : tuple<tensor<f32>, tuple<>>
}
// -----
// expect: has an empty block
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  func.return %x : tensor<f32>
^bb1(%y: tensor<f32>):
}
// -----
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expect: must be the last operation in the parent block
  cf.br ^bb1(%x : tensor<f32>)
  func.return %x : tensor<f32>
^bb1(%y: tensor<f32>):
  func.return %y : tensor<f32>
}
// -----
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expect: has 1 successors; expected 0
  %r = "stablehlo.negate"(%x)[^bb1] : (tensor<f32>) -> tensor<f32>
^bb1:
  func.return %x : tensor<f32>
}
// -----
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  cf.br ^bb1(%x : tensor<f32>)
^bb1(%y: tensor<f32>):
  func.return %y : tensor<f32>
}
// -----
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  "other.end"(%x) : (tensor<f32>) -> ()
}
// -----
func.func @f(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  %r = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // expect: must be the last operation in the parent block
    stablehlo.return %a : tensor<f32>
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  func.return %r : tensor<f32>
}
// -----
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  stablehlo.return %x : tensor<f32>
}
// -----
func.func @f(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expect: doesn't match function result type ('tensor<3xf32>')
  stablehlo.return %x : tensor<2xf32>
}
// -----
func.func @f(%x: tensor<2xf32>) {
  // expect: enclosing function returns 0
  stablehlo.return %x : tensor<2xf32>
}
// -----
// expect: expects region #0 to have 0 or 1 blocks
module {
  cf.br ^bb1
^bb1:
  func.func @f() {
    return
  }
}
