file=$DATA/resources.mlirbc
mlirbc resources "$file"
mlirbc resources --list --group group "$file"
mlirbc resources --extract text "$file"; echo
mlirbc resources --extract floats "$file" | od -An -tx1
mlirbc resources --extract floats -o floats.npy "$file" && od -An -c floats.npy
mlirbc resources --extract-all all "$file" && ls all
mlirbc resources --extract-all arrays --npy --group builtin "$file" && ls arrays
mlirbc resources --extract-all raw --raw "$file" && ls raw
od -An -c all/builtin.scalar.npy
mlirbc resources --extract brain --npy "$file"; echo "$?"
mlirbc resources --extract blob --npy "$file"; echo "$?"
mlirbc resources --extract nothing "$file"; echo "$?"
mlirbc resources --extract blob -o missing/blob "$file"; echo "$?"
mlirbc resources --extract-all bounded --max-output 8 --npy --group builtin "$file"; echo "$?"
test -e bounded; echo "$?"
mlirbc resources --max-output 8 "$file"; echo "$?"
mlirbc resources --extract-all bounded --max-output 0 "$file"; echo "$?"
