#map = affine_map<(d0) -> (d0)>
module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: memref<4x4xf32>, %arg2: memref<4xf32>, %arg3: memref<4xf32>) -> tensor<4xf32> {
    %0 = linalg.generic {doc = "x", indexing_maps = [#map], iterator_types = ["parallel"]} outs(%arg0 : tensor<4xf32>) attrs =  {bar = 1 : i64, baz, foo} {
    ^bb0(%out: f32):
      linalg.yield %out : f32
    } -> tensor<4xf32>
    linalg.reduce { arith.addf } ins(%arg1 : memref<4x4xf32>) outs(%arg2 : memref<4xf32>) dimensions = [1]  {foo = 2 : i64}
    linalg.reduce ins(%arg1, %arg1 : memref<4x4xf32>, memref<4x4xf32>) outs(%arg2, %arg3 : memref<4xf32>, memref<4xf32>) dimensions = [1]  {foo = 2 : i64}
      (%in: f32, %in_0: f32, %init: f32, %init_1: f32) {
        linalg.yield %in, %init : f32, f32
      }
    linalg.broadcast ins(%arg2 : memref<4xf32>) outs(%arg1 : memref<4x4xf32>) dimensions = [1]  {foo = 2 : i64}
    linalg.transpose ins(%arg1 : memref<4x4xf32>) outs(%arg1 : memref<4x4xf32>) permutation = [1, 0] 
    linalg.map { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%arg2, %arg2 : memref<4xf32>, memref<4xf32>) outs(%arg2 : memref<4xf32>) {foo = 3 : i64}
    linalg.map { math.exp } ins(%arg2 : memref<4xf32>) outs(%arg2 : memref<4xf32>)
    linalg.matmul {zz = 1 : i64} ins(%arg1, %arg1 : memref<4x4xf32>, memref<4x4xf32>) outs(%arg1 : memref<4x4xf32>)
    return %0 : tensor<4xf32>
  }
}
