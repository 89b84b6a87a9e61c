cp "$DATA/fails.mlir" .
bef run --verify-diagnostics --functions expected fails.mlir; echo "status $?"
bef run --verify-diagnostics fails.mlir; echo "status $?"
