// Task 0 calls a function of task 1 that waits for ever, or calls a task that does not serve.
func.func @waits(%ctx: !tfrt_dist.dist_context) -> !tfrt_dist.payload {
  %task = "tfrt_dist.get_task_handle"(%ctx) {task_name = "/job:worker/task:0"} : (!tfrt_dist.dist_context) -> !tfrt_dist.task_handle
  %key = "tfrt_test.get_string"() {value = "never"} : () -> !tfrt.string
  %payload = "tfrt_dist.recv_bytes"(%ctx, %task, %key) : (!tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt.string) -> !tfrt_dist.payload
  tfrt.return %payload : !tfrt_dist.payload
}
func.func @client(%ctx: !tfrt_dist.dist_context) -> !tfrt.chain {
  %c = tfrt.new.chain
  %task = "tfrt_dist.get_task_handle"(%ctx) {task_name = "/job:worker/task:1"} : (!tfrt_dist.dist_context) -> !tfrt_dist.task_handle
  %spec = "tfrt_dist.create_remote_execute_spec"(%ctx) {output_devices = ["/job:worker/task:1/device:CPU:0"]} : (!tfrt_dist.dist_context) -> !tfrt_dist.remote_execute_spec
  %called, %id = "tfrt_dist.remote_execute"(%c, %ctx, %task, %spec) {program_name = "waits"} : (!tfrt.chain, !tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt_dist.remote_execute_spec) -> (!tfrt.chain, !tfrt_dist.remote_object_id)
  tfrt.return %called : !tfrt.chain
}
func.func @serves(%ctx: !tfrt_dist.dist_context) -> !tfrt.chain {
  %c = tfrt.new.chain
  %done = "collective.serve"(%ctx, %c) : (!tfrt_dist.dist_context, !tfrt.chain) -> !tfrt.chain
  tfrt.return %done : !tfrt.chain
}
func.func @nothing(%ctx: !tfrt_dist.dist_context) -> !tfrt.chain {
  %c = tfrt.new.chain
  tfrt.return %c : !tfrt.chain
}
func.func @served() -> !tfrt.chain {
  %ctx = "tfrt_dist.get_distributed_context"() : () -> !tfrt_dist.dist_context
  %me = "collective.task_number"(%ctx) : (!tfrt_dist.dist_context) -> i32
  %zero = tfrt.constant.i32 0
  %is0 = "tfrt.equal.i32"(%me, %zero) : (i32, i32) -> i1
  %done = tfrt.cond %is0 @client @serves (%ctx) : (!tfrt_dist.dist_context) -> !tfrt.chain
  tfrt.return %done : !tfrt.chain
}
func.func @not_served() -> !tfrt.chain {
  %ctx = "tfrt_dist.get_distributed_context"() : () -> !tfrt_dist.dist_context
  %me = "collective.task_number"(%ctx) : (!tfrt_dist.dist_context) -> i32
  %zero = tfrt.constant.i32 0
  %is0 = "tfrt.equal.i32"(%me, %zero) : (i32, i32) -> i1
  %done = tfrt.cond %is0 @client @nothing (%ctx) : (!tfrt_dist.dist_context) -> !tfrt.chain
  tfrt.return %done : !tfrt.chain
}
