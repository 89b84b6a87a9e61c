#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""language_model.py gpt|llama FOLDER [--large]: a decoder with random weights, exported as two programs and a file of weights, which
language_model.c runs. language_model.md describes it.

gpt    as GPT-2: learned positions, layer norm, GELU, f32
llama  as Llama: rotary positions, grouped queries, RMS norm, SwiGLU, bf16

--generate N ID... prints N tokens that JAX chooses after the prompt, as language_model.c does with the same options; --logits FILE.npy
also writes the logits of each step."""
import argparse
import math
import os
import time
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import safetensors.flax
from jax import export, lax


class Config(NamedTuple):
    kind: str
    vocabulary: int
    width: int
    heads: int
    groups: int  # heads of keys and values; each serves heads // groups heads of queries
    layers: int
    hidden: int
    length: int  # positions of the cache
    prompt: int  # positions of the first call

    @property
    def dtype(self):
        return jnp.float32 if self.kind == "gpt" else jnp.bfloat16

    @property
    def head(self):
        return self.width // self.heads


CONFIGS = {
    "gpt": (Config("gpt", 256, 64, 4, 4, 2, 256, 64, 16), Config("gpt", 16384, 512, 8, 8, 8, 2048, 256, 64)),
    "llama": (Config("llama", 256, 64, 4, 2, 2, 160, 64, 16), Config("llama", 16384, 512, 8, 2, 8, 1408, 256, 64)),
}


# ---- weights

def shapes(config):
    d, key = config.width, config.groups * config.head
    layer = {"q": (d, d), "k": (d, key), "v": (d, key), "o": (d, d), "up": (d, config.hidden), "down": (config.hidden, d),
             "norm1": (d,), "norm2": (d,)}
    tree = {"embed": (config.vocabulary, d), "norm": (d,)}
    if config.kind == "gpt":
        layer |= {"norm1_bias": (d,), "norm2_bias": (d,), "up_bias": (config.hidden,), "down_bias": (d,)}
        tree |= {"positions": (config.length, d), "norm_bias": (d,)}
    else:
        layer |= {"gate": (d, config.hidden)}
        tree |= {"head": (d, config.vocabulary)}
    return tree | {"layers": [layer] * config.layers}


def random_weights(config):
    rng = np.random.default_rng(7)

    def make(path, shape):
        name = path[-1].key
        if len(shape) == 1:
            return jnp.asarray(rng.standard_normal(shape) * 0.1 + (not name.endswith("bias")), config.dtype)
        return jnp.asarray(rng.standard_normal(shape) * (0.1 if name == "embed" else 1.5 * shape[0] ** -0.5), config.dtype)
    return jax.tree_util.tree_map_with_path(make, shapes(config), is_leaf=lambda x: isinstance(x, tuple))


def empty_cache(config):
    shape = config.length, config.groups, config.head
    return [{"k": jnp.zeros(shape, config.dtype), "v": jnp.zeros(shape, config.dtype)} for _ in range(config.layers)]


# ---- the decoder

def normalize(config, x, scale, bias):
    x = x.astype(jnp.float32)
    if config.kind == "gpt":
        x = x - x.mean(-1, keepdims=True)
    x = x * lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-5)
    x = x.astype(config.dtype) * scale
    return x if bias is None else x + bias


def rotate(x, positions):
    """Rotary positions of (positions, heads, head)."""
    half = x.shape[-1] // 2
    angle = positions[:, None, None] * (10000.0 ** (-jnp.arange(half) / half))
    a, b = x[..., :half].astype(jnp.float32), x[..., half:].astype(jnp.float32)
    return jnp.concatenate([a * jnp.cos(angle) - b * jnp.sin(angle), b * jnp.cos(angle) + a * jnp.sin(angle)], -1).astype(x.dtype)


def attend(config, layer, cache, x, positions):
    n = len(positions)
    q = (x @ layer["q"]).reshape(n, config.heads, config.head)
    k = (x @ layer["k"]).reshape(n, config.groups, config.head)
    v = (x @ layer["v"]).reshape(n, config.groups, config.head)
    if config.kind == "llama":
        q, k = rotate(q, positions), rotate(k, positions)
    keys = lax.dynamic_update_slice(cache["k"], k, (positions[0], 0, 0))
    values = lax.dynamic_update_slice(cache["v"], v, (positions[0], 0, 0))
    q = q.reshape(n, config.groups, -1, config.head)
    scores = jnp.einsum("nghd,tgd->ghnt", q, keys, preferred_element_type=jnp.float32) * config.head**-0.5
    visible = jnp.arange(config.length) <= positions[:, None]
    weights = jax.nn.softmax(jnp.where(visible, scores, -1e30), -1).astype(config.dtype)
    mixed = jnp.einsum("ghnt,tgd->nghd", weights, values).reshape(n, config.width)
    return mixed @ layer["o"], {"k": keys, "v": values}


def feed(config, layer, x):
    if config.kind == "gpt":
        return jax.nn.gelu(x @ layer["up"] + layer["up_bias"]) @ layer["down"] + layer["down_bias"]
    return (jax.nn.silu(x @ layer["gate"]) * (x @ layer["up"])) @ layer["down"]


def forward(config, params, cache, ids, start, last):
    """The logits after the token `last` of ids, whose first one is at position `start`; and the cache with all of them."""
    positions, filled = start + jnp.arange(len(ids)), []
    x = params["embed"][ids]
    if config.kind == "gpt":
        x = x + params["positions"][positions]
    for layer, old in zip(params["layers"], cache):
        mixed, new = attend(config, layer, old, normalize(config, x, layer["norm1"], layer.get("norm1_bias")), positions)
        filled.append(new)
        x = x + mixed
        x = x + feed(config, layer, normalize(config, x, layer["norm2"], layer.get("norm2_bias")))
    x = normalize(config, x[last], params["norm"], params.get("norm_bias"))
    head = params["embed"].T if config.kind == "gpt" else params["head"]
    return jnp.dot(x, head, preferred_element_type=jnp.float32), filled


def programs(config):
    """The first call, with the prompt and zeros behind it, and that of each further token. Both may overwrite the cache."""
    def prefill(params, cache, ids, length):
        return forward(config, params, cache, ids, 0, length - 1)

    def decode(params, cache, ids, position):
        return forward(config, params, cache, ids, position, 0)
    return jax.jit(prefill, donate_argnums=1), jax.jit(decode, donate_argnums=1)


# ---- files, and what JAX generates

def write(config, params, folder):
    os.makedirs(folder, exist_ok=True)
    shape = jax.tree.map(lambda x: jax.ShapeDtypeStruct(x.shape, x.dtype), (params, empty_cache(config)))
    number = jax.ShapeDtypeStruct((), jnp.int32)
    for name, program, count in zip(("prefill", "decode"), programs(config), (config.prompt, 1)):
        exported = export.export(program)(*shape, jax.ShapeDtypeStruct((count,), jnp.int32), number)
        with open(os.path.join(folder, name + ".mlirbc"), "wb") as file:
            file.write(exported.mlir_module_serialized)
    words = jax.tree_util.tree_leaves_with_path(params)
    flat = {".".join(str(getattr(key, "key", getattr(key, "idx", None))) for key in path): leaf for path, leaf in words}
    safetensors.flax.save_file(flat, os.path.join(folder, "weights.safetensors"))


class Sampler:
    """Chooses tokens as language_model.c does."""

    def __init__(self, temperature, top, seed):
        self.temperature, self.top, self.state = temperature, top if temperature > 0 else 1, seed

    def random_number(self):
        mask = 2**64 - 1
        z = self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & mask
        return ((z ^ (z >> 31)) >> 11) * 2.0**-53

    def choose(self, logits):
        tokens = np.argsort(-logits, kind="stable")[:self.top]
        if len(tokens) == 1:
            return int(tokens[0])
        weights = [math.exp((float(logits[token]) - float(logits[tokens[0]])) / self.temperature) for token in tokens]
        left, chosen = self.random_number() * sum(weights), 0
        while chosen + 1 < len(tokens) and left >= weights[chosen]:
            left -= weights[chosen]
            chosen += 1
        return int(tokens[chosen])


def generate(config, params, prompt, count, sampler, logits_file):
    prefill, decode = programs(config)
    ids = jnp.zeros(config.prompt, jnp.int32).at[:len(prompt)].set(jnp.array(prompt, jnp.int32))
    logits, cache = prefill(params, empty_cache(config), ids, len(prompt))
    tokens, seen, begin = [], [np.asarray(logits)], None
    for position in range(len(prompt), len(prompt) + count):
        tokens.append(sampler.choose(seen[-1]))
        if len(tokens) < count:
            logits, cache = decode(params, cache, np.array(tokens[-1:], np.int32), np.int32(position))
            seen.append(np.asarray(logits))
        begin = begin or (time.perf_counter(), time.process_time())  # the first call compiles
    end = time.perf_counter(), time.process_time()
    print(*tokens)
    if logits_file:
        np.save(logits_file, np.stack(seen))
    return [(count - 2) / (now - then) for now, then in zip(end, begin)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=sorted(CONFIGS))
    parser.add_argument("folder")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--generate", metavar=("N", "ID"), nargs="+", type=int)
    parser.add_argument("--temperature", type=float, default=0)
    parser.add_argument("--top", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--logits")
    parser.add_argument("--speed", action="store_true", help="also print tokens per second, and per second of the processor")
    arguments = parser.parse_args()
    config = CONFIGS[arguments.kind][arguments.large]
    params = random_weights(config)
    write(config, params, arguments.folder)
    if arguments.generate:
        sampler = Sampler(arguments.temperature, arguments.top, arguments.seed)
        speed = generate(config, params, arguments.generate[1:], arguments.generate[0], sampler, arguments.logits)
        if arguments.speed and arguments.generate[0] > 2:
            print("{:.1f} tokens/s, {:.1f} per second of the processor".format(*speed))


main()
