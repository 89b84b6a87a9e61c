# arguments from files of tensors, by name
T="$DATA/../../../../libkernels/tensorfile/test/corpus"
try() { bef run "$@" 2>&1 | sed "s,$T,TENSORS,g"; }
cat > net.mlir << 'END'
func.func @main(%a: tensor<2x3xf32> loc("params['dense']['kernel']"), %b: tensor<3xf16> loc("params['dense']['bias']"), %x: tensor<1x2xf32> loc("x")) -> tensor<1x3xf32> {
  %0 = stablehlo.dot %x, %a : (tensor<1x2xf32>, tensor<2x3xf32>) -> tensor<1x3xf32>
  %1 = stablehlo.convert %b : (tensor<3xf16>) -> tensor<3xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %3 = stablehlo.add %0, %2 : tensor<1x3xf32>
  return %3 : tensor<1x3xf32>
}
END
echo === safetensors, as a source and as BEF
try net.mlir --weights $T/weights.safetensors --input '[[1, 10]]'
bef assemble net.mlir -o net.bef
try net.bef --weights $T/weights.safetensors --input 'x=[[1, 10]]' --input "params['dense']['bias']=[0, 0, 0]"
try net.mlir --weights $T/weights.safetensors
echo === an index, and a map
try net.mlir --weights $T/parts.safetensors.index.json --input '[[1, 10]]'
printf '# names\nparams.dense.kernel = w\n\nbias = b\n' > map
try net.mlir --weights $T/parts.safetensors.index.json --map map --input '[[1, 10]]'
for line in 'kernel = b' 'kernel = none' 'none = w' 'kernel=w' "$(printf 'kernel = w\nkernel = b')"; do
	echo "$line" > map
	try net.mlir --weights $T/parts.safetensors.index.json --map map --input '[[1, 10]]'
done
try net.mlir --map map
try net.mlir --weights $T/make.py
echo === .npz, by other names of the same arguments
cat > made.mlir << 'END'
func.func @main(%w: tensor<2x3xf32>) -> (tensor<2x3xf32> {jax.result_info = "dense/kernel"}, tensor<3xf16>) {
  %0 = stablehlo.constant dense<[0.5, -1.0, 2.0]> : tensor<3xf16>
  return %w, %0 : tensor<2x3xf32>, tensor<3xf16>
}
END
bef run made.mlir --input '[[1, 2, 3], [4, 5, 6.5]]' -o made.npz > /dev/null
python3 - << 'END'
import zipfile
with zipfile.ZipFile("made.npz") as old, zipfile.ZipFile("w.npz", "w") as new:
    for name, read in zip(("dense/kernel.npy", "bias.npy"), ("result0.npy", "result1.npy")):
        new.writestr(name, old.read(read))
    open("one.npy", "wb").write(old.read("result0.npy"))
END
try net.mlir --weights w.npz --input '[[1, 10]]'
try net.mlir --weights one.npy --input '[[1, 10]]'
cat > types.mlir << 'END'
func.func @main(%a: tensor<2xf8E4M3FN> loc("f8"), %b: tensor<2x2xf4E2M1FN> loc("f4"), %c: tensor<i64> loc("big"), %d: tensor<0x4xf64> loc("none"), %e: tensor<2xbf16> loc("bf")) -> (tensor<2xf8E4M3FN>, tensor<2x2xf4E2M1FN>, tensor<i64>, tensor<0x4xf64>, tensor<2xbf16>) {
  return %a, %b, %c, %d, %e : tensor<2xf8E4M3FN>, tensor<2x2xf4E2M1FN>, tensor<i64>, tensor<0x4xf64>, tensor<2xbf16>
}
END
echo === one file with its weights, the other arguments stay
bef assemble net.mlir --weights $T/weights.safetensors -o with.bef 2>&1 | sed "s,$T,TENSORS,g"
bef info with.bef
try with.bef --input '[[1, 10]]'
try with.bef --weights $T/weights.safetensors
bef assemble types.mlir --weights w.npz -o none.bef; echo $?
bef assemble net.mlir --map map -o none.bef; echo $?
bef assemble - --weights w.npz -o none.bef < net.mlir; echo $?
printf 'func.func @f() {\n  tfrt.return\n}\n' > host.mlir
bef assemble host.mlir --weights w.npz -o none.bef; echo $?
ls none.bef 2> /dev/null
echo === GGUF, with quantized tensors
cat > blocks.mlir << 'END'
func.func @main(%a: tensor<1x32xbf16> loc("q4_0"), %b: tensor<1x256xf32> loc("q6_k"), %c: tensor<2x3xf32> loc("token_embd.weight")) -> (tensor<1x32xbf16>, tensor<f32>, tensor<2x3xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%b init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x256xf32>, tensor<f32>) -> tensor<f32>
  return %a, %0, %c : tensor<1x32xbf16>, tensor<f32>, tensor<2x3xf32>
}
END
bef assemble blocks.mlir --weights $T/blocks.gguf -o blocks.bef 2> /dev/null
try blocks.bef | tail -n 5
try blocks.mlir --weights $T/blocks.gguf
sed 's/1x32xbf16/1x32xi32/g' blocks.mlir > wrong.mlir
try wrong.mlir --weights $T/blocks.gguf
echo === short floats and numbers of 64 bits
try types.mlir --weights $T/weights.safetensors
echo === names that fit several arguments
sed "s/params\['dense'\]\['bias'\]/params['other']['kernel']/" net.mlir > twice.mlir
printf "%s" '{"kernel":{"dtype":"I8","shape":[],"data_offsets":[0,1]}}' > header
{ printf '\071\0\0\0\0\0\0\0'; cat header; printf x; } > kernel.safetensors
try twice.mlir --weights kernel.safetensors --input '[[1, 10]]'
