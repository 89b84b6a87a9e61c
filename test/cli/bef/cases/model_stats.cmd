# --stats of models: the time of tasks and parts, arithmetic and bytes, places of operations
cat > model.mlir << 'END'
func.func @main(%x: tensor<256x512xf32>, %i: tensor<i32>) -> (tensor<256x256xf32>, tensor<256x512xf32>) {
  %w = stablehlo.slice %x [0:256, 0:512] : (tensor<256x512xf32>) -> tensor<256x512xf32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x256xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<256x512xf32>, tensor<f32>) -> tensor<256xf32>
  %s = stablehlo.dynamic_slice %r, %i, sizes = [16] : (tensor<256xf32>, tensor<i32>) -> tensor<16xf32>
  %u = stablehlo.dynamic_update_slice %r, %s, %i : (tensor<256xf32>, tensor<16xf32>, tensor<i32>) -> tensor<256xf32>
  %d = stablehlo.dot_general %u, %x, contracting_dims = [0] x [0] : (tensor<256xf32>, tensor<256x512xf32>) -> tensor<512xf32>
  %b = stablehlo.broadcast_in_dim %d, dims = [1] : (tensor<512xf32>) -> tensor<256x512xf32>
  return %p, %b : tensor<256x256xf32>, tensor<256x512xf32>
}
END
cat > work.py << 'END'
import sys
# lines of the second table: kernel, calls, MFLOP, MB; the other columns are times
rows, table = [], 0
for line in sys.stdin:
    words = line.split()
    table += words[:1] == ["calls"]
    if line.startswith("peak of one thread"):
        print("peak", float(words[5]) > 0, float(words[-4]) > 0)
        break
    if table == 2 and len(words) >= 8 and words[0] != "calls":
        rows.append((words[7], words[0], words[1], words[2], words[8:]))
        speed, share = float(words[3]), words[5]
        if words[7] == "hlo.dot_general":  # with the time of its tasks; without it, a thousand times more
            print("plausible" if 0 < speed < 5000 and share.endswith("%") else line)
for row in sorted(rows):
    if row[0] in ("hlo.dot_general", "hlo.dynamic_update_slice"):  # others may be fused
        print(*row[:4], *row[4])
END
for queue in single threads:2; do
  echo "--- $queue"
  bef run model.mlir --random-inputs 1 --repeat 10 --queue $queue --stats 2>&1 >/dev/null | python3 work.py
done
echo "--- by operation"
bef run model.mlir --random-inputs 1 --stats-ops 2>&1 >/dev/null | python3 work.py
echo "--- host programs have no known costs"
bef run "$DATA/measure.mlir" --functions main --stats 2>&1 | grep -c GFLOP || true
echo "--- as JSON: one object"
cat > text.mlir << 'END'
func.func @main() -> i32 {
  %a = tfrt.constant.i32 7
  tfrt.return %a : i32
}
END
bef run model.mlir --random-inputs 1 --repeat 2 --stats --json --output p.npy | python3 -c '
import json, sys
o = json.load(sys.stdin)
print(o["functions"][0]["name"], o["functions"][0]["calls"], [k["calls"] for k in o["kernels"] if k["name"] == "hlo.dot_general"], len(o["critical_paths"]))'
ls p.npy
bef run text.mlir --json 2>&1 || echo $?
bef run model.mlir --random-inputs 1 --json --allocator counting 2>&1 | head -1
echo "--- machine code of loops: the same results without"
cat > loop.mlir << 'END'
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<3xf32>
    cond {
      %n = stablehlo.constant dense<100> : tensor<i32>
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %a = stablehlo.reverse %y, dims = [0] : tensor<3xf32>
      %b = stablehlo.sine %a : tensor<3xf32>
      %c = stablehlo.add %y, %b : tensor<3xf32>
      stablehlo.return %j, %c : tensor<i32>, tensor<3xf32>
    }
  return %r#1 : tensor<3xf32>
}
END
for jit in on off; do bef run loop.mlir --input '[0.5, 1.5, 2.5]' --jit $jit; done
bef run loop.mlir --input '[0.5, 1.5, 2.5]' --jit off --stats 2>&1 | tail -1
KERNELS_JIT=off bef run loop.mlir --input '[0.5, 1.5, 2.5]' --stats 2>&1 | tail -1
bef run loop.mlir --jit maybe 2>&1; echo $?
