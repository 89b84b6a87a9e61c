// Groups with reductions that keep the last dimensions.

func.func private @numbers() -> tensor<6x5x64xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<6x5x64xf32>
  %1 = stablehlo.iota dim = 1 : tensor<6x5x64xf32>
  %2 = stablehlo.iota dim = 2 : tensor<6x5x64xf32>
  %c = stablehlo.constant dense<3.7> : tensor<6x5x64xf32>
  %3 = stablehlo.multiply %0, %c : tensor<6x5x64xf32>
  %4 = stablehlo.add %3, %1 : tensor<6x5x64xf32>
  %5 = stablehlo.multiply %4, %c : tensor<6x5x64xf32>
  %6 = stablehlo.add %5, %2 : tensor<6x5x64xf32>
  %7 = stablehlo.sine %6 : tensor<6x5x64xf32>
  %8 = stablehlo.concatenate %7, dim = 0 : (tensor<6x5x64xf32>) -> tensor<6x5x64xf32>
  return %8 : tensor<6x5x64xf32>
}

// The statistics of batch norm, and the normalized values.
func.func @batch_norm() -> (tensor<64xf32>, tensor<6x5x64xf32>) {
  %x = func.call @numbers() : () -> tensor<6x5x64xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<30.0> : tensor<64xf32>
  %epsilon = stablehlo.constant dense<0.001> : tensor<64xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x5x64xf32>, tensor<f32>) -> tensor<64xf32>
  %1 = stablehlo.multiply %x, %x : tensor<6x5x64xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x5x64xf32>, tensor<f32>) -> tensor<64xf32>
  %3 = stablehlo.divide %0, %count : tensor<64xf32>
  %4 = stablehlo.divide %2, %count : tensor<64xf32>
  %5 = stablehlo.multiply %3, %3 : tensor<64xf32>
  %6 = stablehlo.subtract %4, %5 : tensor<64xf32>
  %7 = stablehlo.add %6, %epsilon : tensor<64xf32>
  %8 = stablehlo.rsqrt %7 : tensor<64xf32>
  %9 = stablehlo.broadcast_in_dim %3, dims = [2] : (tensor<64xf32>) -> tensor<6x5x64xf32>
  %10 = stablehlo.broadcast_in_dim %8, dims = [2] : (tensor<64xf32>) -> tensor<6x5x64xf32>
  %11 = stablehlo.subtract %x, %9 : tensor<6x5x64xf32>
  %12 = stablehlo.multiply %11, %10 : tensor<6x5x64xf32>
  %13 = stablehlo.multiply %12, %12 : tensor<6x5x64xf32>
  %14 = stablehlo.reduce(%13 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x5x64xf32>, tensor<f32>) -> tensor<64xf32>
  %15 = stablehlo.divide %14, %count : tensor<64xf32>
  %16 = stablehlo.subtract %15, %epsilon : tensor<64xf32>
  %17 = stablehlo.floor %15 : tensor<64xf32>
  %18 = stablehlo.subtract %15, %17 : tensor<64xf32>
  %19 = stablehlo.round_nearest_even %18 : tensor<64xf32>
  check.expect_eq_const %19, dense<1.0> : tensor<64xf32>
  return %15, %12 : tensor<64xf32>, tensor<6x5x64xf32>
}

// A dimension between others, with elements of other types; the values are used by others too.
func.func @middle() -> (tensor<6x5x64xi32>, tensor<6x64xi32>, tensor<6x64xbf16>) {
  %x = func.call @numbers() : () -> tensor<6x5x64xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1.0> : tensor<bf16>
  %ten = stablehlo.constant dense<10.0> : tensor<6x5x64xf32>
  %0 = stablehlo.multiply %x, %ten : tensor<6x5x64xf32>
  %1 = stablehlo.convert %0 : (tensor<6x5x64xf32>) -> tensor<6x5x64xi32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6x5x64xi32>, tensor<i32>) -> tensor<6x64xi32>
  %3 = stablehlo.convert %0 : (tensor<6x5x64xf32>) -> tensor<6x5x64xbf16>
  %4 = stablehlo.reduce(%3 init: %one) applies stablehlo.multiply across dimensions = [1] : (tensor<6x5x64xbf16>, tensor<bf16>) -> tensor<6x64xbf16>
  return %1, %2, %4 : tensor<6x5x64xi32>, tensor<6x64xi32>, tensor<6x64xbf16>
}

// Indices, and a view of another order.
func.func @indices() -> tensor<64xf32> {
  %x = func.call @numbers() : () -> tensor<6x5x64xf32>
  %zero = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %i = stablehlo.iota dim = 2 : tensor<6x5x64xf32>
  %k = stablehlo.iota dim = 1 : tensor<6x5x64xf32>
  %r = stablehlo.reverse %x, dims = [1] : tensor<6x5x64xf32>
  %0 = stablehlo.add %x, %i : tensor<6x5x64xf32>
  %1 = stablehlo.multiply %0, %k : tensor<6x5x64xf32>
  %2 = stablehlo.subtract %1, %r : tensor<6x5x64xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<6x5x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %3 : tensor<64xf32>
}

// The group is computed in a loop, whose carried value is its operand.
func.func @in_a_loop() -> tensor<64xf32> {
  %x = func.call @numbers() : () -> tensor<6x5x64xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%a = %i, %b = %x, %s = %zero) : tensor<i32>, tensor<6x5x64xf32>, tensor<f32>
   cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %a, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %start = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.add %a, %one : tensor<i32>
    %2 = stablehlo.multiply %b, %b : tensor<6x5x64xf32>
    %3 = stablehlo.reduce(%2 init: %start) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x5x64xf32>, tensor<f32>) -> tensor<64xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [2] : (tensor<64xf32>) -> tensor<6x5x64xf32>
    %5 = stablehlo.divide %2, %4 : tensor<6x5x64xf32>
    stablehlo.return %1, %5, %s : tensor<i32>, tensor<6x5x64xf32>, tensor<f32>
  }
  %6 = stablehlo.negate %0#1 : tensor<6x5x64xf32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x5x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %7 : tensor<64xf32>
}

// Rows are reduced first, then their results. Sums are exact; the initial value of the maximum counts.
func.func @channels_first() {
  %i = stablehlo.iota dim = 0 : tensor<19200xi32>
  %n = stablehlo.reshape %i : (tensor<19200xi32>) -> tensor<8x3x10x80xi32>
  %x = stablehlo.convert %n : (tensor<8x3x10x80xi32>) -> tensor<8x3x10x80xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %high = stablehlo.constant dense<19000.0> : tensor<f32>
  %small = stablehlo.constant dense<1024> : tensor<8x3x10x80xi32>
  %m = stablehlo.remainder %n, %small : tensor<8x3x10x80xi32>
  %y = stablehlo.convert %m : (tensor<8x3x10x80xi32>) -> tensor<8x3x10x80xf32>
  %0 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<8x3x10x80xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = stablehlo.reduce(%x init: %high) applies stablehlo.maximum across dimensions = [0, 3, 2] : (tensor<8x3x10x80xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = stablehlo.reduce(%n init: %none) applies stablehlo.add across dimensions = [3, 0, 2] : (tensor<8x3x10x80xi32>, tensor<i32>) -> tensor<3xi32>
  %3 = stablehlo.reduce(%y init: %one) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<8x3x10x80xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %0, dense<[3199872.0, 3306368.0, 3216256.0]> : tensor<3xf32>
  check.expect_eq_const %1, dense<[19000.0, 19000.0, 19199.0]> : tensor<3xf32>
  check.expect_eq_const %2, dense<[56316800, 61436800, 66556800]> : tensor<3xi32>
  check.expect_eq_const %3, dense<[3199873.0, 3306369.0, 3216257.0]> : tensor<3xf32>
  return
}
