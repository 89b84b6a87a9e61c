printf '\003\002\043\007one' > k.spv
printf '\003\002\043\007two' > l.spv
printf 'native' > n.bin
syclbin pack --kernel a --ir k.spv,target=spir64-unknown-unknown --ir l.spv,target=spirv64-unknown-unknown \
	--native n.bin,target=spir64_gen-unknown-unknown,arch=intel_gpu_pvc --module --ir l.spv,target=spir64 -o a.syclbin
mkdir all && syclbin extract -d all a.syclbin && ls all
syclbin extract --kind native -o - a.syclbin; echo
syclbin extract --arch 'intel_*' -o - a.syclbin; echo
syclbin extract --target spirv64 -o one a.syclbin && cmp one l.spv && echo two
syclbin extract --module 0 --kind ir --index 0 -o - a.syclbin | cmp - k.spv && echo one
syclbin extract --device opencl:gpu -d chosen a.syclbin
syclbin extract --properties a.syclbin
syclbin extract --properties --module 0 a.syclbin
syclbin extract --properties --module 0 --kind native a.syclbin
syclbin extract --properties --module 7 a.syclbin; echo $?
syclbin extract --target nvptx64 a.syclbin; echo $?
syclbin extract -o x a.syclbin; echo $?
ls
