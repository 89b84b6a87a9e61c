# arguments from the command line and from .npy files, tensors as text and as .npy files
file=$DATA/calls.mlir
try() { bef run "$file" "$@"; echo "status $?" >&2; }
try --call 'fibonacci(30)' --call 'fibonacci( 10 )'
try --call 'scalars(true, 1.5, -2e300, 9223372036854775807, chain)' --call 'scalars(0, nan, inf, -0x10)'
try --call 'show("say \"hi\", (you)", [2, 3])' --call 'show("", [], chain)'
try --functions make -o a.npy -o b.npy --output c.npy
od -A n -c a.npy | head -8
try --call 'same(a)' --call 'same(b)' --input a=a.npy --input b=b.npy -o a2.npy -o b2.npy
cmp a.npy a2.npy && cmp b.npy b2.npy && echo equal
try --full --call 'same(c)' --input c=c.npy | wc
rm -f p && mkfifo p && cat a.npy >p & while ! test -p p; do :; done
try --call 'same(a)' --call 'same(a)' --input a=p -o a3.npy; cmp a.npy a3.npy
wait
echo "init and functions come first"
try --init nobody --functions make --call 'fibonacci(3)' | grep -v '[][]'
