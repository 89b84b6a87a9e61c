#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dispatch.py [SECONDS]: what JAX takes for a call of a compiled function, on befkit and on XLA's CPU back end.

    BEFKIT_PJRT_PLUGIN=build/libbef/pjrt/libpjrt_befkit.so PYTHONPATH=libbef/pjrt JAX_PLATFORMS=befkit,cpu libbef/pjrt/bench/dispatch.py

Both run in one process, in short series by turns, so that other programs on the machine disturb both; the least CPU time of this thread
counts. Needs JAX and the plugin."""
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np


def cases(device):
    """Names, calls, and how many of them are a series."""
    scalar = jax.device_put(jnp.float32(1), device)
    many = [jax.device_put(jnp.full((4,), i, jnp.float32), device) for i in range(20)]
    add, add_all = jax.jit(lambda x: x + 1), jax.jit(lambda *all: tuple(x + 1 for x in all))
    large = np.ones(1 << 20, np.float32)
    on_device = jax.device_put(large, device)
    return {"jit(x + 1) of a scalar": (lambda: add(scalar), 2000),
            "and block_until_ready()": (lambda: add(scalar).block_until_ready(), 2000),
            "20 arguments and results": (lambda: add_all(*many), 400),
            "device_put of 4 MB": (lambda: jax.device_put(large, device), 50),
            "np.asarray of 4 MB": (lambda: np.asarray(on_device), 2000)}


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
    print(f"| {'call':26} | befkit us | XLA us | ratio |\n|---|---|---|---|")
    for name in ours:
        a, b = least([ours[name], theirs[name]], seconds)
        print(f"| {name:26} | {a:9.2f} | {b:6.2f} | {a / b:.2f} |")


if __name__ == "__main__":
    main()
