# places and messages; $DATA is long, so the file is copied
cp "$DATA/fails.mlir" . && bef run --print-error-code fails.mlir
