cp "$DATA"/../../../../libmlirbc/stablehlo/test/data/jax/*.jax .
for name in platforms tree symbolic key; do echo "=== $name" && bef info $name.jax; done
cat >net.mlir <<'M'
func.func @main(%w: tensor<3x2xf32> loc("p['Dense_0']['kernel']"), %b: tensor<2xf32> loc("p['Dense_0']['bias']"), %c: tensor<2xf32> loc("p['Dense_1']['bias']"), %x: tensor<3xf32> loc("x")) -> tensor<2xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [0] x [0] : (tensor<3xf32>, tensor<3x2xf32>) -> tensor<2xf32>
  %1 = stablehlo.add %0, %b : tensor<2xf32>
  %2 = stablehlo.multiply %1, %c : tensor<2xf32>
  return %2 : tensor<2xf32>
}
func.func private @inner(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
M
bef info net.mlir
bef assemble net.mlir -o net.bef && bef info net.bef
bef export net.mlir --name net -o net.jax && bef info net.jax
try() { bef "$@"; echo "status $?"; } 2>&1
# the last parts of names
try run net.jax --input x='[1, 1, 1]' --input kernel='[[1, 2], [3, 4], [5, 6]]' --input Dense_0.bias='[1, 1]' --input Dense_1.bias='[1, 2]'
try run net.mlir --input bias='[1, 1]'
try run net.mlir --input arg0='[[1, 2], [3, 4], [5, 6]]' --input kernel='[[1, 2], [3, 4], [5, 6]]'
try run net.mlir --input Dense_2.bias='[1, 1]'
# what is not exported
try export key.jax
try export net.bef
printf 'func.func @main(%%x: tensor<?xf32>) -> tensor<?xf32> {\n  return %%x : tensor<?xf32>\n}\n' >open.mlir
try export open.mlir
printf 'func.func @f() {\n  tfrt.return\n}\n' >host.mlir
try export host.mlir
try info host.mlir
bef export net.mlir --platform cuda -o cuda.jax
try run cuda.jax
bef info cuda.jax | head -n 2
try run cuda.jax --platform cuda --random-inputs 3
bef assemble cuda.jax --platform cuda -o cuda.bef && try run cuda.bef --random-inputs 3
try run platforms.jax --platform cuda --input '[7, 7, 7]' --input '[1, 2]' --input 3
try run platforms.jax --platform tpu
try run host.mlir --platform cuda
