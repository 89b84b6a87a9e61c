# StableHLO in its own encoding, as JAX's write_bytecode makes it, has the results of its text
for file in threshold.mlirbc threshold.mlir; do
  bef run --input '[[2.0, 0.5], [3.0, -1.0]]' "$DATA/$file"
done
bef assemble "$DATA/threshold.mlirbc" | bef run --function main --input '[[1.0, 2.0], [3.0, 4.0]]' -
