# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Linear algebra: matrices of 100 to 1,000 rows, and batches of small ones."""
import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy import linalg

from speed import PROGRAMS, seeded_normal


def without_signs(values, *vectors):
    return values, *map(jnp.abs, vectors)


def by_values(u, values, v):
    return without_signs(values, u, v)


FUNCTIONS = {
    "cholesky": jnp.linalg.cholesky, "det": jnp.linalg.det, "eigh": lambda a: without_signs(*jnp.linalg.eigh(a)),
    "eigvalsh": jnp.linalg.eigvalsh, "expm": linalg.expm, "inv": jnp.linalg.inv, "lu": linalg.lu_factor, "qr": jnp.linalg.qr,
    "svd": lambda a: by_values(*jnp.linalg.svd(a, full_matrices=False)),
    "svdvals": lambda a: jnp.linalg.svd(a, full_matrices=False)[1], "lstsq": lambda a: jnp.linalg.lstsq(a, a[:, 0])[0],
    "solve": lambda a: jnp.linalg.solve(a, a[..., 0, :, None] if a.ndim > 2 else a[0]),
    "triangular": lambda a: linalg.solve_triangular(a, a, lower=True)}
SIZES = {"100": (100, 100), "300": (300, 300), "500": (500, 500), "1000": (1000, 1000), "batch_3": (2000, 3, 3), "batch_8": (500, 8, 8),
         "batch_16": (100, 16, 16)}
TOO_LONG = {"500": {"svd", "lstsq"}, "1000": {"svd", "svdvals", "lstsq", "eigh", "eigvalsh", "expm"}}


def matrices(shape):
    """Symmetric and positive definite, so that each function has a result."""
    a = seeded_normal("linear", *shape)
    return (a @ np.swapaxes(a, -1, -2) / shape[-1] + np.eye(shape[-1])).astype(np.float32)


for function_name, function in FUNCTIONS.items():
    for size, shape in SIZES.items():
        if function_name not in TOO_LONG.get(size, ()) and not (function_name == "lstsq" and len(shape) > 2):
            PROGRAMS[f"linear_{function_name}_{size}"] = lambda function=function, shape=shape: (
                lambda a: jax.tree.leaves(function(a)), (matrices(shape),))
