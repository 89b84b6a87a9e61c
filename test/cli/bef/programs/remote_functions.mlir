// threads: 2
// Errors of functions that come as text, and of tensor handles.
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
func.func @main() -> (!tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !corert.tensorhandle, !tfrt.chain, !corert.tensorhandle, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain) {
  %c = tfrt.new.chain
  %cf0, %cf1 = "tfrt_dist.test_create_configurations"() : () -> (!tfrt_dist.dist_context_configuration, !tfrt_dist.dist_context_configuration)
  %x0, %x1 = "tfrt_dist.test_create_distributed_context"(%cf0, %cf1) : (!tfrt_dist.dist_context_configuration, !tfrt_dist.dist_context_configuration) -> (!tfrt_dist.dist_context, !tfrt_dist.dist_context)
  %done1 = "collective.serve"(%x1, %c) : (!tfrt_dist.dist_context, !tfrt.chain) -> !tfrt.chain
  %t0 = "tfrt_dist.get_task_handle"(%x0) {task_name = "/job:worker/task:0"} : (!tfrt_dist.dist_context) -> !tfrt_dist.task_handle
  %t1 = "tfrt_dist.get_task_handle"(%x0) {task_name = "/job:worker/task:1"} : (!tfrt_dist.dist_context) -> !tfrt_dist.task_handle
  %s0 = "tfrt_dist.create_remote_execute_spec"(%x0) {output_devices = []} : (!tfrt_dist.dist_context) -> !tfrt_dist.remote_execute_spec
  %s1 = "tfrt_dist.create_remote_execute_spec"(%x0) {output_devices = ["/job:worker/task:1/device:CPU:0"]} : (!tfrt_dist.dist_context) -> !tfrt_dist.remote_execute_spec
  %s2 = "tfrt_dist.create_remote_execute_spec"(%x0) {output_devices = ["/job:worker/task:1/device:CPU:0", "/job:worker/task:1/device:CPU:0"]} : (!tfrt_dist.dist_context) -> !tfrt_dist.remote_execute_spec
  // texts
  %e0 = "tfrt_dist.register_tfrt_function"(%c, %x0, %t1) {program = "func.func @f() {\n  tfrt.unknown\n}", program_name = "f"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt.chain
  %e1 = "tfrt_dist.register_tfrt_function"(%c, %x0, %t1) {program = "func.func @f() {\n  \"no.kernel\"() : () -> ()\n  tfrt.return\n}", program_name = "f"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt.chain
  %e2 = "tfrt_dist.register_tfrt_function"(%c, %x0, %t1) {program = "func.func @f() {\n  tfrt.return\n}", program_name = "g"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt.chain
  %e3 = "tfrt_dist.register_tfrt_function"(%c, %x0, %t1) {program = "func.func @number() {\n  tfrt.return\n}", program_name = "number"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt.chain
  %good = "tfrt_dist.register_tfrt_function"(%c, %x0, %t1) {program = "func.func @twice(%n: i32) -> i32 {\n  %m = tfrt.add.i32 %n, %n\n  tfrt.return %m : i32\n}", program_name = "twice"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt.chain
  %e4 = "tfrt_dist.register_tfrt_function"(%good, %x0, %t1) {program = "func.func @twice() {\n  tfrt.return\n}", program_name = "twice"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt.chain
  %e5 = "tfrt_dist.register_tfrt_function"(%c, %x0, %t0) {program = "", program_name = "f"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt.chain
  // handles
  %a6, %i6, %h6 = "tfrt_dist.remote_execute_th"(%c, %x0, %t1, %s1) {num_tensorhandle_output = 1 : i32, program_name = "number"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec) -> (!tfrt.chain, !tfrt_dist.remote_object_id, !corert.tensorhandle)
  %a7, %i7, %j7, %h7 = "tfrt_dist.remote_execute_th"(%c, %x0, %t1, %s2) {num_tensorhandle_output = 1 : i32, program_name = "fails"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec) -> (!tfrt.chain, !tfrt_dist.remote_object_id, !tfrt_dist.remote_object_id, !corert.tensorhandle)
  %a8, %i8 = "tfrt_dist.remote_execute_th"(%c, %x0, %t1, %s1) {num_tensorhandle_output = 1 : i32, program_name = "number"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec) -> (!tfrt.chain, !tfrt_dist.remote_object_id)
  %k = "collective.create_remote_object_id"(%x0, %t1) : (!tfrt_dist.dist_context, !tfrt_dist.task_handle) -> !tfrt_dist.remote_object_id
  %a9 = "tfrt_dist.remote_execute_th_preallocated"(%c, %x0, %t1, %s1, %k) {num_input = 2 : i32, num_tensorhandle_output = 0 : i32, program_name = "number"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec, !tfrt_dist.remote_object_id) -> !tfrt.chain
  %aa = "tfrt_dist.remote_execute_th_preallocated"(%c, %x0, %t1, %s1, %k) {num_input = 0 : i32, num_tensorhandle_output = 0 : i32, program_name = "number"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec, !tfrt_dist.remote_object_id) -> !tfrt.chain
  %ab = "tfrt_dist.remote_execute_th_preallocated"(%aa, %x0, %t1, %s1, %k) {num_input = 0 : i32, num_tensorhandle_output = 0 : i32, program_name = "number"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec, !tfrt_dist.remote_object_id) -> !tfrt.chain
  %ac = "tfrt_dist.remote_execute_th_preallocated"(%c, %x0, %t1, %s1, %k) {num_input = 0 : i32, num_tensorhandle_output = 1 : i32, program_name = "number"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec, !tfrt_dist.remote_object_id) -> !tfrt.chain
  %all = tfrt.merge.chains %e0, %e1, %e2, %e3, %e4, %e5, %a6, %a7, %a8, %a9, %ab, %ac : !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain
  %done0 = "collective.serve"(%x0, %all) : (!tfrt_dist.dist_context, !tfrt.chain) -> !tfrt.chain
  tfrt.return %e0, %e1, %e2, %e3, %e4, %e5, %a6, %h6, %a7, %h7, %a8, %a9, %ab, %ac, %done1 : !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !corert.tensorhandle, !tfrt.chain, !corert.tensorhandle, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain
}
