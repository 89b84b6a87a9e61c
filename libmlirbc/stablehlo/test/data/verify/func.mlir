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
