# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small programs of many kinds: filters, samplers, dynamic programming, clustering, images, graphs, tables, batches of small matrices."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from speed import normal, program, seeded, seeded_normal


@program
def particle_filter():
    def run(values, seed):
        def step(state, given):
            value, key = given
            one, two = jax.random.split(key)
            state = 0.9 * state + 0.3 * jax.random.normal(one, state.shape)
            weights = jax.nn.softmax(-0.5 * jnp.square(value - state) / 0.1)
            places = jnp.searchsorted(jnp.cumsum(weights), jax.random.uniform(two, state.shape))
            state = state[jnp.clip(places, 0, state.shape[0] - 1)]
            return state, state.mean()
        return lax.scan(step, jnp.zeros(1000), (values, jax.random.split(jax.random.key(seed), values.shape[0])))[1]
    return run, (seeded_normal("particle_filter", 50), np.uint32(5))


@program
def metropolis_chains():
    def run(start, seed):
        density = lambda x: -0.5 * jnp.sum(jnp.square(x), -1) - 0.1 * jnp.sum(x ** 4, -1)
        def step(x, key):
            one, two = jax.random.split(key)
            new = x + 0.5 * jax.random.normal(one, x.shape)
            accept = jnp.log(jax.random.uniform(two, x.shape[:1])) < density(new) - density(x)
            x = jnp.where(accept[:, None], new, x)
            return x, x.mean(0)
        return lax.scan(step, start, jax.random.split(jax.random.key(seed), 500))[1]
    return run, (np.zeros((64, 4), np.float32), np.uint32(5))


@program
def markov_chain():
    def run(change, seed):
        total = jnp.cumsum(change, 1)
        def step(state, key):
            state = jnp.sum(total[state] < jax.random.uniform(key)).astype(jnp.int32)
            return state, state
        return lax.scan(step, jnp.int32(0), jax.random.split(jax.random.key(seed), 1000))[1]
    change = seeded("markov_chain").random((16, 16)).astype(np.float32)
    return run, (change / change.sum(1, keepdims=True), np.uint32(5))


@program
def viterbi():
    def run(change, scores):
        def step(best, score):
            all_paths = best[:, None] + change
            return all_paths.max(0) + score, all_paths.argmax(0)
        best, back = lax.scan(step, scores[0], scores[1:])
        return lax.scan(lambda state, row: (row[state], state), best.argmax(), back, reverse=True)[1]
    return run, (seeded_normal("viterbi", 32, 32), seeded_normal("scores", 200, 32))


@program
def knapsack():
    def run(weights, values):
        capacity = jnp.arange(1001)
        def step(best, item):
            weight, value = item
            taken = jnp.where(capacity >= weight, jnp.roll(best, weight) + value, -jnp.inf)
            return jnp.maximum(best, taken), None
        return lax.scan(step, jnp.zeros(1001), (weights, values))[0]
    rng = seeded("knapsack")
    return run, (rng.integers(1, 100, 100).astype(np.int32), rng.random(100).astype(np.float32))


@program
def linear_recurrence():
    def run(a, b):
        combine = lambda left, right: (left[0] * right[0], left[1] * right[0] + right[1])
        return lax.associative_scan(combine, (a, b))[1]
    return run, (seeded("linear_recurrence").random((1024, 128)).astype(np.float32), seeded_normal("b", 1024, 128))


@program
def spectral_burgers():
    def run(u):
        k = jnp.fft.rfftfreq(256, 1 / 256)
        def step(_, u):
            spectrum = jnp.fft.rfft(u)
            slope = jnp.fft.irfft(1j * k * spectrum, 256)
            return jnp.fft.irfft((spectrum - 1e-3 * jnp.fft.rfft(u * slope)) / (1 + 1e-5 * k * k), 256)
        return lax.fori_loop(0, 200, step, u)
    return run, (np.sin(np.linspace(0, 2 * np.pi, 256, endpoint=False)).astype(np.float32),)


@program
def poisson_fft():
    def run(f):
        k = 2 * jnp.pi * jnp.fft.fftfreq(128)
        square = jnp.square(k)[:, None] + jnp.square(k)[None]
        return jnp.fft.ifft2(jnp.where(square == 0, 0, jnp.fft.fft2(f) / -jnp.where(square == 0, 1, square))).real
    return run, (seeded_normal("poisson_fft", 128, 128),)


@program
def k_means():
    def run(points, centres):
        def step(_, centres):
            apart = jnp.square(points[:, None] - centres[None]).sum(-1)
            near = jax.nn.one_hot(apart.argmin(1), centres.shape[0])
            return near.T @ points / jnp.maximum(near.sum(0), 1)[:, None]
        return lax.fori_loop(0, 10, step, centres)
    points = seeded_normal("k_means", 2000, 8)
    return run, (points, points[:16])


@program
def k_means_segments():
    def run(points, centres):
        def step(_, centres):
            apart = -2 * points @ centres.T + jnp.square(centres).sum(-1)
            near = apart.argmin(1)
            total = jax.ops.segment_sum(points, near, centres.shape[0])
            return total / jnp.maximum(jax.ops.segment_sum(jnp.ones(points.shape[0]), near, centres.shape[0]), 1)[:, None]
        return lax.fori_loop(0, 10, step, centres)
    points = seeded_normal("k_means", 5000, 16)
    return run, (points, points[:32])


@program
def gaussian_blur():
    def run(image):
        x = jnp.arange(-4, 5) / 2.0
        k = jnp.exp(-0.5 * x * x)
        k = k / k.sum()
        rows = jax.vmap(lambda r: jnp.convolve(r, k, mode="same"))(image)
        return jax.vmap(lambda r: jnp.convolve(r, k, mode="same"))(rows.T).T
    return run, (seeded_normal("gaussian_blur", 256, 256),)


@program
def sobel():
    def run(image):
        p = jnp.pad(image, 1, mode="edge")
        x = p[:-2, 2:] + 2 * p[1:-1, 2:] + p[2:, 2:] - p[:-2, :-2] - 2 * p[1:-1, :-2] - p[2:, :-2]
        y = p[2:, :-2] + 2 * p[2:, 1:-1] + p[2:, 2:] - p[:-2, :-2] - 2 * p[:-2, 1:-1] - p[:-2, 2:]
        return jnp.hypot(x, y)
    return run, (seeded_normal("sobel", 512, 512),)


@program
def segment_softmax():
    def run(x, groups):
        most = jax.ops.segment_max(x, groups, 500)
        e = jnp.exp(x - most[groups])
        return e / jax.ops.segment_sum(e, groups, 500)[groups]
    rng = seeded("segment_softmax")
    return run, (normal(rng, 20000, scale=1), np.sort(rng.integers(0, 500, 20000)).astype(np.int32))


@program
def graph_convolution():
    def run(nodes, sender, receiver, weights):
        for i in range(2):
            nodes = jax.nn.relu(jax.ops.segment_sum((nodes @ weights[i])[sender], receiver, nodes.shape[0]))
        return nodes
    rng = seeded("graph_convolution")
    return run, (normal(rng, 2000, 32, scale=1), rng.integers(0, 2000, 10000).astype(np.int32), rng.integers(0, 2000, 10000).astype(np.int32),
                 normal(rng, 2, 32, 32, scale=0.2))


@program
def bincount():
    return lambda x: jnp.bincount(x, length=256), (seeded("bincount").integers(0, 256, 100000).astype(np.int32),)


@program
def histogram():
    return lambda x: jnp.histogram(x, bins=50, range=(-3, 3))[0], (seeded_normal("histogram", 50000),)


@program
def median_rows():
    return lambda x: jnp.median(x, axis=1), (seeded_normal("median_rows", 200, 501),)


@program
def sort_pairs():
    return lambda keys, values: lax.sort((keys, values), num_keys=1), (seeded("sort_pairs").integers(0, 1 << 30, 50000).astype(np.int32),
                                                                        seeded_normal("values", 50000))


@program
def unique_sorted():
    return lambda x: jnp.unique(x, size=1000, fill_value=0, return_counts=True), (seeded("unique").integers(0, 1000, 20000).astype(np.int32),)


@program
def gram_schmidt():
    def run(a):
        def step(i, q):
            v = a[:, i] - q @ (q.T @ a[:, i])
            return q.at[:, i].set(v / jnp.linalg.norm(v))
        return lax.fori_loop(0, a.shape[1], step, jnp.zeros_like(a))
    return run, (seeded_normal("gram_schmidt", 64, 32),)


@program
def power_iteration():
    def run(a, x):
        def step(_, x):
            x = a @ x
            return x / jnp.linalg.norm(x)
        x = lax.fori_loop(0, 100, step, x)
        return x @ (a @ x)
    a = seeded_normal("power_iteration", 128, 128)
    return run, (a @ a.T, np.ones(128, np.float32))


@program
def thomas_single():
    """One system, whose steps are single numbers: tridiagonal_batch has steps of arrays, which other kernels take."""
    def run(a, b, c, d):
        def forward(state, row):
            a, b, c, d = row
            pivot = b - a * state[0]
            new = (c / pivot, (d - a * state[1]) / pivot)
            return new, new
        backward = lambda x, row: (row[1] - row[0] * x,) * 2
        return lax.scan(backward, 0.0, lax.scan(forward, (0.0, 0.0), (a, b, c, d))[1], reverse=True)[1]
    return run, (seeded_normal("a", 1000), np.abs(seeded_normal("b", 1000)) + 4, seeded_normal("c", 1000), seeded_normal("d", 1000))


@program
def van_der_pol_batch():
    def run(y, mu):
        field = lambda y: jnp.stack([y[:, 1], mu * (1 - y[:, 0] ** 2) * y[:, 1] - y[:, 0]], 1)
        def step(y, _):
            k1 = field(y)
            k2 = field(y + 0.01 * k1)
            k3 = field(y + 0.01 * k2)
            y = y + 0.02 / 6 * (k1 + 2 * k2 + 2 * k3 + field(y + 0.02 * k3))
            return y, y[:, 0].mean()
        return lax.scan(step, y, None, length=500)[1]
    return run, (seeded_normal("van_der_pol", 256, 2), np.linspace(0.5, 3, 256, dtype=np.float32))


@program
def sde_paths():
    def run(seed):
        def step(x, key):
            noise = jax.random.normal(key, x.shape)
            x = x * jnp.exp((0.05 - 0.02) * 0.01 + 0.2 * 0.1 * noise)
            return x, None
        x = lax.scan(step, jnp.full(2000, 100.0), jax.random.split(jax.random.key(seed), 100))[0]
        return jnp.maximum(x - 100, 0).mean()
    return run, (np.uint32(5),)


@program
def gauss_newton():
    def run(parameters, t, y):
        model = lambda p: p[0] * jnp.exp(-p[1] * t) + p[2]
        def step(_, p):
            slopes, rest = jax.jacfwd(model)(p), model(p) - y
            return p - jnp.linalg.solve(slopes.T @ slopes + 1e-3 * jnp.eye(3), slopes.T @ rest)
        return lax.fori_loop(0, 20, step, parameters)
    t = np.linspace(0, 4, 100, dtype=np.float32)
    return run, (np.array([1, 1, 0], np.float32), t, (2.5 * np.exp(-1.3 * t) + 0.5).astype(np.float32))


@program
def logistic_gradient():
    def run(w, x, y):
        loss = lambda w: jnp.mean(jnp.logaddexp(0, -y * (x @ w)))
        return lax.fori_loop(0, 100, lambda _, w: w - 0.5 * jax.grad(loss)(w), w)
    rng = seeded("logistic_gradient")
    return run, (np.zeros(20, np.float32), normal(rng, 500, 20, scale=1), np.sign(normal(rng, 500)))


@program
def exponential_average():
    def run(x):
        def step(mean, row):
            mean = 0.9 * mean + 0.1 * row
            return mean, mean
        return lax.scan(step, x[0], x)[1]
    return run, (seeded_normal("exponential_average", 2000, 32),)


@program
def biquad_filter():
    def run(x):
        def step(state, x):
            one, two = state
            y = 0.2 * x + one
            return (0.4 * x + 0.9 * y + two, 0.2 * x - 0.3 * y), y
        return lax.scan(step, (0.0, 0.0), x)[1]
    return run, (seeded_normal("biquad_filter", 10000),)


@program
def batched_small_products():
    return lambda a, b: jnp.einsum("bij,bjk->bik", a, b), (seeded_normal("a", 5000, 4, 4), seeded_normal("b", 5000, 4, 4))


@program
def batched_small_solves():
    run = jax.vmap(lambda a, b: jnp.linalg.solve(a @ a.T + jnp.eye(4), b))
    return run, (seeded_normal("a", 1000, 4, 4), seeded_normal("b", 1000, 4))


@program
def interpolate():
    return jnp.interp, (seeded_normal("interpolate", 20000), np.linspace(-3, 3, 200, dtype=np.float32), seeded_normal("values", 200))


@program
def reverse_products():
    return lambda x: (jnp.cumprod(1 + 0.01 * x, 1), lax.cumsum(x, 1, reverse=True), lax.cumlogsumexp(x, 1)), (seeded_normal("reverse", 200, 500),)


@program
def discounted_returns():
    def run(rewards, done):
        def step(total, row):
            total = row[0] + 0.99 * total * (1 - row[1])
            return total, total
        return lax.scan(step, jnp.zeros(rewards.shape[1]), (rewards, done), reverse=True)[1]
    rng = seeded("discounted_returns")
    return run, (normal(rng, 500, 16, scale=1), (rng.random((500, 16)) < 0.02).astype(np.float32))


@program
def rotate_points():
    def run(q, points):
        w, v = q[..., :1], q[..., 1:]
        t = 2 * jnp.cross(v, points)
        return points + w * t + jnp.cross(v, t)
    q = seeded_normal("rotate_points", 20000, 4)
    return run, (q / np.linalg.norm(q, axis=1, keepdims=True), seeded_normal("points", 20000, 3))


@program
def covariance():
    return lambda x: jnp.cov(x, rowvar=False), (seeded_normal("covariance", 2000, 32),)


@program
def gaussian_mixture():
    def run(x, means, spreads, weights):
        scores = -0.5 * (jnp.square((x[:, None] - means) / spreads).sum(-1) + 2 * jnp.log(spreads).sum(-1)) + jnp.log(weights)
        share = jnp.exp(scores - jax.scipy.special.logsumexp(scores, axis=1, keepdims=True))
        return share.sum(0), share.T @ x
    return run, (seeded_normal("gaussian_mixture", 5000, 4), seeded_normal("means", 8, 4), np.ones((8, 4), np.float32), np.full(8, 1 / 8, np.float32))


@program
def pairwise_kernel():
    def run(x, y):
        apart = jnp.sum((x[:, None] - y[None]) ** 2, -1)
        return jnp.exp(-0.5 * apart) @ jnp.ones(y.shape[0])
    return run, (seeded_normal("pairwise", 500, 3), seeded_normal("y", 500, 3))


@program
def mandelbrot():
    def run(c):
        def step(_, state):
            z, count = state
            z = jnp.where(jnp.abs(z) < 2, z * z + c, z)
            return z, count + (jnp.abs(z) < 2)
        return lax.fori_loop(0, 50, step, (jnp.zeros_like(c), jnp.zeros(c.shape, jnp.int32)))[1]
    x, y = np.meshgrid(np.linspace(-2, 1, 120), np.linspace(-1, 1, 80))
    return run, ((x + 1j * y).astype(np.complex64),)


@program
def bisection():
    def run(low, high, target):
        def step(_, state):
            low, high = state
            middle = 0.5 * (low + high)
            above = middle ** 3 + middle > target
            return jnp.where(above, low, middle), jnp.where(above, middle, high)
        return lax.fori_loop(0, 40, step, (low, high))[0]
    return run, (np.full(1000, -5, np.float32), np.full(1000, 5, np.float32), seeded_normal("bisection", 1000))
