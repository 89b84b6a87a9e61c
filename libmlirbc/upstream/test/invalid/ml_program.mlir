// 1:1 'ml_program.global' op immutable global must have an initial value
ml_program.global private @x : tensor<5xi32>
// -----
// 1:31 'ml_program.return' op has 0 operands, but enclosing function (@f) returns 1
ml_program.func @f() -> i32 { ml_program.return }
// -----
// 1:23 'ml_program.global_load' op undefined global: @x
func.func @f() { %0 = ml_program.global_load @x : i32 return }
// -----
// 2:23 'ml_program.global_load' op cannot load from global typed 'i32' as 'f32'
ml_program.global private mutable @x : i32
func.func @f() { %0 = ml_program.global_load @x : f32 return }
// -----
// 2:25 'ml_program.global_store' op cannot store to an immutable global @x
ml_program.global private @x(1 : i32) : i32
func.func @f(%i: i32) { ml_program.global_store @x = %i : i32 return }
// -----
// 1:22 custom op 'ml_program.func' expected non-empty function body
ml_program.func @f() { }
// -----
// 1:26 custom op 'ml_program.subgraph' expected non-empty function body
ml_program.subgraph @f() { }
