# StableHLO models: what they become, what cannot run, calls with inputs
cat > model.mlir << 'END'
func.func @main(%x: tensor<2xf32>, %n: tensor<i32>) -> tensor<2xf32> {
  %c = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %b = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %a = stablehlo.add %x, %b : tensor<2xf32>
  return %a : tensor<2xf32>
}
func.func @one() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @three() -> tensor<i32> {
  %0 = stablehlo.constant dense<3> : tensor<i32>
  return %0 : tensor<i32>
}
END
cat > refused.mlir << 'END'
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @unheard_of(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.custom_call @nor_this(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
END
bef assemble --emit-mlir model.mlir
echo === functions without arguments
bef run model.mlir
echo === the same from a file, and a call whose first input is a file
bef assemble model.mlir -o model.bef
bef run model.bef --functions three
bef run model.bef --functions one -o x.npy
bef run model.bef --input x.npy --input 3 -o y.npy
bef run model.mlir --input arg1=-1 --input arg0=y.npy
echo === faults
try() { bef "$@" 2>&1; echo status $?; }
try run model.mlir --input x.npy
try run model.mlir --input 3 --input x.npy
try run model.mlir --input x.npy --input 3 --input 4
try run model.mlir --function four
try verify --kernels model.mlir
try verify refused.mlir
echo === every operation that cannot run is listed
{
  echo 'func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {'
  for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do
    echo "  %$i = stablehlo.custom_call @unknown_$i(%x) : (tensor<2xf32>) -> tensor<2xf32>"
  done
  echo '  return %25 : tensor<2xf32>'
  echo '}'
} > many.mlir
bef verify many.mlir 2>&1 | wc -l
bef verify --json many.mlir | grep -c '"line"'
echo === one kernel, or one for each operation: the same result
bef assemble --no-fuse --emit-mlir model.mlir | grep -o '"hlo\.[a-z_]*"' | head -3
bef run model.mlir --input '[1.5, -2]' --input 3 > fused.txt
bef run --no-fuse model.mlir --input '[1.5, -2]' --input 3 | diff - fused.txt && cat fused.txt
bef assemble --no-fuse model.mlir -o apart.bef
bef run apart.bef --input '[1.5, -2]' --input 3 | diff - fused.txt
bef bench --no-fuse model.mlir --random-inputs 1 --repeat 2 | grep -c '"executions":2,'
echo 'func.func @f() { tfrt.return }' > host.mlir
try run --no-fuse host.mlir
