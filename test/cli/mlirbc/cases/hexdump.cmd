mlirbc hexdump "$DATA/resources.mlirbc"
head -c 300 "$DATA/branches.mlirbc" | mlirbc hexdump | tail -n 3
head -c 3 "$DATA/branches.mlirbc" | mlirbc hexdump; echo "$?"
