# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What random_programs.py draws: a mesh, and shardings."""
import random

from jax import lax
from jax.sharding import PartitionSpec as P

NAMES = ("x", "y", "z")
CASES = {}


class Choice:
    """What is drawn for a program: the same for each trace of it."""
    mesh = ()
    draw = random.Random()
    divides = True


def spec_of(shape, uneven=False):
    dims, left = [[] for _ in shape], list(shape)
    for axis in Choice.draw.sample(range(len(Choice.mesh)), len(Choice.mesh)):
        size = Choice.mesh[axis]
        fitting = [d for d in range(len(shape)) if left[d] and (uneven or left[d] % size == 0)]
        if fitting and Choice.draw.random() < 0.8:
            chosen = Choice.draw.choice(fitting)
            dims[chosen].append(NAMES[axis])
            left[chosen] //= size
    return P(*[tuple(names) if len(names) > 1 else names[0] if names else None for names in dims])


def divided(value, uneven=False):
    """The value, perhaps with a sharding."""
    if Choice.draw.random() < 0.6:
        return value
    spec = spec_of(value.shape, uneven)
    return lax.with_sharding_constraint(value, spec) if Choice.divides else value


def case(*arguments):
    """Arguments: shapes of f32; (most, *shape) of i32 with the first in a list; None: a key."""
    def keep(function):
        CASES[function.__name__] = (function, arguments)
        return function
    return keep
