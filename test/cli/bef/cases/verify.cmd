bef assemble "$DATA/small.mlir" -o small.bef
bef verify small.bef && bef verify --kernels small.bef && bef verify "$DATA/small.mlir" && echo good
head -c 100 small.bef >cut.bef
bef verify cut.bef; echo "status $?"
bef run cut.bef; echo "status $?"
