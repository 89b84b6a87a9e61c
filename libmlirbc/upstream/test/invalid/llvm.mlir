// 1:45 'llvm.getelementptr' op index 1 indexing a struct is out of bounds
llvm.func @f(%p: !llvm.ptr, %i: i32) { %4 = llvm.getelementptr %p[%i, 2] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, i32)> llvm.return }
// -----
// 1:45 'llvm.getelementptr' op expected index 1 indexing a struct to be constant
llvm.func @f(%p: !llvm.ptr, %i: i32) { %4 = llvm.getelementptr %p[0, %i] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, i32)> llvm.return }
// -----
// 1:45 'llvm.getelementptr' op type 'i32' cannot be indexed (index #1)
llvm.func @f(%p: !llvm.ptr, %i: i32) { %4 = llvm.getelementptr %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, i32 llvm.return }
// -----
// 1:111 custom op 'llvm.extractvalue' position out of bounds: 2
llvm.func @f(%p: !llvm.struct<(i32, f32)>, %i: i32) { %4 = llvm.extractvalue %p[2] : !llvm.struct<(i32, f32)> llvm.return }
// -----
// 1:90 custom op 'llvm.extractvalue' expected LLVM IR structure/array type, got: 'i32'
llvm.func @f(%p: !llvm.struct<(i32, f32)>, %i: i32) { %4 = llvm.extractvalue %i[0] : i32 llvm.return }
// -----
// 1:30 'llvm.fpext' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of flo
llvm.func @f(%i: i32) { %4 = llvm.fpext %i : i32 to f64 llvm.return }
// -----
// 1:30 'llvm.ptrtoint' op operand #0 must be LLVM pointer type or LLVM dialect-compatible vector of LLVM po
llvm.func @f(%i: i32) { %4 = llvm.ptrtoint %i : i32 to i64 llvm.return }
// -----
// 1:30 'llvm.inttoptr' op result #0 must be LLVM pointer type or LLVM dialect-compatible vector of LLVM poi
llvm.func @f(%i: i32) { %4 = llvm.inttoptr %i : i32 to i64 llvm.return }
// -----
// 1:39 'llvm.addrspacecast' op result #0 must be LLVM pointer type or LLVM dialect-compatible vector of LLV
llvm.func @f(%i: !llvm.ptr<1>) { %4 = llvm.addrspacecast %i : !llvm.ptr<1> to i64 llvm.return }
// -----
// 1:30 'llvm.icmp' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless int
llvm.func @f(%i: f32) { %4 = llvm.icmp "eq" %i, %i : f32 llvm.return }
// -----
// 1:30 'llvm.add' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless inte
llvm.func @f(%i: f32) { %4 = llvm.add %i, %i : f32 llvm.return }
// -----
// 1:30 'llvm.fadd' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floa
llvm.func @f(%i: i32) { %4 = llvm.fadd %i, %i : i32 llvm.return }
// -----
// 1:32 'llvm.return' op mismatching result types
llvm.func @f(%i: i32) -> i64 { llvm.return %i : i32 }
// -----
// 1:25 'llvm.return' op expected no operands
llvm.func @f(%i: i32) { llvm.return %i : i32 }
// -----
// 1:32 'llvm.return' op expected 1 operand
llvm.func @f(%i: i32) -> i32 { llvm.return }
// -----
// 1:31 'llvm.call' op 'g' does not reference a symbol in the current scope
llvm.func @f(%p: !llvm.ptr) { llvm.call @g(%p) : (!llvm.ptr) -> () llvm.return }
// -----
// 2:31 'llvm.call' op operand type mismatch for operand 0: '!llvm.ptr' != 'i32'
llvm.func @g(i32)
llvm.func @f(%p: !llvm.ptr) { llvm.call @g(%p) : (!llvm.ptr) -> () llvm.return }
// -----
// 2:30 'llvm.call' op calling function with void result must not produce values
llvm.func @g(i32)
llvm.func @f(%p: i32) { %0 = llvm.call @g(%p) : (i32) -> i32 llvm.return }
// -----
// 2:25 'llvm.call' op incorrect number of operands (2) for callee (expecting: 1)
llvm.func @g(i32)
llvm.func @f(%p: i32) { llvm.call @g(%p, %p) : (i32, i32) -> () llvm.return }
// -----
// 1:36 'llvm.alloca' op operand #0 must be signless integer, but got '!llvm.ptr'
llvm.func @f(%p: !llvm.ptr) { %0 = llvm.alloca %p x i32 : (!llvm.ptr) -> !llvm.ptr llvm.return }
// -----
// 1:36 'llvm.mlir.addressof' op must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or
llvm.func @f(%p: !llvm.ptr) { %0 = llvm.mlir.addressof @g : !llvm.ptr llvm.return }
// -----
// 1:1 'llvm.mlir.global' op requires an i8 array type of the length equal to that of the string attribute
llvm.mlir.global internal @g("abc") : !llvm.array<4 x i8>
// -----
// 1:1 'llvm.mlir.global' op initializer region type 'i64' does not match global type 'i32'
llvm.mlir.global internal @g() : i32 { %0 = llvm.mlir.constant(1 : i64) : i64 llvm.return %0 : i64 }
// -----
// 1:1 'llvm.mlir.global' op expected array type for 'appending' linkage
llvm.mlir.global appending @g() : i32
// -----
// 1:18 custom op 'llvm.mlir.global' expected valid '@'-identifier for symbol name
llvm.mlir.global foo @g() : i32
// -----
// 1:23 'llvm.mlir.constant' op expected integer type
llvm.func @f() { %0 = llvm.mlir.constant(1 : i32) : f32 llvm.return }
// -----
// 1:23 'llvm.mlir.constant' op expected integer type
llvm.func @f() { %0 = llvm.mlir.constant(1 : i32) : !llvm.ptr llvm.return }
// -----
// 1:23 'llvm.mlir.constant' op type and attribute have a different number of elements: 3 vs. 2
llvm.func @f() { %0 = llvm.mlir.constant(dense<1> : vector<2xi32>) : vector<3xi32> llvm.return }
// -----
// 1:45 'llvm.atomicrmw' op expected LLVM IR integer type
llvm.func @f(%c: !llvm.ptr, %f: f32) { %0 = llvm.atomicrmw add %c, %f monotonic : !llvm.ptr, f32 llvm.return }
// -----
// 1:45 'llvm.atomicrmw' op expected at least 'monotonic' ordering
llvm.func @f(%c: !llvm.ptr, %f: i32) { %0 = llvm.atomicrmw add %c, %f unordered : !llvm.ptr, i32 llvm.return }
// -----
// 1:45 'llvm.cmpxchg' op ordering must be at least 'monotonic'
llvm.func @f(%c: !llvm.ptr, %f: i32) { %0 = llvm.cmpxchg %c, %f, %f unordered monotonic : !llvm.ptr, i32 llvm.return }
// -----
// 1:40 'llvm.fence' op can be given only acquire, release, acq_rel, and seq_cst orderings
llvm.func @f(%c: !llvm.ptr, %f: i32) { llvm.fence monotonic llvm.return }
// -----
// 1:45 'llvm.load' op unsupported ordering 'release'
llvm.func @f(%c: !llvm.ptr, %f: i32) { %0 = llvm.load %c atomic release {alignment = 4 : i64} : !llvm.ptr -> i32 llvm.return }
// -----
// 1:40 'llvm.store' op unsupported ordering 'acquire'
llvm.func @f(%c: !llvm.ptr, %f: i32) { llvm.store %f, %c atomic acquire {alignment = 4 : i64} : i32, !llvm.ptr llvm.return }
// -----
// 1:40 'llvm.store' op operand #1 must be LLVM pointer type, but got 'i32'
llvm.func @f(%c: !llvm.ptr, %f: i32) { llvm.store %f, %f : i32, i32 llvm.return }
// -----
// 1:45 'llvm.intr.ctpop' op operand #0 must be signless integer or LLVM dialect-compatible vector of signle
llvm.func @f(%c: !llvm.ptr, %f: i32) { %0 = "llvm.intr.ctpop"(%c) : (!llvm.ptr) -> i32 llvm.return }
// -----
// 1:66 custom op 'llvm.inline_asm' expected string or keyword containing one of the following enum values f
llvm.func @f(%p: !llvm.ptr) { %0 = llvm.inline_asm asm_dialect = foo "x", "y" : () -> i32 llvm.return }
// -----
// 1:31 'llvm.call_intrinsic' op intrinsic name must start with 'llvm.'
llvm.func @f(%p: !llvm.ptr) { llvm.call_intrinsic "foo"() : () -> () llvm.return }
// -----
// 1:31 'llvm.unreachable' op must be the last operation in the parent block
llvm.func @f(%p: !llvm.ptr) { llvm.unreachable llvm.return }
// -----
// 1:40 custom op 'llvm.icmp' 'foo' is an incorrect value of the 'predicate' attribute
llvm.func @f(%i: i32) { %4 = llvm.icmp "foo" %i, %i : i32 llvm.return }
// -----
// 1:11 custom op 'llvm.func' failed to construct function type: expected zero or one function result
llvm.func @f(%i: i32) -> (i32, i32) { llvm.return }
// -----
// 1:11 custom op 'llvm.func' failed to construct function type: expected zero or one function result
llvm.func @f() -> (i32, i32)
// -----
// 1:20 custom op 'llvm.func' failed to construct function type: expected zero or one function result
llvm.func internal @f() -> (i32, i32)
// -----
// 1:72 custom op 'llvm.insertelement' invalid kind of type specified: expected builtin.integer, but found '
func.func @f(%a: f32, %b: index) { %0 = llvm.insertelement %a, %a[%b : index] : f32 return }
// -----
// 1:11 custom op 'llvm.func' failed to construct function type: expected LLVM type for function arguments
llvm.func @f(tensor<4xf32>)
// -----
// 1:25 'llvm.call' op indirect call expects a pointer as callee: 'i32'
llvm.func @f(%p: i32) { llvm.call %p() : i32, () -> () llvm.return }
// -----
// 1:1 'llvm.mlir.global' op expects type to be a valid element type for an LLVM global
llvm.mlir.global external @g() : tensor<4xf32>
// -----
// 1:11 custom op 'llvm.func' failed to construct function type: expected LLVM type for function arguments
llvm.func @f(vector<2x2xf32>)
// -----
// 1:11 custom op 'llvm.func' failed to construct function type: expected LLVM type for function arguments
llvm.func @f(si32)
// -----
// 1:11 custom op 'llvm.func' failed to construct function type: expected LLVM type for function arguments
llvm.func @f(memref<4xf32>)
// -----
// 1:11 custom op 'llvm.func' failed to construct function type: expected LLVM type for function arguments
llvm.func @f(f8E5M2)
// -----
// 1:11 custom op 'llvm.func' failed to construct function type: expected LLVM type for function arguments
llvm.func @f(vector<4xindex>)
// -----
// 1:11 custom op 'llvm.func' failed to construct function type: expected LLVM type for function arguments
llvm.func @f(complex<f32>)
// -----
// 1:11 custom op 'llvm.func' failed to construct function type: expected LLVM type for function results'non
llvm.func @f() -> none
// -----
// 1:11 custom op 'llvm.func' failed to construct function type: expected LLVM type for function arguments
llvm.func @f(tf32)
// -----
// 1:1 'llvm.mlir.global' op expects type to be a valid element type for an LLVM global
llvm.mlir.global external @g() : index
