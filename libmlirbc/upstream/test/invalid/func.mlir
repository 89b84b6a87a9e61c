// 1:25 'func.return' op has 0 operands, but enclosing function (@f) returns 1
func.func @f() -> i32 { return }
// -----
// 1:23 custom op 'func.func' expected SSA identifier
func.func @f(%a: i32, i32) { return }
// -----
// 1:1 'func.func' op entry block must have 1 arguments to match function signature
func.func @f(i32) { return }
// -----
// 1:1 'func.func' op symbol declaration cannot have public visibility
func.func @f() func.func @g()
// -----
// 1:23 'func.constant' op reference to undefined function 'g'
func.func @f() { %0 = func.constant @g : () -> () return }
// -----
// 1:49 'func.constant' op reference to function with mismatched type
func.func private @g(i32) func.func @f() { %0 = func.constant @g : () -> () return }
// -----
// 1:44 'func.call' op incorrect number of operands for callee
func.func private @g(i32) func.func @f() { call @g() : () -> () return }
// -----
// 1:51 'func.call' op operand type mismatch: expected operand type 'i32', but provided 'f32' for operand nu
func.func private @g(i32) func.func @f(%a: f32) { call @g(%a) : (f32) -> () return }
// -----
// 1:56 'func.call' op incorrect number of results for callee
func.func private @g(i32) func.func @f(%a: i32) { %0 = call @g(%a) : (i32) -> i32 return }
// -----
// 1:23 custom op 'func.func' 'sym_name' is an inferred attribute and should not be specified in the explici
func.func @f(%a: i32) attributes {sym_name = "x"} { return }
// -----
// 1:1 'func.func' op arguments may only have dialect attributes
func.func @f(%a: i32 {b = 3}) { return }
// -----
// 1:1 'func.func' op results may only have dialect attributes
func.func @f() -> (i32 {b = 3}) { %0 = arith.constant 1 : i32 return %0 : i32 }
// -----
// 1:18 'func.func' op symbol's parent must have the SymbolTable trait
func.func @f() { func.func @g() { return } return }
// -----
// 1:1 'func.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function ty
"func.func"() ({}) {sym_name = "f", function_type = i32} : () -> ()
// -----
// 1:1 'func.func' op requires attribute 'function_type'
"func.func"() ({}) {sym_name = "f"} : () -> ()
// -----
// 1:1 'func.func' op requires attribute 'sym_name'
"func.func"() ({}) {function_type = () -> ()} : () -> ()
// -----
// 1:1 'func.func' op entry block must have 0 arguments to match function signature
"func.func"() ({^bb0(%a: i32): "func.return"() : () -> ()}) {sym_name = "f", function_type = () -> ()} : () -> ()
// -----
// 1:1 'func.return' op expects parent op 'func.func'
func.return
// -----
// 1:16 custom op 'func.func' expected non-empty function body
func.func @f() { }
// -----
// 1:44 custom op 'func.func' expected non-empty function body
shape.function_library @m { func.func @f() { } } mapping { }
