mlirbc verify "$DATA/branches.mlirbc"; echo "$?"
mlirbc verify --decode-only "$DATA/branches.mlirbc"; echo "$?"
mlirbc verify < "$DATA/resources.mlirbc"; echo "$?"
at=$(mlirbc hexdump "$DATA/branches.mlirbc" | sed -n 's/^0*\([0-9a-f]*\) .* successor 0: .*/\1/p' | head -n 1)
cp "$DATA/branches.mlirbc" broken
chmod u+w broken
printf '\001' | dd of=broken bs=1 seek="$((0x$at))" conv=notrunc 2>/dev/null
mlirbc verify broken; echo "$?"
mlirbc verify --decode-only broken; echo "$?"
printf '\077' | dd of=broken bs=1 seek="$((0x$at))" conv=notrunc 2>/dev/null
mlirbc verify broken; echo "$?"
mlirbc verify --decode-only broken; echo "$?"
