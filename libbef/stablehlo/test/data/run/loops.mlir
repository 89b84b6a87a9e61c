// Loops over scalars, alone and with arrays; groups of scalar operations between other operations.
func.func @collatz() {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %two = stablehlo.constant dense<2> : tensor<i64>
  %three = stablehlo.constant dense<3> : tensor<i64>
  %start = stablehlo.constant dense<837799> : tensor<i64>
  %r:2 = stablehlo.while(%n = %start, %k = %zero) : tensor<i64>, tensor<i64>
   cond {
    %p = stablehlo.compare NE, %n, %one : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %bit = stablehlo.remainder %n, %two : tensor<i64>
    %odd = stablehlo.compare EQ, %bit, %one : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %half = stablehlo.divide %n, %two : tensor<i64>
    %t = stablehlo.multiply %n, %three : tensor<i64>
    %u = stablehlo.add %t, %one : tensor<i64>
    %m = stablehlo.select %odd, %u, %half : tensor<i1>, tensor<i64>
    %j = stablehlo.add %k, %one : tensor<i64>
    stablehlo.return %m, %j : tensor<i64>, tensor<i64>
  }
  check.expect_eq_const %r#1, dense<524> : tensor<i64>
  return
}
// Results of the body are arguments in another order.
func.func @fibonacci() {
  %zero = stablehlo.constant dense<0> : tensor<ui64>
  %one = stablehlo.constant dense<1> : tensor<ui64>
  %count = stablehlo.constant dense<90> : tensor<1x1xi8>
  %none = stablehlo.constant dense<0> : tensor<1x1xi8>
  %r:3 = stablehlo.while(%a = %zero, %b = %one, %n = %count) : tensor<ui64>, tensor<ui64>, tensor<1x1xi8>
   cond {
    %p = stablehlo.compare GT, %n, %none : (tensor<1x1xi8>, tensor<1x1xi8>) -> tensor<1x1xi1>
    %q = stablehlo.reshape %p : (tensor<1x1xi1>) -> tensor<i1>
    stablehlo.return %q : tensor<i1>
  } do {
    %c = stablehlo.add %a, %b : tensor<ui64>
    %step = stablehlo.constant dense<1> : tensor<1x1xi8>
    %m = stablehlo.subtract %n, %step : tensor<1x1xi8>
    stablehlo.return %b, %c, %m : tensor<ui64>, tensor<ui64>, tensor<1x1xi8>
  }
  check.expect_eq_const %r#0, dense<2880067194370816120> : tensor<ui64>
  check.expect_eq_const %r#2, dense<0> : tensor<1x1xi8>
  return
}
// The captured bound is an argument; an argument is carried unchanged.
func.func private @gcd(%x: tensor<i32>, %y: tensor<i32>, %bound: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%a = %x, %b = %y, %same = %bound) : tensor<i32>, tensor<i32>, tensor<i32>
   cond {
    %p = stablehlo.compare NE, %b, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %q = stablehlo.compare LT, %b, %bound : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = stablehlo.and %p, %q : tensor<i1>
    stablehlo.return %both : tensor<i1>
  } do {
    %c = stablehlo.remainder %a, %b : tensor<i32>
    stablehlo.return %b, %c, %same : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %r#0, %r#2 : tensor<i32>, tensor<i32>
}
func.func @gcds() {
  %a = stablehlo.constant dense<1071> : tensor<i32>
  %b = stablehlo.constant dense<462> : tensor<i32>
  %bound = stablehlo.constant dense<1000> : tensor<i32>
  %low = stablehlo.constant dense<100> : tensor<i32>
  %r:2 = call @gcd(%a, %b, %bound) : (tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %s:2 = call @gcd(%a, %b, %low) : (tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<21> : tensor<i32>
  check.expect_eq_const %r#1, dense<1000> : tensor<i32>
  check.expect_eq_const %s#0, dense<1071> : tensor<i32>
  return
}
// i1, i64, f32, bf16 and complex<f64>; more iterations than between two tests for cancellation. The sums round in each step.
func.func @mixed() {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %many = stablehlo.constant dense<3000> : tensor<i64>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %tenth = stablehlo.constant dense<0.1> : tensor<f32>
  %h = stablehlo.constant dense<1.0> : tensor<bf16>
  %z = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f64>>
  %turn = stablehlo.constant dense<(0.0, 1.0)> : tensor<complex<f64>>
  %r:5 = stablehlo.while(%i = %zero, %b = %no, %s = %f, %t = %h, %w = %z) : tensor<i64>, tensor<i1>, tensor<f32>, tensor<bf16>, tensor<complex<f64>>
   cond {
    %p = stablehlo.compare LT, %i, %many : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i64>
    %c = stablehlo.not %b : tensor<i1>
    %u = stablehlo.add %s, %tenth : tensor<f32>
    %v = stablehlo.select %c, %u, %s : tensor<i1>, tensor<f32>
    %x = stablehlo.convert %i : (tensor<i64>) -> tensor<bf16>
    %y = stablehlo.add %t, %x : tensor<bf16>
    %n = stablehlo.multiply %w, %turn : tensor<complex<f64>>
    stablehlo.return %j, %c, %v, %y, %n : tensor<i64>, tensor<i1>, tensor<f32>, tensor<bf16>, tensor<complex<f64>>
  }
  check.expect_eq_const %r#0, dense<3000> : tensor<i64>
  check.expect_eq_const %r#1, dense<false> : tensor<i1>
  check.expect_eq_const %r#2, dense<0x4315FFFD> : tensor<f32>
  check.expect_eq_const %r#3, dense<0x4980> : tensor<bf16>
  check.expect_eq_const %r#4, dense<(1.0, 0.0)> : tensor<complex<f64>>
  return
}
func.func @nested_scalars() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %zero) : tensor<i32>, tensor<i32>
   cond {
    %p = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %q:2 = stablehlo.while(%k = %zero, %t = %s) : tensor<i32>, tensor<i32>
     cond {
      %p = stablehlo.compare LT, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %n = stablehlo.add %k, %one : tensor<i32>
      %u = stablehlo.multiply %k, %i : tensor<i32>
      %v = stablehlo.add %t, %u : tensor<i32>
      stablehlo.return %n, %v : tensor<i32>, tensor<i32>
    }
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %q#1 : tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %r#1, dense<870> : tensor<i32>
  return
}
// A counter and an array that is updated; the condition uses the counter and a captured bound.
func.func private @powers(%bound: tensor<i32>, %size: tensor<2xi32>) -> (tensor<8xi32>, tensor<2xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %start = stablehlo.constant dense<0> : tensor<8xi32>
  %r:4 = stablehlo.while(%i = %zero, %a = %start, %x = %one, %same = %size) : tensor<i32>, tensor<8xi32>, tensor<i32>, tensor<2xi32>
   cond {
    %p = stablehlo.compare LT, %i, %bound : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %c = stablehlo.compare LT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %moved = stablehlo.add %i, %bound : tensor<i32>
    %at = stablehlo.select %c, %moved, %i : tensor<i1>, tensor<i32>
    %cell = stablehlo.reshape %x : (tensor<i32>) -> tensor<1xi32>
    %b = stablehlo.dynamic_update_slice %a, %cell, %at : (tensor<8xi32>, tensor<1xi32>, tensor<i32>) -> tensor<8xi32>
    %y = stablehlo.multiply %x, %three : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b, %y, %same : tensor<i32>, tensor<8xi32>, tensor<i32>, tensor<2xi32>
  }
  return %r#1, %r#3 : tensor<8xi32>, tensor<2xi32>
}
func.func @arrays() {
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %pair = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %r:2 = call @powers(%seven, %pair) : (tensor<i32>, tensor<2xi32>) -> (tensor<8xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[1, 3, 9, 27, 81, 243, 729, 0]> : tensor<8xi32>
  check.expect_eq_const %r#1, dense<[5, 6]> : tensor<2xi32>
  return
}
// Side effects in the body, and an i1 as condition.
func.func @flag_and_checks() {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%more = %yes, %i = %zero) : tensor<i1>, tensor<i32>
   cond {
    stablehlo.return %more : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %k = stablehlo.subtract %j, %one : tensor<i32>
    check.expect_eq %k, %i : tensor<i32>
    %p = stablehlo.compare LT, %j, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p, %j : tensor<i1>, tensor<i32>
  }
  check.expect_eq_const %r#1, dense<4> : tensor<i32>
  return
}
// Groups depend on each other through operations on arrays; one of their results has two users.
func.func private @through_arrays(%x: tensor<f32>, %v: tensor<4xf32>) -> (tensor<f32>, tensor<f32>, tensor<4xf32>, tensor<1xf32>) {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.multiply %x, %two : tensor<f32>
  %w = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %u = stablehlo.add %w, %v : tensor<4xf32>
  %s = stablehlo.reduce(%u init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %b = stablehlo.divide %s, %a : tensor<f32>
  %c = stablehlo.add %x, %two : tensor<f32>
  %d = stablehlo.multiply %b, %c : tensor<f32>
  %t = stablehlo.broadcast_in_dim %d, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %l = stablehlo.reshape %c : (tensor<f32>) -> tensor<1xf32>
  %m = stablehlo.negate %l : tensor<1xf32>
  return %d, %c, %t, %m : tensor<f32>, tensor<f32>, tensor<4xf32>, tensor<1xf32>
}
func.func @groups() {
  %x = stablehlo.constant dense<2.0> : tensor<f32>
  %v = stablehlo.constant dense<[1.0, 2.0, 3.0, 6.0]> : tensor<4xf32>
  %r:4 = call @through_arrays(%x, %v) : (tensor<f32>, tensor<4xf32>) -> (tensor<f32>, tensor<f32>, tensor<4xf32>, tensor<1xf32>)
  check.expect_eq_const %r#0, dense<28.0> : tensor<f32>
  check.expect_eq_const %r#1, dense<4.0> : tensor<f32>
  check.expect_eq_const %r#2, dense<28.0> : tensor<4xf32>
  check.expect_eq_const %r#3, dense<-4.0> : tensor<1xf32>
  return
}
// Branches of scalars become selections: nested, with several results, with numbers outside of the branches; in a loop.
func.func private @choose(%n: tensor<i32>, %x: tensor<f32>) -> (tensor<f32>, tensor<i32>) {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = "stablehlo.case"(%n) ({
    %a = stablehlo.multiply %x, %two : tensor<f32>
    stablehlo.return %a, %n : tensor<f32>, tensor<i32>
  }, {
    %p = stablehlo.compare LT, %x, %two : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %b = "stablehlo.if"(%p) ({
      %c = stablehlo.negate %x : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }, {
      stablehlo.return %two : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    stablehlo.return %b, %n : tensor<f32>, tensor<i32>
  }, {
    %seven = stablehlo.constant dense<7> : tensor<i32>
    stablehlo.return %x, %seven : tensor<f32>, tensor<i32>
  }) : (tensor<i32>) -> (tensor<f32>, tensor<i32>)
  return %r#0, %r#1 : tensor<f32>, tensor<i32>
}
func.func @choices() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %minus = stablehlo.constant dense<-1> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %x = stablehlo.constant dense<1.5> : tensor<f32>
  %y = stablehlo.constant dense<2.5> : tensor<f32>
  %a:2 = call @choose(%zero, %x) : (tensor<i32>, tensor<f32>) -> (tensor<f32>, tensor<i32>)
  %b:2 = call @choose(%one, %x) : (tensor<i32>, tensor<f32>) -> (tensor<f32>, tensor<i32>)
  %c:2 = call @choose(%one, %y) : (tensor<i32>, tensor<f32>) -> (tensor<f32>, tensor<i32>)
  %d:2 = call @choose(%minus, %x) : (tensor<i32>, tensor<f32>) -> (tensor<f32>, tensor<i32>)
  %e:2 = call @choose(%nine, %y) : (tensor<i32>, tensor<f32>) -> (tensor<f32>, tensor<i32>)
  check.expect_eq_const %a#0, dense<3.0> : tensor<f32>
  check.expect_eq_const %a#1, dense<0> : tensor<i32>
  check.expect_eq_const %b#0, dense<-1.5> : tensor<f32>
  check.expect_eq_const %b#1, dense<1> : tensor<i32>
  check.expect_eq_const %c#0, dense<2.0> : tensor<f32>
  check.expect_eq_const %d#0, dense<1.5> : tensor<f32>
  check.expect_eq_const %d#1, dense<7> : tensor<i32>
  check.expect_eq_const %e#0, dense<2.5> : tensor<f32>
  check.expect_eq_const %e#1, dense<7> : tensor<i32>
  return
}
// The square root of 2 by halving an interval, as jax.lax.cond writes it.
func.func @bisection() {
  %low = stablehlo.constant dense<1.0> : tensor<f64>
  %high = stablehlo.constant dense<2.0> : tensor<f64>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %a = %low, %b = %high) : tensor<i32>, tensor<f64>, tensor<f64>
   cond {
    %n = stablehlo.constant dense<60> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %half = stablehlo.constant dense<0.5> : tensor<f64>
    %two = stablehlo.constant dense<2.0> : tensor<f64>
    %sum = stablehlo.add %a, %b : tensor<f64>
    %m = stablehlo.multiply %sum, %half : tensor<f64>
    %square = stablehlo.multiply %m, %m : tensor<f64>
    %less = stablehlo.compare LT, %square, %two : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %index = stablehlo.convert %less : (tensor<i1>) -> tensor<i32>
    %s:2 = "stablehlo.case"(%index) ({
      stablehlo.return %a, %m : tensor<f64>, tensor<f64>
    }, {
      stablehlo.return %m, %b : tensor<f64>, tensor<f64>
    }) : (tensor<i32>) -> (tensor<f64>, tensor<f64>)
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %s#0, %s#1 : tensor<i32>, tensor<f64>, tensor<f64>
  }
  check.expect_almost_eq_const %r#1, dense<1.4142135623730951> : tensor<f64>
  return
}
