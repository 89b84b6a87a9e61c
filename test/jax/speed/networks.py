# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks that infer and train: products and convolutions dominate."""
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from speed import normal, program, seeded


def layer_norm(x, scale, shift):
    mean = x.mean(-1, keepdims=True)
    variance = jnp.square(x - mean).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + shift


def dense(rng, inputs, outputs, scale=0.02):
    return normal(rng, inputs, outputs, scale=scale), normal(rng, outputs, scale=0.02)


def affine(x, weights):
    return x @ weights[0] + weights[1]


def norm_weights(rng, width):
    return np.ones(width, np.float32), normal(rng, width, scale=0.02)


def block_weights(rng, width):
    return {"norm1": norm_weights(rng, width), "qkv": dense(rng, width, 3 * width), "out": dense(rng, width, width),
            "norm2": norm_weights(rng, width), "up": dense(rng, width, 4 * width), "down": dense(rng, 4 * width, width)}


def split_heads(x, heads):
    return x.reshape(x.shape[0], heads, -1).transpose(1, 0, 2)


def attention(y, layer, heads, mask):
    q, k, v = (split_heads(part, heads) for part in jnp.split(affine(y, layer["qkv"]), 3, -1))
    scores = jnp.einsum("htd,hsd->hts", q, k) / np.float32(np.sqrt(q.shape[-1]))
    if mask is not None:
        scores = jnp.where(mask, scores, -1e10)
    mixed = jnp.einsum("hts,hsd->htd", jax.nn.softmax(scores, -1), v)
    return affine(mixed.transpose(1, 0, 2).reshape(y.shape), layer["out"])


def block(x, layer, heads, mask=None, approximate=True):
    x = x + attention(layer_norm(x, *layer["norm1"]), layer, heads, mask)
    hidden = jax.nn.gelu(affine(layer_norm(x, *layer["norm2"]), layer["up"]), approximate=approximate)
    return x + affine(hidden, layer["down"])


# GPT-2: 12 layers of width 768, the vocabulary's table also gives the scores
def gpt2_weights(rng, layers, width=768, vocabulary=50257, context=1024):
    return {"tokens": normal(rng, vocabulary, width), "places": normal(rng, context, width),
            "layers": [block_weights(rng, width) for _ in range(layers)], "norm": norm_weights(rng, width)}


@program
def gpt2_prefill():
    def prefill(w, tokens):
        count = tokens.shape[0]
        x = w["tokens"][tokens] + w["places"][:count]
        for layer in w["layers"]:
            x = block(x, layer, 12, jnp.tril(jnp.ones((count, count), bool)))
        return layer_norm(x, *w["norm"])[-1] @ w["tokens"].T
    rng = seeded("gpt2_prefill")
    return prefill, (gpt2_weights(rng, 12), rng.integers(0, 50257, 128).astype(np.int32))


def cached_attention(y, layer, cache, place, heads=12):
    q, k, v = (part.reshape(heads, -1) for part in jnp.split(affine(y, layer["qkv"]), 3, -1))
    keys = lax.dynamic_update_slice(cache[0], k[None], (place, 0, 0))
    values = lax.dynamic_update_slice(cache[1], v[None], (place, 0, 0))
    scores = jnp.einsum("hd,shd->hs", q, keys) / np.float32(np.sqrt(q.shape[-1]))
    weights = jax.nn.softmax(jnp.where(jnp.arange(keys.shape[0]) <= place, scores, -1e10), -1)
    return affine(jnp.einsum("hs,shd->hd", weights, values).reshape(-1), layer["out"]), (keys, values)


def gpt2_step(w, token, place, caches):
    x, new = w["tokens"][token] + w["places"][place], []
    for layer, cache in zip(w["layers"], caches):
        mixed, cache = cached_attention(layer_norm(x, *layer["norm1"]), layer, cache, place)
        x = x + mixed
        x = x + affine(jax.nn.gelu(affine(layer_norm(x, *layer["norm2"]), layer["up"])), layer["down"])
        new.append(cache)
    return layer_norm(x, *w["norm"]) @ w["tokens"].T, new


@program
def gpt2_decode():
    rng = seeded("gpt2_decode")
    caches = [(normal(rng, 256, 12, 64), normal(rng, 256, 12, 64)) for _ in range(12)]
    return gpt2_step, (gpt2_weights(rng, 12), np.int32(42), np.int32(100), caches)


@program
def gpt2_generate():
    def generate(w, token, caches):
        def step(i, state):
            token, caches, out = state
            scores, caches = gpt2_step(w, token, i, caches)
            token = jnp.argmax(scores).astype(jnp.int32)
            return token, caches, out.at[i].set(token)
        return lax.fori_loop(0, 16, step, (token, caches, jnp.zeros(16, jnp.int32)))[2]
    rng = seeded("gpt2_generate")
    caches = [(np.zeros((64, 12, 64), np.float32), np.zeros((64, 12, 64), np.float32)) for _ in range(4)]
    return generate, (gpt2_weights(rng, 4), np.int32(42), caches)


# Llama: rotated places, groups of queries, gated layers; weights in bfloat16
def rms_norm(x, scale):
    wide = x.astype(jnp.float32)
    return (wide * lax.rsqrt(jnp.square(wide).mean(-1, keepdims=True) + 1e-5)).astype(x.dtype) * scale


def rotated(x, place):
    angles = place / 10000.0 ** (jnp.arange(0, x.shape[-1], 2) / x.shape[-1])
    even, odd = x[..., ::2].astype(jnp.float32), x[..., 1::2].astype(jnp.float32)
    turned = even * jnp.cos(angles) - odd * jnp.sin(angles), even * jnp.sin(angles) + odd * jnp.cos(angles)
    return jnp.stack(turned, -1).reshape(x.shape).astype(x.dtype)


def llama_layer(x, layer, cache, place, queries=32, groups=8, size=64):
    y = rms_norm(x, layer["norm1"])
    q = rotated((y @ layer["q"]).reshape(queries, size), place)
    k, v = rotated((y @ layer["k"]).reshape(groups, size), place), (y @ layer["v"]).reshape(groups, size)
    keys = lax.dynamic_update_slice(cache[0], k[None], (place, 0, 0))
    values = lax.dynamic_update_slice(cache[1], v[None], (place, 0, 0))
    scores = jnp.einsum("kgd,skd->kgs", q.reshape(groups, -1, size), keys, preferred_element_type=jnp.float32) / 8
    weights = jax.nn.softmax(jnp.where(jnp.arange(keys.shape[0]) <= place, scores, -jnp.inf), -1).astype(x.dtype)
    x = x + jnp.einsum("kgs,skd->kgd", weights, values).reshape(-1) @ layer["out"]
    y = rms_norm(x, layer["norm2"])
    return x + (jax.nn.silu(y @ layer["gate"]) * (y @ layer["up"])) @ layer["down"], (keys, values)


@program
def llama_decode_bf16():
    rng, width, hidden = seeded("llama_decode_bf16"), 2048, 8192
    weight = lambda *shape: normal(rng, *shape).astype(jnp.bfloat16)
    layers = [{"norm1": np.ones(width, jnp.bfloat16), "q": weight(width, 2048), "k": weight(width, 512), "v": weight(width, 512),
               "out": weight(2048, width), "norm2": np.ones(width, jnp.bfloat16), "gate": weight(width, hidden),
               "up": weight(width, hidden), "down": weight(hidden, width)} for _ in range(4)]

    def step(layers, x, place, caches):
        new = []
        for layer, cache in zip(layers, caches):
            x, cache = llama_layer(x, layer, cache, place)
            new.append(cache)
        return x, new
    return step, (layers, weight(width), np.int32(100), [(weight(128, 8, 64), weight(128, 8, 64)) for _ in layers])


# Convolutions
def conv(x, kernel, stride=1, groups=1, padding="SAME"):
    return lax.conv_general_dilated(x, kernel, (stride, stride), padding, dimension_numbers=("NHWC", "HWIO", "NHWC"),
                                    feature_group_count=groups)


@program
def vit_b16():
    rng, width, places = seeded("vit_b16"), 768, 197
    weights = {"patch": normal(rng, 16, 16, 3, width), "shift": normal(rng, width), "class": normal(rng, 1, width),
               "places": normal(rng, places, width), "layers": [block_weights(rng, width) for _ in range(12)],
               "norm": norm_weights(rng, width), "head": dense(rng, width, 1000)}

    def vit(w, image):
        patches = conv(image[None], w["patch"], 16, padding="VALID")[0].reshape(-1, width) + w["shift"]
        x = jnp.concatenate([w["class"], patches]) + w["places"]
        for layer in w["layers"]:
            x = block(x, layer, 12, approximate=False)
        return affine(layer_norm(x, *w["norm"])[0], w["head"])
    return vit, (weights, normal(rng, 224, 224, 3, scale=1))


def conv_norm(x, weights, stride=1):
    kernel, (scale, shift, mean, variance) = weights
    return (conv(x, kernel, stride) - mean) * lax.rsqrt(variance + 1e-5) * scale + shift


def resnet_block(x, weights, stride):
    y = jax.nn.relu(conv_norm(x, weights["a"]))
    y = conv_norm(jax.nn.relu(conv_norm(y, weights["b"], stride)), weights["c"])
    return jax.nn.relu(y + (conv_norm(x, weights["short"], stride) if "short" in weights else x))


def resnet50(name, batch):
    rng, inputs, blocks, strides = seeded(name), 64, [], []

    def weights(size, inputs, outputs, scale=0.05):
        n = outputs
        return normal(rng, size, size, inputs, outputs, scale=scale), (np.ones(n, np.float32), normal(rng, n), normal(rng, n),
                                                                       np.abs(normal(rng, n)) + 1)
    for stage, (outputs, count) in enumerate(((256, 3), (512, 4), (1024, 6), (2048, 3))):
        for i in range(count):
            parts = {"a": weights(1, inputs, outputs // 4), "b": weights(3, outputs // 4, outputs // 4), "c": weights(1, outputs // 4, outputs)}
            if i == 0:
                parts["short"] = weights(1, inputs, outputs)
            blocks.append(parts)
            strides.append(2 if stage and i == 0 else 1)
            inputs = outputs

    def net(w, x):
        x = jax.nn.relu(conv_norm(x, w["stem"], 2))
        x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
        for parts, stride in zip(w["blocks"], strides):
            x = resnet_block(x, parts, stride)
        return affine(x.mean((1, 2)), w["head"])
    w = {"stem": weights(7, 3, 64, 0.1), "blocks": blocks, "head": dense(rng, 2048, 1000)}
    return net, (w, normal(rng, batch, 224, 224, 3, scale=1))


@program
def resnet50_nhwc():
    return resnet50("resnet50_nhwc", 1)


@program
def resnet50_b8():
    return resnet50("resnet50_b8", 8)


@program
def mobilenet_block():
    rng, width = seeded("mobilenet_block"), 96
    layers = [(normal(rng, 1, 1, width, 6 * width, scale=0.1), normal(rng, 3, 3, 1, 6 * width, scale=0.3),
               normal(rng, 1, 1, 6 * width, width, scale=0.1)) for _ in range(6)]

    def net(layers, x):
        for expand, depth, project in layers:
            y = jnp.clip(conv(x, expand), 0, 6)
            x = x + conv(jnp.clip(conv(y, depth, groups=6 * width), 0, 6), project)
        return x
    return net, (layers, normal(rng, 1, 28, 28, width, scale=1))


def group_norm(x, groups=8):
    parts = x.reshape(*x.shape[:-1], groups, -1)
    mean = parts.mean((1, 2, 4), keepdims=True)
    variance = jnp.square(parts - mean).mean((1, 2, 4), keepdims=True)
    return ((parts - mean) * lax.rsqrt(variance + 1e-5)).reshape(x.shape)


@program
def unet_small():
    rng, widths = seeded("unet_small"), (32, 64, 128)
    kernel = lambda a, b: normal(rng, 3, 3, a, b, scale=0.06)
    w = {"first": normal(rng, 3, 3, 3, 32, scale=0.2), "down": [(kernel(a, a), kernel(a, b)) for a, b in zip(widths, widths[1:])],
         "up": [(kernel(b, a), kernel(2 * a, a)) for a, b in zip(widths[-2::-1], widths[:0:-1])], "last": normal(rng, 1, 1, 32, 3, scale=0.2)}

    def net(w, x):
        x, kept = conv(x, w["first"]), []
        for a, b in w["down"]:
            x = jax.nn.silu(group_norm(conv(x, a)))
            kept.append(x)
            x = jax.nn.silu(group_norm(conv(x, b, 2)))
        for a, b in w["up"]:
            x = jax.image.resize(x, (1, x.shape[1] * 2, x.shape[2] * 2, x.shape[3]), "nearest")
            x = jnp.concatenate([jax.nn.silu(group_norm(conv(x, a))), kept.pop()], -1)
            x = jax.nn.silu(group_norm(conv(x, b)))
        return conv(x, w["last"])
    return net, (w, normal(rng, 1, 128, 128, 3, scale=1))


# Training: gradients and a step of Adam
def adam_step(loss, weights, first, second, steps, *data):
    value, gradient = jax.value_and_grad(loss)(weights, *data)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradient)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradient)
    steps = steps + 1
    change = lambda w, m, v: w - 1e-3 * (m / (1 - 0.9 ** steps)) / (jnp.sqrt(v / (1 - 0.999 ** steps)) + 1e-8)
    return jax.tree.map(change, weights, first, second), first, second, steps, value


def training(loss, weights, *data):
    """A step in the middle of training: from moments of zero, a change has the size of the rate whatever the gradient is."""
    moments = [jax.tree.map(lambda w: np.full_like(w, value), weights) for value in (0, 1e-4)]
    return functools.partial(adam_step, loss), (weights, *moments, np.float32(100), *data)


def cross_entropy(scores, labels):
    return -(jax.nn.log_softmax(scores) * jax.nn.one_hot(labels, scores.shape[-1])).sum(-1).mean()


@program
def mlp_train():
    rng = seeded("mlp_train")
    weights = [dense(rng, a, b, 0.05) for a, b in ((784, 512), (512, 512), (512, 10))]

    def loss(weights, x, labels):
        for layer in weights[:-1]:
            x = jax.nn.relu(affine(x, layer))
        return cross_entropy(affine(x, weights[-1]), labels)
    return training(loss, weights, normal(rng, 128, 784, scale=1), rng.integers(0, 10, 128).astype(np.int32))


@program
def cnn_train():
    rng = seeded("cnn_train")
    kernels = [normal(rng, 3, 3, a, b, scale=s) for a, b, s in ((3, 32, 0.2), (32, 64, 0.1), (64, 64, 0.1))]
    pool = lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")

    def loss(weights, x, labels):
        (a, b, c), head = weights
        x = pool(jax.nn.relu(conv(pool(jax.nn.relu(conv(x, a))), b)))
        x = jax.nn.relu(conv(x, c))
        return cross_entropy(affine(x.reshape(x.shape[0], -1), head), labels)
    return training(loss, (kernels, dense(rng, 4096, 10)), normal(rng, 32, 32, 32, 3, scale=1), rng.integers(0, 10, 32).astype(np.int32))


@program
def transformer_train():
    rng, width, places, vocabulary = seeded("transformer_train"), 256, 64, 1000
    weights = {"tokens": normal(rng, vocabulary, width), "layers": [block_weights(rng, width) for _ in range(4)]}

    def scores(weights, tokens):
        x = weights["tokens"][tokens]
        for layer in weights["layers"]:
            x = block(x, layer, 8, jnp.tril(jnp.ones((places, places), bool)))
        return jax.nn.log_softmax(x @ weights["tokens"].T)

    def loss(weights, tokens):
        result = jax.vmap(scores, (None, 0))(weights, tokens)
        return -jnp.take_along_axis(result[:, :-1], tokens[:, 1:, None], -1).mean()
    return training(loss, weights, rng.integers(0, vocabulary, (4, places)).astype(np.int32))
