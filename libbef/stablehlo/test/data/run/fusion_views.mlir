// Groups over arrays: each kind of view of an operand. A `concatenate` of one operand is never part of a group, so its result is memory.

func.func private @numbers() -> tensor<4x6xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<4x6xf32>
  %1 = stablehlo.iota dim = 1 : tensor<4x6xf32>
  %c = stablehlo.constant dense<10.0> : tensor<4x6xf32>
  %2 = stablehlo.multiply %0, %c : tensor<4x6xf32>
  %3 = stablehlo.add %2, %1 : tensor<4x6xf32>
  %4 = stablehlo.concatenate %3, dim = 0 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %4 : tensor<4x6xf32>
}

func.func @broadcasts() -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  %a = stablehlo.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %b = stablehlo.constant dense<[[8.0], [16.0]]> : tensor<2x1xf32>
  %s = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<2x3x4xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [0, 2] : (tensor<2x1xf32>) -> tensor<2x3x4xf32>
  %2 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<2x3x4xf32>
  %3 = stablehlo.add %0, %1 : tensor<2x3x4xf32>
  %4 = stablehlo.multiply %3, %2 : tensor<2x3x4xf32>
  check.expect_eq_const %4, dense<[[[4.5, 4.5, 4.5, 4.5], [5.0, 5.0, 5.0, 5.0], [6.0, 6.0, 6.0, 6.0]],
    [[8.5, 8.5, 8.5, 8.5], [9.0, 9.0, 9.0, 9.0], [10.0, 10.0, 10.0, 10.0]]]> : tensor<2x3x4xf32>
  return %3, %4 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
}

func.func @transposes() -> (tensor<6x4xf32>, tensor<3x4x2xf32>) {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %1 = stablehlo.negate %0 : tensor<6x4xf32>
  %2 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<4x2x3xf32>
  %3 = stablehlo.transpose %2, dims = [2, 0, 1] : (tensor<4x2x3xf32>) -> tensor<3x4x2xf32>
  %4 = stablehlo.add %3, %3 : tensor<3x4x2xf32>
  check.expect_eq_const %4, dense<[[[0.0, 6.0], [20.0, 26.0], [40.0, 46.0], [60.0, 66.0]],
    [[2.0, 8.0], [22.0, 28.0], [42.0, 48.0], [62.0, 68.0]], [[4.0, 10.0], [24.0, 30.0], [44.0, 50.0], [64.0, 70.0]]]> : tensor<3x4x2xf32>
  return %1, %4 : tensor<6x4xf32>, tensor<3x4x2xf32>
}

func.func @slices() -> (tensor<2x3xf32>, tensor<2x2xf32>, tensor<3xf32>) {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %0 = stablehlo.slice %x [1:4:2, 0:6:2] : (tensor<4x6xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.slice %x [0:2, 3:6] : (tensor<4x6xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<2x3xf32>
  %3 = stablehlo.slice %0 [0:2, 1:3] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  %4 = stablehlo.negate %3 : tensor<2x2xf32>
  %5 = stablehlo.slice %2 [1:2, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %6 = stablehlo.reshape %5 : (tensor<1x3xf32>) -> tensor<3xf32>
  %7 = stablehlo.abs %6 : tensor<3xf32>
  check.expect_eq_const %2, dense<[[7.0, 8.0, 9.0], [17.0, 18.0, 19.0]]> : tensor<2x3xf32>
  check.expect_eq_const %4, dense<[[-12.0, -14.0], [-32.0, -34.0]]> : tensor<2x2xf32>
  return %2, %4, %7 : tensor<2x3xf32>, tensor<2x2xf32>, tensor<3xf32>
}

func.func @reverses() -> (tensor<4x6xf32>, tensor<6x4xf32>) {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %0 = stablehlo.reverse %x, dims = [1] : tensor<4x6xf32>
  %1 = stablehlo.reverse %0, dims = [0, 1] : tensor<4x6xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<4x6xf32>
  %3 = stablehlo.subtract %2, %0 : tensor<4x6xf32>
  %4 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %5 = stablehlo.sine %4 : tensor<6x4xf32>
  return %3, %5 : tensor<4x6xf32>, tensor<6x4xf32>
}

// A reshape that splits and joins dimensions is a view; one of a transposed value is not always.
func.func @reshapes() -> (tensor<2x12xf32>, tensor<24xf32>, tensor<2x2x6xf32>, tensor<3x8xf32>) {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %0 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<2x12xf32>
  %1 = stablehlo.negate %0 : tensor<2x12xf32>
  %2 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %3 = stablehlo.reshape %2 : (tensor<6x4xf32>) -> tensor<24xf32>
  %4 = stablehlo.negate %3 : tensor<24xf32>
  %5 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<2x2x6xf32>
  %6 = stablehlo.transpose %5, dims = [1, 0, 2] : (tensor<2x2x6xf32>) -> tensor<2x2x6xf32>
  %7 = stablehlo.negate %6 : tensor<2x2x6xf32>
  %8 = stablehlo.reshape %1 : (tensor<2x12xf32>) -> tensor<3x8xf32>
  %9 = stablehlo.abs %8 : tensor<3x8xf32>
  check.expect_eq_const %7, dense<[[[-0.0, -1.0, -2.0, -3.0, -4.0, -5.0], [-20.0, -21.0, -22.0, -23.0, -24.0, -25.0]],
    [[-10.0, -11.0, -12.0, -13.0, -14.0, -15.0], [-30.0, -31.0, -32.0, -33.0, -34.0, -35.0]]]> : tensor<2x2x6xf32>
  return %1, %4, %7, %9 : tensor<2x12xf32>, tensor<24xf32>, tensor<2x2x6xf32>, tensor<3x8xf32>
}

// Repeated, then reshaped, then cut: still a view.
func.func @chains() -> tensor<3x4xf32> {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %2 = stablehlo.reshape %1 : (tensor<3x4xf32>) -> tensor<3x2x2xf32>
  %3 = stablehlo.reverse %2, dims = [0, 1] : tensor<3x2x2xf32>
  %4 = stablehlo.reshape %3 : (tensor<3x2x2xf32>) -> tensor<3x4xf32>
  %5 = stablehlo.negate %4 : tensor<3x4xf32>
  check.expect_eq_const %5, dense<[[-3.0, -3.0, -3.0, -3.0], [-2.0, -2.0, -2.0, -2.0], [-1.0, -1.0, -1.0, -1.0]]> : tensor<3x4xf32>
  return %5 : tensor<3x4xf32>
}

func.func @iotas() -> (tensor<4x6xi32>, tensor<24xf32>, tensor<6x4xi64>, tensor<5xi8>) {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %0 = stablehlo.iota dim = 0 : tensor<4x6xi32>
  %1 = stablehlo.iota dim = 1 : tensor<4x6xi32>
  %2 = stablehlo.subtract %0, %1 : tensor<4x6xi32>
  %3 = stablehlo.iota dim = 0 : tensor<24xf32>
  %4 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<24xf32>
  %5 = stablehlo.add %3, %4 : tensor<24xf32>
  %6 = stablehlo.sine %x : tensor<4x6xf32>
  %7 = stablehlo.reshape %6 : (tensor<4x6xf32>) -> tensor<24xf32>
  %8 = stablehlo.add %5, %7 : tensor<24xf32>
  %9 = stablehlo.iota dim = 0 : tensor<4xi64>
  %10 = stablehlo.reverse %9, dims = [0] : tensor<4xi64>
  %11 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<4xi64>) -> tensor<6x4xi64>
  %12 = stablehlo.multiply %11, %11 : tensor<6x4xi64>
  %13 = stablehlo.iota dim = 0 : tensor<10xi8>
  %14 = stablehlo.slice %13 [0:10:2] : (tensor<10xi8>) -> tensor<5xi8>
  %15 = stablehlo.negate %14 : tensor<5xi8>
  check.expect_eq_const %15, dense<[0, -2, -4, -6, -8]> : tensor<5xi8>
  return %2, %8, %12, %15 : tensor<4x6xi32>, tensor<24xf32>, tensor<6x4xi64>, tensor<5xi8>
}

// Operations outside of groups use views too.
func.func @shared_views() -> (tensor<6x4xf32>, tensor<6x4xf32>, tensor<12x4xf32>) {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<6x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<6x4xf32>
  %3 = stablehlo.reverse %2, dims = [1] : tensor<6x4xf32>
  %4 = stablehlo.concatenate %1, %3, dim = 0 : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<12x4xf32>
  return %0, %3, %4 : tensor<6x4xf32>, tensor<6x4xf32>, tensor<12x4xf32>
}

// Ranks 0 and 16, dimensions of one element.
func.func @ranks() -> (tensor<2x1x1x1x1x1x1x1x1x1x1x1x1x1x1x3xf32>, tensor<1x1x1xf32>, tensor<2x2x2x2x2x2x2x2x2x2xf32>) {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<2x1x1x1x1x1x1x1x1x1x1x1x1x1x1x3xf32>
  %1 = stablehlo.negate %0 : tensor<2x1x1x1x1x1x1x1x1x1x1x1x1x1x1x3xf32>
  %b = stablehlo.constant dense<7.0> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<1x1x1xf32>
  %3 = stablehlo.negate %2 : tensor<1x1x1xf32>
  %4 = stablehlo.iota dim = 0 : tensor<1024xf32>
  %5 = stablehlo.concatenate %4, dim = 0 : (tensor<1024xf32>) -> tensor<1024xf32>
  %6 = stablehlo.reshape %5 : (tensor<1024xf32>) -> tensor<2x2x2x2x2x2x2x2x2x2xf32>
  %7 = stablehlo.transpose %6, dims = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0] : (tensor<2x2x2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2x2x2x2x2xf32>
  %8 = stablehlo.sine %7 : tensor<2x2x2x2x2x2x2x2x2x2xf32>
  return %1, %3, %8 : tensor<2x1x1x1x1x1x1x1x1x1x1x1x1x1x1x3xf32>, tensor<1x1x1xf32>, tensor<2x2x2x2x2x2x2x2x2x2xf32>
}

func.func @no_elements() -> (tensor<0x3xf32>, tensor<3xf32>, tensor<0xf32>) {
  %a = stablehlo.constant dense<> : tensor<0x3xf32>
  %b = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %z = stablehlo.constant dense<-0.5> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3xf32>) -> tensor<0x3xf32>
  %1 = stablehlo.add %a, %0 : tensor<0x3xf32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
  %3 = stablehlo.negate %2 : tensor<3xf32>
  %4 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<0x3xf32>, tensor<f32>) -> tensor<0xf32>
  %5 = stablehlo.negate %4 : tensor<0xf32>
  check.expect_eq_const %3, dense<0.5> : tensor<3xf32>
  return %1, %3, %5 : tensor<0x3xf32>, tensor<3xf32>, tensor<0xf32>
}

// All operands are one element each.
func.func @repeated() -> (tensor<5xf32>, tensor<5xf32>) {
  %a = stablehlo.constant dense<[[2.0]]> : tensor<1x1xf32>
  %0 = stablehlo.concatenate %a, dim = 0 : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x1xf32>) -> tensor<f32>
  %2 = stablehlo.sine %1 : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %5 = stablehlo.multiply %3, %4 : tensor<5xf32>
  %6 = stablehlo.iota dim = 0 : tensor<5xf32>
  %7 = stablehlo.add %5, %6 : tensor<5xf32>
  return %5, %7 : tensor<5xf32>, tensor<5xf32>
}
