// Moves of elements, windows, sorts and branches on a device. The first operation of each function brings an array there.

func.func @move_slice_f32(%x: tensor<5x7x6xf32>, %i0: tensor<i32>, %i1: tensor<i32>, %i2: tensor<i32>) -> (tensor<2x7x3xf32>, tensor<5x7x6xf32>) {
  %0 = stablehlo.add %x, %x : tensor<5x7x6xf32>
  %1 = stablehlo.dynamic_slice %0, %i0, %i1, %i2, sizes = [2, 7, 3] : (tensor<5x7x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x7x3xf32>
  %2 = stablehlo.add %1, %1 : tensor<2x7x3xf32>
  return %2, %0 : tensor<2x7x3xf32>, tensor<5x7x6xf32>
}

func.func @move_slice_bf16(%x: tensor<9x4xbf16>, %i0: tensor<i64>, %i1: tensor<i64>) -> (tensor<4x3xbf16>, tensor<9x4xbf16>) {
  %0 = stablehlo.add %x, %x : tensor<9x4xbf16>
  %1 = stablehlo.dynamic_slice %0, %i0, %i1, sizes = [4, 3] : (tensor<9x4xbf16>, tensor<i64>, tensor<i64>) -> tensor<4x3xbf16>
  %2 = stablehlo.add %1, %1 : tensor<4x3xbf16>
  return %2, %0 : tensor<4x3xbf16>, tensor<9x4xbf16>
}

func.func @move_slice_i8(%x: tensor<17xi8>, %i0: tensor<ui8>) -> (tensor<5xi8>, tensor<17xi8>) {
  %0 = stablehlo.add %x, %x : tensor<17xi8>
  %1 = stablehlo.dynamic_slice %0, %i0, sizes = [5] : (tensor<17xi8>, tensor<ui8>) -> tensor<5xi8>
  %2 = stablehlo.add %1, %1 : tensor<5xi8>
  return %2, %0 : tensor<5xi8>, tensor<17xi8>
}

func.func @move_slice_i1(%x: tensor<3x40xi1>, %i0: tensor<ui64>, %i1: tensor<ui64>) -> (tensor<1x11xi1>, tensor<3x40xi1>) {
  %0 = stablehlo.or %x, %x : tensor<3x40xi1>
  %1 = stablehlo.dynamic_slice %0, %i0, %i1, sizes = [1, 11] : (tensor<3x40xi1>, tensor<ui64>, tensor<ui64>) -> tensor<1x11xi1>
  %2 = stablehlo.or %1, %1 : tensor<1x11xi1>
  return %2, %0 : tensor<1x11xi1>, tensor<3x40xi1>
}

func.func @move_slice_f64(%x: tensor<2x3x4x5xf64>, %i0: tensor<i8>, %i1: tensor<i8>, %i2: tensor<i8>, %i3: tensor<i8>) -> (tensor<1x2x3x4xf64>, tensor<2x3x4x5xf64>) {
  %0 = stablehlo.add %x, %x : tensor<2x3x4x5xf64>
  %1 = stablehlo.dynamic_slice %0, %i0, %i1, %i2, %i3, sizes = [1, 2, 3, 4] : (tensor<2x3x4x5xf64>, tensor<i8>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<1x2x3x4xf64>
  %2 = stablehlo.add %1, %1 : tensor<1x2x3x4xf64>
  return %2, %0 : tensor<1x2x3x4xf64>, tensor<2x3x4x5xf64>
}

func.func @move_update_f32(%x: tensor<5x7x6xf32>, %u: tensor<2x7x3xf32>, %i0: tensor<i32>, %i1: tensor<i32>, %i2: tensor<i32>) -> (tensor<5x7x6xf32>) {
  %0 = stablehlo.add %x, %x : tensor<5x7x6xf32>
  %1 = stablehlo.multiply %u, %u : tensor<2x7x3xf32>
  %2 = stablehlo.dynamic_update_slice %0, %1, %i0, %i1, %i2 : (tensor<5x7x6xf32>, tensor<2x7x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x7x6xf32>
  return %2 : tensor<5x7x6xf32>
}

func.func @move_update_keeps(%x: tensor<5x7x6xf32>, %u: tensor<5x2x1xf32>, %i0: tensor<i32>, %i1: tensor<i32>, %i2: tensor<i32>) -> (tensor<5x7x6xf32>, tensor<5x7x6xf32>) {
  %0 = stablehlo.add %x, %x : tensor<5x7x6xf32>
  %1 = stablehlo.multiply %u, %u : tensor<5x2x1xf32>
  %2 = stablehlo.dynamic_update_slice %0, %1, %i0, %i1, %i2 : (tensor<5x7x6xf32>, tensor<5x2x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x7x6xf32>
  return %0, %2 : tensor<5x7x6xf32>, tensor<5x7x6xf32>
}

func.func @move_update_f16(%x: tensor<33xf16>, %u: tensor<8xf16>, %i0: tensor<i64>) -> (tensor<33xf16>, tensor<33xf16>) {
  %0 = stablehlo.add %x, %x : tensor<33xf16>
  %1 = stablehlo.multiply %u, %u : tensor<8xf16>
  %2 = stablehlo.dynamic_update_slice %0, %1, %i0 : (tensor<33xf16>, tensor<8xf16>, tensor<i64>) -> tensor<33xf16>
  return %0, %2 : tensor<33xf16>, tensor<33xf16>
}

func.func @move_update_i16(%x: tensor<4x4xi16>, %u: tensor<1x1xi16>, %i0: tensor<ui8>, %i1: tensor<ui8>) -> (tensor<4x4xi16>) {
  %0 = stablehlo.add %x, %x : tensor<4x4xi16>
  %1 = stablehlo.multiply %u, %u : tensor<1x1xi16>
  %2 = stablehlo.dynamic_update_slice %0, %1, %i0, %i1 : (tensor<4x4xi16>, tensor<1x1xi16>, tensor<ui8>, tensor<ui8>) -> tensor<4x4xi16>
  return %2 : tensor<4x4xi16>
}

func.func @move_update_twice(%x: tensor<6x4xf32>, %u: tensor<1x4xf32>, %i: tensor<i32>, %j: tensor<i32>) -> (tensor<6x4xf32>, tensor<6x4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.tanh %x : tensor<6x4xf32>
  %1 = stablehlo.dynamic_update_slice %0, %u, %i, %zero : (tensor<6x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<6x4xf32>
  %2 = stablehlo.dynamic_slice %1, %j, %zero, sizes = [1, 4] : (tensor<6x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  %3 = stablehlo.dynamic_update_slice %1, %2, %zero, %zero : (tensor<6x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<6x4xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<6x4xf32>
  return %1, %4 : tensor<6x4xf32>, tensor<6x4xf32>
}

// The update is the array itself, and starts that the device computes.
func.func @move_update_self(%x: tensor<8xf32>, %n: tensor<20xi32>) -> (tensor<8xf32>, tensor<3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.add %x, %x : tensor<8xf32>
  %i = stablehlo.reduce(%n init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<20xi32>, tensor<i32>) -> tensor<i32>
  %1 = stablehlo.dynamic_update_slice %0, %0, %i : (tensor<8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<8xf32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %j = stablehlo.minimum %i, %two : tensor<i32>
  %2 = stablehlo.dynamic_slice %1, %j, sizes = [3] : (tensor<8xf32>, tensor<i32>) -> tensor<3xf32>
  return %1, %2 : tensor<8xf32>, tensor<3xf32>
}

func.func @move_pad_f32(%x: tensor<3x4x5xf32>, %v: tensor<f32>) -> tensor<4x7x8xf32> {
  %0 = stablehlo.add %x, %x : tensor<3x4x5xf32>
  %1 = stablehlo.pad %0, %v, low = [1, 0, 2], high = [0, 3, 1], interior = [0, 0, 0] : (tensor<3x4x5xf32>, tensor<f32>) -> tensor<4x7x8xf32>
  return %1 : tensor<4x7x8xf32>
}

func.func @move_pad_interior(%x: tensor<3x4x5xf32>, %v: tensor<f32>) -> tensor<6x9x8xf32> {
  %0 = stablehlo.add %x, %x : tensor<3x4x5xf32>
  %1 = stablehlo.pad %0, %v, low = [1, -1, 2], high = [2, 0, -3], interior = [0, 2, 1] : (tensor<3x4x5xf32>, tensor<f32>) -> tensor<6x9x8xf32>
  return %1 : tensor<6x9x8xf32>
}

func.func @move_pad_negative(%x: tensor<9x8xi32>, %v: tensor<i32>) -> tensor<6x9xi32> {
  %0 = stablehlo.add %x, %x : tensor<9x8xi32>
  %1 = stablehlo.pad %0, %v, low = [-2, -3], high = [-1, 4], interior = [0, 0] : (tensor<9x8xi32>, tensor<i32>) -> tensor<6x9xi32>
  return %1 : tensor<6x9xi32>
}

func.func @move_pad_ui8(%x: tensor<5xui8>, %v: tensor<ui8>) -> tensor<33xui8> {
  %0 = stablehlo.add %x, %x : tensor<5xui8>
  %1 = stablehlo.pad %0, %v, low = [7], high = [9], interior = [3] : (tensor<5xui8>, tensor<ui8>) -> tensor<33xui8>
  return %1 : tensor<33xui8>
}

func.func @move_pad_bf16(%x: tensor<2x1x6xbf16>, %v: tensor<bf16>) -> tensor<8x3x9xbf16> {
  %0 = stablehlo.add %x, %x : tensor<2x1x6xbf16>
  %1 = stablehlo.pad %0, %v, low = [0, 4, -2], high = [1, -2, 0], interior = [5, 7, 1] : (tensor<2x1x6xbf16>, tensor<bf16>) -> tensor<8x3x9xbf16>
  return %1 : tensor<8x3x9xbf16>
}

func.func @move_concatenate(%x: tensor<3x4x5xf32>, %y: tensor<3x1x5xf32>, %z: tensor<3x7x5xf32>) -> (tensor<3x12x5xf32>, tensor<6x4x5xf32>, tensor<3x4x6xf32>) {
  %0 = stablehlo.tanh %x : tensor<3x4x5xf32>
  %1 = stablehlo.concatenate %0, %y, %z, dim = 1 : (tensor<3x4x5xf32>, tensor<3x1x5xf32>, tensor<3x7x5xf32>) -> tensor<3x12x5xf32>
  %2 = stablehlo.concatenate %x, %0, dim = 0 : (tensor<3x4x5xf32>, tensor<3x4x5xf32>) -> tensor<6x4x5xf32>
  %3 = stablehlo.slice %y [0:3, 0:1, 1:5] : (tensor<3x1x5xf32>) -> tensor<3x1x4xf32>
  %4 = stablehlo.reshape %3 : (tensor<3x1x4xf32>) -> tensor<3x4x1xf32>
  %5 = stablehlo.concatenate %0, %4, dim = 2 : (tensor<3x4x5xf32>, tensor<3x4x1xf32>) -> tensor<3x4x6xf32>
  return %1, %2, %5 : tensor<3x12x5xf32>, tensor<6x4x5xf32>, tensor<3x4x6xf32>
}

func.func @move_concatenate_small(%x: tensor<5xi8>, %y: tensor<1xi8>, %p: tensor<7xi1>, %h: tensor<2x3xbf16>) -> (tensor<7xi8>, tensor<14xi1>, tensor<2x6xbf16>) {
  %0 = stablehlo.add %x, %x : tensor<5xi8>
  %1 = stablehlo.concatenate %y, %0, %y, dim = 0 : (tensor<1xi8>, tensor<5xi8>, tensor<1xi8>) -> tensor<7xi8>
  %2 = stablehlo.not %p : tensor<7xi1>
  %3 = stablehlo.concatenate %2, %p, dim = 0 : (tensor<7xi1>, tensor<7xi1>) -> tensor<14xi1>
  %4 = stablehlo.add %h, %h : tensor<2x3xbf16>
  %5 = stablehlo.concatenate %4, %h, dim = 1 : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<2x6xbf16>
  return %1, %3, %5 : tensor<7xi8>, tensor<14xi1>, tensor<2x6xbf16>
}

// Strided and reversed slices, which are loops that copy.
func.func @move_views(%x: tensor<9x10xf32>) -> (tensor<3x4xf32>, tensor<5x9xf32>, tensor<9x10xf32>) {
  %0 = stablehlo.tanh %x : tensor<9x10xf32>
  %1 = stablehlo.slice %0 [1:9:3, 2:10:2] : (tensor<9x10xf32>) -> tensor<3x4xf32>
  %2 = stablehlo.transpose %0, dims = [1, 0] : (tensor<9x10xf32>) -> tensor<10x9xf32>
  %3 = stablehlo.slice %2 [0:10:2, 0:9] : (tensor<10x9xf32>) -> tensor<5x9xf32>
  %4 = stablehlo.reverse %0, dims = [0, 1] : tensor<9x10xf32>
  return %1, %3, %4 : tensor<3x4xf32>, tensor<5x9xf32>, tensor<9x10xf32>
}

func.func @move_gather_rows(%x: tensor<11x6xf32>, %i: tensor<4x3xi32>) -> tensor<4x3x6xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<11x6xf32>
  %1 = "stablehlo.gather"(%0, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 6>}> : (tensor<11x6xf32>, tensor<4x3xi32>) -> tensor<4x3x6xf32>
  return %1 : tensor<4x3x6xf32>
}

func.func @move_gather_windows(%x: tensor<7x8x5xbf16>, %i: tensor<2x9xi64>) -> tensor<3x9x2xbf16> {
  %0 = stablehlo.add %x, %x : tensor<7x8x5xbf16>
  %1 = "stablehlo.gather"(%0, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [2, 0], index_vector_dim = 0>,
    slice_sizes = array<i64: 3, 1, 2>}> : (tensor<7x8x5xbf16>, tensor<2x9xi64>) -> tensor<3x9x2xbf16>
  return %1 : tensor<3x9x2xbf16>
}

func.func @move_gather_batches(%x: tensor<4x10x3xi32>, %i: tensor<5x4x1xui8>) -> tensor<5x4x2x3xi32> {
  %0 = stablehlo.add %x, %x : tensor<4x10x3xi32>
  %1 = "stablehlo.gather"(%0, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], operand_batching_dims = [0], start_indices_batching_dims = [1],
    start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 3>}> : (tensor<4x10x3xi32>, tensor<5x4x1xui8>) -> tensor<5x4x2x3xi32>
  return %1 : tensor<5x4x2x3xi32>
}

func.func @move_gather_elements(%x: tensor<6x5xi8>, %i: tensor<7x2xi16>) -> tensor<7xi8> {
  %0 = stablehlo.add %x, %x : tensor<6x5xi8>
  %1 = "stablehlo.gather"(%0, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xi8>, tensor<7x2xi16>) -> tensor<7xi8>
  return %1 : tensor<7xi8>
}

func.func @window_max(%x: tensor<2x9x8x3xf32>) -> tensor<2x5x4x3xf32> {
  %z = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 3, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>,
    base_dilations = array<i64: 1, 1, 1, 1>, window_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x9x8x3xf32>, tensor<f32>) -> tensor<2x5x4x3xf32>
  return %0 : tensor<2x5x4x3xf32>
}

func.func @window_sum_dilated(%x: tensor<5x7xf32>) -> tensor<10x11xf32> {
  %z = stablehlo.constant dense<1.5> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 2>,
    base_dilations = array<i64: 2, 3>, window_dilations = array<i64: 2, 1>, padding = dense<[[2, 3], [-1, 4]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x7xf32>, tensor<f32>) -> tensor<10x11xf32>
  return %0 : tensor<10x11xf32>
}

func.func @window_sum_bf16(%x: tensor<4x10xbf16>) -> tensor<2x7xbf16> {
  %z = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 4>, window_strides = array<i64: 2, 1>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<4x10xbf16>, tensor<bf16>) -> tensor<2x7xbf16>
  return %0 : tensor<2x7xbf16>
}

func.func @window_minimum(%x: tensor<12xi32>) -> tensor<12xi32> {
  %z = stablehlo.constant dense<100> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 5>, window_strides = array<i64: 1>,
    base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<[[4, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.minimum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<12xi32>, tensor<i32>) -> tensor<12xi32>
  return %0 : tensor<12xi32>
}

func.func @window_cumulative(%x: tensor<3x20xi32>) -> tensor<3x20xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 20>, window_strides = array<i64: 1, 1>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [19, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3x20xi32>, tensor<i32>) -> tensor<3x20xi32>
  return %0 : tensor<3x20xi32>
}

func.func @window_largest(%x: tensor<6x9xf32>) -> (tensor<3x4xf32>, tensor<3x4xi32>) {
  %z = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %n = stablehlo.constant dense<-1> : tensor<i32>
  %i = stablehlo.iota dim = 1 : tensor<6x9xi32>
  %0:2 = "stablehlo.reduce_window"(%x, %i, %z, %n) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %k: tensor<i32>, %b: tensor<f32>, %l: tensor<i32>):
    %p = stablehlo.compare GT, %b, %a, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = stablehlo.select %p, %b, %a : tensor<i1>, tensor<f32>
    %m = stablehlo.select %p, %l, %k : tensor<i1>, tensor<i32>
    stablehlo.return %s, %m : tensor<f32>, tensor<i32>
  }) : (tensor<6x9xf32>, tensor<6x9xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
  return %0#0, %0#1 : tensor<3x4xf32>, tensor<3x4xi32>
}

func.func @sort_f32(%x0: tensor<3x50xf32>) -> (tensor<3x50xf32>) {
  %0 = "stablehlo.sort"(%x0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
    %p = stablehlo.compare LT, %l0, %r0, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x50xf32>) -> (tensor<3x50xf32>)
  return %0 : tensor<3x50xf32>
}

func.func @sort_i32_down(%x0: tensor<70x3xi32>) -> (tensor<70x3xi32>) {
  %0 = "stablehlo.sort"(%x0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<i32>, %r0: tensor<i32>):
    %p = stablehlo.compare GT, %l0, %r0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<70x3xi32>) -> (tensor<70x3xi32>)
  return %0 : tensor<70x3xi32>
}

func.func @sort_long(%x0: tensor<2x3001xi8>, %x1: tensor<2x3001xi32>) -> (tensor<2x3001xi8>, tensor<2x3001xi32>) {
  %0:2 = "stablehlo.sort"(%x0, %x1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<i8>, %r0: tensor<i8>, %l1: tensor<i32>, %r1: tensor<i32>):
    %p = stablehlo.compare LT, %l0, %r0, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2x3001xi8>, tensor<2x3001xi32>) -> (tensor<2x3001xi8>, tensor<2x3001xi32>)
  return %0#0, %0#1 : tensor<2x3001xi8>, tensor<2x3001xi32>
}

func.func @sort_pairs_middle(%x0: tensor<3x40x2xf32>, %x1: tensor<3x40x2xi32>, %x2: tensor<3x40x2xbf16>) -> (tensor<3x40x2xf32>, tensor<3x40x2xi32>, tensor<3x40x2xbf16>) {
  %0:3 = "stablehlo.sort"(%x0, %x1, %x2) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<i32>, %r1: tensor<i32>, %l2: tensor<bf16>, %r2: tensor<bf16>):
    %p = stablehlo.compare GT, %l0, %r0, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x40x2xf32>, tensor<3x40x2xi32>, tensor<3x40x2xbf16>) -> (tensor<3x40x2xf32>, tensor<3x40x2xi32>, tensor<3x40x2xbf16>)
  return %0#0, %0#1, %0#2 : tensor<3x40x2xf32>, tensor<3x40x2xi32>, tensor<3x40x2xbf16>
}

func.func @sort_few(%x0: tensor<5x1xui16>) -> (tensor<5x1xui16>) {
  %0 = "stablehlo.sort"(%x0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<ui16>, %r0: tensor<ui16>):
    %p = stablehlo.compare LT, %l0, %r0, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5x1xui16>) -> (tensor<5x1xui16>)
  return %0 : tensor<5x1xui16>
}

func.func @sort_runs(%x0: tensor<16x33xui8>, %x1: tensor<16x33xui64>) -> (tensor<16x33xui8>, tensor<16x33xui64>) {
  %0:2 = "stablehlo.sort"(%x0, %x1) <{dimension = -1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<ui8>, %r0: tensor<ui8>, %l1: tensor<ui64>, %r1: tensor<ui64>):
    %p = stablehlo.compare LT, %l0, %r0, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<16x33xui8>, tensor<16x33xui64>) -> (tensor<16x33xui8>, tensor<16x33xui64>)
  return %0#0, %0#1 : tensor<16x33xui8>, tensor<16x33xui64>
}

func.func @sort_two_keys(%x0: tensor<200xi8>, %x1: tensor<200xi32>) -> (tensor<200xi8>, tensor<200xi32>) {
  %0:2 = "stablehlo.sort"(%x0, %x1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<i8>, %r0: tensor<i8>, %l1: tensor<i32>, %r1: tensor<i32>):
    %e = stablehlo.compare EQ, %l0, %r0, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %a = stablehlo.compare LT, %l0, %r0, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %b = stablehlo.compare GT, %l1, %r1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %p = stablehlo.select %e, %b, %a : tensor<i1>, tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<200xi8>, tensor<200xi32>) -> (tensor<200xi8>, tensor<200xi32>)
  return %0#0, %0#1 : tensor<200xi8>, tensor<200xi32>
}

func.func @sort_by_remainder(%x0: tensor<4x300xi32>) -> (tensor<4x300xi32>) {
  %0 = "stablehlo.sort"(%x0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<i32>, %r0: tensor<i32>):
    %n = stablehlo.constant dense<7> : tensor<i32>
    %a = stablehlo.remainder %l0, %n : tensor<i32>
    %b = stablehlo.remainder %r0, %n : tensor<i32>
    %p = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4x300xi32>) -> (tensor<4x300xi32>)
  return %0 : tensor<4x300xi32>
}

func.func @branch_if(%p: tensor<i1>, %x: tensor<4x6xf32>, %y: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>) {
  %q = stablehlo.not %p : tensor<i1>
  %0 = stablehlo.tanh %x : tensor<4x6xf32>
  %1:2 = "stablehlo.if"(%p) ({
    %a = stablehlo.multiply %0, %y : tensor<4x6xf32>
    %b = stablehlo.tanh %a : tensor<4x6xf32>
    stablehlo.return %b, %0 : tensor<4x6xf32>, tensor<4x6xf32>
  }, {
    %a = stablehlo.subtract %y, %0 : tensor<4x6xf32>
    stablehlo.return %0, %a : tensor<4x6xf32>, tensor<4x6xf32>
  }) : (tensor<i1>) -> (tensor<4x6xf32>, tensor<4x6xf32>)
  %2 = "stablehlo.if"(%q) ({
    stablehlo.return %1#0 : tensor<4x6xf32>
  }, {
    %a = stablehlo.add %1#1, %y : tensor<4x6xf32>
    stablehlo.return %a : tensor<4x6xf32>
  }) : (tensor<i1>) -> tensor<4x6xf32>
  %3 = stablehlo.multiply %2, %1#0 : tensor<4x6xf32>
  return %1#0, %1#1, %3 : tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>
}

// Branches in a loop, and a loop in a branch.
func.func @branch_case(%x: tensor<24x24xf32>, %w: tensor<24x24xf32>) -> tensor<24x24xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %most = stablehlo.constant dense<7> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<24x24xf32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<24x24xf32>
  cond {
    %c = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %k = stablehlo.remainder %i, %three : tensor<i32>
    %t = "stablehlo.case"(%k) ({
      %p = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
      %q = stablehlo.tanh %p : tensor<24x24xf32>
      stablehlo.return %q : tensor<24x24xf32>
    }, {
      %s:2 = stablehlo.while(%j = %zero, %b = %a) : tensor<i32>, tensor<24x24xf32>
      cond {
        %c = stablehlo.compare LT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %p = stablehlo.multiply %b, %half : tensor<24x24xf32>
        %q = stablehlo.add %p, %w : tensor<24x24xf32>
        %n = stablehlo.add %j, %one : tensor<i32>
        stablehlo.return %n, %q : tensor<i32>, tensor<24x24xf32>
      }
      stablehlo.return %s#1 : tensor<24x24xf32>
    }, {
      stablehlo.return %a : tensor<24x24xf32>
    }) : (tensor<i32>) -> tensor<24x24xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %t : tensor<i32>, tensor<24x24xf32>
  }
  return %r#1 : tensor<24x24xf32>
}
