// Loops with operations that compute the same in each iteration, and with carried values that do not change.
func.func private @decay(%count: tensor<i32>, %x: tensor<2xf32>, %w: tensor<2x2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2x2xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:5 = stablehlo.while(%i = %zero, %weights = %w, %n = %count, %bias = %b, %y = %x) : tensor<i32>, tensor<2x2xf32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>
   cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %halves = stablehlo.broadcast_in_dim %half, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %scaled = stablehlo.multiply %weights, %halves : tensor<2x2xf32>
    %turned = stablehlo.transpose %scaled, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %offset = stablehlo.dot_general %bias, %turned, contracting_dims = [0] x [0] : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2xf32>
    %product = stablehlo.dot_general %y, %turned, contracting_dims = [0] x [0] : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2xf32>
    %next = stablehlo.add %product, %offset : tensor<2xf32>
    stablehlo.return %j, %weights, %n, %bias, %next : tensor<i32>, tensor<2x2xf32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>
  }
  return %r#4, %r#1, %r#2 : tensor<2xf32>, tensor<2x2xf32>, tensor<i32>
}
func.func @decays() {
  %x = stablehlo.constant dense<[8.0, -4.0]> : tensor<2xf32>
  %w = stablehlo.constant dense<[[1.0, 2.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %r:3 = func.call @decay(%two, %x, %w, %b) : (tensor<i32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2x2xf32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<[7.5, 2.0]> : tensor<2xf32>
  check.expect_eq_const %r#1, dense<[[1.0, 2.0], [0.0, 1.0]]> : tensor<2x2xf32>
  check.expect_eq_const %r#2, dense<2> : tensor<i32>
  %s:3 = func.call @decay(%none, %x, %w, %b) : (tensor<i32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2x2xf32>, tensor<i32>)
  check.expect_eq_const %s#0, dense<[8.0, -4.0]> : tensor<2xf32>
  check.expect_eq_const %s#1, dense<[[1.0, 2.0], [0.0, 1.0]]> : tensor<2x2xf32>
  check.expect_eq_const %s#2, dense<0> : tensor<i32>
  return
}
// The inner loop returns a value unchanged, so the outer one does too; the product leaves both loops.
func.func private @nest(%x: tensor<2x2xi32>, %bound: tensor<i32>) -> (tensor<2x2xi32>, tensor<2x2xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %start = stablehlo.constant dense<0> : tensor<2x2xi32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %sum = %start) : tensor<i32>, tensor<2x2xi32>, tensor<2x2xi32>
   cond {
    %p = stablehlo.compare LT, %i, %bound : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s:3 = stablehlo.while(%k = %zero, %b = %a, %t = %sum) : tensor<i32>, tensor<2x2xi32>, tensor<2x2xi32>
     cond {
      %q = stablehlo.compare LE, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %q : tensor<i1>
    } do {
      %square = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0] : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
      %counts = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
      %shifted = stablehlo.add %square, %counts : tensor<2x2xi32>
      %u = stablehlo.add %t, %shifted : tensor<2x2xi32>
      %l = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %l, %b, %u : tensor<i32>, tensor<2x2xi32>, tensor<2x2xi32>
    }
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %s#1, %s#2 : tensor<i32>, tensor<2x2xi32>, tensor<2x2xi32>
  }
  return %r#1, %r#2 : tensor<2x2xi32>, tensor<2x2xi32>
}
func.func @nests() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = func.call @nest(%x, %three) : (tensor<2x2xi32>, tensor<i32>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
  check.expect_eq_const %r#0, dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  check.expect_eq_const %r#1, dense<[[50, 68], [98, 140]]> : tensor<2x2xi32>
  return
}
// Each carried value is unchanged: the condition is false at once.
func.func @never() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r:2 = stablehlo.while(%a = %x, %b = %x) : tensor<2xf32>, tensor<2xf32>
   cond {
    %p = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %a, %b : tensor<2xf32>, tensor<2xf32>
  }
  check.expect_eq_const %r#1, dense<[1.0, 2.0]> : tensor<2xf32>
  return
}
// Values that change places are not unchanged. A generator returns other numbers in each iteration.
func.func @changing() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %high = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<[2]> : tensor<1xi64>
  %r:4 = stablehlo.while(%i = %zero, %a = %x, %b = %y, %random = %x) : tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
   cond {
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %n = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
    %different = stablehlo.compare NE, %n, %random : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    check.expect_eq_const %different, dense<true> : tensor<2xi1>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b, %a, %n : tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  check.expect_eq_const %r#1, dense<[3.0, 4.0]> : tensor<2xf32>
  return
}
// Each iteration multiplies a slice by weights that do not change. Negative counters are clamped, as are those beyond the end. The products
// have the bits of the product of all slices.
func.func private @scan(%x: tensor<6x2x96xf32>, %w: tensor<96x352xf32>, %shift: tensor<i32>) -> tensor<6x2x352xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<6x2x352xf32>
  %r:3 = stablehlo.while(%i = %zero, %weights = %w, %y = %none) : tensor<i32>, tensor<96x352xf32>, tensor<6x2x352xf32>
   cond {
    %n = stablehlo.constant dense<6> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %at = stablehlo.add %i, %shift : tensor<i32>
    %slice = stablehlo.dynamic_slice %x, %at, %one, %i, sizes = [1, 2, 96] : (tensor<6x2x96xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x96xf32>
    %lines = stablehlo.reshape %slice : (tensor<1x2x96xf32>) -> tensor<2x96xf32>
    %product = stablehlo.dot_general %lines, %weights, contracting_dims = [1] x [0] : (tensor<2x96xf32>, tensor<96x352xf32>) -> tensor<2x352xf32>
    %direct = stablehlo.dot_general %slice, %weights, contracting_dims = [2] x [0] : (tensor<1x2x96xf32>, tensor<96x352xf32>) -> tensor<1x2x352xf32>
    %update = stablehlo.reshape %product : (tensor<2x352xf32>) -> tensor<1x2x352xf32>
    %half = stablehlo.constant dense<0.5> : tensor<1x2x352xf32>
    %sum = stablehlo.add %update, %direct : tensor<1x2x352xf32>
    %mean = stablehlo.multiply %sum, %half : tensor<1x2x352xf32>
    %next = stablehlo.dynamic_update_slice %y, %mean, %i, %zero, %zero : (tensor<6x2x352xf32>, tensor<1x2x352xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x2x352xf32>
    stablehlo.return %j, %weights, %next : tensor<i32>, tensor<96x352xf32>, tensor<6x2x352xf32>
  }
  return %r#2 : tensor<6x2x352xf32>
}
func.func @scans() {
  %a = stablehlo.iota dim = 0 : tensor<1152xf32>
  %b = stablehlo.sine %a : tensor<1152xf32>
  %x = stablehlo.reshape %b : (tensor<1152xf32>) -> tensor<6x2x96xf32>
  %c = stablehlo.iota dim = 0 : tensor<33792xf32>
  %d = stablehlo.cosine %c : tensor<33792xf32>
  %w = stablehlo.reshape %d : (tensor<33792xf32>) -> tensor<96x352xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %back = stablehlo.constant dense<-2> : tensor<i32>
  %all = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0] : (tensor<6x2x96xf32>, tensor<96x352xf32>) -> tensor<6x2x352xf32>
  %r = func.call @scan(%x, %w, %zero) : (tensor<6x2x96xf32>, tensor<96x352xf32>, tensor<i32>) -> tensor<6x2x352xf32>
  check.expect_eq %r, %all : tensor<6x2x352xf32>
  %s = func.call @scan(%x, %w, %back) : (tensor<6x2x96xf32>, tensor<96x352xf32>, tensor<i32>) -> tensor<6x2x352xf32>
  %first = stablehlo.slice %all [0:1, 0:2, 0:352] : (tensor<6x2x352xf32>) -> tensor<1x2x352xf32>
  %early = stablehlo.slice %all [0:4, 0:2, 0:352] : (tensor<6x2x352xf32>) -> tensor<4x2x352xf32>
  %expected = stablehlo.concatenate %first, %first, %early, dim = 0 : (tensor<1x2x352xf32>, tensor<1x2x352xf32>, tensor<4x2x352xf32>) -> tensor<6x2x352xf32>
  check.expect_eq %s, %expected : tensor<6x2x352xf32>
  return
}
