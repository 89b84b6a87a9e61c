module @jit_lstm_while attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<512xf32>, %arg1: tensor<128x512xf32>, %arg2: tensor<128x512xf32>, %arg3: tensor<100x1x128xf32>) -> (tensor<100x1x128xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x128xf32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<100x1x128xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:8 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg3, %iterArg_1 = %arg2, %iterArg_2 = %arg1, %iterArg_3 = %arg0, %iterArg_4 = %0, %iterArg_5 = %0, %iterArg_6 = %1) : tensor<i32>, tensor<100x1x128xf32>, tensor<128x512xf32>, tensor<128x512xf32>, tensor<512xf32>, tensor<1x128xf32>, tensor<1x128xf32>, tensor<100x1x128xf32>
     cond {
      %c_0 = stablehlo.constant dense<100> : tensor<i32>
      %3 = stablehlo.compare LT, %iterArg, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %4 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_2 = stablehlo.constant dense<100> : tensor<i32>
      %5 = stablehlo.add %iterArg, %c_2 : tensor<i32>
      %6 = stablehlo.select %4, %5, %iterArg : tensor<i1>, tensor<i32>
      %7 = stablehlo.dynamic_slice %iterArg_0, %6, %c_1, %c_1, sizes = [1, 1, 128] : (tensor<100x1x128xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x128xf32>
      %8 = stablehlo.reshape %7 : (tensor<1x1x128xf32>) -> tensor<1x128xf32>
      %9:2 = func.call @closed_call(%iterArg_1, %iterArg_2, %iterArg_3, %iterArg_4, %iterArg_5, %8) : (tensor<128x512xf32>, tensor<128x512xf32>, tensor<512xf32>, tensor<1x128xf32>, tensor<1x128xf32>, tensor<1x128xf32>) -> (tensor<1x128xf32>, tensor<1x128xf32>)
      %10 = stablehlo.broadcast_in_dim %9#0, dims = [1, 2] : (tensor<1x128xf32>) -> tensor<1x1x128xf32>
      %11 = stablehlo.dynamic_update_slice %iterArg_6, %10, %6, %c_1, %c_1 : (tensor<100x1x128xf32>, tensor<1x1x128xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<100x1x128xf32>
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %12 = stablehlo.add %iterArg, %c_3 : tensor<i32>
      stablehlo.return %12, %iterArg_0, %iterArg_1, %iterArg_2, %iterArg_3, %9#0, %9#1, %11 : tensor<i32>, tensor<100x1x128xf32>, tensor<128x512xf32>, tensor<128x512xf32>, tensor<512xf32>, tensor<1x128xf32>, tensor<1x128xf32>, tensor<100x1x128xf32>
    }
    return %2#7 : tensor<100x1x128xf32>
  }
  func.func private @sigmoid(%arg0: tensor<1x128xf32>) -> tensor<1x128xf32> {
    %0 = stablehlo.logistic %arg0 : tensor<1x128xf32>
    return %0 : tensor<1x128xf32>
  }
  func.func private @closed_call(%arg0: tensor<128x512xf32>, %arg1: tensor<128x512xf32>, %arg2: tensor<512xf32>, %arg3: tensor<1x128xf32>, %arg4: tensor<1x128xf32>, %arg5: tensor<1x128xf32>) -> (tensor<1x128xf32>, tensor<1x128xf32>) {
    %0 = stablehlo.dot_general %arg5, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x128xf32>, tensor<128x512xf32>) -> tensor<1x512xf32>
    %1 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x128xf32>, tensor<128x512xf32>) -> tensor<1x512xf32>
    %2 = stablehlo.add %0, %1 : tensor<1x512xf32>
    %3 = stablehlo.reshape %arg2 : (tensor<512xf32>) -> tensor<1x512xf32>
    %4 = stablehlo.add %2, %3 : tensor<1x512xf32>
    %5 = stablehlo.slice %4 [0:1, 0:128] : (tensor<1x512xf32>) -> tensor<1x128xf32>
    %6 = stablehlo.slice %4 [0:1, 128:256] : (tensor<1x512xf32>) -> tensor<1x128xf32>
    %7 = stablehlo.slice %4 [0:1, 256:384] : (tensor<1x512xf32>) -> tensor<1x128xf32>
    %8 = stablehlo.slice %4 [0:1, 384:512] : (tensor<1x512xf32>) -> tensor<1x128xf32>
    %9 = call @sigmoid(%5) : (tensor<1x128xf32>) -> tensor<1x128xf32>
    %10 = call @sigmoid(%6) : (tensor<1x128xf32>) -> tensor<1x128xf32>
    %11 = stablehlo.tanh %7 : tensor<1x128xf32>
    %12 = call @sigmoid(%8) : (tensor<1x128xf32>) -> tensor<1x128xf32>
    %13 = stablehlo.multiply %10, %arg4 : tensor<1x128xf32>
    %14 = stablehlo.multiply %9, %11 : tensor<1x128xf32>
    %15 = stablehlo.add %13, %14 : tensor<1x128xf32>
    %16 = stablehlo.tanh %15 : tensor<1x128xf32>
    %17 = stablehlo.multiply %12, %16 : tensor<1x128xf32>
    return %17, %15 : tensor<1x128xf32>, tensor<1x128xf32>
  }
}
