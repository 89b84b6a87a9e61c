mlirbc print "$DATA/branches.mlirbc" > text.mlir
mlirbc strip "$DATA/branches.mlirbc" -o none.mlirbc && mlirbc verify none.mlirbc && mlirbc print none.mlirbc | cmp - text.mlir && echo same
mlirbc print --debug-info none.mlirbc | grep -c 'loc(#loc)'; mlirbc attrs none.mlirbc | grep -c 'loc('
mlirbc strip - < none.mlirbc | cmp - none.mlirbc && echo same
mlirbc gc text.mlir -o new.mlirbc && mlirbc verify new.mlirbc && mlirbc print new.mlirbc | cmp - text.mlir && echo same
cp "$DATA/branches.mlirbc" over.mlirbc; mlirbc strip -o over.mlirbc over.mlirbc && cmp over.mlirbc none.mlirbc && echo same
mlirbc gc "$DATA/resources.mlirbc" | cmp - "$DATA/resources.mlirbc" && echo same
mlirbc strip none.mlirbc > /dev/full; echo "$?"
mlirbc strip none.mlirbc -o /dev/full; echo "$?"
awk 'BEGIN { for (i = 0; i < 5000; i++) printf "\"t.op%d\"() : () -> ()\n", i }' | mlirbc assemble - -o many.mlirbc; mlirbc strip many.mlirbc -o - | wc -c
mlirbc strip many.mlirbc > /dev/full; echo "$?"
mlirbc strip many.mlirbc -o /dev/full; echo "$?"
mlirbc strip none.mlirbc -o missing/out.mlirbc; echo "$?"
# An op of numbers of nine bytes each, where the file ends.
echo TUzvUg1NTElSMjIuMS44AAEVBQEFBQEDCwMDDQMhEwMBEwsTEwsHEwsPEwEDDwI7BQkXAQMDAwMHCQULDwMDDQ8FDREBBRcBAyMBAgIGAwEFAQBNDwUFDwUPBRFidWlsdGluAGEAbW9kdWxlAGIAYS5tbGlyAHkAeAAIDQUFAQEDCwTfBQFQAwEHBM8DAQUBUAMBBwS7AwkFAAEAAAAAAAAARwAIAAAAAAAAAAACAAAAAAAAAAABAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA | base64 -d > long.mlirbc; mlirbc gc - < long.mlirbc -o none2.mlirbc; echo "$?"
(ulimit -f 1; mlirbc strip many.mlirbc -o large.mlirbc; echo "$?"); ls | grep -c large || true
