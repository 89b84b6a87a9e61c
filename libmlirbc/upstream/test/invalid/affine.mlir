// 1:147 'affine.load' op operand cannot be used as a dimension id
func.func @f(%m: memref<4xf32>, %n: index) { %v = affine.load %m[%n] : memref<4xf32> affine.for %i = 0 to 4 { %x = arith.muli %i, %i : index %w = affine.load %m[%x] : memref<4xf32> } return }
// -----
// 1:51 'affine.load' op affine map num results must equal memref rank
func.func @f(%m: memref<4xf32>, %n: index) { %w = affine.load %m[%n, %n] : memref<4xf32> return }
// -----
// 1:51 'affine.vector_load' op requires memref and vector types of the same elemental type
func.func @f(%m: memref<4xf32>, %n: index) { %v = affine.vector_load %m[%n] : memref<4xf32>, vector<4xi32> return }
// -----
// 1:53 'affine.delinearize_index' op should return an index for each basis element and up to one extra inde
func.func @f(%m: memref<4xf32>, %n: index) { %v:2 = affine.delinearize_index %n into (4, 5, 6) : index, index return }
// -----
// 1:51 'affine.linearize_index' op should be passed a basis element for each index except possibly the firs
func.func @f(%m: memref<4xf32>, %n: index) { %v = affine.linearize_index [%n] by (4, 5) : index return }
// -----
// 1:46 'affine.yield' op must be the last operation in the parent block
func.func @f(%m: memref<4xf32>, %n: index) { affine.yield return }
// -----
// 5:5 'affine.store' op operand cannot be used as a dimension id
func.func @f(%m: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %0 = arith.muli %i, %n : index
    %1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%0)
    affine.store %f, %m[%1] : memref<?xf32>
  }
  return
^b(%f: f32):
  cf.br ^b(%f : f32)
}
// -----
// 3:10 'affine.load' op operand cannot be used as a symbol
func.func @f(%m: memref<?xf32>, %n: index, %f: f32) {
  affine.for %i = 0 to %n {
    %0 = affine.load %m[symbol(%i)] : memref<?xf32>
  }
  return
}
// -----
// 3:5 'affine.store' op operand cannot be used as a dimension id
func.func @f(%m: memref<?xf32>, %n: index, %f: f32) {
  scf.for %i = %n to %n step %n {
    affine.store %f, %m[%i] : memref<?xf32>
  }
  return
}
// -----
// 3:5 'affine.for' op operand cannot be used as a symbol
func.func @f(%m: memref<?xf32>, %n: index, %f: f32) {
  scf.for %i = %n to %n step %n {
    affine.for %j = 0 to %i { }
  }
  return
}
// -----
// 5:5 'affine.if' op operand cannot be used as a dimension id
func.func @f(%m: memref<?xf32>, %n: index, %f: f32) {
  scf.for %i = %n to %n step %n {
    %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %1 = affine.min affine_map<(d0) -> (d0, 1)>(%i)
    affine.if affine_set<(d0) : (d0 >= 0)>(%i) { }
  }
  return
}
// -----
// 3:5 'affine.if' op operand cannot be used as a dimension id
func.func @f(%m: memref<?xf32>, %n: index, %f: f32) {
  scf.for %i = %n to %n step %n {
    affine.if affine_set<(d0) : (d0 >= 0)>(%i) { }
  }
  return
}
// -----
// 3:5 'affine.parallel' op operand cannot be used as a dimension id
func.func @f(%m: memref<?xf32>, %n: index, %f: f32) {
  scf.for %i = %n to %n step %n {
    affine.parallel (%j) = (0) to (%i) { }
  }
  return
}
// -----
// 1:56 custom op 'affine.for' expected step to be representable as a positive signed integer
func.func @f(%a: index) { affine.for %i = 0 to 10 step -1 { } return }
// -----
// 1:27 custom op 'affine.for' dim operand count and affine map dim count must match
func.func @f(%a: index) { affine.for %i = affine_map<(d0) -> (d0)>() to 10 { } return }
// -----
// 1:43 custom op 'affine.for' lower loop bound affine map with multiple results requires 'max' prefix
func.func @f(%a: index) { affine.for %i = affine_map<(d0) -> (d0, d0)>(%a) to 10 { } return }
// -----
// 1:46 custom op 'affine.if' dim operand count and integer set dim count must match
func.func @f(%m: memref<4xf32>, %n: index) { affine.if affine_set<(d0) : (d0 >= 0)>() { } return }
// -----
// 1:51 'affine.min' op operand count and affine map dimension and symbol count must match
func.func @f(%m: memref<4xf32>, %n: index) { %0 = affine.min affine_map<(d0) -> (d0)>(%n, %n) return }
// -----
// 1:94 custom op 'affine.parallel' invalid reduction value: "foo"
func.func @f(%m: memref<4xf32>, %n: index) { %0 = affine.parallel (%i) = (0) to (10) reduce ("foo") -> f32 { } return }
// -----
// 1:46 'affine.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer 
func.func @f(%m: memref<4xf32>, %n: index) { affine.prefetch %m[%n], read, locality<4>, data : memref<4xf32> return }
// -----
// 1:32 custom op 'affine.apply' dimension or symbol index mismatch
func.func @f(%i: index) { %v = affine.apply affine_map<(d0) -> (d0)>(%i)[%i] return }
// -----
// 1:32 custom op 'affine.apply' dimension or symbol index mismatch
func.func @f(%i: index) { %v = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i, %i) return }
// -----
// 1:32 'affine.max' op operand count and affine map dimension and symbol count must match
func.func @f(%i: index) { %v = affine.max affine_map<(d0)[s0] -> (d0 + s0)>(%i) return }
// -----
// 1:32 'affine.apply' op operand count and affine map dimension and symbol count must match
func.func @f(%i: index) { %v = "affine.apply"(%i, %i) <{map = affine_map<(d0) -> (d0)>}> : (index, index) -> index return }
