# constants from a file of arrays, which a run makes here
cat > made.mlir <<'END'
func.func @main() -> (tensor<3x2xf32>, tensor<2xbf16>) {
  %0 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %1 = stablehlo.constant dense<[0.5, 0.25]> : tensor<2xbf16>
  return %0, %1 : tensor<3x2xf32>, tensor<2xbf16>
}
END
cat > split.mlir <<'END'
func.func @main(%arg0: tensor<1x3xf32>) -> tensor<1x2xf32> {
  %0 = stablehlo.constant dense_resource<kernel> : tensor<3x2xf32>
  %1 = stablehlo.constant dense_resource<bias> : tensor<2xbf16>
  %2 = stablehlo.dot %arg0, %0 : (tensor<1x3xf32>, tensor<3x2xf32>) -> tensor<1x2xf32>
  %3 = stablehlo.convert %1 : (tensor<2xbf16>) -> tensor<2xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
  %5 = stablehlo.add %2, %4 : tensor<1x2xf32>
  return %5 : tensor<1x2xf32>
}
{-# external_resources: { mlirbc.weights: { result0: "dense kernel", result1: "resource:64 bias" } } #-}
END
bef run made.mlir -o w.npz > /dev/null
bef run split.mlir --weights w.npz --input '[[1, 1, 1]]'
bef run split.mlir --input '[[1, 1, 1]]'; echo "$?"
bef run split.mlir --input '[[1, 1, 1]]' --weights nothing.npz; echo "$?"
sed 's/3x2xf32/2x3xf32/; s/\[\[.*\]\]/[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]/; s/(tensor<3x2/(tensor<2x3/' made.mlir | sed 's/: tensor<3x2/: tensor<2x3/' > turned.mlir
bef run turned.mlir -o turned.npz > /dev/null && bef run split.mlir --weights turned.npz --input '[[1, 1, 1]]'; echo "$?"
bef run made.mlir --weights w.npz; echo "$?"
bef assemble made.mlir -o made.bef && bef run made.bef --weights w.npz; echo "$?"
sed 's/tensor<1x/tensor<?x/g; s/broadcast_in_dim %3, dims = \[1\] : (tensor<2xf32>) -> tensor<?x2xf32>/custom_call @none(%3) : (tensor<2xf32>) -> tensor<?x2xf32>/' split.mlir > dynamic.mlir
bef run dynamic.mlir --weights w.npz --input '[[1, 1, 1]]'; echo "$?"
