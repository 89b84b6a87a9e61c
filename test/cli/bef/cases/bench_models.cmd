# times, loading and memory of models in every form; results of the last call
cat > model.mlir << 'END'
func.func @main(%x: tensor<4x3xf32>, %w: tensor<3x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
  %q = stablehlo.add %p, %p : tensor<4x2xf32>
  return %p, %q : tensor<4x2xf32>, tensor<4x2xf32>
}
func.func @plain() -> tensor<i32> {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %d = stablehlo.add %c, %c : tensor<i32>
  return %d : tensor<i32>
}
func.func @open(%x: tensor<?xf32>) -> tensor<?xf32> {
  %e = stablehlo.exponential %x : tensor<?xf32>
  return %e : tensor<?xf32>
}
func.func @wrong(%x: tensor<i32>) {
  check.expect_eq_const %x, dense<1> : tensor<i32>
  return
}
END
sed '/@open/,/^}/d; /@wrong/,/^}/d' model.mlir > static.mlir
bef assemble static.mlir -o static.bef
cat > figures.py << 'END'
import json, sys
line = json.load(sys.stdin)
print(line["function"], line["queue"], line["executions"], "median_ns" in line)
print(0 < line["ms_min"] <= line["ms"] <= line["ms_max"], line["first_ms"] > 0, line["load_ms"] > 0, 1 < line["peak_mb"] < 1000)
END
figures() { bef bench "$@" | python3 figures.py; }
x='--input=[[1,2,3],[4,5,6],[7,8,9],[0,1,0]]' w='--input=w=[[1,2],[3,4],[5,6]]'
figures model.mlir --function main $x --input='[[1,2],[3,4],[5,6]]' --repeat 3 -o p.npy -o q.npy
figures static.bef --queue threads:2 --random-inputs 1 --repeat 5
figures static.mlir plain --repeat 2
figures model.mlir --function open --random-inputs 1 --shape arg0=7 --repeat 1 --allocator counting
figures - main --random-inputs 1 --repeat 4 < model.mlir
echo '--- the same results as run'
bef run model.mlir $x --input='[[1,2],[3,4],[5,6]]' -o r.npy -o s.npy > /dev/null
cmp p.npy r.npy && cmp q.npy s.npy && echo same
echo '--- the number of calls by itself'
bef bench static.mlir plain | python3 -c 'import json, sys; print(json.load(sys.stdin)["executions"] >= 10)'
try() { bef bench "$@" 2>&1; echo "status $?"; }
echo '--- faults'
try model.mlir
try model.mlir --function maim
try model.mlir plain --function plain
try model.mlir plain --input 3
try model.mlir wrong --input 2 --repeat 1
try model.mlir plain --repeat 0
try model.mlir plain --shape arg0=2
try model.mlir plain -o p.npy -o q.npy --repeat 1
try model.mlir plain more
try "$DATA/measure.mlir" main --repeat 3
try "$DATA/measure.mlir"
