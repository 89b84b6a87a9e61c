# not enough for the decoded program: the system fails, not the input
bef run --allocator fixed:64 "$DATA/small.mlir"
bef run --allocator fixed:64 "$DATA/small.mlir" >/dev/null 2>&1; echo "status $?"
