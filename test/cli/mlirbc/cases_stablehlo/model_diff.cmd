mlirbc diff "$DATA/models/names.mlir" "$DATA/models/names.mlirbc"; echo $?
for name in costs loops needs; do
  mlirbc convert --to stablehlo "$DATA/models/$name.mlir" -o $name.mlirbc && mlirbc diff $name.mlirbc "$DATA/models/$name.mlir"; echo $?
done
sed 's/@names/@other/; s/13\.0, 14\.0/13.0, 14.5/; s/tf.aliasing_output = 0/tf.aliasing_output = 1/' "$DATA/models/names.mlir" > changed.mlir
mlirbc diff "$DATA/models/names.mlirbc" changed.mlir; echo $?
mlirbc diff changed.mlir "$DATA/models/names.mlirbc" --quiet; echo $?
mlirbc diff --json "$DATA/models/names.mlir" changed.mlir | sed 's/.*"other"/"other"/'; echo $?
sed 's/multiply_v1/multiplx_v1/' "$DATA/models/names.mlirbc" > future.mlirbc
mlirbc diff "$DATA/models/names.mlir" future.mlirbc; echo $?
