// 1:39 'nvvm.shfl.sync' op expected return type to be of type 'f32' but got 'i32' instead
llvm.func @f(%a: i32, %f: f32) { %0 = nvvm.shfl.sync bfly %a, %f, %a, %a : f32 -> i32 llvm.return }
// -----
// 1:25 'nvvm.barrier' op barrier id is missing, it should be set between 0 to 15
llvm.func @f(%p: i32) { nvvm.barrier number_of_threads = %p llvm.return }
// -----
// 1:25 'nvvm.setmaxregister' op new register size must be multiple of 8
llvm.func @f(%p: i32) { nvvm.setmaxregister increase 7 llvm.return }
// -----
// 1:25 'nvvm.setmaxregister' op new register size must be multiple of 8
llvm.func @f(%p: i32) { nvvm.setmaxregister increase 300 llvm.return }
