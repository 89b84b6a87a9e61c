mlirbc ops "$DATA/branches.mlirbc"
mlirbc strings "$DATA/resources.mlirbc"
mlirbc attrs "$DATA/branches.mlirbc"
mlirbc types "$DATA/resources.mlirbc"
