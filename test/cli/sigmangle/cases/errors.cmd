try() { sigmangle "$@"; echo "status $?" >&2; }
try demangle 'I9!B6!t6d-2R1!' 'I3!U1!R3!U1!' hello '' 'I1!'
try demangle "I999!$(printf '%0100d' 0)R1!"
try demangle --sip 'I4!B1!R1!'
try demangle --raw 'I3!_0R1!'
try demangle 'I1!R1! ' 'I8!S5!t12R1!'
try mangle '(tensor<4xf32>) -> ()' '(float32[4]) -> ()' '(float33) -> ()' '[#0' '[#0] -> ' '[] -> ()' '[#1, 0: #2] -> ()' '{"a" #1} -> ()' '{"a\z": #1} -> ()' '(f32) -> #0' ''
try mangle '(Buffer<f32[1x-2]>) -> ()' '(Buffer<f32[99999999999]>) -> ()' '[2147483648: #0] -> ()' '[2147483647: #0, #1] -> ()'
try mangle --json '{' '{"inputs":[{}]}' '{"inputs":[{"category":"cube"}]}' '{"inputs":[{"path":[-1],"index":0}]}' '{"a":[}'
try mangle --json '{"inputs":[{"path":[]}]}' '{"results":[],"inputs":[]}' '{"kind":"sip","inputs":[{"category":"scalar"}]}' '{}x'
try mangle --json '{"inputs":[{"path":["\ud800"],"index":0}]}' '{"inputs":[{"path":[{"hex":"0"}],"index":0}]}' '{"inputs":[{"path":[],"index":1.5}]}'
printf 'I1!R1!\nI1!R\n' | try check
try match 'I8!B5!d4d4R1!' 'tensor<4x4xf32>'
