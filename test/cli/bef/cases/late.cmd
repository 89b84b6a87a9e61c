# ranks whose time is up: all end, and none blames another one
cat > wait.mlir << 'END'
func.func @main() -> tensor<i32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %l = stablehlo.while(%k = %z) : tensor<i32>
  cond {
    %c = stablehlo.compare EQ, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %q = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %q : tensor<i32>
  }
  %r = "stablehlo.all_reduce"(%l) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
END
cat > recv.mlir << 'END'
func.func @main() -> tensor<2xf32> {
  %k = stablehlo.create_token : !stablehlo.token
  %r, %s = "stablehlo.recv"(%k) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %r : tensor<2xf32>
}
END
cat > host.mlir << 'END'
func.func @main() -> !tfrt_dist.payload {
  %x = "tfrt_dist.get_distributed_context"() : () -> !tfrt_dist.dist_context
  %n = "tfrt_dist.get_task_handle"(%x) {task_name = "/job:worker/task:0"} : (!tfrt_dist.dist_context) -> !tfrt_dist.task_handle
  %k = "tfrt_test.get_string"() {value = "key"} : () -> !tfrt.string
  %p = "tfrt_dist.recv_bytes"(%x, %n, %k) : (!tfrt_dist.dist_context, !tfrt_dist.task_handle, !tfrt.string) -> !tfrt_dist.payload
  tfrt.return %p : !tfrt_dist.payload
}
END
for command in "wait.mlir --ranks 3" "wait.mlir --ranks 3 --queue threads:3" "wait.mlir --ranks 3 --queue threads:2" "recv.mlir --ranks 2" "recv.mlir --ranks 4 --queue threads:2" "host.mlir --ranks 2"; do
	for again in 1 2 3 4; do
		timeout 30 bef run $command --timeout 0.2 > out 2>&1
		echo "$command: $? $(grep -c 'stopped after 0.2 seconds' out | sed 's/[1-9]/some/') $(grep -c 'replica\|partition\|null' out)"
	done | sort -u
done
