# .npy files of element types of fewer than 8 bits and of f8: as ml_dtypes writes them (V1), as integers, and packed; outputs
cat > model.mlir << 'EOF'
func.func @i4(%a: tensor<2x3xi4>) -> (tensor<2x3xi4>, tensor<2x3xf32>) {
  %0 = stablehlo.convert %a : (tensor<2x3xi4>) -> tensor<2x3xf32>
  return %a, %0 : tensor<2x3xi4>, tensor<2x3xf32>
}
func.func @ui4(%a: tensor<2x3xui4>) -> (tensor<2x3xui4>, tensor<2x3xf32>) {
  %0 = stablehlo.convert %a : (tensor<2x3xui4>) -> tensor<2x3xf32>
  return %a, %0 : tensor<2x3xui4>, tensor<2x3xf32>
}
func.func @i2(%a: tensor<6xi2>) -> (tensor<6xi2>, tensor<6xf32>) {
  %0 = stablehlo.convert %a : (tensor<6xi2>) -> tensor<6xf32>
  return %a, %0 : tensor<6xi2>, tensor<6xf32>
}
func.func @ui2(%a: tensor<6xui2>) -> (tensor<6xui2>, tensor<6xf32>) {
  %0 = stablehlo.convert %a : (tensor<6xui2>) -> tensor<6xf32>
  return %a, %0 : tensor<6xui2>, tensor<6xf32>
}
func.func @f4(%a: tensor<2x3xf4E2M1FN>) -> (tensor<2x3xf4E2M1FN>, tensor<2x3xf32>) {
  %0 = stablehlo.convert %a : (tensor<2x3xf4E2M1FN>) -> tensor<2x3xf32>
  return %a, %0 : tensor<2x3xf4E2M1FN>, tensor<2x3xf32>
}
func.func @f6(%a: tensor<3xf6E3M2FN>) -> (tensor<3xf6E3M2FN>, tensor<3xf32>) {
  %0 = stablehlo.convert %a : (tensor<3xf6E3M2FN>) -> tensor<3xf32>
  return %a, %0 : tensor<3xf6E3M2FN>, tensor<3xf32>
}
func.func @f8(%a: tensor<3xf8E5M2>) -> (tensor<3xf8E5M2>, tensor<3xf32>) {
  %0 = stablehlo.convert %a : (tensor<3xf8E5M2>) -> tensor<3xf32>
  return %a, %0 : tensor<3xf8E5M2>, tensor<3xf32>
}
func.func @column(%a: tensor<2x1xi4>) -> tensor<2x1xi4> {
  return %a : tensor<2x1xi4>
}
EOF
cat > npy.py << 'EOF'
# npy.py FILE DESCRIPTOR SHAPE BYTE...: writes an array; a shape that begins with F is column-major
import struct, sys
path, descr, shape, data = sys.argv[1], sys.argv[2], sys.argv[3], bytes(int(x, 16) for x in sys.argv[4:])
order, dims = shape.startswith("F"), shape.lstrip("F").split("x")
head = f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': ({','.join(dims)},), }}\n".encode()
with open(path, "wb") as f:
    f.write(b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head + data)
EOF
try() {
	function=$1 descr=$2 shape=$3
	shift 3
	echo "--- $function $descr $shape $*"
	python3 npy.py in.npy "$descr" "$shape" "$@"
	bef run model.mlir --function $function --input in.npy -o out.npy -o wide.npy 2>&1 | sed '/^--- Running/d'
}
descriptor() { head -c 40 out.npy | tr -cd '[:print:]' | sed "s/NUMPYv//; s/, 'fortran.*//"; tail -c $1 out.npy | od -An -tx1; }
echo === as ml_dtypes writes them
try i4 '<V1' 2x3 00 01 07 08 0e 0f
bef run model.mlir --function i4 --input in.npy | tail -4
descriptor 6
try ui4 '|V1' 2x3 00 01 07 08 0e 0f; descriptor 6
try i2 '<V1' 6 00 01 02 03 00 03; descriptor 6
try ui2 '<V1' 6 00 01 02 03 00 03; descriptor 6
try f4 '<V1' 2x3 00 01 07 08 0e 0f; descriptor 6
bef run model.mlir --function f4 --input in.npy | tail -2
try f6 '<V1' 3 01 1f 2c; descriptor 3
try f8 '<f1' 3 3c c0 7c; descriptor 3
bef run model.mlir --function f8 --input in.npy | tail -1
echo === the outputs again, and other forms
try i4 '<V1' 2x3 00 01 07 f8 fe ff; descriptor 6
bef run model.mlir --function i4 --input out.npy | tail -2
try i4 '<V1' F2x3 00 08 01 0e 07 0f; descriptor 6
try i4 '|i1' 2x3 00 01 07 f8 fe ff; descriptor 6
echo === packed, the first element in the lowest bits
try i4 '|u1' 2x2 10 07 e8 0f; descriptor 6
try i4 '<V1' F2x2 10 e8 07 0f; descriptor 6
try ui4 '|i1' 2x2 10 07 e8 0f; descriptor 6
try i2 '|u1' 2 e4 0c; descriptor 6
try ui2 '|u1' 2 e4 0c; descriptor 6
try f4 '<V1' 2x2 10 07 e8 0f; descriptor 6
echo === one element per row is not packed
try column '|i1' 2x1 f8 07; descriptor 2
echo === faults
try i4 '<V1' 2x3 00 01 07 18 0e 0f
try i4 '|i1' 2x3 00 01 07 08 0e 0f
try i4 '|u1' 2x2 10 17 e8 0f
try i4 '|u1' 2x4 00 00 00 00 00 00 00 00
try i4 '|b1' 2x2 00 01 00 01
try i4 '|u1' 3x2 00 00 00 00 00 00
try f6 '|V1' 3 01 1f 4c
try f8 '<V2' 3 00 00 00 00 00 00
