#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""onnx_model.py FOLDER [MODEL]: converts an ONNX model to StableHLO. FOLDER gets digits.mlirbc with the weights as arguments,
digits.safetensors, pictures.npy, and answers.npy with the results of ONNX's own evaluator. Without MODEL it first writes digits.onnx, a
convolutional network with random weights that reads 6 pictures of 12 x 12 pixels. onnx_to_c.md describes it."""
import os
import sys

import jax
import numpy as np
import onnx
import safetensors.numpy
from jax import export
from jaxonnxruntime import call_onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator


def make_model():
    random = np.random.default_rng(3)
    weights = {"conv.weight": random.standard_normal((8, 1, 3, 3)) / 3, "conv.bias": random.standard_normal(8),
               "dense.weight": random.standard_normal((10, 288)) / 17, "dense.bias": random.standard_normal(10)}
    nodes = [helper.make_node("Reshape", ["pixels", "sizes"], ["x"]),
             helper.make_node("Conv", ["x", "conv.weight", "conv.bias"], ["c"], kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
             helper.make_node("Relu", ["c"], ["r"]),
             helper.make_node("MaxPool", ["r"], ["p"], kernel_shape=[2, 2], strides=[2, 2]),
             helper.make_node("Flatten", ["p"], ["f"]),
             helper.make_node("Gemm", ["f", "dense.weight", "dense.bias"], ["g"], transB=1),
             helper.make_node("ArgMax", ["g"], ["digits"], axis=1, keepdims=0)]
    graph = helper.make_graph(nodes, "digits", [helper.make_tensor_value_info("pixels", TensorProto.FLOAT, [6, 144])],
                              [helper.make_tensor_value_info("digits", TensorProto.INT64, [6])],
                              [numpy_helper.from_array(np.array([6, 1, 12, 12]), "sizes"),
                               *(numpy_helper.from_array(value.astype(np.float32), name) for name, value in weights.items())])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15)], ir_version=8)


def main():
    folder, path = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else os.path.join(sys.argv[1], "digits.onnx")
    os.makedirs(folder, exist_ok=True)
    if len(sys.argv) == 2:
        onnx.save(make_model(), path)
    model = onnx.load(path)
    squares = np.random.default_rng(5).standard_normal((6, 3, 3)) * 3  # of 4 x 4 pixels each
    pixels = np.kron(squares, np.ones((4, 4))).reshape(6, 144).astype(np.float32)

    function, weights = call_onnx.call_onnx_model(model, [pixels])
    weights = {name: np.asarray(value) for name, value in weights.items()}
    shapes = jax.tree.map(lambda x: jax.ShapeDtypeStruct(x.shape, x.dtype), (weights, pixels))
    exported = export.export(jax.jit(lambda weights, pixels: function(weights, [pixels])[0]))(*shapes)
    with open(os.path.join(folder, "digits.mlirbc"), "wb") as file:
        file.write(exported.mlir_module_serialized)
    safetensors.numpy.save_file(weights, os.path.join(folder, "digits.safetensors"))
    np.save(os.path.join(folder, "pictures.npy"), pixels)
    name = model.graph.input[0].name
    np.save(os.path.join(folder, "answers.npy"), ReferenceEvaluator(model).run(None, {name: pixels})[0].astype(np.int32))


main()
