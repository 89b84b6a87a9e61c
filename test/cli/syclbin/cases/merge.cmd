printf '\003\002\043\007one' > k.spv
p() { syclbin pack --state object --ir k.spv,target=spir64 "$@"; }
syclbin pack --state object --kernel a --imported f --imported g --ir k.spv,target=spir64 -o a.syclbin
syclbin pack --state object --kernel b --exported f --ir k.spv,target=spir64 -o b.syclbin
syclbin pack --state object --kernel a --exported f --ir k.spv,target=spir64 -o c.syclbin
syclbin pack --state input --kernel d -o d.syclbin
syclbin merge a.syclbin b.syclbin -o ab.syclbin; echo $?
syclbin ls --symbols ab.syclbin
syclbin merge --resolve a.syclbin b.syclbin -o x.syclbin; echo $?
syclbin merge a.syclbin b.syclbin c.syclbin -o x.syclbin; echo $?
syclbin merge --allow-duplicates a.syclbin c.syclbin -o ac.syclbin; echo $?
syclbin merge a.syclbin d.syclbin -o x.syclbin; echo $?
syclbin merge a.syclbin nothere -o x.syclbin; echo $?
cp a.syclbin copy.syclbin
syclbin merge a.syclbin a.syclbin -o x.syclbin; echo $?
syclbin merge b.syclbin ./b.syclbin -o x.syclbin; echo $?
syclbin merge a.syclbin copy.syclbin -o x.syclbin; echo $?
syclbin merge --allow-duplicates b.syclbin b.syclbin | syclbin ls; echo $?
ls
