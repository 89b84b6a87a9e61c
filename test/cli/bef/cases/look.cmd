cp "$DATA/small.mlir" . && bef assemble small.mlir -o a.bef || exit
bef stats a.bef
echo '=== dot'
bef dot a.bef
echo '=== json'
bef dump --json a.bef
