// Threefry-2x32 in the forms that JAX writes, which become one kernel, and programs that differ from it in one number.

func.func private @loop_words(%k0: tensor<ui32>, %k1: tensor<ui32>, %c0: tensor<2x3xui32>, %c1: tensor<2x3xui32>) -> (tensor<2x3xui32>, tensor<2x3xui32>) {
  %parity = stablehlo.constant dense<466688986> : tensor<ui32>
  %pp = stablehlo.broadcast_in_dim %parity, dims = [] : (tensor<ui32>) -> tensor<ui32>
  %kk = stablehlo.xor %k0, %k1 : tensor<ui32>
  %k2 = stablehlo.xor %kk, %pp : tensor<ui32>
  %rep0 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %rep1 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %first = stablehlo.add %c0, %rep0 : tensor<2x3xui32>
  %second = stablehlo.add %c1, %rep1 : tensor<2x3xui32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
  %q = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
  %w:8 = stablehlo.while(%i = %zero, %x = %first, %y = %second, %a = %k1, %b = %k2, %c = %k0, %p = %r, %o = %q) : tensor<i32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %l = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %s0 = stablehlo.slice %p [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %t0 = stablehlo.reshape %s0 : (tensor<1xui32>) -> tensor<ui32>
    %x0 = stablehlo.add %x, %y : tensor<2x3xui32>
    %l0 = stablehlo.broadcast_in_dim %t0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a0 = stablehlo.shift_left %y, %l0 : tensor<2x3xui32>
    %w0 = stablehlo.constant dense<32> : tensor<ui32>
    %m0 = stablehlo.subtract %w0, %t0 : tensor<ui32>
    %r0 = stablehlo.broadcast_in_dim %m0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b0 = stablehlo.shift_right_logical %y, %r0 : tensor<2x3xui32>
    %o0 = stablehlo.or %a0, %b0 : tensor<2x3xui32>
    %y0 = stablehlo.xor %x0, %o0 : tensor<2x3xui32>
    %s1 = stablehlo.slice %p [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %t1 = stablehlo.reshape %s1 : (tensor<1xui32>) -> tensor<ui32>
    %x1 = stablehlo.add %x0, %y0 : tensor<2x3xui32>
    %l1 = stablehlo.broadcast_in_dim %t1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a1 = stablehlo.shift_left %y0, %l1 : tensor<2x3xui32>
    %w1 = stablehlo.constant dense<32> : tensor<ui32>
    %m1 = stablehlo.subtract %w1, %t1 : tensor<ui32>
    %r1 = stablehlo.broadcast_in_dim %m1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b1 = stablehlo.shift_right_logical %y0, %r1 : tensor<2x3xui32>
    %o1 = stablehlo.or %a1, %b1 : tensor<2x3xui32>
    %y1 = stablehlo.xor %x1, %o1 : tensor<2x3xui32>
    %s2 = stablehlo.slice %p [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %t2 = stablehlo.reshape %s2 : (tensor<1xui32>) -> tensor<ui32>
    %x2 = stablehlo.add %x1, %y1 : tensor<2x3xui32>
    %l2 = stablehlo.broadcast_in_dim %t2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a2 = stablehlo.shift_left %y1, %l2 : tensor<2x3xui32>
    %w2 = stablehlo.constant dense<32> : tensor<ui32>
    %m2 = stablehlo.subtract %w2, %t2 : tensor<ui32>
    %r2 = stablehlo.broadcast_in_dim %m2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b2 = stablehlo.shift_right_logical %y1, %r2 : tensor<2x3xui32>
    %o2 = stablehlo.or %a2, %b2 : tensor<2x3xui32>
    %y2 = stablehlo.xor %x2, %o2 : tensor<2x3xui32>
    %s3 = stablehlo.slice %p [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %t3 = stablehlo.reshape %s3 : (tensor<1xui32>) -> tensor<ui32>
    %x3 = stablehlo.add %x2, %y2 : tensor<2x3xui32>
    %l3 = stablehlo.broadcast_in_dim %t3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a3 = stablehlo.shift_left %y2, %l3 : tensor<2x3xui32>
    %w3 = stablehlo.constant dense<32> : tensor<ui32>
    %m3 = stablehlo.subtract %w3, %t3 : tensor<ui32>
    %r3 = stablehlo.broadcast_in_dim %m3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b3 = stablehlo.shift_right_logical %y2, %r3 : tensor<2x3xui32>
    %o3 = stablehlo.or %a3, %b3 : tensor<2x3xui32>
    %y3 = stablehlo.xor %x3, %o3 : tensor<2x3xui32>
    %ka = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %kb = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %x4 = stablehlo.add %x3, %ka : tensor<2x3xui32>
    %z = stablehlo.add %y3, %kb : tensor<2x3xui32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.convert %j : (tensor<i32>) -> tensor<ui32>
    %g = stablehlo.broadcast_in_dim %u, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %y4 = stablehlo.add %z, %g : tensor<2x3xui32>
    stablehlo.return %j, %x4, %y4, %b, %c, %a, %o, %p : tensor<i32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  return %w#1, %w#2 : tensor<2x3xui32>, tensor<2x3xui32>
}
func.func @loop() {
  %k0 = stablehlo.constant dense<320440878> : tensor<ui32>
  %k1 = stablehlo.constant dense<57701188> : tensor<ui32>
  %x = stablehlo.constant dense<[[608135816, 0, 4294967295], [1, 2, 3]]> : tensor<2x3xui32>
  %y = stablehlo.constant dense<[[2242054355, 0, 4294967295], [0, 2147483648, 7]]> : tensor<2x3xui32>
  %r:2 = call @loop_words(%k0, %k1, %x, %y) : (tensor<ui32>, tensor<ui32>, tensor<2x3xui32>, tensor<2x3xui32>) -> (tensor<2x3xui32>, tensor<2x3xui32>)
  check.expect_eq_const %r#0, dense<[[3297917596, 1095259177, 2309454631], [2439680208, 1216537235, 2918645658]]> : tensor<2x3xui32>
  check.expect_eq_const %r#1, dense<[[1212020640, 3512222810, 3803245118], [264625046, 3498043301, 3350040978]]> : tensor<2x3xui32>
  func.return
}

func.func private @call_words(%k0: tensor<ui32>, %k1: tensor<ui32>, %c0: tensor<2x3xui32>, %c1: tensor<2x3xui32>) -> (tensor<2x3xui32>, tensor<2x3xui32>) {
  %parity = stablehlo.constant dense<466688986> : tensor<ui32>
  %pp = stablehlo.broadcast_in_dim %parity, dims = [] : (tensor<ui32>) -> tensor<ui32>
  %kk = stablehlo.xor %k0, %k1 : tensor<ui32>
  %k2 = stablehlo.xor %kk, %pp : tensor<ui32>
  %rep0 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %rep1 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %first = stablehlo.add %c0, %rep0 : tensor<2x3xui32>
  %second = stablehlo.add %c1, %rep1 : tensor<2x3xui32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
  %q = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
  %w:8 = stablehlo.while(%i = %zero, %x = %first, %y = %second, %a = %k1, %b = %k2, %c = %k0, %p = %r, %o = %q) : tensor<i32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %l = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %d:8 = func.call @group_of_call(%i, %x, %y, %a, %b, %c, %p, %o) : (tensor<i32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    stablehlo.return %d#0, %d#1, %d#2, %d#3, %d#4, %d#5, %d#6, %d#7 : tensor<i32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  return %w#1, %w#2 : tensor<2x3xui32>, tensor<2x3xui32>
}
func.func private @group_of_call(%i: tensor<i32>, %x: tensor<2x3xui32>, %y: tensor<2x3xui32>, %a: tensor<ui32>, %b: tensor<ui32>, %c: tensor<ui32>, %p: tensor<4xui32>, %o: tensor<4xui32>) -> (tensor<i32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
  %s0 = stablehlo.slice %p [0:1] : (tensor<4xui32>) -> tensor<1xui32>
  %t0 = stablehlo.reshape %s0 : (tensor<1xui32>) -> tensor<ui32>
  %x0 = stablehlo.add %x, %y : tensor<2x3xui32>
  %l0 = stablehlo.broadcast_in_dim %t0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %a0 = stablehlo.shift_left %y, %l0 : tensor<2x3xui32>
  %w0 = stablehlo.constant dense<32> : tensor<ui32>
  %m0 = stablehlo.subtract %w0, %t0 : tensor<ui32>
  %r0 = stablehlo.broadcast_in_dim %m0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %b0 = stablehlo.shift_right_logical %y, %r0 : tensor<2x3xui32>
  %o0 = stablehlo.or %a0, %b0 : tensor<2x3xui32>
  %y0 = stablehlo.xor %x0, %o0 : tensor<2x3xui32>
  %s1 = stablehlo.slice %p [1:2] : (tensor<4xui32>) -> tensor<1xui32>
  %t1 = stablehlo.reshape %s1 : (tensor<1xui32>) -> tensor<ui32>
  %x1 = stablehlo.add %x0, %y0 : tensor<2x3xui32>
  %l1 = stablehlo.broadcast_in_dim %t1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %a1 = stablehlo.shift_left %y0, %l1 : tensor<2x3xui32>
  %w1 = stablehlo.constant dense<32> : tensor<ui32>
  %m1 = stablehlo.subtract %w1, %t1 : tensor<ui32>
  %r1 = stablehlo.broadcast_in_dim %m1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %b1 = stablehlo.shift_right_logical %y0, %r1 : tensor<2x3xui32>
  %o1 = stablehlo.or %a1, %b1 : tensor<2x3xui32>
  %y1 = stablehlo.xor %x1, %o1 : tensor<2x3xui32>
  %s2 = stablehlo.slice %p [2:3] : (tensor<4xui32>) -> tensor<1xui32>
  %t2 = stablehlo.reshape %s2 : (tensor<1xui32>) -> tensor<ui32>
  %x2 = stablehlo.add %x1, %y1 : tensor<2x3xui32>
  %l2 = stablehlo.broadcast_in_dim %t2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %a2 = stablehlo.shift_left %y1, %l2 : tensor<2x3xui32>
  %w2 = stablehlo.constant dense<32> : tensor<ui32>
  %m2 = stablehlo.subtract %w2, %t2 : tensor<ui32>
  %r2 = stablehlo.broadcast_in_dim %m2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %b2 = stablehlo.shift_right_logical %y1, %r2 : tensor<2x3xui32>
  %o2 = stablehlo.or %a2, %b2 : tensor<2x3xui32>
  %y2 = stablehlo.xor %x2, %o2 : tensor<2x3xui32>
  %s3 = stablehlo.slice %p [3:4] : (tensor<4xui32>) -> tensor<1xui32>
  %t3 = stablehlo.reshape %s3 : (tensor<1xui32>) -> tensor<ui32>
  %x3 = stablehlo.add %x2, %y2 : tensor<2x3xui32>
  %l3 = stablehlo.broadcast_in_dim %t3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %a3 = stablehlo.shift_left %y2, %l3 : tensor<2x3xui32>
  %w3 = stablehlo.constant dense<32> : tensor<ui32>
  %m3 = stablehlo.subtract %w3, %t3 : tensor<ui32>
  %r3 = stablehlo.broadcast_in_dim %m3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %b3 = stablehlo.shift_right_logical %y2, %r3 : tensor<2x3xui32>
  %o3 = stablehlo.or %a3, %b3 : tensor<2x3xui32>
  %y3 = stablehlo.xor %x3, %o3 : tensor<2x3xui32>
  %ka = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %kb = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %x4 = stablehlo.add %x3, %ka : tensor<2x3xui32>
  %z = stablehlo.add %y3, %kb : tensor<2x3xui32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %j = stablehlo.add %i, %one : tensor<i32>
  %u = stablehlo.convert %j : (tensor<i32>) -> tensor<ui32>
  %g = stablehlo.broadcast_in_dim %u, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %y4 = stablehlo.add %z, %g : tensor<2x3xui32>
  return %j, %x4, %y4, %b, %c, %a, %o, %p : tensor<i32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
}
func.func @call() {
  %k0 = stablehlo.constant dense<320440878> : tensor<ui32>
  %k1 = stablehlo.constant dense<57701188> : tensor<ui32>
  %x = stablehlo.constant dense<[[608135816, 0, 4294967295], [1, 2, 3]]> : tensor<2x3xui32>
  %y = stablehlo.constant dense<[[2242054355, 0, 4294967295], [0, 2147483648, 7]]> : tensor<2x3xui32>
  %r:2 = call @call_words(%k0, %k1, %x, %y) : (tensor<ui32>, tensor<ui32>, tensor<2x3xui32>, tensor<2x3xui32>) -> (tensor<2x3xui32>, tensor<2x3xui32>)
  check.expect_eq_const %r#0, dense<[[3297917596, 1095259177, 2309454631], [2439680208, 1216537235, 2918645658]]> : tensor<2x3xui32>
  check.expect_eq_const %r#1, dense<[[1212020640, 3512222810, 3803245118], [264625046, 3498043301, 3350040978]]> : tensor<2x3xui32>
  func.return
}

func.func private @rounds_words(%k0: tensor<ui32>, %k1: tensor<ui32>, %c0: tensor<2x3xui32>, %c1: tensor<2x3xui32>) -> (tensor<2x3xui32>, tensor<2x3xui32>) {
  %parity = stablehlo.constant dense<466688986> : tensor<ui32>
  %pp = stablehlo.broadcast_in_dim %parity, dims = [] : (tensor<ui32>) -> tensor<ui32>
  %kk = stablehlo.xor %k0, %k1 : tensor<ui32>
  %k2 = stablehlo.xor %kk, %pp : tensor<ui32>
  %rep0 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %rep1 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %first = stablehlo.add %c0, %rep0 : tensor<2x3xui32>
  %second = stablehlo.add %c1, %rep1 : tensor<2x3xui32>
  %g1t0 = stablehlo.constant dense<13> : tensor<ui32>
  %g1x0 = stablehlo.add %first, %second : tensor<2x3xui32>
  %g1l0 = stablehlo.broadcast_in_dim %g1t0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g1a0 = stablehlo.shift_left %second, %g1l0 : tensor<2x3xui32>
  %g1w0 = stablehlo.constant dense<32> : tensor<ui32>
  %g1m0 = stablehlo.subtract %g1w0, %g1t0 : tensor<ui32>
  %g1r0 = stablehlo.broadcast_in_dim %g1m0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g1b0 = stablehlo.shift_right_logical %second, %g1r0 : tensor<2x3xui32>
  %g1o0 = stablehlo.or %g1a0, %g1b0 : tensor<2x3xui32>
  %g1y0 = stablehlo.xor %g1x0, %g1o0 : tensor<2x3xui32>
  %g1t1 = stablehlo.constant dense<15> : tensor<ui32>
  %g1x1 = stablehlo.add %g1x0, %g1y0 : tensor<2x3xui32>
  %g1l1 = stablehlo.broadcast_in_dim %g1t1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g1a1 = stablehlo.shift_left %g1y0, %g1l1 : tensor<2x3xui32>
  %g1w1 = stablehlo.constant dense<32> : tensor<ui32>
  %g1m1 = stablehlo.subtract %g1w1, %g1t1 : tensor<ui32>
  %g1r1 = stablehlo.broadcast_in_dim %g1m1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g1b1 = stablehlo.shift_right_logical %g1y0, %g1r1 : tensor<2x3xui32>
  %g1o1 = stablehlo.or %g1a1, %g1b1 : tensor<2x3xui32>
  %g1y1 = stablehlo.xor %g1x1, %g1o1 : tensor<2x3xui32>
  %g1t2 = stablehlo.constant dense<26> : tensor<ui32>
  %g1x2 = stablehlo.add %g1x1, %g1y1 : tensor<2x3xui32>
  %g1l2 = stablehlo.broadcast_in_dim %g1t2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g1a2 = stablehlo.shift_left %g1y1, %g1l2 : tensor<2x3xui32>
  %g1w2 = stablehlo.constant dense<32> : tensor<ui32>
  %g1m2 = stablehlo.subtract %g1w2, %g1t2 : tensor<ui32>
  %g1r2 = stablehlo.broadcast_in_dim %g1m2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g1b2 = stablehlo.shift_right_logical %g1y1, %g1r2 : tensor<2x3xui32>
  %g1o2 = stablehlo.or %g1a2, %g1b2 : tensor<2x3xui32>
  %g1y2 = stablehlo.xor %g1x2, %g1o2 : tensor<2x3xui32>
  %g1t3 = stablehlo.constant dense<6> : tensor<ui32>
  %g1x3 = stablehlo.add %g1x2, %g1y2 : tensor<2x3xui32>
  %g1l3 = stablehlo.broadcast_in_dim %g1t3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g1a3 = stablehlo.shift_left %g1y2, %g1l3 : tensor<2x3xui32>
  %g1w3 = stablehlo.constant dense<32> : tensor<ui32>
  %g1m3 = stablehlo.subtract %g1w3, %g1t3 : tensor<ui32>
  %g1r3 = stablehlo.broadcast_in_dim %g1m3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g1b3 = stablehlo.shift_right_logical %g1y2, %g1r3 : tensor<2x3xui32>
  %g1o3 = stablehlo.or %g1a3, %g1b3 : tensor<2x3xui32>
  %g1y3 = stablehlo.xor %g1x3, %g1o3 : tensor<2x3xui32>
  %u1 = stablehlo.constant dense<1> : tensor<ui32>
  %n1 = stablehlo.broadcast_in_dim %u1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %e1 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %X1 = stablehlo.add %g1x3, %e1 : tensor<2x3xui32>
  %f1 = stablehlo.broadcast_in_dim %k2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %Z1 = stablehlo.add %g1y3, %f1 : tensor<2x3xui32>
  %Y1 = stablehlo.add %Z1, %n1 : tensor<2x3xui32>
  %g2t0 = stablehlo.constant dense<17> : tensor<ui32>
  %g2x0 = stablehlo.add %X1, %Y1 : tensor<2x3xui32>
  %g2l0 = stablehlo.broadcast_in_dim %g2t0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g2a0 = stablehlo.shift_left %Y1, %g2l0 : tensor<2x3xui32>
  %g2w0 = stablehlo.constant dense<32> : tensor<ui32>
  %g2m0 = stablehlo.subtract %g2w0, %g2t0 : tensor<ui32>
  %g2r0 = stablehlo.broadcast_in_dim %g2m0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g2b0 = stablehlo.shift_right_logical %Y1, %g2r0 : tensor<2x3xui32>
  %g2o0 = stablehlo.or %g2a0, %g2b0 : tensor<2x3xui32>
  %g2y0 = stablehlo.xor %g2x0, %g2o0 : tensor<2x3xui32>
  %g2t1 = stablehlo.constant dense<29> : tensor<ui32>
  %g2x1 = stablehlo.add %g2x0, %g2y0 : tensor<2x3xui32>
  %g2l1 = stablehlo.broadcast_in_dim %g2t1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g2a1 = stablehlo.shift_left %g2y0, %g2l1 : tensor<2x3xui32>
  %g2w1 = stablehlo.constant dense<32> : tensor<ui32>
  %g2m1 = stablehlo.subtract %g2w1, %g2t1 : tensor<ui32>
  %g2r1 = stablehlo.broadcast_in_dim %g2m1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g2b1 = stablehlo.shift_right_logical %g2y0, %g2r1 : tensor<2x3xui32>
  %g2o1 = stablehlo.or %g2a1, %g2b1 : tensor<2x3xui32>
  %g2y1 = stablehlo.xor %g2x1, %g2o1 : tensor<2x3xui32>
  %g2t2 = stablehlo.constant dense<16> : tensor<ui32>
  %g2x2 = stablehlo.add %g2x1, %g2y1 : tensor<2x3xui32>
  %g2l2 = stablehlo.broadcast_in_dim %g2t2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g2a2 = stablehlo.shift_left %g2y1, %g2l2 : tensor<2x3xui32>
  %g2w2 = stablehlo.constant dense<32> : tensor<ui32>
  %g2m2 = stablehlo.subtract %g2w2, %g2t2 : tensor<ui32>
  %g2r2 = stablehlo.broadcast_in_dim %g2m2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g2b2 = stablehlo.shift_right_logical %g2y1, %g2r2 : tensor<2x3xui32>
  %g2o2 = stablehlo.or %g2a2, %g2b2 : tensor<2x3xui32>
  %g2y2 = stablehlo.xor %g2x2, %g2o2 : tensor<2x3xui32>
  %g2t3 = stablehlo.constant dense<24> : tensor<ui32>
  %g2x3 = stablehlo.add %g2x2, %g2y2 : tensor<2x3xui32>
  %g2l3 = stablehlo.broadcast_in_dim %g2t3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g2a3 = stablehlo.shift_left %g2y2, %g2l3 : tensor<2x3xui32>
  %g2w3 = stablehlo.constant dense<32> : tensor<ui32>
  %g2m3 = stablehlo.subtract %g2w3, %g2t3 : tensor<ui32>
  %g2r3 = stablehlo.broadcast_in_dim %g2m3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g2b3 = stablehlo.shift_right_logical %g2y2, %g2r3 : tensor<2x3xui32>
  %g2o3 = stablehlo.or %g2a3, %g2b3 : tensor<2x3xui32>
  %g2y3 = stablehlo.xor %g2x3, %g2o3 : tensor<2x3xui32>
  %u2 = stablehlo.constant dense<2> : tensor<ui32>
  %n2 = stablehlo.broadcast_in_dim %u2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %e2 = stablehlo.broadcast_in_dim %k2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %X2 = stablehlo.add %g2x3, %e2 : tensor<2x3xui32>
  %f2 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %Z2 = stablehlo.add %g2y3, %f2 : tensor<2x3xui32>
  %Y2 = stablehlo.add %Z2, %n2 : tensor<2x3xui32>
  %g3t0 = stablehlo.constant dense<13> : tensor<ui32>
  %g3x0 = stablehlo.add %X2, %Y2 : tensor<2x3xui32>
  %g3l0 = stablehlo.broadcast_in_dim %g3t0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g3a0 = stablehlo.shift_left %Y2, %g3l0 : tensor<2x3xui32>
  %g3w0 = stablehlo.constant dense<32> : tensor<ui32>
  %g3m0 = stablehlo.subtract %g3w0, %g3t0 : tensor<ui32>
  %g3r0 = stablehlo.broadcast_in_dim %g3m0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g3b0 = stablehlo.shift_right_logical %Y2, %g3r0 : tensor<2x3xui32>
  %g3o0 = stablehlo.or %g3a0, %g3b0 : tensor<2x3xui32>
  %g3y0 = stablehlo.xor %g3x0, %g3o0 : tensor<2x3xui32>
  %g3t1 = stablehlo.constant dense<15> : tensor<ui32>
  %g3x1 = stablehlo.add %g3x0, %g3y0 : tensor<2x3xui32>
  %g3l1 = stablehlo.broadcast_in_dim %g3t1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g3a1 = stablehlo.shift_left %g3y0, %g3l1 : tensor<2x3xui32>
  %g3w1 = stablehlo.constant dense<32> : tensor<ui32>
  %g3m1 = stablehlo.subtract %g3w1, %g3t1 : tensor<ui32>
  %g3r1 = stablehlo.broadcast_in_dim %g3m1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g3b1 = stablehlo.shift_right_logical %g3y0, %g3r1 : tensor<2x3xui32>
  %g3o1 = stablehlo.or %g3a1, %g3b1 : tensor<2x3xui32>
  %g3y1 = stablehlo.xor %g3x1, %g3o1 : tensor<2x3xui32>
  %g3t2 = stablehlo.constant dense<26> : tensor<ui32>
  %g3x2 = stablehlo.add %g3x1, %g3y1 : tensor<2x3xui32>
  %g3l2 = stablehlo.broadcast_in_dim %g3t2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g3a2 = stablehlo.shift_left %g3y1, %g3l2 : tensor<2x3xui32>
  %g3w2 = stablehlo.constant dense<32> : tensor<ui32>
  %g3m2 = stablehlo.subtract %g3w2, %g3t2 : tensor<ui32>
  %g3r2 = stablehlo.broadcast_in_dim %g3m2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g3b2 = stablehlo.shift_right_logical %g3y1, %g3r2 : tensor<2x3xui32>
  %g3o2 = stablehlo.or %g3a2, %g3b2 : tensor<2x3xui32>
  %g3y2 = stablehlo.xor %g3x2, %g3o2 : tensor<2x3xui32>
  %g3t3 = stablehlo.constant dense<6> : tensor<ui32>
  %g3x3 = stablehlo.add %g3x2, %g3y2 : tensor<2x3xui32>
  %g3l3 = stablehlo.broadcast_in_dim %g3t3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g3a3 = stablehlo.shift_left %g3y2, %g3l3 : tensor<2x3xui32>
  %g3w3 = stablehlo.constant dense<32> : tensor<ui32>
  %g3m3 = stablehlo.subtract %g3w3, %g3t3 : tensor<ui32>
  %g3r3 = stablehlo.broadcast_in_dim %g3m3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g3b3 = stablehlo.shift_right_logical %g3y2, %g3r3 : tensor<2x3xui32>
  %g3o3 = stablehlo.or %g3a3, %g3b3 : tensor<2x3xui32>
  %g3y3 = stablehlo.xor %g3x3, %g3o3 : tensor<2x3xui32>
  %u3 = stablehlo.constant dense<3> : tensor<ui32>
  %n3 = stablehlo.broadcast_in_dim %u3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %e3 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %X3 = stablehlo.add %g3x3, %e3 : tensor<2x3xui32>
  %f3 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %Z3 = stablehlo.add %g3y3, %f3 : tensor<2x3xui32>
  %Y3 = stablehlo.add %Z3, %n3 : tensor<2x3xui32>
  %g4t0 = stablehlo.constant dense<17> : tensor<ui32>
  %g4x0 = stablehlo.add %X3, %Y3 : tensor<2x3xui32>
  %g4l0 = stablehlo.broadcast_in_dim %g4t0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g4a0 = stablehlo.shift_left %Y3, %g4l0 : tensor<2x3xui32>
  %g4w0 = stablehlo.constant dense<32> : tensor<ui32>
  %g4m0 = stablehlo.subtract %g4w0, %g4t0 : tensor<ui32>
  %g4r0 = stablehlo.broadcast_in_dim %g4m0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g4b0 = stablehlo.shift_right_logical %Y3, %g4r0 : tensor<2x3xui32>
  %g4o0 = stablehlo.or %g4a0, %g4b0 : tensor<2x3xui32>
  %g4y0 = stablehlo.xor %g4x0, %g4o0 : tensor<2x3xui32>
  %g4t1 = stablehlo.constant dense<29> : tensor<ui32>
  %g4x1 = stablehlo.add %g4x0, %g4y0 : tensor<2x3xui32>
  %g4l1 = stablehlo.broadcast_in_dim %g4t1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g4a1 = stablehlo.shift_left %g4y0, %g4l1 : tensor<2x3xui32>
  %g4w1 = stablehlo.constant dense<32> : tensor<ui32>
  %g4m1 = stablehlo.subtract %g4w1, %g4t1 : tensor<ui32>
  %g4r1 = stablehlo.broadcast_in_dim %g4m1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g4b1 = stablehlo.shift_right_logical %g4y0, %g4r1 : tensor<2x3xui32>
  %g4o1 = stablehlo.or %g4a1, %g4b1 : tensor<2x3xui32>
  %g4y1 = stablehlo.xor %g4x1, %g4o1 : tensor<2x3xui32>
  %g4t2 = stablehlo.constant dense<16> : tensor<ui32>
  %g4x2 = stablehlo.add %g4x1, %g4y1 : tensor<2x3xui32>
  %g4l2 = stablehlo.broadcast_in_dim %g4t2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g4a2 = stablehlo.shift_left %g4y1, %g4l2 : tensor<2x3xui32>
  %g4w2 = stablehlo.constant dense<32> : tensor<ui32>
  %g4m2 = stablehlo.subtract %g4w2, %g4t2 : tensor<ui32>
  %g4r2 = stablehlo.broadcast_in_dim %g4m2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g4b2 = stablehlo.shift_right_logical %g4y1, %g4r2 : tensor<2x3xui32>
  %g4o2 = stablehlo.or %g4a2, %g4b2 : tensor<2x3xui32>
  %g4y2 = stablehlo.xor %g4x2, %g4o2 : tensor<2x3xui32>
  %g4t3 = stablehlo.constant dense<24> : tensor<ui32>
  %g4x3 = stablehlo.add %g4x2, %g4y2 : tensor<2x3xui32>
  %g4l3 = stablehlo.broadcast_in_dim %g4t3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g4a3 = stablehlo.shift_left %g4y2, %g4l3 : tensor<2x3xui32>
  %g4w3 = stablehlo.constant dense<32> : tensor<ui32>
  %g4m3 = stablehlo.subtract %g4w3, %g4t3 : tensor<ui32>
  %g4r3 = stablehlo.broadcast_in_dim %g4m3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g4b3 = stablehlo.shift_right_logical %g4y2, %g4r3 : tensor<2x3xui32>
  %g4o3 = stablehlo.or %g4a3, %g4b3 : tensor<2x3xui32>
  %g4y3 = stablehlo.xor %g4x3, %g4o3 : tensor<2x3xui32>
  %u4 = stablehlo.constant dense<4> : tensor<ui32>
  %n4 = stablehlo.broadcast_in_dim %u4, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %e4 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %X4 = stablehlo.add %g4x3, %e4 : tensor<2x3xui32>
  %f4 = stablehlo.broadcast_in_dim %k2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %Z4 = stablehlo.add %g4y3, %f4 : tensor<2x3xui32>
  %Y4 = stablehlo.add %Z4, %n4 : tensor<2x3xui32>
  %g5t0 = stablehlo.constant dense<13> : tensor<ui32>
  %g5x0 = stablehlo.add %X4, %Y4 : tensor<2x3xui32>
  %g5l0 = stablehlo.broadcast_in_dim %g5t0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g5a0 = stablehlo.shift_left %Y4, %g5l0 : tensor<2x3xui32>
  %g5w0 = stablehlo.constant dense<32> : tensor<ui32>
  %g5m0 = stablehlo.subtract %g5w0, %g5t0 : tensor<ui32>
  %g5r0 = stablehlo.broadcast_in_dim %g5m0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g5b0 = stablehlo.shift_right_logical %Y4, %g5r0 : tensor<2x3xui32>
  %g5o0 = stablehlo.or %g5a0, %g5b0 : tensor<2x3xui32>
  %g5y0 = stablehlo.xor %g5x0, %g5o0 : tensor<2x3xui32>
  %g5t1 = stablehlo.constant dense<15> : tensor<ui32>
  %g5x1 = stablehlo.add %g5x0, %g5y0 : tensor<2x3xui32>
  %g5l1 = stablehlo.broadcast_in_dim %g5t1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g5a1 = stablehlo.shift_left %g5y0, %g5l1 : tensor<2x3xui32>
  %g5w1 = stablehlo.constant dense<32> : tensor<ui32>
  %g5m1 = stablehlo.subtract %g5w1, %g5t1 : tensor<ui32>
  %g5r1 = stablehlo.broadcast_in_dim %g5m1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g5b1 = stablehlo.shift_right_logical %g5y0, %g5r1 : tensor<2x3xui32>
  %g5o1 = stablehlo.or %g5a1, %g5b1 : tensor<2x3xui32>
  %g5y1 = stablehlo.xor %g5x1, %g5o1 : tensor<2x3xui32>
  %g5t2 = stablehlo.constant dense<26> : tensor<ui32>
  %g5x2 = stablehlo.add %g5x1, %g5y1 : tensor<2x3xui32>
  %g5l2 = stablehlo.broadcast_in_dim %g5t2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g5a2 = stablehlo.shift_left %g5y1, %g5l2 : tensor<2x3xui32>
  %g5w2 = stablehlo.constant dense<32> : tensor<ui32>
  %g5m2 = stablehlo.subtract %g5w2, %g5t2 : tensor<ui32>
  %g5r2 = stablehlo.broadcast_in_dim %g5m2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g5b2 = stablehlo.shift_right_logical %g5y1, %g5r2 : tensor<2x3xui32>
  %g5o2 = stablehlo.or %g5a2, %g5b2 : tensor<2x3xui32>
  %g5y2 = stablehlo.xor %g5x2, %g5o2 : tensor<2x3xui32>
  %g5t3 = stablehlo.constant dense<6> : tensor<ui32>
  %g5x3 = stablehlo.add %g5x2, %g5y2 : tensor<2x3xui32>
  %g5l3 = stablehlo.broadcast_in_dim %g5t3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g5a3 = stablehlo.shift_left %g5y2, %g5l3 : tensor<2x3xui32>
  %g5w3 = stablehlo.constant dense<32> : tensor<ui32>
  %g5m3 = stablehlo.subtract %g5w3, %g5t3 : tensor<ui32>
  %g5r3 = stablehlo.broadcast_in_dim %g5m3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %g5b3 = stablehlo.shift_right_logical %g5y2, %g5r3 : tensor<2x3xui32>
  %g5o3 = stablehlo.or %g5a3, %g5b3 : tensor<2x3xui32>
  %g5y3 = stablehlo.xor %g5x3, %g5o3 : tensor<2x3xui32>
  %u5 = stablehlo.constant dense<5> : tensor<ui32>
  %n5 = stablehlo.broadcast_in_dim %u5, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %e5 = stablehlo.broadcast_in_dim %k2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %X5 = stablehlo.add %g5x3, %e5 : tensor<2x3xui32>
  %f5 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %Z5 = stablehlo.add %g5y3, %f5 : tensor<2x3xui32>
  %Y5 = stablehlo.add %Z5, %n5 : tensor<2x3xui32>
  return %X5, %Y5 : tensor<2x3xui32>, tensor<2x3xui32>
}
func.func @rounds() {
  %k0 = stablehlo.constant dense<320440878> : tensor<ui32>
  %k1 = stablehlo.constant dense<57701188> : tensor<ui32>
  %x = stablehlo.constant dense<[[608135816, 0, 4294967295], [1, 2, 3]]> : tensor<2x3xui32>
  %y = stablehlo.constant dense<[[2242054355, 0, 4294967295], [0, 2147483648, 7]]> : tensor<2x3xui32>
  %r:2 = call @rounds_words(%k0, %k1, %x, %y) : (tensor<ui32>, tensor<ui32>, tensor<2x3xui32>, tensor<2x3xui32>) -> (tensor<2x3xui32>, tensor<2x3xui32>)
  check.expect_eq_const %r#0, dense<[[3297917596, 1095259177, 2309454631], [2439680208, 1216537235, 2918645658]]> : tensor<2x3xui32>
  check.expect_eq_const %r#1, dense<[[1212020640, 3512222810, 3803245118], [264625046, 3498043301, 3350040978]]> : tensor<2x3xui32>
  func.return
}

func.func private @keys_in_a_loop_words(%k0: tensor<2x1xui32>, %k1: tensor<2x1xui32>, %c0: tensor<2x3xui32>, %c1: tensor<2x3xui32>) -> (tensor<2x3xui32>, tensor<2x3xui32>) {
  %parity = stablehlo.constant dense<466688986> : tensor<ui32>
  %pp = stablehlo.broadcast_in_dim %parity, dims = [] : (tensor<ui32>) -> tensor<2x1xui32>
  %kk = stablehlo.xor %k0, %k1 : tensor<2x1xui32>
  %k2 = stablehlo.xor %kk, %pp : tensor<2x1xui32>
  %rep0 = stablehlo.broadcast_in_dim %k0, dims = [0, 1] : (tensor<2x1xui32>) -> tensor<2x3xui32>
  %rep1 = stablehlo.broadcast_in_dim %k1, dims = [0, 1] : (tensor<2x1xui32>) -> tensor<2x3xui32>
  %first = stablehlo.add %c0, %rep0 : tensor<2x3xui32>
  %second = stablehlo.add %c1, %rep1 : tensor<2x3xui32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
  %q = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
  %w:8 = stablehlo.while(%i = %zero, %x = %first, %y = %second, %a = %k1, %b = %k2, %c = %k0, %p = %r, %o = %q) : tensor<i32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<2x1xui32>, tensor<2x1xui32>, tensor<2x1xui32>, tensor<4xui32>, tensor<4xui32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %l = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %s0 = stablehlo.slice %p [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %t0 = stablehlo.reshape %s0 : (tensor<1xui32>) -> tensor<ui32>
    %x0 = stablehlo.add %x, %y : tensor<2x3xui32>
    %l0 = stablehlo.broadcast_in_dim %t0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a0 = stablehlo.shift_left %y, %l0 : tensor<2x3xui32>
    %w0 = stablehlo.constant dense<32> : tensor<ui32>
    %m0 = stablehlo.subtract %w0, %t0 : tensor<ui32>
    %r0 = stablehlo.broadcast_in_dim %m0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b0 = stablehlo.shift_right_logical %y, %r0 : tensor<2x3xui32>
    %o0 = stablehlo.or %a0, %b0 : tensor<2x3xui32>
    %y0 = stablehlo.xor %x0, %o0 : tensor<2x3xui32>
    %s1 = stablehlo.slice %p [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %t1 = stablehlo.reshape %s1 : (tensor<1xui32>) -> tensor<ui32>
    %x1 = stablehlo.add %x0, %y0 : tensor<2x3xui32>
    %l1 = stablehlo.broadcast_in_dim %t1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a1 = stablehlo.shift_left %y0, %l1 : tensor<2x3xui32>
    %w1 = stablehlo.constant dense<32> : tensor<ui32>
    %m1 = stablehlo.subtract %w1, %t1 : tensor<ui32>
    %r1 = stablehlo.broadcast_in_dim %m1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b1 = stablehlo.shift_right_logical %y0, %r1 : tensor<2x3xui32>
    %o1 = stablehlo.or %a1, %b1 : tensor<2x3xui32>
    %y1 = stablehlo.xor %x1, %o1 : tensor<2x3xui32>
    %s2 = stablehlo.slice %p [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %t2 = stablehlo.reshape %s2 : (tensor<1xui32>) -> tensor<ui32>
    %x2 = stablehlo.add %x1, %y1 : tensor<2x3xui32>
    %l2 = stablehlo.broadcast_in_dim %t2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a2 = stablehlo.shift_left %y1, %l2 : tensor<2x3xui32>
    %w2 = stablehlo.constant dense<32> : tensor<ui32>
    %m2 = stablehlo.subtract %w2, %t2 : tensor<ui32>
    %r2 = stablehlo.broadcast_in_dim %m2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b2 = stablehlo.shift_right_logical %y1, %r2 : tensor<2x3xui32>
    %o2 = stablehlo.or %a2, %b2 : tensor<2x3xui32>
    %y2 = stablehlo.xor %x2, %o2 : tensor<2x3xui32>
    %s3 = stablehlo.slice %p [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %t3 = stablehlo.reshape %s3 : (tensor<1xui32>) -> tensor<ui32>
    %x3 = stablehlo.add %x2, %y2 : tensor<2x3xui32>
    %l3 = stablehlo.broadcast_in_dim %t3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a3 = stablehlo.shift_left %y2, %l3 : tensor<2x3xui32>
    %w3 = stablehlo.constant dense<32> : tensor<ui32>
    %m3 = stablehlo.subtract %w3, %t3 : tensor<ui32>
    %r3 = stablehlo.broadcast_in_dim %m3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b3 = stablehlo.shift_right_logical %y2, %r3 : tensor<2x3xui32>
    %o3 = stablehlo.or %a3, %b3 : tensor<2x3xui32>
    %y3 = stablehlo.xor %x3, %o3 : tensor<2x3xui32>
    %ka = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x1xui32>) -> tensor<2x3xui32>
    %kb = stablehlo.broadcast_in_dim %b, dims = [0, 1] : (tensor<2x1xui32>) -> tensor<2x3xui32>
    %x4 = stablehlo.add %x3, %ka : tensor<2x3xui32>
    %z = stablehlo.add %y3, %kb : tensor<2x3xui32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.convert %j : (tensor<i32>) -> tensor<ui32>
    %g = stablehlo.broadcast_in_dim %u, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %y4 = stablehlo.add %z, %g : tensor<2x3xui32>
    stablehlo.return %j, %x4, %y4, %b, %c, %a, %o, %p : tensor<i32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<2x1xui32>, tensor<2x1xui32>, tensor<2x1xui32>, tensor<4xui32>, tensor<4xui32>
  }
  return %w#1, %w#2 : tensor<2x3xui32>, tensor<2x3xui32>
}
func.func @keys_in_a_loop() {
  %k0 = stablehlo.constant dense<[[320440878], [0]]> : tensor<2x1xui32>
  %k1 = stablehlo.constant dense<[[57701188], [0]]> : tensor<2x1xui32>
  %x = stablehlo.constant dense<[[608135816, 0, 4294967295], [1, 2, 3]]> : tensor<2x3xui32>
  %y = stablehlo.constant dense<[[2242054355, 0, 4294967295], [0, 2147483648, 7]]> : tensor<2x3xui32>
  %r:2 = call @keys_in_a_loop_words(%k0, %k1, %x, %y) : (tensor<2x1xui32>, tensor<2x1xui32>, tensor<2x3xui32>, tensor<2x3xui32>) -> (tensor<2x3xui32>, tensor<2x3xui32>)
  check.expect_eq_const %r#0, dense<[[3297917596, 1095259177, 2309454631], [1351547692, 3976007797, 4090693311]]> : tensor<2x3xui32>
  check.expect_eq_const %r#1, dense<[[1212020640, 3512222810, 3803245118], [3235790642, 4161759963, 3740430601]]> : tensor<2x3xui32>
  func.return
}

func.func private @other_rotation_words(%k0: tensor<ui32>, %k1: tensor<ui32>, %c0: tensor<2x3xui32>, %c1: tensor<2x3xui32>) -> (tensor<2x3xui32>, tensor<2x3xui32>) {
  %parity = stablehlo.constant dense<466688986> : tensor<ui32>
  %pp = stablehlo.broadcast_in_dim %parity, dims = [] : (tensor<ui32>) -> tensor<ui32>
  %kk = stablehlo.xor %k0, %k1 : tensor<ui32>
  %k2 = stablehlo.xor %kk, %pp : tensor<ui32>
  %rep0 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %rep1 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %first = stablehlo.add %c0, %rep0 : tensor<2x3xui32>
  %second = stablehlo.add %c1, %rep1 : tensor<2x3xui32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.constant dense<[14, 15, 26, 6]> : tensor<4xui32>
  %q = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
  %w:8 = stablehlo.while(%i = %zero, %x = %first, %y = %second, %a = %k1, %b = %k2, %c = %k0, %p = %r, %o = %q) : tensor<i32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %l = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %s0 = stablehlo.slice %p [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %t0 = stablehlo.reshape %s0 : (tensor<1xui32>) -> tensor<ui32>
    %x0 = stablehlo.add %x, %y : tensor<2x3xui32>
    %l0 = stablehlo.broadcast_in_dim %t0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a0 = stablehlo.shift_left %y, %l0 : tensor<2x3xui32>
    %w0 = stablehlo.constant dense<32> : tensor<ui32>
    %m0 = stablehlo.subtract %w0, %t0 : tensor<ui32>
    %r0 = stablehlo.broadcast_in_dim %m0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b0 = stablehlo.shift_right_logical %y, %r0 : tensor<2x3xui32>
    %o0 = stablehlo.or %a0, %b0 : tensor<2x3xui32>
    %y0 = stablehlo.xor %x0, %o0 : tensor<2x3xui32>
    %s1 = stablehlo.slice %p [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %t1 = stablehlo.reshape %s1 : (tensor<1xui32>) -> tensor<ui32>
    %x1 = stablehlo.add %x0, %y0 : tensor<2x3xui32>
    %l1 = stablehlo.broadcast_in_dim %t1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a1 = stablehlo.shift_left %y0, %l1 : tensor<2x3xui32>
    %w1 = stablehlo.constant dense<32> : tensor<ui32>
    %m1 = stablehlo.subtract %w1, %t1 : tensor<ui32>
    %r1 = stablehlo.broadcast_in_dim %m1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b1 = stablehlo.shift_right_logical %y0, %r1 : tensor<2x3xui32>
    %o1 = stablehlo.or %a1, %b1 : tensor<2x3xui32>
    %y1 = stablehlo.xor %x1, %o1 : tensor<2x3xui32>
    %s2 = stablehlo.slice %p [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %t2 = stablehlo.reshape %s2 : (tensor<1xui32>) -> tensor<ui32>
    %x2 = stablehlo.add %x1, %y1 : tensor<2x3xui32>
    %l2 = stablehlo.broadcast_in_dim %t2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a2 = stablehlo.shift_left %y1, %l2 : tensor<2x3xui32>
    %w2 = stablehlo.constant dense<32> : tensor<ui32>
    %m2 = stablehlo.subtract %w2, %t2 : tensor<ui32>
    %r2 = stablehlo.broadcast_in_dim %m2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b2 = stablehlo.shift_right_logical %y1, %r2 : tensor<2x3xui32>
    %o2 = stablehlo.or %a2, %b2 : tensor<2x3xui32>
    %y2 = stablehlo.xor %x2, %o2 : tensor<2x3xui32>
    %s3 = stablehlo.slice %p [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %t3 = stablehlo.reshape %s3 : (tensor<1xui32>) -> tensor<ui32>
    %x3 = stablehlo.add %x2, %y2 : tensor<2x3xui32>
    %l3 = stablehlo.broadcast_in_dim %t3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a3 = stablehlo.shift_left %y2, %l3 : tensor<2x3xui32>
    %w3 = stablehlo.constant dense<32> : tensor<ui32>
    %m3 = stablehlo.subtract %w3, %t3 : tensor<ui32>
    %r3 = stablehlo.broadcast_in_dim %m3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b3 = stablehlo.shift_right_logical %y2, %r3 : tensor<2x3xui32>
    %o3 = stablehlo.or %a3, %b3 : tensor<2x3xui32>
    %y3 = stablehlo.xor %x3, %o3 : tensor<2x3xui32>
    %ka = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %kb = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %x4 = stablehlo.add %x3, %ka : tensor<2x3xui32>
    %z = stablehlo.add %y3, %kb : tensor<2x3xui32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.convert %j : (tensor<i32>) -> tensor<ui32>
    %g = stablehlo.broadcast_in_dim %u, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %y4 = stablehlo.add %z, %g : tensor<2x3xui32>
    stablehlo.return %j, %x4, %y4, %b, %c, %a, %o, %p : tensor<i32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  return %w#1, %w#2 : tensor<2x3xui32>, tensor<2x3xui32>
}
func.func @other_rotation() {
  %k0 = stablehlo.constant dense<320440878> : tensor<ui32>
  %k1 = stablehlo.constant dense<57701188> : tensor<ui32>
  %x = stablehlo.constant dense<[[608135816, 0, 4294967295], [1, 2, 3]]> : tensor<2x3xui32>
  %y = stablehlo.constant dense<[[2242054355, 0, 4294967295], [0, 2147483648, 7]]> : tensor<2x3xui32>
  %r:2 = call @other_rotation_words(%k0, %k1, %x, %y) : (tensor<ui32>, tensor<ui32>, tensor<2x3xui32>, tensor<2x3xui32>) -> (tensor<2x3xui32>, tensor<2x3xui32>)
  check.expect_eq_const %r#0, dense<[[465858005, 1456275199, 3984702922], [3096786177, 148267336, 3072737017]]> : tensor<2x3xui32>
  check.expect_eq_const %r#1, dense<[[2682290125, 3774588009, 2317299246], [2759319929, 3636763947, 3143756008]]> : tensor<2x3xui32>
  func.return
}

func.func private @more_groups_words(%k0: tensor<ui32>, %k1: tensor<ui32>, %c0: tensor<2x3xui32>, %c1: tensor<2x3xui32>) -> (tensor<2x3xui32>, tensor<2x3xui32>) {
  %parity = stablehlo.constant dense<466688986> : tensor<ui32>
  %pp = stablehlo.broadcast_in_dim %parity, dims = [] : (tensor<ui32>) -> tensor<ui32>
  %kk = stablehlo.xor %k0, %k1 : tensor<ui32>
  %k2 = stablehlo.xor %kk, %pp : tensor<ui32>
  %rep0 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %rep1 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %first = stablehlo.add %c0, %rep0 : tensor<2x3xui32>
  %second = stablehlo.add %c1, %rep1 : tensor<2x3xui32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
  %q = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
  %w:8 = stablehlo.while(%i = %zero, %x = %first, %y = %second, %a = %k1, %b = %k2, %c = %k0, %p = %r, %o = %q) : tensor<i32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  cond {
    %n = stablehlo.constant dense<6> : tensor<i32>
    %l = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %s0 = stablehlo.slice %p [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %t0 = stablehlo.reshape %s0 : (tensor<1xui32>) -> tensor<ui32>
    %x0 = stablehlo.add %x, %y : tensor<2x3xui32>
    %l0 = stablehlo.broadcast_in_dim %t0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a0 = stablehlo.shift_left %y, %l0 : tensor<2x3xui32>
    %w0 = stablehlo.constant dense<32> : tensor<ui32>
    %m0 = stablehlo.subtract %w0, %t0 : tensor<ui32>
    %r0 = stablehlo.broadcast_in_dim %m0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b0 = stablehlo.shift_right_logical %y, %r0 : tensor<2x3xui32>
    %o0 = stablehlo.or %a0, %b0 : tensor<2x3xui32>
    %y0 = stablehlo.xor %x0, %o0 : tensor<2x3xui32>
    %s1 = stablehlo.slice %p [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %t1 = stablehlo.reshape %s1 : (tensor<1xui32>) -> tensor<ui32>
    %x1 = stablehlo.add %x0, %y0 : tensor<2x3xui32>
    %l1 = stablehlo.broadcast_in_dim %t1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a1 = stablehlo.shift_left %y0, %l1 : tensor<2x3xui32>
    %w1 = stablehlo.constant dense<32> : tensor<ui32>
    %m1 = stablehlo.subtract %w1, %t1 : tensor<ui32>
    %r1 = stablehlo.broadcast_in_dim %m1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b1 = stablehlo.shift_right_logical %y0, %r1 : tensor<2x3xui32>
    %o1 = stablehlo.or %a1, %b1 : tensor<2x3xui32>
    %y1 = stablehlo.xor %x1, %o1 : tensor<2x3xui32>
    %s2 = stablehlo.slice %p [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %t2 = stablehlo.reshape %s2 : (tensor<1xui32>) -> tensor<ui32>
    %x2 = stablehlo.add %x1, %y1 : tensor<2x3xui32>
    %l2 = stablehlo.broadcast_in_dim %t2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a2 = stablehlo.shift_left %y1, %l2 : tensor<2x3xui32>
    %w2 = stablehlo.constant dense<32> : tensor<ui32>
    %m2 = stablehlo.subtract %w2, %t2 : tensor<ui32>
    %r2 = stablehlo.broadcast_in_dim %m2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b2 = stablehlo.shift_right_logical %y1, %r2 : tensor<2x3xui32>
    %o2 = stablehlo.or %a2, %b2 : tensor<2x3xui32>
    %y2 = stablehlo.xor %x2, %o2 : tensor<2x3xui32>
    %s3 = stablehlo.slice %p [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %t3 = stablehlo.reshape %s3 : (tensor<1xui32>) -> tensor<ui32>
    %x3 = stablehlo.add %x2, %y2 : tensor<2x3xui32>
    %l3 = stablehlo.broadcast_in_dim %t3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a3 = stablehlo.shift_left %y2, %l3 : tensor<2x3xui32>
    %w3 = stablehlo.constant dense<32> : tensor<ui32>
    %m3 = stablehlo.subtract %w3, %t3 : tensor<ui32>
    %r3 = stablehlo.broadcast_in_dim %m3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b3 = stablehlo.shift_right_logical %y2, %r3 : tensor<2x3xui32>
    %o3 = stablehlo.or %a3, %b3 : tensor<2x3xui32>
    %y3 = stablehlo.xor %x3, %o3 : tensor<2x3xui32>
    %ka = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %kb = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %x4 = stablehlo.add %x3, %ka : tensor<2x3xui32>
    %z = stablehlo.add %y3, %kb : tensor<2x3xui32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.convert %j : (tensor<i32>) -> tensor<ui32>
    %g = stablehlo.broadcast_in_dim %u, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %y4 = stablehlo.add %z, %g : tensor<2x3xui32>
    stablehlo.return %j, %x4, %y4, %b, %c, %a, %o, %p : tensor<i32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  return %w#1, %w#2 : tensor<2x3xui32>, tensor<2x3xui32>
}
func.func @more_groups() {
  %k0 = stablehlo.constant dense<320440878> : tensor<ui32>
  %k1 = stablehlo.constant dense<57701188> : tensor<ui32>
  %x = stablehlo.constant dense<[[608135816, 0, 4294967295], [1, 2, 3]]> : tensor<2x3xui32>
  %y = stablehlo.constant dense<[[2242054355, 0, 4294967295], [0, 2147483648, 7]]> : tensor<2x3xui32>
  %r:2 = call @more_groups_words(%k0, %k1, %x, %y) : (tensor<ui32>, tensor<ui32>, tensor<2x3xui32>, tensor<2x3xui32>) -> (tensor<2x3xui32>, tensor<2x3xui32>)
  check.expect_eq_const %r#0, dense<[[1279637720, 2569300517, 1369654952], [2196255677, 895562743, 2242568483]]> : tensor<2x3xui32>
  check.expect_eq_const %r#1, dense<[[1753287037, 3680761258, 2589958345], [1692192542, 80433884, 2606666809]]> : tensor<2x3xui32>
  func.return
}

func.func private @other_parity_words(%k0: tensor<ui32>, %k1: tensor<ui32>, %c0: tensor<2x3xui32>, %c1: tensor<2x3xui32>) -> (tensor<2x3xui32>, tensor<2x3xui32>) {
  %parity = stablehlo.constant dense<466688987> : tensor<ui32>
  %pp = stablehlo.broadcast_in_dim %parity, dims = [] : (tensor<ui32>) -> tensor<ui32>
  %kk = stablehlo.xor %k0, %k1 : tensor<ui32>
  %k2 = stablehlo.xor %kk, %pp : tensor<ui32>
  %rep0 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %rep1 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
  %first = stablehlo.add %c0, %rep0 : tensor<2x3xui32>
  %second = stablehlo.add %c1, %rep1 : tensor<2x3xui32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
  %q = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
  %w:8 = stablehlo.while(%i = %zero, %x = %first, %y = %second, %a = %k1, %b = %k2, %c = %k0, %p = %r, %o = %q) : tensor<i32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %l = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %s0 = stablehlo.slice %p [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %t0 = stablehlo.reshape %s0 : (tensor<1xui32>) -> tensor<ui32>
    %x0 = stablehlo.add %x, %y : tensor<2x3xui32>
    %l0 = stablehlo.broadcast_in_dim %t0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a0 = stablehlo.shift_left %y, %l0 : tensor<2x3xui32>
    %w0 = stablehlo.constant dense<32> : tensor<ui32>
    %m0 = stablehlo.subtract %w0, %t0 : tensor<ui32>
    %r0 = stablehlo.broadcast_in_dim %m0, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b0 = stablehlo.shift_right_logical %y, %r0 : tensor<2x3xui32>
    %o0 = stablehlo.or %a0, %b0 : tensor<2x3xui32>
    %y0 = stablehlo.xor %x0, %o0 : tensor<2x3xui32>
    %s1 = stablehlo.slice %p [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %t1 = stablehlo.reshape %s1 : (tensor<1xui32>) -> tensor<ui32>
    %x1 = stablehlo.add %x0, %y0 : tensor<2x3xui32>
    %l1 = stablehlo.broadcast_in_dim %t1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a1 = stablehlo.shift_left %y0, %l1 : tensor<2x3xui32>
    %w1 = stablehlo.constant dense<32> : tensor<ui32>
    %m1 = stablehlo.subtract %w1, %t1 : tensor<ui32>
    %r1 = stablehlo.broadcast_in_dim %m1, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b1 = stablehlo.shift_right_logical %y0, %r1 : tensor<2x3xui32>
    %o1 = stablehlo.or %a1, %b1 : tensor<2x3xui32>
    %y1 = stablehlo.xor %x1, %o1 : tensor<2x3xui32>
    %s2 = stablehlo.slice %p [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %t2 = stablehlo.reshape %s2 : (tensor<1xui32>) -> tensor<ui32>
    %x2 = stablehlo.add %x1, %y1 : tensor<2x3xui32>
    %l2 = stablehlo.broadcast_in_dim %t2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a2 = stablehlo.shift_left %y1, %l2 : tensor<2x3xui32>
    %w2 = stablehlo.constant dense<32> : tensor<ui32>
    %m2 = stablehlo.subtract %w2, %t2 : tensor<ui32>
    %r2 = stablehlo.broadcast_in_dim %m2, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b2 = stablehlo.shift_right_logical %y1, %r2 : tensor<2x3xui32>
    %o2 = stablehlo.or %a2, %b2 : tensor<2x3xui32>
    %y2 = stablehlo.xor %x2, %o2 : tensor<2x3xui32>
    %s3 = stablehlo.slice %p [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %t3 = stablehlo.reshape %s3 : (tensor<1xui32>) -> tensor<ui32>
    %x3 = stablehlo.add %x2, %y2 : tensor<2x3xui32>
    %l3 = stablehlo.broadcast_in_dim %t3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %a3 = stablehlo.shift_left %y2, %l3 : tensor<2x3xui32>
    %w3 = stablehlo.constant dense<32> : tensor<ui32>
    %m3 = stablehlo.subtract %w3, %t3 : tensor<ui32>
    %r3 = stablehlo.broadcast_in_dim %m3, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %b3 = stablehlo.shift_right_logical %y2, %r3 : tensor<2x3xui32>
    %o3 = stablehlo.or %a3, %b3 : tensor<2x3xui32>
    %y3 = stablehlo.xor %x3, %o3 : tensor<2x3xui32>
    %ka = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %kb = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %x4 = stablehlo.add %x3, %ka : tensor<2x3xui32>
    %z = stablehlo.add %y3, %kb : tensor<2x3xui32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.convert %j : (tensor<i32>) -> tensor<ui32>
    %g = stablehlo.broadcast_in_dim %u, dims = [] : (tensor<ui32>) -> tensor<2x3xui32>
    %y4 = stablehlo.add %z, %g : tensor<2x3xui32>
    stablehlo.return %j, %x4, %y4, %b, %c, %a, %o, %p : tensor<i32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  return %w#1, %w#2 : tensor<2x3xui32>, tensor<2x3xui32>
}
func.func @other_parity() {
  %k0 = stablehlo.constant dense<320440878> : tensor<ui32>
  %k1 = stablehlo.constant dense<57701188> : tensor<ui32>
  %x = stablehlo.constant dense<[[608135816, 0, 4294967295], [1, 2, 3]]> : tensor<2x3xui32>
  %y = stablehlo.constant dense<[[2242054355, 0, 4294967295], [0, 2147483648, 7]]> : tensor<2x3xui32>
  %r:2 = call @other_parity_words(%k0, %k1, %x, %y) : (tensor<ui32>, tensor<ui32>, tensor<2x3xui32>, tensor<2x3xui32>) -> (tensor<2x3xui32>, tensor<2x3xui32>)
  check.expect_eq_const %r#0, dense<[[3680265889, 2367168425, 2956423118], [3958524220, 1698926734, 3625986574]]> : tensor<2x3xui32>
  check.expect_eq_const %r#1, dense<[[4082364626, 508824413, 2738600021], [1712591153, 4183662319, 3889351440]]> : tensor<2x3xui32>
  func.return
}
