// Task 0 runs functions on task 1 and on itself; values stay where they were computed.
func.func @two(%start: !tfrt.chain) -> !tfrt_tensor.tensor {
  %two = tfrt_dht.create_uninitialized_tensor.i32.1 [2 : i64]
  %c = tfrt_dht.set_tensor_with_constant_values.i32 %two, %start [20 : i32, 22 : i32]
  tfrt.return %two : !tfrt_tensor.tensor
}
func.func @number() -> i32 {
  %n = tfrt.constant.i32 7
  tfrt.return %n : i32
}
func.func @twice(%n: i32) -> (i32, !tfrt.chain) {
  %m = tfrt.add.i32 %n, %n
  %c0 = tfrt.new.chain
  %c1 = tfrt.print.i32 %m, %c0
  tfrt.return %m, %c1 : i32, !tfrt.chain
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
  %task = "tfrt_dist.get_task_handle"(%ctx) {task_name = "/job:worker/task:1"} : (!tfrt_dist.dist_context) -> !tfrt_dist.task_handle
  %spec1 = "tfrt_dist.create_remote_execute_spec"(%ctx) {output_devices = ["/job:worker/task:1/device:CPU:0"]} : (!tfrt_dist.dist_context) -> !tfrt_dist.remote_execute_spec
  %spec2 = "tfrt_dist.create_remote_execute_spec"(%ctx) {output_devices = ["/job:worker/task:1/device:CPU:0", "/job:worker/task:1/device:CPU:0"]} : (!tfrt_dist.dist_context) -> !tfrt_dist.remote_execute_spec
  %c1, %n = "tfrt_dist.remote_execute"(%c, %ctx, %task, %spec1) {program_name = "number"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec) -> (!tfrt.chain, !tfrt_dist.remote_object_id)
  %c2, %m, %p = "tfrt_dist.remote_execute"(%c, %ctx, %task, %spec2, %n) {program_name = "twice"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec, !tfrt_dist.remote_object_id) -> (!tfrt.chain, !tfrt_dist.remote_object_id, !tfrt_dist.remote_object_id)
  %c3 = "tfrt_dist.test_print_remote_object_id"(%m, %c2) : (!tfrt_dist.remote_object_id, !tfrt.chain) -> !tfrt.chain
  %c4 = "tfrt_dist.test_print_remote_execute_spec"(%spec2, %c3) : (!tfrt_dist.remote_execute_spec, !tfrt.chain) -> !tfrt.chain
  %manager = "tfrt_dist.test_create_remote_chain_manager"(%ctx) : (!tfrt_dist.dist_context) -> !tfrt_dist.remote_chain_manager
  %rc = "tfrt_dist.get_chain_for_task_handle"(%c, %manager, %task) : (!tfrt.chain, !tfrt_dist.remote_chain_manager, !tfrt_dist.task_handle) -> !tfrt_dist.remote_object_id
  %c5, %t = "tfrt_dist.remote_execute"(%c, %ctx, %task, %spec1, %rc) {program_name = "two"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec, !tfrt_dist.remote_object_id) -> (!tfrt.chain, !tfrt_dist.remote_object_id)
  %tensor = "collective.fetch_remote_object"(%ctx, %t) : (!tfrt_dist.dist_context, !tfrt_dist.remote_object_id) -> !tfrt_tensor.tensor
  %c6 = tfrt_dht.print_tensor %tensor, %c4
  %c7 = "collective.delete_remote_objects"(%c6, %ctx, %t, %m, %n, %p) : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.remote_object_id, !tfrt_dist.remote_object_id, !tfrt_dist.remote_object_id, !tfrt_dist.remote_object_id) -> !tfrt.chain
  // A function that task 1 gets as text.
  %c8 = "tfrt_dist.register_tfrt_function"(%c7, %ctx, %task) {program = "func.func @three() -> (!tfrt.chain, !tfrt_tensor.tensor) {\n  %c = tfrt.new.chain\n  %t = tfrt_dht.create_uninitialized_tensor.i32.1 [3 : i64]\n  %d = tfrt_dht.set_tensor_with_constant_values.i32 %t, %c [7 : i32, 8 : i32, 9 : i32]\n  tfrt.return %d, %t : !tfrt.chain, !tfrt_tensor.tensor\n}", program_name = "three"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt.chain
  %c9, %q0, %q1, %h = "tfrt_dist.remote_execute_th"(%c8, %ctx, %task, %spec2) {num_tensorhandle_output = 1 : i32, program_name = "three"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec) -> (!tfrt.chain, !tfrt_dist.remote_object_id, !tfrt_dist.remote_object_id, !corert.tensorhandle)
  %shape = "corert.tensorhandle_to_shape"(%h) : (!corert.tensorhandle) -> !ts.shape
  %c10 = ts.print_shape %shape, %c9
  %three = "corert.tensorhandle_to_ht"(%h) : (!corert.tensorhandle) -> !tfrt_tensor.tensor
  %c11 = tfrt_dht.print_tensor %three, %c10
  tfrt.return %c11 : !tfrt.chain
}
