printf '\003\002\043\007one' > k.spv
syclbin pack --ir k.spv,target=spir64 -o a
syclbin info nothere; echo $?
syclbin convert a -o nothere/b; echo $?
syclbin info .; echo $?
cat a a > two
syclbin info two
syclbin dump two; echo $?
syclbin dump --item 1 two | head -1
syclbin dump --item 2 two; echo $?
syclbin ls two
syclbin extract --item 0 -o - two | cmp - k.spv && echo extracted
syclbin convert a > b && cmp a b && echo stdout
syclbin info --limit odd a; echo $?
cat a | syclbin convert -e v1raw | syclbin info | head -1
chmod 755 . ; ls
