mlirbc print "$DATA/branches.mlirbc"
mlirbc print -o branches.txt "$DATA/branches.mlirbc"
mlirbc print "$DATA/branches.mlir" | cmp - branches.txt && echo same
mlirbc print < "$DATA/resources.mlirbc"
echo 'module { oops }' | mlirbc print; echo "$?"
