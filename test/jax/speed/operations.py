# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Single operations of sizes that users have: scatter, sorting, windows, factorizations, special functions."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from speed import PROGRAMS, normal, seeded


def operation(name, function, *arguments):
    PROGRAMS["op_" + name] = lambda: (function, arguments)


def numbers(name, *shape, scale=1.0):
    return normal(seeded(name), *shape, scale=scale)


def indices(name, limit, *shape):
    return seeded(name).integers(0, limit, shape).astype(np.int32)


def positive_definite(n):
    a = numbers("positive", n, n)
    return a @ a.T / n + np.eye(n, dtype=np.float32)


operation("scatter_add_rows", lambda t, i, u: t.at[i].add(u), numbers("t", 20000, 16), indices("i", 20000, 20000), numbers("u", 20000, 16))
operation("scatter_add_columns", lambda t, i, u: t.at[:, i].add(u), numbers("t", 16, 20000), indices("i", 20000, 20000), numbers("u", 16, 20000))
operation("scatter_set_elements", lambda t, i, u: t.at[i].set(u), numbers("t", 100000), indices("i", 100000, 100000), numbers("u", 100000))
operation("segment_sum", lambda x, i: jax.ops.segment_sum(x, i, 1000), numbers("x", 100000), indices("i", 1000, 100000))
operation("gather_rows", lambda t, i: t[i], numbers("t", 50000, 64), indices("i", 50000, 20000))
operation("sort", jnp.sort, numbers("x", 1000000))
operation("argsort_rows", lambda x: jnp.argsort(x, axis=-1), numbers("x", 1000, 1000))
operation("top_k", lambda x: lax.top_k(x, 100), numbers("x", 100, 10000))
operation("cumsum", lambda x: jnp.cumsum(x, -1), numbers("x", 1000, 1000))
operation("cummax", lambda x: lax.cummax(x, axis=0), numbers("x", 1000, 1000))
operation("associative_scan", lambda x: lax.associative_scan(jnp.maximum, x), numbers("x", 100000))
operation("max_pool", lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME"), numbers("x", 8, 112, 112, 64))
operation("conv_one_channel", lambda x, k: lax.conv(x, k, (1, 1), "SAME"), numbers("x", 1, 1, 512, 512), numbers("k", 1, 1, 5, 5))
operation("conv_1d", lambda x, k: jnp.convolve(x, k, "same"), numbers("x", 100000), numbers("k", 65))
operation("cholesky_200", jnp.linalg.cholesky, positive_definite(200))
operation("cholesky_1000", jnp.linalg.cholesky, positive_definite(1000))
operation("triangular_solve_1000", lambda a, b: jax.scipy.linalg.solve_triangular(a, b, lower=True), np.tril(positive_definite(1000)), numbers("b", 1000, 64))
operation("solve_500", jnp.linalg.solve, positive_definite(500), numbers("b", 500, 8))
operation("fft_1d", jnp.fft.fft, numbers("x", 64, 4096).astype(np.complex64))
operation("rfft_prime", jnp.fft.rfft, numbers("x", 64, 1009))
operation("threefry_bits", lambda s: jax.random.bits(jax.random.key(s), (1000000,)), np.uint32(1))
operation("uniform", lambda s: jax.random.uniform(jax.random.key(s), (1000000,)), np.uint32(1))
operation("poisson", lambda s: jax.random.poisson(jax.random.key(s), 4.0, (100000,)), np.uint32(1))
operation("poisson_rates", lambda s, rate: jax.random.poisson(jax.random.key(s), rate), np.uint32(1), np.linspace(0.5, 50, 20000, dtype=np.float32))
operation("gamma", lambda s: jax.random.gamma(jax.random.key(s), 2.5, (20000,)), np.uint32(1))
operation("binomial", lambda s: jax.random.binomial(jax.random.key(s), 40.0, 0.4, (20000,)), np.uint32(1))
operation("igamma", lambda a, x: jax.scipy.special.gammainc(a, x), np.abs(numbers("a", 10000)) + 1, np.abs(numbers("x", 10000)) + 1)
operation("matvec_f32", lambda w, x: w @ x, numbers("w", 4096, 4096), numbers("x", 4096))
operation("vecmat_f32", lambda w, x: x @ w, numbers("w", 4096, 4096), numbers("x", 4096))
operation("matvec_bf16", lambda w, x: w @ x, numbers("w", 4096, 4096).astype(jnp.bfloat16), numbers("x", 4096).astype(jnp.bfloat16))
operation("matmul_512", jnp.matmul, numbers("a", 512, 512), numbers("b", 512, 512))
operation("matmul_nt_512", lambda a, b: a @ b.T, numbers("a", 512, 512), numbers("b", 512, 512))
operation("matmul_int8", lambda a, b: lax.dot(a, b, preferred_element_type=jnp.int32), indices("a", 255, 1024, 1024).astype(np.int8),
          indices("b", 255, 1024, 1024).astype(np.int8))
operation("transpose", jnp.transpose, numbers("x", 2048, 2048))
operation("softmax_rows", lambda x: jax.nn.softmax(x, -1), numbers("x", 4096, 512))
operation("special_chain", lambda x: jax.scipy.special.erf(jnp.tanh(x) * jnp.exp(-x * x)) + jnp.log1p(x * x), numbers("x", 1000000))
