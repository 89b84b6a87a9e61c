printf '\003\002\043\007one' > k.spv
syclbin pack --kernel a --kernel b --ir k.spv,target=spir64 --module --exported f --native k.spv,target=spir64_gen-x,arch=pvc -o a.syclbin
syclbin edit --state object --set '[SYCL/kernel names]c=u32:1' --remove '[SYCL/kernel names]a' --module 0 a.syclbin -o b.syclbin
syclbin diff a.syclbin b.syclbin; echo $?
syclbin edit --global --set '[SYCLBIN/global metadata]producer=str:me' a.syclbin | syclbin extract --properties -
syclbin edit --remove '[SYCL/exported symbols]' --drop native a.syclbin -o c.syclbin && syclbin diff a.syclbin c.syclbin
syclbin edit --set '[New set]x=hex:0102' --set '[New set]x=u32:7' --set '[New set]y=str:' a.syclbin | syclbin extract --properties --module 1
syclbin edit --remove '[nothing]' a.syclbin; echo $?
syclbin edit --set 'x=1' a.syclbin; echo $?
syclbin edit --set '[a]_=u32:1' a.syclbin -o d.syclbin; echo $?
syclbin edit --state object a.syclbin -o a.syclbin && syclbin info a.syclbin
syclbin diff a.syclbin a.syclbin && echo same
ls
syclbin diff a.syclbin nothere; echo $?
syclbin diff k.spv a.syclbin; echo $?
syclbin diff a.syclbin; echo $?
# sets are where they belong
syclbin edit --set '[SYCLBIN/global metadata]state=u32:1' a.syclbin -o x; echo $?
syclbin edit --global --set '[SYCL/kernel names]k=u32:1' a.syclbin -o x; echo $?
