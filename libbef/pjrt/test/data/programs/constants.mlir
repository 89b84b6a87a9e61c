module @constants attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main() -> (tensor<2x3xf32>, tensor<i32>, tensor<3xcomplex<f32>>, tensor<2xi1>) {
    %0 = stablehlo.iota dim = 1 : tensor<2x3xf32>
    %1 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [-1.0, 0.5, 4.0]]> : tensor<2x3xf32>
    %2 = stablehlo.add %0, %1 : tensor<2x3xf32>
    %3 = stablehlo.constant dense<7> : tensor<i32>
    %4 = stablehlo.slice %2 [0:1, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
    %5 = stablehlo.reshape %4 : (tensor<1x3xf32>) -> tensor<3xf32>
    %6 = stablehlo.complex %5, %5 : tensor<3xcomplex<f32>>
    %7 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    return %2, %3, %6, %7 : tensor<2x3xf32>, tensor<i32>, tensor<3xcomplex<f32>>, tensor<2xi1>
  }
}
