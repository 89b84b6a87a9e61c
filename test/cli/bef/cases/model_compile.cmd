# a model in one file, and beside its weights
cat > w.mlir <<'END'
func.func @main() -> tensor<3x2xf32> {
  %0 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
END
cat > model.mlir <<'END'
func.func @main(%kernel: tensor<3x2xf32>, %x: tensor<1x3xf32>) -> tensor<1x2xf32> {
  %0 = stablehlo.dot %x, %kernel : (tensor<1x3xf32>, tensor<3x2xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}
END
bef run w.mlir -o result0.npz > /dev/null
echo "kernel = result0" > map
bef compile model.mlir -o beside.bef && bef run beside.bef --weights result0.npz --map map --input '[[1, 1, 1]]'
bef compile model.mlir --weights result0.npz --map map -o one.bef && bef run one.bef --input '[[1, 1, 1]]'
bef assemble model.mlir --weights result0.npz --map map | cmp - one.bef && echo equal
bef compile model.mlir --map map -o none.bef; echo "$?"
bef compile nothing.mlir -o none.bef; echo "$?"
