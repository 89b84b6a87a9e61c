module @jit_rnn_while attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<128xf32>, %arg1: tensor<128x128xf32>, %arg2: tensor<128x128xf32>, %arg3: tensor<1x128xf32>) -> (tensor<1x128xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.add %arg3, %arg3 : tensor<1x128xf32>
    %1:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %0) : tensor<i32>, tensor<1x128xf32>
     cond {
      %c_0 = stablehlo.constant dense<100> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %3 = stablehlo.dot_general %arg3, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x128xf32>, tensor<128x128xf32>) -> tensor<1x128xf32>
      %4 = stablehlo.dot_general %iterArg_0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x128xf32>, tensor<128x128xf32>) -> tensor<1x128xf32>
      %5 = stablehlo.add %3, %4 : tensor<1x128xf32>
      %6 = stablehlo.reshape %arg0 : (tensor<128xf32>) -> tensor<1x128xf32>
      %7 = stablehlo.add %5, %6 : tensor<1x128xf32>
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x128xf32>
      %10 = stablehlo.maximum %7, %9 : tensor<1x128xf32>
      stablehlo.return %8, %10 : tensor<i32>, tensor<1x128xf32>
    }
    return %1#1 : tensor<1x128xf32>
  }
}
