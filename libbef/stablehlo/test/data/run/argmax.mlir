// The index of the largest or smallest element of a row, as JAX writes it.

// Equal elements, infinities, NaN and zeros.
func.func @largest() -> (tensor<5xi32>) {
  %y = stablehlo.constant dense<[[1.0, 3.0, 3.0, 2.0], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000], [1.0, 0x7FC00000, 9.0, 0x7FC00001], [0x80000000, 0.0, 0x80000000, 0.0], [-4.0, -3.0, 0x7F800000, 0x7F800000]]> : tensor<5x4xf32>
  %x = stablehlo.concatenate %y, dim = 0 : (tensor<5x4xf32>) -> tensor<5x4xf32>
  %i = stablehlo.iota dim = 1 : tensor<5x4xi32>
  %limit = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %limit), (%i init: %zero) across dimensions = [1] : (tensor<5x4xf32>, tensor<5x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
  reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {
    %0 = stablehlo.compare GT, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %b, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %a, %c : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %r#1, dense<[1, 0, 1, 0, 2]> : tensor<5xi32>
  return %r#1 : tensor<5xi32>
}

// The same along leading and middle dimensions.
func.func @columns() -> (tensor<20xi32>) {
  %y = stablehlo.constant dense<[[1.0, 3.0, 3.0, 2.0], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000], [1.0, 0x7FC00000, 9.0, 0x7FC00001], [0x80000000, 0.0, 0x80000000, 0.0], [-4.0, -3.0, 0x7F800000, 0x7F800000]]> : tensor<5x4xf32>
  %t = stablehlo.transpose %y, dims = [1, 0] : (tensor<5x4xf32>) -> tensor<4x5xf32>
  %x = stablehlo.concatenate %t, %t, %t, %t, dim = 1 : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x20xf32>
  %i = stablehlo.iota dim = 0 : tensor<4x20xi32>
  %limit = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %limit), (%i init: %zero) across dimensions = [0] : (tensor<4x20xf32>, tensor<4x20xi32>, tensor<f32>, tensor<i32>) -> (tensor<20xf32>, tensor<20xi32>)
  reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {
    %0 = stablehlo.compare GT, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %b, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %a, %c : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %r#1, dense<[1, 0, 1, 0, 2, 1, 0, 1, 0, 2, 1, 0, 1, 0, 2, 1, 0, 1, 0, 2]> : tensor<20xi32>
  return %r#1 : tensor<20xi32>
}

func.func @middle() -> (tensor<2x20xi32>) {
  %y = stablehlo.constant dense<[[1.0, 3.0, 3.0, 2.0], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000], [1.0, 0x7FC00000, 9.0, 0x7FC00001], [0x80000000, 0.0, 0x80000000, 0.0], [-4.0, -3.0, 0x7F800000, 0x7F800000]]> : tensor<5x4xf32>
  %t = stablehlo.transpose %y, dims = [1, 0] : (tensor<5x4xf32>) -> tensor<4x5xf32>
  %w = stablehlo.concatenate %t, %t, %t, %t, dim = 1 : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x20xf32>
  %x = stablehlo.broadcast_in_dim %w, dims = [1, 2] : (tensor<4x20xf32>) -> tensor<2x4x20xf32>
  %i = stablehlo.iota dim = 1 : tensor<2x4x20xi32>
  %limit = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %limit), (%i init: %zero) across dimensions = [1] : (tensor<2x4x20xf32>, tensor<2x4x20xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x20xf32>, tensor<2x20xi32>)
  reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {
    %0 = stablehlo.compare GT, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %b, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %a, %c : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %r#1, dense<[[1, 0, 1, 0, 2, 1, 0, 1, 0, 2, 1, 0, 1, 0, 2, 1, 0, 1, 0, 2], [1, 0, 1, 0, 2, 1, 0, 1, 0, 2, 1, 0, 1, 0, 2, 1, 0, 1, 0, 2]]> : tensor<2x20xi32>
  return %r#1 : tensor<2x20xi32>
}

func.func @smallest() -> (tensor<5xi64>) {
  %y = stablehlo.constant dense<[[1.0, 3.0, 3.0, 2.0], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000], [1.0, 0x7FC00000, 9.0, 0x7FC00001], [0x80000000, 0.0, 0x80000000, 0.0], [-4.0, -3.0, 0x7F800000, 0x7F800000]]> : tensor<5x4xf32>
  %x = stablehlo.concatenate %y, dim = 0 : (tensor<5x4xf32>) -> tensor<5x4xf32>
  %i = stablehlo.iota dim = 1 : tensor<5x4xi64>
  %limit = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %r:2 = stablehlo.reduce(%x init: %limit), (%i init: %zero) across dimensions = [1] : (tensor<5x4xf32>, tensor<5x4xi64>, tensor<f32>, tensor<i64>) -> (tensor<5xf32>, tensor<5xi64>)
  reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i64>, %d: tensor<i64>) {
    %0 = stablehlo.compare LT, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %b, %d, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %a, %c : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %b, %d : tensor<i1>, tensor<i64>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i64>
  }
  check.expect_eq_const %r#1, dense<[0, 0, 1, 0, 0]> : tensor<5xi64>
  return %r#1 : tensor<5xi64>
}

// The values are used too.
func.func @pairs() -> (tensor<5xi32>, tensor<5xf32>) {
  %y = stablehlo.constant dense<[[1.0, 3.0, 3.0, 2.0], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000], [1.0, 0x7FC00000, 9.0, 0x7FC00001], [0x80000000, 0.0, 0x80000000, 0.0], [-4.0, -3.0, 0x7F800000, 0x7F800000]]> : tensor<5x4xf32>
  %x = stablehlo.concatenate %y, dim = 0 : (tensor<5x4xf32>) -> tensor<5x4xf32>
  %i = stablehlo.iota dim = 1 : tensor<5x4xi32>
  %limit = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %limit), (%i init: %zero) across dimensions = [1] : (tensor<5x4xf32>, tensor<5x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
  reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {
    %0 = stablehlo.compare GT, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %b, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %a, %c : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %r#1, dense<[1, 0, 1, 0, 2]> : tensor<5xi32>
  return %r#1, %r#0 : tensor<5xi32>, tensor<5xf32>
}

// Long rows, and elements of other types.
func.func @long_rows() -> (tensor<3xi32>) {
  %k = stablehlo.iota dim = 1 : tensor<3x2500xf32>
  %l = stablehlo.iota dim = 0 : tensor<3x2500xf32>
  %scale = stablehlo.constant dense<0.37> : tensor<3x2500xf32>
  %h = stablehlo.constant dense<100.0> : tensor<3x2500xf32>
  %m = stablehlo.multiply %k, %scale : tensor<3x2500xf32>
  %n = stablehlo.add %m, %l : tensor<3x2500xf32>
  %o = stablehlo.cosine %n : tensor<3x2500xf32>
  %p = stablehlo.multiply %o, %h : tensor<3x2500xf32>
  %q = stablehlo.abs %p : tensor<3x2500xf32>
  %x = stablehlo.add %q, %scale : tensor<3x2500xf32>
  %i = stablehlo.iota dim = 1 : tensor<3x2500xi32>
  %limit = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %limit), (%i init: %zero) across dimensions = [1] : (tensor<3x2500xf32>, tensor<3x2500xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
  reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {
    %0 = stablehlo.compare GT, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %b, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %a, %c : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>
  }
  return %r#1 : tensor<3xi32>
}

func.func @integers() -> (tensor<9xi32>) {
  %k = stablehlo.iota dim = 1 : tensor<9x300xf32>
  %l = stablehlo.iota dim = 0 : tensor<9x300xf32>
  %scale = stablehlo.constant dense<0.37> : tensor<9x300xf32>
  %h = stablehlo.constant dense<100.0> : tensor<9x300xf32>
  %m = stablehlo.multiply %k, %scale : tensor<9x300xf32>
  %n = stablehlo.add %m, %l : tensor<9x300xf32>
  %o = stablehlo.cosine %n : tensor<9x300xf32>
  %p = stablehlo.multiply %o, %h : tensor<9x300xf32>
  %q = stablehlo.abs %p : tensor<9x300xf32>
  %v = stablehlo.add %q, %scale : tensor<9x300xf32>
  %x = stablehlo.convert %v : (tensor<9x300xf32>) -> tensor<9x300xi32>
  %i = stablehlo.iota dim = 1 : tensor<9x300xi32>
  %limit = stablehlo.constant dense<-2147483648> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %limit), (%i init: %zero) across dimensions = [1] : (tensor<9x300xi32>, tensor<9x300xi32>, tensor<i32>, tensor<i32>) -> (tensor<9xi32>, tensor<9xi32>)
  reducer(%a: tensor<i32>, %c: tensor<i32>) (%b: tensor<i32>, %d: tensor<i32>) {
    %0 = stablehlo.compare GT, %a, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %a, %a, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %a, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %b, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %a, %c : tensor<i1>, tensor<i32>
    %8 = stablehlo.select %6, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<i32>, tensor<i32>
  }
  return %r#1 : tensor<9xi32>
}

func.func @unsigned() -> (tensor<9xi32>) {
  %k = stablehlo.iota dim = 1 : tensor<9x300xf32>
  %l = stablehlo.iota dim = 0 : tensor<9x300xf32>
  %scale = stablehlo.constant dense<0.37> : tensor<9x300xf32>
  %h = stablehlo.constant dense<100.0> : tensor<9x300xf32>
  %m = stablehlo.multiply %k, %scale : tensor<9x300xf32>
  %n = stablehlo.add %m, %l : tensor<9x300xf32>
  %o = stablehlo.cosine %n : tensor<9x300xf32>
  %p = stablehlo.multiply %o, %h : tensor<9x300xf32>
  %q = stablehlo.abs %p : tensor<9x300xf32>
  %v = stablehlo.add %q, %scale : tensor<9x300xf32>
  %x = stablehlo.convert %v : (tensor<9x300xf32>) -> tensor<9x300xui8>
  %i = stablehlo.iota dim = 1 : tensor<9x300xi32>
  %limit = stablehlo.constant dense<255> : tensor<ui8>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %limit), (%i init: %zero) across dimensions = [1] : (tensor<9x300xui8>, tensor<9x300xi32>, tensor<ui8>, tensor<i32>) -> (tensor<9xui8>, tensor<9xi32>)
  reducer(%a: tensor<ui8>, %c: tensor<ui8>) (%b: tensor<i32>, %d: tensor<i32>) {
    %0 = stablehlo.compare LT, %a, %c, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    %1 = stablehlo.compare NE, %a, %a, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %a, %c, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    %4 = stablehlo.compare LT, %b, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %a, %c : tensor<i1>, tensor<ui8>
    %8 = stablehlo.select %6, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<ui8>, tensor<i32>
  }
  return %r#1 : tensor<9xi32>
}

func.func @small_floats() -> (tensor<9xi64>) {
  %k = stablehlo.iota dim = 1 : tensor<9x70xf32>
  %l = stablehlo.iota dim = 0 : tensor<9x70xf32>
  %scale = stablehlo.constant dense<0.37> : tensor<9x70xf32>
  %h = stablehlo.constant dense<100.0> : tensor<9x70xf32>
  %m = stablehlo.multiply %k, %scale : tensor<9x70xf32>
  %n = stablehlo.add %m, %l : tensor<9x70xf32>
  %o = stablehlo.cosine %n : tensor<9x70xf32>
  %p = stablehlo.multiply %o, %h : tensor<9x70xf32>
  %q = stablehlo.abs %p : tensor<9x70xf32>
  %v = stablehlo.add %q, %scale : tensor<9x70xf32>
  %x = stablehlo.convert %v : (tensor<9x70xf32>) -> tensor<9x70xbf16>
  %i = stablehlo.iota dim = 1 : tensor<9x70xi64>
  %limit = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %r:2 = stablehlo.reduce(%x init: %limit), (%i init: %zero) across dimensions = [1] : (tensor<9x70xbf16>, tensor<9x70xi64>, tensor<bf16>, tensor<i64>) -> (tensor<9xbf16>, tensor<9xi64>)
  reducer(%a: tensor<bf16>, %c: tensor<bf16>) (%b: tensor<i64>, %d: tensor<i64>) {
    %0 = stablehlo.compare GT, %a, %c, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %1 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %a, %c, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %4 = stablehlo.compare LT, %b, %d, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %a, %c : tensor<i1>, tensor<bf16>
    %8 = stablehlo.select %6, %b, %d : tensor<i1>, tensor<i64>
    stablehlo.return %7, %8 : tensor<bf16>, tensor<i64>
  }
  return %r#1 : tensor<9xi64>
}
