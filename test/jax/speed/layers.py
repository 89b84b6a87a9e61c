# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parts of networks: cells, attention, sampling, quantized layers, convolutions of few channels, gradients, steps of training."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from speed import normal, program, seeded, seeded_normal


@program
def lstm_scan():
    def run(weights, bias, values):
        def cell(state, x):
            h, c = state
            i, f, g, o = jnp.split(jnp.concatenate([x, h], -1) @ weights + bias, 4, -1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h
        zero = jnp.zeros((8, 64))
        return lax.scan(cell, (zero, zero), values)[1]
    return run, (seeded_normal("lstm", 96, 256, scale=0.1), np.zeros(256, np.float32), seeded_normal("values", 100, 8, 32))


@program
def elman_single():
    def run(inner, outer, values):
        def cell(h, x):
            h = jnp.tanh(inner @ x + outer @ h)
            return h, h
        return lax.scan(cell, jnp.zeros(64), values)[1]
    return run, (seeded_normal("elman", 64, 16, scale=0.1), seeded_normal("outer", 64, 64, scale=0.1), seeded_normal("x", 500, 16))


@program
def attention_causal():
    def run(q, k, v):
        scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) / 8
        scores = jnp.where(jnp.tril(jnp.ones(scores.shape[-2:], bool)), scores, -1e9)
        return jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, -1), v)
    return run, tuple(seeded_normal(name, 2, 8, 128, 64) for name in "qkv")


@program
def sample_top_k():
    def run(scores, seed):
        best, places = lax.top_k(scores / 0.8, 40)
        chosen = jax.random.categorical(jax.random.key(seed), best)
        return jnp.take_along_axis(places, chosen[:, None], 1)[:, 0]
    return run, (seeded_normal("sample_top_k", 8, 32000), np.uint32(5))


@program
def sample_top_p():
    def run(scores, seed):
        order = jnp.argsort(scores, -1)[:, ::-1]
        ordered = jnp.take_along_axis(scores, order, 1)
        kept = jnp.cumsum(jax.nn.softmax(ordered, -1), -1) < 0.9
        chosen = jax.random.categorical(jax.random.key(seed), jnp.where(kept, ordered, -jnp.inf))
        return jnp.take_along_axis(order, chosen[:, None], 1)[:, 0]
    return run, (3 * seeded_normal("sample_top_p", 4, 32000), np.uint32(5))


@program
def mlp_norm_gelu():
    def run(x, scale, first, second):
        for _ in range(2):
            mean = x.mean(-1, keepdims=True)
            y = (x - mean) * lax.rsqrt(jnp.square(x - mean).mean(-1, keepdims=True) + 1e-5) * scale
            x = x + jax.nn.gelu(y @ first) @ second
        return x
    return run, (seeded_normal("mlp", 64, 256), np.ones(256, np.float32), seeded_normal("first", 256, 1024, scale=0.05),
                 seeded_normal("second", 1024, 256, scale=0.05))


@program
def quantized_mlp():
    def run(x, weights, scales):
        def quantize(x):
            scale = jnp.abs(x).max(-1, keepdims=True) / 127
            return jnp.round(x / scale).astype(jnp.int8), scale
        for i in range(2):
            q, scale = quantize(x)
            x = jax.nn.relu(lax.dot(q, weights[i], preferred_element_type=jnp.int32).astype(jnp.float32) * scale * scales[i])
        return x
    rng = seeded("quantized_mlp")
    return run, (normal(rng, 32, 512, scale=1), rng.integers(-127, 128, (2, 512, 512)).astype(np.int8), (0.002 * rng.random((2, 512))).astype(np.float32))


@program
def decode_bf16():
    def run(x, keys, values, wq, wo):
        q = (x @ wq).reshape(8, 64)
        scores = jnp.einsum("hd,shd->hs", q, keys).astype(jnp.float32) / 8
        mixed = jnp.einsum("hs,shd->hd", jax.nn.softmax(scores, -1).astype(jnp.bfloat16), values)
        return x + mixed.reshape(1, 512) @ wo
    wide = lambda name, *shape, scale=1: seeded_normal(name, *shape, scale=scale).astype(jnp.bfloat16)
    return run, (wide("x", 1, 512), wide("keys", 512, 8, 64), wide("values", 512, 8, 64), wide("wq", 512, 512, scale=0.05),
                 wide("wo", 512, 512, scale=0.05))


@program
def conv_lenet():
    def run(x, one, two, three):
        pool = lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        conv = lambda x, k: jax.nn.relu(lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")))
        x = pool(conv(pool(conv(x, one)), two))
        return x.reshape(x.shape[0], -1) @ three
    return run, (seeded_normal("lenet", 16, 28, 28, 1), seeded_normal("one", 5, 5, 1, 6, scale=0.2), seeded_normal("two", 5, 5, 6, 16, scale=0.1),
                 seeded_normal("three", 784, 10))


@program
def conv_rgb():
    conv = lambda x, k: lax.conv_general_dilated(x, k, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return conv, (seeded_normal("conv_rgb", 4, 128, 128, 3), seeded_normal("k", 3, 3, 3, 16))


@program
def cross_entropy_gradient():
    def run(weights, x, labels):
        def loss(weights):
            scores = jax.nn.log_softmax(x @ weights)
            return -jnp.take_along_axis(scores, labels[:, None], 1).mean()
        return jax.value_and_grad(loss)(weights)
    rng = seeded("cross_entropy")
    return run, (normal(rng, 64, 1000), normal(rng, 256, 64, scale=1), rng.integers(0, 1000, 256).astype(np.int32))


@program
def embedding_bag():
    return lambda table, places: table[places].mean(1), (seeded_normal("table", 10000, 64), seeded("bag").integers(0, 10000, (256, 20)).astype(np.int32))


@program
def pool_gradient():
    pool = lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return jax.grad(lambda x: jnp.sum(pool(x) ** 2)), (seeded_normal("pool_gradient", 8, 64, 64, 16),)


@program
def conv_gradient():
    conv = lambda x, k: lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return jax.grad(lambda k, x: jnp.sum(jnp.tanh(conv(x, k)))), (seeded_normal("k", 3, 3, 8, 16, scale=0.1), seeded_normal("x", 8, 32, 32, 8))


@program
def batch_norm_train():
    def run(x, scale, shift):
        mean, spread = x.mean((0, 1, 2)), x.var((0, 1, 2))
        return jax.nn.relu((x - mean) * lax.rsqrt(spread + 1e-5) * scale + shift), mean, spread
    return run, (seeded_normal("batch_norm", 16, 28, 28, 32), np.ones(32, np.float32), np.zeros(32, np.float32))


@program
def adam_step():
    def run(p, m, v, g):
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
        return p - 0.001 * (m / 0.1) / (jnp.sqrt(v / 0.001) + 1e-8), m, v
    return run, tuple(np.abs(seeded_normal(name, 100000)) for name in "pmvg")
