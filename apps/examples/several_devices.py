#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""several_devices.py FOLDER: exports four programs of JAX for 4 devices, with inputs and JAX's results; several_devices.md runs them."""
import os
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P  # noqa: E402

DEVICES = 4
mesh = jax.make_mesh((DEVICES,), ("d",), axis_types=(AxisType.Auto,))
rng = np.random.default_rng(1)


def array(*shape):
    return (rng.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32)


# ---- one step of training: the same function, divided by its batch, or by its weights

def loss(w1, w2, x, y):
    return jnp.mean((jax.nn.gelu(x @ w1) @ w2 - y) ** 2)


def step(w1, w2, x, y):
    value, (g1, g2) = jax.value_and_grad(loss, (0, 1))(w1, w2, x, y)
    return w1 - 0.1 * g1, w2 - 0.1 * g2, value


TRAINING = array(32, 64), array(64, 32), array(16, 32), array(16, 32)
DATA_PARALLEL = step, TRAINING, (P(), P(), P("d"), P("d")), (P(), P(), P())
TENSOR_PARALLEL = step, TRAINING, (P(None, "d"), P("d"), P(), P()), (P(None, "d"), P("d"), P())


# ---- a pipeline: each device has one layer, and passes its results on

def pipeline(layers, x):
    def stage(layer, x):
        number, count = lax.axis_index("d"), len(x) + DEVICES - 1
        ring = [(i, (i + 1) % DEVICES) for i in range(DEVICES)]

        def turn(state, i):
            state = jnp.where(number == 0, x[jnp.minimum(i, len(x) - 1)], state)
            state = jnp.tanh(state @ layer[0])
            return lax.ppermute(state, "d", ring), state
        first = lax.pcast(jnp.zeros_like(x[0]), "d", to="varying")
        _, made = lax.scan(turn, first, jnp.arange(count))
        return lax.psum(jnp.where(number == DEVICES - 1, made[DEVICES - 1:], 0), "d")
    return jax.shard_map(stage, mesh=mesh, in_specs=(P("d"), P()), out_specs=P())(layers, x)


PIPELINE = pipeline, (array(DEVICES, 32, 32), array(6, 8, 32)), (P("d"), P()), (P(),)


# ---- a mixture of experts: each device has one, and gets the tokens that prefer it

def experts(x, gate, weights):
    def layer(x, gate, weights):
        scores = jax.nn.softmax(x @ gate)
        choice = jax.nn.one_hot(jnp.argmax(scores, -1), DEVICES)
        sent = jnp.einsum("te,tf->etf", choice, x)
        got = lax.all_to_all(sent, "d", 0, 0, tiled=True)
        back = lax.all_to_all(jax.nn.relu(got @ weights[0]), "d", 0, 0, tiled=True)
        return jnp.einsum("etf,te->tf", back, choice * scores)
    return jax.shard_map(layer, mesh=mesh, in_specs=(P("d"), P(), P("d")), out_specs=P("d"))(x, gate, weights)


EXPERTS = experts, (array(32, 16), array(16, DEVICES), array(DEVICES, 16, 16)), (P("d"), P(), P("d")), (P("d"),)


def export(folder, name, function, arguments, ins, outs):
    shardings = [tuple(NamedSharding(mesh, spec) for spec in specs) for specs in (ins, outs)]
    jitted = jax.jit(function, in_shardings=shardings[0], out_shardings=shardings[1] if len(outs) > 1 else shardings[1][0])
    exported = jax.export.export(jitted)(*(jax.ShapeDtypeStruct(a.shape, a.dtype) for a in arguments))
    with open(os.path.join(folder, name + ".jax"), "wb") as out:
        out.write(exported.serialize())
    np.savez(os.path.join(folder, name + ".npz"), *arguments)
    np.savez(os.path.join(folder, name + "_expected.npz"), **{f"result{i}": r for i, r in enumerate(jax.tree.leaves(jitted(*arguments)))})


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    export(sys.argv[1], "data_parallel", *DATA_PARALLEL)
    export(sys.argv[1], "tensor_parallel", *TENSOR_PARALLEL)
    export(sys.argv[1], "pipeline", *PIPELINE)
    export(sys.argv[1], "experts", *EXPERTS)
