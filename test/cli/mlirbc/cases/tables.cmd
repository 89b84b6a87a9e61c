mlirbc ops "$DATA/branches.mlirbc"
mlirbc strings "$DATA/resources.mlirbc"
