// 1:39 'shape.rank' op if at least one of the operands can hold error values then the result must be of typ
func.func @f(%s: !shape.shape) { %0 = shape.rank %s : !shape.shape -> index return }
// -----
// 1:60 'shape.broadcast' op if at least one of the operands can hold error values then the result must be o
func.func @f(%s: !shape.shape, %e: tensor<?xindex>) { %0 = shape.broadcast %s, %e : !shape.shape, tensor<?xindex> -> tensor<?xindex> return }
// -----
// 1:113 'shape.yield' op expects parent op to be one of 'shape.reduce, shape.function_library'
func.func @f(%s: tensor<?xindex>) { %0 = shape.concat %s, %s : tensor<?xindex>, tensor<?xindex> -> !shape.shape shape.yield return }
// -----
// 1:40 'sparse_tensor.values' op operand #0 must be sparse tensor of any type values, but got 'tensor<4xf32
func.func @f(%t: tensor<4xf32>) { %0 = sparse_tensor.values %t : tensor<4xf32> to memref<?xf32> return }
// -----
// 1:40 'sparse_tensor.positions' op operand #0 must be sparse tensor of any type values, but got 'tensor<4x
func.func @f(%t: tensor<4xf32>) { %0 = sparse_tensor.positions %t {level = 0 : index} : tensor<4xf32> to memref<?xindex> return }
// -----
// 1:30 'quant.qcast' op result #0 must be scalar or tensor of quantized type, but got 'i8'
func.func @f(%t: f32) { %0 = quant.qcast %t : f32 to i8 return }
// -----
// 1:42 'x86vector.avx512.dot' op failed to verify that `a` has twice an many elements as `src`
func.func @f(%a: vector<16xbf16>) { %0 = x86vector.avx512.dot %s, %a, %a : vector<16xbf16> -> vector<16xf32> return ^b(%s: vector<16xf32>): cf.br ^b(%s : vector<16xf32>) }
// -----
// 1:32 'index.casts' op operand type 'index' and result type 'index' are cast incompatible
func.func @f(%a: index) { %0 = index.casts %a : index to index return }
// -----
// 1:30 'math.fpowi' op operand #1 must be signless-integer-like, but got 'f32'
func.func @f(%a: f32) { %0 = math.fpowi %a, %a : f32, f32 return }
// -----
// 1:30 'math.ctpop' op operand #0 must be signless-integer-like, but got 'f32'
func.func @f(%a: f32) { %0 = math.ctpop %a : f32 return }
// -----
// 1:46 'arm_sme.zero' op result #0 must be a vector type that fits into a SME tile, but got 'vector<4x4xi32
func.func @f(%a: vector<[4]x[4]xi32>) { %0 = arm_sme.zero : vector<4x4xi32> return }
// -----
// 1:55 custom op 'complex.re' invalid kind of type specified: expected builtin.complex, but found 'f32'
func.func @f(%a: complex<f32>) { %0 = complex.re %a : f32 return }
// -----
// 1:17 custom op 'async.func' expected non-empty function body
async.func @f() { }
// -----
// 1:22 custom op 'pdl_interp.func' expected non-empty function body
pdl_interp.func @f() { }
// -----
// 1:19 custom op 'wasmssa.func' expected non-empty function body
wasmssa.func @f() { }
// -----
// 1:46 custom op 'complex.re' invalid kind of type specified: expected builtin.complex, but found 'i32'
func.func @f(%a: i32) { %0 = complex.re %a : i32 return }
// -----
// 1:30 custom op 'math.isnan' 'operand' must be floating-point-like, but got 'i32'
func.func @f(%v: i32) { %0 = math.isnan %v : i32 return }
// -----
// 1:77 custom op 'nvgpu.tma.prefetch.descriptor' invalid kind of type specified: expected nvgpu.tensormap.d
func.func @f(%m: !llvm.ptr, %b: index) { nvgpu.tma.prefetch.descriptor %m : !llvm.ptr return }
// -----
// 1:56 custom op 'sparse_tensor.values' invalid kind of type specified: expected builtin.tensor, but found 
func.func @f(%a: f32) { %0 = sparse_tensor.values %a : f32 to memref<?xf32> return }
// -----
// 1:30 'index.casts' op operand #0 must be integer or index, but got 'f32'
func.func @f(%a: f32) { %0 = index.casts %a : f32 to index return }
// -----
// 1:54 custom op 'complex.create' invalid kind of type specified: expected builtin.complex, but found 'f32'
func.func @f(%a: f32) { %0 = complex.create %a, %a : f32 return }
// -----
// 1:82 'nvgpu.device_async_copy' op expected 2 source indices, got 1
func.func @f(%m: memref<128x128xf32>, %n: memref<3x16xf32, 3>, %i: index) { %0 = nvgpu.device_async_copy %m[%i], %n[%i, %i], 4 : memref<128x128xf32> to memref<3x16xf32, 3> return }
// -----
// 1:1 'async.func' op result type must be async value type or async token type, but got 'i32'
async.func @f() -> i32 { %0 = arith.constant 1 : i32 return %0 : i32 }
// -----
// 1:1 'async.func' op result type must be async value type or async token type, but got 'i32'
async.func @f() -> i32 { %0 = arith.constant 1 : i32 async.return %0 : i32 }
// -----
// 1:37 'smt.bv.extract' op range to be extracted is too big, expected range starting at index 3 of length 2
func.func @f(%b: !smt.bv<4>) { %0 = smt.bv.extract %b from 3 : (!smt.bv<4>) -> !smt.bv<2> return }
// -----
// 1:51 'amx.tile_load' op requires at least 2D memref
func.func @f(%m: memref<16xi8>, %i: index) { %0 = amx.tile_load %m[%i] : memref<16xi8> into !amx.tile<16x64xi8> return }
// -----
// 1:1 'async.func' op symbol declaration cannot have public visibility
async.func @f() -> (!async.token, !async.value<i32>)
// -----
// 1:1 'async.func' op symbol declaration cannot have public visibility
async.func @f() -> !async.group
// -----
// 1:1 'async.func' op symbol declaration cannot have public visibility
async.func @f() -> (!async.token, i32)
