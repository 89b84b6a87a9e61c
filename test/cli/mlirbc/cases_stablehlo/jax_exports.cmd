cp "$DATA"/../../../../libmlirbc/stablehlo/test/data/jax/*.jax .
mlirbc info symbolic.jax | sed -n '1,/^ops/p'
mlirbc convert platforms.jax --to stablehlo -o inside.mlirbc
mlirbc print inside.mlirbc
mlirbc verify tree.jax
head -c 900 platforms.jax >cut.jax
mlirbc verify cut.jax
