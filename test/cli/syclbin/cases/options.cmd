printf '\003\002\043\007one' > k.spv
printf '.version 7.0\n.target sm_75\n' > p.ptx
printf '\177ELF0000000000000000' > n.o
syclbin pack --state input --kernel a --exported f --ir k.spv,target=spir64-unknown-unknown --module --imported g \
	--image file=p.ptx,triple=nvptx64-nvidia-cuda,arch=sm_75 --image k.spv,target=spirv64 -o a.syclbin
syclbin dump --typed a.syclbin
syclbin info --device level_zero:gpu a.syclbin
syclbin info --device cuda --state input a.syclbin
syclbin info --device cuda --state executable a.syclbin
syclbin info --device opencl:cpu:x --state odd a.syclbin
syclbin info --json a.syclbin
syclbin pack --ir n.o
syclbin pack --ir k.spv,target=x,odd=1
syclbin pack --property '[a]b=1' 
syclbin pack --property '[a][=str:x' -o b.syclbin
