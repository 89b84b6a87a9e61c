mlirbc size "$DATA/resources.mlirbc"
mlirbc size --json "$DATA/branches.mlirbc"
mlirbc size --html < "$DATA/resources.mlirbc"
mlirbc size --html -o page.html "$DATA/resources.mlirbc" && grep -c '<div' page.html
