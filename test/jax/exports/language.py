# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports of JAX's transformations: control flow, symbolic shapes, several platforms."""
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from functions import floats, positive


def control():
    x, v, n = floats(4, 3), floats(6), np.int32(5)
    w = floats(3, 3, seed=1)
    yield "scan", lambda a: lax.scan(lambda c, r: (c + r, c * r), jnp.zeros(3), a), (x,)
    yield "scan_reverse", lambda a: lax.scan(lambda c, r: (jnp.tanh(c @ w + r), c), jnp.zeros(3), a, reverse=True, unroll=2), (x,)
    yield "while", lambda a, k: lax.while_loop(lambda s: s[0] < k, lambda s: (s[0] + 1, s[1] * 1.5), (0, a)), (v, n)
    yield "fori_dynamic", lambda a, k: lax.fori_loop(0, k, lambda i, s: s.at[i].add(i), a), (v, n)
    yield "fori_static", lambda a: lax.fori_loop(0, 4, lambda i, s: s * 2 - i, a), (v,)
    yield "cond", lambda p, a: lax.cond(p, jnp.sin, jnp.cos, a), (np.bool_(True), v)
    yield "cond_operands", lambda p, a: lax.cond(p > 0, lambda q: (q, q.sum()), lambda q: (-q, q.max()), a), (n, v)
    yield "switch", lambda i, a: lax.switch(i, [jnp.sin, jnp.cos, lambda q: q ** 2], a), (np.int32(1), v)
    yield "switch_clamped", lambda i, a: lax.switch(i, [jnp.sin, jnp.cos], a), (np.int32(9), v)
    yield "map", lambda a: lax.map(lambda r: jnp.cumsum(r) / r.sum(), a), (np.abs(x) + 1,)
    yield "associative_scan", lambda a: lax.associative_scan(jnp.maximum, a), (v,)
    yield "nested_scan", lambda a: lax.scan(lambda c, r: lax.scan(lambda d, e: (d + e, d), c, r), 0.0, a), (x,)
    yield "vmap_cond", jax.vmap(lambda p, a: lax.cond(p, jnp.sin, jnp.cos, a)), (np.array([True, False, True, False]), x)
    yield "vmap_while", jax.vmap(lambda a: lax.while_loop(lambda s: s < 10, lambda s: s * 2, a)), (np.abs(v) + 1,)
    yield "grad_scan", jax.grad(lambda a: lax.scan(lambda c, r: (jnp.tanh(c + r), c.sum()), jnp.zeros(3), a)[1].sum()), (x,)
    yield "grad_fori", jax.grad(lambda a: lax.fori_loop(0, 3, lambda i, s: jnp.sin(s), a).sum()), (v,)
    yield "jvp", lambda a, t: jax.jvp(lambda q: jnp.sin(q) * q, (a,), (t,)), (v, v + 1)
    yield "remat", jax.grad(jax.checkpoint(lambda a: jnp.sum(jnp.sin(jnp.sin(a)) ** 2))), (v,)
    yield "named_calls", lambda a: jax.jit(lambda q: q + 1)(jax.jit(jnp.sin)(a)) + jax.jit(jnp.sin)(a), (v,)
    yield "custom_root", lambda a: lax.custom_root(lambda q: q ** 3 - a, jnp.ones_like(a), newton, lambda f, y: y / f(1.0)), (np.float32(2),)
    yield "linear_solve", lambda a, b: jax.scipy.sparse.linalg.cg(lambda q: a @ q, b, tol=1e-6)[0], (positive(4), floats(4))
    yield "reduce_and", lambda a: lax.reduce(a, (0.0, ), lambda p, q: (p[0] + q[0],), (0,)) if isinstance(a, tuple) else lax.reduce(
        a, 0.0, lax.add, (0,)), (x,)
    yield "reduce_precision", lambda a: lax.reduce_precision(a, 5, 3), (v,)
    yield "barrier", lambda a: lax.optimization_barrier((a + 1, a * 2)), (v,)
    yield "dictionary", lambda tree: {"sum": tree["b"] + tree["a"][0], "rest": tree["a"][1:]}, ({"b": v, "a": [v * 2, x, n]},)
    yield "ragged_dot", lax.ragged_dot, (x, floats(2, 3, 5), np.array([1, 3], np.int32))


def newton(function, guess):
    """Twenty steps of Newton's method, without a test for the end: the same on every machine."""
    return lax.fori_loop(0, 20, lambda i, q: q - function(q) / jax.grad(function)(q), guess)


def polymorphic():
    x, y = floats(5, 3), floats(3, 4, seed=1)
    rows = {"symbolic": ("b, 3",)}
    yield "elementwise", lambda a: jnp.sin(a) * 2, (x,), rows
    yield "matmul", lambda a: a @ jnp.asarray(y), (x,), rows
    yield "reduce", lambda a: (a.sum(0), a.mean(), a.max(1)), (x,), rows
    yield "softmax", jax.nn.softmax, (x,), rows
    yield "concatenate", lambda a: jnp.concatenate([a, a]), (x,), rows
    yield "reshape", lambda a: a.reshape(-1), (x,), rows
    yield "pad_slice", lambda a: jnp.pad(a, ((1, 2), (0, 0)))[1:], (x,), rows
    yield "iota", lambda a: a + jnp.arange(a.shape[0])[:, None], (x,), rows
    yield "cumsum", lambda a: jnp.cumsum(a, axis=0), (x,), rows
    yield "sort", lambda a: jnp.sort(a, axis=0), (x,), rows
    yield "two_arguments", lambda a, b: a @ b, (x, y), {"symbolic": ("b, k", "k, n")}
    yield "products", lambda a: a.reshape(-1, 3).T, (floats(4, 6),), {"symbolic": ("b, 3*c",)}
    yield "constraint", lambda a: a[2:] * 2, (x,), {"symbolic": ("b, 3",), "constraints": ("b >= 3",)}
    yield "scan_rows", lambda a: lax.scan(lambda c, r: (c + r, c), jnp.zeros(3), a), (x,), rows
    yield "cholesky_batch", jnp.linalg.cholesky, (np.stack([positive(3), positive(3) * 2]),), {"symbolic": ("b, 3, 3",)}
    yield "gather", lambda a, i: a[i], (x, np.array([1, 4, 0], np.int32)), {"symbolic": ("b, 3", "i")}
    yield "dynamic_slice", lambda a: lax.dynamic_slice_in_dim(a, a.shape[0] - 2, 2), (x,), {"symbolic": ("b, 3",), "constraints": ("b >= 2",)}
    yield "random_rows", lambda a: a + jax.random.uniform(jax.random.key(0), a.shape), (x,), rows
    yield "scatter", lambda a, i: a.at[i].add(1.0), (x, np.array([0, 3, 3], np.int32)), {"symbolic": ("b, 3", "i")}
    yield "top_k", lambda a: lax.top_k(a, 3), (floats(3, 9),), {"symbolic": ("b, n",), "constraints": ("n >= 3",)}
    yield "convolution", lambda a, k: lax.conv_general_dilated(a, k, (1, 1), "SAME"), (floats(2, 3, 8, 8), floats(4, 3, 3, 3)), {
        "symbolic": ("b, 3, h, w", "4, 3, 3, 3")}
    yield "pool", lambda a: lax.reduce_window(a, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"), (floats(2, 8, 8, 3),), {
        "symbolic": ("b, 2*h, 2*w, 3",)}
    yield "rows_in_loop", lambda a: lax.fori_loop(0, a.shape[0], lambda i, s: s + a[i], jnp.zeros(3)), (x,), rows
    matrices = {"symbolic": ("b, 3, 3",)}
    yield "eigenvalues", jnp.linalg.eigvalsh, (np.stack([positive(3), positive(3) * 2]),), matrices
    yield "singular_values", lambda a: jnp.linalg.svd(a, compute_uv=False), (floats(2, 3, 3),), matrices
    yield "gradient", jax.grad(lambda w, a: jnp.sum(jnp.tanh(a @ w) ** 2)), (floats(3, 2), x), {"symbolic": ("3, 2", "b, 3")}
    yield "attention", functools.partial(attend, heads=2), (floats(2, 5, 4),), {"symbolic": ("b, t, 4",)}


def attend(a, heads):
    q = a.reshape(a.shape[0], a.shape[1], heads, -1)
    weights = jax.nn.softmax(jnp.einsum("bthd,bshd->bhts", q, q))
    return jnp.einsum("bhts,bshd->bthd", weights, q).reshape(a.shape)


def platforms():
    x = floats(4, 4)
    everywhere = {"platforms": ("cpu", "cuda", "tpu")}
    yield "sine", jnp.sin, (x,), everywhere
    yield "two", lambda a: a @ a.T, (x,), {"platforms": ("cuda", "cpu")}
    yield "cholesky", jnp.linalg.cholesky, (positive(4),), {"platforms": ("cpu", "cuda")}
    for name, function in {"lu": jax.scipy.linalg.lu, "solve": lambda a: jnp.linalg.solve(a, a[:, :2]), "eigenvalues": jnp.linalg.eigvalsh,
                           "singular_values": lambda a: jnp.linalg.svd(a, compute_uv=False)}.items():
        yield name, function, (positive(4),), {"platforms": ("cuda", "cpu")}
    yield "approximate_top_k", lambda a: lax.approx_max_k(a, 3), (floats(2, 20),), everywhere
    yield "sums", lambda a: (jnp.cumsum(a, 1), jnp.fft.rfft(a), jnp.argmax(a, 0)), (x,), everywhere
    yield "branch", lambda p, a: lax.cond(p, jnp.linalg.cholesky, lambda q: q, a), (np.bool_(True), positive(4)), {"platforms": ("cpu", "cuda")}
    yield "dependent", lambda a: lax.platform_dependent(a, cpu=jnp.sin, tpu=jnp.cos, cuda=jnp.tan), (x,), everywhere
    yield "random", lambda a: a + jax.random.normal(jax.random.key(1), a.shape), (x,), everywhere
    yield "polymorphic", lambda a: jnp.cumsum(a, 0), (x,), {**everywhere, "symbolic": ("b, 4",)}
    yield "not_first", lambda a: a * 2, (x,), {"platforms": ("tpu", "cpu")}
    yield "default", lambda a: lax.platform_dependent(a, tpu=jnp.cos, default=lambda q: q + 1), (x,), everywhere
