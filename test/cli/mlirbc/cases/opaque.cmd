# Properties in an unknown encoding name table entries by number: equal bytes of two files may differ in meaning.
mlirbc hash "$DATA/opaque_5.mlirbc"; echo "$?"
mlirbc diff "$DATA/opaque_5.mlirbc" "$DATA/opaque_5.mlirbc"; echo "$?"
mlirbc strip "$DATA/opaque_5.mlirbc" -o stripped.mlirbc
mlirbc diff "$DATA/opaque_5.mlirbc" stripped.mlirbc; echo "$?"
mlirbc diff "$DATA/opaque_5.mlirbc" "$DATA/opaque_77.mlirbc"; echo "$?"
# the text names the entries, and is read again; convert keeps the bytes and the tables
mlirbc print "$DATA/opaque_5.mlirbc" | tee text
mlirbc assemble text | mlirbc print | sed 's| // .*||' > again
sed 's| // .*||' text | cmp - again && echo equal
mlirbc convert "$DATA/opaque_5.mlirbc" | cmp - "$DATA/opaque_5.mlirbc" && echo equal
# merge keeps the bytes where the numbers name equal entries in the first file
mlirbc merge "$DATA/merge_a.mlirbc" "$DATA/merge_b.mlirbc" -o merged; echo "$?"
mlirbc merge --attribute-indices "$DATA/merge_a.mlirbc" "$DATA/merge_b.mlirbc" -o merged; echo "$?"
mlirbc verify merged && mlirbc print merged | cut -c 1-100
mlirbc merge --attribute-indices "$DATA/opaque_5.mlirbc" "$DATA/opaque_77.mlirbc" -o merged; echo "$?"
# equal tables: no option is needed
mlirbc merge "$DATA/opaque_5.mlirbc" "$DATA/opaque_5.mlirbc" -o merged; echo "$?"
mlirbc ops merged
echo 'func.func private @z()' > z.mlir && mlirbc merge "$DATA/merge_a.mlirbc" z.mlir | mlirbc ops
