#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes device_decode.mlir, with JAX 0.10 or later: python3 device_decode.py > device_decode.mlir

Greedy decoding by a transformer of two layers with caches of keys and values, in one loop."""
import jax
import jax.numpy as jnp

LAYERS, WIDTH, HEADS, LENGTH, WORDS = 2, 16, 2, 24, 40


def layer(parameters, x, keys, values, position):
    split = lambda t: t.reshape(HEADS, WIDTH // HEADS)
    query, key, value = (split(x @ parameters[name]) for name in ("query", "key", "value"))
    keys = jax.lax.dynamic_update_slice(keys, key[:, None], (0, position, 0))
    values = jax.lax.dynamic_update_slice(values, value[:, None], (0, position, 0))
    scores = jnp.einsum("hd,hld->hl", query, keys)
    scores = jnp.where(jnp.arange(LENGTH) <= position, scores, -1e9)
    x = x + jnp.einsum("hl,hld->hd", jax.nn.softmax(scores), values).reshape(WIDTH) @ parameters["out"]
    return x + jax.nn.gelu(x @ parameters["up"]) @ parameters["down"], keys, values


def decode(parameters, first):
    def step(carried, position):
        token, caches = carried
        x = parameters["words"][token]
        new = []
        for weights, (keys, values) in zip(parameters["layers"], caches):
            x, keys, values = layer(weights, x, keys, values, position)
            new.append((keys, values))
        scores = x @ parameters["words"].T
        best = jnp.max(scores)
        token = jnp.min(jnp.where(scores == best, jnp.arange(WORDS), WORDS))
        return (token, new), (token, best)

    caches = [(jnp.zeros((HEADS, LENGTH, WIDTH // HEADS)),) * 2 for _ in range(LAYERS)]
    return jax.lax.scan(step, (first, caches), jnp.arange(LENGTH))[1]


def main():
    shape = lambda *dims: jax.ShapeDtypeStruct(dims, jnp.float32)
    sizes = {"query": (WIDTH, WIDTH), "key": (WIDTH, WIDTH), "value": (WIDTH, WIDTH), "out": (WIDTH, WIDTH),
             "up": (WIDTH, 4 * WIDTH), "down": (4 * WIDTH, WIDTH)}
    parameters = {"words": shape(WORDS, WIDTH), "layers": [{name: shape(*dims) for name, dims in sizes.items()} for _ in range(LAYERS)]}
    print("// Made by device_decode.py.")
    print(jax.jit(decode).lower(parameters, jax.ShapeDtypeStruct((), jnp.int32)).as_text(), end="")


main()
