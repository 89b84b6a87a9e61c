// Regions of scalars with choices, which become selects, and with operations that are no steps, which become functions.
func.func @choices() {
  %x = stablehlo.constant dense<[3, -1, 4, -1, 5]> : tensor<5xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %r = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare GT, %b, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %s:2 = "stablehlo.if"(%p) ({
      %t = stablehlo.multiply %b, %ten : tensor<i32>
      stablehlo.return %t, %a : tensor<i32>, tensor<i32>
    }, {
      %q = stablehlo.compare GT, %a, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %u = "stablehlo.if"(%q) ({
        stablehlo.return %zero : tensor<i32>
      }, {
        stablehlo.return %b : tensor<i32>
      }) : (tensor<i1>) -> tensor<i32>
      stablehlo.return %u, %a : tensor<i32>, tensor<i32>
    }) : (tensor<i1>) -> (tensor<i32>, tensor<i32>)
    %v = stablehlo.add %s#0, %s#1 : tensor<i32>
    stablehlo.return %v : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<5xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %r, dense<120> : tensor<i32>
  %m = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<i32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %i = stablehlo.subtract %a, %one : tensor<i32>
    %c = "stablehlo.case"(%i) ({
      %k = stablehlo.constant dense<100> : tensor<i32>
      stablehlo.return %k : tensor<i32>
    }, {
      stablehlo.return %a : tensor<i32>
    }, {
      stablehlo.return %ten : tensor<i32>
    }, {
      %n = stablehlo.negate %a : tensor<i32>
      stablehlo.return %n : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<5xi32>) -> tensor<5xi32>
  check.expect_eq_const %m, dense<[10, 1, -4, 1, -5]> : tensor<5xi32>
  return
}
// Sums of digits: a loop for each element, some thousand of them.
func.func @loops() {
  %x = stablehlo.iota dim = 0 : tensor<3000xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %m = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<i32>):
    %l:2 = stablehlo.while(%n = %a, %s = %zero) : tensor<i32>, tensor<i32>
     cond {
      %p = stablehlo.compare GT, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %d = stablehlo.remainder %n, %ten : tensor<i32>
      %t = stablehlo.add %s, %d : tensor<i32>
      %q = stablehlo.divide %n, %ten : tensor<i32>
      stablehlo.return %q, %t : tensor<i32>, tensor<i32>
    }
    stablehlo.return %l#1 : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<3000xi32>) -> tensor<3000xi32>
  %r = stablehlo.reduce(%m init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3000xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %r, dense<43500> : tensor<i32>
  return
}
// Tensors within a region, of its own and from outside.
func.func @tensors() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %i = stablehlo.iota dim = 0 : tensor<3xi32>
  %w = stablehlo.add %i, %i : tensor<3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %v = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %d = stablehlo.dot %v, %w : (tensor<3xi32>, tensor<3xi32>) -> tensor<i32>
    %s = stablehlo.add %a, %d : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[36, 90]> : tensor<2xi32>
  %n = "stablehlo.map"(%i, %w) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.constant dense<[5, 6, 7]> : tensor<3xi32>
    %u = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %e = stablehlo.add %c, %u : tensor<3xi32>
    %t = stablehlo.reduce(%e init: %b) applies stablehlo.maximum across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %n, dense<[7, 8, 9]> : tensor<3xi32>
  return
}
// A region of a region.
func.func @nested() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %v = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %p = stablehlo.multiply %v, %x : tensor<3xi32>
    %s = "stablehlo.reduce"(%p, %a) ({
    ^bb0(%c: tensor<i32>, %d: tensor<i32>):
      %u = stablehlo.broadcast_in_dim %d, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %e = stablehlo.reduce(%u init: %c) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %e : tensor<i32>
    }) {dimensions = array<i64: 0>} : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %r, dense<72> : tensor<i32>
  return
}
// Calls: inlined, or, of a function that calls itself, not.
func.func private @factorial(%n: tensor<i64>) -> tensor<i64> {
  %one = stablehlo.constant dense<1> : tensor<i64>
  %more = stablehlo.compare GT, %n, %one : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %r = "stablehlo.if"(%more) ({
    %m = stablehlo.subtract %n, %one : tensor<i64>
    %f = func.call @factorial(%m) : (tensor<i64>) -> tensor<i64>
    %t = stablehlo.multiply %f, %n : tensor<i64>
    stablehlo.return %t : tensor<i64>
  }, {
    stablehlo.return %one : tensor<i64>
  }) : (tensor<i1>) -> tensor<i64>
  return %r : tensor<i64>
}
func.func private @plus_one(%n: tensor<i64>) -> tensor<i64> {
  %one = stablehlo.constant dense<1> : tensor<i64>
  %m = stablehlo.add %n, %one : tensor<i64>
  return %m : tensor<i64>
}
func.func @calls() {
  %x = stablehlo.constant dense<[1, 5, 10]> : tensor<3xi64>
  %m = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<i64>):
    %n = func.call @plus_one(%a) : (tensor<i64>) -> tensor<i64>
    %f = func.call @factorial(%n) : (tensor<i64>) -> tensor<i64>
    stablehlo.return %f : tensor<i64>
  }) {dimensions = array<i64: 0>} : (tensor<3xi64>) -> tensor<3xi64>
  check.expect_eq_const %m, dense<[2, 720, 39916800]> : tensor<3xi64>
  return
}
// By the remainder of 3, which a loop computes; then by value.
func.func @sorted() {
  %x = stablehlo.constant dense<[7, 3, 5, 1, 6, 2, 4]> : tensor<7xi32>
  %y = stablehlo.iota dim = 0 : tensor<7xf32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %l:2 = stablehlo.while(%u = %a, %v = %b) : tensor<i32>, tensor<i32>
     cond {
      %p = stablehlo.compare GE, %u, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %q = stablehlo.compare GE, %v, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %o = stablehlo.or %p, %q : tensor<i1>
      stablehlo.return %o : tensor<i1>
    } do {
      %p = stablehlo.compare GE, %u, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %q = stablehlo.compare GE, %v, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %s = stablehlo.subtract %u, %three : tensor<i32>
      %t = stablehlo.subtract %v, %three : tensor<i32>
      %m = stablehlo.select %p, %s, %u : tensor<i1>, tensor<i32>
      %n = stablehlo.select %q, %t, %v : tensor<i1>, tensor<i32>
      stablehlo.return %m, %n : tensor<i32>, tensor<i32>
    }
    %same = stablehlo.compare EQ, %l#0, %l#1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %less = stablehlo.compare LT, %l#0, %l#1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %smaller = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %r = stablehlo.select %same, %smaller, %less : tensor<i1>, tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<7xi32>, tensor<7xf32>) -> (tensor<7xi32>, tensor<7xf32>)
  check.expect_eq_const %r#0, dense<[3, 6, 1, 4, 7, 2, 5]> : tensor<7xi32>
  check.expect_eq_const %r#1, dense<[1.0, 4.0, 3.0, 6.0, 0.0, 5.0, 2.0]> : tensor<7xf32>
  return
}
func.func @windows() {
  %x = stablehlo.constant dense<[1, 5, 2, 4]> : tensor<4xi32>
  %w = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %max = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %u = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d = stablehlo.dot %u, %w : (tensor<2xi32>, tensor<2xi32>) -> tensor<i32>
    %c = stablehlo.add %a, %d : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %max, dense<[18, 18]> : tensor<2xi32>
  %source = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %back = "stablehlo.select_and_scatter"(%x, %source, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %u = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %v = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %s = stablehlo.dot %u, %w : (tensor<2xi32>, tensor<2xi32>) -> tensor<i32>
    %t = stablehlo.dot %v, %w : (tensor<2xi32>, tensor<2xi32>) -> tensor<i32>
    %c = stablehlo.compare GE, %s, %t : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %back, dense<[0, 10, 0, 20]> : tensor<4xi32>
  return
}
func.func @scattered() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[2], [0], [2]]> : tensor<3x1xi64>
  %u = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %r = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    check.expect_eq %x, %x : tensor<3xi32>
    %s = stablehlo.reduce(%x init: %a) applies stablehlo.add across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
    %c = stablehlo.add %s, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[27, 2, 55]> : tensor<3xi32>
  return
}
// Storage integers within the function.
func.func @quantized() {
  %f = stablehlo.constant dense<[1.5, -2.0, 3.0]> : tensor<3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %q = stablehlo.uniform_quantize %f : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %i = stablehlo.uniform_quantize %z : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 0.5:1>>
  %r = "stablehlo.reduce"(%q, %i) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:1>>, %b: tensor<!quant.uniform<i8:f32, 0.5:1>>):
    check.expect_eq %f, %f : tensor<3xf32>
    %c = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 0.5:1>>
    stablehlo.return %c : tensor<!quant.uniform<i8:f32, 0.5:1>>
  }) {dimensions = array<i64: 0>} : (tensor<3x!quant.uniform<i8:f32, 0.5:1>>, tensor<!quant.uniform<i8:f32, 0.5:1>>) -> tensor<!quant.uniform<i8:f32, 0.5:1>>
  %d = stablehlo.uniform_dequantize %r : (tensor<!quant.uniform<i8:f32, 0.5:1>>) -> tensor<f32>
  check.expect_eq_const %d, dense<2.5> : tensor<f32>
  return
}
// A collective operation whose body uses values of the process.
func.func private @weighted(%x: tensor<2xi32>, %w: tensor<2xi32>, %k: tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %r = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %u = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d = stablehlo.dot %u, %w : (tensor<2xi32>, tensor<2xi32>) -> tensor<i32>
    %c = stablehlo.add %a, %d : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  %s = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %d = stablehlo.multiply %b, %k : tensor<i32>
    %c = stablehlo.add %a, %d : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  return %r, %s : tensor<2xi32>, tensor<2xi32>
}
func.func @collective() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %w = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
  %k = stablehlo.constant dense<3> : tensor<i32>
  %r:4 = "interpreter.run_parallel"(%x, %w, %k, %y, %y, %k) {programs = [[@weighted], [@weighted]]} : (tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[21, 42]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[31, 62]> : tensor<2xi32>
  check.expect_eq_const %r#2, dense<[301, 602]> : tensor<2xi32>
  check.expect_eq_const %r#3, dense<[31, 62]> : tensor<2xi32>
  return
}
