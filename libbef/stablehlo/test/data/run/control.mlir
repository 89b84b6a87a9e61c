// while, if, case and calls; regions use values from outside and have side effects.
func.func @loop() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %zero) : tensor<i32>, tensor<i32>
   cond {
    %p = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.add %s, %j : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %r#0, dense<5> : tensor<i32>
  check.expect_eq_const %r#1, dense<15> : tensor<i32>
  return
}
func.func @nested() {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %three = stablehlo.constant dense<3> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %r:2 = stablehlo.while(%i = %zero, %s = %zero) : tensor<i64>, tensor<i64>
   cond {
    %p = stablehlo.compare LT, %i, %three : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %odd = stablehlo.and %i, %one : tensor<i64>
    %is = stablehlo.compare EQ, %odd, %one : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %inner:2 = stablehlo.while(%k = %zero, %t = %s) : tensor<i64>, tensor<i64>
     cond {
      %p = stablehlo.compare LE, %k, %i : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %n = stablehlo.add %k, %one : tensor<i64>
      %v = "stablehlo.if"(%is) ({
        %w = stablehlo.add %t, %three : tensor<i64>
        stablehlo.return %w : tensor<i64>
      }, {
        %w = stablehlo.add %t, %one : tensor<i64>
        stablehlo.return %w : tensor<i64>
      }) : (tensor<i1>) -> tensor<i64>
      stablehlo.return %n, %v : tensor<i64>, tensor<i64>
    }
    %j = stablehlo.add %i, %one : tensor<i64>
    stablehlo.return %j, %inner#1 : tensor<i64>, tensor<i64>
  }
  check.expect_eq_const %r#1, dense<10> : tensor<i64>
  return
}
func.func @branches() {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %minus = stablehlo.constant dense<-1> : tensor<i32>
  %r:2 = "stablehlo.if"(%yes) ({
    stablehlo.return %a, %b : tensor<2xf32>, tensor<2xf32>
  }, {
    stablehlo.return %b, %a : tensor<2xf32>, tensor<2xf32>
  }) : (tensor<i1>) -> (tensor<2xf32>, tensor<2xf32>)
  %c = "stablehlo.case"(%two) ({
    stablehlo.return %a : tensor<2xf32>
  }, {
    stablehlo.return %b : tensor<2xf32>
  }, {
    %s = stablehlo.add %a, %b : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  %d = "stablehlo.case"(%minus) ({
    stablehlo.return %a : tensor<2xf32>
  }, {
    stablehlo.return %b : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  check.expect_eq_const %r#0, dense<[1.0, 2.0]> : tensor<2xf32>
  check.expect_eq_const %r#1, dense<[3.0, 4.0]> : tensor<2xf32>
  check.expect_eq_const %c, dense<[4.0, 6.0]> : tensor<2xf32>
  check.expect_eq_const %d, dense<[3.0, 4.0]> : tensor<2xf32>
  return
}
func.func @checks_in_regions() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.while(%i = %zero) : tensor<i32>
   cond {
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %k = stablehlo.subtract %j, %one : tensor<i32>
    %same = stablehlo.compare EQ, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.if"(%same) ({
      check.expect_eq %k, %i : tensor<i32>
      stablehlo.return
    }, {
      check.expect_eq %zero, %one : tensor<i32>
      stablehlo.return
    }) : (tensor<i1>) -> ()
    stablehlo.return %j : tensor<i32>
  }
  check.expect_eq_const %r, dense<3> : tensor<i32>
  return
}
func.func private @twice(%x: tensor<3xi32>) -> (tensor<3xi32>, tuple<tensor<3xi32>, tensor<i1>>) {
  %y = stablehlo.add %x, %x : tensor<3xi32>
  %t = stablehlo.constant dense<true> : tensor<i1>
  check.expect_eq %x, %x : tensor<3xi32>
  %p = stablehlo.tuple %x, %t : tuple<tensor<3xi32>, tensor<i1>>
  return %y, %p : tensor<3xi32>, tuple<tensor<3xi32>, tensor<i1>>
}
func.func @calls_and_tuples() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %y:2 = call @twice(%x) : (tensor<3xi32>) -> (tensor<3xi32>, tuple<tensor<3xi32>, tensor<i1>>)
  %e = stablehlo.get_tuple_element %y#1[0] : (tuple<tensor<3xi32>, tensor<i1>>) -> tensor<3xi32>
  %b:2 = stablehlo.optimization_barrier %y#0, %e : tensor<3xi32>, tensor<3xi32>
  check.expect_eq_const %b#0, dense<[2, 4, 6]> : tensor<3xi32>
  check.expect_eq_const %b#1, dense<[1, 2, 3]> : tensor<3xi32>
  return
}
// Calls itself, so the call stays.
func.func private @sum_to(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %more = stablehlo.compare GT, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%more) ({
    %m = stablehlo.subtract %n, %one : tensor<i32>
    %s = func.call @sum_to(%m) : (tensor<i32>) -> tensor<i32>
    check.expect_eq %s, %s : tensor<i32>
    %t = stablehlo.add %s, %n : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }, {
    stablehlo.return %zero : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func @recursion() {
  %n = stablehlo.constant dense<10> : tensor<i32>
  %s = call @sum_to(%n) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %s, dense<55> : tensor<i32>
  return
}
func.func @tokens() -> !stablehlo.token {
  %a = stablehlo.create_token : !stablehlo.token
  %b = stablehlo.after_all : !stablehlo.token
  %c = stablehlo.after_all %a, %b : !stablehlo.token
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %t = %c) : tensor<i32>, !stablehlo.token
   cond {
    %p = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, !stablehlo.token
  }
  check.expect_eq_const %r#0, dense<2> : tensor<i32>
  return %r#1 : !stablehlo.token
}
// Side effects of the condition come before those of the iteration.
func.func @checks_in_conditions() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %zero) : tensor<i32>, tensor<i32>
   cond {
    %twice = stablehlo.add %i, %i : tensor<i32>
    %back = stablehlo.subtract %twice, %i : tensor<i32>
    check.expect_eq %back, %i : tensor<i32>
    %p = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.add %s, %j : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %r#0, dense<5> : tensor<i32>
  check.expect_eq_const %r#1, dense<15> : tensor<i32>
  return
}
// The condition is called once.
func.func @no_iteration() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %never = stablehlo.constant dense<false> : tensor<i1>
  stablehlo.while()
   cond {
    check.expect_eq %x, %x : tensor<2xf32>
    stablehlo.return %never : tensor<i1>
  } do {
    %y = stablehlo.add %x, %x : tensor<2xf32>
    check.expect_eq %x, %y : tensor<2xf32>
    stablehlo.return
  }
  return
}
