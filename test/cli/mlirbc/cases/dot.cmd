mlirbc dot "$DATA/branches.mlirbc"
mlirbc dot -o graph.dot "$DATA/branches.mlirbc" && wc -l < graph.dot
