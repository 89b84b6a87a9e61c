// Training of a network 784-512-10 with softmax cross entropy and stochastic gradient descent, batch 100, as jax.export writes
// jax.value_and_grad: @step makes one step, @loop makes `steps` of them over 10 batches (lax.fori_loop).
module @jit_train attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @step(%arg0: tensor<512xf32>, %arg1: tensor<784x512xf32>, %arg2: tensor<10xf32>, %arg3: tensor<512x10xf32>, %arg4: tensor<100x784xf32>, %arg5: tensor<100xi32>) -> (tensor<512xf32> {jax.result_info = "[0]['Dense_0']['bias']"}, tensor<784x512xf32> {jax.result_info = "[0]['Dense_0']['kernel']"}, tensor<10xf32> {jax.result_info = "[0]['Dense_1']['bias']"}, tensor<512x10xf32> {jax.result_info = "[0]['Dense_1']['kernel']"}, tensor<f32> {jax.result_info = "[1]"}) {
    %0:5 = call @update(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) : (tensor<512xf32>, tensor<784x512xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<100x784xf32>, tensor<100xi32>) -> (tensor<512xf32>, tensor<784x512xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<f32>)
    return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<512xf32>, tensor<784x512xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<f32>
  }
  func.func public @loop(%arg0: tensor<512xf32>, %arg1: tensor<784x512xf32>, %arg2: tensor<10xf32>, %arg3: tensor<512x10xf32>, %arg4: tensor<10x100x784xf32>, %arg5: tensor<10x100xi32>, %steps: tensor<i32>) -> (tensor<512xf32> {jax.result_info = "[0]['Dense_0']['bias']"}, tensor<784x512xf32> {jax.result_info = "[0]['Dense_0']['kernel']"}, tensor<10xf32> {jax.result_info = "[0]['Dense_1']['bias']"}, tensor<512x10xf32> {jax.result_info = "[0]['Dense_1']['kernel']"}, tensor<f32> {jax.result_info = "[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0:7 = stablehlo.while(%iterArg = %c, %iterArg_0 = %steps, %iterArg_1 = %arg0, %iterArg_2 = %arg1, %iterArg_3 = %arg2, %iterArg_4 = %arg3, %iterArg_5 = %cst) : tensor<i32>, tensor<i32>, tensor<512xf32>, tensor<784x512xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<f32>
     cond {
      %1 = stablehlo.compare  LT, %iterArg, %iterArg_0,  SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %c_6 = stablehlo.constant dense<10> : tensor<i32>
      %1 = stablehlo.remainder %iterArg, %c_6 : tensor<i32>
      %c_7 = stablehlo.constant dense<0> : tensor<i32>
      %2 = stablehlo.dynamic_slice %arg4, %1, %c_7, %c_7, sizes = [1, 100, 784] : (tensor<10x100x784xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x100x784xf32>
      %3 = stablehlo.reshape %2 : (tensor<1x100x784xf32>) -> tensor<100x784xf32>
      %4 = stablehlo.dynamic_slice %arg5, %1, %c_7, sizes = [1, 100] : (tensor<10x100xi32>, tensor<i32>, tensor<i32>) -> tensor<1x100xi32>
      %5 = stablehlo.reshape %4 : (tensor<1x100xi32>) -> tensor<100xi32>
      %6:5 = func.call @update(%iterArg_1, %iterArg_2, %iterArg_3, %iterArg_4, %3, %5) : (tensor<512xf32>, tensor<784x512xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<100x784xf32>, tensor<100xi32>) -> (tensor<512xf32>, tensor<784x512xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<f32>)
      %c_8 = stablehlo.constant dense<1> : tensor<i32>
      %7 = stablehlo.add %iterArg, %c_8 : tensor<i32>
      stablehlo.return %7, %iterArg_0, %6#0, %6#1, %6#2, %6#3, %6#4 : tensor<i32>, tensor<i32>, tensor<512xf32>, tensor<784x512xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<f32>
    }
    return %0#2, %0#3, %0#4, %0#5, %0#6 : tensor<512xf32>, tensor<784x512xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<f32>
  }
  func.func private @update(%arg0: tensor<512xf32>, %arg1: tensor<784x512xf32>, %arg2: tensor<10xf32>, %arg3: tensor<512x10xf32>, %arg4: tensor<100x784xf32>, %arg5: tensor<100xi32>) -> (tensor<512xf32>, tensor<784x512xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<f32>) {
    %0 = stablehlo.dot_general %arg4, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<100x784xf32>, tensor<784x512xf32>) -> tensor<100x512xf32>
    %1 = stablehlo.reshape %arg0 : (tensor<512xf32>) -> tensor<1x512xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x512xf32>) -> tensor<100x512xf32>
    %3 = stablehlo.add %0, %2 : tensor<100x512xf32>
    %4 = call @relu(%3) : (tensor<100x512xf32>) -> tensor<100x512xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<100x512xf32>
    %6 = stablehlo.compare  GT, %3, %5,  FLOAT : (tensor<100x512xf32>, tensor<100x512xf32>) -> tensor<100x512xi1>
    %7 = stablehlo.dot_general %4, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<100x512xf32>, tensor<512x10xf32>) -> tensor<100x10xf32>
    %8 = stablehlo.reshape %arg2 : (tensor<10xf32>) -> tensor<1x10xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<100x10xf32>
    %10 = stablehlo.add %7, %9 : tensor<100x10xf32>
    %11 = call @_one_hot(%arg5) : (tensor<100xi32>) -> tensor<100x10xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %12 = stablehlo.reduce(%10 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<100x10xf32>, tensor<f32>) -> tensor<100xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<100xf32>
    %14 = stablehlo.maximum %13, %12 : tensor<100xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<100xf32>) -> tensor<100x1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<100x1xf32>) -> tensor<100x10xf32>
    %17 = stablehlo.subtract %10, %16 : tensor<100x10xf32>
    %18 = stablehlo.exponential %17 : tensor<100x10xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.reduce(%18 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<100x10xf32>, tensor<f32>) -> tensor<100xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<100xf32>) -> tensor<100x1xf32>
    %21 = stablehlo.log %20 : tensor<100x1xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<100x1xf32>) -> tensor<100x10xf32>
    %23 = stablehlo.subtract %17, %22 : tensor<100x10xf32>
    %24 = stablehlo.multiply %11, %23 : tensor<100x10xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%24 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<100x10xf32>, tensor<f32>) -> tensor<100xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.reduce(%25 init: %cst_4) applies stablehlo.add across dimensions = [0] : (tensor<100xf32>, tensor<f32>) -> tensor<f32>
    %cst_5 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %27 = stablehlo.divide %26, %cst_5 : tensor<f32>
    %28 = stablehlo.negate %27 : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %29 = stablehlo.negate %cst_6 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %30 = stablehlo.divide %29, %cst_7 : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<f32>) -> tensor<100xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0] : (tensor<100xf32>) -> tensor<100x10xf32>
    %33 = stablehlo.multiply %11, %32 : tensor<100x10xf32>
    %34 = stablehlo.negate %33 : tensor<100x10xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.reduce(%34 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<100x10xf32>, tensor<f32>) -> tensor<100xf32>
    %36 = stablehlo.reshape %35 : (tensor<100xf32>) -> tensor<100x1xf32>
    %37 = stablehlo.divide %36, %20 : tensor<100x1xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_9) applies stablehlo.add across dimensions = [1] : (tensor<100x1xf32>, tensor<f32>) -> tensor<100xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0] : (tensor<100xf32>) -> tensor<100x10xf32>
    %40 = stablehlo.multiply %39, %18 : tensor<100x10xf32>
    %41 = stablehlo.add %33, %40 : tensor<100x10xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<100x10xf32>, tensor<f32>) -> tensor<10xf32>
    %43 = stablehlo.reshape %42 : (tensor<10xf32>) -> tensor<1x10xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<1x10xf32>, tensor<f32>) -> tensor<10xf32>
    %45 = stablehlo.dot_general %41, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<100x10xf32>, tensor<100x512xf32>) -> tensor<10x512xf32>
    %46 = stablehlo.transpose %45, dims = [1, 0] : (tensor<10x512xf32>) -> tensor<512x10xf32>
    %47 = stablehlo.dot_general %41, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<100x10xf32>, tensor<512x10xf32>) -> tensor<100x512xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<100x512xf32>
    %49 = call @_where(%6, %47, %48) : (tensor<100x512xi1>, tensor<100x512xf32>, tensor<100x512xf32>) -> tensor<100x512xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%49 init: %cst_13) applies stablehlo.add across dimensions = [0] : (tensor<100x512xf32>, tensor<f32>) -> tensor<512xf32>
    %51 = stablehlo.reshape %50 : (tensor<512xf32>) -> tensor<1x512xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_14) applies stablehlo.add across dimensions = [0] : (tensor<1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %53 = stablehlo.dot_general %49, %arg4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<100x512xf32>, tensor<100x784xf32>) -> tensor<512x784xf32>
    %54 = stablehlo.transpose %53, dims = [1, 0] : (tensor<512x784xf32>) -> tensor<784x512xf32>
    %cst_15 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %56 = stablehlo.multiply %55, %52 : tensor<512xf32>
    %57 = stablehlo.subtract %arg0, %56 : tensor<512xf32>
    %58 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<784x512xf32>
    %59 = stablehlo.multiply %58, %54 : tensor<784x512xf32>
    %60 = stablehlo.subtract %arg1, %59 : tensor<784x512xf32>
    %61 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %62 = stablehlo.multiply %61, %44 : tensor<10xf32>
    %63 = stablehlo.subtract %arg2, %62 : tensor<10xf32>
    %64 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<512x10xf32>
    %65 = stablehlo.multiply %64, %46 : tensor<512x10xf32>
    %66 = stablehlo.subtract %arg3, %65 : tensor<512x10xf32>
    return %57, %60, %63, %66, %28 : tensor<512xf32>, tensor<784x512xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<f32>
  }
  func.func private @relu(%arg0: tensor<100x512xf32>) -> tensor<100x512xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<100x512xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<100x512xf32>
    return %1 : tensor<100x512xf32>
  }
  func.func private @_where(%arg0: tensor<100x512xi1>, %arg1: tensor<100x512xf32>, %arg2: tensor<100x512xf32>) -> tensor<100x512xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<100x512xi1>, tensor<100x512xf32>
    return %0 : tensor<100x512xf32>
  }
  func.func private @_one_hot(%arg0: tensor<100xi32>) -> tensor<100x10xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<100xi32>) -> tensor<100x1xi32>
    %1 = stablehlo.iota dim = 1 : tensor<1x10xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<100x1xi32>) -> tensor<100x10xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x10xi32>) -> tensor<100x10xi32>
    %4 = stablehlo.compare  EQ, %2, %3,  SIGNED : (tensor<100x10xi32>, tensor<100x10xi32>) -> tensor<100x10xi1>
    %5 = stablehlo.convert %4 : (tensor<100x10xi1>) -> tensor<100x10xf32>
    return %5 : tensor<100x10xf32>
  }
}
