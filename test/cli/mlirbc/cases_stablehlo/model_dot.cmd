mlirbc dot "$DATA/models/names.mlir"
mlirbc dot "$DATA/models/names.mlir" > text.dot; mlirbc dot "$DATA/models/names.mlirbc" | cmp - text.dot
mlirbc dot "$DATA/models/needs.mlir" | grep -v '^  n'
mlirbc extract --symbol nested "$DATA/models/loops.mlir" | mlirbc dot
mlirbc extract --symbol select_and_scatter "$DATA/models/costs.mlir" | mlirbc dot | grep region
mlirbc dot --max-nodes 4 "$DATA/models/names.mlir"
mlirbc dot --json --max-nodes 8 "$DATA/models/names.mlirbc" | tail -n +2
mlirbc dot -o graph.dot "$DATA/models/names.mlir" && head -1 graph.dot
for arguments in "--max-nodes 0" "--max-nodes x" "--json -o graph.json"; do mlirbc dot $arguments "$DATA/models/names.mlir"; echo $?; done
mlirbc dot --json "$DATA/branches.mlirbc"; echo $?
