cat > sharded.mlir <<'END'
sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func @main(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %w: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model":(1)2}]>}, %v: tensor<32x8xf32>, %closed: tensor<8x8xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<16x8xf32>, tensor<16xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x32xf32>) -> tensor<16x32xf32>
  %1 = func.call @activation(%0) : (tensor<16x32xf32>) -> tensor<16x32xf32>
  %2 = stablehlo.dot %1, %v : (tensor<16x32xf32>, tensor<32x8xf32>) -> tensor<16x8xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{"data"}, {"model"}]> : tensor<16x8xf32>
  %4 = stablehlo.dot %3, %closed : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  %5 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<16xf32>
  return %4, %5 : tensor<16x8xf32>, tensor<16xf32>
}
func.func private @activation(%x: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %0 = stablehlo.tanh %x : tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}
END
mlirbc simplify --propagate --inline --dce sharded.mlir -o once; cat once
mlirbc simplify --propagate once | cmp - once && echo same
mlirbc simplify --bytecode --propagate --inline --dce sharded.mlir | mlirbc print -p | cmp - once && echo same
echo 'func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> { %0 = stablehlo.abs %x : tensor<8xf32> return %0 : tensor<8xf32> }' >alone.mlir; mlirbc simplify --propagate alone.mlir | grep -c sdy
sed 's/func.func @main/func.func @other/' sharded.mlir | mlirbc simplify --propagate; echo "$?"
