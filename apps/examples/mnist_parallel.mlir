// Data-parallel training of a network 784-512-10: each replica has a part of the pictures, and all have the same weights, because
// the gradients are added over the replicas before each step. The program runs with any number of replicas and pictures:
//
//     bef run mnist_parallel.mlir --ranks 4 --input weights.npz --input x=x.{rank}.npy --input labels=labels.{rank}.npy
//
// in a folder with weights.npz (b1, w1, b2, w2), and for each rank x.N.npy (f32 [pictures, 784]) and labels.N.npy (i32 [pictures]). The last
// result is the loss before each of 20 steps of gradient descent. It is that of one replica with all pictures, besides rounding.
module @mnist_parallel {
  func.func public @main(%b1: tensor<512xf32> loc("b1"), %w1: tensor<784x512xf32> loc("w1"), %b2: tensor<10xf32> loc("b2"),
      %w2: tensor<512x10xf32> loc("w2"), %x: tensor<?x784xf32> loc("x"), %labels: tensor<?xi32> loc("labels"))
      -> (tensor<512xf32> {jax.result_info = "b1"}, tensor<784x512xf32> {jax.result_info = "w1"}, tensor<10xf32> {jax.result_info = "b2"},
          tensor<512x10xf32> {jax.result_info = "w2"}, tensor<20xf32> {jax.result_info = "losses"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %rate = stablehlo.constant dense<0.1> : tensor<f32>
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %steps = stablehlo.constant dense<20> : tensor<i32>
    %no_losses = stablehlo.constant dense<0.0> : tensor<20xf32>

    // pictures of this replica, and of all of them
    %own = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x784xf32>) -> tensor<i32>
    %own_f = stablehlo.convert %own : (tensor<i32>) -> tensor<f32>
    %all = "stablehlo.all_reduce"(%own_f) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<f32>) -> tensor<f32>
    %scale = stablehlo.divide %rate, %all : tensor<f32>

    // labels as rows of 0 and 1
    %rows = stablehlo.reshape %own : (tensor<i32>) -> tensor<1xi32>
    %ten = stablehlo.constant dense<10> : tensor<1xi32>
    %many = stablehlo.constant dense<512> : tensor<1xi32>
    %out_shape = stablehlo.concatenate %rows, %ten, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %hidden_shape = stablehlo.concatenate %rows, %many, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %classes = stablehlo.dynamic_iota %out_shape, dim = 1 : (tensor<2xi32>) -> tensor<?x10xi32>
    %given = stablehlo.dynamic_broadcast_in_dim %labels, %out_shape, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x10xi32>
    %is_it = stablehlo.compare EQ, %given, %classes : (tensor<?x10xi32>, tensor<?x10xi32>) -> tensor<?x10xi1>
    %wanted = stablehlo.convert %is_it : (tensor<?x10xi1>) -> tensor<?x10xf32>
    %zeros = stablehlo.dynamic_broadcast_in_dim %zero, %hidden_shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x512xf32>

    %r:6 = stablehlo.while(%i = %first, %losses = %no_losses, %c1 = %b1, %v1 = %w1, %c2 = %b2, %v2 = %w2)
        : tensor<i32>, tensor<20xf32>, tensor<512xf32>, tensor<784x512xf32>, tensor<10xf32>, tensor<512x10xf32>
    cond {
      %go_on = stablehlo.compare LT, %i, %steps : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go_on : tensor<i1>
    } do {
      // forward
      %p1 = stablehlo.dot_general %x, %v1, contracting_dims = [1] x [0] : (tensor<?x784xf32>, tensor<784x512xf32>) -> tensor<?x512xf32>
      %d1 = stablehlo.dynamic_broadcast_in_dim %c1, %hidden_shape, dims = [1] : (tensor<512xf32>, tensor<2xi32>) -> tensor<?x512xf32>
      %before = stablehlo.add %p1, %d1 : tensor<?x512xf32>
      %hidden = stablehlo.maximum %before, %zeros : tensor<?x512xf32>
      %p2 = stablehlo.dot_general %hidden, %v2, contracting_dims = [1] x [0] : (tensor<?x512xf32>, tensor<512x10xf32>) -> tensor<?x10xf32>
      %d2 = stablehlo.dynamic_broadcast_in_dim %c2, %out_shape, dims = [1] : (tensor<10xf32>, tensor<2xi32>) -> tensor<?x10xf32>
      %logits = stablehlo.add %p2, %d2 : tensor<?x10xf32>
      // softmax and its cross entropy
      %most = stablehlo.reduce(%logits init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<?x10xf32>, tensor<f32>) -> tensor<?xf32>
      %mosts = stablehlo.dynamic_broadcast_in_dim %most, %out_shape, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x10xf32>
      %shifted = stablehlo.subtract %logits, %mosts : tensor<?x10xf32>
      %powers = stablehlo.exponential %shifted : tensor<?x10xf32>
      %sum = stablehlo.reduce(%powers init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x10xf32>, tensor<f32>) -> tensor<?xf32>
      %sums = stablehlo.dynamic_broadcast_in_dim %sum, %out_shape, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x10xf32>
      %guess = stablehlo.divide %powers, %sums : tensor<?x10xf32>
      %logs = stablehlo.log %sums : tensor<?x10xf32>
      %terms = stablehlo.subtract %logs, %shifted : tensor<?x10xf32>
      %own_terms = stablehlo.multiply %terms, %wanted : tensor<?x10xf32>
      %own_loss = stablehlo.reduce(%own_terms init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x10xf32>, tensor<f32>) -> tensor<f32>
      // backward
      %g = stablehlo.subtract %guess, %wanted : tensor<?x10xf32>
      %own_w2 = stablehlo.dot_general %hidden, %g, contracting_dims = [0] x [0] : (tensor<?x512xf32>, tensor<?x10xf32>) -> tensor<512x10xf32>
      %own_b2 = stablehlo.reduce(%g init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x10xf32>, tensor<f32>) -> tensor<10xf32>
      %back = stablehlo.dot_general %g, %v2, contracting_dims = [1] x [1] : (tensor<?x10xf32>, tensor<512x10xf32>) -> tensor<?x512xf32>
      %is_on = stablehlo.compare GT, %before, %zeros : (tensor<?x512xf32>, tensor<?x512xf32>) -> tensor<?x512xi1>
      %h = stablehlo.select %is_on, %back, %zeros : tensor<?x512xi1>, tensor<?x512xf32>
      %own_w1 = stablehlo.dot_general %x, %h, contracting_dims = [0] x [0] : (tensor<?x784xf32>, tensor<?x512xf32>) -> tensor<784x512xf32>
      %own_b1 = stablehlo.reduce(%h init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x512xf32>, tensor<f32>) -> tensor<512xf32>
      // gradients and loss of all replicas
      %sums_of_all:5 = "stablehlo.all_reduce"(%own_b1, %own_w1, %own_b2, %own_w2, %own_loss) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) {replica_groups = dense<> : tensor<0x0xi64>}
        : (tensor<512xf32>, tensor<784x512xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<f32>)
        -> (tensor<512xf32>, tensor<784x512xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<f32>)
      %s0 = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<512xf32>
      %t0 = stablehlo.multiply %sums_of_all#0, %s0 : tensor<512xf32>
      %u0 = stablehlo.subtract %c1, %t0 : tensor<512xf32>
      %s1 = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<784x512xf32>
      %t1 = stablehlo.multiply %sums_of_all#1, %s1 : tensor<784x512xf32>
      %u1 = stablehlo.subtract %v1, %t1 : tensor<784x512xf32>
      %s2 = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<10xf32>
      %t2 = stablehlo.multiply %sums_of_all#2, %s2 : tensor<10xf32>
      %u2 = stablehlo.subtract %c2, %t2 : tensor<10xf32>
      %s3 = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<512x10xf32>
      %t3 = stablehlo.multiply %sums_of_all#3, %s3 : tensor<512x10xf32>
      %u3 = stablehlo.subtract %v2, %t3 : tensor<512x10xf32>
      %loss = stablehlo.divide %sums_of_all#4, %all : tensor<f32>
      %loss_1 = stablehlo.reshape %loss : (tensor<f32>) -> tensor<1xf32>
      %losses_next = stablehlo.dynamic_update_slice %losses, %loss_1, %i : (tensor<20xf32>, tensor<1xf32>, tensor<i32>) -> tensor<20xf32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %losses_next, %u0, %u1, %u2, %u3
        : tensor<i32>, tensor<20xf32>, tensor<512xf32>, tensor<784x512xf32>, tensor<10xf32>, tensor<512x10xf32>
    }
    return %r#2, %r#3, %r#4, %r#5, %r#1 : tensor<512xf32>, tensor<784x512xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<20xf32>
  }
}
