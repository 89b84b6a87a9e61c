# arguments with names, as JAX writes them
network() { # width, width of the output, more
cat <<END
module @jit_net {
  func.func public @main(%arg0: tensor<$1xf32> loc("p['Dense_0']['bias']"), %arg1: tensor<64x$1xf32> loc("p['Dense_0']['kernel']"),
      %arg2: tensor<$2xf32> loc("p['Dense_1']['bias']"), %arg3: tensor<$1x$2xf32> loc("p['Dense_1']['kernel']"),
      %arg4: tensor<1x64xf32> loc("x")$3) -> tensor<1x$2xf32> {
    %0 = stablehlo.dot_general %arg4, %arg1, contracting_dims = [1] x [0] : (tensor<1x64xf32>, tensor<64x$1xf32>) -> tensor<1x$1xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<$1xf32>) -> tensor<1x$1xf32>
    %2 = stablehlo.add %0, %1 : tensor<1x$1xf32>
    %3 = stablehlo.dot_general %2, %arg3, contracting_dims = [1] x [0] : (tensor<1x$1xf32>, tensor<$1x$2xf32>) -> tensor<1x$2xf32>
    %4 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<$2xf32>) -> tensor<1x$2xf32>
    %5 = stablehlo.add %3, %4 : tensor<1x$2xf32>
    return %5 : tensor<1x$2xf32>
  }
}
END
}
network 128 10 > a.mlir; network 96 10 > b.mlir
network 128 10 ", %arg5: tensor<4x4xf32> loc(\"p['Norm'].scale\"), %arg6: tensor<3xf32> loc(\"p['Dense_1']['gain']\")" > c.mlir
mlirbc diff a.mlir b.mlir | sed '/: op/d'; mlirbc diff --summary a.mlir b.mlir | sed -n '1,4p'
mlirbc diff a.mlir c.mlir | sed '/: op/d'; mlirbc diff c.mlir a.mlir | sed '/: op/d'
mlirbc convert --to vhlo:1.0.0 b.mlir | mlirbc diff a.mlir - | sed -n '1p'
mlirbc diff --json a.mlir b.mlir | sed -n '/^"layers"/,$p'; mlirbc diff --json c.mlir a.mlir | sed -n '/^"layers"/,$p'
mlirbc diff a.mlir a.mlir; echo "$?"; mlirbc diff --quiet a.mlir b.mlir; echo "$?"
# constants: by their locations, by those of their users, or by their function
constants() { # last number, type, name
cat <<END
func.func @main(%arg0: tensor<1x4xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>) {
  %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, $1]]> : tensor<4x4xf32> loc("jit(net)")
  %1 = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, $1]]> : tensor<4x4x$2>
  %2 = stablehlo.constant dense<[1.0, 2.0, 3.0, $1]> : tensor<4xf32> loc("$3")
  %3 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0] : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32> loc("jit(net)/Net/Dense_0/dot_general")
  %4 = stablehlo.convert %1 : (tensor<4x4x$2>) -> tensor<4x4xf32>
  %5 = stablehlo.dot_general %arg0, %4, contracting_dims = [1] x [0] : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
  %6 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
  %7 = stablehlo.add %5, %6 : tensor<1x4xf32>
  return %3, %7 : tensor<1x4xf32>, tensor<1x4xf32>
}
END
}
constants 4.0 f32 "w[0].b" > a.mlir; constants 5.0 f32 "w[0].b" > b.mlir; constants 4.0 bf16 "w[1].b" > c.mlir
mlirbc diff a.mlir b.mlir | sed '/: op/d'; mlirbc diff a.mlir c.mlir | sed '/: op/d'
mlirbc split a.mlir --weights a.npz --larger-than 0 | mlirbc print -p | grep constant
# a constant as elements and as a resource
mlirbc split a.mlir --weights a.npz --larger-than 32 -o small 2>/dev/null && mlirbc join small --weights a.npz | mlirbc diff a.mlir - && echo same
