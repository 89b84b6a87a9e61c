// threads: 2
// Errors of remote functions: those of the call, of objects, of the function.
func.func @number() -> i32 {
  %n = tfrt.constant.i32 7
  tfrt.return %n : i32
}
func.func @fails() -> (i32, i32) {
  %seven = tfrt.constant.i32 7
  %zero = tfrt.constant.i32 0
  %quotient, %rest = tfrt.div.i32 %seven, %zero
  tfrt.return %quotient, %seven : i32, i32
}
func.func @twice(%n: i32) -> i32 {
  %m = tfrt.add.i32 %n, %n
  tfrt.return %m : i32
}
func.func @long(%n: i64) -> i64 {
  tfrt.return %n : i64
}
func.func @context(%c: !tfrt_dist.dist_context) -> !tfrt_dist.dist_context {
  tfrt.return %c : !tfrt_dist.dist_context
}
func.func @main() -> (!tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt_tensor.tensor, !tfrt.chain, !tfrt.chain, !tfrt.chain) {
  %c = tfrt.new.chain
  %cf0, %cf1 = "tfrt_dist.test_create_configurations"() : () -> (!tfrt_dist.dist_context_configuration, !tfrt_dist.dist_context_configuration)
  %x0, %x1 = "tfrt_dist.test_create_distributed_context"(%cf0, %cf1) : (!tfrt_dist.dist_context_configuration, !tfrt_dist.dist_context_configuration) -> (!tfrt_dist.dist_context, !tfrt_dist.dist_context)
  %done1 = "collective.serve"(%x1, %c) : (!tfrt_dist.dist_context, !tfrt.chain) -> !tfrt.chain
  %t1 = "tfrt_dist.get_task_handle"(%x0) {task_name = "/job:worker/task:1"} : (!tfrt_dist.dist_context) -> !tfrt_dist.task_handle
  %t0 = "tfrt_dist.get_task_handle"(%x0) {task_name = "/job:worker/task:0"} : (!tfrt_dist.dist_context) -> !tfrt_dist.task_handle
  %s0 = "tfrt_dist.create_remote_execute_spec"(%x0) {output_devices = []} : (!tfrt_dist.dist_context) -> !tfrt_dist.remote_execute_spec
  %s1 = "tfrt_dist.create_remote_execute_spec"(%x0) {output_devices = ["/job:worker/task:1/device:CPU:0"]} : (!tfrt_dist.dist_context) -> !tfrt_dist.remote_execute_spec
  %s2 = "tfrt_dist.create_remote_execute_spec"(%x0) {output_devices = ["/job:worker/task:1/device:CPU:0", "/job:worker/task:1/device:CPU:0"]} : (!tfrt_dist.dist_context) -> !tfrt_dist.remote_execute_spec
  // These two come before the other calls with results, so that %fourteen always is object 3.
  %e3, %bad, %good = "tfrt_dist.remote_execute"(%c, %x0, %t1, %s2) {program_name = "fails"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec) -> (!tfrt.chain, !tfrt_dist.remote_object_id, !tfrt_dist.remote_object_id)
  %g, %fourteen = "tfrt_dist.remote_execute"(%c, %x0, %t1, %s1, %good) {program_name = "twice"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec, !tfrt_dist.remote_object_id) -> (!tfrt.chain, !tfrt_dist.remote_object_id)
  %e0 = "tfrt_dist.remote_execute"(%c, %x0, %t1, %s0) {program_name = "absent"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec) -> !tfrt.chain
  %e1 = "tfrt_dist.remote_execute"(%c, %x0, %t1, %s0) {program_name = "number"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec) -> !tfrt.chain
  %e2, %lost = "tfrt_dist.remote_execute"(%g, %x0, %t1, %s1) {program_name = "twice"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec) -> (!tfrt.chain, !tfrt_dist.remote_object_id)
  %e4, %worse = "tfrt_dist.remote_execute"(%g, %x0, %t1, %s1, %bad) {program_name = "twice"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec, !tfrt_dist.remote_object_id) -> (!tfrt.chain, !tfrt_dist.remote_object_id)
  %e5, %l = "tfrt_dist.remote_execute"(%g, %x0, %t1, %s1, %good) {program_name = "long"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec, !tfrt_dist.remote_object_id) -> (!tfrt.chain, !tfrt_dist.remote_object_id)
  %e6, %x = "tfrt_dist.remote_execute"(%g, %x0, %t1, %s1) {program_name = "context"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec) -> (!tfrt.chain, !tfrt_dist.remote_object_id)
  %tensor = "collective.fetch_remote_object"(%x0, %good) : (!tfrt_dist.dist_context, !tfrt_dist.remote_object_id) -> !tfrt_tensor.tensor
  %d = "collective.delete_remote_objects"(%g, %x0, %fourteen) : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.remote_object_id) -> !tfrt.chain
  %e7 = "collective.delete_remote_objects"(%d, %x0, %fourteen) : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.remote_object_id) -> !tfrt.chain
  %e8 = "tfrt_dist.remote_execute"(%c, %x0, %t0, %s0, %good) {program_name = "twice"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec, !tfrt_dist.remote_object_id) -> !tfrt.chain
  %e9 = "tfrt_dist.remote_execute"(%c, %x0, %t0, %s0) {program_name = "absent"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec) -> !tfrt.chain
  %all = tfrt.merge.chains %e0, %e1, %e2, %e3, %e4, %e5, %e6, %e7, %e9 : !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain
  %done0 = "collective.serve"(%x0, %all) : (!tfrt_dist.dist_context, !tfrt.chain) -> !tfrt.chain
  tfrt.return %e0, %e1, %e2, %e3, %e4, %e5, %e6, %e7, %tensor, %e8, %e9, %done1 : !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt_tensor.tensor, !tfrt.chain, !tfrt.chain, !tfrt.chain
}
