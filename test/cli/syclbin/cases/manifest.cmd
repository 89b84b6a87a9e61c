printf '\003\002\043\007spirv' > k.spv
printf 'native code' > n.bin
cat > manifest <<'END'
# two modules
state object
module
property "[SYCL/kernel names]vadd=u32:1"
property "[SYCL/kernel names]caf\xc3\xa9=u32:2"
property "[we]ird [set]]k=str:a=b|c"
property "[SYCL/kernel param opt]vadd=hex:ff1f/13"
ir k.spv target=spir64-unknown-unknown
native n.bin target=spir64_gen-unknown-unknown arch=intel_gpu_pvc
module
property "[SYCL/imported symbols]_Z1fv=u32:1"
END
syclbin pack manifest -o a.syclbin
syclbin info a.syclbin
syclbin ls a.syclbin
syclbin ls --symbols a.syclbin
syclbin dump a.syclbin
syclbin verify --strict a.syclbin && echo good
syclbin pack < manifest | cmp - a.syclbin && echo stdin
for e in v1 v1raw v1ob2 v1rt v1ob3 v2 v2ob3; do
	syclbin convert -e $e a.syclbin -o $e && syclbin verify -q $e && syclbin diff a.syclbin $e && syclbin convert $e | cmp - a.syclbin && echo $e
done
syclbin extract --unpack -d out a.syclbin && syclbin pack out/manifest | cmp - a.syclbin && echo unpacked
cat out/manifest
