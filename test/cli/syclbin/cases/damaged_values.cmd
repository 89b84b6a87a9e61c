# a value of 200 bits with three bytes, in a text with others; the rest of the file is shown
printf '\003\002\043\007one' > k.spv
printf '[SYCL/misc properties]\nbefore=1|7\nshort=2|IDAAAAAAAAQYzF\n[more]\nafter=2|IAAAAAAAAAQY\n' > t
sed 's/IDAAAAAAAA/yAAAAAAAAA/' t > text
printf 'module text=text\nir k.spv target=spir64\n' > m
syclbin pack m -o a; syclbin dump a; echo $?
syclbin verify a; echo $?
# no count of bits at all ends the dump
printf '[a]\nshort=2|AAAA\n' > text
syclbin pack m -o b; syclbin dump b; echo $?
# FNV-1a of "a" (af63dc4c8601ec8c) and of "foobar" (85944171f73967e8): test vectors of its definition
printf a > one; printf foobar > two
syclbin pack --native one,target=x,arch=y --native two,target=x,arch=y | syclbin dump | grep fnv1a64
