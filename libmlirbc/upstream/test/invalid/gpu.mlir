// 1:17 'gpu.func' op expected void return type for kernel function
gpu.module @m { gpu.func @f() -> f32 kernel { gpu.return } }
// -----
// 1:40 'gpu.return' op expected 1 result operands
gpu.module @m { gpu.func @f() -> f32 { gpu.return } }
// -----
// 1:47 'gpu.return' op unexpected type `'f32'' for operand #0
gpu.module @m { gpu.func @f(%a: f32) -> i32 { gpu.return %a : f32 } }
// -----
// 1:141 'gpu.return' op expects parent op 'gpu.func'
func.func @f(%i: index) { gpu.launch blocks(%a, %b, %c) in (%x = %i, %y = %i, %z = %i) threads(%d, %e, %g) in (%u = %i, %v = %i, %w = %i) { gpu.return } return }
// -----
// 1:27 'gpu.launch_func' op expected the closest surrounding module to have the 'gpu.container_module' attr
func.func @f(%i: index) { gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) return }
// -----
// 1:70 'gpu.launch_func' op kernel container 'm' is undefined
module attributes {gpu.container_module} { func.func @f(%i: index) { gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) return } }
// -----
// 1:117 'gpu.launch_func' op kernel function is missing the 'gpu.kernel' attribute
module attributes {gpu.container_module} { gpu.module @m { gpu.func @k() { gpu.return } } func.func @f(%i: index) { gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) return } }
// -----
// 1:131 'gpu.launch_func' op got 0 kernel operands but expected 1
module attributes {gpu.container_module} { gpu.module @m { gpu.func @k(%a: f32) kernel { gpu.return } } func.func @f(%i: index) { gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) return } }
// -----
// 1:131 'gpu.launch_func' op type of function argument 0 does not match
module attributes {gpu.container_module} { gpu.module @m { gpu.func @k(%a: f32) kernel { gpu.return } } func.func @f(%i: index) { gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%i : index) return } }
// -----
// 1:88 'gpu.launch_func' op kernel function '@m::@k' is undefined
module attributes {gpu.container_module} { gpu.module @m { } func.func @f(%i: index) { gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) return } }
// -----
// 1:30 expected one gpu.yield operand
func.func @f(%f: f32) { %0 = gpu.all_reduce %f { ^bb0(%a: f32, %b: f32): gpu.yield %a, %a : f32, f32 } : (f32) -> (f32) return }
// -----
// 1:55 custom op 'gpu.shuffle' expected ::mlir::gpu::ShuffleMode to be one of: xor, up, down, idx
func.func @f(%f: f32, %i: i32) { %0, %1 = gpu.shuffle foo %f, %i, %i : f32 return }
// -----
// 1:53 'gpu.shuffle' op operand #0 must be Integer or Float or fixed-length vector of Integer or Float valu
func.func @f(%f: tensor<4xf32>, %i: i32) { %0, %1 = gpu.shuffle xor %f, %i, %i : tensor<4xf32> return }
// -----
// 1:39 'gpu.subgroup_reduce' op cluster size 3 is not a power of two
func.func @f(%f: f32, %i: i32) { %0 = gpu.subgroup_reduce add %f cluster(size = 3) : (f32) -> f32 return }
// -----
// 1:74 custom op 'gpu.subgroup_reduce' expected 'size'
func.func @f(%f: f32, %i: i32) { %0 = gpu.subgroup_reduce add %f cluster(stride = 2) : (f32) -> f32 return }
// -----
// 1:54 'gpu.memcpy' op arguments have incompatible element type
func.func @f(%m: memref<4xf32>, %n: memref<4xi32>) { gpu.memcpy %m, %n : memref<4xf32>, memref<4xi32> return }
// -----
// 1:54 'gpu.memset' op failed to verify that all of {dst, value} have same element type
func.func @f(%m: memref<4xf32>, %n: memref<4xi32>) { gpu.memset %m, %n : memref<4xf32>, memref<4xi32> return }
// -----
// 1:32 'gpu.alloc' op incorrect number of dynamic sizes, has 1, expected 0
func.func @f(%m: index) { %0 = gpu.alloc(%m) : memref<4xf32> return }
// -----
// 1:32 'gpu.alloc' op incorrect number of dynamic sizes, has 0, expected 1
func.func @f(%m: index) { %0 = gpu.alloc() : memref<?xf32> return }
// -----
// 1:32 'gpu.dynamic_shared_memory' op result memref type must be memref<?xi8, #gpu.address_space<workgroup>
func.func @f(%m: index) { %0 = gpu.dynamic_shared_memory : memref<4xi8, #gpu.address_space<workgroup>> return }
// -----
// 1:32 'gpu.dynamic_shared_memory' op address space must be address_space<workgroup>
func.func @f(%m: index) { %0 = gpu.dynamic_shared_memory : memref<?xi8> return }
// -----
// 1:32 'gpu.warp_execute_on_lane_0' op incompatible distribution dimensions from 'vector<32xf32>' to 'vecto
func.func @f(%l: index) { %0 = gpu.warp_execute_on_lane_0(%l)[32] -> (vector<2xf32>) { %c = arith.constant dense<1.0> : vector<32xf32> gpu.yield %c : vector<32xf32> } return }
// -----
// 1:32 'gpu.warp_execute_on_lane_0' op expected same number of yield operands and return values.
func.func @f(%l: index) { %0 = gpu.warp_execute_on_lane_0(%l)[32] -> (vector<1xf32>) { } return }
// -----
// 1:17 'gpu.func' op expected body with at least one block
gpu.module @m { gpu.func @f() kernel { } }
// -----
// 1:17 'gpu.func' op expected memref type in attribution
gpu.module @m { gpu.func @f() workgroup(%x: f32) { gpu.return } }
