# access of replaced files, inputs that are not replaced, named pipes
try() { "$@"; echo "status $?" >&2; }
printf '\003\002\043\007spirv' >a.spv
syclbin pack --ir a.spv,target=spir64 -o app
try syclbin pack --ir a.spv,target=spir64 -o a.spv
try syclbin extract app -o app
chmod 600 app && try syclbin convert -e v2 app -o app && stat -c '%a' app
ln -s app link && try syclbin convert -e v1 app -o link && readlink link
# a pipe gives its bytes to the first that opens it
mkfifo p && cat app >p & 
while ! test -p p; do :; done; timeout 20 syclbin info p | head -1; wait
cat a.spv >p &
timeout 20 syclbin pack --ir p,target=spir64 -o piped; wait
cmp app piped && echo same
ls
