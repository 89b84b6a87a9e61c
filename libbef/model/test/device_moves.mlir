// Moves of elements on a device. The first operation of each function brings an array there.

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
