cp "$DATA/places.mlir" .
bef run places.mlir; echo "status $?"
bef run --verify-diagnostics places.mlir; echo "status $?"
