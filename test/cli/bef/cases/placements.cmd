bef verify "$DATA/placements.mlir" && echo good
bef run "$DATA/placements.mlir" --input '[[1.0,2.0,3.0,4.0],[5.0,6.0,7.0,8.0]]'
# a shape for each call, and one note
sed 's/tensor<2x4xf32>/tensor<?x4xf32>/g' "$DATA/placements.mlir" >dynamic.mlir
bef run dynamic.mlir --input '[[1.0,2.0,3.0,4.0]]'
