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
