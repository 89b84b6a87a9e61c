#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""first_call.py [LAYERS]: how long JAX waits for the first step of a transformer's training, on befkit and on XLA's CPU back end.

    BEFKIT_PJRT_PLUGIN=build/libbef/pjrt/libpjrt_befkit.so PYTHONPATH=libbef/pjrt JAX_PLATFORMS=befkit,cpu libbef/pjrt/bench/first_call.py

The program is lowered before. Prints the time of compile(), of the first call of what was compiled, and of a later call; the least of
three, with other constants each time so that no cache knows the program."""
import sys
import time

import jax
import jax.numpy as jnp

WIDTH, HEADS, WORDS, LENGTH, BATCH = 128, 4, 256, 64, 8


def make(layers):
    keys = iter(jax.random.split(jax.random.key(0), 6 * layers + 2))
    matrix = lambda a, b: jax.random.normal(next(keys), (a, b)) * a ** -0.5
    return {"embed": matrix(WORDS, WIDTH), "out": matrix(WIDTH, WORDS),
            "layers": [{"qkv": matrix(WIDTH, 3 * WIDTH), "proj": matrix(WIDTH, WIDTH), "up": matrix(WIDTH, 4 * WIDTH),
                        "down": matrix(4 * WIDTH, WIDTH), "scale1": jnp.ones(WIDTH), "scale2": jnp.ones(WIDTH)} for _ in range(layers)]}


def normal(x, scale):
    return (x - x.mean(-1, keepdims=True)) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * scale


def block(layer, x):
    b, t, d = x.shape
    q, k, v = jnp.split(normal(x, layer["scale1"]) @ layer["qkv"], 3, axis=-1)
    q, k, v = (y.reshape(b, t, HEADS, d // HEADS).transpose(0, 2, 1, 3) for y in (q, k, v))
    scores = jnp.where(jnp.tril(jnp.ones((t, t), bool)), q @ k.transpose(0, 1, 3, 2) * (d // HEADS) ** -0.5, -1e9)
    x = x + (jax.nn.softmax(scores) @ v).transpose(0, 2, 1, 3).reshape(b, t, d) @ layer["proj"]
    return x + jax.nn.gelu(normal(x, layer["scale2"]) @ layer["up"]) @ layer["down"]


def loss(weights, words):
    x = weights["embed"][words[:, :-1]]
    for layer in weights["layers"]:
        x = block(layer, x)
    return -jnp.take_along_axis(jax.nn.log_softmax(x @ weights["out"]), words[:, 1:, None], -1).mean()


def train(rate):
    def step(state, words):
        """Adam."""
        weights, m, v, n = state
        value, grads = jax.value_and_grad(loss)(weights, words)
        m = jax.tree.map(lambda a, g: 0.9 * a + 0.1 * g, m, grads)
        v = jax.tree.map(lambda a, g: 0.999 * a + 0.001 * g * g, v, grads)
        fix1, fix2 = 1 - 0.9 ** (n + 1), 1 - 0.999 ** (n + 1)
        weights = jax.tree.map(lambda w, a, b: w - rate * (a / fix1) / (jnp.sqrt(b / fix2) + 1e-8), weights, m, v)
        return (weights, m, v, n + 1), value
    return jax.jit(step, donate_argnums=0)


def measure(device, layers, rate):
    with jax.default_device(device):
        weights = make(layers)
        zeros = jax.tree.map(jnp.zeros_like, weights)
        state = (weights, zeros, jax.tree.map(jnp.zeros_like, weights), jnp.float32(0))
        words = jax.random.randint(jax.random.key(1), (BATCH, LENGTH + 1), 0, WORDS)
        jax.block_until_ready((state, words))
        lowered = train(rate).lower(state, words)
        times = [time.perf_counter()]
        compiled = lowered.compile()
        times.append(time.perf_counter())
        for _ in range(3):
            state, value = compiled(state, words)
            value.block_until_ready()
            times.append(time.perf_counter())
    return [1000 * (b - a) for a, b in zip(times, times[1:])], float(value)


def main():
    layers = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    rows = {}
    for round in range(3):
        for name in ("befkit", "cpu"):
            got, value = measure(jax.devices(name)[0], layers, 1e-3 + 1e-6 * round)
            rows[name] = [min(pair) for pair in zip(rows.get(name, got), got)]
            print(f"{name}: loss {value:.5f}", file=sys.stderr)
    ours, theirs = rows["befkit"], rows["cpu"]
    print("| step of training, 4 layers | befkit ms | XLA ms | ratio |\n|---|---|---|---|".replace("4", str(layers), 1))
    for name, i in (("compile()", 0), ("first call", 1), ("later call", 3)):
        print(f"| {name} | {ours[i]:.1f} | {theirs[i]:.1f} | {ours[i] / theirs[i]:.3f} |")


if __name__ == "__main__":
    main()
