// Groups over arrays: operands that consist of pieces, and results that do. `numbers` ends with a concatenate of one operand, which is
// never part of a group.

func.func private @numbers() -> tensor<4x6xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<4x6xf32>
  %1 = stablehlo.iota dim = 1 : tensor<4x6xf32>
  %c = stablehlo.constant dense<10.0> : tensor<4x6xf32>
  %2 = stablehlo.multiply %0, %c : tensor<4x6xf32>
  %3 = stablehlo.add %2, %1 : tensor<4x6xf32>
  %4 = stablehlo.concatenate %3, dim = 0 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %4 : tensor<4x6xf32>
}

func.func @rolls() -> tensor<4x6xf32> {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %0 = stablehlo.slice %x [3:4, 0:6] : (tensor<4x6xf32>) -> tensor<1x6xf32>
  %1 = stablehlo.slice %x [0:3, 0:6] : (tensor<4x6xf32>) -> tensor<3x6xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x6xf32>, tensor<3x6xf32>) -> tensor<4x6xf32>
  %3 = stablehlo.slice %x [0:4, 2:6] : (tensor<4x6xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.slice %x [0:4, 0:2] : (tensor<4x6xf32>) -> tensor<4x2xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 1 : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x6xf32>
  %6 = stablehlo.add %2, %5 : tensor<4x6xf32>
  %7 = stablehlo.subtract %6, %x : tensor<4x6xf32>
  check.expect_eq_const %7, dense<[[32.0, 33.0, 34.0, 35.0, 30.0, 31.0], [2.0, 3.0, 4.0, 5.0, 0.0, 1.0], [12.0, 13.0, 14.0, 15.0, 10.0, 11.0], [22.0, 23.0, 24.0, 25.0, 20.0, 21.0]]> : tensor<4x6xf32>
  return %7 : tensor<4x6xf32>
}

func.func @pads() -> tensor<3x3xf32> {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %v = stablehlo.constant dense<-1.0> : tensor<f32>
  %0 = stablehlo.pad %x, %v, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6x8xf32>
  %1 = stablehlo.slice %0 [0:4, 1:7] : (tensor<6x8xf32>) -> tensor<4x6xf32>
  %2 = stablehlo.slice %0 [1:5, 2:8] : (tensor<6x8xf32>) -> tensor<4x6xf32>
  %3 = stablehlo.reverse %2, dims = [0, 1] : tensor<4x6xf32>
  %4 = stablehlo.add %1, %3 : tensor<4x6xf32>
  %5 = stablehlo.slice %0 [0:6:2, 0:8:3] : (tensor<6x8xf32>) -> tensor<3x3xf32>
  %6 = stablehlo.negate %5 : tensor<3x3xf32>
  %7 = stablehlo.slice %4 [0:3, 0:3] : (tensor<4x6xf32>) -> tensor<3x3xf32>
  %8 = stablehlo.add %6, %7 : tensor<3x3xf32>
  check.expect_eq_const %8, dense<[[-1.0, 35.0, 34.0], [0.0, 14.0, 11.0], [10.0, -6.0, -9.0]]> : tensor<3x3xf32>
  return %8 : tensor<3x3xf32>
}

func.func @negative_padding() -> tensor<5x4xf32> {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %v, low = [-1, 0], high = [2, -2], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<5x4xf32>
  %1 = stablehlo.abs %0 : tensor<5x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<5x4xf32>
  check.expect_eq_const %2, dense<[[20.0, 22.0, 24.0, 26.0], [40.0, 42.0, 44.0, 46.0], [60.0, 62.0, 64.0, 66.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<5x4xf32>
  return %2 : tensor<5x4xf32>
}

func.func @edges() -> tensor<4x7xf32> {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %0 = stablehlo.slice %x [0:4, 0:1] : (tensor<4x6xf32>) -> tensor<4x1xf32>
  %1 = stablehlo.reshape %0 : (tensor<4x1xf32>) -> tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x2xf32>
  %3 = stablehlo.slice %x [0:4, 5:6] : (tensor<4x6xf32>) -> tensor<4x1xf32>
  %4 = stablehlo.concatenate %2, %x, %3, dim = 1 : (tensor<4x2xf32>, tensor<4x6xf32>, tensor<4x1xf32>) -> tensor<4x9xf32>
  %5 = stablehlo.slice %4 [0:4, 0:7] : (tensor<4x9xf32>) -> tensor<4x7xf32>
  %6 = stablehlo.slice %4 [0:4, 2:9] : (tensor<4x9xf32>) -> tensor<4x7xf32>
  %7 = stablehlo.add %5, %6 : tensor<4x7xf32>
  check.expect_eq_const %7, dense<[[0.0, 1.0, 2.0, 4.0, 6.0, 8.0, 9.0], [20.0, 21.0, 22.0, 24.0, 26.0, 28.0, 29.0], [40.0, 41.0, 42.0, 44.0, 46.0, 48.0, 49.0], [60.0, 61.0, 62.0, 64.0, 66.0, 68.0, 69.0]]> : tensor<4x7xf32>
  return %7 : tensor<4x7xf32>
}

func.func @results() -> tensor<4x6xf32> {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %c = stablehlo.constant dense<2.0> : tensor<4x6xf32>
  %v = stablehlo.constant dense<7.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %c : tensor<4x6xf32>
  %1 = stablehlo.abs %0 : tensor<4x6xf32>
  %2 = stablehlo.slice %1 [1:3, 1:5] : (tensor<4x6xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.pad %2, %v, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4x6xf32>
  check.expect_eq_const %3, dense<[[7.0, 7.0, 7.0, 7.0, 7.0, 7.0], [7.0, 22.0, 24.0, 26.0, 28.0, 7.0], [7.0, 42.0, 44.0, 46.0, 48.0, 7.0], [7.0, 7.0, 7.0, 7.0, 7.0, 7.0]]> : tensor<4x6xf32>
  return %3 : tensor<4x6xf32>
}

func.func @results_of_others() -> tensor<4x6xf32> {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %0 = stablehlo.negate %x : tensor<4x6xf32>
  %1 = stablehlo.abs %0 : tensor<4x6xf32>
  %2 = stablehlo.slice %1 [0:2, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
  %3 = stablehlo.slice %0 [2:4, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
  %4 = stablehlo.concatenate %2, %3, dim = 0 : (tensor<2x6xf32>, tensor<2x6xf32>) -> tensor<4x6xf32>
  check.expect_eq_const %4, dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [10.0, 11.0, 12.0, 13.0, 14.0, 15.0], [-20.0, -21.0, -22.0, -23.0, -24.0, -25.0], [-30.0, -31.0, -32.0, -33.0, -34.0, -35.0]]> : tensor<4x6xf32>
  return %4 : tensor<4x6xf32>
}

func.func @rows() -> tensor<4x6xf32> {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %x [0:4, 5:6] : (tensor<4x6xf32>) -> tensor<4x1xf32>
  %1 = stablehlo.slice %x [0:4, 0:5] : (tensor<4x6xf32>) -> tensor<4x5xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<4x1xf32>, tensor<4x5xf32>) -> tensor<4x6xf32>
  %3 = stablehlo.multiply %2, %x : tensor<4x6xf32>
  %4 = stablehlo.reduce(%3 init: %v) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xf32>) -> tensor<4x6xf32>
  %6 = stablehlo.subtract %5, %2 : tensor<4x6xf32>
  check.expect_eq_const %6, dense<[[35.0, 40.0, 39.0, 38.0, 37.0, 36.0], [925.0, 930.0, 929.0, 928.0, 927.0, 926.0], [3015.0, 3020.0, 3019.0, 3018.0, 3017.0, 3016.0], [6305.0, 6310.0, 6309.0, 6308.0, 6307.0, 6306.0]]> : tensor<4x6xf32>
  return %6 : tensor<4x6xf32>
}

func.func @loop() -> tensor<4x6xf32> {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %n, %u = %x) : tensor<i32>, tensor<4x6xf32>
  cond {
    %end = stablehlo.constant dense<5> : tensor<i32>
    %0 = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  } do {
    %v = stablehlo.constant dense<0.0> : tensor<f32>
    %h = stablehlo.constant dense<0.5> : tensor<4x6xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.pad %u, %v, low = [1, 0], high = [-1, 0], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    %1 = stablehlo.slice %u [0:4, 1:6] : (tensor<4x6xf32>) -> tensor<4x5xf32>
    %2 = stablehlo.slice %u [0:4, 0:1] : (tensor<4x6xf32>) -> tensor<4x1xf32>
    %3 = stablehlo.concatenate %1, %2, dim = 1 : (tensor<4x5xf32>, tensor<4x1xf32>) -> tensor<4x6xf32>
    %4 = stablehlo.multiply %h, %3 : tensor<4x6xf32>
    %5 = stablehlo.add %0, %4 : tensor<4x6xf32>
    %6 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %6, %5 : tensor<i32>, tensor<4x6xf32>
  }
  check.expect_eq_const %r#1, dense<[[0.15625, 0.0, 0.03125, 0.0625, 0.09375, 0.125], [1.71875, 1.875, 0.34375, 0.6875, 1.03125, 1.375], [8.90625, 10.3125, 10.03125, 4.125, 5.71875, 7.3125], [29.84375, 33.75, 35.96875, 32.5625, 21.65625, 25.75]]> : tensor<4x6xf32>
  return %r#1 : tensor<4x6xf32>
}

func.func @borders_of_steps() -> tensor<4x6xf32> {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2.0> : tensor<2x6xf32>
  %q = stablehlo.constant dense<0.25> : tensor<f32>
  %quarter = stablehlo.broadcast_in_dim %q, dims = [] : (tensor<f32>) -> tensor<2x6xf32>
  %w = stablehlo.add %x, %x : tensor<4x6xf32>
  %0 = stablehlo.slice %x [1:3, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
  %1 = stablehlo.multiply %two, %0 : tensor<2x6xf32>
  %2 = stablehlo.slice %w [1:3, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
  %3 = stablehlo.subtract %1, %2 : tensor<2x6xf32>
  %4 = stablehlo.slice %x [2:4, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
  %5 = stablehlo.slice %x [0:2, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
  %6 = stablehlo.subtract %4, %1 : tensor<2x6xf32>
  %7 = stablehlo.add %6, %5 : tensor<2x6xf32>
  %8 = stablehlo.multiply %quarter, %7 : tensor<2x6xf32>
  %9 = stablehlo.add %3, %8 : tensor<2x6xf32>
  %10 = stablehlo.pad %9, %v, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<2x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  check.expect_eq_const %10, dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x6xf32>
  return %10 : tensor<4x6xf32>
}

func.func @borders_of_choices() -> tensor<4x6xf32> {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %h = stablehlo.constant dense<20.0> : tensor<4x4xf32>
  %five = stablehlo.constant dense<5.0> : tensor<f32>
  %low = stablehlo.constant dense<-1000.0> : tensor<f32>
  %n = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = stablehlo.slice %x [0:4, 1:5] : (tensor<4x6xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.compare GT, %0, %h : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  %2 = stablehlo.negate %0 : tensor<4x4xf32>
  %3 = stablehlo.broadcast_in_dim %n, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.select %1, %2, %3 : tensor<4x4xi1>, tensor<4x4xf32>
  %5 = stablehlo.clamp %low, %4, %five : (tensor<f32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  %6 = stablehlo.slice %x [0:4, 0:1] : (tensor<4x6xf32>) -> tensor<4x1xf32>
  %7 = stablehlo.slice %x [0:4, 5:6] : (tensor<4x6xf32>) -> tensor<4x1xf32>
  %8 = stablehlo.concatenate %6, %5, %7, dim = 1 : (tensor<4x1xf32>, tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x6xf32>
  check.expect_eq_const %8, dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [10.0, 1.0, 2.0, 3.0, 4.0, 15.0], [20.0, -21.0, -22.0, -23.0, -24.0, 25.0], [30.0, -31.0, -32.0, -33.0, -34.0, 35.0]]> : tensor<4x6xf32>
  return %8 : tensor<4x6xf32>
}

// A group of one dynamic slice would wait for the next one, but a pad and a concatenate between them need its elements.
func.func @pieces_between_slices() -> (tensor<1x6xf32>, tensor<1x9xf32>, tensor<1x12xf32>) {
  %x = func.call @numbers() : () -> tensor<4x6xf32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %hidden = stablehlo.optimization_barrier %one : tensor<1xi32>
  %i = stablehlo.reshape %hidden : (tensor<1xi32>) -> tensor<i32>
  %j = stablehlo.add %i, %i : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %f = stablehlo.constant dense<2.5> : tensor<f32>
  %a = stablehlo.dynamic_slice %x, %i, %z, sizes = [1, 6] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
  %g = stablehlo.negate %a : tensor<1x6xf32>
  %p = stablehlo.pad %g, %f, low = [0, 1], high = [0, 2], interior = [0, 0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<1x9xf32>
  %r = stablehlo.reverse %g, dims = [1] : tensor<1x6xf32>
  %q = stablehlo.concatenate %r, %a, dim = 1 : (tensor<1x6xf32>, tensor<1x6xf32>) -> tensor<1x12xf32>
  %b = stablehlo.dynamic_slice %x, %j, %z, sizes = [1, 6] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
  %h = stablehlo.add %g, %b : tensor<1x6xf32>
  check.expect_eq_const %h, dense<10.0> : tensor<1x6xf32>
  check.expect_eq_const %p, dense<[[2.5, -10.0, -11.0, -12.0, -13.0, -14.0, -15.0, 2.5, 2.5]]> : tensor<1x9xf32>
  check.expect_eq_const %q, dense<[[-15.0, -14.0, -13.0, -12.0, -11.0, -10.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0]]> : tensor<1x12xf32>
  return %h, %p, %q : tensor<1x6xf32>, tensor<1x9xf32>, tensor<1x12xf32>
}
