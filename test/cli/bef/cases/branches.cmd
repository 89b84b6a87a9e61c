show() { "$@" >out 2>&1; echo "status $?"; sed 's/\(@unknown_[a-z]*\)[^][<>]*/\1/; s/ *\[hlo/ [hlo/' out; }
show bef run "$DATA/branches.mlir" --input 1 --input '[1.0,2.0]'
show bef run "$DATA/branches.mlir" --input 0 --input '[1.0,2.0]'
show bef run "$DATA/branches.mlir" --input 2 --input '[1.0,2.0]'
show bef verify "$DATA/branches.mlir"
