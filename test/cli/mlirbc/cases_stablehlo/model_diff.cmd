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
mlirbc diff --summary "$DATA/models/names.mlir" changed.mlir; echo $?
sed 's/@relu/@positive/; s/call @relu/call @positive/g; s/stablehlo.maximum/stablehlo.minimum/' "$DATA/models/names.mlir" > renamed.mlir
mlirbc diff --summary renamed.mlir "$DATA/models/names.mlirbc"; echo $?
mlirbc diff --summary --json "$DATA/models/names.mlir" "$DATA/models/costs.mlir" | tail -n +12 | grep summary
mlirbc diff --summary "$DATA/models/names.mlir" "$DATA/models/names.mlirbc"; echo $?
mlirbc diff --summary --quiet renamed.mlir "$DATA/models/names.mlirbc"; echo $?
