printf 'junk' | syclbin verify; echo $?
printf '' | syclbin verify; echo $?
printf '\003\002\043\007one' > k.spv
syclbin pack --kernel a --ir k.spv,target=spir64 -e v1raw -o a
printf 'x' | dd of=a bs=1 seek=20 conv=notrunc 2>/dev/null
syclbin verify a; echo $?
syclbin verify --json a
printf '\377' | dd of=a bs=1 seek=12 conv=notrunc 2>/dev/null
syclbin verify a; echo $?
syclbin verify -q a > /dev/null; echo $?
syclbin info a; echo $?
syclbin dump a; echo $?
syclbin extract a; echo $?
printf '[SYCL/kernel names]\nk=1|1\n\nk=1|2\n[x]junk\n_=1|1\nz=2|AAAA\nno line\n' > t
cat > m <<'END'
module text=t
ir k.spv target=spir64
END
syclbin pack m -o b; syclbin verify b; echo $?
syclbin verify --strict b | grep -c error
syclbin convert -e v2 b > /dev/null; echo $?
