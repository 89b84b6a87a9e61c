# each is wrong usage: exit status 2, a message, nothing on stdout
try() { bef "$@" </dev/null; echo "status $?" >&2; }
try
try walk
try run --sideways
try run --queue
try run one two
try run --verify-diagnostics=yes
try run --queue bogus
try run --queue threads:0
try run --queue threads:2:
try run --queue threads:2:3:4
try run --queue threads:99999
try run --allocator bogus
try run --allocator fixed:
try run --allocator fixed:12x
try kernels one two
try assemble -x
