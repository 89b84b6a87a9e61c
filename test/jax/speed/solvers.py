# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Solvers, filters and dynamic programming: loops of products of a matrix and a vector, scans over rows, scans inside of scans."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from speed import normal, program, seeded


@program
def conjugate_gradients():
    rng, size = seeded("conjugate_gradients"), 200
    matrix = rng.standard_normal((size, size))

    def run(a, b):
        def step(state):
            x, r, p, square, k = state
            ap = a @ p
            alpha = square / (p @ ap)
            r = r - alpha * ap
            new = r @ r
            return x + alpha * p, r, r + new / square * p, new, k + 1
        go_on = lambda state: (state[3] > 1e-10) & (state[4] < 100)
        return lax.while_loop(go_on, step, (jnp.zeros_like(b), b, b, b @ b, 0))[0]
    return run, ((matrix @ matrix.T / size + np.eye(size)).astype(np.float32), normal(rng, size, scale=1))


@program
def sinkhorn():
    def run(cost):
        kernel = jnp.exp(-cost / 0.1)
        def step(_, state):
            u = 1 / (kernel @ state[1])
            return u, 1 / (kernel.T @ u)
        u, v = lax.fori_loop(0, 100, step, (jnp.ones(100), jnp.ones(120)))
        return u[:, None] * kernel * v
    return run, (seeded("sinkhorn").random((100, 120)).astype(np.float32),)


@program
def tridiagonal_batch():
    def run(a, b, c, d):
        def forward(state, row):
            a, b, c, d = row
            pivot = b - a * state[0]
            new = (c / pivot, (d - a * state[1]) / pivot)
            return new, new
        def backward(x, row):
            x = row[1] - row[0] * x
            return x, x
        zero = jnp.zeros(200)
        return lax.scan(backward, zero, lax.scan(forward, (zero, zero), (a, b, c, d))[1], reverse=True)[1]
    rng, shape = seeded("tridiagonal_batch"), (256, 200)
    return run, (normal(rng, *shape, scale=1), np.abs(normal(rng, *shape, scale=1)) + 4, normal(rng, *shape, scale=1), normal(rng, *shape, scale=1))


@program
def edit_distance():
    def run(a, b):
        def row(above, letter):
            def cell(left, given):
                up, diagonal, other = given
                best = jnp.minimum(jnp.minimum(left, up) + 1, diagonal + (letter != other))
                return best, best
            first = above[0] + 1
            rest = lax.scan(cell, first, (above[1:], above[:-1], b))[1]
            return jnp.concatenate([first[None], rest]), None
        return lax.scan(row, jnp.arange(b.shape[0] + 1, dtype=jnp.int32), a)[0][-1]
    rng = seeded("edit_distance")
    return run, (rng.integers(0, 4, 100).astype(np.int32), rng.integers(0, 4, 120).astype(np.int32))


@program
def scan_500():
    def run(x, factors):
        def step(x, factor):
            x = 0.9 * x + 0.1 * jnp.square(x) * factor + 0.01
            return x, x.sum()
        return lax.scan(step, x, factors)[1]
    rng = seeded("scan_500")
    return run, (normal(rng, 500, scale=0.1), normal(rng, 1000, scale=1))


@program
def lotka_volterra_batch():
    field = lambda y: jnp.stack([y[0] * (1.1 - 0.4 * y[1]), y[1] * (0.1 * y[0] - 0.4)])

    def run(y):
        def step(_, y):
            k1 = field(y)
            k2 = field(y + 0.005 * k1)
            k3 = field(y + 0.005 * k2)
            return y + 0.01 / 6 * (k1 + 2 * k2 + 2 * k3 + field(y + 0.01 * k3))
        return lax.fori_loop(0, 500, step, y)
    return run, (np.abs(normal(seeded("lotka_volterra_batch"), 2, 128, scale=1)) + 1,)


@program
def hidden_markov():
    def run(change, scores):
        def step(state, score):
            state = jax.nn.logsumexp(state[:, None] + change, 0) + score
            return state, state
        return lax.scan(step, scores[0], scores[1:])[1]
    rng = seeded("hidden_markov")
    return run, (normal(rng, 32, 32, scale=1), normal(rng, 200, 32, scale=1))


@program
def binary_search():
    rng = seeded("binary_search")
    return jnp.searchsorted, (np.sort(normal(rng, 1000, scale=1)), normal(rng, 10000, scale=1))


@program
def eigenvalues():
    matrix = normal(seeded("eigenvalues"), 100, 100, scale=1)
    return lambda a: jnp.linalg.eigh(a)[0], (matrix + matrix.T,)


@program
def singular_values():
    return lambda a: jnp.linalg.svd(a, full_matrices=False)[1], (normal(seeded("singular_values"), 100, 60, scale=1),)


@program
def qr_factors():
    return lambda a: tuple(jnp.linalg.qr(a)), (normal(seeded("qr_factors"), 200, 100, scale=1),)
