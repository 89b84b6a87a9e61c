module {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xf32>, %arg2: tensor<4xcomplex<f32>>, %arg3: tensor<4xi1>) {
    %0 = linalg.add ins(%arg0, %arg0 : tensor<4xi32>, tensor<4xi32>) outs(%arg0 : tensor<4xi32>) -> tensor<4xi32>
    %1 = linalg.sub ins(%arg0, %arg0 : tensor<4xi32>, tensor<4xi32>) outs(%arg0 : tensor<4xi32>) -> tensor<4xi32>
    %2 = linalg.mul ins(%arg0, %arg0 : tensor<4xi32>, tensor<4xi32>) outs(%arg0 : tensor<4xi32>) -> tensor<4xi32>
    %3 = linalg.div ins(%arg0, %arg0 : tensor<4xi32>, tensor<4xi32>) outs(%arg0 : tensor<4xi32>) -> tensor<4xi32>
    %4 = linalg.div_unsigned ins(%arg0, %arg0 : tensor<4xi32>, tensor<4xi32>) outs(%arg0 : tensor<4xi32>) -> tensor<4xi32>
    %5 = linalg.max ins(%arg0, %arg0 : tensor<4xi32>, tensor<4xi32>) outs(%arg0 : tensor<4xi32>) -> tensor<4xi32>
    %6 = linalg.min ins(%arg0, %arg0 : tensor<4xi32>, tensor<4xi32>) outs(%arg0 : tensor<4xi32>) -> tensor<4xi32>
    %7 = linalg.add ins(%arg1, %arg1 : tensor<4xf32>, tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %8 = linalg.sub ins(%arg1, %arg1 : tensor<4xf32>, tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %9 = linalg.div ins(%arg1, %arg1 : tensor<4xf32>, tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %10 = linalg.max ins(%arg1, %arg1 : tensor<4xf32>, tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %11 = linalg.min ins(%arg1, %arg1 : tensor<4xf32>, tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %12 = linalg.powf ins(%arg1, %arg1 : tensor<4xf32>, tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %13 = linalg.exp ins(%arg1 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %14 = linalg.log ins(%arg1 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %15 = linalg.abs ins(%arg1 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %16 = linalg.ceil ins(%arg1 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %17 = linalg.floor ins(%arg1 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %18 = linalg.negf ins(%arg1 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %19 = linalg.reciprocal ins(%arg1 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %20 = linalg.round ins(%arg1 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %21 = linalg.sqrt ins(%arg1 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %22 = linalg.rsqrt ins(%arg1 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %23 = linalg.square ins(%arg1 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %24 = linalg.tanh ins(%arg1 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %25 = linalg.erf ins(%arg1 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %26 = linalg.select ins(%arg3, %arg1, %arg1 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %27 = linalg.add ins(%arg3, %arg3 : tensor<4xi1>, tensor<4xi1>) outs(%arg3 : tensor<4xi1>) -> tensor<4xi1>
    %28 = linalg.mul ins(%arg3, %arg3 : tensor<4xi1>, tensor<4xi1>) outs(%arg3 : tensor<4xi1>) -> tensor<4xi1>
    %29 = linalg.add ins(%arg2, %arg2 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%arg2 : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    %30 = linalg.mul ins(%arg2, %arg2 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%arg2 : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    %31 = linalg.max ins(%arg3, %arg3 : tensor<4xi1>, tensor<4xi1>) outs(%arg3 : tensor<4xi1>) -> tensor<4xi1>
    %32 = linalg.min ins(%arg3, %arg3 : tensor<4xi1>, tensor<4xi1>) outs(%arg3 : tensor<4xi1>) -> tensor<4xi1>
    %33 = linalg.mul ins(%arg1, %arg1 : tensor<4xf32>, tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %34 = linalg.elementwise kind=#linalg.elementwise_kind<max_unsigned> ins(%arg0, %arg0 : tensor<4xi32>, tensor<4xi32>) outs(%arg0 : tensor<4xi32>) -> tensor<4xi32>
    %35 = linalg.elementwise kind=#linalg.elementwise_kind<min_unsigned> ins(%arg0, %arg0 : tensor<4xi32>, tensor<4xi32>) outs(%arg0 : tensor<4xi32>) -> tensor<4xi32>
    return
  }
}
