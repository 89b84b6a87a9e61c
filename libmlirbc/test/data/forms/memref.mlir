func.func @access0(%m: memref<?x4xf32>, %i: index, %e: f32) {
  %0 = memref.load %m[%i, %i] : memref<?x4xf32>
  memref.store %0, %m[%i, %i] : memref<?x4xf32>
  %1 = memref.load %m[%i, %i] {nontemporal = true} : memref<?x4xf32>
  %2 = memref.load %m[%i, %i] {alignment = 8 : i64, k, nontemporal = false} : memref<?x4xf32>
  memref.store %e, %m[%i, %i] {alignment = 16 : i64} : memref<?x4xf32>
  memref.store %e, %m[%i, %i] {nontemporal = true, x.y = 1} : memref<?x4xf32>
  %3 = memref.dim %m, %i : memref<?x4xf32>
  memref.dealloc %m : memref<?x4xf32>
  return
}
// -----
func.func @access1(%m: memref<8xi32, 1>, %i: index, %e: i32) {
  %0 = memref.load %m[%i] : memref<8xi32, 1>
  memref.store %0, %m[%i] : memref<8xi32, 1>
  %1 = memref.load %m[%i] {nontemporal = true} : memref<8xi32, 1>
  %2 = memref.load %m[%i] {alignment = 8 : i64, k, nontemporal = false} : memref<8xi32, 1>
  memref.store %e, %m[%i] {alignment = 16 : i64} : memref<8xi32, 1>
  memref.store %e, %m[%i] {nontemporal = true, x.y = 1} : memref<8xi32, 1>
  %3 = memref.dim %m, %i : memref<8xi32, 1>
  memref.dealloc %m : memref<8xi32, 1>
  return
}
// -----
func.func @access2(%m: memref<f64>, %i: index, %e: f64) {
  %0 = memref.load %m[] : memref<f64>
  memref.store %0, %m[] : memref<f64>
  %1 = memref.load %m[] {nontemporal = true} : memref<f64>
  %2 = memref.load %m[] {alignment = 8 : i64, k, nontemporal = false} : memref<f64>
  memref.store %e, %m[] {alignment = 16 : i64} : memref<f64>
  memref.store %e, %m[] {nontemporal = true, x.y = 1} : memref<f64>
  memref.dealloc %m : memref<f64>
  return
}
// -----
func.func @access3(%m: memref<4x?xi8, strided<[?, 1], offset: ?>>, %i: index, %e: i8) {
  %0 = memref.load %m[%i, %i] : memref<4x?xi8, strided<[?, 1], offset: ?>>
  memref.store %0, %m[%i, %i] : memref<4x?xi8, strided<[?, 1], offset: ?>>
  %1 = memref.load %m[%i, %i] {nontemporal = true} : memref<4x?xi8, strided<[?, 1], offset: ?>>
  %2 = memref.load %m[%i, %i] {alignment = 8 : i64, k, nontemporal = false} : memref<4x?xi8, strided<[?, 1], offset: ?>>
  memref.store %e, %m[%i, %i] {alignment = 16 : i64} : memref<4x?xi8, strided<[?, 1], offset: ?>>
  memref.store %e, %m[%i, %i] {nontemporal = true, x.y = 1} : memref<4x?xi8, strided<[?, 1], offset: ?>>
  %3 = memref.dim %m, %i : memref<4x?xi8, strided<[?, 1], offset: ?>>
  memref.dealloc %m : memref<4x?xi8, strided<[?, 1], offset: ?>>
  return
}
// -----
func.func @access4(%m: memref<4x4xindex, affine_map<(d0, d1) -> (d1, d0)>>, %i: index, %e: index) {
  %0 = memref.load %m[%i, %i] : memref<4x4xindex, affine_map<(d0, d1) -> (d1, d0)>>
  memref.store %0, %m[%i, %i] : memref<4x4xindex, affine_map<(d0, d1) -> (d1, d0)>>
  %1 = memref.load %m[%i, %i] {nontemporal = true} : memref<4x4xindex, affine_map<(d0, d1) -> (d1, d0)>>
  %2 = memref.load %m[%i, %i] {alignment = 8 : i64, k, nontemporal = false} : memref<4x4xindex, affine_map<(d0, d1) -> (d1, d0)>>
  memref.store %e, %m[%i, %i] {alignment = 16 : i64} : memref<4x4xindex, affine_map<(d0, d1) -> (d1, d0)>>
  memref.store %e, %m[%i, %i] {nontemporal = true, x.y = 1} : memref<4x4xindex, affine_map<(d0, d1) -> (d1, d0)>>
  %3 = memref.dim %m, %i : memref<4x4xindex, affine_map<(d0, d1) -> (d1, d0)>>
  memref.dealloc %m : memref<4x4xindex, affine_map<(d0, d1) -> (d1, d0)>>
  return
}
// -----
func.func @access6(%m: memref<4xvector<4xf32>>, %i: index, %e: vector<4xf32>) {
  %0 = memref.load %m[%i] : memref<4xvector<4xf32>>
  memref.store %0, %m[%i] : memref<4xvector<4xf32>>
  %1 = memref.load %m[%i] {nontemporal = true} : memref<4xvector<4xf32>>
  %2 = memref.load %m[%i] {alignment = 8 : i64, k, nontemporal = false} : memref<4xvector<4xf32>>
  memref.store %e, %m[%i] {alignment = 16 : i64} : memref<4xvector<4xf32>>
  memref.store %e, %m[%i] {nontemporal = true, x.y = 1} : memref<4xvector<4xf32>>
  %3 = memref.dim %m, %i : memref<4xvector<4xf32>>
  memref.dealloc %m : memref<4xvector<4xf32>>
  return
}
// -----
func.func @access7(%m: memref<2xmemref<3xf32>>, %i: index, %e: memref<3xf32>) {
  %0 = memref.load %m[%i] : memref<2xmemref<3xf32>>
  memref.store %0, %m[%i] : memref<2xmemref<3xf32>>
  %1 = memref.load %m[%i] {nontemporal = true} : memref<2xmemref<3xf32>>
  %2 = memref.load %m[%i] {alignment = 8 : i64, k, nontemporal = false} : memref<2xmemref<3xf32>>
  memref.store %e, %m[%i] {alignment = 16 : i64} : memref<2xmemref<3xf32>>
  memref.store %e, %m[%i] {nontemporal = true, x.y = 1} : memref<2xmemref<3xf32>>
  %3 = memref.dim %m, %i : memref<2xmemref<3xf32>>
  memref.dealloc %m : memref<2xmemref<3xf32>>
  return
}
// -----
func.func @alloc(%n: index) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc(%n) : memref<?x4xf32>
  %2 = memref.alloc(%n, %n) {alignment = 64 : i64} : memref<?x?xi8, 3>
  %3 = memref.alloc(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 * s0)>>
  %4 = memref.alloc()[%n] {alignment = 8 : i64, k} : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  memref.dealloc %0 : memref<4xf32>
  memref.dealloc %1 {k} : memref<?x4xf32>
  return
}
// -----
func.func @alloca(%n: index) {
  %0 = memref.alloca() : memref<4xf32>
  %1 = memref.alloca(%n) {alignment = 32 : i64} : memref<?xi1>
  %2 = memref.realloc %0 : memref<4xf32> to memref<8xf32>
  %3 = memref.realloc %2(%n) : memref<8xf32> to memref<?xf32>
  %4 = memref.realloc %3 {alignment = 8 : i64} : memref<?xf32> to memref<2xf32>
  return
}
// -----
func.func @cast(%m: memref<*xf32>, %n: memref<4x?xf32>) {
  %0 = memref.cast %m : memref<*xf32> to memref<4x?xf32>
  %1 = memref.cast %n {k} : memref<4x?xf32> to memref<4x?xf32, strided<[?, ?], offset: ?>>
  %2 = memref.memory_space_cast %n : memref<4x?xf32> to memref<4x?xf32, 5>
  %3 = memref.rank %m : memref<*xf32>
  %4 = memref.rank %n {k} : memref<4x?xf32>
  return
}
// -----
func.func @copy(%a: memref<?xf32>, %b: memref<4xf32, 1>) {
  memref.copy %a, %b : memref<?xf32> to memref<4xf32, 1>
  memref.copy %b, %a {k = 1 : i8} : memref<4xf32, 1> to memref<?xf32>
  return
}
// -----
func.func @subview(%m: memref<8x16x4xf32>, %i: index) {
  %0 = memref.subview %m[0, 0, 0] [8, 16, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<8x16x4xf32>
  %1 = memref.subview %m[%i, 2, %i] [%i, 4, 1] [1, 1, 1] : memref<8x16x4xf32> to memref<?x4x1xf32, strided<[64, 4, 1], offset: ?>>
  %2 = memref.subview %m[0, 0, 0] [8, 16, 1] [1, 1, 1] {k} : memref<8x16x4xf32> to memref<8x16xf32, strided<[64, 4]>>
  %3 = memref.subview %m[%i, %i, %i] [%i, %i, %i] [%i, %i, %i] : memref<8x16x4xf32> to memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>
  return
}
// -----
func.func @subview_map(%m: memref<8x16xf32, affine_map<(d0, d1) -> (d0 * 16 + d1)>>) {
  %0 = memref.cast %m : memref<8x16xf32, affine_map<(d0, d1) -> (d0 * 16 + d1)>> to memref<?x16xf32, affine_map<(d0, d1) -> (d0 * 16 + d1)>>
  return
}
// -----
memref.global @a : memref<4xf32>
memref.global "private" @b : memref<2x2xi32> = dense<[[1, 2], [3, 4]]>
memref.global "public" constant @c : memref<3xf64> = dense<1.5> {alignment = 64 : i64}
memref.global "nested" @d : memref<4xi8> = uninitialized
memref.global constant @e : memref<i32> = dense<-1> {k, x.y = "s"}
memref.global @f : memref<2xindex, 3> = dense<[1, 2]>
memref.global "private" constant @g : memref<4xi8> = dense_resource<g>
func.func @use() {
  %0 = memref.get_global @a : memref<4xf32>
  %1 = memref.get_global @b : memref<2x2xi32> {k}
  %2 = memref.get_global @e : memref<i32>
  return
}
// -----
memref.global @"odd name" : memref<2xf32> = dense<[1.0e+10, -0.0]> loc("g":1:1)
memref.global constant @bools : memref<4xi1> = dense<[true, false, true, true]>
memref.global @complex : memref<1xcomplex<f32>> = dense<(1.0, 2.0)>
memref.global @hex : memref<2xf32> = dense<"0x0000803F00000040">
memref.global @uns : memref<2xui8> = dense<[255, 0]>
memref.global @empty : memref<0xf32> = dense<>
// -----
func.func @reshape(%m: memref<?x4xf32>, %n: index, %s: memref<3xi32>, %f: memref<f32>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  %1 = memref.expand_shape %m [[0, 1], [2]] output_shape [%n, 2, 4] : memref<?x4xf32> into memref<?x2x4xf32>
  %2 = memref.reshape %m(%s) {k} : (memref<?x4xf32>, memref<3xi32>) -> memref<?x?x?xf32>
  %3 = memref.expand_shape %f [] output_shape [1] {k} : memref<f32> into memref<1xf32>
  return
}
// -----
func.func @view(%b: memref<2048xi8>, %n: index, %m: memref<4x8xf32>) {
  %0 = memref.view %b[%n][] : memref<2048xi8> to memref<64x4xf32>
  %1 = memref.view %b[%n][%n, %n] {k} : memref<2048xi8> to memref<?x?xf32>
  %2 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 8], strides: [8, 1] : memref<4x8xf32> to memref<4x8xf32>
  %3 = memref.reinterpret_cast %m to offset: [%n], sizes: [%n, 2], strides: [%n, 1] {k} : memref<4x8xf32> to memref<?x2xf32, strided<[?, 1], offset: ?>>
  return
}
// -----
func.func @pointer(%m: memref<?x4xf32, strided<[?, 1], offset: ?>>, %f: memref<f32>) {
  %0 = memref.extract_aligned_pointer_as_index %m : memref<?x4xf32, strided<[?, 1], offset: ?>> -> index
  %1:6 = memref.extract_strided_metadata %m : memref<?x4xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %2:2 = memref.extract_strided_metadata %f : memref<f32> -> memref<f32>, index {k}
  %3 = memref.assume_alignment %f, 16 {k} : memref<f32>
  %4:2 = memref.distinct_objects %f, %3 : memref<f32>, memref<f32>
  %5 = arith.addi %1#1, %1#3 : index
  %6 = arith.addi %1#5, %2#1 : index
  return
}
// -----
func.func @atomic(%m: memref<?xf32>, %i: index, %f: f32) -> f32 {
  %0 = memref.atomic_rmw addf %f, %m[%i] : (f32, memref<?xf32>) -> f32
  %1 = memref.atomic_rmw maximumf %f, %m[%i] {k} : (f32, memref<?xf32>) -> f32
  %2 = memref.generic_atomic_rmw %m[%i] : memref<?xf32> {
  ^bb0(%x: f32):
    %y = arith.mulf %x, %f : f32
    memref.atomic_yield %y : f32
  } {k}
  return %2 : f32
}
// -----
func.func @scope(%a: f32) -> f32 {
  %0 = memref.alloca_scope -> (f32) {
    %m = memref.alloca() : memref<4xf32>
    memref.alloca_scope.return %a : f32
  }
  memref.alloca_scope {
    "a.b"() : () -> ()
  }
  return %0 : f32
}
// -----
#map = affine_map<(d0) -> (d0 + 1)>
func.func @aliases(%m: memref<4xf32, #map>, %i: index) {
  %0 = memref.load %m[%i] {x.m = affine_map<(d0) -> (d0)>} : memref<4xf32, #map>
  %1 = memref.alloc() : memref<4xf32, affine_map<(d0) -> (d0 + 2)>>
  memref.copy %m, %1 {x.m = #map} : memref<4xf32, #map> to memref<4xf32, affine_map<(d0) -> (d0 + 2)>>
  return
}
// -----
#a = loc("a":1:1)
#b = loc(callsite("b" at #a))
func.func @locs(%m: memref<4xf32> loc(#a), %i: index loc(#b)) {
  %0 = memref.load %m[%i] : memref<4xf32> loc(#b)
  memref.store %0, %m[%i] : memref<4xf32> loc(fused<#b>[#a])
  return loc(#a)
} loc(#b)
