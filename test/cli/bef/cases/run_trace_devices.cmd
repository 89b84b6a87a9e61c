# Commands of devices have lanes of their own; the times become 0.
cat >device.mlir <<'END'
func.func @main() -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor) {
  %ch = "tfrt.new.chain"() : () -> !tfrt.chain
  %d = "device.find"() {name = "host:1"} : () -> !tfrt_gpu.device
  %ctx = "tfrt_gpu.context.primary"(%d) : (!tfrt_gpu.device) -> !tfrt_gpu.context
  %s = "tfrt_gpu.stream.create"(%ctx) : (!tfrt_gpu.context) -> !tfrt_gpu.stream
  %r = "tfrt_gpu.stream.create"(%ctx) : (!tfrt_gpu.context) -> !tfrt_gpu.stream
  %a = "tfrt_gpu.allocator.create"(%ctx) : (!tfrt_gpu.context) -> !tfrt_gpu.allocator
  %n = "tfrt.constant.i64"() {value = 64 : i64} : () -> i64
  %k = "tfrt.constant.i32"() {value = 7 : i32} : () -> i32
  %b = "tfrt_gpu.mem.allocate"(%a, %s, %n, %ch) : (!tfrt_gpu.allocator, !tfrt_gpu.stream, i64, !tfrt.chain) -> !tfrt_gpu.buffer
  %c = "tfrt_gpu.mem.set"(%b, %k, %s, %ch) : (!tfrt_gpu.buffer, i32, !tfrt_gpu.stream, !tfrt.chain) -> !tfrt.chain
  %e = "tfrt_gpu.stream.synchronize"(%s, %c) : (!tfrt_gpu.stream, !tfrt.chain) -> !tfrt.chain
  %shape = "ts.build_shape"() {value = [2 : i64]} : () -> !ts.shape
  %t = "device.tensor.read"(%b, %shape, %s, %e) {type = i32} : (!tfrt_gpu.buffer, !ts.shape, !tfrt_gpu.stream, !tfrt.chain) -> !tfrt_tensor.tensor
  %u = "device.tensor.read"(%b, %shape, %r, %e) {type = i32} : (!tfrt_gpu.buffer, !ts.shape, !tfrt_gpu.stream, !tfrt.chain) -> !tfrt_tensor.tensor
  tfrt.return %t, %u : !tfrt_tensor.tensor, !tfrt_tensor.tensor
}
END
bef run --pack device --trace trace.json device.mlir
grep '"pid":2' trace.json | sed 's/\(ts\|dur\)":[0-9.]*/\1":0/g; s/,$//'
python3 -m json.tool trace.json >/dev/null && echo "valid JSON"
