export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0" # it leaks on purpose
bef run --allocator counting "$DATA/leaks.mlir" | sed 's/[0-9]\+/N/g'
bef run --allocator counting "$DATA/leaks.mlir" >/dev/null 2>&1; echo "status $?"
bef run --allocator system "$DATA/leaks.mlir"; echo "status $?"
