# devices are described by aspects, sub-group sizes and work-groups; both sides of a mismatch are named
printf '\003\002\043\007one' > k.spv
printf 'native' > n
syclbin pack --ir k.spv,target=spir64 --native n,target=spir64_gen,arch=pvc --property '[SYCL/device requirements]aspects=hex:0500000006000000' \
	--property '[SYCL/device requirements]reqd_sub_group_size=u32:32' --property '[SYCL/device requirements]reqd_work_group_size=hex:40000000' -o a
syclbin pack --native n,target=spir64_gen,arch=pvc --property '[SYCL/device requirements]compile_target=str:intel_gpu_pvc' -o b
syclbin info a | tail -1
for o in '' '--aspects fp16,6 --sub-groups 16,32 --work-group 64' '--aspects fp16' '--aspects=' '--sub-groups 8,16' '--work-group 32'; do
	syclbin info --device level_zero:gpu $o a
done
syclbin info --device opencl a
syclbin info --device cuda --state executable a
syclbin info --device opencl --state input a
for d in pvc 12.60.7 intel_gpu_pvc bmg_g21; do syclbin info --device level_zero:gpu:$d b; done
syclbin info --device level_zero:gpu:dg1 --match-arch a
syclbin extract --device level_zero:gpu --sub-groups 8 a; echo $?
syclbin info --device opencl --aspects fp17 a; echo $?
syclbin info --device opencl --sub-groups x a; echo $?
syclbin info --aspects fp16 a; echo $?
