cp "$DATA/leaks.mlir" . && bef assemble leaks.mlir -o leaks.bef && bef dump leaks.bef
