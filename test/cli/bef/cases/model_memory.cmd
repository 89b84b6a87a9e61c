# A call that certainly needs more memory than its limit does not start: place, need and limit.
cat > need.mlir <<'END'
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %b = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<1000x4xf32>
  %s = stablehlo.slice %b [7:8, 0:4] : (tensor<1000x4xf32>) -> tensor<1x4xf32>
  %r = stablehlo.reshape %s : (tensor<1x4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
END
for limit in 16015 100000; do
  bef run need.mlir --random-inputs 7 --memory-limit $limit > out 2>&1
  echo status $?
  grep -v '^\[' out
done
