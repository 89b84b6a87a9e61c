# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Stencils: loops whose step reads each element's neighbours by rolls, slices, pads, concatenations and masks."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from speed import normal, program, seeded


def field(name, *shape):
    return normal(seeded(name), *shape, scale=1)


@program
def wave_2d():
    def run(u, before):
        def step(_, state):
            u, before = state
            laplace = (jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1) - 4 * u)
            return 2 * u - before + 0.1 * laplace, u
        return lax.fori_loop(0, 100, step, (u, before))[0]
    return run, (field("wave_2d", 256, 256),) * 2


@program
def laplace_masked():
    def run(u, mask):
        def step(_, u):
            p = jnp.pad(u, 1, mode="edge")
            mean = 0.25 * (p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:])
            return jnp.where(mask, u, mean)
        return lax.fori_loop(0, 100, step, u)
    rng = seeded("laplace_masked")
    return run, (normal(rng, 256, 256, scale=1), rng.random((256, 256)) < 0.1)


@program
def laplace_set():
    def run(u):
        def step(_, u):
            return u.at[1:-1, 1:-1].set(0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]))
        return lax.fori_loop(0, 100, step, u)
    return run, (field("laplace_set", 256, 256),)


@program
def game_of_life():
    def run(cells):
        def step(_, cells):
            around = sum(jnp.roll(cells, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))
            return ((around == 3) | ((cells == 1) & (around == 2))).astype(cells.dtype)
        return lax.fori_loop(0, 100, step, cells)
    return run, (seeded("game_of_life").integers(0, 2, (256, 256)).astype(np.int32),)


@program
def advection_1d():
    def run(u, speed):
        def step(_, u):
            left, right = u - jnp.roll(u, 1), jnp.roll(u, -1) - u
            return u - 0.2 * speed * jnp.where(speed > 0, left, right)
        return lax.fori_loop(0, 1000, step, u)
    rng = seeded("advection_1d")
    return run, (normal(rng, 4096, scale=1), normal(rng, 4096, scale=1))


@program
def heat_3d():
    def run(u):
        def step(_, u):
            around = sum(jnp.roll(u, d, axis) for axis in range(3) for d in (1, -1))
            return u + 0.1 * (around - 6 * u)
        return lax.fori_loop(0, 20, step, u)
    return run, (field("heat_3d", 64, 64, 64),)


@program
def moving_average():
    def run(x):
        def step(_, x):
            p = jnp.pad(x, (3, 3), mode="edge")
            return sum(p[i:i + x.shape[0]] for i in range(7)) / 7
        return lax.fori_loop(0, 100, step, x)
    return run, (field("moving_average", 20000),)


@program
def burgers_1d():
    def run(u):
        def step(_, u):
            p = jnp.concatenate([u[-1:], u, u[:1]])
            flux = 0.5 * jnp.square(p)
            return u - 0.05 * (flux[2:] - flux[:-2]) + 0.05 * (p[2:] - 2 * u + p[:-2])
        return lax.fori_loop(0, 1000, step, u)
    return run, (field("burgers_1d", 2048),)


@program
def gray_scott():
    def run(u, v):
        def laplace(a):
            p = jnp.pad(a, 1, mode="wrap")
            return p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - 4 * a
        def step(_, state):
            u, v = state
            react = u * v * v
            return u + 0.16 * laplace(u) - react + 0.035 * (1 - u), v + 0.08 * laplace(v) + react - 0.095 * v
        return lax.fori_loop(0, 50, step, (u, v))
    rng = seeded("gray_scott")
    return run, (1 - 0.1 * rng.random((256, 256)).astype(np.float32), 0.1 * rng.random((256, 256)).astype(np.float32))


@program
def pad_zero_2d():
    def run(u):
        def step(_, u):
            p = jnp.pad(u, 1)
            return 0.2 * (u + p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:])
        return lax.fori_loop(0, 100, step, u)
    return run, (field("pad_zero_2d", 200, 300),)


@program
def cumsum_loop():
    return lambda x: lax.fori_loop(0, 50, lambda _, x: jnp.cumsum(x) * 0.01 + x * 0.5, x), (field("cumsum_loop", 8192),)


@program
def difference_once():
    return lambda x: jnp.diff(x, axis=1) + jnp.diff(x[:, ::-1], axis=1), (field("difference_once", 1000, 1000),)


@program
def gradient_2d():
    def run(x):
        a, b = jnp.gradient(x)
        return jnp.sqrt(a * a + b * b)
    return run, (field("gradient_2d", 1000, 1000),)
