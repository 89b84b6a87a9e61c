// A neural network of two layers, small enough to check by eye: it reads ten digits drawn on 5 x 7 pixels, of which
// three are wrong in each.
//
//     bef run shapes_net.mlir
//
// prints the answers, 0 to 9, and the share of right ones, 1. The digits are made of the seven strokes of a pocket
// calculator:
//
//     . a a a .      The first layer finds the strokes. Each of its seven outputs adds up the pixels of one stroke,
//     f . . . b      6 in all (2 for each of three pixels, 3 for each of two), less 1; what is negative then becomes 0.
//     f . . . b
//     . g g g .      The second layer finds the digit. A stroke that the digit has speaks for it, any other stroke
//     e . . . c      against it. Strokes are counted from 2, nearly half of a whole one: what is missing counts too.
//     e . . . c
//     . d d d .      The answer is the digit with the highest score.
//
// Turn some more pixels around, and see how long it lasts.

// input * weights + bias, the same bias for each image. The bias is spread over a new tensor, to which the product is
// then added in place: the chain says when it has been.
func.func @layer(%input: !tfrt_tensor.tensor, %weights: !tfrt_tensor.tensor, %bias: !tfrt_tensor.tensor,
    %shape: !ts.shape, %ready: !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain) {
  %one = tfrt.constant.i32 1
  %output = "tfrt_test.broadcast.i32.2"(%bias, %shape) : (!tfrt_tensor.tensor, !ts.shape) -> !tfrt_tensor.tensor
  %done = "tfrt_test.matmul.i32.2"(%one, %input, %weights, %one, %output, %ready)
    : (i32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, i32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %output, %done : !tfrt_tensor.tensor, !tfrt.chain
}

func.func @recognise() -> !tfrt.chain {
  %start = tfrt.new.chain
  %images = "tfrt_test.const_dense_attr"() {value = dense<[
    [0, 1, 1, 0, 1,
     1, 0, 0, 0, 1,
     1, 0, 0, 0, 1,
     0, 0, 0, 0, 0,
     1, 0, 0, 0, 1,
     1, 0, 0, 0, 1,
     0, 1, 1, 1, 1],

    [0, 0, 0, 1, 0,
     0, 1, 0, 0, 1,
     0, 0, 0, 0, 1,
     0, 0, 0, 0, 0,
     0, 0, 0, 1, 1,
     0, 0, 0, 0, 1,
     0, 0, 0, 0, 0],

    [0, 1, 0, 1, 0,
     0, 0, 0, 0, 1,
     0, 0, 0, 1, 1,
     0, 1, 1, 1, 0,
     1, 0, 0, 0, 0,
     1, 0, 0, 0, 0,
     0, 1, 0, 1, 0],

    [0, 1, 1, 0, 0,
     0, 0, 1, 0, 1,
     0, 0, 0, 0, 1,
     0, 1, 1, 1, 0,
     0, 0, 0, 0, 1,
     0, 0, 1, 0, 1,
     0, 1, 1, 1, 0],

    [0, 0, 0, 1, 0,
     1, 0, 0, 0, 1,
     1, 0, 0, 0, 0,
     0, 1, 1, 1, 0,
     0, 0, 0, 0, 1,
     1, 0, 0, 0, 1,
     0, 0, 0, 0, 0],

    [0, 1, 1, 1, 0,
     1, 0, 0, 1, 0,
     1, 0, 0, 0, 0,
     0, 1, 1, 0, 0,
     0, 0, 0, 0, 1,
     0, 1, 0, 0, 1,
     0, 1, 1, 1, 0],

    [0, 1, 1, 1, 0,
     1, 1, 0, 0, 0,
     1, 1, 0, 0, 0,
     0, 1, 1, 1, 1,
     1, 0, 0, 0, 1,
     1, 0, 0, 0, 1,
     0, 1, 1, 1, 0],

    [0, 1, 1, 1, 0,
     0, 1, 0, 0, 1,
     0, 0, 1, 0, 1,
     0, 0, 0, 0, 0,
     0, 0, 0, 1, 1,
     0, 0, 0, 0, 1,
     0, 0, 0, 0, 0],

    [0, 1, 1, 0, 1,
     1, 0, 0, 0, 1,
     1, 0, 0, 1, 1,
     0, 1, 1, 1, 0,
     1, 0, 0, 0, 1,
     1, 0, 0, 0, 1,
     0, 1, 1, 1, 0],

    [0, 1, 1, 1, 0,
     1, 0, 0, 0, 1,
     1, 0, 0, 0, 1,
     0, 1, 1, 1, 0,
     0, 0, 0, 0, 1,
     0, 0, 1, 0, 1,
     0, 0, 1, 1, 1]
  ]> : tensor<10x35xi32>} : () -> !tfrt_tensor.tensor

  // How much each pixel, rows of five at a time, adds to the strokes a b c d e f g.
  %weights1 = "tfrt_test.const_dense_attr"() {value = dense<[
    [0, 0, 0, 0, 0, 0, 0],
    [2, 0, 0, 0, 0, 0, 0],
    [2, 0, 0, 0, 0, 0, 0],
    [2, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],

    [0, 0, 0, 0, 0, 3, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 3, 0, 0, 0, 0, 0],

    [0, 0, 0, 0, 0, 3, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 3, 0, 0, 0, 0, 0],

    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 2],
    [0, 0, 0, 0, 0, 0, 2],
    [0, 0, 0, 0, 0, 0, 2],
    [0, 0, 0, 0, 0, 0, 0],

    [0, 0, 0, 0, 3, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 3, 0, 0, 0, 0],

    [0, 0, 0, 0, 3, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 3, 0, 0, 0, 0],

    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 2, 0, 0, 0],
    [0, 0, 0, 2, 0, 0, 0],
    [0, 0, 0, 2, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0]
  ]> : tensor<35x7xi32>} : () -> !tfrt_tensor.tensor
  %bias1 = "tfrt_test.const_dense_attr"() {value = dense<-1> : tensor<7xi32>} : () -> !tfrt_tensor.tensor
  %shape1 = ts.build_shape [10 : i64, 7 : i64]
  %strokes, %c1 = tfrt.call @layer(%images, %weights1, %bias1, %shape1, %start)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !ts.shape, !tfrt.chain)
    -> (!tfrt_tensor.tensor, !tfrt.chain)
  %c2 = "tfrt_test.relu_inplace.i32"(%strokes, %c1) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain

  // How much each stroke, a to g, adds to the digits 0 to 9. The bias of a digit is -2 times its column of weights.
  %weights2 = "tfrt_test.const_dense_attr"() {value = dense<[
    [ 1, -1,  1,  1, -1,  1,  1,  1,  1,  1],
    [ 1,  1,  1,  1,  1, -1, -1,  1,  1,  1],
    [ 1,  1, -1,  1,  1,  1,  1,  1,  1,  1],
    [ 1, -1,  1,  1, -1,  1,  1, -1,  1,  1],
    [ 1, -1,  1, -1, -1, -1,  1, -1,  1, -1],
    [ 1, -1, -1, -1,  1,  1,  1, -1,  1,  1],
    [-1, -1,  1,  1,  1,  1,  1, -1,  1,  1]
  ]> : tensor<7x10xi32>} : () -> !tfrt_tensor.tensor
  %bias2 = "tfrt_test.const_dense_attr"() {value = dense<[-10, 6, -6, -6, -2, -6, -10, 2, -14, -10]> : tensor<10xi32>}
    : () -> !tfrt_tensor.tensor
  %shape2 = ts.build_shape [10 : i64, 10 : i64]
  %scores, %c3 = tfrt.call @layer(%strokes, %weights2, %bias2, %shape2, %c2)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !ts.shape, !tfrt.chain)
    -> (!tfrt_tensor.tensor, !tfrt.chain)
  %answers = "tfrt_test.argmax.i32.2"(%scores, %c3) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %c4 = tfrt_dht.print_tensor %answers, %c3

  // 1 where the answer is right, 0 where it is not, and the mean of that.
  %labels = "tfrt_test.const_dense_attr"() {value = dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]> : tensor<10xi32>}
    : () -> !tfrt_tensor.tensor
  %c5 = "tfrt_test.equal_inplace.i32"(%labels, %answers, %c4)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %right = tfrt_dht.create_uninitialized_tensor.f32.1 [10 : i64]
  %c6 = "tfrt_test.cast.i32_to_f32"(%answers, %right, %c5)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %accuracy = "tfrt_test.reduce_mean.f32.1"(%right, %c6) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %c7 = tfrt_dht.print_tensor %accuracy, %c6
  tfrt.return %c7 : !tfrt.chain
}
