mlirbc print "$DATA/branches.mlirbc"
mlirbc print -o branches.txt "$DATA/branches.mlirbc"
mlirbc print "$DATA/branches.mlir" | cmp - branches.txt && echo same
mlirbc print < "$DATA/resources.mlirbc"
echo 'module { oops }' | mlirbc print; echo "$?"
mlirbc print --value-users "$DATA/branches.mlirbc"
mlirbc print --skip-regions "$DATA/branches.mlirbc"
mlirbc print --elide-attrs-larger-than 8 "$DATA/resources.mlirbc"
mlirbc print --elide-attrs-larger-than many "$DATA/resources.mlirbc"; echo "$?"
mlirbc print --max-output 20 "$DATA/branches.mlirbc" > part.txt; echo "$?"
mlirbc print --pretty "$DATA/branches.mlirbc"
mlirbc print --pretty --debug-info --skip-regions "$DATA/branches.mlirbc"
mlirbc print --pretty "$DATA/branches.mlirbc" | mlirbc print | cmp - branches.txt && echo same
