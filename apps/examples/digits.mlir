// Learns to read digits, and reads some it has not seen.
//
//     bef run --functions digits digits.mlir
//
// A kernel draws the pictures: a digit somewhere near the middle of 12 x 12 pixels, and noise. A network of two layers
// is trained on 1500 of them and then shown 100 others, which had no part in choosing its size, steps and rate. Printed
// are the share of those that it reads right before and after, and six of the pictures with the answers. Other seeds
// than 100 give shares of 0.91 to 0.97.

// One step for all four tensors of weights.
func.func @step(%images: !tfrt_tensor.tensor, %wanted: !tfrt_tensor.tensor, %w1: !tfrt_tensor.tensor, %b1:
    !tfrt_tensor.tensor, %w2: !tfrt_tensor.tensor, %b2: !tfrt_tensor.tensor, %rate: !tfrt_tensor.tensor,
    %ready: !tfrt.chain) -> !tfrt.chain {
  %one = tfrt.constant.f32 1.0
  %zero = tfrt.constant.f32 0.0
  %share = tfrt.constant.f32 0.0006666666666666666
  %hidden_shape = ts.build_shape [1500 : i64, 64 : i64]
  %out_shape = ts.build_shape [1500 : i64, 10 : i64]
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
  %hidden_t = "befkit.create_tensor.f32"(%g1) {shape = [64 : i64, 1500 : i64]} : (!tfrt.chain) -> !tfrt_tensor.tensor
  %g2 = "tfrt_test.tensor_transpose.f32"(%hidden, %hidden_t, %g1)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %w2_grad = "befkit.create_tensor.f32"(%g2) {shape = [64 : i64, 10 : i64]} : (!tfrt.chain) -> !tfrt_tensor.tensor
  %g3 = "eigen.matmul.f32"(%share, %hidden_t, %guess, %zero, %w2_grad, %g2)
    : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %b2_grad = "befkit.create_tensor.f32"(%g3) {shape = [10 : i64]} : (!tfrt.chain) -> !tfrt_tensor.tensor
  %g4 = "tfrt_test.mean_axis_zero.f32"(%guess, %b2_grad, %g3)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %w2_t = "befkit.create_tensor.f32"(%g4) {shape = [10 : i64, 64 : i64]} : (!tfrt.chain) -> !tfrt_tensor.tensor
  %g5 = "tfrt_test.tensor_transpose.f32"(%w2, %w2_t, %g4)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %hidden_grad = "befkit.create_tensor.f32"(%g5) {shape = [1500 : i64, 64 : i64]} : (!tfrt.chain) -> !tfrt_tensor.tensor
  %g6 = "eigen.matmul.f32"(%one, %guess, %w2_t, %zero, %hidden_grad, %g5)
    : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %g7 = "tfrt_test.relu_grad_inplace.f32"(%hidden, %hidden_grad, %g6)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %images_t = "befkit.create_tensor.f32"(%g7) {shape = [144 : i64, 1500 : i64]} : (!tfrt.chain) -> !tfrt_tensor.tensor
  %g8 = "tfrt_test.tensor_transpose.f32"(%images, %images_t, %g7)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %w1_grad = "befkit.create_tensor.f32"(%g8) {shape = [144 : i64, 64 : i64]} : (!tfrt.chain) -> !tfrt_tensor.tensor
  %g9 = "eigen.matmul.f32"(%share, %images_t, %hidden_grad, %zero, %w1_grad, %g8)
    : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %b1_grad = "befkit.create_tensor.f32"(%g9) {shape = [64 : i64]} : (!tfrt.chain) -> !tfrt_tensor.tensor
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

// The network's guess: ten probabilities for each picture.
func.func @guess(%images: !tfrt_tensor.tensor, %w1: !tfrt_tensor.tensor, %b1: !tfrt_tensor.tensor, %w2:
    !tfrt_tensor.tensor, %b2: !tfrt_tensor.tensor, %ready: !tfrt.chain)
    -> (!tfrt_tensor.tensor, !tfrt.chain) {
  %one = tfrt.constant.f32 1.0
  %hidden_shape = ts.build_shape [100 : i64, 64 : i64]
  %out_shape = ts.build_shape [100 : i64, 10 : i64]
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

// What the network reads, and prints the share of it that is right.
func.func @test(%images: !tfrt_tensor.tensor, %digits: !tfrt_tensor.tensor, %w1: !tfrt_tensor.tensor, %b1:
    !tfrt_tensor.tensor, %w2: !tfrt_tensor.tensor, %b2: !tfrt_tensor.tensor, %ready: !tfrt.chain)
    -> (!tfrt_tensor.tensor, !tfrt.chain) {
  %guess, %c1 = tfrt.call @guess(%images, %w1, %b1, %w2, %b2, %ready)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain)
  %answers = "tfrt_test.argmax.f32.2"(%guess, %c1) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %equal = tfrt_dht.create_uninitialized_tensor.i32.1 [100 : i64]
  %c2 = "tfrt_test.equal.i32"(%answers, %digits, %equal, %c1) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %right = tfrt_dht.create_uninitialized_tensor.f32.1 [100 : i64]
  %c3 = "tfrt_test.cast.i32_to_f32"(%equal, %right, %c2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) ->
    !tfrt.chain
  %share = "tfrt_test.reduce_mean.f32.1"(%right, %c3) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %c4 = tfrt_dht.print_tensor %share, %c3
  tfrt.return %answers, %c4 : !tfrt_tensor.tensor, !tfrt.chain
}

// The weights before learning, and the rate.
func.func @first_weights() -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) {
  %w1 = "befkit.random_uniform.f32"() {center = 0.0 : f32, seed = 11 : i64, shape = [144 : i64, 64 : i64],
    spread = 0.2 : f32} : () -> !tfrt_tensor.tensor
  %b1 = "befkit.random_uniform.f32"() {center = 0.0 : f32, seed = 12 : i64, shape = [64 : i64],
    spread = 0.0 : f32} : () -> !tfrt_tensor.tensor
  %w2 = "befkit.random_uniform.f32"() {center = 0.0 : f32, seed = 13 : i64, shape = [64 : i64, 10 : i64],
    spread = 0.3 : f32} : () -> !tfrt_tensor.tensor
  %b2 = "befkit.random_uniform.f32"() {center = 0.0 : f32, seed = 14 : i64, shape = [10 : i64],
    spread = 0.0 : f32} : () -> !tfrt_tensor.tensor
  %rate = "befkit.random_uniform.f32"() {center = 0.5 : f32, seed = 0 : i64, shape = [1 : i64],
    spread = 0.0 : f32} : () -> !tfrt_tensor.tensor
  tfrt.return %w1, %b1, %w2, %b2, %rate : !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt_tensor.tensor
}

func.func @digits() -> !tfrt.chain {
  %start = tfrt.new.chain
  %steps = tfrt.constant.i32 400
  %images, %wanted, %numbers = "befkit.glyphs.f32"() {count = 1500 : i64, noise = 0.25 : f32, seed = 1 : i64}
    : () -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor)
  %unseen, %ignored, %digits = "befkit.glyphs.f32"() {count = 100 : i64, noise = 0.25 : f32, seed = 100 : i64}
    : () -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor)
  %w1, %b1, %w2, %b2, %rate = tfrt.call @first_weights()
    : () -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor)
  %say_before = tfrt_test.get_string {value = "before learning, of 100 pictures it has not seen it reads this share right:"}
  %c0 = "tfrt_test.print_string"(%say_before, %start) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %before, %c1 = tfrt.call @test(%unseen, %digits, %w1, %b1, %w2, %b2, %c0)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt_tensor.tensor, !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain)
  %c2 = tfrt.call @train(%steps, %images, %wanted, %w1, %b1, %w2, %b2, %rate, %c1)
    : (i32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %say_after = tfrt_test.get_string {value = "after 400 steps on 1500 others:"}
  %told = "tfrt_test.print_string"(%say_after, %c2) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %after, %c3 = tfrt.call @test(%unseen, %digits, %w1, %b1, %w2, %b2, %told)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt_tensor.tensor, !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain)
  %c4 = "befkit.print_glyphs.f32"(%unseen, %after, %digits, %c3) {columns = 3 : i64, rows = 2 : i64}
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c4 : !tfrt.chain
}

// The weights after learning, for digits_export.c, which makes a StableHLO model of them. They are complete with the chain.
func.func @learned_weights() -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) {
  %start = tfrt.new.chain
  %steps = tfrt.constant.i32 400
  %images, %wanted, %numbers = "befkit.glyphs.f32"() {count = 1500 : i64, noise = 0.25 : f32, seed = 1 : i64}
    : () -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor)
  %w1, %b1, %w2, %b2, %rate = tfrt.call @first_weights()
    : () -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor)
  %done = tfrt.call @train(%steps, %images, %wanted, %w1, %b1, %w2, %b2, %rate, %start)
    : (i32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %w1, %b1, %w2, %b2, %done : !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor,
    !tfrt.chain
}

// Six pictures that the network has not seen, for the model.
func.func @unseen() -> !tfrt_tensor.tensor {
  %unseen, %ignored, %digits = "befkit.glyphs.f32"() {count = 6 : i64, noise = 0.25 : f32, seed = 100 : i64}
    : () -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor)
  tfrt.return %unseen : !tfrt_tensor.tensor
}

// Prints them with the answers of the model.
func.func @show(%unseen: !tfrt_tensor.tensor, %answers: !tfrt_tensor.tensor) -> !tfrt.chain {
  %ready = tfrt.new.chain
  %again, %ignored, %digits = "befkit.glyphs.f32"() {count = 6 : i64, noise = 0.25 : f32, seed = 100 : i64}
    : () -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor)
  %done = "befkit.print_glyphs.f32"(%unseen, %answers, %digits, %ready) {columns = 3 : i64, rows = 2 : i64}
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %done : !tfrt.chain
}
