# A .npy file gives its elements, which must be of the resource's type.
file=$DATA/resources.mlirbc
mlirbc resources --extract floats -o floats.npy "$file"
mlirbc resources --replace floats=floats.npy "$file" | cmp - "$file" && echo same
head -c 24 /dev/zero > zeros
{ head -c -24 floats.npy; cat zeros; } > zeros.npy
mlirbc resources --replace floats=zeros.npy "$file" | mlirbc resources --extract floats - | cmp - zeros && echo same
sed 's/<f4/<i4/' floats.npy > ints.npy; mlirbc resources --replace floats=ints.npy "$file"; echo "$?"
sed 's/(2, 3)/(2, 2)/' floats.npy > shape.npy; mlirbc resources --replace floats=shape.npy "$file"; echo "$?"
sed 's/(2, 3)/(2, 2)/' floats.npy | head -c -8 > few.npy; mlirbc resources --replace floats=few.npy "$file"; echo "$?"
sed 's/False,/True, /' floats.npy > columns.npy; mlirbc resources --replace floats=columns.npy "$file"; echo "$?"
mlirbc resources --replace floats=zeros "$file" | mlirbc resources --extract floats - | cmp - zeros && echo same
cp zeros zeros2.npy; mlirbc resources --replace floats=zeros2.npy "$file"; echo "$?"
mlirbc resources --raw --replace floats=zeros2.npy "$file" | mlirbc resources --extract floats - | cmp - zeros && echo same
mlirbc resources --add more=floats.npy "$file" | mlirbc resources - | grep more
head -c 9 floats.npy > cut.npy; mlirbc resources --replace floats=cut.npy "$file"; echo "$?"
