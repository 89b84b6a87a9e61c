// Functions of which devices compute a part. device_test calls them on the host and on a device with the same arguments.

func.func @steps_f32(%a: tensor<3x20xf32>, %b: tensor<3x20xf32>, %c: tensor<3x20xf32>, %p: tensor<3x20xi1>) -> (tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xi1>, tensor<3x20xi1>) {
  %0 = stablehlo.abs %a : tensor<3x20xf32>
  %1 = stablehlo.cbrt %a : tensor<3x20xf32>
  %2 = stablehlo.ceil %a : tensor<3x20xf32>
  %3 = stablehlo.cosine %a : tensor<3x20xf32>
  %4 = stablehlo.exponential %a : tensor<3x20xf32>
  %5 = stablehlo.exponential_minus_one %a : tensor<3x20xf32>
  %6 = stablehlo.floor %a : tensor<3x20xf32>
  %7 = stablehlo.logistic %a : tensor<3x20xf32>
  %8 = stablehlo.negate %a : tensor<3x20xf32>
  %9 = stablehlo.round_nearest_afz %a : tensor<3x20xf32>
  %10 = stablehlo.round_nearest_even %a : tensor<3x20xf32>
  %11 = stablehlo.sign %a : tensor<3x20xf32>
  %12 = stablehlo.sine %a : tensor<3x20xf32>
  %13 = stablehlo.tanh %a : tensor<3x20xf32>
  %14 = stablehlo.add %a, %b : tensor<3x20xf32>
  %15 = stablehlo.atan2 %a, %b : tensor<3x20xf32>
  %16 = stablehlo.divide %a, %b : tensor<3x20xf32>
  %17 = stablehlo.maximum %a, %b : tensor<3x20xf32>
  %18 = stablehlo.minimum %a, %b : tensor<3x20xf32>
  %19 = stablehlo.multiply %a, %b : tensor<3x20xf32>
  %20 = stablehlo.remainder %a, %b : tensor<3x20xf32>
  %21 = stablehlo.subtract %a, %b : tensor<3x20xf32>
  %clamp = stablehlo.clamp %b, %a, %c : tensor<3x20xf32>
  %lt = stablehlo.compare LT, %a, %b : (tensor<3x20xf32>, tensor<3x20xf32>) -> tensor<3x20xi1>
  %ne = stablehlo.compare NE, %a, %b : (tensor<3x20xf32>, tensor<3x20xf32>) -> tensor<3x20xi1>
  %select = stablehlo.select %p, %a, %c : tensor<3x20xi1>, tensor<3x20xf32>
  %m = stablehlo.abs %a : tensor<3x20xf32>
  %log = stablehlo.log %m : tensor<3x20xf32>
  %log_plus_one = stablehlo.log_plus_one %m : tensor<3x20xf32>
  %rsqrt = stablehlo.rsqrt %m : tensor<3x20xf32>
  %sqrt = stablehlo.sqrt %m : tensor<3x20xf32>
  %power = stablehlo.power %m, %b : tensor<3x20xf32>
  %finite = stablehlo.is_finite %c : (tensor<3x20xf32>) -> tensor<3x20xi1>
  %total = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<3x20xf32>, tensor<3x20xf32>) -> tensor<3x20xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %clamp, %lt, %ne, %select, %log, %log_plus_one, %rsqrt, %sqrt, %power, %finite, %total : tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xi1>, tensor<3x20xi1>
}

func.func @steps_shifts(%a: tensor<3x20xui8>, %b: tensor<3x20xui8>) -> (tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>) {
  %two = stablehlo.constant dense<2> : tensor<3x20xui8>
  %0 = stablehlo.shift_right_arithmetic %a, %b : tensor<3x20xui8>
  %1 = stablehlo.shift_right_arithmetic %a, %two : tensor<3x20xui8>
  %2 = stablehlo.shift_right_logical %a, %two : tensor<3x20xui8>
  return %0, %1, %2 : tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>
}

func.func @steps_i32(%a: tensor<3x20xi32>, %b: tensor<3x20xi32>, %c: tensor<3x20xi32>, %p: tensor<3x20xi1>) -> (tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi32>) {
  %0 = stablehlo.count_leading_zeros %a : tensor<3x20xi32>
  %1 = stablehlo.negate %a : tensor<3x20xi32>
  %2 = stablehlo.not %a : tensor<3x20xi32>
  %3 = stablehlo.popcnt %a : tensor<3x20xi32>
  %4 = stablehlo.abs %a : tensor<3x20xi32>
  %5 = stablehlo.sign %a : tensor<3x20xi32>
  %6 = stablehlo.add %a, %b : tensor<3x20xi32>
  %7 = stablehlo.and %a, %b : tensor<3x20xi32>
  %8 = stablehlo.divide %a, %b : tensor<3x20xi32>
  %9 = stablehlo.maximum %a, %b : tensor<3x20xi32>
  %10 = stablehlo.minimum %a, %b : tensor<3x20xi32>
  %11 = stablehlo.multiply %a, %b : tensor<3x20xi32>
  %12 = stablehlo.or %a, %b : tensor<3x20xi32>
  %13 = stablehlo.power %a, %b : tensor<3x20xi32>
  %14 = stablehlo.remainder %a, %b : tensor<3x20xi32>
  %15 = stablehlo.shift_left %a, %b : tensor<3x20xi32>
  %16 = stablehlo.shift_right_arithmetic %a, %b : tensor<3x20xi32>
  %17 = stablehlo.shift_right_logical %a, %b : tensor<3x20xi32>
  %18 = stablehlo.subtract %a, %b : tensor<3x20xi32>
  %19 = stablehlo.xor %a, %b : tensor<3x20xi32>
  %clamp = stablehlo.clamp %b, %a, %c : tensor<3x20xi32>
  %lt = stablehlo.compare LT, %a, %b : (tensor<3x20xi32>, tensor<3x20xi32>) -> tensor<3x20xi1>
  %ne = stablehlo.compare NE, %a, %b : (tensor<3x20xi32>, tensor<3x20xi32>) -> tensor<3x20xi1>
  %select = stablehlo.select %p, %a, %c : tensor<3x20xi1>, tensor<3x20xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %clamp, %lt, %ne, %select : tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi32>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi32>
}

func.func @loop_views(%x: tensor<6x40xf32>, %y: tensor<40xf32>) -> (tensor<40x6xf32>, tensor<3x20xf32>, tensor<6x40xf32>, tensor<6x40xi32>) {
  %c = stablehlo.constant dense<[1.0, -2.0, 3.0, -4.0, 5.0, -6.0]> : tensor<6xf32>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<6x40xf32>) -> tensor<40x6xf32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<6xf32>) -> tensor<40x6xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<40x6xf32>
  %3 = stablehlo.slice %x [1:6:2, 0:40:2] : (tensor<6x40xf32>) -> tensor<3x20xf32>
  %4 = stablehlo.reverse %3, dims = [0, 1] : tensor<3x20xf32>
  %5 = stablehlo.subtract %3, %4 : tensor<3x20xf32>
  %6 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<40xf32>) -> tensor<6x40xf32>
  %7 = stablehlo.iota dim = 1 : tensor<6x40xf32>
  %8 = stablehlo.add %6, %7 : tensor<6x40xf32>
  %9 = stablehlo.multiply %8, %x : tensor<6x40xf32>
  %10 = stablehlo.iota dim = 0 : tensor<6x40xi32>
  %11 = stablehlo.convert %x : (tensor<6x40xf32>) -> tensor<6x40xi32>
  %12 = stablehlo.add %10, %11 : tensor<6x40xi32>
  return %2, %5, %9, %12 : tensor<40x6xf32>, tensor<3x20xf32>, tensor<6x40xf32>, tensor<6x40xi32>
}

func.func @loop_softmax_long(%x: tensor<3x1000xf32>) -> (tensor<3x1000xf32>, tensor<3xf32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<3x1000xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<3xf32>) -> tensor<3x1000xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<3x1000xf32>
  %3 = stablehlo.exponential %2 : tensor<3x1000xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x1000xf32>, tensor<f32>) -> tensor<3xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<3xf32>) -> tensor<3x1000xf32>
  %6 = stablehlo.divide %3, %5 : tensor<3x1000xf32>
  return %6, %4 : tensor<3x1000xf32>, tensor<3xf32>
}

func.func @loop_reductions(%x: tensor<4x30x16xf32>, %n: tensor<7x200xi32>, %p: tensor<7x200xi1>, %start: tensor<i32>) -> (tensor<4x16xf32>, tensor<16xf32>, tensor<7xi32>, tensor<7xi32>, tensor<7xi1>, tensor<7xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.multiply %x, %x : tensor<4x30x16xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x30x16xf32>, tensor<f32>) -> tensor<4x16xf32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x30x16xf32>, tensor<f32>) -> tensor<16xf32>
  %3 = stablehlo.reduce(%n init: %start) applies stablehlo.add across dimensions = [1] : (tensor<7x200xi32>, tensor<i32>) -> tensor<7xi32>
  %4 = stablehlo.reduce(%n init: %none) applies stablehlo.xor across dimensions = [1] : (tensor<7x200xi32>, tensor<i32>) -> tensor<7xi32>
  %5 = stablehlo.reduce(%p init: %no) applies stablehlo.or across dimensions = [1] : (tensor<7x200xi1>, tensor<i1>) -> tensor<7xi1>
  %6 = stablehlo.reduce(%n init: %start) applies stablehlo.minimum across dimensions = [1] : (tensor<7x200xi32>, tensor<i32>) -> tensor<7xi32>
  return %1, %2, %3, %4, %5, %6 : tensor<4x16xf32>, tensor<16xf32>, tensor<7xi32>, tensor<7xi32>, tensor<7xi1>, tensor<7xi32>
}

// Rows and columns whose last vectors begin inside of others, by all reductions; rows of several runs.
func.func @loop_ends(%x: tensor<5x37xf32>, %d: tensor<5x37xf64>, %h: tensor<5x37xbf16>, %n: tensor<5x37xi8>, %p: tensor<5x37xi1>, %u: tensor<4x3x21xui16>, %v: tensor<3xui16>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<37xf32>, tensor<37xf32>, tensor<5xf64>, tensor<37xf64>, tensor<5xbf16>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<37xi8>, tensor<5xi1>, tensor<5xi1>, tensor<37xi1>, tensor<4xui16>, tensor<21xui16>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %ones = stablehlo.constant dense<1.0> : tensor<5x37xf32>
  %eighth = stablehlo.constant dense<0.125> : tensor<5x37xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %zero64 = stablehlo.constant dense<0.0> : tensor<f64>
  %low16 = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %i0 = stablehlo.constant dense<0> : tensor<i8>
  %i1 = stablehlo.constant dense<1> : tensor<i8>
  %im = stablehlo.constant dense<-1> : tensor<i8>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %u0 = stablehlo.constant dense<0> : tensor<ui16>
  %small = stablehlo.multiply %x, %eighth : tensor<5x37xf32>
  %near = stablehlo.add %small, %ones : tensor<5x37xf32>
  %0 = stablehlo.reduce(%near init: %one) applies stablehlo.multiply across dimensions = [1] : (tensor<5x37xf32>, tensor<f32>) -> tensor<5xf32>
  %1 = stablehlo.reduce(%x init: %high) applies stablehlo.minimum across dimensions = [1] : (tensor<5x37xf32>, tensor<f32>) -> tensor<5xf32>
  %2 = stablehlo.reduce(%near init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x37xf32>, tensor<f32>) -> tensor<5xf32>
  %3 = stablehlo.reduce(%near init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5x37xf32>, tensor<f32>) -> tensor<37xf32>
  %4 = stablehlo.reduce(%x init: %high) applies stablehlo.minimum across dimensions = [0] : (tensor<5x37xf32>, tensor<f32>) -> tensor<37xf32>
  %5 = stablehlo.reduce(%d init: %zero64) applies stablehlo.add across dimensions = [1] : (tensor<5x37xf64>, tensor<f64>) -> tensor<5xf64>
  %6 = stablehlo.reduce(%d init: %zero64) applies stablehlo.add across dimensions = [0] : (tensor<5x37xf64>, tensor<f64>) -> tensor<37xf64>
  %7 = stablehlo.reduce(%h init: %low16) applies stablehlo.maximum across dimensions = [1] : (tensor<5x37xbf16>, tensor<bf16>) -> tensor<5xbf16>
  %8 = stablehlo.reduce(%n init: %i0) applies stablehlo.add across dimensions = [1] : (tensor<5x37xi8>, tensor<i8>) -> tensor<5xi8>
  %9 = stablehlo.reduce(%n init: %i1) applies stablehlo.multiply across dimensions = [1] : (tensor<5x37xi8>, tensor<i8>) -> tensor<5xi8>
  %10 = stablehlo.reduce(%n init: %im) applies stablehlo.and across dimensions = [1] : (tensor<5x37xi8>, tensor<i8>) -> tensor<5xi8>
  %11 = stablehlo.reduce(%n init: %i0) applies stablehlo.maximum across dimensions = [1] : (tensor<5x37xi8>, tensor<i8>) -> tensor<5xi8>
  %12 = stablehlo.reduce(%n init: %i0) applies stablehlo.xor across dimensions = [0] : (tensor<5x37xi8>, tensor<i8>) -> tensor<37xi8>
  %13 = stablehlo.reduce(%p init: %yes) applies stablehlo.and across dimensions = [1] : (tensor<5x37xi1>, tensor<i1>) -> tensor<5xi1>
  %14 = stablehlo.reduce(%p init: %no) applies stablehlo.maximum across dimensions = [1] : (tensor<5x37xi1>, tensor<i1>) -> tensor<5xi1>
  %15 = stablehlo.reduce(%p init: %yes) applies stablehlo.minimum across dimensions = [0] : (tensor<5x37xi1>, tensor<i1>) -> tensor<37xi1>
  %wide = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<3xui16>) -> tensor<4x3x21xui16>
  %both = stablehlo.add %u, %wide : tensor<4x3x21xui16>
  %16 = stablehlo.reduce(%both init: %u0) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x3x21xui16>, tensor<ui16>) -> tensor<4xui16>
  %17 = stablehlo.reduce(%both init: %u0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x3x21xui16>, tensor<ui16>) -> tensor<21xui16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<37xf32>, tensor<37xf32>, tensor<5xf64>, tensor<37xf64>, tensor<5xbf16>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<37xi8>, tensor<5xi1>, tensor<5xi1>, tensor<37xi1>, tensor<4xui16>, tensor<21xui16>
}

func.func @dot_layers(%x: tensor<33x50xf32>, %w: tensor<50x70xf32>, %b: tensor<70xf32>) -> (tensor<33x70xf32>, tensor<70x70xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<33x50xf32>, tensor<50x70xf32>) -> tensor<33x70xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<70xf32>) -> tensor<33x70xf32>
  %2 = stablehlo.add %0, %1 : tensor<33x70xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<33x70xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<33x70xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<33x70xf32>) -> tensor<70x33xf32>
  %5 = stablehlo.dot_general %4, %3, contracting_dims = [1] x [0] : (tensor<70x33xf32>, tensor<33x70xf32>) -> tensor<70x70xf32>
  return %3, %5 : tensor<33x70xf32>, tensor<70x70xf32>
}

func.func @conv_images(%x: tensor<2x11x9x4xf32>, %w: tensor<3x3x4x6xf32>) -> (tensor<2x11x9x6xf32>, tensor<2x5x4x6xf32>) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x11x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x11x9x6xf32>
  %1 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x11x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x5x4x6xf32>
  return %0, %1 : tensor<2x11x9x6xf32>, tensor<2x5x4x6xf32>
}

func.func @mixed_sort(%x: tensor<4x50xf32>) -> (tensor<4x50xf32>, tensor<4x50xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %x : tensor<4x50xf32>
  %1 = "stablehlo.sort"(%0) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 1 : i64} : (tensor<4x50xf32>) -> tensor<4x50xf32>
  %2 = stablehlo.add %1, %0 : tensor<4x50xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x50xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %2, %3 : tensor<4x50xf32>, tensor<4x50xf32>, tensor<4xf32>
}

func.func @mixed_loop(%x: tensor<8x8xf32>, %n: tensor<3xi32>) -> (tensor<8x8xf32>, tensor<64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<5> : tensor<i32>
  %half = stablehlo.constant dense<0.1> : tensor<8x8xf32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<8x8xf32>
    cond {
      %p = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %0 = stablehlo.dot_general %v, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
      %1 = stablehlo.multiply %0, %half : tensor<8x8xf32>
      %2 = stablehlo.tanh %1 : tensor<8x8xf32>
      stablehlo.return %next, %2 : tensor<i32>, tensor<8x8xf32>
    }
  %3 = stablehlo.exponential %r#1 : tensor<8x8xf32>
  %4 = stablehlo.reshape %3 : (tensor<8x8xf32>) -> tensor<64xf32>
  return %3, %4 : tensor<8x8xf32>, tensor<64xf32>
}

func.func @mixed_types(%z: tensor<5xcomplex<f32>>, %x: tensor<5xf32>, %e: tensor<0x3xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<0x3xf32>) {
  %0 = stablehlo.real %z : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  %1 = stablehlo.add %0, %x : tensor<5xf32>
  %2 = stablehlo.reduce_precision %x, format = e5m10 : tensor<5xf32>
  %3 = stablehlo.sine %2 : tensor<5xf32>
  %4 = stablehlo.add %e, %e : tensor<0x3xf32>
  return %1, %3, %4 : tensor<5xf32>, tensor<5xf32>, tensor<0x3xf32>
}

// Inner and outer loops capture a constant, which stays on the device.
func.func @mixed_captures(%x: tensor<2x16xf32>) -> tensor<2x16xf32> {
  %w = stablehlo.constant dense<[[-0.5, -0.3125, -0.125, 0.0625, 0.25, 0.4375, -0.4375, -0.25, -0.0625, 0.125, 0.3125, 0.5, -0.375, -0.1875, 0.0, 0.1875], [-0.1875, 0.0, 0.1875, 0.375, -0.5, -0.3125, -0.125, 0.0625, 0.25, 0.4375, -0.4375, -0.25, -0.0625, 0.125, 0.3125, 0.5], [0.125, 0.3125, 0.5, -0.375, -0.1875, 0.0, 0.1875, 0.375, -0.5, -0.3125, -0.125, 0.0625, 0.25, 0.4375, -0.4375, -0.25], [0.4375, -0.4375, -0.25, -0.0625, 0.125, 0.3125, 0.5, -0.375, -0.1875, 0.0, 0.1875, 0.375, -0.5, -0.3125, -0.125, 0.0625], [-0.3125, -0.125, 0.0625, 0.25, 0.4375, -0.4375, -0.25, -0.0625, 0.125, 0.3125, 0.5, -0.375, -0.1875, 0.0, 0.1875, 0.375], [0.0, 0.1875, 0.375, -0.5, -0.3125, -0.125, 0.0625, 0.25, 0.4375, -0.4375, -0.25, -0.0625, 0.125, 0.3125, 0.5, -0.375], [0.3125, 0.5, -0.375, -0.1875, 0.0, 0.1875, 0.375, -0.5, -0.3125, -0.125, 0.0625, 0.25, 0.4375, -0.4375, -0.25, -0.0625], [-0.4375, -0.25, -0.0625, 0.125, 0.3125, 0.5, -0.375, -0.1875, 0.0, 0.1875, 0.375, -0.5, -0.3125, -0.125, 0.0625, 0.25], [-0.125, 0.0625, 0.25, 0.4375, -0.4375, -0.25, -0.0625, 0.125, 0.3125, 0.5, -0.375, -0.1875, 0.0, 0.1875, 0.375, -0.5], [0.1875, 0.375, -0.5, -0.3125, -0.125, 0.0625, 0.25, 0.4375, -0.4375, -0.25, -0.0625, 0.125, 0.3125, 0.5, -0.375, -0.1875], [0.5, -0.375, -0.1875, 0.0, 0.1875, 0.375, -0.5, -0.3125, -0.125, 0.0625, 0.25, 0.4375, -0.4375, -0.25, -0.0625, 0.125], [-0.25, -0.0625, 0.125, 0.3125, 0.5, -0.375, -0.1875, 0.0, 0.1875, 0.375, -0.5, -0.3125, -0.125, 0.0625, 0.25, 0.4375], [0.0625, 0.25, 0.4375, -0.4375, -0.25, -0.0625, 0.125, 0.3125, 0.5, -0.375, -0.1875, 0.0, 0.1875, 0.375, -0.5, -0.3125], [0.375, -0.5, -0.3125, -0.125, 0.0625, 0.25, 0.4375, -0.4375, -0.25, -0.0625, 0.125, 0.3125, 0.5, -0.375, -0.1875, 0.0], [-0.375, -0.1875, 0.0, 0.1875, 0.375, -0.5, -0.3125, -0.125, 0.0625, 0.25, 0.4375, -0.4375, -0.25, -0.0625, 0.125, 0.3125], [-0.0625, 0.125, 0.3125, 0.5, -0.375, -0.1875, 0.0, 0.1875, 0.375, -0.5, -0.3125, -0.125, 0.0625, 0.25, 0.4375, -0.4375]]> : tensor<16x16xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %most = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<2x16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s:2 = stablehlo.while(%j = %zero, %b = %a) : tensor<i32>, tensor<2x16xf32>
    cond {
      %c = stablehlo.compare LT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %p = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<2x16xf32>, tensor<16x16xf32>) -> tensor<2x16xf32>
      %t = stablehlo.tanh %p : tensor<2x16xf32>
      %next = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %next, %t : tensor<i32>, tensor<2x16xf32>
    }
    %q = stablehlo.add %s#1, %x : tensor<2x16xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %q : tensor<i32>, tensor<2x16xf32>
  }
  return %r#1 : tensor<2x16xf32>
}

// Weights that loops capture, carried values that stay on the device, and a step of the host in the inner loop.
func.func @mixed_weights(%x: tensor<2x16xf32>, %w: tensor<16x16xf32>, %u: tensor<16x16xf32>) -> (tensor<2x16xf32>, tensor<2x16xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %most = stablehlo.constant dense<3> : tensor<i32>
  %tenth = stablehlo.constant dense<0.1> : tensor<2x16xf32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %last = %x) : tensor<i32>, tensor<2x16xf32>, tensor<2x16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s:2 = stablehlo.while(%j = %zero, %b = %a) : tensor<i32>, tensor<2x16xf32>
    cond {
      %c = stablehlo.compare LT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %p = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<2x16xf32>, tensor<16x16xf32>) -> tensor<2x16xf32>
      %k = stablehlo.multiply %p, %tenth : tensor<2x16xf32>
      %t = stablehlo.tanh %k : tensor<2x16xf32>
      %h = "stablehlo.sort"(%t) ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %v = stablehlo.compare LT, %l, %m : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %v : tensor<i1>
      }) {dimension = 1 : i64} : (tensor<2x16xf32>) -> tensor<2x16xf32>
      %next = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %next, %h : tensor<i32>, tensor<2x16xf32>
    }
    %q = stablehlo.dot_general %s#1, %u, contracting_dims = [1] x [0] : (tensor<2x16xf32>, tensor<16x16xf32>) -> tensor<2x16xf32>
    %z = stablehlo.multiply %q, %tenth : tensor<2x16xf32>
    %y = stablehlo.tanh %z : tensor<2x16xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %y, %a : tensor<i32>, tensor<2x16xf32>, tensor<2x16xf32>
  }
  return %r#1, %r#2, %r#0 : tensor<2x16xf32>, tensor<2x16xf32>, tensor<i32>
}

// Carried values that change places, one that does not change, one that the condition reads, and two results of one value.
func.func @mixed_carried(%x: tensor<12x12xf32>, %y: tensor<12x12xf32>, %w: tensor<12x12xf32>, %n: tensor<i32>) -> (tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<f32>, tensor<12x12xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %limit = stablehlo.constant dense<6.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %r:5 = stablehlo.while(%a = %x, %b = %y, %c = %w, %s = %zero, %d = %y) : tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<f32>, tensor<12x12xf32>
  cond {
    %p = stablehlo.compare LT, %s, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %0 = stablehlo.dot_general %a, %c, contracting_dims = [1] x [0] : (tensor<12x12xf32>, tensor<12x12xf32>) -> tensor<12x12xf32>
    %1 = stablehlo.tanh %0 : tensor<12x12xf32>
    %2 = stablehlo.multiply %b, %d : tensor<12x12xf32>
    %3 = stablehlo.cosine %2 : tensor<12x12xf32>
    %t = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<12x12xf32>, tensor<f32>) -> tensor<f32>
    %u = stablehlo.add %s, %t : tensor<f32>
    %v = stablehlo.add %u, %one : tensor<f32>
    stablehlo.return %3, %1, %c, %v, %1 : tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<f32>, tensor<12x12xf32>
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<f32>, tensor<12x12xf32>
}
