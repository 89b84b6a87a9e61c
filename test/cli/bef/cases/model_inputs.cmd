# inputs of models: values, archives, random ones, dynamic shapes; outputs; repetitions; limits; wrong inputs
cat > model.mlir << 'EOF'
func.func @main(%x: tensor<?x3xf32> loc("x"), %n: tensor<i32> loc("n")) -> (tensor<?x3xf32> {jax.result_info = "sums"}, tensor<i32>) {
  %a = stablehlo.add %x, %x : tensor<?x3xf32>
  return %a, %n : tensor<?x3xf32>, tensor<i32>
}
func.func @types(%a: tensor<2xi1>, %b: tensor<2xui8>, %c: tensor<2xcomplex<f32>>, %d: tensor<2xbf16>, %e: tensor<2xf8E4M3FN>, %f: tensor<2xi4>)
    -> (tensor<2xi1>, tensor<2xui8>, tensor<2xcomplex<f32>>, tensor<2xbf16>, tensor<2xf8E4M3FN>, tensor<2xi4>) {
  return %a, %b, %c, %d, %e, %f : tensor<2xi1>, tensor<2xui8>, tensor<2xcomplex<f32>>, tensor<2xbf16>, tensor<2xf8E4M3FN>, tensor<2xi4>
}
EOF
try() { bef run model.mlir "$@" 2>&1; echo status $?; }
echo === values
try --input '[[1, 2.5, -3e-1], [nan, inf, 0]]' --input 0x10
try --input n=1 --input x='[[1,2,3]]'
try --input arg1=5 --input '[]'
try --function types --input '[true, False]' --input '[0, 255]' --input '[1-2j, 3]' --input '[0.1, 1e4]' --input '[0.1, -448]' --input '[-8, 7]' -o types.npz
echo === the same from an archive, and from single files
mkdir folder
python3 - types.npz given.npz << 'EOF'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as old, zipfile.ZipFile(sys.argv[2], "w") as new:
    for name in old.namelist():
        new.writestr(name.replace("result", "arg"), old.read(name))
EOF
try --function types --input given.npz -o folder
ls folder
for i in 0 1 2 3 4 5; do head -c 64 folder/result$i.npy | tr -cd '[:print:]' | sed 's/NUMPYv//; s/ *$//'; echo; done
set --
for i in 0 1 2 3 4 5; do set -- "$@" --input folder/result$i.npy; done
try --function types "$@" | tail -3
try --input x="$DATA/../../../../libkernels/tensorfile/test/npz/rows.npy" --input 1 -o a.npy | tail -4
try --input "$DATA/../../../../libkernels/tensorfile/test/npz/zip64.npz" --input 2 -o b.npy -o c.npy | head -1
cmp a.npy b.npy && echo equal
cat > tree.mlir << 'EOF'
func.func @main(%a: tensor<2xi32> loc("p['w'][0]"), %b: tensor<2xi32> loc("p['w'][1]")) -> tensor<2xi32> {
  %0 = stablehlo.subtract %a, %b : tensor<2xi32>
  return %0 : tensor<2xi32>
}
EOF
bef run tree.mlir --input "p['w'][1]=[1, 2]" --input "p['w'][0]=[5, 7]"
python3 - tree.npz << 'EOF'
import struct, sys, zipfile
head = b"{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }\n"
with zipfile.ZipFile(sys.argv[1], "w") as z:
    for i in (1, 0):
        z.writestr(f"p['w'][{i}].npy", b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head + struct.pack("<2i", 10 * i, 20 * i))
EOF
bef run tree.mlir --input tree.npz | tail -1
echo === random
try --random-inputs 7 --shape x=2x3
try --random-inputs 7 --shape x=2x3 --input n=1 -o c.npz | tail -3
try --function types --random-inputs 8
echo === repetitions
try --random-inputs 7 --shape x=1x3 --repeat 3 | sed 's/[0-9]*\.[0-9]* ms/T ms/g'
echo === recorded
try --random-inputs 7 --shape x=1x3 --repeat 2 --trace t.json --stats --queue threads:2 | grep -c hlo.add
grep -c '"name":"hlo.add"' t.json
try --random-inputs 7 --shape x=1x3 --repeat 30 --stats | grep -c 'critical path'
echo === limits
try --random-inputs 7 --shape x=10000x3 --memory-limit 1000 | tail -2
try --random-inputs 7 --shape x=1x3 --timeout 0.0000001 | tail -2
echo === faults
try --input '[[1,2],[3,4]]' --input 1
try --input '[[1,2,3],[4]]' --input 1
try --input '[[1,2,3],4]' --input 1
try --input '[1,[2]]' --input 1
try --input '[[1,2,x]]' --input 1
try --input '[[1,2,3]' --input 1
try --input '[[1,2,3]]' --input 1.5
try --input '[[1,2,3]]' --input 3000000000
try --input '[[1,2,1j]]' --input 1
try --input "$DATA/../../../../libkernels/tensorfile/test/npz/columns.npy" --input 1
try --input x="$DATA/../../../../libkernels/tensorfile/test/npz/stored.npz" --input 1
try --input "$DATA/../../../../libkernels/tensorfile/test/npz/stored.npz" --input 1
try --input y=1 --input x=2
try --random-inputs 7
try --random-inputs 7 --shape x=2x4
try --random-inputs 7 --shape x=2
try --random-inputs 7 --shape y=2
try --random-inputs -1
try --shape x=2x3
try --repeat 0
try --memory-limit 0
try --function mian
try --function nothing_like_it
try --call 'main(1)'
echo 'func.func @f() { tfrt.return }' > host.mlir
for option in --function=f --repeat=2 --random-inputs=1 --memory-limit=1; do bef run host.mlir $option 2>&1; echo status $?; done
echo === failed checks
cat > checks.mlir << 'EOF'
func.func @main() {
  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %1 = stablehlo.constant dense<[1.0, 2.0000002, 3.5]> : tensor<3xf32>
  check.expect_close %0, %1, max_ulp_difference = 1 : tensor<3xf32>, tensor<3xf32>
  check.expect_eq %0, %1 : tensor<3xf32>
  return
}
EOF
bef run checks.mlir; echo status $?
bef run checks.mlir --print-error-code 2>/dev/null
echo === what a model needs
bef run model.mlir --functions main 2>&1; echo status $?
bef run tree.mlir 2>&1; echo status $?
sed "s/p.'w'..1./serving_default:0/" tree.mlir | bef run - 2>&1; echo status $?
python3 - > long.mlir << 'EOF'
print("func.func @main(" + ", ".join(f"%a{i}: tensor<{i + 1}xf32>" for i in range(20)) + ") -> tensor<1xf32> {\n  return %a0 : tensor<1xf32>\n}")
EOF
bef run long.mlir 2>&1; echo status $?
bef bench model.mlir 2>&1; echo status $?
cat > huge.mlir << 'EOF'
func.func @main(%x: tensor<536870912x536870912xf32>) -> tensor<536870912x536870912xf32> {
  return %x : tensor<536870912x536870912xf32>
}
EOF
ASAN_OPTIONS="allocator_may_return_null=1:$ASAN_OPTIONS" TSAN_OPTIONS="allocator_may_return_null=1:$TSAN_OPTIONS" \
  bef run huge.mlir --random-inputs 2>&1 | grep ^bef
printf '\002\0\0\0\0\0\0\0{}' > w.safetensors
bef run w.safetensors 2>&1; echo status $?
echo === a time limit between calls that do nothing
echo 'func.func @main(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }' > nothing.mlir
bef run nothing.mlir --input 1 --repeat 1000000000 --timeout 1 2>&1; echo status $?
