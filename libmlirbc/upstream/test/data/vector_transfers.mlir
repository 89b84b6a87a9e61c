#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d1, d0)>
module {
  func.func @f(%arg0: vector<4x8xf32>, %arg1: vector<8x16xf32>, %arg2: vector<4x16xf32>, %arg3: memref<?x?xf32>, %arg4: index, %arg5: f32, %arg6: vector<4xi1>, %arg7: memref<?xf32>, %arg8: tensor<?x?xf32>, %arg9: vector<4xf32>, %arg10: vector<1xf32>, %arg11: memref<?x?xvector<4xf32>>, %arg12: vector<4xf32>, %arg13: vector<[4]xf32>, %arg14: vector<4x8xi1>) -> vector<4xf32> {
    %0 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 {bar, foo = 3 : i64} : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
    %1 = vector.transfer_read %arg3[%arg4, %arg4], %arg5 : memref<?x?xf32>, vector<4xf32>
    %2 = vector.transfer_read %arg3[%arg4, %arg4], %arg5 {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
    %3 = vector.transfer_read %arg3[%arg4, %arg4], %arg5 {permutation_map = #map3} : memref<?x?xf32>, vector<4xf32>
    %4 = vector.transfer_read %arg3[%arg4, %arg4], %arg5 {in_bounds = [false, true], permutation_map = #map4} : memref<?x?xf32>, vector<4x8xf32>
    %5 = vector.transfer_read %arg7[%arg4], %arg5, %arg6 : memref<?xf32>, vector<4xf32>
    %6 = vector.transfer_read %arg8[%arg4, %arg4], %arg5 : tensor<?x?xf32>, vector<4x8xf32>
    %7 = vector.transfer_read %arg11[%arg4, %arg4], %arg12 : memref<?x?xvector<4xf32>>, vector<1x1x4xf32>
    vector.transfer_write %arg9, %arg3[%arg4, %arg4] : vector<4xf32>, memref<?x?xf32>
    %8 = vector.transfer_write %arg9, %arg8[%arg4, %arg4] {in_bounds = [true]} : vector<4xf32>, tensor<?x?xf32>
    vector.transfer_write %arg9, %arg7[%arg4], %arg6 {foo = 1 : i64} : vector<4xf32>, memref<?xf32>
    %9 = vector.outerproduct %arg9, %arg9 : vector<4xf32>, vector<4xf32>
    %10 = vector.outerproduct %arg9, %arg13 : vector<4xf32>, vector<[4]xf32>
    %11 = vector.outerproduct %arg9, %arg5 : vector<4xf32>, f32
    %12 = vector.outerproduct %arg9, %arg5, %arg9 {kind = #vector.kind<maxnumf>} : vector<4xf32>, f32
    %13 = vector.mask %arg6 { vector.transfer_read %arg7[%arg4], %arg5 : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
    vector.mask %arg6 { vector.transfer_write %arg9, %arg7[%arg4] : vector<4xf32>, memref<?xf32> } : vector<4xi1>
    %14 = vector.mask %arg6 { vector.reduction <add>, %arg9 : vector<4xf32> into f32 } : vector<4xi1> -> f32
    %15 = vector.mask %arg6, %arg12 { vector.transfer_read %arg7[%arg4], %arg5 : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
    %16 = vector.mask %arg6 { vector.transfer_read %arg7[%arg4], %arg5 : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
    return %13 : vector<4xf32>
  }
}
