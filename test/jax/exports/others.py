# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of TensorFlow, which lowers to StableHLO itself."""
import functools

import jax
import numpy as np

from functions import floats


def tensorflow():
    import tensorflow as tf
    x, image, integers = floats(4, 6), floats(2, 8, 8, 3), np.arange(6, dtype=np.int32) % 4
    weights, kernel = floats(6, 3), floats(3, 3, 3, 4)  # as tf.constant() outside of a function they were arguments
    functions = {
        "dense": (lambda a: tf.nn.relu(tf.matmul(a, weights)) + 1.0, [x]), "softmax": (lambda a: tf.nn.softmax(a), [x]), "layer_norm": (
            lambda a: (a - tf.reduce_mean(a, -1, True)) * tf.math.rsqrt(tf.math.reduce_variance(a, -1, True) + 1e-5), [x]),
        "conv": (lambda a: tf.nn.conv2d(a, kernel, 1, "SAME"), [image]), "max_pool": (lambda a: tf.nn.max_pool2d(a, 2, 2, "VALID"), [image]),
        "einsum": (lambda a: tf.einsum("ij,kj->ik", a, a), [x]), "gather": (lambda a, i: tf.gather(a, i), [x, integers]),
        "one_hot": (lambda i: tf.one_hot(i, 5), [integers]), "cumsum": (lambda a: tf.cumsum(a, 1), [x]), "transpose": (
            lambda a: tf.transpose(tf.reshape(a, [2, 2, 6]), [2, 0, 1]), [x]), "top_k": (lambda a: tf.nn.top_k(a, 3)[0], [x]),
        "while": (lambda a: tf.while_loop(lambda i, s: i < 4, lambda i, s: (i + 1, s * 1.5), [0, a])[1], [x]),
        "segment": (lambda a, i: tf.math.unsorted_segment_sum(a[:, 0], i[:4], 4), [x, integers]), "erf": (lambda a: tf.math.erf(a), [x])}
    def lower(function, inputs):
        compiled, tensors = tf.function(function, jit_compile=True, autograph=False), [tf.constant(a) for a in inputs]
        lowered = compiled.experimental_get_compiler_ir(*tensors)
        forms = {"text": lowered(stage="stablehlo").encode(), "artifact": lowered(stage="stablehlo_serialized")}
        return forms, inputs, [np.asarray(v) for v in jax.tree.leaves(compiled(*tensors))]

    for name, (function, inputs) in functions.items():
        yield name, functools.partial(lower, function, inputs)
