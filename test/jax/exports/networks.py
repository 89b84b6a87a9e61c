# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports of networks: flax linen, flax nnx, equinox, keras. Weights are arguments or constants; training steps are programs, too."""
import os

import jax
import jax.numpy as jnp
import numpy as np

from functions import floats

KEY = jax.random.key(0)
IMAGE, ROWS, TOKENS = floats(2, 8, 8, 3), floats(2, 6), np.arange(10, dtype=np.int32).reshape(2, 5) % 7
SEQUENCE = floats(2, 5, 8)


def loss_gradients(apply):
    """The gradients of a loss with respect to the weights, as a training step computes them."""
    return jax.value_and_grad(lambda weights, x: jnp.mean(apply(weights, x) ** 2))


def linen():
    from flax import linen as nn

    class Perceptron(nn.Module):
        @nn.compact
        def __call__(self, x):
            return nn.Dense(3)(nn.gelu(nn.Dense(8)(x)))

    class Convolutional(nn.Module):
        @nn.compact
        def __call__(self, x):
            x = nn.max_pool(nn.relu(nn.Conv(4, (3, 3))(x)), (2, 2), (2, 2))
            x = nn.avg_pool(nn.relu(nn.Conv(4, (3, 3), strides=2)(x)), (2, 2), (1, 1))
            return nn.Dense(3)(x.reshape(x.shape[0], -1))

    class Residual(nn.Module):
        @nn.compact
        def __call__(self, x):
            y = nn.relu(nn.BatchNorm(use_running_average=True)(nn.Conv(3, (3, 3), use_bias=False)(x)))
            return x + nn.GroupNorm(num_groups=3)(nn.Conv(3, (1, 1))(y))

    class Block(nn.Module):
        @nn.compact
        def __call__(self, x):
            x = x + nn.MultiHeadDotProductAttention(num_heads=2)(nn.LayerNorm()(x), mask=nn.make_causal_mask(x[..., 0]))
            return x + nn.Dense(8)(nn.silu(nn.Dense(16)(nn.RMSNorm()(x))))

    layers = {"dense": (nn.Dense(5), ROWS), "dense_bf16": (nn.Dense(5, dtype=jnp.bfloat16), ROWS),
              "dense_general": (nn.DenseGeneral((2, 3)), ROWS), "einsum": (nn.Einsum((6, 4), "bi,io->bo"), ROWS),
              "embed": (nn.Embed(7, 4), TOKENS), "conv": (nn.Conv(4, (3, 3)), IMAGE),
              "conv_grouped": (nn.Conv(6, (3, 3), feature_group_count=3), IMAGE), "conv_dilated": (nn.Conv(4, (3,), kernel_dilation=2), SEQUENCE),
              "conv_transposed": (nn.ConvTranspose(4, (3, 3), strides=(2, 2)), IMAGE), "conv_causal": (nn.Conv(4, (3,), padding="CAUSAL"), SEQUENCE),
              "conv_circular": (nn.Conv(4, (3,), padding="CIRCULAR"), SEQUENCE), "conv_local": (nn.ConvLocal(2, (3,)), SEQUENCE),
              "layer_norm": (nn.LayerNorm(), SEQUENCE), "rms_norm": (nn.RMSNorm(), SEQUENCE), "group_norm": (nn.GroupNorm(num_groups=4), SEQUENCE),
              "instance_norm": (nn.InstanceNorm(), IMAGE), "weight_norm": (nn.WeightNorm(nn.Dense(4)), ROWS),
              "attention": (nn.MultiHeadDotProductAttention(num_heads=2), SEQUENCE), "lstm": (nn.RNN(nn.LSTMCell(4)), SEQUENCE),
              "gru_reversed": (nn.RNN(nn.GRUCell(4), reverse=True), SEQUENCE), "bidirectional": (
                  nn.Bidirectional(nn.RNN(nn.SimpleCell(4)), nn.RNN(nn.SimpleCell(4))), SEQUENCE),
              "perceptron": (Perceptron(), ROWS), "convolutional": (Convolutional(), IMAGE), "residual": (Residual(), IMAGE), "block": (Block(), SEQUENCE)}
    for name, (layer, x) in layers.items():
        weights = layer.init(KEY, x)
        yield name, layer.apply, (weights, x)
        if name in ("perceptron", "convolutional", "block", "lstm"):
            yield name + "_gradients", loss_gradients(layer.apply), (weights, x)
    perceptron = Perceptron()
    weights = perceptron.init(KEY, ROWS)
    yield "constant_weights", lambda x: perceptron.apply(weights, x), (ROWS,)
    yield "symbolic_batch", lambda x: perceptron.apply(weights, x), (ROWS,), {"symbolic": ("b, 6",)}
    norm = nn.BatchNorm(use_running_average=False)
    state = norm.init(KEY, IMAGE)
    yield "batch_norm_update", lambda s, x: norm.apply(s, x, mutable=["batch_stats"]), (state, IMAGE)
    dropout = nn.Dropout(0.5, deterministic=False)
    yield "dropout", lambda words, x: dropout.apply({}, x, rngs={"dropout": jax.random.wrap_key_data(words)}), (jax.random.key_data(KEY), ROWS)


def nnx():
    from flax import nnx as fx

    class Perceptron(fx.Module):
        def __init__(self, rngs):
            self.first, self.norm, self.last = fx.Linear(6, 8, rngs=rngs), fx.LayerNorm(8, rngs=rngs), fx.Linear(8, 3, rngs=rngs)

        def __call__(self, x):
            return self.last(fx.gelu(self.norm(self.first(x))))

    class Convolutional(fx.Module):
        def __init__(self, rngs):
            self.conv, self.norm = fx.Conv(3, 4, (3, 3), rngs=rngs), fx.BatchNorm(4, use_running_average=True, rngs=rngs)
            self.head = fx.Linear(64, 3, rngs=rngs)

        def __call__(self, x):
            x = fx.max_pool(fx.relu(self.norm(self.conv(x))), (2, 2), (2, 2))
            return self.head(x.reshape(x.shape[0], -1))

    rngs = fx.Rngs(0)
    layers = {"linear": (fx.Linear(6, 5, rngs=rngs), ROWS), "linear_general": (fx.LinearGeneral(6, (2, 3), rngs=rngs), ROWS),
              "einsum": (fx.Einsum("bi,io->bo", (6, 4), (4,), rngs=rngs), ROWS), "embed": (fx.Embed(7, 4, rngs=rngs), TOKENS),
              "conv": (fx.Conv(3, 4, (3, 3), rngs=rngs), IMAGE), "conv_strided": (fx.Conv(3, 4, (3, 3), strides=2, padding="VALID", rngs=rngs), IMAGE),
              "conv_transposed": (fx.ConvTranspose(3, 4, (3, 3), rngs=rngs), IMAGE), "layer_norm": (fx.LayerNorm(8, rngs=rngs), SEQUENCE),
              "rms_norm": (fx.RMSNorm(8, rngs=rngs), SEQUENCE), "group_norm": (fx.GroupNorm(8, num_groups=2, rngs=rngs), SEQUENCE),
              "attention": (fx.MultiHeadAttention(2, 8, decode=False, rngs=rngs), SEQUENCE), "lstm": (
                  fx.RNN(fx.LSTMCell(8, 4, rngs=rngs)), SEQUENCE), "gru": (fx.RNN(fx.GRUCell(8, 4, rngs=rngs)), SEQUENCE),
              "lora": (fx.LoRA(6, 2, 4, rngs=rngs), ROWS), "perceptron": (Perceptron(rngs), ROWS), "convolutional": (Convolutional(rngs), IMAGE)}
    for name, (layer, x) in layers.items():
        graph, weights, rest = fx.split(layer, fx.Param, ...)  # the rest, statistics and keys, are constants
        values, tree = jax.tree.flatten(weights)

        def apply(values, x, graph=graph, tree=tree, rest=rest):
            return fx.merge(graph, jax.tree.unflatten(tree, values), rest, copy=True)(x)

        yield name, apply, (values, x)
        if name in ("perceptron", "convolutional", "gru"):
            yield name + "_gradients", loss_gradients(apply), (values, x)
    model = Perceptron(fx.Rngs(1))
    yield "constant_weights", lambda x: model(x), (ROWS,)
    yield "symbolic_batch", lambda x: model(x), (ROWS,), {"symbolic": ("b, 6",)}


def equinox():
    import equinox as eqx
    picture, vector, sequence = np.moveaxis(IMAGE[0], -1, 0), ROWS[0], SEQUENCE[0]
    layers = {"linear": (eqx.nn.Linear(6, 5, key=KEY), vector), "mlp": (eqx.nn.MLP(6, 3, 8, 2, key=KEY), vector),
              "conv2d": (eqx.nn.Conv2d(3, 4, 3, key=KEY), picture), "conv_transposed": (eqx.nn.ConvTranspose2d(3, 4, 3, stride=2, key=KEY), picture),
              "conv1d": (eqx.nn.Conv1d(5, 4, 3, padding=1, key=KEY), sequence), "max_pool": (eqx.nn.MaxPool2d(2, 2), picture),
              "avg_pool": (eqx.nn.AvgPool2d(3, 2), picture), "adaptive_pool": (eqx.nn.AdaptiveAvgPool2d(3), picture),
              "layer_norm": (eqx.nn.LayerNorm(6), vector), "group_norm": (eqx.nn.GroupNorm(1, 3), picture), "rms_norm": (eqx.nn.RMSNorm(6), vector),
              "embedding": (eqx.nn.Embedding(7, 4, key=KEY), TOKENS[0, 0]), "prelu": (eqx.nn.PReLU(), vector)}
    for name, (layer, x) in layers.items():
        weights, rest = eqx.partition(layer, eqx.is_array)
        leaves, tree = jax.tree.flatten(weights)

        def apply(values, x, tree=tree, rest=rest):
            return eqx.combine(jax.tree.unflatten(tree, values), rest)(x)

        yield name, apply, (leaves, x)
        if name in ("mlp", "conv2d"):
            yield name + "_gradients", loss_gradients(apply), (leaves, x)
    cell, attention = eqx.nn.LSTMCell(8, 4, key=KEY), eqx.nn.MultiheadAttention(2, 8, key=KEY)
    gru = eqx.nn.GRUCell(8, 4, key=KEY)
    yield "lstm_scan", lambda x: jax.lax.scan(lambda c, r: (cell(r, c), c[0]), (jnp.zeros(4), jnp.zeros(4)), x), (sequence,)
    yield "gru_scan", lambda x: jax.lax.scan(lambda c, r: (gru(r, c), c), jnp.zeros(4), x), (sequence,)
    yield "attention", lambda x: attention(x, x, x), (sequence,)
    yield "rotary", eqx.nn.RotaryPositionalEmbedding(8), (sequence,)
    mlp = eqx.nn.MLP(6, 3, 8, 2, key=KEY)
    yield "vmapped", jax.vmap(mlp), (ROWS,)
    yield "symbolic_batch", jax.vmap(mlp), (ROWS,), {"symbolic": ("b, 6",)}


def keras():
    os.environ["KERAS_BACKEND"] = "jax"
    import keras as k
    k.utils.set_random_seed(0)
    layers = k.layers
    models = {"perceptron": ([layers.Dense(8, "relu"), layers.Dropout(0.5), layers.Dense(3, "softmax")], ROWS),
              "convolutional": ([layers.Conv2D(4, 3, activation="swish"), layers.MaxPooling2D(), layers.Flatten(), layers.Dense(3)], IMAGE),
              "separable": ([layers.SeparableConv2D(4, 3), layers.BatchNormalization(), layers.GlobalAveragePooling2D()], IMAGE),
              "depthwise": ([layers.DepthwiseConv2D(3, padding="same"), layers.LayerNormalization()], IMAGE),
              "transposed": ([layers.Conv2DTranspose(4, 3, strides=2), layers.UpSampling2D(2)], IMAGE),
              "lstm": ([layers.LSTM(4, return_sequences=True), layers.Dense(2)], SEQUENCE), "gru": ([layers.GRU(4)], SEQUENCE),
              "bidirectional": ([layers.Bidirectional(layers.SimpleRNN(4))], SEQUENCE), "conv1d": ([layers.Conv1D(4, 3, padding="causal")], SEQUENCE),
              "embedding": ([layers.Embedding(7, 4), layers.GlobalMaxPooling1D()], TOKENS), "normalizations": (
                  [layers.GroupNormalization(3), layers.UnitNormalization(), layers.PReLU()], IMAGE)}
    for name, (parts, x) in models.items():
        model = k.Sequential(parts)
        model(x)
        values, state = [v.value for v in model.trainable_variables], [v.value for v in model.non_trainable_variables]
        state = [np.asarray(v) for v in state]
        yield name, lambda values, x, model=model, state=state: model.stateless_call(values, state, x, training=False)[0], (values, x)
    inputs = k.Input((5, 8))
    attended = layers.MultiHeadAttention(2, 4)(inputs, inputs)
    model = k.Model(inputs, layers.LayerNormalization()(layers.Add()([inputs, attended])))
    yield "attention", lambda x: model(x), (SEQUENCE,)
    yield "attention_symbolic", lambda x: model(x), (SEQUENCE,), {"symbolic": ("b, 5, 8",)}
