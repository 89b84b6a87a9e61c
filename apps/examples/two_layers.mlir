// Two layers divided as Megatron does it: columns of the first matrix, rows of the second. Each rank has the sum of its rows as a term; the
// sum of all terms is divided by rows of the batch.
sdy.mesh @ranks = <["d"=4]>
func.func @main(%x: tensor<8x16xf32>,
    %w1: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@ranks, [{}, {"d"}]>},
    %w2: tensor<32x2xf32> {sdy.sharding = #sdy.sharding<@ranks, [{"d"}, {}]>})
    -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@ranks, [{"d"}, {}]>}) {
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.tanh %0 : tensor<8x32xf32>
  %2 = stablehlo.dot_general %1, %w2, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x2xf32>) -> tensor<8x2xf32>
  return %2 : tensor<8x2xf32>
}
