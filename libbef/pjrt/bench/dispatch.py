#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dispatch.py [SECONDS]: what JAX takes for a call of a compiled function, on befkit and on XLA's CPU back end.

    BEFKIT_PJRT_PLUGIN=build/libbef/pjrt/libpjrt_befkit.so PYTHONPATH=libbef/pjrt JAX_PLATFORMS=befkit,cpu libbef/pjrt/bench/dispatch.py

Both run in one process, by turns, in series of about a millisecond, which other programs on the machine rarely interrupt; the least CPU
time of this thread counts. Needs JAX, optax and the plugin."""
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax


def cases(device):
    """Names, calls, and how many of them are a series."""
    scalar = jax.device_put(jnp.float32(1), device)
    few = [jax.device_put(jnp.full((4,), i, jnp.float32), device) for i in range(50)]
    vector = jax.device_put(jnp.arange(8, dtype=jnp.float32), device)
    key = jax.device_put(jax.random.key(0), device)
    chain = jax.jit(lambda x: jnp.sqrt(jnp.abs(x * 2 + 1) - 0.5) / 3)
    optimizer = optax.adam(1e-3)
    state = jax.device_put(optimizer.init(few), device)
    update = jax.jit(lambda g, s, p: optimizer.update(g, s, p))
    mesh = jax.sharding.Mesh(np.array([device]), "i")
    mapped = jax.jit(jax.shard_map(lambda x: x + 1, mesh=mesh, in_specs=jax.sharding.PartitionSpec("i"),
                                   out_specs=jax.sharding.PartitionSpec("i")))
    spread = jax.device_put(vector, jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("i")))
    many = [jax.device_put(jnp.full((4,), i, jnp.float32), device) for i in range(20)]
    add, add_all = jax.jit(lambda x: x + 1), jax.jit(lambda *all: tuple(x + 1 for x in all))
    large = np.ones(1 << 20, np.float32)
    on_device = jax.device_put(large, device)
    return {"jit(x + 1) of a scalar": (lambda: add(scalar), 250),
            "and block_until_ready()": (lambda: add(scalar).block_until_ready(), 200),
            "20 arguments and results": (lambda: add_all(*many), 40),
            "device_put of 4 MB": (lambda: jax.device_put(large, device), 10),
            "np.asarray of 4 MB": (lambda: np.asarray(on_device), 1000),
            "a chain of 5 scalar operations": (lambda: chain(scalar), 250),
            "jnp.add(x, x), eager": (lambda: jnp.add(vector, vector), 100),
            "x[0], eager": (lambda: vector[0], 10),
            "jax.random.split(key)": (lambda: jax.random.split(key), 20),
            "optax.adam of 50 arrays": (lambda: update(few, state, few), 5),
            "jit(shard_map(x + 1))": (lambda: mapped(spread), 200)}


def least(calls, seconds):
    """The least microseconds of each call in CPU time of the thread."""
    best = [float("inf")] * len(calls)
    for call, _ in calls:
        for _ in range(50):
            call()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for i, (call, count) in enumerate(calls):
            begin = time.thread_time_ns()
            for _ in range(count):
                call()
            best[i] = min(best[i], (time.thread_time_ns() - begin) / count / 1000)
    return best


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 8
    ours, theirs = cases(jax.devices("befkit")[0]), cases(jax.devices("cpu")[0])
    print(f"| {'call':30} | befkit us | XLA us | ratio |\n|---|---|---|---|")
    for name in ours:
        a, b = least([ours[name], theirs[name]], seconds)
        print(f"| {name:30} | {a:9.2f} | {b:6.2f} | {a / b:.2f} |")


if __name__ == "__main__":
    main()
