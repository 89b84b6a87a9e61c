// 1:51 'bufferization.alloc_tensor' op incorrect number of dynamic sizes, has 1, expected 0
func.func @f(%i: index, %t: tensor<4xf32>) { %0 = bufferization.alloc_tensor(%i) : tensor<4xf32> return }
// -----
// 1:48 'bufferization.dealloc' op must have the same number of conditions as memrefs to deallocate
func.func @f(%i: i1, %t: memref<?xf32>) { %0 = bufferization.dealloc (%t : memref<?xf32>) if (%i, %i) retain (%t : memref<?xf32>) return }
// -----
// 1:62 'bufferization.materialize_in_destination' op tensor 'dest' implies exactly one tensor result
func.func @f(%i: i1, %t: memref<?xf32>, %u: tensor<?xf32>) { bufferization.materialize_in_destination %u in writable %u : (tensor<?xf32>, tensor<?xf32>) -> () return }
// -----
// 1:62 'bufferization.materialize_in_destination' op 'writable' must be specified if and only if the destin
func.func @f(%i: i1, %t: memref<?xf32>, %u: tensor<?xf32>) { bufferization.materialize_in_destination %u in %t : (tensor<?xf32>, memref<?xf32>) -> () return }
// -----
// 1:59 custom op 'bufferization.to_buffer' invalid kind of type specified
func.func @f(%a: f32) { %0 = bufferization.to_buffer %a : f32 to memref<f32> return }
// -----
// 1:86 custom op 'bufferization.to_buffer' invalid kind of type specified
func.func @f(%a: tensor<4xf32>) { %0 = bufferization.to_buffer %a : tensor<4xf32> to f32 return }
// -----
// 1:74 custom op 'bufferization.to_tensor' invalid kind of type specified
func.func @f(%a: f32) { %0 = bufferization.to_tensor %a : memref<f32> to f32 return }
