// Loops over arrays that run the kernels of their body without calls, after the first iterations: which memory is whose.
// Results of the body are arguments in another order.
func.func @exchanged() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %a = stablehlo.constant dense<0> : tensor<600xi64>
  %b = stablehlo.constant dense<1> : tensor<600xi64>
  %r:3 = stablehlo.while(%x = %a, %y = %b, %n = %zero) : tensor<600xi64>, tensor<600xi64>, tensor<i32>
   cond {
    %end = stablehlo.constant dense<60> : tensor<i32>
    %p = stablehlo.compare LT, %n, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.add %n, %one : tensor<i32>
    %z = stablehlo.add %x, %y : tensor<600xi64>
    stablehlo.return %y, %z, %m : tensor<600xi64>, tensor<600xi64>, tensor<i32>
  }
  check.expect_eq_const %r#0, dense<1548008755920> : tensor<600xi64>
  check.expect_eq_const %r#1, dense<2504730781961> : tensor<600xi64>
  check.expect_eq_const %b, dense<1> : tensor<600xi64>
  return
}
// The body returns one value twice, and one that it does not use.
func.func @returned_twice() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %a = stablehlo.constant dense<1> : tensor<600xi32>
  %r:4 = stablehlo.while(%x = %a, %y = %a, %z = %a, %n = %zero) : tensor<600xi32>, tensor<600xi32>, tensor<600xi32>, tensor<i32>
   cond {
    %end = stablehlo.constant dense<20> : tensor<i32>
    %p = stablehlo.compare LT, %n, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.add %n, %one : tensor<i32>
    %s = stablehlo.add %x, %y : tensor<600xi32>
    stablehlo.return %s, %s, %x, %m : tensor<600xi32>, tensor<600xi32>, tensor<600xi32>, tensor<i32>
  }
  check.expect_eq_const %r#0, dense<1048576> : tensor<600xi32>
  check.expect_eq_const %r#1, dense<1048576> : tensor<600xi32>
  check.expect_eq_const %r#2, dense<524288> : tensor<600xi32>
  return
}
// Rows of an array from outside go to the rows of a carried one, in place; the array that enters stays as it is.
func.func private @rows(%table: tensor<30x400xi32>, %out: tensor<30x400xi32>) -> (tensor<30x400xi32>, tensor<400xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.constant dense<0> : tensor<400xi32>
  %r:3 = stablehlo.while(%o = %out, %s = %sum, %n = %zero) : tensor<30x400xi32>, tensor<400xi32>, tensor<i32>
   cond {
    %end = stablehlo.constant dense<30> : tensor<i32>
    %p = stablehlo.compare LT, %n, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %begin = stablehlo.constant dense<0> : tensor<i32>
    %m = stablehlo.add %n, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %table, %n, %begin, sizes = [1, 400] : (tensor<30x400xi32>, tensor<i32>, tensor<i32>) -> tensor<1x400xi32>
    %flat = stablehlo.reshape %row : (tensor<1x400xi32>) -> tensor<400xi32>
    %t = stablehlo.add %s, %flat : tensor<400xi32>
    %as_row = stablehlo.reshape %t : (tensor<400xi32>) -> tensor<1x400xi32>
    %u = stablehlo.dynamic_update_slice %o, %as_row, %n, %begin : (tensor<30x400xi32>, tensor<1x400xi32>, tensor<i32>, tensor<i32>) -> tensor<30x400xi32>
    stablehlo.return %u, %t, %m : tensor<30x400xi32>, tensor<400xi32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<30x400xi32>, tensor<400xi32>
}
func.func @collected() {
  %i = stablehlo.iota dim = 0 : tensor<30x400xi32>
  %two = stablehlo.constant dense<2> : tensor<30x400xi32>
  %table = stablehlo.multiply %i, %two : tensor<30x400xi32>
  %r:2 = func.call @rows(%table, %i) : (tensor<30x400xi32>, tensor<30x400xi32>) -> (tensor<30x400xi32>, tensor<400xi32>)
  %square = stablehlo.multiply %i, %i : tensor<30x400xi32>
  %sums = stablehlo.add %square, %i : tensor<30x400xi32>
  check.expect_eq %r#0, %sums : tensor<30x400xi32>
  check.expect_eq_const %r#1, dense<870> : tensor<400xi32>
  %again = stablehlo.iota dim = 0 : tensor<30x400xi32>
  check.expect_eq %i, %again : tensor<30x400xi32>
  return
}
// A capture becomes a carried value.
func.func private @captured(%c: tensor<600xi32>, %a: tensor<600xi32>) -> tensor<600xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %b = stablehlo.constant dense<0> : tensor<600xi32>
  %r:3 = stablehlo.while(%x = %a, %y = %b, %n = %zero) : tensor<600xi32>, tensor<600xi32>, tensor<i32>
   cond {
    %end = stablehlo.constant dense<10> : tensor<i32>
    %p = stablehlo.compare LT, %n, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.add %n, %one : tensor<i32>
    %s = stablehlo.add %x, %y : tensor<600xi32>
    stablehlo.return %c, %s, %m : tensor<600xi32>, tensor<600xi32>, tensor<i32>
  }
  return %r#1 : tensor<600xi32>
}
func.func @from_outside() {
  %c = stablehlo.constant dense<3> : tensor<600xi32>
  %a = stablehlo.constant dense<5> : tensor<600xi32>
  %r = func.call @captured(%c, %a) : (tensor<600xi32>, tensor<600xi32>) -> tensor<600xi32>
  check.expect_eq_const %r, dense<32> : tensor<600xi32>
  check.expect_eq_const %c, dense<3> : tensor<600xi32>
  return
}
// Results are views of values that are used later too; neighbours are read while a value is replaced.
func.func @views() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.iota dim = 0 : tensor<600xi32>
  %r:3 = stablehlo.while(%x = %i, %before = %i, %n = %zero) : tensor<600xi32>, tensor<600xi32>, tensor<i32>
   cond {
    %end = stablehlo.constant dense<12> : tensor<i32>
    %p = stablehlo.compare LT, %n, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.add %n, %one : tensor<i32>
    %head = stablehlo.slice %x [0:1] : (tensor<600xi32>) -> tensor<1xi32>
    %tail = stablehlo.slice %x [1:600] : (tensor<600xi32>) -> tensor<599xi32>
    %turned = stablehlo.concatenate %tail, %head, dim = 0 : (tensor<599xi32>, tensor<1xi32>) -> tensor<600xi32>
    %rows = stablehlo.reshape %x : (tensor<600xi32>) -> tensor<20x30xi32>
    %columns = stablehlo.transpose %rows, dims = [1, 0] : (tensor<20x30xi32>) -> tensor<30x20xi32>
    %back = stablehlo.transpose %columns, dims = [1, 0] : (tensor<30x20xi32>) -> tensor<20x30xi32>
    %flat = stablehlo.reshape %back : (tensor<20x30xi32>) -> tensor<600xi32>
    stablehlo.return %turned, %flat, %m : tensor<600xi32>, tensor<600xi32>, tensor<i32>
  }
  %twelve = stablehlo.slice %r#0 [0:588] : (tensor<600xi32>) -> tensor<588xi32>
  %from = stablehlo.slice %i [12:600] : (tensor<600xi32>) -> tensor<588xi32>
  check.expect_eq %twelve, %from : tensor<588xi32>
  %eleven = stablehlo.slice %r#1 [0:589] : (tensor<600xi32>) -> tensor<589xi32>
  %from1 = stablehlo.slice %i [11:600] : (tensor<600xi32>) -> tensor<589xi32>
  check.expect_eq %eleven, %from1 : tensor<589xi32>
  return
}
// The product of a matrix and a vector takes the transposed matrix. Nothing uses the results of the second loop.
func.func @matrix() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.iota dim = 0 : tensor<100x100xi32>
  %k = stablehlo.iota dim = 1 : tensor<100x100xi32>
  %upper = stablehlo.compare EQ, %i, %k : (tensor<100x100xi32>, tensor<100x100xi32>) -> tensor<100x100xi1>
  %two = stablehlo.constant dense<2.0> : tensor<100x100xf32>
  %none = stablehlo.constant dense<0.0> : tensor<100x100xf32>
  %w = stablehlo.select %upper, %two, %none : tensor<100x100xi1>, tensor<100x100xf32>
  %start = stablehlo.iota dim = 0 : tensor<100xf32>
  %r:2 = stablehlo.while(%x = %start, %n = %zero) : tensor<100xf32>, tensor<i32>
   cond {
    %end = stablehlo.constant dense<9> : tensor<i32>
    %p = stablehlo.compare LT, %n, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.add %n, %one : tensor<i32>
    %y = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<100x100xf32>, tensor<100xf32>) -> tensor<100xf32>
    stablehlo.return %y, %m : tensor<100xf32>, tensor<i32>
  }
  %unused:2 = stablehlo.while(%x = %start, %n = %zero) : tensor<100xf32>, tensor<i32>
   cond {
    %p = stablehlo.compare EQ, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %y = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<100x100xf32>, tensor<100xf32>) -> tensor<100xf32>
    stablehlo.return %y, %n : tensor<100xf32>, tensor<i32>
  }
  %scale = stablehlo.constant dense<512.0> : tensor<100xf32>
  %expected = stablehlo.multiply %start, %scale : tensor<100xf32>
  check.expect_eq %r#0, %expected : tensor<100xf32>
  return
}

// A carried array of which an iteration reads a row, and which it replaces by elements.
func.func @replaced() -> (tensor<2x3xf32>) {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %start = stablehlo.constant dense<1.0> : tensor<3xf32>
  %most = stablehlo.constant dense<20.0> : tensor<f32>
  %r:3 = stablehlo.while(%i = %zero, %m = %x, %s = %start) : tensor<i32>, tensor<2x3xf32>, tensor<3xf32>
  cond {
    %first = stablehlo.slice %s [0:1] : (tensor<3xf32>) -> tensor<1xf32>
    %f = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
    %p = stablehlo.compare LT, %f, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %a = stablehlo.dynamic_slice %m, %i, %zero, sizes = [1, 3] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    %b = stablehlo.reshape %a : (tensor<1x3xf32>) -> tensor<3xf32>
    %t = stablehlo.add %b, %s : tensor<3xf32>
    %c = stablehlo.broadcast_in_dim %t, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %c, %t : tensor<i32>, tensor<2x3xf32>, tensor<3xf32>
  }
  check.expect_eq_const %r#1, dense<[[32.0, 48.0, 64.0], [32.0, 48.0, 64.0]]> : tensor<2x3xf32>
  return %r#1 : tensor<2x3xf32>
}
