// Trains the network of mnist.mlir on one picture, with TFRT's initial weights, by gradient descent.
//
//     bef run mnist_training.mlir
//
// in a folder with TFRT's mnist_metadata.btf (a picture, what it shows as one of ten, initial weights and bias of both
// layers, and a guess of TensorFlow's after some training) prints the guess after 0, 1, 2, 4 and all steps, and whether
// it is TensorFlow's. The file does not say how TensorFlow trained: 10 steps at a rate of 0.01 were found by trying, and
// give all ten of its numbers.

// One step for all four tensors of weights.
func.func @step(%images: !tfrt_tensor.tensor, %wanted: !tfrt_tensor.tensor, %w1: !tfrt_tensor.tensor, %b1:
    !tfrt_tensor.tensor, %w2: !tfrt_tensor.tensor, %b2: !tfrt_tensor.tensor, %rate: !tfrt_tensor.tensor,
    %ready: !tfrt.chain) -> !tfrt.chain {
  %one = tfrt.constant.f32 1.0
  %zero = tfrt.constant.f32 0.0
  %share = tfrt.constant.f32 1.0
  %hidden_shape = ts.build_shape [1 : i64, 512 : i64]
  %out_shape = ts.build_shape [1 : i64, 10 : i64]
  // forward: hidden = relu(images * w1 + b1), guess = softmax(hidden * w2 + b2)
  %hidden = "tfrt_test.broadcast.f32.2"(%b1, %hidden_shape, %ready)
    : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %f1 = "eigen.matmul.f32"(%one, %images, %w1, %one, %hidden, %ready)
    : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %f2 = "tfrt_test.relu_inplace.f32"(%hidden, %f1) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %guess = "tfrt_test.broadcast.f32.2"(%b2, %out_shape, %ready)
    : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %f3 = "eigen.matmul.f32"(%one, %hidden, %w2, %one, %guess, %f2)
    : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %f4 = "tfrt_test.softmax_inplace.f32"(%guess, %f3) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  // backward: the gradient of the cross entropy before the softmax is guess - wanted
  %g1 = "tfrt_test.subtract_inplace.f32"(%guess, %wanted, %f4)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %hidden_t = "befkit.create_tensor.f32"(%g1) {shape = [512 : i64, 1 : i64]} : (!tfrt.chain) -> !tfrt_tensor.tensor
  %g2 = "tfrt_test.tensor_transpose.f32"(%hidden, %hidden_t, %g1)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %w2_grad = "befkit.create_tensor.f32"(%g2) {shape = [512 : i64, 10 : i64]} : (!tfrt.chain) -> !tfrt_tensor.tensor
  %g3 = "eigen.matmul.f32"(%share, %hidden_t, %guess, %zero, %w2_grad, %g2)
    : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %b2_grad = "befkit.create_tensor.f32"(%g3) {shape = [10 : i64]} : (!tfrt.chain) -> !tfrt_tensor.tensor
  %g4 = "tfrt_test.mean_axis_zero.f32"(%guess, %b2_grad, %g3)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %w2_t = "befkit.create_tensor.f32"(%g4) {shape = [10 : i64, 512 : i64]} : (!tfrt.chain) -> !tfrt_tensor.tensor
  %g5 = "tfrt_test.tensor_transpose.f32"(%w2, %w2_t, %g4)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %hidden_grad = "befkit.create_tensor.f32"(%g5) {shape = [1 : i64, 512 : i64]} : (!tfrt.chain) -> !tfrt_tensor.tensor
  %g6 = "eigen.matmul.f32"(%one, %guess, %w2_t, %zero, %hidden_grad, %g5)
    : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %g7 = "tfrt_test.relu_grad_inplace.f32"(%hidden, %hidden_grad, %g6)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %images_t = "befkit.create_tensor.f32"(%g7) {shape = [784 : i64, 1 : i64]} : (!tfrt.chain) -> !tfrt_tensor.tensor
  %g8 = "tfrt_test.tensor_transpose.f32"(%images, %images_t, %g7)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %w1_grad = "befkit.create_tensor.f32"(%g8) {shape = [784 : i64, 512 : i64]} : (!tfrt.chain) -> !tfrt_tensor.tensor
  %g9 = "eigen.matmul.f32"(%share, %images_t, %hidden_grad, %zero, %w1_grad, %g8)
    : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %b1_grad = "befkit.create_tensor.f32"(%g9) {shape = [512 : i64]} : (!tfrt.chain) -> !tfrt_tensor.tensor
  %g10 = "tfrt_test.mean_axis_zero.f32"(%hidden_grad, %b1_grad, %g9)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  // a step downhill
  %s1 = "tfrt_test.gradient_descent.f32"(%w1, %w1_grad, %rate, %g10)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %s2 = "tfrt_test.gradient_descent.f32"(%b1, %b1_grad, %rate, %s1)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %s3 = "tfrt_test.gradient_descent.f32"(%w2, %w2_grad, %rate, %s2)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %s4 = "tfrt_test.gradient_descent.f32"(%b2, %b2_grad, %rate, %s3)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %s4 : !tfrt.chain
}

// The network's guess: ten probabilities.
func.func @guess(%images: !tfrt_tensor.tensor, %w1: !tfrt_tensor.tensor, %b1: !tfrt_tensor.tensor, %w2:
    !tfrt_tensor.tensor, %b2: !tfrt_tensor.tensor, %ready: !tfrt.chain)
    -> (!tfrt_tensor.tensor, !tfrt.chain) {
  %one = tfrt.constant.f32 1.0
  %hidden_shape = ts.build_shape [1 : i64, 512 : i64]
  %out_shape = ts.build_shape [1 : i64, 10 : i64]
  %hidden = "tfrt_test.broadcast.f32.2"(%b1, %hidden_shape, %ready)
    : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %f1 = "eigen.matmul.f32"(%one, %images, %w1, %one, %hidden, %ready)
    : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %f2 = "tfrt_test.relu_inplace.f32"(%hidden, %f1) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %guess = "tfrt_test.broadcast.f32.2"(%b2, %out_shape, %ready)
    : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %f3 = "eigen.matmul.f32"(%one, %hidden, %w2, %one, %guess, %f2)
    : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %f4 = "tfrt_test.softmax_inplace.f32"(%guess, %f3) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %guess, %f4 : !tfrt_tensor.tensor, !tfrt.chain
}

// So many steps. The loop carries the tensors and a chain; the weights are written in place.
func.func @train(%times: i32, %images: !tfrt_tensor.tensor, %wanted: !tfrt_tensor.tensor, %w1: !tfrt_tensor.tensor,
    %b1: !tfrt_tensor.tensor, %w2: !tfrt_tensor.tensor, %b2: !tfrt_tensor.tensor, %rate: !tfrt_tensor.tensor,
    %ready: !tfrt.chain) -> !tfrt.chain {
  %i, %l, %a, %b, %c, %d, %r, %done = tfrt.repeat.i32 %times, %images, %wanted, %w1, %b1, %w2, %b2, %rate, %ready
    : !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain {
    %next = tfrt.call @step(%images, %wanted, %w1, %b1, %w2, %b2, %rate, %ready) : (!tfrt_tensor.tensor,
    !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
    tfrt.return %images, %wanted, %w1, %b1, %w2, %b2, %rate, %next : !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt.chain
  }
  tfrt.return %done : !tfrt.chain
}

func.func @training() -> !tfrt.chain {
  %start = tfrt.new.chain
  %path = tfrt_test.get_string {value = "mnist_metadata.btf"}
  %0 = tfrt.constant.i32 0
  %1 = tfrt.constant.i32 1
  %2 = tfrt.constant.i32 2
  %3 = tfrt.constant.i32 3
  %4 = tfrt.constant.i32 4
  %5 = tfrt.constant.i32 5
  %6 = tfrt.constant.i32 6
  %images = "btf.read_dense_tensor.f32.2"(%path, %0) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %wanted = "btf.read_dense_tensor.f32.2"(%path, %1) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %w1 = "btf.read_dense_tensor.f32.2"(%path, %2) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %b1 = "btf.read_dense_tensor.f32.1"(%path, %3) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %w2 = "btf.read_dense_tensor.f32.2"(%path, %4) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %b2 = "btf.read_dense_tensor.f32.1"(%path, %5) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %expected = "btf.read_dense_tensor.f32.2"(%path, %6) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %rate = tfrt_dht.create_uninitialized_tensor.f32.1 [1 : i64]
  %r = tfrt_dht.fill_tensor_with_constant.f32 %rate, %start 0.01 : f32
  %guess0, %g0 = tfrt.call @guess(%images, %w1, %b1, %w2, %b2, %r)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain)
  %p0 = tfrt_dht.print_tensor %guess0, %g0
  %n1 = tfrt.constant.i32 1
  %t1 = tfrt.call @train(%n1, %images, %wanted, %w1, %b1, %w2, %b2, %rate, %p0)
    : (i32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %guess1, %g1 = tfrt.call @guess(%images, %w1, %b1, %w2, %b2, %t1)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain)
  %p1 = tfrt_dht.print_tensor %guess1, %g1
  %n2 = tfrt.constant.i32 1
  %t2 = tfrt.call @train(%n2, %images, %wanted, %w1, %b1, %w2, %b2, %rate, %p1)
    : (i32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %guess2, %g2 = tfrt.call @guess(%images, %w1, %b1, %w2, %b2, %t2)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain)
  %p2 = tfrt_dht.print_tensor %guess2, %g2
  %n3 = tfrt.constant.i32 2
  %t3 = tfrt.call @train(%n3, %images, %wanted, %w1, %b1, %w2, %b2, %rate, %p2)
    : (i32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %guess3, %g3 = tfrt.call @guess(%images, %w1, %b1, %w2, %b2, %t3)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain)
  %p3 = tfrt_dht.print_tensor %guess3, %g3
  %n4 = tfrt.constant.i32 6
  %t4 = tfrt.call @train(%n4, %images, %wanted, %w1, %b1, %w2, %b2, %rate, %p3)
    : (i32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %guess4, %g4 = tfrt.call @guess(%images, %w1, %b1, %w2, %b2, %t4)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain)
  %p4 = tfrt_dht.print_tensor %guess4, %g4
  %close, %q = "tfrt_dht.tensor_allclose.2000ulp.f32"(%guess4, %expected, %p4) : (!tfrt_tensor.tensor,
    !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %end = tfrt.print.i1 %close, %q
  tfrt.return %end : !tfrt.chain
}
