// As device_models.mlir: more element types and forms, which take longer to compile.

func.func @steps_bf16(%a: tensor<3x20xbf16>, %b: tensor<3x20xbf16>, %c: tensor<3x20xbf16>, %p: tensor<3x20xi1>) -> (tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xi1>, tensor<3x20xi1>) {
  %0 = stablehlo.abs %a : tensor<3x20xbf16>
  %1 = stablehlo.cbrt %a : tensor<3x20xbf16>
  %2 = stablehlo.ceil %a : tensor<3x20xbf16>
  %3 = stablehlo.cosine %a : tensor<3x20xbf16>
  %4 = stablehlo.exponential %a : tensor<3x20xbf16>
  %5 = stablehlo.exponential_minus_one %a : tensor<3x20xbf16>
  %6 = stablehlo.floor %a : tensor<3x20xbf16>
  %7 = stablehlo.logistic %a : tensor<3x20xbf16>
  %8 = stablehlo.negate %a : tensor<3x20xbf16>
  %9 = stablehlo.round_nearest_afz %a : tensor<3x20xbf16>
  %10 = stablehlo.round_nearest_even %a : tensor<3x20xbf16>
  %11 = stablehlo.sign %a : tensor<3x20xbf16>
  %12 = stablehlo.sine %a : tensor<3x20xbf16>
  %13 = stablehlo.tanh %a : tensor<3x20xbf16>
  %14 = stablehlo.add %a, %b : tensor<3x20xbf16>
  %15 = stablehlo.atan2 %a, %b : tensor<3x20xbf16>
  %16 = stablehlo.divide %a, %b : tensor<3x20xbf16>
  %17 = stablehlo.maximum %a, %b : tensor<3x20xbf16>
  %18 = stablehlo.minimum %a, %b : tensor<3x20xbf16>
  %19 = stablehlo.multiply %a, %b : tensor<3x20xbf16>
  %20 = stablehlo.remainder %a, %b : tensor<3x20xbf16>
  %21 = stablehlo.subtract %a, %b : tensor<3x20xbf16>
  %clamp = stablehlo.clamp %b, %a, %c : tensor<3x20xbf16>
  %lt = stablehlo.compare LT, %a, %b : (tensor<3x20xbf16>, tensor<3x20xbf16>) -> tensor<3x20xi1>
  %ne = stablehlo.compare NE, %a, %b : (tensor<3x20xbf16>, tensor<3x20xbf16>) -> tensor<3x20xi1>
  %select = stablehlo.select %p, %a, %c : tensor<3x20xi1>, tensor<3x20xbf16>
  %m = stablehlo.abs %a : tensor<3x20xbf16>
  %log = stablehlo.log %m : tensor<3x20xbf16>
  %log_plus_one = stablehlo.log_plus_one %m : tensor<3x20xbf16>
  %rsqrt = stablehlo.rsqrt %m : tensor<3x20xbf16>
  %sqrt = stablehlo.sqrt %m : tensor<3x20xbf16>
  %power = stablehlo.power %m, %b : tensor<3x20xbf16>
  %finite = stablehlo.is_finite %c : (tensor<3x20xbf16>) -> tensor<3x20xi1>
  %total = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<3x20xbf16>, tensor<3x20xbf16>) -> tensor<3x20xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %clamp, %lt, %ne, %select, %log, %log_plus_one, %rsqrt, %sqrt, %power, %finite, %total : tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xi1>, tensor<3x20xi1>
}

func.func @steps_ui8(%a: tensor<3x20xui8>, %b: tensor<3x20xui8>, %c: tensor<3x20xui8>, %p: tensor<3x20xi1>) -> (tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xui8>) {
  %0 = stablehlo.count_leading_zeros %a : tensor<3x20xui8>
  %1 = stablehlo.negate %a : tensor<3x20xui8>
  %2 = stablehlo.not %a : tensor<3x20xui8>
  %3 = stablehlo.popcnt %a : tensor<3x20xui8>
  %4 = stablehlo.add %a, %b : tensor<3x20xui8>
  %5 = stablehlo.and %a, %b : tensor<3x20xui8>
  %6 = stablehlo.divide %a, %b : tensor<3x20xui8>
  %7 = stablehlo.maximum %a, %b : tensor<3x20xui8>
  %8 = stablehlo.minimum %a, %b : tensor<3x20xui8>
  %9 = stablehlo.multiply %a, %b : tensor<3x20xui8>
  %10 = stablehlo.or %a, %b : tensor<3x20xui8>
  %11 = stablehlo.power %a, %b : tensor<3x20xui8>
  %12 = stablehlo.remainder %a, %b : tensor<3x20xui8>
  %13 = stablehlo.shift_left %a, %b : tensor<3x20xui8>
  %14 = stablehlo.shift_right_arithmetic %a, %b : tensor<3x20xui8>
  %15 = stablehlo.shift_right_logical %a, %b : tensor<3x20xui8>
  %16 = stablehlo.subtract %a, %b : tensor<3x20xui8>
  %17 = stablehlo.xor %a, %b : tensor<3x20xui8>
  %clamp = stablehlo.clamp %b, %a, %c : tensor<3x20xui8>
  %lt = stablehlo.compare LT, %a, %b : (tensor<3x20xui8>, tensor<3x20xui8>) -> tensor<3x20xi1>
  %ne = stablehlo.compare NE, %a, %b : (tensor<3x20xui8>, tensor<3x20xui8>) -> tensor<3x20xi1>
  %select = stablehlo.select %p, %a, %c : tensor<3x20xi1>, tensor<3x20xui8>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %clamp, %lt, %ne, %select : tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xui8>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xui8>
}

func.func @steps_i1(%a: tensor<3x20xi1>, %b: tensor<3x20xi1>, %c: tensor<3x20xi1>, %p: tensor<3x20xi1>) -> (tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>) {
  %0 = stablehlo.not %a : tensor<3x20xi1>
  %1 = stablehlo.and %a, %b : tensor<3x20xi1>
  %2 = stablehlo.or %a, %b : tensor<3x20xi1>
  %3 = stablehlo.xor %a, %b : tensor<3x20xi1>
  %4 = stablehlo.maximum %a, %b : tensor<3x20xi1>
  %5 = stablehlo.minimum %a, %b : tensor<3x20xi1>
  %6 = stablehlo.multiply %a, %b : tensor<3x20xi1>
  %7 = stablehlo.add %a, %b : tensor<3x20xi1>
  %clamp = stablehlo.clamp %b, %a, %c : tensor<3x20xi1>
  %eq = stablehlo.compare EQ, %a, %b : (tensor<3x20xi1>, tensor<3x20xi1>) -> tensor<3x20xi1>
  %select = stablehlo.select %p, %a, %c : tensor<3x20xi1>, tensor<3x20xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %clamp, %eq, %select : tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi1>
}

func.func @steps_convert(%x: tensor<3x20xf32>, %n: tensor<3x20xi32>, %p: tensor<3x20xi1>, %d: tensor<3x20xf64>) -> (tensor<3x20xi1>, tensor<3x20xi8>, tensor<3x20xi32>, tensor<3x20xi64>, tensor<3x20xui8>, tensor<3x20xui32>, tensor<3x20xui64>, tensor<3x20xf64>, tensor<3x20xi1>, tensor<3x20xi8>, tensor<3x20xi64>, tensor<3x20xui16>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf64>, tensor<3x20xi32>, tensor<3x20xf32>, tensor<3x20xi32>, tensor<3x20xi32>) {
  %0 = stablehlo.convert %x : (tensor<3x20xf32>) -> tensor<3x20xi1>
  %1 = stablehlo.convert %x : (tensor<3x20xf32>) -> tensor<3x20xi8>
  %2 = stablehlo.convert %x : (tensor<3x20xf32>) -> tensor<3x20xi32>
  %3 = stablehlo.convert %x : (tensor<3x20xf32>) -> tensor<3x20xi64>
  %4 = stablehlo.convert %x : (tensor<3x20xf32>) -> tensor<3x20xui8>
  %5 = stablehlo.convert %x : (tensor<3x20xf32>) -> tensor<3x20xui32>
  %6 = stablehlo.convert %x : (tensor<3x20xf32>) -> tensor<3x20xui64>
  %7 = stablehlo.convert %x : (tensor<3x20xf32>) -> tensor<3x20xf64>
  %8 = stablehlo.convert %n : (tensor<3x20xi32>) -> tensor<3x20xi1>
  %9 = stablehlo.convert %n : (tensor<3x20xi32>) -> tensor<3x20xi8>
  %10 = stablehlo.convert %n : (tensor<3x20xi32>) -> tensor<3x20xi64>
  %11 = stablehlo.convert %n : (tensor<3x20xi32>) -> tensor<3x20xui16>
  %12 = stablehlo.convert %n : (tensor<3x20xi32>) -> tensor<3x20xf32>
  %13 = stablehlo.convert %p : (tensor<3x20xi1>) -> tensor<3x20xf32>
  %14 = stablehlo.convert %p : (tensor<3x20xi1>) -> tensor<3x20xf64>
  %15 = stablehlo.convert %p : (tensor<3x20xi1>) -> tensor<3x20xi32>
  %16 = stablehlo.convert %d : (tensor<3x20xf64>) -> tensor<3x20xf32>
  %17 = stablehlo.convert %d : (tensor<3x20xf64>) -> tensor<3x20xi32>
  %18 = stablehlo.bitcast_convert %x : (tensor<3x20xf32>) -> tensor<3x20xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18 : tensor<3x20xi1>, tensor<3x20xi8>, tensor<3x20xi32>, tensor<3x20xi64>, tensor<3x20xui8>, tensor<3x20xui32>, tensor<3x20xui64>, tensor<3x20xf64>, tensor<3x20xi1>, tensor<3x20xi8>, tensor<3x20xi64>, tensor<3x20xui16>, tensor<3x20xf32>, tensor<3x20xf32>, tensor<3x20xf64>, tensor<3x20xi32>, tensor<3x20xf32>, tensor<3x20xi32>, tensor<3x20xi32>
}

func.func @loop_softmax_short(%x: tensor<5x9xf32>) -> (tensor<5x9xf32>, tensor<5xf32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<5x9xf32>, tensor<f32>) -> tensor<5xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<5xf32>) -> tensor<5x9xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<5x9xf32>
  %3 = stablehlo.exponential %2 : tensor<5x9xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x9xf32>, tensor<f32>) -> tensor<5xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<5xf32>) -> tensor<5x9xf32>
  %6 = stablehlo.divide %3, %5 : tensor<5x9xf32>
  return %6, %4 : tensor<5x9xf32>, tensor<5xf32>
}

func.func @loop_softmax_very_long(%x: tensor<1x40000xf32>) -> (tensor<1x40000xf32>, tensor<1xf32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<1x40000xf32>, tensor<f32>) -> tensor<1xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<1xf32>) -> tensor<1x40000xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<1x40000xf32>
  %3 = stablehlo.exponential %2 : tensor<1x40000xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1x40000xf32>, tensor<f32>) -> tensor<1xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<1xf32>) -> tensor<1x40000xf32>
  %6 = stablehlo.divide %3, %5 : tensor<1x40000xf32>
  return %6, %4 : tensor<1x40000xf32>, tensor<1xf32>
}

func.func @dot_batches(%x: tensor<3x20x4x8xf32>, %y: tensor<3x17x4x8xf32>) -> tensor<3x4x20x17xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<3x20x4x8xf32>, tensor<3x17x4x8xf32>) -> tensor<3x4x20x17xf32>
  return %0 : tensor<3x4x20x17xf32>
}

func.func @dot_few_rows(%x: tensor<2x100xf32>, %y: tensor<100x130xf32>, %v: tensor<100xf32>) -> (tensor<2x130xf32>, tensor<130xf32>, tensor<f32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x100xf32>, tensor<100x130xf32>) -> tensor<2x130xf32>
  %1 = stablehlo.dot_general %v, %y, contracting_dims = [0] x [0] : (tensor<100xf32>, tensor<100x130xf32>) -> tensor<130xf32>
  %2 = stablehlo.dot_general %v, %v, contracting_dims = [0] x [0] : (tensor<100xf32>, tensor<100xf32>) -> tensor<f32>
  return %0, %1, %2 : tensor<2x130xf32>, tensor<130xf32>, tensor<f32>
}

func.func @dot_types(%d: tensor<20x20xf64>, %n: tensor<20x20xi32>, %s: tensor<20x20xi8>, %h: tensor<20x20xbf16>) -> (tensor<20x20xf64>, tensor<20x20xi32>, tensor<20x20xi32>, tensor<20x20xbf16>, tensor<20x20xf32>) {
  %0 = stablehlo.dot_general %d, %d, contracting_dims = [1] x [0] : (tensor<20x20xf64>, tensor<20x20xf64>) -> tensor<20x20xf64>
  %1 = stablehlo.dot_general %n, %n, contracting_dims = [0] x [0] : (tensor<20x20xi32>, tensor<20x20xi32>) -> tensor<20x20xi32>
  %2 = stablehlo.dot_general %s, %s, contracting_dims = [1] x [1] : (tensor<20x20xi8>, tensor<20x20xi8>) -> tensor<20x20xi32>
  %3 = stablehlo.dot_general %h, %h, contracting_dims = [1] x [0] : (tensor<20x20xbf16>, tensor<20x20xbf16>) -> tensor<20x20xbf16>
  %4 = stablehlo.dot_general %h, %h, contracting_dims = [1] x [0] : (tensor<20x20xbf16>, tensor<20x20xbf16>) -> tensor<20x20xf32>
  return %0, %1, %2, %3, %4 : tensor<20x20xf64>, tensor<20x20xi32>, tensor<20x20xi32>, tensor<20x20xbf16>, tensor<20x20xf32>
}

func.func @conv_forms(%x: tensor<2x4x10xf32>, %w: tensor<6x2x3xf32>, %y: tensor<4x4x10xf32>, %v: tensor<6x4x3xf32>, %g: tensor<6x3xf64>, %k: tensor<3x2xf64>) -> (tensor<2x6x17xf32>, tensor<2x6x6xf32>, tensor<6x2xf64>) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {pad = [[2, -2]], lhs_dilate = [2], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x4x10xf32>, tensor<6x2x3xf32>) -> tensor<2x6x17xf32>
  %1 = stablehlo.convolution(%y, %v) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {pad = [[0, 0]], rhs_dilate = [2]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x4x10xf32>, tensor<6x4x3xf32>) -> tensor<2x6x6xf32>
  %2 = stablehlo.convolution(%g, %k) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<6x3xf64>, tensor<3x2xf64>) -> tensor<6x2xf64>
  return %0, %1, %2 : tensor<2x6x17xf32>, tensor<2x6x6xf32>, tensor<6x2xf64>
}

func.func @steps_f64(%a: tensor<3x20xf64>, %b: tensor<3x20xf64>, %c: tensor<3x20xf64>, %p: tensor<3x20xi1>) -> (tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xi1>, tensor<3x20xi1>) {
  %0 = stablehlo.abs %a : tensor<3x20xf64>
  %1 = stablehlo.cbrt %a : tensor<3x20xf64>
  %2 = stablehlo.ceil %a : tensor<3x20xf64>
  %3 = stablehlo.cosine %a : tensor<3x20xf64>
  %4 = stablehlo.exponential %a : tensor<3x20xf64>
  %5 = stablehlo.exponential_minus_one %a : tensor<3x20xf64>
  %6 = stablehlo.floor %a : tensor<3x20xf64>
  %7 = stablehlo.logistic %a : tensor<3x20xf64>
  %8 = stablehlo.negate %a : tensor<3x20xf64>
  %9 = stablehlo.round_nearest_afz %a : tensor<3x20xf64>
  %10 = stablehlo.round_nearest_even %a : tensor<3x20xf64>
  %11 = stablehlo.sign %a : tensor<3x20xf64>
  %12 = stablehlo.sine %a : tensor<3x20xf64>
  %13 = stablehlo.tanh %a : tensor<3x20xf64>
  %14 = stablehlo.add %a, %b : tensor<3x20xf64>
  %15 = stablehlo.atan2 %a, %b : tensor<3x20xf64>
  %16 = stablehlo.divide %a, %b : tensor<3x20xf64>
  %17 = stablehlo.maximum %a, %b : tensor<3x20xf64>
  %18 = stablehlo.minimum %a, %b : tensor<3x20xf64>
  %19 = stablehlo.multiply %a, %b : tensor<3x20xf64>
  %20 = stablehlo.remainder %a, %b : tensor<3x20xf64>
  %21 = stablehlo.subtract %a, %b : tensor<3x20xf64>
  %clamp = stablehlo.clamp %b, %a, %c : tensor<3x20xf64>
  %lt = stablehlo.compare LT, %a, %b : (tensor<3x20xf64>, tensor<3x20xf64>) -> tensor<3x20xi1>
  %ne = stablehlo.compare NE, %a, %b : (tensor<3x20xf64>, tensor<3x20xf64>) -> tensor<3x20xi1>
  %select = stablehlo.select %p, %a, %c : tensor<3x20xi1>, tensor<3x20xf64>
  %m = stablehlo.abs %a : tensor<3x20xf64>
  %log = stablehlo.log %m : tensor<3x20xf64>
  %log_plus_one = stablehlo.log_plus_one %m : tensor<3x20xf64>
  %rsqrt = stablehlo.rsqrt %m : tensor<3x20xf64>
  %sqrt = stablehlo.sqrt %m : tensor<3x20xf64>
  %power = stablehlo.power %m, %b : tensor<3x20xf64>
  %finite = stablehlo.is_finite %c : (tensor<3x20xf64>) -> tensor<3x20xi1>
  %total = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<3x20xf64>, tensor<3x20xf64>) -> tensor<3x20xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %clamp, %lt, %ne, %select, %log, %log_plus_one, %rsqrt, %sqrt, %power, %finite, %total : tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xf64>, tensor<3x20xi1>, tensor<3x20xi1>
}

func.func @steps_f16(%a: tensor<3x20xf16>, %b: tensor<3x20xf16>, %c: tensor<3x20xf16>, %p: tensor<3x20xi1>) -> (tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xi1>, tensor<3x20xi1>) {
  %0 = stablehlo.abs %a : tensor<3x20xf16>
  %1 = stablehlo.cbrt %a : tensor<3x20xf16>
  %2 = stablehlo.ceil %a : tensor<3x20xf16>
  %3 = stablehlo.cosine %a : tensor<3x20xf16>
  %4 = stablehlo.exponential %a : tensor<3x20xf16>
  %5 = stablehlo.exponential_minus_one %a : tensor<3x20xf16>
  %6 = stablehlo.floor %a : tensor<3x20xf16>
  %7 = stablehlo.logistic %a : tensor<3x20xf16>
  %8 = stablehlo.negate %a : tensor<3x20xf16>
  %9 = stablehlo.round_nearest_afz %a : tensor<3x20xf16>
  %10 = stablehlo.round_nearest_even %a : tensor<3x20xf16>
  %11 = stablehlo.sign %a : tensor<3x20xf16>
  %12 = stablehlo.sine %a : tensor<3x20xf16>
  %13 = stablehlo.tanh %a : tensor<3x20xf16>
  %14 = stablehlo.add %a, %b : tensor<3x20xf16>
  %15 = stablehlo.atan2 %a, %b : tensor<3x20xf16>
  %16 = stablehlo.divide %a, %b : tensor<3x20xf16>
  %17 = stablehlo.maximum %a, %b : tensor<3x20xf16>
  %18 = stablehlo.minimum %a, %b : tensor<3x20xf16>
  %19 = stablehlo.multiply %a, %b : tensor<3x20xf16>
  %20 = stablehlo.remainder %a, %b : tensor<3x20xf16>
  %21 = stablehlo.subtract %a, %b : tensor<3x20xf16>
  %clamp = stablehlo.clamp %b, %a, %c : tensor<3x20xf16>
  %lt = stablehlo.compare LT, %a, %b : (tensor<3x20xf16>, tensor<3x20xf16>) -> tensor<3x20xi1>
  %ne = stablehlo.compare NE, %a, %b : (tensor<3x20xf16>, tensor<3x20xf16>) -> tensor<3x20xi1>
  %select = stablehlo.select %p, %a, %c : tensor<3x20xi1>, tensor<3x20xf16>
  %m = stablehlo.abs %a : tensor<3x20xf16>
  %log = stablehlo.log %m : tensor<3x20xf16>
  %log_plus_one = stablehlo.log_plus_one %m : tensor<3x20xf16>
  %rsqrt = stablehlo.rsqrt %m : tensor<3x20xf16>
  %sqrt = stablehlo.sqrt %m : tensor<3x20xf16>
  %power = stablehlo.power %m, %b : tensor<3x20xf16>
  %finite = stablehlo.is_finite %c : (tensor<3x20xf16>) -> tensor<3x20xi1>
  %total = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<3x20xf16>, tensor<3x20xf16>) -> tensor<3x20xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %clamp, %lt, %ne, %select, %log, %log_plus_one, %rsqrt, %sqrt, %power, %finite, %total : tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xi1>, tensor<3x20xi1>
}

func.func @steps_i8(%a: tensor<3x20xi8>, %b: tensor<3x20xi8>, %c: tensor<3x20xi8>, %p: tensor<3x20xi1>) -> (tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi8>) {
  %0 = stablehlo.count_leading_zeros %a : tensor<3x20xi8>
  %1 = stablehlo.negate %a : tensor<3x20xi8>
  %2 = stablehlo.not %a : tensor<3x20xi8>
  %3 = stablehlo.popcnt %a : tensor<3x20xi8>
  %4 = stablehlo.abs %a : tensor<3x20xi8>
  %5 = stablehlo.sign %a : tensor<3x20xi8>
  %6 = stablehlo.add %a, %b : tensor<3x20xi8>
  %7 = stablehlo.and %a, %b : tensor<3x20xi8>
  %8 = stablehlo.divide %a, %b : tensor<3x20xi8>
  %9 = stablehlo.maximum %a, %b : tensor<3x20xi8>
  %10 = stablehlo.minimum %a, %b : tensor<3x20xi8>
  %11 = stablehlo.multiply %a, %b : tensor<3x20xi8>
  %12 = stablehlo.or %a, %b : tensor<3x20xi8>
  %13 = stablehlo.power %a, %b : tensor<3x20xi8>
  %14 = stablehlo.remainder %a, %b : tensor<3x20xi8>
  %15 = stablehlo.shift_left %a, %b : tensor<3x20xi8>
  %16 = stablehlo.shift_right_arithmetic %a, %b : tensor<3x20xi8>
  %17 = stablehlo.shift_right_logical %a, %b : tensor<3x20xi8>
  %18 = stablehlo.subtract %a, %b : tensor<3x20xi8>
  %19 = stablehlo.xor %a, %b : tensor<3x20xi8>
  %clamp = stablehlo.clamp %b, %a, %c : tensor<3x20xi8>
  %lt = stablehlo.compare LT, %a, %b : (tensor<3x20xi8>, tensor<3x20xi8>) -> tensor<3x20xi1>
  %ne = stablehlo.compare NE, %a, %b : (tensor<3x20xi8>, tensor<3x20xi8>) -> tensor<3x20xi1>
  %select = stablehlo.select %p, %a, %c : tensor<3x20xi1>, tensor<3x20xi8>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %clamp, %lt, %ne, %select : tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi8>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi8>
}

func.func @steps_i64(%a: tensor<3x20xi64>, %b: tensor<3x20xi64>, %c: tensor<3x20xi64>, %p: tensor<3x20xi1>) -> (tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi64>) {
  %0 = stablehlo.count_leading_zeros %a : tensor<3x20xi64>
  %1 = stablehlo.negate %a : tensor<3x20xi64>
  %2 = stablehlo.not %a : tensor<3x20xi64>
  %3 = stablehlo.popcnt %a : tensor<3x20xi64>
  %4 = stablehlo.abs %a : tensor<3x20xi64>
  %5 = stablehlo.sign %a : tensor<3x20xi64>
  %6 = stablehlo.add %a, %b : tensor<3x20xi64>
  %7 = stablehlo.and %a, %b : tensor<3x20xi64>
  %8 = stablehlo.divide %a, %b : tensor<3x20xi64>
  %9 = stablehlo.maximum %a, %b : tensor<3x20xi64>
  %10 = stablehlo.minimum %a, %b : tensor<3x20xi64>
  %11 = stablehlo.multiply %a, %b : tensor<3x20xi64>
  %12 = stablehlo.or %a, %b : tensor<3x20xi64>
  %13 = stablehlo.power %a, %b : tensor<3x20xi64>
  %14 = stablehlo.remainder %a, %b : tensor<3x20xi64>
  %15 = stablehlo.shift_left %a, %b : tensor<3x20xi64>
  %16 = stablehlo.shift_right_arithmetic %a, %b : tensor<3x20xi64>
  %17 = stablehlo.shift_right_logical %a, %b : tensor<3x20xi64>
  %18 = stablehlo.subtract %a, %b : tensor<3x20xi64>
  %19 = stablehlo.xor %a, %b : tensor<3x20xi64>
  %clamp = stablehlo.clamp %b, %a, %c : tensor<3x20xi64>
  %lt = stablehlo.compare LT, %a, %b : (tensor<3x20xi64>, tensor<3x20xi64>) -> tensor<3x20xi1>
  %ne = stablehlo.compare NE, %a, %b : (tensor<3x20xi64>, tensor<3x20xi64>) -> tensor<3x20xi1>
  %select = stablehlo.select %p, %a, %c : tensor<3x20xi1>, tensor<3x20xi64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %clamp, %lt, %ne, %select : tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xi64>
}

func.func @steps_ui16(%a: tensor<3x20xui16>, %b: tensor<3x20xui16>, %c: tensor<3x20xui16>, %p: tensor<3x20xi1>) -> (tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xui16>) {
  %0 = stablehlo.count_leading_zeros %a : tensor<3x20xui16>
  %1 = stablehlo.negate %a : tensor<3x20xui16>
  %2 = stablehlo.not %a : tensor<3x20xui16>
  %3 = stablehlo.popcnt %a : tensor<3x20xui16>
  %4 = stablehlo.add %a, %b : tensor<3x20xui16>
  %5 = stablehlo.and %a, %b : tensor<3x20xui16>
  %6 = stablehlo.divide %a, %b : tensor<3x20xui16>
  %7 = stablehlo.maximum %a, %b : tensor<3x20xui16>
  %8 = stablehlo.minimum %a, %b : tensor<3x20xui16>
  %9 = stablehlo.multiply %a, %b : tensor<3x20xui16>
  %10 = stablehlo.or %a, %b : tensor<3x20xui16>
  %11 = stablehlo.power %a, %b : tensor<3x20xui16>
  %12 = stablehlo.remainder %a, %b : tensor<3x20xui16>
  %13 = stablehlo.shift_left %a, %b : tensor<3x20xui16>
  %14 = stablehlo.shift_right_arithmetic %a, %b : tensor<3x20xui16>
  %15 = stablehlo.shift_right_logical %a, %b : tensor<3x20xui16>
  %16 = stablehlo.subtract %a, %b : tensor<3x20xui16>
  %17 = stablehlo.xor %a, %b : tensor<3x20xui16>
  %clamp = stablehlo.clamp %b, %a, %c : tensor<3x20xui16>
  %lt = stablehlo.compare LT, %a, %b : (tensor<3x20xui16>, tensor<3x20xui16>) -> tensor<3x20xi1>
  %ne = stablehlo.compare NE, %a, %b : (tensor<3x20xui16>, tensor<3x20xui16>) -> tensor<3x20xi1>
  %select = stablehlo.select %p, %a, %c : tensor<3x20xi1>, tensor<3x20xui16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %clamp, %lt, %ne, %select : tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xui16>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xui16>
}

func.func @steps_ui64(%a: tensor<3x20xui64>, %b: tensor<3x20xui64>, %c: tensor<3x20xui64>, %p: tensor<3x20xi1>) -> (tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xui64>) {
  %0 = stablehlo.count_leading_zeros %a : tensor<3x20xui64>
  %1 = stablehlo.negate %a : tensor<3x20xui64>
  %2 = stablehlo.not %a : tensor<3x20xui64>
  %3 = stablehlo.popcnt %a : tensor<3x20xui64>
  %4 = stablehlo.add %a, %b : tensor<3x20xui64>
  %5 = stablehlo.and %a, %b : tensor<3x20xui64>
  %6 = stablehlo.divide %a, %b : tensor<3x20xui64>
  %7 = stablehlo.maximum %a, %b : tensor<3x20xui64>
  %8 = stablehlo.minimum %a, %b : tensor<3x20xui64>
  %9 = stablehlo.multiply %a, %b : tensor<3x20xui64>
  %10 = stablehlo.or %a, %b : tensor<3x20xui64>
  %11 = stablehlo.power %a, %b : tensor<3x20xui64>
  %12 = stablehlo.remainder %a, %b : tensor<3x20xui64>
  %13 = stablehlo.shift_left %a, %b : tensor<3x20xui64>
  %14 = stablehlo.shift_right_arithmetic %a, %b : tensor<3x20xui64>
  %15 = stablehlo.shift_right_logical %a, %b : tensor<3x20xui64>
  %16 = stablehlo.subtract %a, %b : tensor<3x20xui64>
  %17 = stablehlo.xor %a, %b : tensor<3x20xui64>
  %clamp = stablehlo.clamp %b, %a, %c : tensor<3x20xui64>
  %lt = stablehlo.compare LT, %a, %b : (tensor<3x20xui64>, tensor<3x20xui64>) -> tensor<3x20xi1>
  %ne = stablehlo.compare NE, %a, %b : (tensor<3x20xui64>, tensor<3x20xui64>) -> tensor<3x20xi1>
  %select = stablehlo.select %p, %a, %c : tensor<3x20xi1>, tensor<3x20xui64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %clamp, %lt, %ne, %select : tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xui64>, tensor<3x20xi1>, tensor<3x20xi1>, tensor<3x20xui64>
}

func.func @steps_convert_small(%x: tensor<3x20xf32>, %h: tensor<3x20xbf16>, %k: tensor<3x20xf16>, %j: tensor<3x20xi8>) -> (tensor<3x20xbf16>, tensor<3x20xf16>, tensor<3x20xf32>, tensor<3x20xf16>, tensor<3x20xi8>, tensor<3x20xi1>, tensor<3x20xf32>, tensor<3x20xbf16>, tensor<3x20xui8>, tensor<3x20xbf16>, tensor<3x20xf16>) {
  %0 = stablehlo.convert %x : (tensor<3x20xf32>) -> tensor<3x20xbf16>
  %1 = stablehlo.convert %x : (tensor<3x20xf32>) -> tensor<3x20xf16>
  %2 = stablehlo.convert %h : (tensor<3x20xbf16>) -> tensor<3x20xf32>
  %3 = stablehlo.convert %h : (tensor<3x20xbf16>) -> tensor<3x20xf16>
  %4 = stablehlo.convert %h : (tensor<3x20xbf16>) -> tensor<3x20xi8>
  %5 = stablehlo.convert %h : (tensor<3x20xbf16>) -> tensor<3x20xi1>
  %6 = stablehlo.convert %k : (tensor<3x20xf16>) -> tensor<3x20xf32>
  %7 = stablehlo.convert %k : (tensor<3x20xf16>) -> tensor<3x20xbf16>
  %8 = stablehlo.convert %k : (tensor<3x20xf16>) -> tensor<3x20xui8>
  %9 = stablehlo.convert %j : (tensor<3x20xi8>) -> tensor<3x20xbf16>
  %10 = stablehlo.convert %j : (tensor<3x20xi8>) -> tensor<3x20xf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<3x20xbf16>, tensor<3x20xf16>, tensor<3x20xf32>, tensor<3x20xf16>, tensor<3x20xi8>, tensor<3x20xi1>, tensor<3x20xf32>, tensor<3x20xbf16>, tensor<3x20xui8>, tensor<3x20xbf16>, tensor<3x20xf16>
}
