// Task 0 gives functions as text to task 1 and to itself, and gets the shapes of their results.
func.func @pair() -> (i32, !tfrt.chain, !tfrt_tensor.tensor) {
  %n = tfrt.constant.i32 21
  %c = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.i32.2 [2 : i64, 1 : i64]
  %c1 = tfrt_dht.set_tensor_with_constant_values.i32 %t, %c [1 : i32, 2 : i32]
  tfrt.return %n, %c1, %t : i32, !tfrt.chain, !tfrt_tensor.tensor
}
func.func @main() -> !tfrt.chain {
  %c = tfrt.new.chain
  %ctx = "tfrt_dist.get_distributed_context"() : () -> !tfrt_dist.dist_context
  %me = "collective.task_number"(%ctx) : (!tfrt_dist.dist_context) -> i32
  %zero = tfrt.constant.i32 0
  %is0 = "tfrt.equal.i32"(%me, %zero) : (i32, i32) -> i1
  %finished = tfrt.cond %is0 @client @nothing (%ctx) : (!tfrt_dist.dist_context) -> !tfrt.chain
  %done = "collective.serve"(%ctx, %finished) : (!tfrt_dist.dist_context, !tfrt.chain) -> !tfrt.chain
  tfrt.return %done : !tfrt.chain
}
func.func @nothing(%ctx: !tfrt_dist.dist_context) -> !tfrt.chain {
  %c = tfrt.new.chain
  tfrt.return %c : !tfrt.chain
}
func.func @client(%ctx: !tfrt_dist.dist_context) -> !tfrt.chain {
  %c = tfrt.new.chain
  // on task 1
  %task1 = "tfrt_dist.get_task_handle"(%ctx) {task_name = "/job:worker/task:1"} : (!tfrt_dist.dist_context) -> !tfrt_dist.task_handle
  %one1 = "tfrt_dist.create_remote_execute_spec"(%ctx) {output_devices = ["/job:worker/task:1/device:CPU:0"]} : (!tfrt_dist.dist_context) -> !tfrt_dist.remote_execute_spec
  %two1 = "tfrt_dist.create_remote_execute_spec"(%ctx) {output_devices = ["/job:worker/task:1/device:CPU:0", "/job:worker/task:1/device:CPU:0"]} : (!tfrt_dist.dist_context) -> !tfrt_dist.remote_execute_spec
  %three1 = "tfrt_dist.create_remote_execute_spec"(%ctx) {output_devices = ["/job:worker/task:1/device:CPU:0", "/job:worker/task:1/device:CPU:0", "/job:worker/task:1/device:CPU:0"]} : (!tfrt_dist.dist_context) -> !tfrt_dist.remote_execute_spec
  %r1 = "tfrt_dist.register_tfrt_function"(%c, %ctx, %task1) {program = "func.func @made() -> (!tfrt.chain, !tfrt_tensor.tensor) {\n  %c = tfrt.new.chain\n  %t = tfrt_dht.create_uninitialized_tensor.i32.2 [1 : i64, 3 : i64]\n  %d = tfrt_dht.set_tensor_with_constant_values.i32 %t, %c [4 : i32, 5 : i32, 6 : i32]\n  tfrt.return %d, %t : !tfrt.chain, !tfrt_tensor.tensor\n}", program_name = "made"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt.chain
  %again1 = "tfrt_dist.register_tfrt_function"(%r1, %ctx, %task1) {program = "func.func @made() -> (!tfrt.chain, !tfrt_tensor.tensor) {\n  %c = tfrt.new.chain\n  %t = tfrt_dht.create_uninitialized_tensor.i32.2 [1 : i64, 3 : i64]\n  %d = tfrt_dht.set_tensor_with_constant_values.i32 %t, %c [4 : i32, 5 : i32, 6 : i32]\n  tfrt.return %d, %t : !tfrt.chain, !tfrt_tensor.tensor\n}", program_name = "made"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt.chain
  %q1 = "tfrt_dist.register_tfrt_function"(%again1, %ctx, %task1) {program = "func.func @twice(%n: i32) -> i32 {\n  %m = tfrt.add.i32 %n, %n\n  tfrt.return %m : i32\n}", program_name = "twice"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt.chain
  %a1, %n1, %ready1, %t1, %h1 = "tfrt_dist.remote_execute_th"(%q1, %ctx, %task1, %three1) {num_tensorhandle_output = 1 : i32, program_name = "pair"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec) -> (!tfrt.chain, !tfrt_dist.remote_object_id, !tfrt_dist.remote_object_id, !tfrt_dist.remote_object_id, !corert.tensorhandle)
  %s1 = "corert.tensorhandle_to_shape"(%h1) : (!corert.tensorhandle) -> !ts.shape
  %p1 = ts.print_shape %s1, %a1
  %u1 = "corert.tensorhandle_to_ht"(%h1) : (!corert.tensorhandle) -> !tfrt_tensor.tensor
  %v1 = tfrt_dht.print_tensor %u1, %p1
  %i1 = "collective.create_remote_object_id"(%ctx, %task1) : (!tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt_dist.remote_object_id
  %l1 = "collective.create_remote_object_id"(%ctx, %task1) : (!tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt_dist.remote_object_id
  %j1 = "collective.create_remote_object_id"(%ctx, %task1) : (!tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt_dist.remote_object_id
  %w1, %g1 = "tfrt_dist.remote_execute_th_preallocated"(%v1, %ctx, %task1, %two1, %l1, %i1) {num_input = 0 : i32, num_tensorhandle_output = 1 : i32, program_name = "made"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec, !tfrt_dist.remote_object_id, !tfrt_dist.remote_object_id) -> (!tfrt.chain, !corert.tensorhandle)
  %k1 = "tfrt_dist.get_remote_object_id_from_th"(%g1) : (!corert.tensorhandle) -> !tfrt_dist.remote_object_id
  %x1 = "collective.fetch_remote_object"(%ctx, %k1) : (!tfrt_dist.dist_context, !tfrt_dist.remote_object_id) -> !tfrt_tensor.tensor
  %y1 = tfrt_dht.print_tensor %x1, %w1
  %z1 = "corert.tensorhandle_to_shape"(%g1) : (!corert.tensorhandle) -> !ts.shape
  %b1 = ts.print_shape %z1, %y1
  %d1 = "tfrt_dist.remote_execute_th_preallocated"(%b1, %ctx, %task1, %one1, %n1, %j1) {num_input = 1 : i32, num_tensorhandle_output = 0 : i32, program_name = "twice"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec, !tfrt_dist.remote_object_id, !tfrt_dist.remote_object_id) -> !tfrt.chain
  %end1 = "tfrt_dist.test_print_remote_object_id"(%j1, %d1) : (!tfrt_dist.remote_object_id, !tfrt.chain) -> !tfrt.chain
  // on task 0
  %task0 = "tfrt_dist.get_task_handle"(%ctx) {task_name = "/job:worker/task:0"} : (!tfrt_dist.dist_context) -> !tfrt_dist.task_handle
  %one0 = "tfrt_dist.create_remote_execute_spec"(%ctx) {output_devices = ["/job:worker/task:0/device:CPU:0"]} : (!tfrt_dist.dist_context) -> !tfrt_dist.remote_execute_spec
  %two0 = "tfrt_dist.create_remote_execute_spec"(%ctx) {output_devices = ["/job:worker/task:0/device:CPU:0", "/job:worker/task:0/device:CPU:0"]} : (!tfrt_dist.dist_context) -> !tfrt_dist.remote_execute_spec
  %three0 = "tfrt_dist.create_remote_execute_spec"(%ctx) {output_devices = ["/job:worker/task:0/device:CPU:0", "/job:worker/task:0/device:CPU:0", "/job:worker/task:0/device:CPU:0"]} : (!tfrt_dist.dist_context) -> !tfrt_dist.remote_execute_spec
  %r0 = "tfrt_dist.register_tfrt_function"(%end1, %ctx, %task0) {program = "func.func @made() -> (!tfrt.chain, !tfrt_tensor.tensor) {\n  %c = tfrt.new.chain\n  %t = tfrt_dht.create_uninitialized_tensor.i32.2 [1 : i64, 3 : i64]\n  %d = tfrt_dht.set_tensor_with_constant_values.i32 %t, %c [4 : i32, 5 : i32, 6 : i32]\n  tfrt.return %d, %t : !tfrt.chain, !tfrt_tensor.tensor\n}", program_name = "made"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt.chain
  %again0 = "tfrt_dist.register_tfrt_function"(%r0, %ctx, %task0) {program = "func.func @made() -> (!tfrt.chain, !tfrt_tensor.tensor) {\n  %c = tfrt.new.chain\n  %t = tfrt_dht.create_uninitialized_tensor.i32.2 [1 : i64, 3 : i64]\n  %d = tfrt_dht.set_tensor_with_constant_values.i32 %t, %c [4 : i32, 5 : i32, 6 : i32]\n  tfrt.return %d, %t : !tfrt.chain, !tfrt_tensor.tensor\n}", program_name = "made"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt.chain
  %q0 = "tfrt_dist.register_tfrt_function"(%again0, %ctx, %task0) {program = "func.func @twice(%n: i32) -> i32 {\n  %m = tfrt.add.i32 %n, %n\n  tfrt.return %m : i32\n}", program_name = "twice"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt.chain
  %a0, %n0, %ready0, %t0, %h0 = "tfrt_dist.remote_execute_th"(%q0, %ctx, %task0, %three0) {num_tensorhandle_output = 1 : i32, program_name = "pair"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec) -> (!tfrt.chain, !tfrt_dist.remote_object_id, !tfrt_dist.remote_object_id, !tfrt_dist.remote_object_id, !corert.tensorhandle)
  %s0 = "corert.tensorhandle_to_shape"(%h0) : (!corert.tensorhandle) -> !ts.shape
  %p0 = ts.print_shape %s0, %a0
  %u0 = "corert.tensorhandle_to_ht"(%h0) : (!corert.tensorhandle) -> !tfrt_tensor.tensor
  %v0 = tfrt_dht.print_tensor %u0, %p0
  %i0 = "collective.create_remote_object_id"(%ctx, %task0) : (!tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt_dist.remote_object_id
  %l0 = "collective.create_remote_object_id"(%ctx, %task0) : (!tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt_dist.remote_object_id
  %j0 = "collective.create_remote_object_id"(%ctx, %task0) : (!tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt_dist.remote_object_id
  %w0, %g0 = "tfrt_dist.remote_execute_th_preallocated"(%v0, %ctx, %task0, %two0, %l0, %i0) {num_input = 0 : i32, num_tensorhandle_output = 1 : i32, program_name = "made"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec, !tfrt_dist.remote_object_id, !tfrt_dist.remote_object_id) -> (!tfrt.chain, !corert.tensorhandle)
  %k0 = "tfrt_dist.get_remote_object_id_from_th"(%g0) : (!corert.tensorhandle) -> !tfrt_dist.remote_object_id
  %x0 = "collective.fetch_remote_object"(%ctx, %k0) : (!tfrt_dist.dist_context, !tfrt_dist.remote_object_id) -> !tfrt_tensor.tensor
  %y0 = tfrt_dht.print_tensor %x0, %w0
  %z0 = "corert.tensorhandle_to_shape"(%g0) : (!corert.tensorhandle) -> !ts.shape
  %b0 = ts.print_shape %z0, %y0
  %d0 = "tfrt_dist.remote_execute_th_preallocated"(%b0, %ctx, %task0, %one0, %n0, %j0) {num_input = 1 : i32, num_tensorhandle_output = 0 : i32, program_name = "twice"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec, !tfrt_dist.remote_object_id, !tfrt_dist.remote_object_id) -> !tfrt.chain
  %end0 = "tfrt_dist.test_print_remote_object_id"(%j0, %d0) : (!tfrt_dist.remote_object_id, !tfrt.chain) -> !tfrt.chain
  tfrt.return %end0 : !tfrt.chain
}
