module {
  func.func @add(%arg0: !emitc.size_t, %arg1: !emitc.size_t) {
    %0 = emitc.add %arg0, %arg1 : (!emitc.size_t, !emitc.size_t) -> !emitc.size_t
    return
  }
  func.func @address_of(%arg0: !emitc.lvalue<i32>) {
    %0 = emitc.address_of %arg0 : !emitc.lvalue<i32>
    return
  }
  func.func @bitwise_and(%arg0: !emitc.ptr<i32>, %arg1: !emitc.ptr<i32>) {
    %0 = emitc.bitwise_and %arg0, %arg1 : (!emitc.ptr<i32>, !emitc.ptr<i32>) -> !emitc.ptr<i32>
    return
  }
  func.func @bitwise_left_shift(%arg0: !emitc.ptr<i32>, %arg1: !emitc.ptr<i32>) {
    %0 = emitc.bitwise_left_shift %arg0, %arg1 : (!emitc.ptr<i32>, !emitc.ptr<i32>) -> !emitc.ptr<i32>
    return
  }
  func.func @bitwise_or(%arg0: !emitc.opaque<"T">, %arg1: !emitc.opaque<"T">) {
    %0 = emitc.bitwise_or %arg0, %arg1 : (!emitc.opaque<"T">, !emitc.opaque<"T">) -> !emitc.opaque<"T">
    return
  }
  func.func @bitwise_right_shift(%arg0: !emitc.opaque<"T">, %arg1: !emitc.opaque<"T">) {
    %0 = emitc.bitwise_right_shift %arg0, %arg1 : (!emitc.opaque<"T">, !emitc.opaque<"T">) -> !emitc.opaque<"T">
    return
  }
  func.func @bitwise_xor(%arg0: !emitc.opaque<"T">, %arg1: !emitc.opaque<"T">) {
    %0 = emitc.bitwise_xor %arg0, %arg1 : (!emitc.opaque<"T">, !emitc.opaque<"T">) -> !emitc.opaque<"T">
    return
  }
  func.func @cast(%arg0: !emitc.ptr<i32>) {
    %0 = emitc.cast %arg0 : !emitc.ptr<i32> to !emitc.ptr<i32>
    return
  }
  func.func @cmp(%arg0: !emitc.opaque<"T">, %arg1: !emitc.opaque<"T">) {
    %0 = emitc.cmp le, %arg0, %arg1 : (!emitc.opaque<"T">, !emitc.opaque<"T">) -> !emitc.opaque<"T">
    return
  }
  func.func @constant() {
    %0 = "emitc.constant"() <{value = 0 : index}> : () -> !emitc.size_t
    return
  }
  func.func @dereference(%arg0: !emitc.ptr<i32>) {
    %0 = emitc.dereference %arg0 : !emitc.ptr<i32>
    return
  }
  func.func @div(%arg0: !emitc.opaque<"T">, %arg1: !emitc.opaque<"T">) {
    %0 = emitc.div %arg0, %arg1 : (!emitc.opaque<"T">, !emitc.opaque<"T">) -> !emitc.opaque<"T">
    return
  }
  func.func @file() {
    emitc.file "s" {
    }
    return
  }
  func.func @literal() {
    %0 = emitc.literal "s" : !emitc.size_t
    return
  }
  func.func @load(%arg0: !emitc.lvalue<!emitc.ptr<i32>>) {
    %0 = emitc.load %arg0 : <!emitc.ptr<i32>>
    return
  }
  func.func @logical_and(%arg0: !emitc.opaque<"T">, %arg1: !emitc.opaque<"T">) {
    %0 = emitc.logical_and %arg0, %arg1 : !emitc.opaque<"T">, !emitc.opaque<"T">
    return
  }
  func.func @mul(%arg0: !emitc.opaque<"T">, %arg1: !emitc.opaque<"T">) {
    %0 = emitc.mul %arg0, %arg1 : (!emitc.opaque<"T">, !emitc.opaque<"T">) -> !emitc.opaque<"T">
    return
  }
  func.func @rem(%arg0: i64, %arg1: index) {
    %0 = emitc.rem %arg0, %arg1 : (i64, index) -> index
    return
  }
  func.func @subscript(%arg0: !emitc.ptr<i32>, %arg1: !emitc.size_t) {
    %0 = emitc.subscript %arg0[%arg1] : (!emitc.ptr<i32>, !emitc.size_t) -> !emitc.lvalue<i32>
    return
  }
  func.func @unary_minus(%arg0: !emitc.size_t) {
    %0 = emitc.unary_minus %arg0 : (!emitc.size_t) -> !emitc.ptr<i32>
    return
  }
  func.func @unary_plus(%arg0: !emitc.opaque<"T">) {
    %0 = emitc.unary_plus %arg0 : (!emitc.opaque<"T">) -> i1
    return
  }
  func.func @variable() {
    %0 = "emitc.variable"() <{value = 1.000000e+00 : f32}> : () -> !emitc.lvalue<f32>
    return
  }
  func.func @verbatim() {
    emitc.verbatim "s"
    return
  }
}
