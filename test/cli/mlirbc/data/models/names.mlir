// Names of arguments and results, donation, sharding, parameters, calls.
module @names attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32> loc("params['w']"), %arg1: tensor<4xf32> {jax.arg_info = "bias", mhlo.sharding = "{replicated}"}, %arg2: tensor<3x4xf32> {tf.aliasing_output = 0 : i32}, %arg3: tensor<3x4xf32> {jax.buffer_donor = true, mhlo.memory_kind = "device"} loc(fused["a", "state"("file.py":1:2)])) -> (tensor<3x4xf32> {jax.result_info = "result['y']"}, tensor<3x4xf32>) {
    %weights = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0], [13.0, 14.0, 15.0, 16.0]]> : tensor<4x4xf32>
    %ones = stablehlo.constant dense<1.0> : tensor<3x4xf32>
    %0 = stablehlo.dot_general %arg0, %weights, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xf32>, tensor<4x4xf32>) -> tensor<3x4xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
    %2 = stablehlo.add %0, %1 : tensor<3x4xf32>
    %3 = call @relu(%2) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %4 = call @relu(%arg2) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %5 = stablehlo.add %3, %ones : tensor<3x4xf32>
    %6 = stablehlo.multiply %4, %arg3 : tensor<3x4xf32>
    return %5, %6 : tensor<3x4xf32>, tensor<3x4xf32>
  }
  func.func private @relu(%arg0: tensor<3x4xf32>) -> tensor<3x4xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<3x4xf32>
    %0 = stablehlo.maximum %arg0, %zero : tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
  func.func @entry(%arg0: tensor<2xi8>, %arg1: tensor<2xi8> {tf_saved_model.index_path = ["second"]}) -> (tensor<2xi8>, tensor<2xi8> {jax.result_info = ""}) attributes {tf.entry_function = {control_outputs = "", inputs = "first,ignored", outputs = "sum,"}} {
    %0 = stablehlo.add %arg0, %arg1 : tensor<2xi8>
    return %0, %arg0 : tensor<2xi8>, tensor<2xi8>
  }
}
