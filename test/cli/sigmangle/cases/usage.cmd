# each is wrong usage: exit status 2, a message, nothing on stdout
try() { sigmangle "$@" </dev/null; echo "status $?" >&2; }
try --sideways
try remangle
try demangle --sideways
try check --lax --canonical
try match
try match 'I1!R1!' 'f33[1]'
try match 'I1!R1!' 'f32[1y]'
try match 'I1!R1!' 'f32[1]:4,4'
try match 'I1!R1!' 'f32[1]x'
try match 'I1!R1!' 'f32[99999999999999999999]'
