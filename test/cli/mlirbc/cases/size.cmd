mlirbc size "$DATA/resources.mlirbc"
mlirbc size --json "$DATA/branches.mlirbc"
mlirbc size --html < "$DATA/resources.mlirbc" | sed -n '/<title>/p; /id="data"/,/<.script>/p'
mlirbc size --html -o page.html "$DATA/resources.mlirbc" && grep -c '<script' page.html
