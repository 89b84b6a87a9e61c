// 1:42 'vector.extract' op expected position attribute of rank no greater than vector rank
func.func @f(%v: vector<4x8xf32>) { %0 = vector.extract %v[0, 1, 2] : f32 from vector<4x8xf32> return }
// -----
// 1:42 'vector.extract' op inferred type(s) 'vector<8xf32>' are incompatible with return type(s) of operati
func.func @f(%v: vector<4x8xf32>) { %0 = vector.extract %v[0] : vector<4xf32> from vector<4x8xf32> return }
// -----
// 1:51 'vector.insert' op expected position attribute rank to match the dest vector rank
func.func @f(%v: vector<4x8xf32>, %f: f32) { %0 = vector.insert %f, %v[0] : f32 into vector<4x8xf32> return }
// -----
// 1:51 'vector.insert' op expected position attribute #2 to be a non-negative integer smaller than the corr
func.func @f(%v: vector<4x8xf32>, %f: f32) { %0 = vector.insert %f, %v[0, 8] : f32 into vector<4x8xf32> return }
// -----
// 1:51 'vector.broadcast' op source rank higher than destination rank
func.func @f(%v: vector<4x8xf32>, %f: f32) { %0 = vector.broadcast %v : vector<4x8xf32> to vector<4xf32> return }
// -----
// 1:51 'vector.broadcast' op dimension mismatch (4 vs. 2)
func.func @f(%v: vector<4x8xf32>, %f: f32) { %0 = vector.broadcast %v : vector<4x8xf32> to vector<2x8xf32> return }
// -----
// 1:51 'vector.broadcast' op failed to verify that source operand and result have same element type
func.func @f(%v: vector<4x8xf32>, %f: f32) { %0 = vector.broadcast %f : f32 to vector<4xi32> return }
// -----
// 1:49 'vector.shuffle' op mask index #2 out of range
func.func @f(%v: vector<4xf32>, %f: f32) { %0 = vector.shuffle %v, %v [0, 8] : vector<4xf32>, vector<4xf32> return }
// -----
// 1:49 'vector.shuffle' op invalid mask length
func.func @f(%v: vector<4xf32>, %f: f32) { %0 = vector.shuffle %v, %v [] : vector<4xf32>, vector<4xf32> return }
// -----
// 1:61 'vector.shuffle' op rank mismatch
func.func @f(%v: vector<4xf32>, %w: vector<4x4xf32>) { %0 = vector.shuffle %v, %w [0, 1] : vector<4xf32>, vector<4x4xf32> return }
// -----
// 1:49 'vector.reduction' op unsupported reduction type ''i32'' for kind 'maximumf'
func.func @f(%v: vector<4xi32>, %f: i32) { %0 = vector.reduction <maximumf>, %v : vector<4xi32> into i32 return }
// -----
// 1:51 'vector.reduction' op unsupported reduction rank: 2
func.func @f(%v: vector<4x4xi32>, %f: i32) { %0 = vector.reduction <add>, %v : vector<4x4xi32> into i32 return }
// -----
// 1:51 'vector.multi_reduction' op destination type 'f32' is incompatible with source type 'vector<4x4xf32>
func.func @f(%v: vector<4x4xf32>, %f: f32) { %0 = vector.multi_reduction <add>, %v, %f [0] : vector<4x4xf32> to f32 return }
// -----
// 1:62 'vector.transfer_read' op requires 2 indices
func.func @f(%m: memref<?x?xf32>, %i: index, %f: f32) { %0 = vector.transfer_read %m[%i], %f : memref<?x?xf32>, vector<4xf32> return }
// -----
// 1:62 'vector.transfer_read' op requires a permutation_map with input dims of the same rank as the source 
func.func @f(%m: memref<?x?xf32>, %i: index, %f: f32) { %0 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0) -> (d0)>} : memref<?x?xf32>, vector<4xf32> return }
// -----
// 1:62 'vector.transfer_read' op requires a projected permutation_map (at most one dim or the zero constant
func.func @f(%m: memref<?x?xf32>, %i: index, %f: f32) { %0 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (d0 + d1)>} : memref<?x?xf32>, vector<4xf32> return }
// -----
// 1:62 'vector.transfer_read' op requires a permutation_map that is a permutation (found one dim used more 
func.func @f(%m: memref<?x?xf32>, %i: index, %f: f32) { %0 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (d0, d0)>} : memref<?x?xf32>, vector<4x4xf32> return }
// -----
// 1:67 'vector.transfer_write' op requires 2 indices
func.func @f(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>) { vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<?x?xf32> return }
// -----
// 1:67 'vector.transfer_write' op should not have broadcast dimensions
func.func @f(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>) { vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(d0, d1) -> (0)>} : vector<4xf32>, memref<?x?xf32> return }
// -----
// 1:72 'vector.load' op requires 2 indices
func.func @f(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>) { %0 = vector.load %m[%i] : memref<?x?xf32>, vector<4xf32> return }
// -----
// 1:72 'vector.load' op base and result element types should match
func.func @f(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>) { %0 = vector.load %m[%i, %i] : memref<?x?xf32>, vector<4xi32> return }
// -----
// 1:89 'vector.load' op most minor memref dim must have unit stride
func.func @f(%m: memref<?x?xf32, strided<[1, ?]>>, %i: index, %v: vector<4xf32>) { %0 = vector.load %m[%i, %i] : memref<?x?xf32, strided<[1, ?]>>, vector<4xf32> return }
// -----
// 1:88 'vector.maskedload' op expected result shape to match mask shape
func.func @f(%m: memref<?xf32>, %i: index, %v: vector<4xf32>, %k: vector<5xi1>) { %0 = vector.maskedload %m[%i], %k, %v : memref<?xf32>, vector<5xi1>, vector<4xf32> into vector<4xf32> return }
// -----
// 1:88 'vector.maskedload' op expected result shape to match mask shape
func.func @f(%m: memref<?xf32>, %i: index, %v: vector<4xf32>, %k: vector<4xi1>) { %0 = vector.maskedload %m[%i], %k, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<5xf32> return }
// -----
// 1:107 'vector.gather' op expected result dim to match indices dim
func.func @f(%m: memref<?xf32>, %i: index, %v: vector<4xf32>, %k: vector<4xi1>, %x: vector<5xi32>) { %0 = vector.gather %m[%i] [%x], %k, %v : memref<?xf32>, vector<5xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32> return }
// -----
// 1:102 'vector.scatter' op requires 1 indices
func.func @f(%m: memref<?xf32>, %i: index, %v: vector<4xf32>, %k: vector<4xi1>, %x: vector<4xi32>) { vector.scatter %m[%i, %i] [%x], %k, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> return }
// -----
// 1:83 'vector.compressstore' op base and valueToStore element type should match
func.func @f(%m: memref<?xi32>, %i: index, %v: vector<4xf32>, %k: vector<4xi1>) { vector.compressstore %m[%i], %k, %v : memref<?xi32>, vector<4xi1>, vector<4xf32> return }
// -----
// 1:40 'vector.shape_cast' op has different number of elements at source (4) and result (5)
func.func @f(%v: vector<4xf32>) { %0 = vector.shape_cast %v : vector<4xf32> to vector<5xf32> return }
// -----
// 1:40 'vector.shape_cast' op has different source and result element types
func.func @f(%v: vector<4xf32>) { %0 = vector.shape_cast %v : vector<4xf32> to vector<4xi32> return }
// -----
// 1:42 'vector.bitcast' op dimension size mismatch at: 0
func.func @f(%v: vector<4x2xf32>) { %0 = vector.bitcast %v : vector<4x2xf32> to vector<2x2xf64> return }
// -----
// 1:42 'vector.bitcast' op source/result bitwidth of the minor 1-D vectors must be equal
func.func @f(%v: vector<4x3xf32>) { %0 = vector.bitcast %v : vector<4x3xf32> to vector<4x2xf64> return }
// -----
// 1:42 'vector.type_cast' op operand #0 must be statically shaped memref of any type values, but got 'memre
func.func @f(%v: memref<4x?xf32>) { %0 = vector.type_cast %v : memref<4x?xf32> to memref<vector<4x4xf32>> return }
// -----
// 1:42 'vector.type_cast' op expects concatenated result and operand shapes to be equal: 'memref<vector<4x3
func.func @f(%v: memref<4x4xf32>) { %0 = vector.type_cast %v : memref<4x4xf32> to memref<vector<4x3xf32>> return }
// -----
// 1:32 'vector.create_mask' op must specify an operand for each result vector dimension
func.func @f(%i: index) { %0 = vector.create_mask %i : vector<4x4xi1> return }
// -----
// 1:23 'vector.constant_mask' op array attr of size out of bounds of vector result dimension size
func.func @f() { %0 = vector.constant_mask [5] : vector<4xi1> return }
// -----
// 1:23 'vector.constant_mask' op expected all mask dim sizes to be zeros, as a result of conjunction with z
func.func @f() { %0 = vector.constant_mask [0, 2] : vector<4x4xi1> return }
// -----
// 1:23 'vector.constant_mask' op only supports 'none set' or 'all set' scalable dimensions
func.func @f() { %0 = vector.constant_mask [2] : vector<[4]xi1> return }
// -----
// 1:42 'vector.transpose' op duplicate position index: 0
func.func @f(%v: vector<4x2xf32>) { %0 = vector.transpose %v, [0, 0] : vector<4x2xf32> to vector<4x2xf32> return }
// -----
// 1:42 'vector.transpose' op dimension size mismatch at: 1
func.func @f(%v: vector<4x2xf32>) { %0 = vector.transpose %v, [1, 0] : vector<4x2xf32> to vector<4x2xf32> return }
// -----
// 1:42 'vector.transpose' op transposition length mismatch: 1
func.func @f(%v: vector<4x2xf32>) { %0 = vector.transpose %v, [1] : vector<4x2xf32> to vector<2x4xf32> return }
// -----
// 1:42 'vector.extract_strided_slice' op expected offsets dimension 0 to be confined to [0, 4)
func.func @f(%v: vector<4x2xf32>) { %0 = vector.extract_strided_slice %v {offsets = [4], sizes = [1], strides = [1]} : vector<4x2xf32> to vector<1x2xf32> return }
// -----
// 1:42 'vector.extract_strided_slice' op expected strides to be confined to [1, 2)
func.func @f(%v: vector<4x2xf32>) { %0 = vector.extract_strided_slice %v {offsets = [1], sizes = [1], strides = [2]} : vector<4x2xf32> to vector<1x2xf32> return }
// -----
// 1:42 'vector.extract_strided_slice' op expected result type to be 'vector<2x2xf32>'
func.func @f(%v: vector<4x2xf32>) { %0 = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4x2xf32> to vector<1x2xf32> return }
// -----
// 1:61 'vector.insert_strided_slice' op expected offsets dimension 0 to be confined to [0, 4)
func.func @f(%v: vector<4x2xf32>, %w: vector<2xf32>) { %0 = vector.insert_strided_slice %w, %v {offsets = [4, 0], strides = [1]} : vector<2xf32> into vector<4x2xf32> return }
// -----
// 1:61 'vector.insert_strided_slice' op expected offsets of same size as destination vector rank
func.func @f(%v: vector<4x2xf32>, %w: vector<2xf32>) { %0 = vector.insert_strided_slice %w, %v {offsets = [0], strides = [1]} : vector<2xf32> into vector<4x2xf32> return }
// -----
// 1:63 'vector.scan' op reduction dimension 2 has to be less than 2
func.func @f(%v: vector<4x2xf32>, %w: vector<2xf32>) { %0:2 = vector.scan <add>, %v, %w {inclusive = true, reduction_dim = 2 : i64} : vector<4x2xf32>, vector<2xf32> return }
// -----
// 1:60 'vector.mask' op expects a MaskableOpInterface within the mask region
func.func @f(%v: vector<4x2xf32>, %k: vector<4xi1>) { %0 = vector.mask %k { arith.addf %v, %v : vector<4x2xf32> } : vector<4xi1> -> vector<4x2xf32> return }
// -----
// 1:58 'vector.mask' op expects a 'vector<4xi1>' mask for the maskable operation
func.func @f(%v: vector<4xf32>, %k: vector<5xi1>) { %0 = vector.mask %k { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<5xi1> -> f32 return }
// -----
// 1:53 'vector.mask' op expects number of results to match mask region yielded values
func.func @f(%v: vector<4xf32>, %k: vector<4xi1>) { vector.mask %k { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> return }
// -----
// 1:87 'vector.contract' op expected an indexing map for each vector operand
func.func @f(%a: vector<4x8xf32>, %b: vector<8x16xf32>, %c: vector<4x16xf32>) { %10 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32> return }
// -----
// 1:87 'vector.contract' op expected indexing map 0 to have 2 number of inputs
func.func @f(%a: vector<4x8xf32>, %b: vector<8x16xf32>, %c: vector<4x16xf32>) { %10 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel"]} %a, %b, %c : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32> return }
// -----
// 1:87 'vector.contract' op invalid contracting dimension map
func.func @f(%a: vector<4x7xf32>, %b: vector<8x16xf32>, %c: vector<4x16xf32>) { %10 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x7xf32>, vector<8x16xf32> into vector<4x16xf32> return }
// -----
// 1:84 'vector.scalable.insert' op failed to verify that position is a multiple of the source length.
func.func @f(%a: vector<4xf32>, %b: vector<[8]xf32>, %c: vector<4x16xf32>) { %10 = vector.scalable.insert %a, %b[3] : vector<4xf32> into vector<[8]xf32> return }
// -----
// 1:46 'vector.deinterleave' op failed to verify that the trailing dimension of the source vector has an ev
func.func @f(%a: vector<5xf32>) { %10, %11 = vector.deinterleave %a : vector<5xf32> -> vector<2xf32> return }
// -----
// 1:40 'vector.step' op result #0 must be vector of index values of ranks 1, but got 'vector<4xf32>'
func.func @f(%f: vector<3xf32>) { %0 = vector.step : vector<4xf32> return }
// -----
// 1:103 custom op 'vector.contract' unexpected iterator_type (foo)
func.func @f(%a: vector<4x8xf32>, %b: vector<8x16xf32>, %c: vector<4x16xf32>) { %10 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "foo"]} %a, %b, %c : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32> return }
// -----
// 1:51 custom op 'vector.from_elements' number of operands and types do not match: got 2 operands and 3 typ
func.func @f(%f: f32) { %0 = vector.from_elements %f, %f : vector<3xf32> return }
// -----
// 1:61 'vector.outerproduct' op expected 1-d vector for operand #1
func.func @f(%v: vector<4xf32>, %w: vector<4x4xf32>) { %0 = vector.outerproduct %w, %v : vector<4x4xf32>, vector<4xf32> return }
// -----
// 1:98 custom op 'vector.transfer_read' requires memref or ranked tensor type
func.func @f(%m: memref<?x?xf32>, %i: index, %f: f32) { %0 = vector.transfer_read %m[%i, %i], %f : vector<4xf32>, vector<4xf32> return }
// -----
// 1:51 custom op 'vector.from_elements' number of operands and types do not match: got 2 operands and 3 typ
func.func @f(%a: i32) { %0 = vector.from_elements %a, %a : vector<3xi32> return }
// -----
// 1:30 'vector.from_elements' op failed to verify that shaped type 'dest' matches 'elements' element count 
func.func @f(%a: i32) { %0 = "vector.from_elements"(%a, %a) : (i32, i32) -> vector<3xi32> return }
// -----
// 1:61 'vector.outerproduct' op expected 1-d vector for operand #2
func.func @f(%w: vector<4x4xf32>, %v: vector<4xf32>) { %0 = vector.outerproduct %v, %w : vector<4xf32>, vector<4x4xf32> return }
// -----
// 1:51 'vector.outerproduct' op expected 1-d vector for operand #1
func.func @f(%w: vector<4x4xf32>, %v: f32) { %0 = vector.outerproduct %w, %v : vector<4x4xf32>, f32 return }
// -----
// 1:51 custom op 'vector.outerproduct' expected vector type for operand #1
func.func @f(%w: vector<4x4xf32>, %v: f32) { %0 = vector.outerproduct %v, %w : f32, vector<4x4xf32> return }
// -----
// 1:73 custom op 'vector.extract' invalid kind of type specified: expected builtin.vector, but found 'f32'
func.func @f(%v: f32, %i: index) { %0 = vector.extract %v[0] : f32 from f32 return }
// -----
// 1:53 custom op 'vector.shape_cast' invalid kind of type specified: expected builtin.vector, but found 'f3
func.func @f(%v: f32) { %0 = vector.shape_cast %v : f32 to vector<1xf32> return }
// -----
// 1:80 custom op 'vector.shape_cast' invalid kind of type specified: expected builtin.vector, but found 'f3
func.func @f(%v: vector<4xf32>) { %0 = vector.shape_cast %v : vector<4xf32> to f32 return }
// -----
// 1:59 custom op 'vector.reduction' invalid kind of type specified: expected builtin.vector, but found 'f32
func.func @f(%a: f32) { %0 = vector.reduction <add>, %a : f32 into f32 return }
// -----
// 1:50 custom op 'vector.bitcast' invalid kind of type specified: expected builtin.vector, but found 'f32'
func.func @f(%a: f32) { %0 = vector.bitcast %a : f32 to vector<4xi8> return }
// -----
// 1:62 custom op 'vector.load' invalid kind of type specified: expected builtin.memref, but found 'f32'
func.func @f(%a: f32, %i: index) { %0 = vector.load %a[%i] : f32, vector<4xf32> return }
// -----
// 1:87 custom op 'vector.load' invalid kind of type specified: expected builtin.vector, but found 'f32'
func.func @f(%a: memref<4xf32>, %i: index) { %0 = vector.load %a[%i] : memref<4xf32>, f32 return }
