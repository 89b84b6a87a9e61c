// 2:8 expected mixed offsets rank to match mixed sizes rank (3 vs 2) so the rank of the result type is wel
func.func @f(%m: memref<4x8xf32>) {
  %0 = memref.subview %m[0, 0, 0] [1, 1] [1, 1] : memref<4x8xf32> to memref<1x1xf32>
  return
}
// -----
// 2:8 expected result type to be 'memref<2x2xf32, strided<[8, 1]>>' or a rank-reduced version. (mismatch o
func.func @f(%m: memref<4x8xf32>) {
  %0 = memref.subview %m[0, 0] [2, 2] [1, 1] : memref<4x8xf32> to memref<2x2xf32>
  return
}
// -----
// 2:8 slice along dimension 0 runs out-of-bounds: 4 >= 4
func.func @f(%m: memref<4x8xf32>) {
  %0 = memref.subview %m[3, 0] [2, 2] [1, 1] : memref<4x8xf32> to memref<2x2xf32, strided<[8, 1], offset: 24>>
  return
}
// -----
// 2:8 expected result type with size = 8 instead of 7 in dim = 1
func.func @f(%m: memref<4x8xf32>) {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 8], strides: [8, 1] : memref<4x8xf32> to memref<4x7xf32, strided<[8, 1]>>
  return
}
// -----
// 2:8 expected mixed sizes rank to match mixed strides rank (1 vs 2) so the rank of the result type is wel
func.func @f(%m: memref<4x8xf32>) {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [8, 1] : memref<4x8xf32> to memref<4xf32, strided<[8]>>
  return
}
// -----
// 2:19 use of value '%m' expects different type than prior uses: 'memref<5xf32>' vs 'memref<4xf32>'
func.func @f(%m: memref<4xf32>) {
  memref.copy %m, %m : memref<4xf32> to memref<5xf32>
  return
}
// -----
// 2:8 missing dimension operand for result type 'memref<?xf32>'
func.func @f(%m: memref<?xf32>) {
  %0 = memref.realloc %m : memref<?xf32> to memref<?xf32>
  return
}
// -----
// 1:18 expected the number of strides to match the rank
func.func @f(%m: memref<4xf32, strided<[1, 1]>>) { return }
// -----
// 1:18 memref layout mismatch between rank and affine map: 1 != 2
func.func @f(%m: memref<4xf32, affine_map<(d0, d1) -> (d0)>>) { return }
// -----
// 1:18 memref layout mismatch between rank and affine map: 1 != 2
func.func @f(%m: memref<4xf32, affine_map<(d0) -> (d0)>, affine_map<(d0, d1) -> (d0)>>) { return }
// -----
// 1:25 expected non-function type
func.func @f(%m: memref<-4xf32>) { return }
// -----
// 1:27 invalid memref element type
func.func @f(%m: memref<4xtensor<4xf32>>) { return }
// -----
// 1:18 vector types must have positive constant sizes but got 0
func.func @f(%m: vector<0xf32>) { return }
// -----
// 1:25 expected non-function type
func.func @f(%m: vector<?xf32>) { return }
// -----
// 1:18 failed to verify 'elementType': VectorElementTypeInterface instance
func.func @f(%m: vector<4xvector<4xf32>>) { return }
// -----
// 1:27 invalid tensor element type
func.func @f(%m: tensor<4xmemref<4xf32>>, %n: tensor<*x4xf32>) { return }
// -----
// 1:26 invalid element type for complex
func.func @f(%m: complex<index>, %n: complex<vector<4xf32>>) { return }
// -----
// 1:49 expected non-function type
func.func @f(%m: tensor<4 x f32>, %n: tuple<i32, i>) { return }
// -----
// 1:18 integer bitwidth is limited to 16777215 bits
func.func @f(%m: i16777216) { return }
// -----
// 1:44 expected ',' or '>'
func.func @f(%m: memref<4xf32, strided<[1]>) { return }
// -----
// 1:38 inferred shape of elements literal ([2]) does not match type ([3])
func.func @f() { %0 = arith.constant dense<[1, 2]> : tensor<3xi32> return }
// -----
// 1:44 expected integer elements, but parsed floating-point
func.func @f() { %0 = arith.constant dense<1.0> : tensor<3xi32> return }
// -----
// 1:44 unexpected decimal integer literal for a floating point value
func.func @f() { %0 = arith.constant dense<1> : tensor<3xf32> return }
// -----
// 1:44 integer constant out of range for type
func.func @f() { %0 = arith.constant dense<256> : tensor<3xi8> return }
// -----
// 1:38 elements literal type must have static shape
func.func @f() { %0 = arith.constant dense<1> : tensor<?xi8> return }
// -----
// 1:38 elements hex data size is invalid for provided type: 'tensor<3xi8>'
func.func @f() { %0 = arith.constant dense<"0x0102"> : tensor<3xi8> return }
// -----
// 1:44 expected string containing hex digits starting with `0x`
func.func @f() { %0 = arith.constant dense<"zz"> : tensor<3xi8> return }
// -----
// 1:38 sparse index #0 is not contained within the value shape, with index=[0, 4], and type='tensor<3x4xi8>
func.func @f() { %0 = arith.constant sparse<[[0, 4]], [1]> : tensor<3x4xi8> return }
// -----
// 1:38 expected shape ([3, 4]); inferred shape of indices literal ([1, 1]); inferred shape of values litera
func.func @f() { %0 = arith.constant sparse<[[0]], [1]> : tensor<3x4xi8> return }
// -----
// 1:38 integer constant out of range for attribute
func.func @f() { %0 = arith.constant 256 : i8 return }
// -----
// 1:38 unexpected decimal integer literal for a floating point value
func.func @f() { %0 = arith.constant 1 : f32 return }
// -----
// 1:38 hexadecimal float constant out of range for type
func.func @f() { %0 = arith.constant 0x1FFFFFFFF : f32 return }
// -----
// 1:48 floating point value not valid for specified type
func.func @f() { %0 = arith.constant 1.0 : i32 return }
// -----
// 1:39 negative integer literal not valid for unsigned integer type
func.func @f() { %0 = arith.constant -1 : ui8 return }
// -----
// 1:55 type of return operand 0 ('f32') doesn't match function result type ('i32') in function @f
func.func @f() -> i32 { %0 = arith.constant 1.0 : f32 return %0 : f32 }
// -----
// 1:23 block with no terminator, has %0 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
func.func @f() { %0 = arith.constant 1.0 : f32 }
// -----
// 1:46 redefinition of block '^bb0'
func.func @f() { cf.br ^bb0 ^bb0: cf.br ^bb0 ^bb0: return }
// -----
// 1:23 region entry argument '%a' is already in use
func.func @f(%a: i32, %a: i32) { return }
// -----
// 1:27 use of undeclared SSA value name
func.func @f() { cf.br ^b(%c : i32) ^b: return }
// -----
// 1:25 type mismatch for bb argument #0 of successor #0
func.func @f(%a: i32) { cf.br ^b(%a : i32) ^b(%x: f32): return }
// -----
// 1:25 branch has 0 operands for successor #0, but target block has 1
func.func @f(%a: i32) { cf.br ^b ^b(%x: f32): return }
// -----
// 1:36 use of value '%a' expects different type than prior uses: 'i1' vs 'i32'
func.func @f(%a: i32) { cf.cond_br %a, ^b, ^b ^b: return }
// -----
// 1:24 expects number of branch weights to match number of successors: 1 vs 2
func.func @f(%a: i1) { cf.cond_br %a weights([1]), ^b, ^b ^b: return }
// -----
// 1:24 redefinition of symbol named 'f'
func.func private @f() func.func private @f()
// -----
// 1:39 use of value '%a' expects different type than prior uses: '() -> ()' vs 'i32'
func.func @f(%a: i32) { call_indirect %a() : () -> () return }
// -----
// 1:48 duplicate key 'x' in dictionary attribute
func.func @f() { "func.return"() {x = 1 : i32, x = 2} : () -> () }
// -----
// 2:7 use of undeclared SSA value name
%0 = arith.constant 1 : i32
"x.y"(%1) : (i32) -> ()
// -----
// 1:1 'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'foo'
module attributes {foo = 1} {}
// -----
// 2:1 redefinition of attribute alias id 'a'
#a = 1
#a = 2
// -----
// 2:1 redefinition of type alias id 't'
!t = i32
!t = i64
// -----
// 1:1 attribute names with a '.' are reserved for dialect-defined names
#a.b = 1
// -----
// 1:17 undefined symbol alias id 'zz'
"x.y"() {a = #zz} : () -> ()
// -----
// 1:20 undefined symbol alias id 'zz'
"x.y"() : () -> !zz
// -----
// 1:27 redefinition of block '^bb0'
"x.y"() ({ ^bb0(%a: i32): ^bb0: }) : () -> ()
// -----
// 1:10 reference to an undefined block
"x.y"() [^b] : () -> ()
// -----
// 1:30 expected 'at' in callsite location
"x.y"() {a = loc(callsite("a"))} : () -> ()
// -----
// 1:27 expected ']' in fused location
"x.y"() {a = loc(fused["a")} : () -> ()
// -----
// 1:24 operation location alias was never defined
"x.y"() : () -> () loc(#unknownloc)
// -----
// 1:30 redefinition of identifier 'd0'
"x.y"() {a = affine_map<(d0, d0) -> (d0)>} : () -> ()
// -----
// 1:34 use of undeclared identifier
"x.y"() {a = affine_map<(d0) -> (d1)>} : () -> ()
// -----
// 1:37 non-affine expression: at least one of the multiply operands has to be either a constant or symbolic
"x.y"() {a = affine_map<(d0) -> (d0 * d0)>} : () -> ()
// -----
// 1:41 non-affine expression: right operand of mod has to be either a constant or symbolic
"x.y"() {a = affine_map<(d0)[s0] -> (s0 mod d0)>} : () -> ()
// -----
// 1:38 expected '== affine-expr' or '>= affine-expr' at end of affine constraint
"x.y"() {a = affine_set<(d0) : (d0 > 0)>} : () -> ()
// -----
// 1:39 missing right operand of binary operator
"x.y"() {a = affine_map<(d0) -> (d0 + )>} : () -> ()
// -----
// 1:37 expected '>' in affine map
"x.y"() {a = affine_map<(d0) -> (d0), >} : () -> ()
// -----
// 1:23 expected distinct ID
"x.y"() {a = distinct[x]<1>} : () -> ()
// -----
// 1:18 expected '"' in string literal
"x.y"() {a = "abc
def"} : () -> ()
// -----
// 1:18 unknown escape in string literal
"x.y"() {a = "abc\q"} : () -> ()
// -----
// 1:15 @ identifier expected to start with letter or '_'
"x.y"() {a = @} : () -> ()
// -----
// 1:16 expected '}' in attribute dictionary
"x.y"() {a = @a:b} : () -> ()
// -----
// 1:15 expected '}' in attribute dictionary
"x.y"() {a = 0x} : () -> ()
// -----
// 1:20 expected non-function type
"x.y"() {a = array<f31: 1>} : () -> ()
// -----
// 1:25 expected integer literal
"x.y"() {a = array<i32: 1.0>} : () -> ()
// -----
// 1:29 expected identifier key for 'resource' entry
"x.y"() {a = dense_resource<1> : tensor<2xi32>} : () -> ()
// -----
// 1:32 `dense_resource` expected a shaped type
"x.y"() {a = dense_resource<a> : i32} : () -> ()
// -----
// 1:13 expected attribute value
"x.y"() {a = opaque<"x", "0x0"> : i32} : () -> ()
// -----
// 1:18 expected '}' in attribute dictionary
"x.y"() {a = unit : i32} : () -> ()
// -----
// 1:18 expected '}' in attribute dictionary
"x.y"() {a = true : i32} : () -> ()
// -----
// 1:10 expected valid attribute name
"x.y"() {"" = 1} : () -> ()
// -----
// 1:10 expected attribute name
"x.y"() {1 = 1} : () -> ()
// -----
// 1:1 empty operation name is invalid
""() : () -> ()
// -----
// 1:11 expected 0 operand types but had 1
"x.y"() : (i32) -> ()
// -----
// 1:20 expected operation name in quotes
"x.y"() : () -> i32,
// -----
// 1:4 expected named operation to have at least 1 result
%0:0 = "x.y"() : () -> ()
// -----
// 1:1 operation defines 1 results but was provided 2 to bind
%0:2 = "x.y"() : () -> (i32)
// -----
// 1:1 operation defines 1 results but was provided 2 to bind
%0, %1 = "x.y"() : () -> (i32)
// -----
// 2:7 reference to invalid result number
%0 = "x.y"() : () -> (i32)
"x.z"(%0#1) : (i32) -> ()
// -----
// 2:1 redefinition of SSA value '%0'
%0 = "x.y"() : () -> (i32)
%0 = "x.y"() : () -> (i32)
// -----
// 1:91 use of value '%w' expects different type than prior uses: 'vector<4xi1>' vs 'vector<5xi32>'
func.func @f(%a: i32, %f: f32, %v: vector<4xi1>, %w: vector<5xi32>) { %0 = arith.addi %v, %w : vector<4xi1> return }
// -----
// 1:55 use of value '%a' expects different type than prior uses: 'tensor<4xi32>' vs 'tensor<*xi32>'
func.func @f(%a: tensor<*xi32>) { %0 = arith.cmpi eq, %a, %a : tensor<4xi32> return }
// -----
// 1:111 use of value '%x' expects different type than prior uses: 'f32' vs 'i32'
func.func @f(%a: index, %f: f32) { %0 = scf.for %i = %a to %a step %a iter_args(%x = %f) -> (i32) { scf.yield %x : f32 } return }
// -----
// 1:41 use of value '%a' expects different type than prior uses: 'i1' vs 'i32'
func.func @f(%a: i32, %f: f32) { scf.if %a { } return }
// -----
// 1:42 use of value '%a' expects different type than prior uses: 'index' vs 'i32'
func.func @f(%a: i32) { scf.index_switch %a default { } return }
// -----
// 1:73 expected '{' to begin a region
func.func @f(%a: index, %t: tensor<4xf32>) { %0 = scf.forall (%i) in (2) -> (tensor<4xf32>) { } return }
// -----
// 1:46 expected 2 upper bound values, got 1
func.func @f(%a: index, %t: tensor<4xf32>) { scf.forall (%i, %j) in (2) { } return }
// -----
// 1:91 use of value '%t' expects different type than prior uses: 'tensor<5xf32>' vs 'tensor<4xf32>'
func.func @f(%a: index, %t: tensor<4xf32>) { %0 = scf.forall (%i) in (2) shared_outs(%o = %t) -> (tensor<5xf32>) { } return }
// -----
// 1:50 use of value '%a' expects different type than prior uses: 'i1' vs 'index'
func.func @f(%a: index, %f: f32) { scf.condition(%a) return }
// -----
// 1:41 use of value '%a' expects different type than prior uses: 'index' vs 'i32'
func.func @f(%a: i32) { affine.for %i = %a to 10 { } return }
// -----
// 1:78 operand #0 does not dominate this use
func.func @f(%a: index, %m: memref<4xf32>) { %x = "x.y"() : () -> index %0 = scf.if %c -> index { scf.yield %a : index } else { scf.yield %a : index } affine.for %i = %0 to 10 { } return ^b(%c: i1): cf.br ^b(%c : i1) }
// -----
// 1:55 operation defines 2 results but was provided 1 to bind
func.func @f(%m: memref<4xf32>, %n: index, %f: f32) { %0 = affine.parallel (%i) = (0) to (10) reduce ("addf") -> (f32, f32) { affine.yield %f : f32 } return }
// -----
// 1:89 use of value '%w' expects different type than prior uses: 'vector<4x4xf32>' vs 'vector<4x5xf32>'
func.func @f(%v: vector<4xf32>, %w: vector<4x5xf32>) { %0 = vector.outerproduct %v, %v, %w : vector<4xf32>, vector<4xf32> return }
// -----
// 1:95 use of value '%f' expects different type than prior uses: 'f32' vs 'i32'
func.func @f(%m: memref<?x?xf32>, %i: index, %f: i32) { %0 = vector.transfer_read %m[%i, %i], %f : memref<?x?xf32>, vector<4xf32> return }
// -----
// 1:117 use of value '%k' expects different type than prior uses: 'vector<4xi1>' vs 'vector<5xi1>'
func.func @f(%m: memref<?x?xf32>, %i: index, %f: f32, %k: vector<5xi1>) { %0 = vector.transfer_read %m[%i, %i], %f, %k : memref<?x?xf32>, vector<4xf32> return }
// -----
// 1:35 operation defines 3 results but was provided 2 to bind
func.func @f(%f: vector<3xf32>) { %0:2 = vector.to_elements %f : vector<3xf32> return }
// -----
// 1:48 use of value '%f' expects different type than prior uses: 'vector<4xf32>' vs 'vector<3xf32>'
func.func @f(%f: vector<3xf32>) { vector.print %f : vector<4xf32> return }
// -----
// 1:74 use of value '%g' expects different type than prior uses: 'f32' vs 'i32'
func.func @f(%t: tensor<4xf32>, %i: index, %g: i32) { %0 = tensor.insert %g into %t[%i] : tensor<4xf32> return }
// -----
// 1:41 must have one body argument per input dimension
func.func @f(%g: f32, %i: index) { %0 = tensor.generate %i { ^bb0(%a: index, %b: index): tensor.yield %g : f32 } : tensor<?xf32> return }
// -----
// 1:41 all body arguments must be index
func.func @f(%g: f32, %i: index) { %0 = tensor.generate %i { ^bb0(%a: i32): tensor.yield %g : f32 } : tensor<?xf32> return }
// -----
// 1:51 expected type to be 'tensor<4xf32>' or a rank-reduced version. (size mismatch) 
func.func @f(%t: tensor<8xf32>, %i: index) { %0 = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<5xf32> return }
// -----
// 1:51 slice along dimension 0 runs out-of-bounds: 9 >= 8
func.func @f(%t: tensor<8xf32>, %i: index) { %0 = tensor.extract_slice %t[6] [4] [1] : tensor<8xf32> to tensor<4xf32> return }
// -----
// 1:51 expected element type to be 'f32'
func.func @f(%t: tensor<8xf32>, %i: index) { %0 = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf64> return }
// -----
// 1:59 expected type to be 'tensor<5xf32>' or a rank-reduced version. (size mismatch) 
func.func @f(%t: tensor<8xf32>, %u: tensor<4xf32>) { %0 = tensor.insert_slice %u into %t[0] [5] [1] : tensor<4xf32> into tensor<8xf32> return }
// -----
// 1:59 expected mixed offsets rank to match mixed sizes rank (2 vs 1) so the rank of the result type is wel
func.func @f(%t: tensor<8xf32>, %u: tensor<4xf32>) { %0 = tensor.insert_slice %u into %t[0, 0] [4] [1] : tensor<4xf32> into tensor<8xf32> return }
// -----
// 1:49 failed to infer expectedType from sourceType 'tensor<8xf32>', specified resultType is 'tensor<10xf32
func.func @f(%t: tensor<8xf32>, %g: f32) { %0 = tensor.pad %t low[1, 2] high[1] { ^bb0(%a: index): tensor.yield %g : f32 } : tensor<8xf32> to tensor<10xf32> return }
// -----
// 1:49 specified type 'tensor<11xf32>' does not match the inferred type 'tensor<10xf32>'
func.func @f(%t: tensor<8xf32>, %g: f32) { %0 = tensor.pad %t low[1] high[1] { ^bb0(%a: index): tensor.yield %g : f32 } : tensor<8xf32> to tensor<11xf32> return }
// -----
// 1:49 expected the block to have 1 arguments
func.func @f(%t: tensor<8xf32>, %g: f32) { %0 = tensor.pad %t low[1] high[1] { tensor.yield %g : f32 } : tensor<8xf32> to tensor<10xf32> return }
// -----
// 1:51 dynamic sizes not needed when copying a tensor
func.func @f(%i: index, %t: tensor<?xf32>) { %0 = bufferization.alloc_tensor(%i) copy(%t) : tensor<?xf32> return }
// -----
// 1:51 element types do not match
func.func @f(%i: index, %t: tensor<?xf32>) { %0 = bufferization.to_buffer %t : tensor<?xf32> to memref<?xi32> return }
// -----
// 1:69 invalid inner_dims_pos vector
func.func @f(%m: tensor<16x16xf32>, %d: tensor<2x2x8x8xf32>) { %3 = linalg.pack %m inner_dims_pos = [0, 0] inner_tiles = [8, 8] into %d : tensor<16x16xf32> -> tensor<2x2x8x8xf32> return }
// -----
// 1:69 expected 'tensor<3x2x8x8xf32>' for the packed domain value, got 'tensor<2x2x8x8xf32>'
func.func @f(%m: tensor<17x16xf32>, %d: tensor<2x2x8x8xf32>) { %3 = linalg.pack %m inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %d : tensor<17x16xf32> -> tensor<2x2x8x8xf32> return }
// -----
// 1:69 invalid zero tile factor
func.func @f(%m: tensor<16x16xf32>, %d: tensor<2x2x8x8xf32>) { %3 = linalg.pack %m inner_dims_pos = [0, 1] inner_tiles = [8, 0] into %d : tensor<16x16xf32> -> tensor<2x2x8x8xf32> return }
// -----
// 1:69 invalid outer_dims_perm vector
func.func @f(%m: tensor<16x16xf32>, %d: tensor<2x2x8x8xf32>) { %3 = linalg.pack %m outer_dims_perm = [0, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %d : tensor<16x16xf32> -> tensor<2x2x8x8xf32> return }
// -----
// 1:69 mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type
func.func @f(%m: tensor<16x16xf32>, %d: tensor<2x2x8x4xf32>) { %3 = linalg.pack %m inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %d : tensor<16x16xf32> -> tensor<2x2x8x4xf32> return }
// -----
// 1:49 expected op with scalar input
func.func @f(%m: tensor<4xf32>, %f: f64) { %0 = linalg.fill ins(%m : tensor<4xf32>) outs(%m : tensor<4xf32>) -> tensor<4xf32> return }
// -----
// 7:3 operand #0 does not dominate this use
func.func @f(%c: i1) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = arith.constant 1 : i32
  cf.br ^b
^b:
  return %0 : i32
}
// -----
// 3:10 operand #0 does not dominate this use
func.func @f(%c: i1) {
  scf.if %c {
    %1 = arith.addi %0, %0 : i32
  }
  %0 = arith.constant 1 : i32
  return
}
// -----
// 2:1 invalid block name in region with named arguments
func.func @f(%c: i1) {
^a:
  %0 = arith.constant 1 : i32
  cf.br ^c
^b:
  %2 = arith.constant 1 : i32
  cf.br ^c
^c:
  %1 = arith.addi %0, %2 : i32
  cf.cond_br %c, ^b, ^d
^d:
  return
}
// -----
// 2:8 operand #0 does not dominate this use
func.func @f() {
  %x = arith.addi %x, %x : i32
  return
}
// -----
// 9:3 operand #0 does not dominate this use
func.func @f(%c: i1) {
  cf.br ^h
^h:
  cf.cond_br %c, ^l(%c : i1), ^e
^l(%y: i1):
  %x = arith.addi %y, %y : i1
  cf.br ^h
^e:
  "x.y"(%x) : (i1) -> ()
  return
}
// -----
// 2:3 operand #1 does not dominate this use
llvm.func @f(%c: i1) {
  llvm.cond_br %c, ^a(%0 : i32), ^a(%0 : i32)
^a(%x: i32):
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.return
}
// -----
// 3:10 operand #1 does not dominate this use
gpu.module @m {
  gpu.func @k(%a: index) kernel {
    %0 = arith.addi %a, %1 : index
    %1 = arith.addi %a, %0 : index
    gpu.return
  }
}
// -----
// 1:77 use of value '%i' expects different type than prior uses: 'f32' vs 'i32'
llvm.func @f(%p: !llvm.struct<(i32, f32)>, %i: i32) { %4 = llvm.insertvalue %i, %p[1] : !llvm.struct<(i32, f32)> llvm.return }
// -----
// 1:30 integer width of the output type is smaller or equal to the integer width of the input type
llvm.func @f(%i: i32) { %4 = llvm.zext %i : i32 to i16 llvm.return }
// -----
// 1:33 expected attribute name
llvm.mlir.global internal @g() { %0 = llvm.mlir.constant(1 : i64) : i64 llvm.return %0 : i64 } : i32
// -----
// 1:68 use of value '%i' expects different type than prior uses: 'f32' vs 'i32'
llvm.func @f(%v: vector<4xf32>, %i: i32) { %0 = llvm.insertelement %i, %v[%i : i32] : vector<4xf32> llvm.return }
// -----
// 1:38 use of value '%c' expects different type than prior uses: 'i1' vs 'i32'
llvm.func @f(%c: i32) { llvm.cond_br %c, ^a, ^a ^a: llvm.return }
// -----
// 1:25 branch has 1 operands for successor #1, but target block has 0
llvm.func @f(%c: i32) { llvm.switch %c : i32, ^a [1: ^a(%c : i32)] ^a: llvm.return }
// -----
// 1:24 expects number of branch weights to match number of successors: 1 vs 2
llvm.func @f(%c: i1) { llvm.cond_br %c weights([1]), ^a, ^a ^a: llvm.return }
// -----
// 1:1 "llvm.byval" attribute attached to non-pointer LLVM type
llvm.func @f(%c: i32 {llvm.byval = i32}) { llvm.return }
// -----
// 1:1 "llvm.noalias" should be a unit attribute
llvm.func @f(%c: i32 {llvm.noalias = 3}) { llvm.return }
// -----
// 1:38 unknown LLVM type: foo
llvm.func @f() attributes {a = !llvm.foo}
// -----
// 1:44 unbalanced '(' character in pretty dialect name
llvm.func @f() attributes {a = !llvm.struct<(i32>}
// -----
// 1:18 only comdat selector symbols can appear in a comdat region
llvm.comdat @c { llvm.return }
// -----
// 1:30 expected either an op attribute or a non-empty body
func.func @f(%f: f32) { %0 = gpu.all_reduce add %f { ^bb0(%a: f32, %b: f32): gpu.yield %a : f32 } : (f32) -> (f32) return }
// -----
// 1:30 expected two region arguments
func.func @f(%f: f32) { %0 = gpu.all_reduce %f { ^bb0(%a: f32): gpu.yield %a : f32 } : (f32) -> (f32) return }
// -----
// 1:30 incorrect region argument type
func.func @f(%f: f32) { %0 = gpu.all_reduce %f { ^bb0(%a: f32, %b: i32): gpu.yield %a : f32 } : (f32) -> (f32) return }
// -----
// 1:125 use of value '%i' expects different type than prior uses: 'index' vs 'i32'
func.func @f(%m: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, %i: i32) { nvgpu.mbarrier.init %m[%i], %i : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>> return }
// -----
// 1:52 expected byte size to be either 4, 8 or 16.
llvm.func @f(%p: !llvm.ptr<3>, %q: !llvm.ptr<1>) { nvvm.cp.async.shared.global %p, %q, 3, cache = ca : !llvm.ptr<3>, !llvm.ptr<1> llvm.return }
// -----
// 1:50 use of value '%p' expects different type than prior uses: 'f32' vs 'i32'
llvm.func @f(%p: i32) { %0 = nvvm.redux.sync add %p, %p : f32 -> f32 llvm.return }
// -----
// 1:46 Dialect `' not found for custom op 'id'  (tried '.id' as well)
llvm.func @f(%p: i32) { nvvm.barrier id = %p id = %p llvm.return }
// -----
// 1:40 expected attribute value
llvm.func @f(%p: i32) { rocdl.s.waitcnt llvm.return }
// -----
// 1:165 expected ':'
func.func @f(%a: tensor<i1>, %b: tensor<4xf32>) { %0 = tosa.cond_if %a (%x = %b) : tensor<i1> (tensor<4xf32>) -> tensor<4xf32> { ^bb0(%x: tensor<4xf32>): tosa.yield } else { ^bb0(%x: tensor<4xf32>): tosa.yield %x : tensor<4xf32> } return }
// -----
// 1:32 'spirv.module' can only contain spirv.* ops
spirv.module Logical GLSL450 { func.func @f() { return } }
// -----
// 1:55 floating point value not valid for specified type
func.func @f(%a: i32) { %0 = spirv.Constant 1.0 : i32 return }
// -----
// 1:52 expected operation name in quotes
func.func @f(%a: i32) { %0 = spirv.Constant 1 : i32 : f32 return }
// -----
// 1:75 use of value '%a' expects different type than prior uses: '!spirv.ptr<f32, Workgroup>' vs '!spirv.pt
func.func @f(%a: !spirv.ptr<f32, Function>) { %0 = spirv.Load "Workgroup" %a : f32 return }
// -----
// 1:79 use of value '%a' expects different type than prior uses: '!spirv.ptr<i32, Function>' vs '!spirv.ptr
func.func @f(%a: !spirv.ptr<f32, Function>, %i: i32) { spirv.Store "Function" %a, %i : i32 return }
// -----
// 1:143 expected ','
func.func @f(%a: !spirv.ptr<!spirv.array<4xf32>, Function>, %i: i32) { %0 = spirv.AccessChain %a[] : !spirv.ptr<!spirv.array<4xf32>, Function> -> !spirv.ptr<f32, Function> return }
// -----
// 1:30 result type must be different from operand type
func.func @f(%a: i32) { %0 = spirv.Bitcast %a : i32 to i32 return }
// -----
// 1:47 unbalanced '[' character in pretty dialect name
func.func @f() attributes {a.a = !spirv.struct<(f32 [0, i32)>} { return }
// -----
// 1:53 expected ','
func.func @f(%c: i1) { spirv.BranchConditional %c [1], ^a, ^a ^a: return }
// -----
// 1:98 use of value '%v' expects different type than prior uses: 'i32' vs 'i64'
func.func @f(%p: !spirv.ptr<i32, Workgroup>, %v: i64) { %0 = spirv.AtomicAnd <Device> <None> %p, %v : !spirv.ptr<i32, Workgroup> return }
// -----
// 1:65 use of value '%a' expects different type than prior uses: '!emitc.lvalue<f32>' vs '!emitc.lvalue<i32
func.func @f(%a: !emitc.lvalue<i32>, %b: f32) { %0 = emitc.load %a : !emitc.lvalue<f32> return }
// -----
// 1:34 use of value '%a' expects different type than prior uses: 'i1' vs 'i32'
func.func @f(%a: i32) { emitc.if %a { } return }
// -----
// 1:17 expected '"' in string literal
emitc.include "a
// -----
// 1:60 use of undeclared SSA value name
pdl.pattern : benefit(1) { %0 = operation "foo.bar" {"a" = %a} rewrite %0 { } }
// -----
// 1:74 expected '('
pdl.pattern : benefit(1) { %0 = operation pdl.apply_native_constraint "x" rewrite %0 { } }
// -----
// 1:60 expected ':'
pdl.pattern : benefit(1) { pdl.apply_native_constraint "x"() rewrite with "y" }
// -----
// 1:43 expected ')'
func.func @f(%c: i32) { omp.parallel if(%c : i1) { omp.terminator } return }
// -----
// 1:52 expected ':'
func.func @f(%c: i32) { omp.parallel num_threads(%c) { omp.terminator } return }
// -----
// 1:31 read and write must not be to the same location for atomic reads
func.func @f(%c: !llvm.ptr) { omp.atomic.read %c = %c : !llvm.ptr, !llvm.ptr, i32 return }
// -----
// 1:61 read and write must not be to the same location for atomic reads
func.func @f(%c: !llvm.ptr, %i: i32) { omp.atomic.capture { omp.atomic.read %c = %c : !llvm.ptr, !llvm.ptr, i32 } return }
// -----
// 1:25 at least one of auto, independent, seq must be present
func.func @f(%c: i32) { acc.loop { acc.yield } return }
// -----
// 1:27 at least one operand or the default attribute must appear on the data operation
func.func @f(%c: index) { acc.data { } return }
// -----
// 1:27 at least one value must be present in dataOperands
func.func @f(%c: index) { acc.update return }
// -----
// 1:47 use of value '%c' expects different type than prior uses: 'f32' vs 'index'
func.func @f(%c: index) { acc.init device_num(%c : f32) return }
// -----
// 1:51 use of value '%c' expects different type than prior uses: '!async.value<i32>' vs '!async.token'
func.func @f(%c: !async.token) { %0 = async.await %c : !async.value<i32> return }
// -----
// 1:58 use of value '%c' expects different type than prior uses: 'index' vs '!async.token'
func.func @f(%c: !async.token) { %0 = async.create_group %c : !async.group return }
// -----
// 1:148 expected terminator to have as many operands as the parent op has results
module attributes {transform.with_named_sequence} { transform.named_sequence @f(%a: !transform.any_op {transform.readonly}) -> !transform.any_op { transform.yield } }
// -----
// 1:46 use of undeclared SSA value name
func.func @f(%a: index) { %0 = index.add %a, %b return }
// -----
// 1:51 floating point value not valid for specified type
func.func @f(%a: index) { %0 = index.constant 1.0 return }
// -----
// 1:49 use of undeclared SSA value name
func.func @f(%a: f32) { %0 = complex.create %a, %b : complex<f32> return }
// -----
// 1:36 expected '('
func.func @f() { %r = mpi.comm_rank : i32 return }
// -----
// 1:68 use of value '%c' expects different type than prior uses: '!smt.bv<4>' vs '!smt.bv<5>'
func.func @f(%b: !smt.bv<4>, %c: !smt.bv<5>) { %0 = smt.bv.add %b, %c : !smt.bv<4> return }
// -----
// 1:50 expected non-function type
func.func @f(%a: i32, %b: i32) { %0 = ub.poison : foo return }
// -----
// 1:34 referenced attribute does not match previous definition: 1 : i64
"x.y"() {a = distinct[1]<1>, b = distinct[1]<2>} : () -> ()
// -----
// 1:46 expected operation name in quotes
memref.global @c : memref<2xf32> = dense<1.0> : tensor<3xf32>
// -----
// 1:53 expected a 64-bit signed integer or '?'
func.func @f(%m: memref<4xf32, strided<[1], offset: x>>) { return }
// -----
// 1:56 tensor literal is invalid; ranks are not consistent between elements
func.func @f() { %0 = arith.constant dense<[[1, 2], [3]]> : tensor<2x2xi32> return }
// -----
// 1:46 operation defines 2 results but was provided 1 to bind
func.func @f(%m: memref<4xf32>, %n: index) { %0 = affine.apply affine_map<(d0) -> (d0, d0)>(%n) return }
// -----
// 1:62 expected operation name in quotes
func.func @f() { %0 = arith.constant dense<1> : vector<4xi32> : vector<4xi32> return }
// -----
// 1:30 tensor literal is invalid; ranks are not consistent between elements
"a.b"() {a = dense<[[1],[2,3]]> : tensor<2x2xi32>} : () -> ()
// -----
// 1:26 tensor literal is invalid; ranks are not consistent between elements
"a.b"() {a = dense<[1,[2]]> : tensor<2xi32>} : () -> ()
// -----
// 1:26 tensor literal is invalid; ranks are not consistent between elements
"a.b"() {a = dense<[[1],2]> : tensor<2x1xi32>} : () -> ()
// -----
// 1:26 tensor literal is invalid; ranks are not consistent between elements
"a.b"() {a = dense<[[1],2, 3]> : tensor<2x1xi32>} : () -> ()
// -----
// 1:28 tensor literal is invalid; ranks are not consistent between elements
"a.b"() {a = dense<[[], [2]]> : tensor<2x1xi32>} : () -> ()
// -----
// 1:24 expected integer literal
"a.b"() {a = array<i8: 1.0, 2>} : () -> ()
// -----
// 1:24 expected integer literal
"a.b"() {a = array<i8: x>} : () -> ()
// -----
// 1:25 expected floating point literal
"a.b"() {a = array<f32: x>} : () -> ()
// -----
// 1:25 unexpected decimal integer literal for a floating point value
"a.b"() {a = array<f32: 1>} : () -> ()
// -----
// 1:25 expected 'true' or 'false' values for i1 type
"a.b"() {a = array<i1: 1>} : () -> ()
// -----
// 1:23 expected ':' after dense array type
"a.b"() {a = array<i32 1>} : () -> ()
// -----
// 1:25 expected integer literal
"a.b"() {a = array<i32: >} : () -> ()
// -----
// 1:20 element type bitwidth must be a multiple of 8
"a.b"() {a = array<i7: 1>} : () -> ()
// -----
// 1:21 integer constant out of range for type
"a.b"() {a = dense<[300]> : tensor<1xi8>} : () -> ()
// -----
// 1:14 integer constant out of range for attribute
"a.b"() {a = 300 : i8} : () -> ()
// -----
// 1:15 integer constant out of range for attribute
"a.b"() {a = -300 : i8} : () -> ()
// -----
// 1:35 expected a 64-bit signed integer or '?'
"a.b"() {a = strided<[1], offset: x>} : () -> ()
// -----
// 1:23 expected a 64-bit signed integer or '?'
"a.b"() {a = strided<[x], offset: 1>} : () -> ()
// -----
// 1:25 expected ','
"a.b"() {a = strided<[1] offset: 1>} : () -> ()
// -----
// 1:29 expected 'offset' after comma
"a.b"() {a = strided<[1, 2], ofset: 1>} : () -> ()
// -----
// 1:36 expected ':' after 'offset'
"a.b"() {a = strided<[1, 2], offset 1>} : () -> ()
// -----
// 1:36 referenced attribute does not match previous definition: 1 : i64
"x.y"() {a = distinct[1]<1>, b =   distinct[ 1 ] < 2 > } : () -> ()
// -----
// 1:25 expected '<' after distinct ID
"x.y"() {a = distinct[1]} : () -> ()
// -----
// 1:27 expected ':'
"x.y"() {a = dense<[1, 2]> tensor<2xi32>} : () -> ()
// -----
// 1:14 elements literal must be a shaped type
"x.y"() {a = dense<[1, 2]> : i32} : () -> ()
// -----
// 1:14 elements literal type must have static shape
"x.y"() {a = dense<[1, 2]> : tensor<?xi32>} : () -> ()
// -----
// 1:24 integer constant out of range for type
"x.y"() {a = dense<[1, "s"]> : tensor<2xi32>} : () -> ()
// -----
// 1:20 expected string containing hex digits starting with `0x`
"x.y"() {a = dense<"0x0"> : tensor<2xi32>} : () -> ()
// -----
// 1:20 unexpected decimal integer literal for a floating point value
"x.y"() {a = dense<1> : tensor<2xf32>} : () -> ()
// -----
// 1:14 expected shape ([3]); inferred shape of indices literal ([2, 2]); inferred shape of values literal (
"x.y"() {a = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3xi32>} : () -> ()
// -----
// 1:14 sparse index #1 is not contained within the value shape, with index=[5], and type='tensor<3xi32>'
"x.y"() {a = sparse<[[0], [5]], [1, 5]> : tensor<3xi32>} : () -> ()
// -----
// 1:17 empty block: expect at least a terminator
gpu.module @m { gpu.func @f(%a: i32) kernel { } }
// -----
// 1:1 empty block: expect at least a terminator
func.func @f(%a: i32) { }
// -----
// 1:1 empty block: expect at least a terminator
pdl_interp.func @f(%x : !pdl.operation) { }
// -----
// 1:72 expected '='
func.func @f(%i: index) { gpu.launch blocks(%a, %b, %c) in (%x = %i, %y %i, %z = %i) threads(%d, %e, %g) in (%u = %i, %v = %i, %w = %i) { gpu.terminator } return }
// -----
// 1:70 expected '<'
func.func @f(%m: i32, %b: index) { nvgpu.tma.prefetch.descriptor %m : i32 return }
// -----
// 1:47 use of value '%m' expects different type than prior uses: 'i32' vs '!llvm.ptr'
func.func @f(%m: !llvm.ptr) { llvm.intr.vaend %m : i32 return }
// -----
// 1:40 use of value '%a' expects different type than prior uses: 'i32' vs 'f32'
func.func @f(%a: f32) { %0 = math.sqrt %a : i32 return }
// -----
// 1:38 use of value '%a' expects different type than prior uses: 'none' vs 'f32'
func.func @f(%a: f32) { vector.print %a : none return }
// -----
// 1:46 use of value '%a' expects different type than prior uses: '!gpu.async.token' vs 'f32'
func.func @f(%a: f32) { %0 = gpu.wait async [%a] return }
// -----
// 1:27 wait_devnum cannot appear without waitOperands
func.func @f(%c: index) { acc.wait wait_devnum(%c : index) return }
// -----
// 1:62 functions in 'spirv.module' can only contain spirv.* ops
spirv.module Logical GLSL450 { spirv.func @f() "None" { %0 = arith.constant 1 : i32 spirv.Return } }
// -----
// 1:69 use of undeclared SSA value name
func.func @f(%m: memref<16xi8>, %i: index) { amx.tile_store %m[%i], %t : memref<16xi8>, !amx.tile<16x64xi8> return }
// -----
// 1:63 functions in 'spirv.module' can only contain spirv.* ops
spirv.module Logical GLSL450 { spirv.func @f(%a: i1) "None" { "x.y"() : () -> () spirv.Return } }
// -----
// 1:85 source and destination must have the same element type
func.func @f(%m: memref<128x128xf32>, %n: memref<3x16x16xf16, 3>, %i: index) { %0 = nvgpu.device_async_copy %m[%i, %i], %n[%i, %i, %i], 4 : memref<128x128xf32> to memref<3x16x16xf16, 3> return }
// -----
// 1:147 operand expected to be one of AOp, BOp or COp
func.func @f(%m: memref<4x4xf16>, %i: index) { %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 4 : index} : memref<4x4xf16> -> !gpu.mma_matrix<16x16xf16, "FOp"> return }
// -----
// 1:147 MMAMatrixType must have exactly two dimensions
func.func @f(%m: memref<4x4xf32>, %i: index) { %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 4 : index} : memref<4x4xf32> -> !gpu.mma_matrix<16xf16, "AOp"> return }
// -----
// 1:43 invalid array element type: '!llvm.void'
llvm.func @f() attributes {a = !llvm.array<4 x void>}
// -----
// 1:42 expected integer value
llvm.func @f() attributes {a = !llvm.ptr<i32>}
// -----
// 1:38 unknown attribute `foo` in dialect `llvm`
llvm.func @f() attributes {a = #llvm.foo}
// -----
// 1:47 expected ::mlir::LLVM::FastmathFlags to be one of: none, nnan, ninf, nsz, arcp, contract, afn, reass
llvm.func @f() attributes {a = #llvm.fastmath<foo>}
// -----
// 1:25 bit-vector must have at least a width of one
func.func @f(%b: !smt.bv<0>) { return }
// -----
// 1:46 matrix is expected to have 2, 3, or 4 columns
func.func @f() attributes {a = !spirv.matrix<5 x vector<3xf32>>} { return }
// -----
// 1:48 expected ','
func.func @f() attributes {a.a = !spirv.ptr<f32>} { return }
// -----
// 1:47 expected array length greater than 0
func.func @f() attributes {a.a = !spirv.array<0xf32>} { return }
// -----
// 1:47 expected static shape
func.func @f() attributes {a.a = !emitc.array<?xi32>} { return }
// -----
// 1:47 expected non empty string in !emitc.opaque type
func.func @f() attributes {a.a = !emitc.opaque<"">} { return }
// -----
// 1:47 !emitc.lvalue must wrap supported emitc type, but got '!emitc.lvalue<i32>'
func.func @f() attributes {a.a = !emitc.lvalue<!emitc.lvalue<i32>>} { return }
// -----
// 1:47 expected ::mlir::vector::CombiningKind to be one of: add, mul, minui, minsi, minnumf, maxui, maxsi, 
func.func @f() attributes {a.a = #vector.kind<bar>} { return }
// -----
// 1:44 expected integer value
func.func @f() attributes {a.a = !llvm.ptr<>} { return }
// -----
// 1:44 expected integer value
func.func @f() attributes {a.a = !llvm.ptr<!llvm.ptr>} { return }
// -----
// 1:44 expected integer value
func.func @f() attributes {a.a = !llvm.ptr<i8, 3>} { return }
// -----
// 1:45 invalid array element type: '!llvm.label'
func.func @f() attributes {a.a = !llvm.array<4 x label>} { return }
// -----
// 1:45 invalid array element type: '!llvm.token'
func.func @f() attributes {a.a = !llvm.array<4 x token>} { return }
// -----
// 1:45 invalid array element type: '!llvm.metadata'
func.func @f() attributes {a.a = !llvm.array<4 x metadata>} { return }
// -----
// 1:48 matrix is expected to have 2, 3, or 4 columns
func.func @f() attributes {a.a = !spirv.matrix<1 x vector<3xf32>>} { return }
// -----
// 1:47 !emitc.lvalue cannot wrap !emitc.array type
func.func @f() attributes {a.a = !emitc.lvalue<!emitc.array<4xi32>>} { return }
// -----
// 1:40 unknown attribute `mlir.zero` in dialect `llvm`
func.func @f() attributes {a.a = #llvm.mlir.zero} { return }
// -----
// 1:55 expected ::mlir::spirv::StorageClass to be one of: UniformConstant, Input, Uniform, Output, Workgrou
func.func @f() attributes {a.a = #spirv.storage_class<Foo>} { return }
// -----
// 1:51 expected ::mlir::acc::DeviceType to be one of: none, star, default, host, multicore, nvidia, radeon
func.func @f() attributes {a.a = #acc.device_type<foo>} { return }
// -----
// 1:40 unknown attribute `md_string` in dialect `llvm`
func.func @f() attributes {a.a = #llvm.md_string<"x">} { return }
// -----
// 1:49 expected valid keyword or string
func.func @f() attributes {a.a = #llvm.fastmath<>} { return }
