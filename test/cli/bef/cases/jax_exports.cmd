jax=$DATA/../../../../libmlirbc/stablehlo/test/data/jax
cp "$jax"/*.jax .
try() { bef "$@"; echo "status $?"; } 2>&1
# the platform, a token and an unused argument are not those of the artifact
try run platforms.jax --input '[7.0, 7.0, 7.0]' --input '[1.0, 2.0]' --input scale=3.0
try run platforms.jax --input x='[1.0, 2.0]'
try run tree.jax --random-inputs 1 --input "p['b']=[1.0, 2.0]" --input "p['w']=[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]" --input 'l[0]=[1.0, 1.0, 1.0]'
# symbolic shapes: b >= 2, and c of the dimension 2*c
try run symbolic.jax --input '[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]' --input '[[1.0, 0.5, 0.0], [0.0, 0.25, 1.0]]'
try run symbolic.jax --input '[[1.0, 0.0]]' --input '[[1.0, 0.5, 0.0], [0.0, 0.25, 1.0]]'
try run symbolic.jax --input '[[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]]' --input '[[1.0, 0.5, 0.0], [0.0, 0.25, 1.0]]'
# gradients
try run gradient.jax --function main_vjp --input '[0.0, 1.0]' --input 3 --input '[1.0, 2.0]'
# a gradient that cannot run is an error when it is called; verify and check report it
try run private_gradient.jax --input '[1.0, 2.0]'
try run private_gradient.jax --function main_vjp --input '[1.0, 2.0]' --input '[1.0, 1.0]'
try verify private_gradient.jax
try check private_gradient.jax
# as BEF, and damaged
bef assemble platforms.jax -o platforms.bef
try run platforms.bef --input '[7.0, 7.0, 7.0]' --input '[1.0, 2.0]' --input scale=3.0
head -c 900 platforms.jax >cut.jax
try run cut.jax
bef run key.jax --input '[0, 1]' >whole
bef run - --input '[0, 1]' <key.jax | cmp - whole
