#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""flax_model.py linen|nnx FOLDER: exports a convolutional network of Flax, which reads 6 pictures of 12 x 12 pixels, as
digits.mlirbc with the weights as arguments, digits.safetensors, pictures.npy, and answers.npy with the results of Flax. The weights are
random. flax_to_c.md describes it."""
import os
import sys

import jax
import jax.numpy as jnp
import numpy as np
import safetensors.flax
from flax import linen, nnx, traverse_util
from jax import export


class Linen(linen.Module):
    @linen.compact
    def __call__(self, pixels):
        x = pixels.reshape(-1, 12, 12, 1)
        x = linen.relu(linen.Conv(8, (3, 3), name="conv")(x))
        x = linen.max_pool(x, (2, 2), (2, 2))
        return linen.Dense(10, name="dense")(x.reshape(len(x), -1))


class Nnx(nnx.Module):
    def __init__(self, rngs):
        self.conv = nnx.Conv(1, 8, (3, 3), rngs=rngs)
        self.dense = nnx.Linear(288, 10, rngs=rngs)

    def __call__(self, pixels):
        x = nnx.relu(self.conv(pixels.reshape(-1, 12, 12, 1)))
        x = nnx.max_pool(x, (2, 2), (2, 2))
        return self.dense(x.reshape(len(x), -1))


def of_linen(pixels):
    """A function of plain dictionaries of weights, and the weights."""
    model = Linen()
    return lambda params, x: model.apply({"params": params}, x), model.init(jax.random.key(3), pixels)["params"]


def of_nnx(pixels):
    graph, state = nnx.split(Nnx(nnx.Rngs(3)), nnx.Param)

    def apply(params, x):
        whole = jax.tree.map(lambda leaf: leaf, state)  # a copy
        nnx.replace_by_pure_dict(whole, params)
        return nnx.merge(graph, whole)(x)
    return apply, nnx.to_pure_dict(state)


def main():
    kind, folder = sys.argv[1:]
    squares = np.random.default_rng(5).standard_normal((6, 3, 3)) * 3  # of 4 x 4 pixels each
    pixels = jnp.asarray(np.kron(squares, np.ones((4, 4))).reshape(6, 144), jnp.float32)
    apply, params = {"linen": of_linen, "nnx": of_nnx}[kind](pixels)

    def read_digits(params, pixels):
        return apply(params, pixels).argmax(-1).astype(jnp.int32)
    shapes = jax.tree.map(lambda x: jax.ShapeDtypeStruct(x.shape, x.dtype), (params, pixels))
    exported = export.export(jax.jit(read_digits))(*shapes)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "digits.mlirbc"), "wb") as file:
        file.write(exported.mlir_module_serialized)
    safetensors.flax.save_file(traverse_util.flatten_dict(params, sep="."), os.path.join(folder, "digits.safetensors"))
    np.save(os.path.join(folder, "pictures.npy"), pixels)
    np.save(os.path.join(folder, "answers.npy"), jax.jit(read_digits)(params, pixels))


main()
