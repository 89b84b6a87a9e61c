// memref, tensor, bufferization, affine, linalg, vector: the ones whose attributes and types hold affine maps.
#id = affine_map<(d0, d1) -> (d0, d1)>
#tr = affine_map<(d0, d1) -> (d1, d0)>
#off = affine_map<(d0)[s0, s1] -> (d0 * s1 + s0)>
#set = affine_set<(d0)[s0] : (d0 - 1 >= 0, -d0 + s0 >= 0)>
#enc = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 8 }>
module {
  memref.global "private" constant @g : memref<2x2xf32> = dense<[[1.0, 2.0], [3.0, 4.0]]> {alignment = 64 : i64}
  memref.global @uninit : memref<4xi8> = uninitialized
  memref.global "nested" @decl : memref<1x2xi1, 3>
  func.func @memref(%n: index, %m: memref<?x?xf32, #tr>, %s: memref<8x4xf32, strided<[4, 1], offset: ?>, 2>) -> index {
    %cst = arith.constant 1.0 : f32
    %0 = memref.alloc(%n) {alignment = 16 : i64} : memref<?xf32>
    %1 = memref.alloca(%n)[%n, %n] : memref<?xf32, #off>
    %2 = memref.cast %0 : memref<?xf32> to memref<*xf32>
    %3 = memref.get_global @g : memref<2x2xf32>
    %4 = memref.subview %s[0, 1] [2, %n] [1, 2] : memref<8x4xf32, strided<[4, 1], offset: ?>, 2> to memref<2x?xf32, strided<[4, 2], offset: ?>, 2>
    %5 = memref.reinterpret_cast %0 to offset: [0], sizes: [4, %n], strides: [%n, 1] : memref<?xf32> to memref<4x?xf32, strided<[?, 1]>>
    %6, %7, %8:2, %9:2 = memref.extract_strided_metadata %m : memref<?x?xf32, #tr> -> memref<f32>, index, index, index, index, index
    %10 = memref.expand_shape %0 [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
    %11 = memref.collapse_shape %10 [[0, 1]] : memref<?x4xf32> into memref<?xf32>
    %12 = memref.transpose %3 (i, j) -> (j, i) : memref<2x2xf32> to memref<2x2xf32, strided<[1, 2]>>
    %13 = memref.atomic_rmw addf %cst, %0[%n] : (f32, memref<?xf32>) -> f32
    %14 = memref.dim %m, %n : memref<?x?xf32, #tr>
    memref.prefetch %0[%n], read, locality<3>, data : memref<?xf32>
    memref.store %cst, %0[%n] {nontemporal = true} : memref<?xf32>
    memref.copy %0, %11 : memref<?xf32> to memref<?xf32>
    memref.dealloc %0 : memref<?xf32>
    memref.alloca_scope {
      %x = memref.alloca() : memref<4xvector<2x[4]xf32>>
    }
    return %14 : index
  }
}
