// Powers that become products, quotients and square roots.

func.func @half() -> tensor<6xf32> {
  %x = stablehlo.constant dense<[4.0, 0.25, -0.0, 0.0, 0x7F800000, 0xFF800000]> : tensor<6xf32>
  %y = stablehlo.constant dense<0.5> : tensor<6xf32>
  %0 = stablehlo.power %x, %y : tensor<6xf32>
  check.expect_eq_const %0, dense<[2.0, 0.5, 0.0, 0.0, 0x7F800000, 0x7F800000]> : tensor<6xf32>
  return %0 : tensor<6xf32>
}

func.func @minus_half() -> tensor<6xf32> {
  %x = stablehlo.constant dense<[4.0, 0.25, -0.0, 0.0, 0x7F800000, 0xFF800000]> : tensor<6xf32>
  %y = stablehlo.constant dense<-0.5> : tensor<6xf32>
  %0 = stablehlo.power %x, %y : tensor<6xf32>
  check.expect_eq_const %0, dense<[0.5, 2.0, 0x7F800000, 0x7F800000, 0.0, 0.0]> : tensor<6xf32>
  return %0 : tensor<6xf32>
}

func.func @three_halves() -> tensor<6xf32> {
  %x = stablehlo.constant dense<[4.0, 0.25, -0.0, 0.0, 0x7F800000, 0xFF800000]> : tensor<6xf32>
  %y = stablehlo.constant dense<1.5> : tensor<6xf32>
  %0 = stablehlo.power %x, %y : tensor<6xf32>
  check.expect_eq_const %0, dense<[8.0, 0.125, 0.0, 0.0, 0x7F800000, 0x7F800000]> : tensor<6xf32>
  return %0 : tensor<6xf32>
}

func.func @minus_three_halves() -> tensor<6xf32> {
  %x = stablehlo.constant dense<[4.0, 0.25, -0.0, 0.0, 0x7F800000, 0xFF800000]> : tensor<6xf32>
  %y = stablehlo.constant dense<-1.5> : tensor<6xf32>
  %0 = stablehlo.power %x, %y : tensor<6xf32>
  check.expect_eq_const %0, dense<[0.125, 8.0, 0x7F800000, 0x7F800000, 0.0, 0.0]> : tensor<6xf32>
  return %0 : tensor<6xf32>
}

func.func @five_halves() -> tensor<6xf32> {
  %x = stablehlo.constant dense<[4.0, 0.25, -0.0, 0.0, 0x7F800000, 0xFF800000]> : tensor<6xf32>
  %y = stablehlo.constant dense<2.5> : tensor<6xf32>
  %0 = stablehlo.power %x, %y : tensor<6xf32>
  check.expect_eq_const %0, dense<[32.0, 0.03125, 0.0, 0.0, 0x7F800000, 0x7F800000]> : tensor<6xf32>
  return %0 : tensor<6xf32>
}

func.func @minus_five_halves() -> tensor<6xf32> {
  %x = stablehlo.constant dense<[4.0, 0.25, -0.0, 0.0, 0x7F800000, 0xFF800000]> : tensor<6xf32>
  %y = stablehlo.constant dense<-2.5> : tensor<6xf32>
  %0 = stablehlo.power %x, %y : tensor<6xf32>
  check.expect_eq_const %0, dense<[0.03125, 32.0, 0x7F800000, 0x7F800000, 0.0, 0.0]> : tensor<6xf32>
  return %0 : tensor<6xf32>
}

func.func @two() -> tensor<6xf32> {
  %x = stablehlo.constant dense<[4.0, 0.25, -0.0, 0.0, 0x7F800000, 0xFF800000]> : tensor<6xf32>
  %y = stablehlo.constant dense<2.0> : tensor<6xf32>
  %0 = stablehlo.power %x, %y : tensor<6xf32>
  check.expect_eq_const %0, dense<[16.0, 0.0625, 0.0, 0.0, 0x7F800000, 0x7F800000]> : tensor<6xf32>
  return %0 : tensor<6xf32>
}

func.func @minus_one() -> tensor<6xf32> {
  %x = stablehlo.constant dense<[4.0, 0.25, -0.0, 0.0, 0x7F800000, 0xFF800000]> : tensor<6xf32>
  %y = stablehlo.constant dense<-1.0> : tensor<6xf32>
  %0 = stablehlo.power %x, %y : tensor<6xf32>
  check.expect_eq_const %0, dense<[0.25, 4.0, 0xFF800000, 0x7F800000, 0.0, -0.0]> : tensor<6xf32>
  return %0 : tensor<6xf32>
}

func.func @negative() -> (tensor<i1>, tensor<i1>) {
  %x = stablehlo.constant dense<-4.0> : tensor<f32>
  %y = stablehlo.constant dense<1.5> : tensor<f32>
  %z = stablehlo.constant dense<-0.5> : tensor<f32>
  %0 = stablehlo.power %x, %y : tensor<f32>
  %1 = stablehlo.compare NE, %0, %0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  check.expect_eq_const %1, dense<true> : tensor<i1>
  %2 = stablehlo.power %x, %z : tensor<f32>
  %3 = stablehlo.compare NE, %2, %2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  check.expect_eq_const %3, dense<true> : tensor<i1>
  return %1, %3 : tensor<i1>, tensor<i1>
}
