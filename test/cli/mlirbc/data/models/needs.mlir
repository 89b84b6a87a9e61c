// Features that few runners have.
module @needs attributes {mhlo.num_replicas = 2 : i32} {
  func.func @calls(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.custom_call @mhlo.erf(%0) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = stablehlo.custom_call @my_kernel(%1) : (tensor<4xf32>) -> tensor<4xf32>
    %3 = stablehlo.custom_call @my_kernel(%2) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.custom_call @xla_python_cpu_callback(%3) {has_side_effect = true} : (tensor<4xf32>) -> ()
    return %3 : tensor<4xf32>
  }
  func.func @collectives(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %2 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.replica_id : tensor<ui32>
    return %0 : tensor<4xf32>
  }
  func.func @transfers(%t: !stablehlo.token) -> (tensor<2xf8E4M3FN>, !stablehlo.token) {
    %0:2 = "stablehlo.infeed"(%t) <{infeed_config = "x"}> : (!stablehlo.token) -> (tensor<2xf8E4M3FN>, !stablehlo.token)
    return %0#0, %0#1 : tensor<2xf8E4M3FN>, !stablehlo.token
  }
  func.func @dynamic(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
    %0 = stablehlo.add %x, %x : tensor<?x4xf32>
    return %0 : tensor<?x4xf32>
  }
  func.func @types(%x: tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>, %y: tensor<3xi4>) -> tuple<tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<3xi4>> {
    %0 = stablehlo.tuple %x, %y : tuple<tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<3xi4>>
    return %0 : tuple<tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<3xi4>>
  }
  func.func @operations(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
    %0:2 = chlo.top_k(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
    return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
  }
}
