# bodies of the target spir64 are SPIR-V; other targets have any content
printf '\003\002\043\007one' > k.spv
printf 'BC\300\336 bitcode' > k.bc
printf 'text' > k.txt
syclbin pack --ir k.spv,target=spir64 --ir k.bc,target=spir64-unknown-unknown --native k.txt,target=spir64_gen,arch=pvc -o a
syclbin verify a; echo $?
# a native image needs an architecture
syclbin pack --native k.txt,target=spir64_gen -o b; echo $?
syclbin pack --ir k.txt,target=spir64 -o b; echo $?
syclbin pack --image k.txt,target=spir64 -o b; echo $?
printf 'image k.txt target=spir64\n' > m; syclbin pack m -o b; echo $?
# version 0 in the header is an error, a key _ a warning
syclbin pack --ir k.spv,target=spir64 -e v1raw -o c
printf '\000' | dd of=c bs=1 seek=4 conv=notrunc 2>/dev/null
syclbin verify -q c; echo $?
printf '[SYCL/misc properties]\n_=1|1\n' > text
printf 'module text=text\nir k.spv target=spir64\n' > m
syclbin pack m -o d; syclbin verify d; echo $?
# ... and for every command that opens it
for command in info ls dump 'convert -o e' 'edit --state input -o e' 'extract -o e' 'merge -o e'; do syclbin $command c; echo $?; done
syclbin diff a c; echo $?
test -e e || echo "nothing is written"
