# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Simulations, filters, solvers, samplers: loops of small steps, transforms, random numbers."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental.ode import odeint

from speed import normal, program, seeded


def lorenz(state):
    x, y, z = state
    return jnp.stack([10 * (y - x), x * (28 - z) - y, x * y - 8 / 3 * z])


@program
def lorenz_rk4():
    def run(state):
        def step(_, s):
            k1 = lorenz(s)
            k2 = lorenz(s + 0.0005 * k1)
            k3 = lorenz(s + 0.0005 * k2)
            k4 = lorenz(s + 0.001 * k3)
            return s + 0.001 / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return lax.fori_loop(0, 20000, step, state)
    return run, (np.ones(3, np.float32),)


@program
def nbody():
    def run(places, speeds, masses):
        def step(_, state):
            p, v = state
            away = p[None] - p[:, None]
            pull = (jnp.square(away).sum(-1) + 0.01) ** -1.5
            v = v + 0.001 * (away * (pull * masses[None])[..., None]).sum(1)
            return p + 0.001 * v, v
        return lax.fori_loop(0, 20, step, (places, speeds))
    rng = seeded("nbody")
    return run, (normal(rng, 512, 3, scale=1), normal(rng, 512, 3), np.abs(normal(rng, 512, scale=1)))


@program
def heat_2d():
    def run(u):
        def step(_, u):
            neighbours = jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1)
            return u + 0.1 * (neighbours - 4 * u)
        return lax.fori_loop(0, 100, step, u)
    return run, (normal(seeded("heat_2d"), 512, 512, scale=1),)


@program
def wave_1d():
    def run(u, before):
        def step(_, state):
            u, before = state
            inner = 2 * u[1:-1] - before[1:-1] + 0.25 * (u[2:] - 2 * u[1:-1] + u[:-2])
            return jnp.pad(inner, 1), u
        return lax.fori_loop(0, 2000, step, (u, before))[0]
    u = np.exp(-np.square(np.linspace(-8, 8, 1024))).astype(np.float32)
    return run, (u, u)


@program
def kalman():
    rng, size = seeded("kalman"), 8

    def run(change, observe, values):
        def step(state, value):
            x, p = state
            x, p = change @ x, change @ p @ change.T + 0.01 * jnp.eye(size)
            spread = observe @ p @ observe.T + 0.1 * jnp.eye(4)
            gain = jnp.linalg.solve(spread, observe @ p).T
            x = x + gain @ (value - observe @ x)
            return (x, p - gain @ observe @ p), x
        return lax.scan(step, (jnp.zeros(size), jnp.eye(size)), values)[1]
    return run, (np.eye(size, dtype=np.float32) + normal(rng, size, size), normal(rng, 4, size, scale=1), normal(rng, 200, 4, scale=1))


@program
def gru_scan():
    rng, width = seeded("gru_scan"), 256

    def run(weights, values):
        inner, outer, shift = weights

        def cell(h, x):
            a, b = x @ inner + shift, h @ outer
            reset, keep = jax.nn.sigmoid(a[:, :width] + b[:, :width]), jax.nn.sigmoid(a[:, width:2 * width] + b[:, width:2 * width])
            h = (1 - keep) * jnp.tanh(a[:, 2 * width:] + reset * b[:, 2 * width:]) + keep * h
            return h, h
        return lax.scan(cell, jnp.zeros((4, width)), values)[1]
    weights = normal(rng, width, 3 * width, scale=0.06), normal(rng, width, 3 * width, scale=0.06), normal(rng, 3 * width)
    return run, (weights, normal(rng, 200, 4, width, scale=1))


@program
def spectral():
    def run(u):
        k = jnp.square(jnp.fft.fftfreq(256))
        return jnp.fft.ifft2(jnp.fft.fft2(u) * jnp.exp(-40 * (k[:, None] + k[None]))).real
    return run, (normal(seeded("spectral"), 8, 256, 256, scale=1),)


@program
def monte_carlo():
    def run(seed):
        z = jax.random.normal(jax.random.key(seed), (1000000,))
        return jnp.maximum(100 * jnp.exp(-0.02 + 0.2 * z) - 100, 0).mean()
    return run, (np.uint32(3),)


@program
def knn_topk():
    def run(points, queries):
        apart = jnp.square(queries).sum(-1)[:, None] - 2 * queries @ points.T + jnp.square(points).sum(-1)[None]
        return lax.top_k(-apart, 10)
    rng = seeded("knn_topk")
    return run, (normal(rng, 20000, 64, scale=1), normal(rng, 32, 64, scale=1))


# Solvers with adaptive steps
@program
def odeint_pendulum():
    def run(state, times):
        return odeint(lambda s, t: jnp.stack([s[1], -9.81 * jnp.sin(s[0]) - 0.1 * s[1]]), state, times, rtol=1e-6, atol=1e-6)
    return run, (np.array([1, 0], np.float32), np.linspace(0, 10, 50).astype(np.float32))


def diffrax_solve(solver, field, state, end, **options):
    import diffrax
    control = diffrax.PIDController(rtol=1e-4, atol=1e-6)
    return diffrax.diffeqsolve(diffrax.ODETerm(field), solver, 0.0, end, 0.01, state, stepsize_controller=control, max_steps=4096, throw=False,
                               **options).ys


@program
def diffrax_tsit5():
    import diffrax
    run = lambda state: diffrax_solve(diffrax.Tsit5(), lambda t, y, args: lorenz(y), state, 5.0)
    return run, (np.ones(3, np.float32),)


@program
def diffrax_kvaerno5():
    import diffrax

    def robertson(t, y, args):
        a, b, c = -0.04 * y[0] + 1e4 * y[1] * y[2], 0.0, 3e7 * y[1] * y[1]
        return jnp.stack([a, -a - c + b, c])
    run = lambda state: diffrax_solve(diffrax.Kvaerno5(), robertson, state, 10.0)
    return run, (np.array([1, 0, 0], np.float32),)


# Random numbers in loops
@program
def sde_euler():
    def run(seed):
        def step(state, key):
            x = state + 0.01 * (1 - state) + 0.1 * jnp.sqrt(0.01) * jax.random.normal(key, (8,))
            return x, x
        return lax.scan(step, jnp.zeros(8), jax.random.split(jax.random.key(seed), 1000))[1]
    return run, (np.uint32(5),)


@program
def hmc_step():
    def run(place, seed):
        energy = lambda q: 0.5 * jnp.sum(jnp.square(q) * jnp.arange(1, 11)) + 0.1 * jnp.sum(q ** 4)
        slope = jax.grad(energy)

        def sample(q, key):
            one, two = jax.random.split(key)
            p = jax.random.normal(one, q.shape)
            def leap(_, state):
                q, p = state
                p = p - 0.025 * slope(q)
                q = q + 0.05 * p
                return q, p - 0.025 * slope(q)
            new, end = lax.fori_loop(0, 10, leap, (q, p))
            gain = energy(q) + 0.5 * jnp.sum(p * p) - energy(new) - 0.5 * jnp.sum(end * end)
            q = jnp.where(jnp.log(jax.random.uniform(two)) < gain, new, q)
            return q, q
        return lax.scan(sample, place, jax.random.split(jax.random.key(seed), 200))[1]
    return run, (np.zeros(10, np.float32), np.uint32(5))


@program
def split_loop():
    def run(seed):
        def step(_, state):
            key, total = state
            key, one = jax.random.split(key)
            return key, total + jax.random.uniform(one)
        return lax.fori_loop(0, 1000, step, (jax.random.key(seed), 0.0))[1]
    return run, (np.uint32(5),)


@program
def dropout_loop():
    def run(x, seed):
        key = jax.random.key(seed)
        def step(i, x):
            keep = jax.random.bernoulli(jax.random.fold_in(key, i), 0.9, x.shape)
            return jnp.where(keep, x / 0.9, 0) + 0.01
        return lax.fori_loop(0, 100, step, x)
    return run, (normal(seeded("dropout_loop"), 128, 64, scale=1), np.uint32(5))
