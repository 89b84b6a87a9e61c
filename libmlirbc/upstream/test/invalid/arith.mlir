// 1:23 'arith.constant' op integer return type must be signless
func.func @f() { %0 = arith.constant 3 : si8 return }
// -----
// 1:1 'arith.addi' op requires one result
"arith.addi"() <{zz = 1}> : () -> ()
// -----
// 1:1 'arith.constant' op requires attribute 'value'
"arith.constant"() : () -> i32
// -----
// 1:1 'arith.constant' op failed to verify that all of {value, result} have same type
"arith.constant"() <{value = 1 : i64}> : () -> i32
// -----
// 1:76 'arith.select' op failed to verify that condition is signless i1 or has matching shape
func.func @f(%a: i32, %f: f32, %v: vector<4xi1>, %w: vector<5xi32>) { %0 = arith.select %v, %w, %w : vector<4xi1>, vector<5xi32> return }
// -----
// 1:76 'arith.extsi' op operand type 'i32' and result type 'i16' are cast incompatible
func.func @f(%a: i32, %f: f32, %v: vector<4xi1>, %w: vector<5xi32>) { %0 = arith.extsi %a : i32 to i16 return }
// -----
// 1:76 'arith.trunci' op operand type 'i32' and result type 'i32' are cast incompatible
func.func @f(%a: i32, %f: f32, %v: vector<4xi1>, %w: vector<5xi32>) { %0 = arith.trunci %a : i32 to i32 return }
// -----
// 1:76 'arith.bitcast' op operand type 'i32' and result type 'f64' are cast incompatible
func.func @f(%a: i32, %f: f32, %v: vector<4xi1>, %w: vector<5xi32>) { %0 = arith.bitcast %a : i32 to f64 return }
// -----
// 1:76 'arith.extf' op operand type 'f32' and result type 'f16' are cast incompatible
func.func @f(%a: i32, %f: f32, %v: vector<4xi1>, %w: vector<5xi32>) { %0 = arith.extf %f : f32 to f16 return }
// -----
// 1:76 'arith.index_cast' op operand type 'i32' and result type 'i64' are cast incompatible
func.func @f(%a: i32, %f: f32, %v: vector<4xi1>, %w: vector<5xi32>) { %0 = arith.index_cast %a : i32 to i64 return }
// -----
// 1:76 'arith.sitofp' op requires the same shape for all operands and results
func.func @f(%a: i32, %f: f32, %v: vector<4xi1>, %w: vector<5xi32>) { %0 = arith.sitofp %v : vector<4xi1> to vector<5xf32> return }
// -----
// 1:76 'arith.addf' op operand #0 must be floating-point-like, but got 'i32'
func.func @f(%a: i32, %f: f32, %v: vector<4xi1>, %w: vector<5xi32>) { %0 = arith.addf %a, %a : i32 return }
// -----
// 1:57 custom op 'arith.addi' expected ::mlir::arith::IntegerOverflowFlags to be one of: none, nsw, nuw
func.func @f(%a: i32) { %0 = arith.addi %a, %a overflow<foo> : i32 return }
// -----
// 1:32 'arith.addui_extended' op result #1 must be bool-like, but got 'i2'
func.func @f(%a: i32) { %0:2 = arith.addui_extended %a, %a : i32, i2 return }
