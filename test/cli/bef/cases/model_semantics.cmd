try() { "$@"; echo "exit $?"; }
cat > dropped.mlir <<'END'
// Two windows of two elements; the first one ends outside.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %i = stablehlo.constant dense<[[3], [1]]> : tensor<2x1xi32>
  %u = stablehlo.constant dense<[[1.0, 2.0], [10.0, 20.0]]> : tensor<2x2xf32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<4xf32>, tensor<2x1xi32>, tensor<2x2xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
END
bef run dropped.mlir --input '[0, 0, 0, 0]'
bef run dropped.mlir --input '[0, 0, 0, 0]' --semantics xla
bef run dropped.mlir --input '[0, 0, 0, 0]' --semantics spec
bef run dropped.mlir --input '[0, 0, 0, 0]' --semantics spec --no-fuse
# a BEF file keeps what was chosen
bef assemble dropped.mlir --semantics spec -o dropped.bef
bef run dropped.bef --input '[0, 0, 0, 0]'
try bef run dropped.bef --input '[0, 0, 0, 0]' --semantics xla
try bef bench dropped.bef --random-inputs 1 --semantics spec
bef bench dropped.mlir --random-inputs 1 --repeat 2 --semantics spec | grep -c '"executions":2,'
# dynamic shapes are compiled for a call
sed 's/%x: tensor<4xf32>) -> tensor<4xf32>/%x: tensor<?xf32>) -> tensor<?xf32>/; s/tensor<4xf32>/tensor<?xf32>/g' dropped.mlir > any.mlir
bef run any.mlir --input '[0, 0, 0, 0]'
bef run any.mlir --input '[0, 0, 0, 0]' --semantics spec
# wrong values, wrong programs
for command in run assemble bench; do try bef $command dropped.mlir --semantics strict; done 2>&1 | grep -v '^Usage'
cat > host.mlir <<'END'
func.func @main() -> i32 {
  %x = tfrt.constant.i32 1
  tfrt.return %x : i32
}
END
try bef run host.mlir --semantics spec
