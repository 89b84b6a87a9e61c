# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The quick start of equinox (docs.kidger.site/equinox), with data that are not zero."""
import equinox as eqx
import jax
import numpy as np


class Linear(eqx.Module):
    weight: jax.Array
    bias: jax.Array

    def __init__(self, in_size, out_size, key):
        wkey, bkey = jax.random.split(key)
        self.weight = jax.random.normal(wkey, (out_size, in_size))
        self.bias = jax.random.normal(bkey, (out_size,))

    def __call__(self, x):
        return self.weight @ x + self.bias


@jax.jit
@jax.grad
def loss_fn(model, x, y):
    pred_y = jax.vmap(model)(x)
    return jax.numpy.mean((y - pred_y) ** 2)


batch_size, in_size, out_size = 32, 2, 3
model = Linear(in_size, out_size, key=jax.random.PRNGKey(0))
x = jax.random.normal(jax.random.PRNGKey(1), (batch_size, in_size))
y = jax.numpy.zeros((batch_size, out_size))
grads = loss_fn(model, x, y)
print(grads.weight, grads.bias)

# The modules of the library, compiled and filtered.
mlp = eqx.nn.MLP(in_size, out_size, width_size=16, depth=2, key=jax.random.PRNGKey(2))
value, mlp_grads = eqx.filter_jit(eqx.filter_value_and_grad(lambda mlp: jax.numpy.mean(jax.vmap(mlp)(x) ** 2)))(mlp)
print(value)

RESULTS = {"weight": np.array(grads.weight), "bias": np.array(grads.bias), "value": np.array(value),
           **{f"mlp{i}": np.array(leaf) for i, leaf in enumerate(jax.tree.leaves(mlp_grads))}}
