// 1:30 'spirv.IAdd' op operand #0 must be 8/16/32/64-bit integer or fixed-length vector of 8/16/32/64-bit i
func.func @f(%a: f32) { %0 = spirv.IAdd %a, %a : f32 return }
// -----
// 1:67 'spirv.Select' op result should have the same number of elements as the condition when condition is 
func.func @f(%a: i32, %b: vector<3xi1>, %c: vector<4xi32>) { %0 = spirv.Select %b, %c, %c : vector<3xi1>, vector<4xi32> return }
// -----
// 1:78 'spirv.MatrixTimesScalar' op input matrix components' type and scaling value must have the same type
func.func @f(%a: vector<4xf32>, %m: !spirv.matrix<3 x vector<3xf32>>) { %0 = spirv.MatrixTimesScalar %m, %f : !spirv.matrix<3 x vector<3xf32>>, f16 return ^b(%f: f16): cf.br ^b(%f : f16) }
// -----
// 1:24 'spirv.mlir.selection' op last block must be the merge block with only one 'spirv.mlir.merge' op
func.func @f(%c: i1) { spirv.mlir.selection { spirv.BranchConditional %c, ^a, ^b ^a: spirv.Branch ^b ^b: spirv.Return } return }
// -----
// 1:32 'spirv.SpecConstant' op SpecId cannot be negative
spirv.module Logical GLSL450 { spirv.SpecConstant @a spec_id(-5) = false }
// -----
// 1:32 'spirv.GlobalVariable' op storage class cannot be 'Function'
spirv.module Logical GLSL450 { spirv.GlobalVariable @v : !spirv.ptr<f32, Function> }
// -----
// 1:65 custom op 'spirv.CompositeExtract' index 4 out of bounds for 'vector<4xi32>'
func.func @f(%a: vector<4xi32>) { %0 = spirv.CompositeExtract %a[4 : i32] : vector<4xi32> return }
// -----
// 1:71 custom op 'spirv.CompositeExtract' index 4 out of bounds for '!spirv.array<4 x f32>'
func.func @f(%a: !spirv.array<4xf32>) { %0 = spirv.CompositeExtract %a[4 : i32] : !spirv.array<4xf32> return }
// -----
// 1:30 custom op 'spirv.IEqual' 'operand1' must be 8/16/32/64-bit integer or fixed-length vector of 8/16/32
func.func @f(%v: i32) { %0 = spirv.IEqual %v, %v : none return }
// -----
// 1:36 custom op 'spirv.AtomicAnd' 'pointer' must be any SPIR-V pointer type, but got '!llvm.ptr'
func.func @f(%v: !llvm.ptr) { %0 = spirv.AtomicAnd <Device> <None> %v, %v : !llvm.ptr return }
// -----
// 1:55 'spirv.CompositeInsert' op object operand type should be 'f32', but found 'i32'
func.func @f(%a: !spirv.array<4xf32>, %b: i32) { %0 = spirv.CompositeInsert %b, %a[1 : i32] : i32 into !spirv.array<4xf32> return }
