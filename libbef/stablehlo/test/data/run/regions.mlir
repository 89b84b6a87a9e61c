// Regions of scalar operations become expressions; values from outside are constants of them or further arguments.
func.func @reductions() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %sum, dense<[6, 15]> : tensor<2xi32>
  return
}
func.func @captured() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %i = stablehlo.iota dim = 0 : tensor<2xi32>
  %s = stablehlo.slice %i [1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %one = stablehlo.reshape %s : (tensor<1xi32>) -> tensor<i32>
  %sum = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.multiply %b, %ten : tensor<i32>
    %d = stablehlo.add %c, %one : tensor<i32>
    %e = stablehlo.add %a, %d : tensor<i32>
    stablehlo.return %e : tensor<i32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  %m = "stablehlo.map"(%i) ({
  ^bb0(%a: tensor<i32>):
    %b = stablehlo.subtract %one, %a : tensor<i32>
    stablehlo.return %b : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %sum, dense<[63, 153]> : tensor<2xi32>
  check.expect_eq_const %m, dense<[1, 0]> : tensor<2xi32>
  return
}
func.func @largest_with_index() {
  %x = stablehlo.constant dense<[3.0, 9.0, 4.0]> : tensor<3xf32>
  %i = stablehlo.iota dim = 0 : tensor<3xi32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %least), (%i init: %zero) across dimensions = [0] : (tensor<3xf32>, tensor<3xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
    %n = stablehlo.select %p, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %v, %n : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %r#0, dense<9.0> : tensor<f32>
  check.expect_eq_const %r#1, dense<1> : tensor<i32>
  return
}
func.func @windows() {
  %x = stablehlo.constant dense<[1, 5, 2, 4]> : tensor<4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %max = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  %source = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %back = "stablehlo.select_and_scatter"(%x, %source, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %max, dense<[5, 4]> : tensor<2xi32>
  check.expect_eq_const %back, dense<[0, 10, 0, 20]> : tensor<4xi32>
  return
}
func.func @scatters() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[2], [0], [2]]> : tensor<3x1xi64>
  %u = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %r = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[21, 2, 43]> : tensor<3xi32>
  return
}
func.func @sorts() {
  %x = stablehlo.constant dense<[3, 1, 2]> : tensor<3xi32>
  %y = stablehlo.constant dense<[30.0, 10.0, 20.0]> : tensor<3xf32>
  %r:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %p = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<3xi32>, tensor<3xf32>) -> (tensor<3xi32>, tensor<3xf32>)
  check.expect_eq_const %r#0, dense<[3, 2, 1]> : tensor<3xi32>
  check.expect_eq_const %r#1, dense<[30.0, 20.0, 10.0]> : tensor<3xf32>
  return
}
