# StableHLO models: elements of every type to .npy and back, from text and from a file
cat > source.mlir << 'END'
func.func @one() -> tensor<2xTYPE> {
  %0 = stablehlo.constant dense<[FIRST, SECOND]> : tensor<2xTYPE>
  return %0 : tensor<2xTYPE>
}
func.func @main(%x: tensor<2xTYPE>) -> tensor<2xTYPE> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<2xTYPE>
  return %0 : tensor<2xTYPE>
}
END
model() { sed "s/TYPE/$1/g; s/FIRST/$2/; s/SECOND/$3/" source.mlir > model.mlir; bef assemble model.mlir -o model.bef; }
try() {
  model "$@"
  bef run model.mlir --functions one -o x.npy > one.txt
  bef run model.bef --input x.npy -o y.npy > main.txt
  bef run model.mlir --input y.npy -o z.npy > back.txt
  echo "$1 $(dd if=x.npy bs=1 skip=20 count=6 2>/dev/null) $(tail -n 1 main.txt)"
  cmp x.npy z.npy
}
try i1 false true
for type in i2 i4 i8 i16 i32 i64; do try $type -2 1; done
for type in ui2 ui4 ui8 ui16 ui32 ui64; do try $type 3 1; done
for type in f8E5M2 f8E4M3 f8E3M4 f8E4M3FN f8E4M3FNUZ f8E4M3B11FNUZ f8E5M2FNUZ f6E2M3FN f6E3M2FN f4E2M1FN; do
  try $type -0.5 2.0
done
try f8E8M0FNU 0.5 2.0
for type in bf16 f16 f32 f64; do try $type -0.5 3.0; done
for type in 'complex<f32>' 'complex<f64>'; do try "$type" '(-0.5, 2.0)' '(3.0, -4.0)'; done
echo === a number that the type does not have, and another type
model i8 100 3
bef run model.mlir --functions one -o x.npy > one.txt
model i4 1 2
bef run model.mlir --input x.npy 2>&1
model ui8 1 2
bef run model.mlir --input x.npy 2>&1
true
