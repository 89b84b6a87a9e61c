# functions of the same program on other ranks
echo === two
bef run --allocator counting --functions main --ranks 2 "$DATA"/remote.mlir
echo === four ranks, threads
bef run --functions main --ranks 4 --queue threads:2 "$DATA"/remote.mlir | sort
echo === as BEF
bef assemble "$DATA"/remote.mlir -o remote.bef
bef run --functions main --ranks 2 remote.bef | grep Tensor
echo === one rank has no task 1
bef run --functions main remote.bef
echo === a rank that does not serve
bef run --functions not_served --ranks 2 "$DATA"/remote_waits.mlir
echo === a function that waits for ever
bef run --functions served --ranks 2 --timeout 0.2 "$DATA"/remote_waits.mlir | grep -A1 'rank 0'
echo === functions as text, and tensor handles
bef run --allocator counting --functions main --ranks 2 "$DATA"/remote_functions.mlir
bef run --functions main --ranks 2 --queue threads:2 "$DATA"/remote_functions.mlir | sed 's/local_id: [0-9]*/local_id: N/' | sort
