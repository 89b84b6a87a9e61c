# images are packaged with what they say about themselves
printf '// by hand\n.version 7.0\n.target sm_75\n.visible .entry k() { ret; }\n' > k.ptx
printf '.version 7.0\n.target sm_80\n.visible .entry l() { ret; }\n' > l.ptx
syclbin pack k.ptx l.ptx -o a && syclbin ls --long a && syclbin ls --symbols a
# in one module, in any order of options
syclbin pack --image k.ptx --kernel k --exported f --state object -o b && syclbin info b
syclbin pack --exported f --state object --kernel k --image k.ptx -o c && syclbin diff b c && echo equal
syclbin pack --only-given k.ptx -o d && syclbin ls --symbols d
printf '[SYCL/exported symbols]\ng=1|1\n' > p
syclbin pack --properties p --property '[own]n=u32:1' k.ptx -o e && syclbin extract --properties --module 0 e
# targets are completed
for t in spir64_gen intel_gpu_pvc nvptx64 nvidia_gpu_sm_90 odd; do syclbin pack --native k.ptx,target=$t,arch=x -o f && syclbin ls f; done
syclbin pack --native k.ptx,target=nvidia_gpu_sm_90 -o f && syclbin ls f
# what cannot be packaged is named
printf 'text' > t; printf '\0\1\2\3' > z
syclbin pack --kernel none k.ptx -o x; echo $?
syclbin pack --image k.ptx --kernel none -o x; echo $?
syclbin pack --property '[SYCLBIN/global metadata]state=u32:1' k.ptx -o x; echo $?
syclbin pack z -o x; echo $?
syclbin pack z --target spir64_gen --arch pvc -o y && syclbin ls y
syclbin pack t -o x; echo $?
printf 'module\nnative k.ptx\n' > n; syclbin pack n --kernel k -o x; echo $?; syclbin pack n --module --exported k -o y && syclbin info y | sed -n 2p
syclbin pack n k.ptx --exported k -o y && syclbin ls --symbols y
# a module of its own, and all of them
syclbin split -d s a && syclbin split --kernel l -o l a && cmp l s/m1.syclbin && syclbin info l
syclbin split -o x a; echo $?
syclbin split --kernel none a; echo $?
syclbin extract --kernel l -o - a | cmp - l.ptx && echo extracted
# descriptions and manifests give the same bytes, in every encoding and with odd texts
printf '[a]\r\nx=1|1\n\n[a]\ny=1|02\n' > odd; printf '[\377]\nx=1|1\n' > odder
printf 'module text=odd\nnative k.ptx target=nvptx64 arch=sm_75\nmodule text=odder\n' > m
for e in v1 v1raw v1ob2 v1rt v1ob3 v2 v2ob3; do
	syclbin pack m -e $e -o g 2>/dev/null && syclbin extract --unpack --json -d u g > j && syclbin extract --unpack -d u g &&
		syclbin pack j -o h && cmp g h && syclbin pack u/manifest -o h && cmp g h && syclbin pack - < j | cmp - g && echo $e
done
cat j
try() { printf '%b' "$1" > j; syclbin pack j -o x; echo $?; }
try '{"modules":[{"images":[{"kind":"ir"}]}]}'
try '{"modules":[{"properties":[{"set":"a","key":"k"}]}]}'
try '{"modules":[{"properties":[{"set":"a","key":"k","hex":"0102","bits":3}]}]}'
try '{"modules":[{"properties":[{"key":"k"}]}]}'
try '{"odd":1}'
try '{"encoding":"v9"}'
try '{"modules":[]} more'
ls
