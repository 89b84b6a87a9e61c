func.func @f(%a0: tensor<4x2xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 5, 1>, window_strides = array<i64: 3, 1>, padding = dense<[[2, 2], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xf32>, tensor<f32>) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x2xf32>, %a1: tensor<f32>) {
  // expect: window-dimensions size == input rank
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 1>} : (tensor<4x2xf32>, tensor<f32>) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x2xf32>, %a1: tensor<f32>) {
  // expect: positive value for 0-th
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 0, 1>} : (tensor<4x2xf32>, tensor<f32>) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x2xf32>, %a1: tensor<f32>) {
  // expect: base-dilation factors
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 1, 1>, base_dilations = array<i64: 1>} : (tensor<4x2xf32>, tensor<f32>) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x2xf32>, %a1: tensor<f32>) {
  // expect: positive window-dilation
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 1, 1>, window_dilations = array<i64: 1, -9223372036854775808>} : (tensor<4x2xf32>, tensor<f32>) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x2xf32>, %a1: tensor<f32>) {
  // expect: {N, 2}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 1, 1>, padding = dense<1> : tensor<4xi64>} : (tensor<4x2xf32>, tensor<f32>) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x2xf32>, %a1: tensor<f32>) {
  // expect: not compatible
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 5, 1>, window_strides = array<i64: 3, 1>, padding = dense<[[2, 2], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xf32>, tensor<f32>) -> (tensor<2x3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x2xf32>, %a1: tensor<f32>) {
  // expect: promotable
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 5, 1>, window_strides = array<i64: 3, 1>, padding = dense<[[2, 2], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xf32>, tensor<f32>) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x2xf32>, %a1: tensor<4x3xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expect: compatible shapes
  %r:2 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 5, 1>, window_strides = array<i64: 3, 1>, padding = dense<[[2, 2], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xf32>, tensor<4x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<10x24xf32>, %a1: tensor<10x12xf32>, %a2: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<10x24xf32>, tensor<10x12xf32>, tensor<f32>) -> (tensor<10x24xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<10x24xf32>, %a1: tensor<10x11xf32>, %a2: tensor<f32>) {
  // expect: one element per window
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<10x24xf32>, tensor<10x11xf32>, tensor<f32>) -> (tensor<10x24xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<10x24xf32>, %a1: tensor<10x12xf32>, %a2: tensor<f32>) {
  // expect: positive value
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 1, 0>} : (tensor<10x24xf32>, tensor<10x12xf32>, tensor<f32>) -> (tensor<10x24xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<10x24xf32>, %a1: tensor<10x12xf32>, %a2: tensor<f32>) {
  // expect: select-region
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<10x24xf32>, tensor<10x12xf32>, tensor<f32>) -> (tensor<10x24xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<10x24xf32>, %a1: tensor<10x12xf32>, %a2: tensor<f32>) {
  // expect: tensor<i1>
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<10x24xf32>, tensor<10x12xf32>, tensor<f32>) -> (tensor<10x24xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<10x24xf32>, %a1: tensor<10x12xf32>, %a2: tensor<f32>) {
  // expect: promotable
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<10x24xf32>, tensor<10x12xf32>, tensor<f32>) -> (tensor<10x24xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<10x24xf32>, %a1: tensor<10x12xf32>, %a2: tensor<f32>) {
  // expect: not compatible
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<10x24xf32>, tensor<10x12xf32>, tensor<f32>) -> (tensor<10x25xf32>)
  func.return
}
