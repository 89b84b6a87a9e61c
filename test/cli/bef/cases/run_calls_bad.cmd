# calls and arrays that are wrong: nothing runs, and the message says why
file=$DATA/calls.mlir
try() { bef run "$file" "$@"; echo "status $?" >&2; }
bef run "$file" --functions make -o a.npy >/dev/null
try --call fibonacci
try --call 'fibonacci()'
try --call 'fibonacci(1, 2)'
try --call 'fibonacci(x)'
try --call 'fibonacci(2147483648)'
try --call 'fibonacci(1) 2'
try --call 'fibonaci(1)'
try --call '(1)'
try --call 'scalars(2, 1, 1, 1)'
try --call 'scalars(1, 1e50, 1, 1)'
try --call 'scalars(1, 1, 1, 1, 1)'
try --call 'show("abc)'
try --call 'show("abc", [1'
try --call 'show("abc", [1,-1])'
try --call 'show(abc, [1])'
try --call 'same(a)'
try --call 'same(a)' --input a=none.npy
try --call 'same(a)' --input a.npy
try --call 'fibonacci(1)' --input a=a.npy
try --call 'fibonacci(1)' -o x.npy
try --call 'same(a)' --input a=a.npy -o no/such/folder/x.npy
try --call 'same(a)' --input a=a.npy -o -
cp "$file" calls.mlir
bef run calls.mlir --call 'same(a)' --input a=a.npy -o calls.mlir >/dev/null; echo "status $?" >&2
bef run calls.mlir --call 'same(a)' --input a=a.npy -o a.npy >/dev/null; echo "status $?" >&2
echo "headers that are wrong"
npy() { size=$(printf '%03o' ${#1}); printf "\\223NUMPY\\1\\0\\$size\\0%s%s" "$1" "$2" >bad.npy; try --call 'same(a)' --input a=bad.npy; }
npy "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }" 'abcd'
npy "{'shape': (1L, 1L), 'fortran_order': True, 'descr': \"<i4\"}" 'abcd'
npy "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }" 'abcd'
npy "{'descr': '<f4', 'fortran_order': True, 'shape': (1, 2), }" 'abcdefgh'
npy "{'descr': '>f4', 'fortran_order': False, 'shape': (1,), }" 'abcd'
npy "{'descr': '<V2', 'fortran_order': False, 'shape': (), }" 'ab'
npy "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }" 'abcdefgh'
npy "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }" 'abcd'
npy "{'descr': '<f99999999999999', 'fortran_order': False, 'shape': (1,), }" 'abcd'
npy "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,), }" 'abcd'
npy "{'descr': '<f4', 'fortran_order': False}" ''
npy "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }" ''
npy "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 4611686018427387905), }" 'abcd'
npy "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }" 'abcd'
npy "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 9223372036854775807), }" ''
npy "{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1), }" 'abcd'
npy "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }x" 'abcd'
npy "{'descr': '<f$(printf '\033')4', 'fortran_order': False, 'shape': (1,)}" 'abcd'
npy "" ''
head -c 9 a.npy >bad.npy; try --call 'same(a)' --input a=bad.npy
