mlirbc print --debug-info "$DATA/branches.mlirbc" > text.mlir
mlirbc convert "$DATA/branches.mlirbc" -o same.mlirbc && cmp "$DATA/branches.mlirbc" same.mlirbc && echo same
mlirbc convert "$DATA/resources.mlirbc" -o - | cmp - "$DATA/resources.mlirbc" && echo same
mlirbc convert --version 2 "$DATA/branches.mlirbc" -o old.mlirbc && mlirbc info old.mlirbc | head -1
mlirbc convert --version 6 old.mlirbc -o old.mlirbc && mlirbc print --debug-info old.mlirbc | cmp - text.mlir && echo same
mlirbc convert text.mlir -o new.mlirbc && mlirbc verify new.mlirbc && mlirbc print --debug-info new.mlirbc | cmp - text.mlir && echo same
echo '"a.b"() <{x = 1 : i8}> : () -> ()' | mlirbc convert --version 4 -o none.mlirbc; echo "$?"; ls none.mlirbc 2>/dev/null
cp "$DATA/branches.mlirbc" over.mlirbc; mlirbc convert -o over.mlirbc over.mlirbc && cmp over.mlirbc "$DATA/branches.mlirbc" && echo same
mlirbc convert --version 7 -o x "$DATA/branches.mlirbc"; echo "$?"
echo '"a.b"() : () -> ()' > place.mlir; mlirbc assemble place.mlir | mlirbc print --debug-info - | grep '^#'; mlirbc assemble - < place.mlir | mlirbc print --debug-info - | grep '^#'
