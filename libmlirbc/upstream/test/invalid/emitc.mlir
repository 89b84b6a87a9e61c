// 1:30 'emitc.call_opaque' op index argument is out of range
func.func @f(%a: i32) { %0 = emitc.call_opaque "foo"(%a) {args = [1 : index]} : (i32) -> i32 return }
// -----
// 1:30 'emitc.call_opaque' op index argument is out of range
func.func @f(%a: i32) { %0 = emitc.call_opaque "foo"(%a) {args = [0 : index, 3 : index]} : (i32) -> i32 return }
// -----
// 1:30 'emitc.constant' op string attributes are not supported, use #emitc.opaque instead
func.func @f(%a: i32) { %0 = "emitc.constant"() {value = "x"} : () -> i32 return }
// -----
// 1:30 'emitc.variable' op result #0 must be EmitC array type or EmitC lvalue type, but got 'i32'
func.func @f(%a: i32) { %0 = "emitc.variable"() {value = 1 : i32} : () -> i32 return }
// -----
// 1:30 'emitc.rem' op operand #0 must be integer, index or opaque type supported by EmitC, but got 'f32'
func.func @f(%a: f32) { %0 = emitc.rem %a, %a : (f32, f32) -> f32 return }
// -----
// 1:1 'emitc.func' op requires zero or exactly one result, but has 2
emitc.func @f(%a: i32) -> (i32, i32) { emitc.return }
// -----
// 1:33 'emitc.return' op has 0 operands, but enclosing function (@f) returns 1
emitc.func @f(%a: i32) -> i32 { emitc.return }
// -----
// 1:17 custom op 'emitc.func' expected non-empty function body
emitc.func @f() { }
// -----
// 1:52 custom op 'emitc.load' invalid kind of type specified: expected emitc.lvalue, but found '!llvm.ptr'
func.func @f(%a: !llvm.ptr) { %0 = emitc.load %a : !llvm.ptr return }
// -----
// 1:30 'emitc.call_opaque' op template argument has invalid type
func.func @f(%a: i32) { %0 = emitc.call_opaque "foo"(%a) {template_args = [@x]} : (i32) -> i32 return }
// -----
// 1:30 'emitc.variable' op requires attribute to either be an #emitc.opaque attribute or it's type ('i64') 
func.func @f(%a: i32) { %0 = "emitc.variable"() {value = 1 : i64} : () -> !emitc.lvalue<i32> return }
// -----
// 1:30 'emitc.cast' op operand type 'i32' and result type 'tensor<4xf32>' are cast incompatible
func.func @f(%a: i32) { %0 = emitc.cast %a : i32 to tensor<4xf32> return }
// -----
// 1:42 'emitc.add' op requires that at most one operand is a pointer
func.func @f(%a: !emitc.ptr<i32>) { %0 = emitc.add %a, %a : (!emitc.ptr<i32>, !emitc.ptr<i32>) -> !emitc.ptr<i32> return }
// -----
// 1:49 'emitc.assign' op cannot assign to block argument
func.func @f(%a: !emitc.lvalue<i32>, %b: f32) { emitc.assign %b : f32 to %a : !emitc.lvalue<i32> return }
// -----
// 1:57 'emitc.subscript' op on array operand requires number of indices (2) to match the rank of the array 
func.func @f(%a: !emitc.array<4xf32>, %b: index) { %0 = emitc.subscript %a[%b, %b] : (!emitc.array<4xf32>, index, index) -> !emitc.lvalue<f32> return }
// -----
// 1:30 'emitc.expression' op yielded value has no defining op
func.func @f(%a: i32) { %0 = emitc.expression %a : (i32) -> i32 { emitc.yield %a : i32 } return }
// -----
// 1:65 'emitc.yield' op yields a value not returned by parent
func.func @f(%a: i32) { emitc.for %i = %a to %a step %a : i32 { emitc.yield %a : i32 } return }
// -----
// 1:1 custom op 'emitc.global' initial value should be a integer, float, elements or opaque attribute
emitc.global @g : i32 = "x"
// -----
// 1:53 'emitc.subscript' op on pointer operand requires one index operand, but got 2
func.func @f(%a: !emitc.ptr<i32>, %b: index) { %0 = emitc.subscript %a[%b, %b] : (!emitc.ptr<i32>, index, index) -> !emitc.lvalue<i32> return }
// -----
// 1:23 'emitc.variable' op requires attribute to either be an #emitc.opaque attribute or it's type ('i32') 
func.func @f() { %0 = "emitc.variable"() {value = 1 : i32} : () -> !emitc.lvalue<f32> return }
// -----
// 1:23 'emitc.variable' op string attributes are not supported, use #emitc.opaque instead
func.func @f() { %0 = "emitc.variable"() {value = "x"} : () -> !emitc.lvalue<i32> return }
// -----
// 1:37 'emitc.cast' op operand type 'tuple<i32>' and result type 'i32' are cast incompatible
func.func @f(%a: tuple<i32>) { %0 = emitc.cast %a : tuple<i32> to i32 return }
// -----
// 1:1 custom op 'emitc.global' initial value should be a integer, float, elements or opaque attribute
emitc.global @g : i32 = i32
// -----
// 1:1 custom op 'emitc.global' initial value should be a integer, float, elements or opaque attribute
emitc.global @g : i32 = @a
// -----
// 1:1 custom op 'emitc.global' initial value should be a integer, float, elements or opaque attribute
emitc.global @g : i32 = [1]
// -----
// 1:18 custom op 'emitc.field' initial value should be a integer, float, elements or opaque attribute
emitc.class @c { emitc.field @g : i32 = "x" }
// -----
// 1:1 custom op 'emitc.global' initial value should be a integer, float, elements or opaque attribute
emitc.global @g : !emitc.opaque<"x"> = "a"
// -----
// 1:25 'emitc.call_opaque' op template argument has invalid type
func.func @f(%a: i32) { emitc.call_opaque "foo"(%a) {template_args = ["x"]} : (i32) -> () return }
// -----
// 1:25 'emitc.call_opaque' op template argument has invalid type
func.func @f(%a: i32) { emitc.call_opaque "foo"(%a) {template_args = [unit]} : (i32) -> () return }
