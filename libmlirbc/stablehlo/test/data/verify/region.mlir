func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<f32>) {
  // expect: must be in range
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 2>} : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<f32>) {
  // expect: must not repeat
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1, 1>} : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<f32>) {
  // expect: not compatible
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xf32>, tensor<f32>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<f32>) {
  // expect: must take 2 parameters
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<f32>) {
  // expect: expected to return some value
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"() : () -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<f32>) {
  // expect: must produce 1 tensors
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<f32>) {
  // expect: parameter at index 1 is different
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<i32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<f32>) {
  // expect: promotable
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    "stablehlo.return"(%s) : (tensor<f16>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<1xf32>) {
  // expect: differs from the op
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xf32>, tensor<1xf32>) -> (tensor<4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<5x3xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expect: compatible shapes
  %r:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xf32>, tensor<5x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<f32>) {
  // expect: end with 'stablehlo.return'
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "func.return"(%x) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<f32>, %a2: tensor<f32>) {
  // expect: the number of operands is 3
  %r = "stablehlo.reduce"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<4xf32>) {
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%s) : (tensor<4xf32>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<4x4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x5xf32>, %a1: tensor<4x5xi32>) {
  %r = "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<i32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0, 1>} : (tensor<4x5xf32>, tensor<4x5xi32>) -> (tensor<4x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x5xf32>, %a1: tensor<4x5xi32>) {
  // expect: monotonically increasing
  %r = "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<i32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1, 0>} : (tensor<4x5xf32>, tensor<4x5xi32>) -> (tensor<4x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x5xf32>, %a1: tensor<4x5xi32>) {
  // expect: subset of dimensions
  %r = "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<i32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<4x5xf32>, tensor<4x5xi32>) -> (tensor<4x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x5xf32>, %a1: tensor<4x5xi32>) {
  // expect: arity of map
  %r = "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0, 1>} : (tensor<4x5xf32>, tensor<4x5xi32>) -> (tensor<4x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x5xf32>, %a1: tensor<4x5xi32>) {
  // expect: must match
  %r = "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0, 1>} : (tensor<4x5xf32>, tensor<4x5xi32>) -> (tensor<4x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x5xf32>, %a1: tensor<4x5xi32>) {
  // expect: single output
  %r = "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<i32>):
    "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<i32>) -> ()
  }) {dimensions = array<i64: 0, 1>} : (tensor<4x5xf32>, tensor<4x5xi32>) -> (tensor<4x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x5xf32>, %a1: tensor<4x5xi32>) {
  // expect: not compatible
  %r = "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<i32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0, 1>} : (tensor<4x5xf32>, tensor<4x5xi32>) -> (tensor<4x5xi32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x5xf32>) {
  %r = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }) {dimension = -1 : i64, is_stable = true} : (tensor<4x5xf32>) -> (tensor<4x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x5xf32>) {
  // expect: must be in range [-2, 2)
  %r = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }) {dimension = 2 : i64} : (tensor<4x5xf32>) -> (tensor<4x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x5xf32>) {
  // expect: must be in range
  %r = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }) {dimension = -9223372036854775808 : i64} : (tensor<4x5xf32>) -> (tensor<4x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x5xf32>) {
  // expect: single output
  %r = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s, %s) : (tensor<i1>, tensor<i1>) -> ()
  }) {dimension = -1 : i64, is_stable = true} : (tensor<4x5xf32>) -> (tensor<4x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x5xf64>) {
  // expect: comparator block argument
  %r = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }) {dimension = -1 : i64, is_stable = true} : (tensor<4x5xf64>) -> (tensor<4x5xf64>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x5xf32>, %a1: tensor<4x5xf32>) {
  // expect: should have 4 arguments
  %r:2 = "stablehlo.sort"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }) {dimension = -1 : i64, is_stable = true} : (tensor<4x5xf32>, tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4x5xf32>) {
  // expect: must return tensor<i1>
  %r = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimension = -1 : i64, is_stable = true} : (tensor<4x5xf32>) -> (tensor<4x5xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<i1>) {
  %r = "stablehlo.if"(%a0) ({
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }, {
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }) : (tensor<i1>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tensor<i1>) {
  // expect: not compatible
  %r = "stablehlo.if"(%a0) ({
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }, {
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }) : (tensor<i1>) -> (tensor<i64>)
  func.return
}
// -----
func.func @f(%a0: tensor<i1>) {
  // expect: mismatched return types
  %r = "stablehlo.if"(%a0) ({
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }, {
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i64>} : () -> tensor<i64>
    "stablehlo.return"(%v0) : (tensor<i64>) -> ()
  }) : (tensor<i1>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tensor<i1>) {
  // expect: different numbers
  %r = "stablehlo.if"(%a0) ({
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }, {
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %v1 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0, %v1) : (tensor<i32>, tensor<i32>) -> ()
  }) : (tensor<i1>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tensor<i1>) {
  // expect: must have 0 arguments
  %r = "stablehlo.if"(%a0) ({
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }, {
  ^bb0(%x: tensor<i32>):
    "stablehlo.return"(%x) : (tensor<i32>) -> ()
  }) : (tensor<i1>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tensor<i1>) {
  // expect: the number of regions is 1
  %r = "stablehlo.if"(%a0) ({
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }) : (tensor<i1>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tensor<1xi1>) {
  // expect: scalar tensor of a boolean
  %r = "stablehlo.if"(%a0) ({
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }, {
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }) : (tensor<1xi1>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tensor<i32>) {
  %r = "stablehlo.case"(%a0) ({
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }, {
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }, {
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tensor<i32>) {
  // expect: not compatible
  %r = "stablehlo.case"(%a0) ({
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }, {
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }, {
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> (tensor<i64>)
  func.return
}
// -----
func.func @f(%a0: tensor<i32>) {
  // expect: mismatched return types
  %r = "stablehlo.case"(%a0) ({
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }, {
    %v0 = "stablehlo.constant"() {value = dense<0> : tensor<i64>} : () -> tensor<i64>
    "stablehlo.return"(%v0) : (tensor<i64>) -> ()
  }) : (tensor<i32>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tensor<i32>) {
  // expect: at least one branch
  %r = "stablehlo.case"(%a0) : (tensor<i32>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tensor<i32>) {
  %r = "stablehlo.while"(%a0) ({
  ^bb0(%x: tensor<i32>):
    %s = "stablehlo.compare"(%x, %x) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<i32>):
    "stablehlo.return"(%x) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tensor<f32>) {
  // expect: condition block arguments
  %r = "stablehlo.while"(%a0) ({
  ^bb0(%x: tensor<i32>):
    %s = "stablehlo.compare"(%x, %x) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<i32>):
    "stablehlo.return"(%x) : (tensor<i32>) -> ()
  }) : (tensor<f32>) -> (tensor<f32>)
  func.return
}
// -----
func.func @f(%a0: tensor<i32>) {
  // expect: tensor of i1
  %r = "stablehlo.while"(%a0) ({
  ^bb0(%x: tensor<i32>):
    "stablehlo.return"(%x) : (tensor<i32>) -> ()
  }, {
  ^bb0(%x: tensor<i32>):
    "stablehlo.return"(%x) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tensor<i32>) {
  // expect: body block arguments
  %r = "stablehlo.while"(%a0) ({
  ^bb0(%x: tensor<i32>):
    %s = "stablehlo.compare"(%x, %x) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<i32>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tensor<i32>) {
  // expect: body block return types
  %r = "stablehlo.while"(%a0) ({
  ^bb0(%x: tensor<i32>):
    %s = "stablehlo.compare"(%x, %x) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<i32>):
    "stablehlo.return"(%x, %x) : (tensor<i32>, tensor<i32>) -> ()
  }) : (tensor<i32>) -> (tensor<i32>)
  func.return
}
// -----
func.func @f(%a0: tensor<i32>) {
  // expect: not compatible
  %r = "stablehlo.while"(%a0) ({
  ^bb0(%x: tensor<i32>):
    %s = "stablehlo.compare"(%x, %x) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<i32>):
    "stablehlo.return"(%x) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> (tensor<f32>)
  func.return
}
// -----
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expect: must have one block, but has 0
  %r = "stablehlo.reduce"(%a0, %a1) ({
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  func.return
}
// -----
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // expect: not compatible with the declared type
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f64>
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f64>
  func.return
}
// -----
"stablehlo.return"() : () -> ()
// -----
func.func @f() {
  // expect: the number of results is 1
  %r = "stablehlo.return"() : () -> tensor<f32>
}
