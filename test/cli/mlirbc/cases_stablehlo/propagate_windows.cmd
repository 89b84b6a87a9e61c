# a running sum, and a sum of windows, whose 0 is repeated first, as JAX writes it: divided as their operands are
cat >windows.mlir <<'END'
module {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x6xf32>, tensor<4x6xf32>) {
    %0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<f32>
    %2 = "stablehlo.reduce_window"(%arg0, %1) <{padding = dense<[[7, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 8, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x6xf32>, tensor<f32>) -> tensor<8x6xf32>
    %3 = "stablehlo.reduce_window"(%arg0, %1) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    return %2, %3 : tensor<8x6xf32>, tensor<4x6xf32>
  }
}
END
mlirbc simplify --propagate windows.mlir | grep -o 'func.func.*'
# results are divided into equal parts, or not at all
sed '/"stablehlo.reduce_window"/,/) -> tensor<[48]x6xf32>/d; s/-> (tensor<8x6xf32>, tensor<4x6xf32>)/-> tensor<5x6xf32>/
s/return %2.*/%2 = stablehlo.slice %arg0 [1:6, 0:6] : (tensor<8x6xf32>) -> tensor<5x6xf32>\n    return %2 : tensor<5x6xf32>/' windows.mlir >uneven.mlir
mlirbc simplify --propagate uneven.mlir | grep -o 'func.func.*'
