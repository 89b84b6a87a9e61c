cat > program.mlir <<'END'
func.func public @main(%n: tensor<i64>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %s = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
  %one = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %y = stablehlo.dynamic_broadcast_in_dim %one, %s, dims = [] : (tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  %z = stablehlo.add %x, %y : tensor<?xf32>
  return %z : tensor<?xf32>
}
func.func public @other(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
END
mlirbc simplify --refine --stats --arg 0=4 --arg '1=tensor<4xf32>' program.mlir 2>stats; cat stats
mlirbc simplify --arg '0=dense<4> : tensor<i64>' program.mlir | mlirbc verify && echo verified
mlirbc simplify --refine --function other --arg '0=tensor<2xf32>' program.mlir | grep @other
mlirbc simplify --refine --arg '1=tensor<4xf32>' program.mlir | grep -c '?'
mlirbc simplify --refine --arg 0=4 --arg '1=tensor<5xf32>' program.mlir; echo "$?"
mlirbc simplify --arg '1=tensor<4xi32>' program.mlir; echo "$?"
mlirbc simplify --arg '1=tensor<4' program.mlir; echo "$?"
mlirbc simplify --arg 'tensor<4xf32>' program.mlir; echo "$?"
mlirbc simplify --refine --function nobody program.mlir; echo "$?"
