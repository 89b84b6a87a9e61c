# what a model prints and probes
cat > model.mlir << 'EOF'
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  interpreter.print %x : tensor<2xi32>
  %y = stablehlo.add %x, %x : tensor<2xi32>
  %z = interpreter.probe %y, probe_id = "sum" : tensor<2xi32>
  %w = interpreter.probe %x, probe_id = "sum" : tensor<2xi32>
  return %w : tensor<2xi32>
}
func.func @same(%x: tensor<2xi32>) {
  check.expect_serialized_eq %x, probe_id = "sum", iter = 2 : tensor<2xi32>
  return
}
EOF
mkdir folder
bef run model.mlir --input '[1, 2]'; echo status $?
bef run model.mlir --input '[1, 2]' --probes folder; echo status $?
cat folder/index.csv; ls folder; python3 -c 'print(open("folder/sum_1.npy", "rb").read()[128:])'
bef run model.mlir --function same --input '[1, 2]' --probes folder; echo status $?
bef run model.mlir --function same --input '[1, 3]' --probes folder 2>&1; echo status $?
bef run model.mlir --function same --input '[1, 2]' 2>&1; echo status $?
bef run model.mlir --input '[1, 2]' --probes none 2>&1; echo status $?
