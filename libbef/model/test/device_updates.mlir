// Scatters, reductions with bodies of several operations, top_k, and sorts that leave NaNs without an order.

func.func @scatter_rows(%x0: tensor<11x6xf32>, %i: tensor<40x1xi32>, %u0: tensor<40x6xf32>) -> (tensor<11x6xf32>) {
  %y0 = stablehlo.add %x0, %x0 : tensor<11x6xf32>
  %0 = "stablehlo.scatter"(%y0, %i, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
    %s = stablehlo.add %a0, %b0 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<11x6xf32>, tensor<40x1xi32>, tensor<40x6xf32>) -> tensor<11x6xf32>
  return %0 : tensor<11x6xf32>
}

func.func @scatter_rows_unique(%x0: tensor<9x4xbf16>, %i: tensor<5x1xi64>, %u0: tensor<5x4xbf16>) -> (tensor<9x4xbf16>) {
  %y0 = stablehlo.add %x0, %x0 : tensor<9x4xbf16>
  %0 = "stablehlo.scatter"(%y0, %i, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true, indices_are_sorted = true}> ({
  ^bb0(%a0: tensor<bf16>, %b0: tensor<bf16>):
    %s = stablehlo.add %a0, %b0 : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<9x4xbf16>, tensor<5x1xi64>, tensor<5x4xbf16>) -> tensor<9x4xbf16>
  return %0 : tensor<9x4xbf16>
}

func.func @scatter_set(%x0: tensor<12xi32>, %i: tensor<300x1xi32>, %u0: tensor<300xi32>) -> (tensor<12xi32>) {
  %y0 = stablehlo.multiply %x0, %x0 : tensor<12xi32>
  %0 = "stablehlo.scatter"(%y0, %i, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
    stablehlo.return %b0 : tensor<i32>
  }) : (tensor<12xi32>, tensor<300x1xi32>, tensor<300xi32>) -> tensor<12xi32>
  return %0 : tensor<12xi32>
}

func.func @scatter_minimum(%x0: tensor<30xf64>, %i: tensor<2000x1xi8>, %u0: tensor<2000xf64>) -> (tensor<30xf64>) {
  %y0 = stablehlo.multiply %x0, %x0 : tensor<30xf64>
  %0 = "stablehlo.scatter"(%y0, %i, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a0: tensor<f64>, %b0: tensor<f64>):
    %s = stablehlo.minimum %a0, %b0 : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<30xf64>, tensor<2000x1xi8>, tensor<2000xf64>) -> tensor<30xf64>
  return %0 : tensor<30xf64>
}

func.func @scatter_maximum(%x0: tensor<5x7xf16>, %i: tensor<33x2xui8>, %u0: tensor<33xf16>) -> (tensor<5x7xf16>) {
  %y0 = stablehlo.multiply %x0, %x0 : tensor<5x7xf16>
  %0 = "stablehlo.scatter"(%y0, %i, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
  ^bb0(%a0: tensor<f16>, %b0: tensor<f16>):
    %s = stablehlo.maximum %a0, %b0 : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) : (tensor<5x7xf16>, tensor<33x2xui8>, tensor<33xf16>) -> tensor<5x7xf16>
  return %0 : tensor<5x7xf16>
}

func.func @scatter_windows(%x0: tensor<9x8xf32>, %i: tensor<20x2xi32>, %u0: tensor<20x3x2xf32>) -> (tensor<9x8xf32>) {
  %y0 = stablehlo.add %x0, %x0 : tensor<9x8xf32>
  %0 = "stablehlo.scatter"(%y0, %i, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
    %s = stablehlo.add %a0, %b0 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<20x2xi32>, tensor<20x3x2xf32>) -> tensor<9x8xf32>
  return %0 : tensor<9x8xf32>
}

func.func @scatter_product_of_windows(%x0: tensor<13xi64>, %i: tensor<4x5x1xi64>, %u0: tensor<4x3x5xi64>) -> (tensor<13xi64>) {
  %y0 = stablehlo.multiply %x0, %x0 : tensor<13xi64>
  %0 = "stablehlo.scatter"(%y0, %i, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
  ^bb0(%a0: tensor<i64>, %b0: tensor<i64>):
    %s = stablehlo.multiply %a0, %b0 : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<13xi64>, tensor<4x5x1xi64>, tensor<4x3x5xi64>) -> tensor<13xi64>
  return %0 : tensor<13xi64>
}

func.func @scatter_batches(%x0: tensor<4x6x3xf32>, %i: tensor<4x10x1xi32>, %u0: tensor<4x10x3xf32>) -> (tensor<4x6x3xf32>) {
  %y0 = stablehlo.add %x0, %x0 : tensor<4x6x3xf32>
  %0 = "stablehlo.scatter"(%y0, %i, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
    %s = stablehlo.add %a0, %b0 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6x3xf32>, tensor<4x10x1xi32>, tensor<4x10x3xf32>) -> tensor<4x6x3xf32>
  return %0 : tensor<4x6x3xf32>
}

func.func @scatter_one(%x0: tensor<6x5xf32>, %i: tensor<1xi32>, %u0: tensor<5xf32>) -> (tensor<6x5xf32>) {
  %y0 = stablehlo.add %x0, %x0 : tensor<6x5xf32>
  %0 = "stablehlo.scatter"(%y0, %i, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
    stablehlo.return %b0 : tensor<f32>
  }) : (tensor<6x5xf32>, tensor<1xi32>, tensor<5xf32>) -> tensor<6x5xf32>
  return %0 : tensor<6x5xf32>
}

func.func @scatter_part(%x0: tensor<6x5xui8>, %i: tensor<3x1xui64>, %u0: tensor<3x2xui8>) -> (tensor<6x5xui8>) {
  %y0 = stablehlo.add %x0, %x0 : tensor<6x5xui8>
  %0 = "stablehlo.scatter"(%y0, %i, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a0: tensor<ui8>, %b0: tensor<ui8>):
    %s = stablehlo.add %a0, %b0 : tensor<ui8>
    stablehlo.return %s : tensor<ui8>
  }) : (tensor<6x5xui8>, tensor<3x1xui64>, tensor<3x2xui8>) -> tensor<6x5xui8>
  return %0 : tensor<6x5xui8>
}

func.func @scatter_pairs(%x0: tensor<15xf32>, %x1: tensor<15xi32>, %i: tensor<400x1xi32>, %u0: tensor<400xf32>, %u1: tensor<400xi32>) -> (tensor<15xf32>, tensor<15xi32>) {
  %y0 = stablehlo.add %x0, %x0 : tensor<15xf32>
  %y1 = stablehlo.add %x1, %x1 : tensor<15xi32>
  %0:2 = "stablehlo.scatter"(%y0, %y1, %i, %u0, %u1) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %p = stablehlo.compare GT, %b0, %a0, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = stablehlo.select %p, %b0, %a0 : tensor<i1>, tensor<f32>
    %m = stablehlo.select %p, %b1, %a1 : tensor<i1>, tensor<i32>
    stablehlo.return %s, %m : tensor<f32>, tensor<i32>
  }) : (tensor<15xf32>, tensor<15xi32>, tensor<400x1xi32>, tensor<400xf32>, tensor<400xi32>) -> (tensor<15xf32>, tensor<15xi32>)
  return %0#0, %0#1 : tensor<15xf32>, tensor<15xi32>
}

func.func @scatter_order(%x0: tensor<8xf32>, %i: tensor<500x1xi32>, %u0: tensor<500xf32>) -> (tensor<8xf32>) {
  %y0 = stablehlo.add %x0, %x0 : tensor<8xf32>
  %0 = "stablehlo.scatter"(%y0, %i, %u0) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
    %h = stablehlo.constant dense<0.5> : tensor<f32>
    %s = stablehlo.multiply %a0, %h : tensor<f32>
    %t = stablehlo.add %s, %b0 : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<8xf32>, tensor<500x1xi32>, tensor<500xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @scatter_keeps(%x: tensor<6x5xf32>, %i: tensor<3x1xi32>, %u: tensor<3x5xf32>, %f: tensor<f32>) -> (tensor<6x5xf32>, tensor<6x5xf32>) {
  %0 = stablehlo.tanh %x : tensor<6x5xf32>
  %1 = "stablehlo.scatter"(%0, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.multiply %b, %f : tensor<f32>
    %t = stablehlo.add %a, %s : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<6x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<6x5xf32>
  return %0, %1 : tensor<6x5xf32>, tensor<6x5xf32>
}

func.func @reduce_pairs_rows(%x0: tensor<9x50xf32>, %x1: tensor<9x50xi32>) -> (tensor<9xf32>, tensor<9xi32>) {
  %z0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z1 = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = "stablehlo.reduce"(%x0, %x1, %z0, %z1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %p = stablehlo.compare GT, %a0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %n = stablehlo.compare NE, %a0, %a0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.or %p, %n : tensor<i1>
    %e = stablehlo.compare EQ, %a0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %l = stablehlo.compare LT, %a1, %b1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %f = stablehlo.and %e, %l : tensor<i1>
    %g = stablehlo.or %q, %f : tensor<i1>
    %s = stablehlo.select %q, %a0, %b0 : tensor<i1>, tensor<f32>
    %m = stablehlo.select %g, %a1, %b1 : tensor<i1>, tensor<i32>
    stablehlo.return %s, %m : tensor<f32>, tensor<i32>
  }) : (tensor<9x50xf32>, tensor<9x50xi32>, tensor<f32>, tensor<i32>) -> (tensor<9xf32>, tensor<9xi32>)
  return %0#0, %0#1 : tensor<9xf32>, tensor<9xi32>
}

func.func @reduce_pairs_columns(%x0: tensor<50x6x4xbf16>, %x1: tensor<50x6x4xi32>) -> (tensor<6x4xbf16>, tensor<6x4xi32>) {
  %z0 = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %z1 = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = "stablehlo.reduce"(%x0, %x1, %z0, %z1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a0: tensor<bf16>, %a1: tensor<i32>, %b0: tensor<bf16>, %b1: tensor<i32>):
    %p = stablehlo.compare GT, %a0, %b0, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %n = stablehlo.compare NE, %a0, %a0, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %q = stablehlo.or %p, %n : tensor<i1>
    %e = stablehlo.compare EQ, %a0, %b0, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %l = stablehlo.compare LT, %a1, %b1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %f = stablehlo.and %e, %l : tensor<i1>
    %g = stablehlo.or %q, %f : tensor<i1>
    %s = stablehlo.select %q, %a0, %b0 : tensor<i1>, tensor<bf16>
    %m = stablehlo.select %g, %a1, %b1 : tensor<i1>, tensor<i32>
    stablehlo.return %s, %m : tensor<bf16>, tensor<i32>
  }) : (tensor<50x6x4xbf16>, tensor<50x6x4xi32>, tensor<bf16>, tensor<i32>) -> (tensor<6x4xbf16>, tensor<6x4xi32>)
  return %0#0, %0#1 : tensor<6x4xbf16>, tensor<6x4xi32>
}

func.func @reduce_pairs_all(%x0: tensor<7x11xf64>, %x1: tensor<7x11xi32>) -> (tensor<f64>, tensor<i32>) {
  %z0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %z1 = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = "stablehlo.reduce"(%x0, %x1, %z0, %z1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a0: tensor<f64>, %a1: tensor<i32>, %b0: tensor<f64>, %b1: tensor<i32>):
    %p = stablehlo.compare GT, %a0, %b0, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %n = stablehlo.compare NE, %a0, %a0, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %q = stablehlo.or %p, %n : tensor<i1>
    %e = stablehlo.compare EQ, %a0, %b0, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %l = stablehlo.compare LT, %a1, %b1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %f = stablehlo.and %e, %l : tensor<i1>
    %g = stablehlo.or %q, %f : tensor<i1>
    %s = stablehlo.select %q, %a0, %b0 : tensor<i1>, tensor<f64>
    %m = stablehlo.select %g, %a1, %b1 : tensor<i1>, tensor<i32>
    stablehlo.return %s, %m : tensor<f64>, tensor<i32>
  }) : (tensor<7x11xf64>, tensor<7x11xi32>, tensor<f64>, tensor<i32>) -> (tensor<f64>, tensor<i32>)
  return %0#0, %0#1 : tensor<f64>, tensor<i32>
}

func.func @reduce_outer(%x0: tensor<3x8x5x4xf32>, %x1: tensor<3x8x5x4xi32>) -> (tensor<8x4xf32>, tensor<8x4xi32>) {
  %z0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z1 = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = "stablehlo.reduce"(%x0, %x1, %z0, %z1) <{dimensions = array<i64: 0, 2>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %p = stablehlo.compare GT, %a0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %n = stablehlo.compare NE, %a0, %a0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.or %p, %n : tensor<i1>
    %e = stablehlo.compare EQ, %a0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %l = stablehlo.compare LT, %a1, %b1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %f = stablehlo.and %e, %l : tensor<i1>
    %g = stablehlo.or %q, %f : tensor<i1>
    %s = stablehlo.select %q, %a0, %b0 : tensor<i1>, tensor<f32>
    %m = stablehlo.select %g, %a1, %b1 : tensor<i1>, tensor<i32>
    stablehlo.return %s, %m : tensor<f32>, tensor<i32>
  }) : (tensor<3x8x5x4xf32>, tensor<3x8x5x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<8x4xf32>, tensor<8x4xi32>)
  return %0#0, %0#1 : tensor<8x4xf32>, tensor<8x4xi32>
}

func.func @reduce_statistics(%x0: tensor<6x40xf32>, %x1: tensor<6x40xf32>, %x2: tensor<6x40xi8>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xi8>) {
  %z0 = stablehlo.constant dense<0.5> : tensor<f32>
  %z1 = stablehlo.constant dense<1.0> : tensor<f32>
  %z2 = stablehlo.constant dense<3> : tensor<i8>
  %0:3 = "stablehlo.reduce"(%x0, %x1, %x2, %z0, %z1, %z2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<i8>, %b0: tensor<f32>, %b1: tensor<f32>, %b2: tensor<i8>):
    %s = stablehlo.add %a0, %b0 : tensor<f32>
    %q = stablehlo.multiply %b1, %b0 : tensor<f32>
    %t = stablehlo.add %a1, %q : tensor<f32>
    %o = stablehlo.xor %a2, %b2 : tensor<i8>
    stablehlo.return %s, %t, %o : tensor<f32>, tensor<f32>, tensor<i8>
  }) : (tensor<6x40xf32>, tensor<6x40xf32>, tensor<6x40xi8>, tensor<f32>, tensor<f32>, tensor<i8>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xi8>)
  return %0#0, %0#1, %0#2 : tensor<6xf32>, tensor<6xf32>, tensor<6xi8>
}

func.func @reduce_general(%x0: tensor<5x30xi32>) -> (tensor<5xi32>) {
  %z0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = "stablehlo.reduce"(%x0, %z0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
    %c = stablehlo.constant dense<3> : tensor<i32>
    %s = stablehlo.multiply %a0, %c : tensor<i32>
    %t = stablehlo.add %s, %b0 : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) : (tensor<5x30xi32>, tensor<i32>) -> tensor<5xi32>
  return %0 : tensor<5xi32>
}

func.func @top_k_f32(%x: tensor<3x5x100xf32>) -> (tensor<3x5x7xf32>, tensor<3x5x7xi32>) {
  %0:2 = chlo.top_k(%x, k = 7) : tensor<3x5x100xf32> -> (tensor<3x5x7xf32>, tensor<3x5x7xi32>)
  return %0#0, %0#1 : tensor<3x5x7xf32>, tensor<3x5x7xi32>
}

func.func @top_k_bf16(%x: tensor<4x33xbf16>) -> (tensor<4x20xbf16>, tensor<4x20xi32>) {
  %0:2 = chlo.top_k(%x, k = 20) : tensor<4x33xbf16> -> (tensor<4x20xbf16>, tensor<4x20xi32>)
  return %0#0, %0#1 : tensor<4x20xbf16>, tensor<4x20xi32>
}

func.func @top_k_i8(%x: tensor<3000xi8>) -> (tensor<40xi8>, tensor<40xi32>) {
  %0:2 = chlo.top_k(%x, k = 40) : tensor<3000xi8> -> (tensor<40xi8>, tensor<40xi32>)
  return %0#0, %0#1 : tensor<40xi8>, tensor<40xi32>
}

func.func @top_k_long(%x: tensor<2x5000xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %0:2 = chlo.top_k(%x, k = 3) : tensor<2x5000xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}

func.func @top_k_f64(%x: tensor<2x20xf64>) -> (tensor<2x20xf64>, tensor<2x20xi32>) {
  %0:2 = chlo.top_k(%x, k = 20) : tensor<2x20xf64> -> (tensor<2x20xf64>, tensor<2x20xi32>)
  return %0#0, %0#1 : tensor<2x20xf64>, tensor<2x20xi32>
}

func.func @top_k_ui32(%x: tensor<50xui32>) -> (tensor<1xui32>, tensor<1xi32>) {
  %0:2 = chlo.top_k(%x, k = 1) : tensor<50xui32> -> (tensor<1xui32>, tensor<1xi32>)
  return %0#0, %0#1 : tensor<1xui32>, tensor<1xi32>
}

func.func @sort_nan_f32(%x0: tensor<3x200xf32>) -> (tensor<3x200xf32>) {
  %0 = "stablehlo.sort"(%x0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
    %p = stablehlo.compare LT, %l0, %r0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x200xf32>) -> (tensor<3x200xf32>)
  return %0 : tensor<3x200xf32>
}

// Many NaNs, in runs that several work-items would merge.
func.func @sort_nan_pairs(%x0: tensor<3000xf32>, %x1: tensor<3000xi32>) -> (tensor<3000xf32>, tensor<3000xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<3000xf32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<3000xf32>
  %less = stablehlo.compare LT, %x0, %zero : (tensor<3000xf32>, tensor<3000xf32>) -> tensor<3000xi1>
  %n = stablehlo.select %less, %nan, %x0 : tensor<3000xi1>, tensor<3000xf32>
  %0:2 = "stablehlo.sort"(%n, %x1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<i32>, %r1: tensor<i32>):
    %p = stablehlo.compare GT, %l0, %r0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3000xf32>, tensor<3000xi32>) -> (tensor<3000xf32>, tensor<3000xi32>)
  return %0#0, %0#1 : tensor<3000xf32>, tensor<3000xi32>
}

func.func @sort_nan_bf16(%x0: tensor<40x5xbf16>, %x1: tensor<40x5xi8>) -> (tensor<40x5xbf16>, tensor<40x5xi8>) {
  %0:2 = "stablehlo.sort"(%x0, %x1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<bf16>, %r0: tensor<bf16>, %l1: tensor<i8>, %r1: tensor<i8>):
    %p = stablehlo.compare LE, %l0, %r0, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<40x5xbf16>, tensor<40x5xi8>) -> (tensor<40x5xbf16>, tensor<40x5xi8>)
  return %0#0, %0#1 : tensor<40x5xbf16>, tensor<40x5xi8>
}

func.func @sort_nan_computed(%x0: tensor<2x70xf32>) -> (tensor<2x70xf32>) {
  %0 = "stablehlo.sort"(%x0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
    %a = stablehlo.abs %l0 : tensor<f32>
    %b = stablehlo.abs %r0 : tensor<f32>
    %p = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2x70xf32>) -> (tensor<2x70xf32>)
  return %0 : tensor<2x70xf32>
}
