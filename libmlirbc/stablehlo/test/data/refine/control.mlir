// passes: refine:;0=tensor<4xf32>
// report: dynamic 0
// A loop whose shapes stay; a size that every iteration passes on is a constant inside.
func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %m = %n, %a = %x) : tensor<i32>, tensor<i32>, tensor<?xf32> cond {
    %p = stablehlo.compare LT, %i, %m, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %s = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
    %f = stablehlo.constant dense<2.0> : tensor<f32>
    %b = stablehlo.dynamic_broadcast_in_dim %f, %s, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %c = stablehlo.multiply %a, %b : tensor<?xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %m, %c : tensor<i32>, tensor<i32>, tensor<?xf32>
  }
  return %r#2 : tensor<?xf32>
}
// =>
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %n = stablehlo.constant dense<4> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %m = %n, %a = %x) : tensor<i32>, tensor<i32>, tensor<4xf32> cond {
    %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %f = stablehlo.constant dense<2.0> : tensor<f32>
    %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %c = stablehlo.multiply %a, %b : tensor<4xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %n, %c : tensor<i32>, tensor<i32>, tensor<4xf32>
  }
  return %r#2 : tensor<4xf32>
}
// -----
// passes: refine:;0=tensor<4xf32>;1=2
// report: dynamic 5
// The loop may change the shape: it stays dynamic, and nothing inside relies on the first iteration.
func.func public @main(%x: tensor<?xf32>, %k: tensor<i32>) -> (tensor<?xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<?xf32> cond {
    %p = stablehlo.compare LT, %i, %k, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %m = stablehlo.add %n, %i : tensor<i32>
    %s = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
    %b = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
    %c = func.call @id(%b) : (tensor<?xf32>) -> tensor<?xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %c : tensor<i32>, tensor<?xf32>
  }
  %n = stablehlo.get_dimension_size %r#1, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  return %r#1, %n : tensor<?xf32>, tensor<i32>
}
func.func private @id(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = stablehlo.negate %x : tensor<?xf32>
  %z = stablehlo.negate %y : tensor<?xf32>
  return %z : tensor<?xf32>
}
// =>
func.func public @main(%x: tensor<4xf32>, %k: tensor<i32>) -> (tensor<?xf32>, tensor<i32>) {
  %k2 = stablehlo.constant dense<2> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = "stablehlo.while"(%zero, %x) ({
  ^bb0(%i: tensor<i32>, %a: tensor<?xf32>):
    %p = stablehlo.compare LT, %i, %k2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%i: tensor<i32>, %a: tensor<?xf32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %m = stablehlo.add %n, %i : tensor<i32>
    %s = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
    %b = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
    %c = func.call @id(%b) : (tensor<?xf32>) -> tensor<?xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %c : tensor<i32>, tensor<?xf32>
  }) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<?xf32>)
  %n = stablehlo.get_dimension_size %r#1, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  return %r#1, %n : tensor<?xf32>, tensor<i32>
}
func.func private @id(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = stablehlo.negate %x : tensor<?xf32>
  %z = stablehlo.negate %y : tensor<?xf32>
  return %z : tensor<?xf32>
}
// -----
// passes: refine:;0=tensor<4x2xf32>
// report: dynamic 0
// Branches, and operations with scalar regions.
func.func public @main(%x: tensor<?x2xf32>, %p: tensor<i1>) -> (tensor<?x2xf32>, tensor<?xf32>) {
  %a = "stablehlo.if"(%p) ({
    %b = stablehlo.negate %x : tensor<?x2xf32>
    stablehlo.return %b : tensor<?x2xf32>
  }, {
    stablehlo.return %x : tensor<?x2xf32>
  }) : (tensor<i1>) -> tensor<?x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x2xf32>, tensor<f32>) -> tensor<?xf32>
  return %a, %c : tensor<?x2xf32>, tensor<?xf32>
}
// =>
func.func public @main(%x: tensor<4x2xf32>, %p: tensor<i1>) -> (tensor<4x2xf32>, tensor<4xf32>) {
  %a = "stablehlo.if"(%p) ({
    %b = stablehlo.negate %x : tensor<4x2xf32>
    stablehlo.return %b : tensor<4x2xf32>
  }, {
    stablehlo.return %x : tensor<4x2xf32>
  }) : (tensor<i1>) -> tensor<4x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
  return %a, %c : tensor<4x2xf32>, tensor<4xf32>
}
// -----
// passes: refine:;0=tensor<4xf32>
// report: dynamic 1
// One branch returns an unknown size: so does the operation.
func.func public @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %p: tensor<i32>) -> tensor<?xf32> {
  %a = "stablehlo.case"(%p) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    stablehlo.return %y : tensor<?xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}
// =>
func.func public @main(%x: tensor<4xf32>, %y: tensor<?xf32>, %p: tensor<i32>) -> tensor<?xf32> {
  %a = "stablehlo.case"(%p) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %y : tensor<?xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}
// -----
// passes: refine:;0=tensor<3x4xf32>;1=tensor<3xf32>
// report: dynamic 0
// A scan: its body takes parts of the inputs.
func.func public @main(%x: tensor<?x?xf32>, %i: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %r:2 = chlo.scan(%x) inits(%i) dimension=1 {
  ^bb0(%a: tensor<?xf32>, %c: tensor<?xf32>):
    %s = stablehlo.add %a, %c : tensor<?xf32>
    stablehlo.return %s, %s : tensor<?xf32>, tensor<?xf32>
  } : (tensor<?x?xf32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>)
  return %r#0, %r#1 : tensor<?x?xf32>, tensor<?xf32>
}
// =>
func.func public @main(%x: tensor<3x4xf32>, %i: tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3xf32>) {
  %r:2 = chlo.scan(%x) inits(%i) dimension=1 {
  ^bb0(%a: tensor<3xf32>, %c: tensor<3xf32>):
    %s = stablehlo.add %a, %c : tensor<3xf32>
    stablehlo.return %s, %s : tensor<3xf32>, tensor<3xf32>
  } : (tensor<3x4xf32>, tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3xf32>)
  return %r#0, %r#1 : tensor<3x4xf32>, tensor<3xf32>
}
// -----
// passes: refine:;0=tensor<3x2xf32>;1=tensor<1xf32>
// report: dynamic 2
// A scan whose carry grows: its size stays open.
func.func public @main(%x: tensor<?x2xf32>, %i: tensor<?xf32>) -> (tensor<?x2xf32>, tensor<?xf32>) {
  %r:2 = chlo.scan(%x) inits(%i) dimension=0 {
  ^bb0(%a: tensor<2xf32>, %c: tensor<?xf32>):
    %s = stablehlo.concatenate %c, %a, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
    stablehlo.return %a, %s : tensor<2xf32>, tensor<?xf32>
  } : (tensor<?x2xf32>, tensor<?xf32>) -> (tensor<?x2xf32>, tensor<?xf32>)
  return %r#0, %r#1 : tensor<?x2xf32>, tensor<?xf32>
}
// =>
func.func public @main(%x: tensor<3x2xf32>, %i: tensor<1xf32>) -> (tensor<3x2xf32>, tensor<?xf32>) {
  %r:2 = chlo.scan(%x) inits(%i) dimension=0 {
  ^bb0(%a: tensor<2xf32>, %c: tensor<?xf32>):
    %s = stablehlo.concatenate %c, %a, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
    stablehlo.return %a, %s : tensor<2xf32>, tensor<?xf32>
  } : (tensor<3x2xf32>, tensor<1xf32>) -> (tensor<3x2xf32>, tensor<?xf32>)
  return %r#0, %r#1 : tensor<3x2xf32>, tensor<?xf32>
}
// -----
// passes: refine:0=tensor<3xf32>
// report: dynamic 0
// A branch that the size never takes is not refined: its shapes would contradict the size.
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %p = stablehlo.compare EQ, %n, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "stablehlo.if"(%p) ({
    %s = stablehlo.constant dense<2> : tensor<1xi32>
    %a = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
    stablehlo.return %a : tensor<?xf32>
  }, {
    %a = stablehlo.negate %x : tensor<?xf32>
    stablehlo.return %a : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// =>
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %a = stablehlo.negate %x : tensor<3xf32>
  return %a : tensor<3xf32>
}
