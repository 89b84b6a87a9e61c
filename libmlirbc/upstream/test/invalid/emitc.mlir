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
