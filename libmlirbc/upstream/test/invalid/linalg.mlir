// 2:35 'linalg.generic' op expected the number of indexing_map (1) to be equal to the number of input/outpu
#map = affine_map<(d0) -> (d0)>
func.func @f(%m: memref<4xf32>) { linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) { ^bb0(%a: f32, %b: f32): linalg.yield %a : f32 } return }
// -----
// 2:35 'linalg.generic' op expected indexing_map #0 to have 2 dim(s) to match the number of loops
#map = affine_map<(d0) -> (d0)>
func.func @f(%m: memref<4xf32>) { linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) { ^bb0(%a: f32, %b: f32): linalg.yield %a : f32 } return }
// -----
// 2:107 custom op 'linalg.generic' unexpected iterator_type (foo)
#map = affine_map<(d0) -> (d0)>
func.func @f(%m: memref<4xf32>) { linalg.generic {indexing_maps = [#map, #map], iterator_types = ["foo"]} ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) { ^bb0(%a: f32, %b: f32): linalg.yield %a : f32 } return }
// -----
// 2:35 'linalg.generic' op expected as many non-induction variable region arguments as the number of input/
#map = affine_map<(d0) -> (d0)>
func.func @f(%m: memref<4xf32>) { linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) { ^bb0(%a: f32): linalg.yield %a : f32 } return }
// -----
// 2:35 'linalg.generic' op expected type of bb argument #1 ('i32') to match element or self type of the cor
#map = affine_map<(d0) -> (d0)>
func.func @f(%m: memref<4xf32>) { linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) { ^bb0(%a: f32, %b: i32): linalg.yield %a : f32 } return }
// -----
// 2:187 'linalg.yield' op expected number of yield values (0) to match the number of inits / outs operands o
#map = affine_map<(d0) -> (d0)>
func.func @f(%m: memref<4xf32>) { linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) { ^bb0(%a: f32, %b: f32): linalg.yield } return }
// -----
// 2:196 'linalg.yield' op type of yield operand 1 ('i32') doesn't match the element type of the enclosing li
#map = affine_map<(d0) -> (d0)>
func.func @f(%m: memref<4xf32>, %i: i32) { linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) { ^bb0(%a: f32, %b: f32): linalg.yield %i : i32 } return }
// -----
// 2:54 'linalg.generic' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5
#map = affine_map<(d0) -> (d0)>
func.func @f(%m: memref<4xf32>, %n: memref<5xf32>) { linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%m : memref<4xf32>) outs(%n : memref<5xf32>) { ^bb0(%a: f32, %b: f32): linalg.yield %a : f32 } return }
// -----
// 3:54 'linalg.generic' op invalid indexing maps are non-invertible: ((d0, d1) -> (d0 + d1, d0))
#map = affine_map<(d0, d1) -> (d0 + d1)>
#m = affine_map<(d0, d1) -> (d0)>
func.func @f(%m: memref<4xf32>, %n: memref<5xf32>) { linalg.generic {indexing_maps = [#map, #m], iterator_types = ["parallel", "parallel"]} ins(%m : memref<4xf32>) outs(%n : memref<5xf32>) { ^bb0(%a: f32, %b: f32): linalg.yield %a : f32 } return }
// -----
// 2:35 'linalg.generic' op expected the number of tensor results (0) to be equal to the number of output te
#map = affine_map<(d0) -> (d0)>
func.func @f(%m: tensor<4xf32>) { linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%m : tensor<4xf32>) outs(%m : tensor<4xf32>) { ^bb0(%a: f32, %b: f32): linalg.yield %a : f32 } return }
// -----
// 2:40 'linalg.generic' op expected type of operand #1 ('tensor<4xf32>') to match type of corresponding res
#map = affine_map<(d0) -> (d0)>
func.func @f(%m: tensor<4xf32>) { %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%m : tensor<4xf32>) outs(%m : tensor<4xf32>) { ^bb0(%a: f32, %b: f32): linalg.yield %a : f32 } -> tensor<5xf32> return }
// -----
// 2:192 'linalg.index' op expected dim (1) to be lower than the number of loops (1) of the enclosing LinalgO
#map = affine_map<(d0) -> (d0)>
func.func @f(%m: memref<4xf32>) { linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) { ^bb0(%a: f32, %b: f32): %i = linalg.index 1 : index linalg.yield %a : f32 } return }
// -----
// 1:40 'linalg.index' op expected parent op with LinalgOp interface
func.func @f(%m: memref<4xf32>) { %0 = linalg.index 0 : index return }
// -----
// 1:35 'linalg.yield' op must be the last operation in the parent block
func.func @f(%m: memref<4xf32>) { linalg.yield return }
// -----
// 1:58 'linalg.matmul' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5
func.func @f(%m: memref<4x4xf32>, %n: memref<5x4xf32>) { linalg.matmul ins(%m, %n : memref<4x4xf32>, memref<5x4xf32>) outs(%m : memref<4x4xf32>) return }
// -----
// 1:125 custom op 'linalg.matmul' [parseNamedStructuredOpRegion] ods-gen generated region expects 3 args, go
func.func @f(%m: memref<4x4xf32>, %n: memref<5x4xf32>) { linalg.matmul ins(%m : memref<4x4xf32>) outs(%m : memref<4x4xf32>) return }
// -----
// 1:42 'linalg.transpose' op dim(result, 0) = 4 doesn't match dim(input, permutation[0]) = 8
func.func @f(%m: tensor<4x8xf32>) { %0 = linalg.transpose ins(%m : tensor<4x8xf32>) outs(%m : tensor<4x8xf32>) permutation = [1, 0] return }
// -----
// 1:42 'linalg.transpose' op permutation is not valid
func.func @f(%m: tensor<4x8xf32>) { %0 = linalg.transpose ins(%m : tensor<4x8xf32>) outs(%m : tensor<4x8xf32>) permutation = [1, 1] return }
// -----
// 1:61 'linalg.broadcast' op input dim 0 should match init dim 1. input: 4, init: 8
func.func @f(%m: tensor<4x8xf32>, %n: tensor<4xf32>) { %0 = linalg.broadcast ins(%n : tensor<4xf32>) outs(%m : tensor<4x8xf32>) dimensions = [0] return }
// -----
// 1:61 'linalg.broadcast' op dimension 0 is out of range. expected range: [0, 1], got: 2
func.func @f(%m: tensor<4x8xf32>, %n: tensor<4xf32>) { %0 = linalg.broadcast ins(%n : tensor<4xf32>) outs(%m : tensor<4x8xf32>) dimensions = [2] return }
// -----
// 1:61 'linalg.reduce' op init dimensions [4] doesn't match input dimensions after reduction [8]
func.func @f(%m: tensor<4x8xf32>, %n: tensor<4xf32>) { %0 = linalg.reduce { arith.addf } ins(%m : tensor<4x8xf32>) outs(%n : tensor<4xf32>) dimensions = [0] return }
// -----
// 1:61 'linalg.reduce' op attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute sh
func.func @f(%m: tensor<4x8xf32>, %n: tensor<4xf32>) { %0 = linalg.reduce { arith.addf } ins(%m : tensor<4x8xf32>) outs(%n : tensor<4xf32>) dimensions = [1, 1] return }
// -----
// 1:149 'linalg.yield' op type of yield operand 1 ('f32') doesn't match the element type of the enclosing li
func.func @f(%m: tensor<4x8xf32>, %n: tensor<4x8xi32>) { %0 = linalg.map ins(%m : tensor<4x8xf32>) outs(%n : tensor<4x8xi32>) (%in: f32, %o: i32) { linalg.yield %in : f32 } return }
// -----
// 1:63 'linalg.map' op expected shape of input (4, 8) to match shape of output (8, 4)
func.func @f(%m: tensor<4x8xf32>, %n: tensor<8x4xf32>) { %0 = linalg.map ins(%m : tensor<4x8xf32>) outs(%n : tensor<8x4xf32>) (%in: f32, %o: f32) { linalg.yield %in : f32 } return }
// -----
// 1:42 'linalg.softmax' op incorrect dimension specified
func.func @f(%m: tensor<4x8xf32>) { %0 = linalg.softmax dimension(2) ins(%m : tensor<4x8xf32>) outs(%m : tensor<4x8xf32>) -> tensor<4x8xf32> return }
// -----
// 1:78 'linalg.pack' op expected padding_value has 'f32' but got: 'i32'
func.func @f(%m: tensor<16x16xf32>, %d: tensor<2x2x8x8xf32>, %f: i32) { %3 = linalg.pack %m padding_value(%f : i32) inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %d : tensor<16x16xf32> -> tensor<2x2x8x8xf32> return }
// -----
// 1:94 'linalg.conv_2d_nhwc_hwcf' op expected operand #1 rank (3) to match the result rank of indexing_map 
func.func @f(%m: tensor<1x8x8x4xf32>, %k: tensor<3x3x4xf32>, %o: tensor<1x6x6x8xf32>) { %0 = linalg.conv_2d_nhwc_hwcf ins(%m, %k : tensor<1x8x8x4xf32>, tensor<3x3x4xf32>) outs(%o : tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32> return }
