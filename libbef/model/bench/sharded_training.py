#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sharded_training.py FOLDER: exports 20 steps of training a transformer of 10 million parameters (Adam, a scan over 12 layers) for one, two
and four devices, with inputs and the losses of JAX on one device: training-N.jax, training-N.npz, losses.npy. Two devices divide the batch,
and parameters by rows (FSDP); four divide heads and hidden features as well. Run them with
    bef run training-N.jax --ranks N --function main --input training-N.npz --stats -o out.npz
and compare the first result with losses.npy. Needs JAX and optax."""
import os
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
import optax  # noqa: E402
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P  # noqa: E402

VOCABULARY, WIDTH, HIDDEN, HEADS, LAYERS, BATCH, LENGTH, STEPS = 2048, 256, 1024, 8, 12, 8, 64, 20
SHAPES = {"embedding": (VOCABULARY, WIDTH), "qkv": (LAYERS, WIDTH, 3, HEADS, WIDTH // HEADS), "out": (LAYERS, HEADS, WIDTH // HEADS, WIDTH),
          "up": (LAYERS, WIDTH, HIDDEN), "down": (LAYERS, HIDDEN, WIDTH), "scale": (LAYERS, 2, WIDTH)}
SPECS = {"embedding": P("data", None), "qkv": P(None, "data", None, "model"), "out": P(None, "model", None, "data"),
         "up": P(None, "data", "model"), "down": P(None, "model", "data"), "scale": P()}


def norm(x, scale):
    return (x - x.mean(-1, keepdims=True)) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * scale


def layer(x, w):
    q, k, v = jnp.moveaxis(jnp.einsum("btd,dchf->btchf", norm(x, w["scale"][0]), w["qkv"]), 2, 0)
    scores = jnp.einsum("bqhf,bkhf->bhqk", q, k) / np.sqrt(WIDTH // HEADS)
    weights = jax.nn.softmax(jnp.where(jnp.tril(jnp.ones((LENGTH, LENGTH), bool)), scores, -1e9), -1)
    x = x + jnp.einsum("bhqk,bkhf,hfd->bqd", weights, v, w["out"])
    return x + jax.nn.gelu(norm(x, w["scale"][1]) @ w["up"]) @ w["down"], None


def loss(params, tokens):
    x = params["embedding"][tokens[:, :-1]]
    x, _ = jax.lax.scan(layer, x, {name: w for name, w in params.items() if name != "embedding"})
    return optax.softmax_cross_entropy_with_integer_labels(x @ params["embedding"].T, tokens[:, 1:]).mean()


def train(params, tokens):
    optimizer = optax.adam(1e-3)

    def step(state, batch):
        params, memory = state
        value, grads = jax.value_and_grad(loss)(params, batch)
        updates, memory = optimizer.update(grads, memory)
        return (optax.apply_updates(params, updates), memory), value

    (params, _), losses = jax.lax.scan(step, (params, optimizer.init(params)), tokens)
    return losses, params


def export(folder, devices, params, tokens):
    mesh = jax.make_mesh((min(devices, 2), max(devices // 2, 1)), ("data", "model"), axis_types=(AxisType.Auto,) * 2,
                         devices=jax.devices()[:devices])
    specs = {name: NamedSharding(mesh, SPECS[name]) for name in params}
    jitted = jax.jit(train, in_shardings=(specs, NamedSharding(mesh, P(None, "data"))), out_shardings=(NamedSharding(mesh, P()), specs))
    with jax.set_mesh(mesh):
        made = jax.export.export(jitted)(*jax.tree.map(lambda a: jax.ShapeDtypeStruct(a.shape, a.dtype), (params, tokens)))
    with open(os.path.join(folder, f"training-{devices}.jax"), "wb") as out:
        out.write(made.serialize())
    leaves = jax.tree.leaves((params, tokens))
    np.savez(os.path.join(folder, f"training-{devices}.npz"), **{f"arg{i}": a for i, a in enumerate(leaves)})


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    rng = np.random.default_rng(1)
    params = {name: (rng.standard_normal(shape) * 0.02).astype(np.float32) for name, shape in SHAPES.items()}
    params["scale"] = np.ones(SHAPES["scale"], np.float32)
    tokens = rng.integers(0, VOCABULARY, (STEPS, BATCH, LENGTH + 1)).astype(np.int32)
    print(f"{sum(w.size for w in params.values())} parameters")
    for devices in 1, 2, 4:
        export(folder, devices, params, tokens)
    np.save(os.path.join(folder, "losses.npy"), np.asarray(jax.jit(train)(params, tokens)[0]))


if __name__ == "__main__":
    main()
