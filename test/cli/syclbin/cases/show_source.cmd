# errors of manifests with their line
try() { syclbin pack "$@" -o out; echo "status $?" >&2; }
printf 'state object\n  native m  target=x odd=y\n' >m
try m
try --show-source m
try --show-source <m
printf 'module\nproperty "[a]b=u32:0x1"\n' >m
try --show-source m
printf 'module\nir "a b" "target=\n' >m
try --show-source m
printf 'state \tsometimes\n' >m
try --show-source m
ls
