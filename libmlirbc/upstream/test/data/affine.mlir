#map = affine_map<(d0)[s0] -> (d0, s0 * 2 - 1)>
#map1 = affine_map<(d0)[s0] -> (d0 + s0)>
#map2 = affine_map<() -> (3, 4)>
#set = affine_set<(d0)[s0] : (d0 - 3 >= 0, -d0 + s0 == 0)>
module {
  func.func @f(%arg0: memref<100x100xf32>, %arg1: index, %arg2: index, %arg3: f32) -> f32 {
    affine.for %arg4 = 0 to 10 {
      affine.for %arg5 = max #map(%arg4)[%arg1] to min #map(%arg4)[%arg1] step 2 {
        %7 = affine.load %arg0[%arg4 + symbol(%arg1), (%arg5 * 3) mod 7] : memref<100x100xf32>
        affine.store %7, %arg0[%arg5, %arg4] {foo} : memref<100x100xf32>
      } {bar}
    }
    %0 = affine.for %arg4 = %arg1 to #map1(%arg2)[%arg1] iter_args(%arg5 = %arg3) -> (f32) {
      affine.yield %arg5 : f32
    }
    %1:2 = affine.if #set(%arg1)[%arg2] -> (f32, f32) {
      affine.yield %arg3, %arg3 : f32, f32
    } else {
      affine.yield %0, %arg3 : f32, f32
    }
    affine.if #set(%arg1)[%arg2] {
    }
    affine.parallel (%arg4, %arg5) = (0, %arg1) to (min(10, %arg2), symbol(%arg1) * 2) {
    }
    affine.parallel (%arg4, %arg5) = (max(0, %arg2), %arg1) to (min(10, %arg2), 100) step (2, 3) {
    }
    %2 = affine.parallel (%arg4) = (0) to (10) reduce ("addf") -> (f32) {
      affine.yield %arg3 : f32
    }
    %3 = affine.apply #map1(%arg1)[%arg2]
    %4 = affine.max #map(%arg1)[%arg2]
    %5 = affine.min #map2()
    affine.prefetch %arg0[%arg1, %arg2 + 5], read, locality<3>, data : memref<100x100xf32>
    %6 = affine.vector_load %arg0[%arg1, 0] : memref<100x100xf32>, vector<4xf32>
    affine.vector_store %6, %arg0[%arg1, 0] : memref<100x100xf32>, vector<4xf32>
    return %1#0 : f32
  }
}
