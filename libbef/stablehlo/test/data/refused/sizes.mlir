// expected 7:1: 'func.func': argument 0 is a tensor<4611686018427387904x4xf32>, which has more than 2^59 - 1 elements
// expected 12:8: 'stablehlo.broadcast_in_dim': result 0 is a tensor<2305843009213693952xf32>, which has more than 2^59 - 1 elements
// expected 18:8: 'stablehlo.constant': result 0 is a tensor<9223372036854775807xi8>, which has more than 2^59 - 1 elements
// expected 20:8: 'stablehlo.iota': result 0 is a tensor<3x9223372036854775807xi8>, which has more than 2^59 - 1 elements
// expected 25:10: 'stablehlo.broadcast_in_dim': result 0 is a tensor<2305843009213693952xf32>, which has more than 2^59 - 1 elements
// Values that no memory can hold: arguments, results, constants, carried values, in regions; also where passes would leave them out.
func.func @arguments(%x: tensor<4611686018427387904x4xf32>, %empty: tensor<0x4611686018427387904x16xf32>) -> tensor<f32> {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  return %c : tensor<f32>
}
func.func @between(%x: tensor<f32>) -> tensor<f32> {
  %b = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<2305843009213693952xf32>
  %s = stablehlo.slice %b [3:4] : (tensor<2305843009213693952xf32>) -> tensor<1xf32>
  %r = stablehlo.reshape %s : (tensor<1xf32>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func @constants() -> tensor<1xi8> {
  %b = stablehlo.constant dense<1> : tensor<9223372036854775807xi8>
  %s = stablehlo.slice %b [3:4] : (tensor<9223372036854775807xi8>) -> tensor<1xi8>
  %i = stablehlo.iota dim = 1 : tensor<3x9223372036854775807xi8>
  return %s : tensor<1xi8>
}
func.func @regions(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %r = "stablehlo.if"(%p) ({
    %b = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<2305843009213693952xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%b init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2305843009213693952xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %s : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %r : tensor<f32>
}
