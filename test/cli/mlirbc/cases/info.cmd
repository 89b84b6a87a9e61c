mlirbc info "$DATA/branches.mlirbc"
mlirbc info < "$DATA/resources.mlirbc"
mlirbc info --json - < "$DATA/resources.mlirbc"
