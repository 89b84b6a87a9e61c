# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The list of programs whose speed is compared. Each makes a function and its arguments; the same ones at every call."""
import zlib

import numpy as np

PROGRAMS = {}


def program(make):
    PROGRAMS[make.__name__] = make
    return make


def seeded(name):
    return np.random.default_rng(zlib.crc32(name.encode()))


def normal(rng, *shape, scale=0.02):
    return (rng.standard_normal(shape) * scale).astype(np.float32)


def seeded_normal(name, *shape, scale=1):
    return normal(seeded(name), *shape, scale=scale)
