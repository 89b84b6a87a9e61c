// Operations with bodies on a device: windows, sorts and branches.

func.func @window_max(%x: tensor<2x9x8x3xf32>) -> tensor<2x5x4x3xf32> {
  %z = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 3, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>,
    base_dilations = array<i64: 1, 1, 1, 1>, window_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x9x8x3xf32>, tensor<f32>) -> tensor<2x5x4x3xf32>
  return %0 : tensor<2x5x4x3xf32>
}

func.func @window_sum_dilated(%x: tensor<5x7xf32>) -> tensor<10x11xf32> {
  %z = stablehlo.constant dense<1.5> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 2>,
    base_dilations = array<i64: 2, 3>, window_dilations = array<i64: 2, 1>, padding = dense<[[2, 3], [-1, 4]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x7xf32>, tensor<f32>) -> tensor<10x11xf32>
  return %0 : tensor<10x11xf32>
}

func.func @window_sum_bf16(%x: tensor<4x10xbf16>) -> tensor<2x7xbf16> {
  %z = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 4>, window_strides = array<i64: 2, 1>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<4x10xbf16>, tensor<bf16>) -> tensor<2x7xbf16>
  return %0 : tensor<2x7xbf16>
}

func.func @window_minimum(%x: tensor<12xi32>) -> tensor<12xi32> {
  %z = stablehlo.constant dense<100> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 5>, window_strides = array<i64: 1>,
    base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<[[4, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.minimum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<12xi32>, tensor<i32>) -> tensor<12xi32>
  return %0 : tensor<12xi32>
}

func.func @window_cumulative(%x: tensor<3x20xi32>) -> tensor<3x20xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 20>, window_strides = array<i64: 1, 1>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [19, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3x20xi32>, tensor<i32>) -> tensor<3x20xi32>
  return %0 : tensor<3x20xi32>
}

func.func @window_largest(%x: tensor<6x9xf32>) -> (tensor<3x4xf32>, tensor<3x4xi32>) {
  %z = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %n = stablehlo.constant dense<-1> : tensor<i32>
  %i = stablehlo.iota dim = 1 : tensor<6x9xi32>
  %0:2 = "stablehlo.reduce_window"(%x, %i, %z, %n) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %k: tensor<i32>, %b: tensor<f32>, %l: tensor<i32>):
    %p = stablehlo.compare GT, %b, %a, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = stablehlo.select %p, %b, %a : tensor<i1>, tensor<f32>
    %m = stablehlo.select %p, %l, %k : tensor<i1>, tensor<i32>
    stablehlo.return %s, %m : tensor<f32>, tensor<i32>
  }) : (tensor<6x9xf32>, tensor<6x9xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
  return %0#0, %0#1 : tensor<3x4xf32>, tensor<3x4xi32>
}

func.func @sort_f32(%x0: tensor<3x50xf32>) -> (tensor<3x50xf32>) {
  %0 = "stablehlo.sort"(%x0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
    %p = stablehlo.compare LT, %l0, %r0, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x50xf32>) -> (tensor<3x50xf32>)
  return %0 : tensor<3x50xf32>
}

func.func @sort_i32_down(%x0: tensor<70x3xi32>) -> (tensor<70x3xi32>) {
  %0 = "stablehlo.sort"(%x0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<i32>, %r0: tensor<i32>):
    %p = stablehlo.compare GT, %l0, %r0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<70x3xi32>) -> (tensor<70x3xi32>)
  return %0 : tensor<70x3xi32>
}

func.func @sort_long(%x0: tensor<2x3001xi8>, %x1: tensor<2x3001xi32>) -> (tensor<2x3001xi8>, tensor<2x3001xi32>) {
  %0:2 = "stablehlo.sort"(%x0, %x1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<i8>, %r0: tensor<i8>, %l1: tensor<i32>, %r1: tensor<i32>):
    %p = stablehlo.compare LT, %l0, %r0, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2x3001xi8>, tensor<2x3001xi32>) -> (tensor<2x3001xi8>, tensor<2x3001xi32>)
  return %0#0, %0#1 : tensor<2x3001xi8>, tensor<2x3001xi32>
}

func.func @sort_pairs_middle(%x0: tensor<3x40x2xf32>, %x1: tensor<3x40x2xi32>, %x2: tensor<3x40x2xbf16>) -> (tensor<3x40x2xf32>, tensor<3x40x2xi32>, tensor<3x40x2xbf16>) {
  %0:3 = "stablehlo.sort"(%x0, %x1, %x2) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<f32>, %r0: tensor<f32>, %l1: tensor<i32>, %r1: tensor<i32>, %l2: tensor<bf16>, %r2: tensor<bf16>):
    %p = stablehlo.compare GT, %l0, %r0, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x40x2xf32>, tensor<3x40x2xi32>, tensor<3x40x2xbf16>) -> (tensor<3x40x2xf32>, tensor<3x40x2xi32>, tensor<3x40x2xbf16>)
  return %0#0, %0#1, %0#2 : tensor<3x40x2xf32>, tensor<3x40x2xi32>, tensor<3x40x2xbf16>
}

func.func @sort_few(%x0: tensor<5x1xui16>) -> (tensor<5x1xui16>) {
  %0 = "stablehlo.sort"(%x0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<ui16>, %r0: tensor<ui16>):
    %p = stablehlo.compare LT, %l0, %r0, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5x1xui16>) -> (tensor<5x1xui16>)
  return %0 : tensor<5x1xui16>
}

func.func @sort_runs(%x0: tensor<16x33xui8>, %x1: tensor<16x33xui64>) -> (tensor<16x33xui8>, tensor<16x33xui64>) {
  %0:2 = "stablehlo.sort"(%x0, %x1) <{dimension = -1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<ui8>, %r0: tensor<ui8>, %l1: tensor<ui64>, %r1: tensor<ui64>):
    %p = stablehlo.compare LT, %l0, %r0, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<16x33xui8>, tensor<16x33xui64>) -> (tensor<16x33xui8>, tensor<16x33xui64>)
  return %0#0, %0#1 : tensor<16x33xui8>, tensor<16x33xui64>
}

func.func @sort_two_keys(%x0: tensor<200xi8>, %x1: tensor<200xi32>) -> (tensor<200xi8>, tensor<200xi32>) {
  %0:2 = "stablehlo.sort"(%x0, %x1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<i8>, %r0: tensor<i8>, %l1: tensor<i32>, %r1: tensor<i32>):
    %e = stablehlo.compare EQ, %l0, %r0, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %a = stablehlo.compare LT, %l0, %r0, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %b = stablehlo.compare GT, %l1, %r1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %p = stablehlo.select %e, %b, %a : tensor<i1>, tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<200xi8>, tensor<200xi32>) -> (tensor<200xi8>, tensor<200xi32>)
  return %0#0, %0#1 : tensor<200xi8>, tensor<200xi32>
}

func.func @sort_by_remainder(%x0: tensor<4x300xi32>) -> (tensor<4x300xi32>) {
  %0 = "stablehlo.sort"(%x0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<i32>, %r0: tensor<i32>):
    %n = stablehlo.constant dense<7> : tensor<i32>
    %a = stablehlo.remainder %l0, %n : tensor<i32>
    %b = stablehlo.remainder %r0, %n : tensor<i32>
    %p = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4x300xi32>) -> (tensor<4x300xi32>)
  return %0 : tensor<4x300xi32>
}

func.func @branch_if(%p: tensor<i1>, %x: tensor<4x6xf32>, %y: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>) {
  %q = stablehlo.not %p : tensor<i1>
  %0 = stablehlo.tanh %x : tensor<4x6xf32>
  %1:2 = "stablehlo.if"(%p) ({
    %a = stablehlo.multiply %0, %y : tensor<4x6xf32>
    %b = stablehlo.tanh %a : tensor<4x6xf32>
    stablehlo.return %b, %0 : tensor<4x6xf32>, tensor<4x6xf32>
  }, {
    %a = stablehlo.subtract %y, %0 : tensor<4x6xf32>
    stablehlo.return %0, %a : tensor<4x6xf32>, tensor<4x6xf32>
  }) : (tensor<i1>) -> (tensor<4x6xf32>, tensor<4x6xf32>)
  %2 = "stablehlo.if"(%q) ({
    stablehlo.return %1#0 : tensor<4x6xf32>
  }, {
    %a = stablehlo.add %1#1, %y : tensor<4x6xf32>
    stablehlo.return %a : tensor<4x6xf32>
  }) : (tensor<i1>) -> tensor<4x6xf32>
  %3 = stablehlo.multiply %2, %1#0 : tensor<4x6xf32>
  return %1#0, %1#1, %3 : tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>
}

// Branches in a loop, and a loop in a branch.
func.func @branch_case(%x: tensor<24x24xf32>, %w: tensor<24x24xf32>) -> tensor<24x24xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %most = stablehlo.constant dense<7> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<24x24xf32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<24x24xf32>
  cond {
    %c = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %k = stablehlo.remainder %i, %three : tensor<i32>
    %t = "stablehlo.case"(%k) ({
      %p = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
      %q = stablehlo.tanh %p : tensor<24x24xf32>
      stablehlo.return %q : tensor<24x24xf32>
    }, {
      %s:2 = stablehlo.while(%j = %zero, %b = %a) : tensor<i32>, tensor<24x24xf32>
      cond {
        %c = stablehlo.compare LT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %p = stablehlo.multiply %b, %half : tensor<24x24xf32>
        %q = stablehlo.add %p, %w : tensor<24x24xf32>
        %n = stablehlo.add %j, %one : tensor<i32>
        stablehlo.return %n, %q : tensor<i32>, tensor<24x24xf32>
      }
      stablehlo.return %s#1 : tensor<24x24xf32>
    }, {
      stablehlo.return %a : tensor<24x24xf32>
    }) : (tensor<i32>) -> tensor<24x24xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %t : tensor<i32>, tensor<24x24xf32>
  }
  return %r#1 : tensor<24x24xf32>
}
