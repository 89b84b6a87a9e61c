# A named pipe is opened once: what its writer has written must not be lost.
mkfifo pipe
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do cat "$DATA/branches.mlirbc" > pipe & mlirbc hash pipe; wait; done | sed 's/ .*//' | sort -u | wc -l
cat "$DATA/branches.mlirbc" > pipe & mlirbc print pipe > piped.mlir; mlirbc print "$DATA/branches.mlirbc" | cmp - piped.mlir && echo same
