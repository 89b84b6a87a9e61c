// 2:8 'memref.alloc' op incorrect number of dynamic sizes, has 0, expected 1
func.func @f(%a: i32) {
  %0 = memref.alloc() : memref<?xf32>
  return
}
// -----
// 1:1 'memref.global' op visibility expected to be one of ["public", "private", "nested"], but got "foo"
memref.global "foo" constant @c : memref<2xf32>
// -----
// 1:1 custom op 'memref.global' type should be static shaped memref, but got 'i32'
memref.global @c : i32
// -----
// 1:1 custom op 'memref.global' initial value should be a unit or elements attribute
memref.global @c : memref<2xf32> = "foo"
// -----
// 2:23 'memref.get_global' op result type 'memref<3xf32>' does not match type 'memref<2xf32>' of the global
memref.global "private" @foo : memref<2xf32> = uninitialized
func.func @g() { %0 = memref.get_global @foo : memref<3xf32> return }
// -----
// 1:23 'memref.get_global' op 'foo' does not reference a valid global memref
func.func @g() { %0 = memref.get_global @foo : memref<3xf32> return }
// -----
// 2:8 'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<5xf32>' are cast incompatible
func.func @f(%m: memref<4xf32>) {
  %0 = memref.cast %m : memref<4xf32> to memref<5xf32>
  return
}
// -----
// 2:8 'memref.collapse_shape' op reassociation index 1 is out of bounds
func.func @f(%m: memref<4xf32>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4xf32> into memref<4xf32>
  return
}
// -----
// 2:8 'memref.collapse_shape' op invalid number of reassociation groups: found 2, expected 1
func.func @f(%m: memref<4x8xf32>) {
  %0 = memref.collapse_shape %m [[0], [1]] : memref<4x8xf32> into memref<32xf32>
  return
}
// -----
// 2:8 'memref.collapse_shape' op collapsed dim size (31) must equal reassociation group size (32)
func.func @f(%m: memref<4x8xf32>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x8xf32> into memref<31xf32>
  return
}
// -----
// 2:8 'memref.expand_shape' op collapsed dim size (4) must equal reassociation group size (6)
func.func @f(%m: memref<4x8xf32>) {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 3, 8] : memref<4x8xf32> into memref<2x3x8xf32>
  return
}
// -----
// 2:8 'memref.transpose' op expected a permutation map
func.func @f(%m: memref<4x8xf32>) {
  %0 = memref.transpose %m (i, j) -> (i) : memref<4x8xf32> to memref<4x8xf32>
  return
}
// -----
// 2:8 'memref.view' op operand #0 must be 1D memref of 8-bit signless integer values, but got 'memref<4x8x
func.func @f(%m: memref<4x8xf32>, %i: index) {
  %0 = memref.view %m[%i][] : memref<4x8xf32> to memref<4xf32>
  return
}
// -----
// 2:8 'memref.view' op incorrect number of dynamic sizes, has 1, expected 0
func.func @f(%m: memref<64xi8>, %i: index) {
  %0 = memref.view %m[%i][%i] : memref<64xi8> to memref<4xf32>
  return
}
// -----
// 2:8 'memref.atomic_rmw' op failed to verify that value type matches element type of memref
func.func @f(%m: memref<4xf32>, %f: i32, %i: index) {
  %x = memref.atomic_rmw addf %f, %m[%i] : (i32, memref<4xf32>) -> i32
  return
}
// -----
// 2:8 'memref.atomic_rmw' op with kind 'addf' expects a floating-point type
func.func @f(%m: memref<4xi32>, %f: i32, %i: index) {
  %x = memref.atomic_rmw addf %f, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}
// -----
// 2:8 'memref.atomic_rmw' op expects the number of subscripts to be equal to memref rank
func.func @f(%m: memref<4xi32>, %f: i32, %i: index) {
  %x = memref.atomic_rmw addi %f, %m[] : (i32, memref<4xi32>) -> i32
  return
}
// -----
// 2:8 'memref.generic_atomic_rmw' op expected block argument of the same type result type
func.func @f(%m: memref<4xf32>, %i: index) {
  %x = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%a: i32):
    %f = arith.constant 1.0 : f32
    memref.atomic_yield %f : f32
  }
  return
}
// -----
// 5:5 'memref.atomic_yield' op types mismatch between yield op: 'i32' and its parent: 'f32'
func.func @f(%m: memref<4xf32>, %i: index) {
  %x = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%a: f32):
    %f = arith.constant 1 : i32
    memref.atomic_yield %f : i32
  }
  return
}
// -----
// 2:3 'memref.assume_alignment' op alignment must be power of 2
func.func @f(%m: memref<4xf32>, %i: index) {
  memref.assume_alignment %m, 3 : memref<4xf32>
  return
}
// -----
// 2:3 'memref.copy' op requires the same shape for all operands
func.func @f(%m: memref<4xf32>, %n: memref<5xf32>) {
  memref.copy %m, %n : memref<4xf32> to memref<5xf32>
  return
}
// -----
// 2:8 'memref.alloca_scope' op along control flow edge from Operation memref.alloca_scope.return to parent
func.func @f(%m: memref<4xf32>) {
  %0 = memref.alloca_scope -> (i32) { %c = arith.constant 1.0 : f32 memref.alloca_scope.return %c : f32 }
  return
}
// -----
// 2:8 'memref.realloc' op operand #0 must be 1D memref of any type values, but got 'memref<?x2xf32>'
func.func @f(%m: memref<?x2xf32>) {
  %0 = memref.realloc %m : memref<?x2xf32> to memref<4xf32>
  return
}
// -----
// 2:8 'memref.memory_space_cast' op operand type 'memref<4xf32>' and result type 'memref<5xf32, 1>' are ca
func.func @f(%m: memref<4xf32>) {
  %0 = memref.memory_space_cast %m : memref<4xf32> to memref<5xf32, 1>
  return
}
// -----
// 2:8 'memref.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked mem
func.func @f(%m: memref<4xf32>, %s: memref<?xindex>) {
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<?xindex>) -> memref<2x2xf32>
  return
}
// -----
// 2:20 'memref.extract_strided_metadata' op result #0 must be strided memref of any type values of rank 0, 
func.func @f(%m: memref<4xf32>) {
  %b, %o, %s, %t = memref.extract_strided_metadata %m : memref<4xf32> -> memref<4xf32>, index, index, index
  return
}
// -----
// 1:1 'memref.prefetch' op expected 1 or more operands, but found 0
"memref.prefetch"() : () -> ()
// -----
// 1:46 'memref.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer 
func.func @f(%m: memref<4xf32>, %n: index) { memref.prefetch %m[%n], read, locality<4>, data : memref<4xf32> return }
// -----
// 1:45 custom op 'memref.dealloc' invalid kind of type specified
func.func @f(%v: i32) { memref.dealloc %v : i32 return }
// -----
// 1:68 custom op 'memref.cast' invalid kind of type specified
func.func @f(%m: tensor<4xf32>, %i: index) { %0 = memref.cast %m : tensor<4xf32> to memref<?xf32> return }
// -----
// 1:40 'memref.extract_aligned_pointer_as_index' op result #0 must be index, but got 'f32'
func.func @f(%m: memref<4xf32>) { %0 = memref.extract_aligned_pointer_as_index %m : memref<4xf32> -> f32 return }
