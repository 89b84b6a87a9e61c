# Bytes inside of an entry whose end is known say something that they cannot: the rest of the file is shown.
damage() { # FILE OFFSET BYTE
	cp "$DATA/$1" broken.mlirbc && printf "\\$3" | dd of=broken.mlirbc bs=1 seek="$2" conv=notrunc 2> /dev/null
}
damage branches.mlirbc $((0x18c)) 376 # a property
mlirbc hexdump broken.mlirbc | tail -n 2
mlirbc verify broken.mlirbc
mlirbc info broken.mlirbc > out; echo "$?"
damage branches.mlirbc $((0x55)) 57 # a code that no attribute has
mlirbc hexdump broken.mlirbc > out; echo "$?"
grep -A 2 'attribute 3' out
mlirbc ops broken.mlirbc; echo "$?"
mlirbc info --json broken.mlirbc | tail -n 1
mlirbc attrs broken.mlirbc | sed -n 3,5p
mlirbc size broken.mlirbc | grep 'other dialects'
damage resources.mlirbc $((0xaa)) 7 # an alignment
mlirbc resources broken.mlirbc; echo "$?"
mlirbc resources --extract-all all broken.mlirbc; echo "$?"; ls all
mlirbc resources --extract blob broken.mlirbc; echo "$?"
mlirbc resources --extract floats broken.mlirbc | od -An -tx1
