// Groups over arrays: which operations meet in one, and in which order groups run.

func.func private @numbers() -> tensor<4x6xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<24xf32>
  %c = stablehlo.constant dense<0.37> : tensor<24xf32>
  %1 = stablehlo.multiply %0, %c : tensor<24xf32>
  %2 = stablehlo.sine %1 : tensor<24xf32>
  %3 = stablehlo.reshape %2 : (tensor<24xf32>) -> tensor<4x6xf32>
  %4 = stablehlo.concatenate %3, dim = 0 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %4 : tensor<4x6xf32>
}

func.func @several_results() -> (tensor<4x6xf32>, tensor<4x6xi1>, tensor<4x6xf64>, tensor<4x6xf32>) {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4x6xf32>
  %0 = stablehlo.exponential %x : tensor<4x6xf32>
  %1 = stablehlo.compare GT, %x, %zero : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
  %2 = stablehlo.convert %0 : (tensor<4x6xf32>) -> tensor<4x6xf64>
  %3 = stablehlo.select %1, %0, %x : tensor<4x6xi1>, tensor<4x6xf32>
  %low = stablehlo.constant dense<0.1> : tensor<f32>
  %high = stablehlo.constant dense<1.5> : tensor<f32>
  %4 = stablehlo.clamp %low, %3, %high : (tensor<f32>, tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %0, %1, %2, %4 : tensor<4x6xf32>, tensor<4x6xi1>, tensor<4x6xf64>, tensor<4x6xf32>
}

// Two chains become one group when their ends meet.
func.func @united() -> tensor<4x6xf32> {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %y = stablehlo.concatenate %x, dim = 1 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %0 = stablehlo.exponential %y : tensor<4x6xf32>
  %1 = stablehlo.tanh %y : tensor<4x6xf32>
  %2 = stablehlo.multiply %0, %0 : tensor<4x6xf32>
  %3 = stablehlo.abs %1 : tensor<4x6xf32>
  %4 = stablehlo.add %2, %3 : tensor<4x6xf32>
  return %4 : tensor<4x6xf32>
}

// The transposed result of a group is used by what would be the same group.
func.func @circle_of_views() -> (tensor<6x6xf32>, tensor<6x6xf32>) {
  %0 = stablehlo.iota dim = 0 : tensor<36xf32>
  %1 = stablehlo.cosine %0 : tensor<36xf32>
  %2 = stablehlo.reshape %1 : (tensor<36xf32>) -> tensor<6x6xf32>
  %x = stablehlo.concatenate %2, dim = 0 : (tensor<6x6xf32>) -> tensor<6x6xf32>
  %3 = stablehlo.exponential %x : tensor<6x6xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<6x6xf32>) -> tensor<6x6xf32>
  %5 = stablehlo.add %3, %4 : tensor<6x6xf32>
  %6 = stablehlo.reverse %5, dims = [0] : tensor<6x6xf32>
  %7 = stablehlo.multiply %6, %3 : tensor<6x6xf32>
  %8 = stablehlo.subtract %7, %5 : tensor<6x6xf32>
  return %5, %8 : tensor<6x6xf32>, tensor<6x6xf32>
}

// A, then a kernel, then what could be in the group of A.
func.func @circle_of_kernels() -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %0 = stablehlo.exponential %x : tensor<4x6xf32>
  %1 = stablehlo.concatenate %0, dim = 0 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = stablehlo.add %0, %1 : tensor<4x6xf32>
  %3 = stablehlo.negate %0 : tensor<4x6xf32>
  %4 = stablehlo.multiply %3, %x : tensor<4x6xf32>
  return %2, %4 : tensor<4x6xf32>, tensor<4x6xf32>
}

// Another iteration space between two of the same.
func.func @circle_of_spaces() -> (tensor<4x6xf32>, tensor<4x3xf32>) {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %0 = stablehlo.tanh %x : tensor<4x6xf32>
  %1 = stablehlo.slice %0 [0:4, 0:3] : (tensor<4x6xf32>) -> tensor<4x3xf32>
  %2 = stablehlo.exponential %1 : tensor<4x3xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<4x3xf32>) -> tensor<4x3x2xf32>
  %4 = stablehlo.reshape %3 : (tensor<4x3x2xf32>) -> tensor<4x6xf32>
  %5 = stablehlo.multiply %4, %0 : tensor<4x6xf32>
  return %5, %2 : tensor<4x6xf32>, tensor<4x3xf32>
}

// Shapes of as many elements without a common iteration space.
func.func @no_common_space() -> (tensor<2x3xf32>, tensor<3x2xf32>) {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[3.0, 4.0, 5.0]> : tensor<3xf32>
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3xf32>
  %3 = stablehlo.reshape %2 : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %4 = stablehlo.broadcast_in_dim %b, dims = [0] : (tensor<3xf32>) -> tensor<3x2xf32>
  %5 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
  %6 = stablehlo.divide %4, %5 : tensor<3x2xf32>
  %7 = stablehlo.add %3, %6 : tensor<3x2xf32>
  check.expect_eq_const %7, dense<[[6.0, 5.5], [9.0, 8.0], [13.0, 12.5]]> : tensor<3x2xf32>
  return %2, %7 : tensor<2x3xf32>, tensor<3x2xf32>
}

// Single elements and arrays depend on each other.
func.func @scalars_between() -> (tensor<4x6xf32>, tensor<f32>, tensor<4x6xf32>) {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.slice %x [1:2, 2:3] : (tensor<4x6xf32>) -> tensor<1x1xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x1xf32>) -> tensor<f32>
  %2 = stablehlo.multiply %1, %two : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
  %4 = stablehlo.add %x, %3 : tensor<4x6xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
  %6 = stablehlo.divide %2, %5 : tensor<f32>
  %7 = stablehlo.compare GT, %6, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %8 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
  %9 = stablehlo.select %7, %4, %8 : tensor<i1>, tensor<4x6xf32>
  return %4, %6, %9 : tensor<4x6xf32>, tensor<f32>, tensor<4x6xf32>
}

func.func @branches_and_loops() -> (tensor<4x6xf32>, tensor<i32>) {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<4x6xf32>
  %twice = stablehlo.add %x, %x : tensor<4x6xf32>
  %turned = stablehlo.reverse %twice, dims = [0, 1] : tensor<4x6xf32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4x6xf32>
    cond {
    %1 = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %3 = stablehlo.multiply %a, %half : tensor<4x6xf32>
    %4 = stablehlo.add %3, %2 : tensor<4x6xf32>
    %5 = stablehlo.subtract %4, %turned : tensor<4x6xf32>
    %row = stablehlo.slice %5 [0:1, 0:6] : (tensor<4x6xf32>) -> tensor<1x6xf32>
    %all = stablehlo.broadcast_in_dim %row, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<4x6xf32>
    %6 = stablehlo.add %5, %all : tensor<4x6xf32>
    %7 = stablehlo.remainder %i, %one : tensor<i32>
    %8 = "stablehlo.case"(%7) ({
      %10 = stablehlo.tanh %6 : tensor<4x6xf32>
      %11 = stablehlo.negate %10 : tensor<4x6xf32>
      stablehlo.return %11 : tensor<4x6xf32>
    }, {
      %10 = stablehlo.multiply %6, %turned : tensor<4x6xf32>
      stablehlo.return %10 : tensor<4x6xf32>
    }) : (tensor<i32>) -> tensor<4x6xf32>
    %9 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %9, %8 : tensor<i32>, tensor<4x6xf32>
  }
  return %0#1, %0#0 : tensor<4x6xf32>, tensor<i32>
}

// Checks in between keep their order and see the values of their place.
func.func @side_effects() -> tensor<4x6xf32> {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %0 = stablehlo.subtract %x, %x : tensor<4x6xf32>
  check.expect_eq_const %0, dense<0.0> : tensor<4x6xf32>
  %1 = stablehlo.cosine %0 : tensor<4x6xf32>
  check.expect_eq_const %1, dense<1.0> : tensor<4x6xf32>
  %2 = stablehlo.add %1, %1 : tensor<4x6xf32>
  check.expect_eq_const %2, dense<2.0> : tensor<4x6xf32>
  %3 = stablehlo.multiply %2, %x : tensor<4x6xf32>
  return %3 : tensor<4x6xf32>
}

func.func @small_types() -> (tensor<6xi4>, tensor<6xui2>, tensor<6xf8E4M3FN>, tensor<6xbf16>, tensor<6xi1>, tensor<6xcomplex<f32>>, tensor<6xf32>) {
  %a = stablehlo.constant dense<[-8, -3, -1, 0, 5, 7]> : tensor<6xi4>
  %b = stablehlo.constant dense<[0, 1, 2, 3, 1, 2]> : tensor<6xui2>
  %c = stablehlo.constant dense<[0.5, 1.0, 1.5, -2.0, 3.0, 100.0]> : tensor<6xf8E4M3FN>
  %d = stablehlo.constant dense<[0.5, 1.0, 1.5, -2.0, 3.0, 100.0]> : tensor<6xbf16>
  %e = stablehlo.constant dense<[true, false, true, true, false, false]> : tensor<6xi1>
  %f = stablehlo.constant dense<[(1.0, 2.0), (0.0, 0.0), (3.0, -1.0), (1.0, 1.0), (2.0, 2.0), (0.0, -1.0)]> : tensor<6xcomplex<f32>>
  %three = stablehlo.constant dense<3> : tensor<6xi4>
  %true = stablehlo.constant dense<true> : tensor<6xi1>
  %one = stablehlo.constant dense<1> : tensor<6xui2>
  %0 = stablehlo.add %a, %three : tensor<6xi4>
  %1 = stablehlo.multiply %0, %a : tensor<6xi4>
  %2 = stablehlo.add %b, %one : tensor<6xui2>
  %3 = stablehlo.multiply %2, %2 : tensor<6xui2>
  %4 = stablehlo.add %c, %c : tensor<6xf8E4M3FN>
  %5 = stablehlo.multiply %4, %c : tensor<6xf8E4M3FN>
  %6 = stablehlo.exponential %d : tensor<6xbf16>
  %7 = stablehlo.multiply %6, %d : tensor<6xbf16>
  %8 = stablehlo.xor %e, %true : tensor<6xi1>
  %9 = stablehlo.reverse %8, dims = [0] : tensor<6xi1>
  %10 = stablehlo.and %8, %9 : tensor<6xi1>
  %11 = stablehlo.multiply %f, %f : tensor<6xcomplex<f32>>
  %12 = stablehlo.exponential %11 : tensor<6xcomplex<f32>>
  %13 = stablehlo.real %12 : (tensor<6xcomplex<f32>>) -> tensor<6xf32>
  %14 = stablehlo.imag %11 : (tensor<6xcomplex<f32>>) -> tensor<6xf32>
  %15 = stablehlo.add %13, %14 : tensor<6xf32>
  %16 = stablehlo.bitcast_convert %15 : (tensor<6xf32>) -> tensor<6xi32>
  %17 = stablehlo.negate %16 : tensor<6xi32>
  %18 = stablehlo.bitcast_convert %17 : (tensor<6xi32>) -> tensor<6xf32>
  return %1, %3, %5, %7, %10, %12, %18 : tensor<6xi4>, tensor<6xui2>, tensor<6xf8E4M3FN>, tensor<6xbf16>, tensor<6xi1>, tensor<6xcomplex<f32>>, tensor<6xf32>
}

// Quantized arithmetic is not part of groups; conversions around it are kernels.
func.func @quantized() -> tensor<6xf32> {
  %a = stablehlo.constant dense<[-1.0, -0.5, 0.0, 0.5, 1.0, 1.5]> : tensor<6xf32>
  %0 = stablehlo.add %a, %a : tensor<6xf32>
  %1 = stablehlo.uniform_quantize %0 : (tensor<6xf32>) -> tensor<6x!quant.uniform<i8:f32, 0.1:3>>
  %2 = stablehlo.add %1, %1 : tensor<6x!quant.uniform<i8:f32, 0.1:3>>
  %3 = stablehlo.reverse %2, dims = [0] : tensor<6x!quant.uniform<i8:f32, 0.1:3>>
  %4 = stablehlo.uniform_dequantize %3 : (tensor<6x!quant.uniform<i8:f32, 0.1:3>>) -> tensor<6xf32>
  %5 = stablehlo.multiply %4, %a : tensor<6xf32>
  %6 = stablehlo.negate %5 : tensor<6xf32>
  return %6 : tensor<6xf32>
}

// Sizes that are known when the program runs only.
func.func @dynamic() -> tensor<?xf32> {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  %1 = stablehlo.convert %0 : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xf32>
  %2 = stablehlo.add %1, %1 : tensor<?xf32>
  %3 = stablehlo.exponential %2 : tensor<?xf32>
  %4 = stablehlo.add %a, %a : tensor<4xf32>
  %5 = stablehlo.abs %4 : tensor<4xf32>
  check.expect_eq_const %5, dense<[2.0, 4.0, 6.0, 8.0]> : tensor<4xf32>
  return %3 : tensor<?xf32>
}

// Random numbers do not depend on what is fused.
func.func @random() -> tensor<6xf32> {
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<6> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<6xf32>
  %1 = stablehlo.negate %0 : tensor<6xf32>
  %2 = stablehlo.exponential %1 : tensor<6xf32>
  %3 = stablehlo.rng %a, %b, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<6xf32>
  %4 = stablehlo.multiply %3, %2 : tensor<6xf32>
  return %4 : tensor<6xf32>
}
// Two results of a group for which the memory of the same operand could be used.
func.func @two_results_in_place() {
  %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %d = stablehlo.constant dense<[5.0, 6.0, 7.0, 8.0]> : tensor<4xf32>
  %x = stablehlo.concatenate %c, %d, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %y = stablehlo.add %x, %x : tensor<8xf32>
  %z = stablehlo.negate %y : tensor<8xf32>
  %r = stablehlo.concatenate %y, %z, dim = 0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  check.expect_eq_const %r, dense<[2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0, -2.0, -4.0, -6.0, -8.0, -10.0, -12.0, -14.0, -16.0]> : tensor<16xf32>
  func.return
}
