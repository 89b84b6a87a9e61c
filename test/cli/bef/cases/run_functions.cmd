bef run --functions three,hello,three "$DATA/small.mlir"
echo "with an init function"
bef run --init hello "$DATA/small.mlir"
echo "with an init function that is not there"
bef run --init nobody --functions three "$DATA/small.mlir"
echo "with arguments"
bef run --functions with_argument "$DATA/small.mlir"
echo "one that is not there: nothing runs"
bef run --functions three,nobody "$DATA/small.mlir"
echo "a name that is nearly right, a command and an option too"
try() { bef "$@"; echo "status $?" >&2; }
try run --functions helo "$DATA/small.mlir"
try bench "$DATA/small.mlir" thre
try bench "$DATA/small.mlir" three extra
try bench "$DATA/small.mlir"
try asemble
try run --functons three
echo "one of them runs"
try run --functions with_argument,three "$DATA/small.mlir"
