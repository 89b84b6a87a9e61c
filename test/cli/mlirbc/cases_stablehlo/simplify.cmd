cat > program.mlir <<'END'
func.func public @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @half() : () -> tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %2 = chlo.square %arg0 : tensor<2xf32> -> tensor<2xf32>
  %3 = chlo.square %arg0 : tensor<2xf32> -> tensor<2xf32>
  %4 = stablehlo.multiply %1, %2 : tensor<2xf32>
  return %4 : tensor<2xf32>
}
func.func private @half() -> tensor<f32> {
  %0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %2 = stablehlo.divide %0, %1 : tensor<f32>
  return %2 : tensor<f32>
}
END
mlirbc simplify --stats program.mlir 2>stats; cat stats
mlirbc simplify --inline program.mlir | grep -c call
mlirbc simplify --dce program.mlir | grep -c chlo.square
mlirbc simplify --bytecode program.mlir | mlirbc print -p >bytes && mlirbc simplify program.mlir >once && cmp bytes once && mlirbc simplify once | cmp - once && echo same
mlirbc simplify --chlo program.mlir | mlirbc convert --to vhlo:1.0.0 | mlirbc simplify | cmp - once && echo same
mlirbc simplify --inline --max-ops 3 program.mlir; echo "$?"
mlirbc simplify --max-elements 0 program.mlir; echo "$?"
echo 'func.func @f() { call @g() : () -> () return }' | mlirbc simplify --inline; echo "$?"
