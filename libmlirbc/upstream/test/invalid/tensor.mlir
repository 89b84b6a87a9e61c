// 1:141 'tensor.parallel_insert_slice' op may only insert into an output block argument
func.func @f(%a: index, %t: tensor<4xf32>) { %0 = scf.forall (%i) in (2) shared_outs(%o = %t) -> (tensor<4xf32>) { scf.forall.in_parallel { tensor.parallel_insert_slice %t into %t[0] [4] [1] : tensor<4xf32> into tensor<4xf32> } } return }
// -----
// 1:40 'tensor.cast' op operand type 'tensor<4xf32>' and result type 'tensor<5xf32>' are cast incompatible
func.func @f(%t: tensor<4xf32>) { %0 = tensor.cast %t : tensor<4xf32> to tensor<5xf32> return }
// -----
// 1:51 'tensor.extract' op incorrect number of indices for extract_element
func.func @f(%t: tensor<4xf32>, %i: index) { %0 = tensor.extract %t[] : tensor<4xf32> return }
// -----
// 1:60 'tensor.insert' op incorrect number of indices
func.func @f(%t: tensor<4xf32>, %i: index, %g: f32) { %0 = tensor.insert %g into %t[%i, %i] : tensor<4xf32> return }
// -----
// 1:30 custom op 'tensor.from_elements' 'result' must be statically shaped tensor of any type values, but g
func.func @f(%g: f32) { %0 = tensor.from_elements %g, %g : tensor<?xf32> return }
// -----
// 1:41 'tensor.generate' op incorrect number of dynamic sizes, has 1, expected 0
func.func @f(%g: f32, %i: index) { %0 = tensor.generate %i { ^bb0(%a: index): tensor.yield %g : f32 } : tensor<4xf32> return }
// -----
// 1:41 'tensor.generate' op body must be terminated with a `yield` operation of the tensor element type
func.func @f(%g: f32, %i: index) { %0 = tensor.generate %i { ^bb0(%a: index): tensor.yield %i : index } : tensor<?xf32> return }
// -----
// 1:61 'tensor.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked ten
func.func @f(%t: tensor<4xf32>, %s: tensor<?xindex>) { %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<?xindex>) -> tensor<2x2xf32> return }
// -----
// 1:61 'tensor.reshape' op length of shape operand differs from the result's tensor rank
func.func @f(%t: tensor<4xf32>, %s: tensor<3xindex>) { %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<3xindex>) -> tensor<2x2xf32> return }
// -----
// 1:42 'tensor.collapse_shape' op expected reassociation map #0 to have size equal to the expanded rank (2)
func.func @f(%t: tensor<4x8xf32>) { %0 = tensor.collapse_shape %t [[0], [2]] : tensor<4x8xf32> into tensor<4x8xf32> return }
// -----
// 1:42 'tensor.collapse_shape' op expected dimension 0 of collapsed type to be static value of 32
func.func @f(%t: tensor<4x8xf32>) { %0 = tensor.collapse_shape %t [[0, 1]] : tensor<4x8xf32> into tensor<?xf32> return }
// -----
// 1:41 'tensor.expand_shape' op expected dimension 0 of collapsed type to be static value of 28
func.func @f(%t: tensor<32xf32>) { %0 = tensor.expand_shape %t [[0, 1]] output_shape [4, 7] : tensor<32xf32> into tensor<4x7xf32> return }
// -----
// 1:51 'tensor.expand_shape' op expected number of static shape dims to be equal to the output rank (2) but
func.func @f(%t: tensor<?xf32>, %i: index) { %0 = tensor.expand_shape %t [[0, 1]] output_shape [4, %i, 3] : tensor<?xf32> into tensor<4x?xf32> return }
// -----
// 1:49 'tensor.pad' op expected yield type to match shape element type
func.func @f(%t: tensor<8xf32>, %g: i32) { %0 = tensor.pad %t low[1] high[1] { ^bb0(%a: index): tensor.yield %g : i32 } : tensor<8xf32> to tensor<10xf32> return }
// -----
// 1:41 'tensor.splat' op incorrect number of dynamic sizes, has 1, expected 0
func.func @f(%g: f32, %i: index) { %0 = tensor.splat %g[%i] : tensor<4xf32> return }
// -----
// 1:51 'tensor.bitcast' op operand type 'tensor<4xf32>' and result type 'tensor<4xi16>' are cast incompatib
func.func @f(%g: tensor<4xf32>, %i: index) { %0 = tensor.bitcast %g : tensor<4xf32> to tensor<4xi16> return }
// -----
// 1:51 'tensor.concat' op concatenation dim must be less than the tensor rank
func.func @f(%g: tensor<4xf32>, %i: index) { %0 = tensor.concat dim(1) %g, %g : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32> return }
// -----
// 1:51 'tensor.concat' op result type 'tensor<7xf32>'does not match inferred shape 'tensor<8xf32>' static s
func.func @f(%g: tensor<4xf32>, %i: index) { %0 = tensor.concat dim(0) %g, %g : (tensor<4xf32>, tensor<4xf32>) -> tensor<7xf32> return }
// -----
// 1:65 'tensor.gather' op gather_dims length must match the size of last dimension of indices
func.func @f(%t: tensor<4x5xf32>, %i: tensor<2x1xindex>) { %0 = tensor.gather %t[%i] gather_dims([0, 0]) : (tensor<4x5xf32>, tensor<2x1xindex>) -> tensor<2x1x5xf32> return }
// -----
// 1:65 'tensor.gather' op gather_dims value must be smaller than source rank
func.func @f(%t: tensor<4x5xf32>, %i: tensor<2x1xindex>) { %0 = tensor.gather %t[%i] gather_dims([2]) : (tensor<4x5xf32>, tensor<2x1xindex>) -> tensor<2x1x5xf32> return }
// -----
// 1:65 'tensor.gather' op gather_dims must be non-empty
func.func @f(%t: tensor<4x5xf32>, %i: tensor<2x1xindex>) { %0 = tensor.gather %t[%i] gather_dims([]) : (tensor<4x5xf32>, tensor<2x1xindex>) -> tensor<2x1x5xf32> return }
// -----
// 1:65 'tensor.gather' op result type mismatch: expected 'tensor<2x1x5xf32>' or its rank-reduced variant 't
func.func @f(%t: tensor<4x5xf32>, %i: tensor<2x1xindex>) { %0 = tensor.gather %t[%i] gather_dims([0]) : (tensor<4x5xf32>, tensor<2x1xindex>) -> tensor<2x5xi32> return }
// -----
// 1:35 'tensor.yield' op expects parent op to be one of 'tensor.generate, tensor.pad'
func.func @f(%t: tensor<*xf32>) { tensor.yield %t : tensor<*xf32> }
// -----
// 1:51 custom op 'tensor.from_elements' number of operands and types do not match: got 2 operands and 3 typ
func.func @f(%g: f32) { %0 = tensor.from_elements %g, %g : tensor<3xf32> return }
// -----
// 1:51 custom op 'tensor.from_elements' number of operands and types do not match: got 0 operands and 2 typ
func.func @f(%a: i32) { %0 = tensor.from_elements : tensor<2xi32> return }
// -----
// 1:51 custom op 'tensor.from_elements' number of operands and types do not match: got 2 operands and 1 typ
func.func @f(%a: i32) { %0 = tensor.from_elements %a, %a : tensor<i32> return }
// -----
// 1:47 custom op 'tensor.rank' invalid kind of type specified
func.func @f(%v: i32) { %0 = tensor.rank %v : i32 return }
// -----
// 1:71 custom op 'tensor.dim' invalid kind of type specified
func.func @f(%v: memref<4xf32>, %i: index) { %0 = tensor.dim %v, %i : memref<4xf32> return }
