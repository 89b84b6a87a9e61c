#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch_model.py FOLDER: exports a convolutional network of PyTorch, which reads 6 pictures of 12 x 12 pixels, as digits.mlirbc with the
weights as arguments, digits.safetensors, pictures.npy, and answers.npy with the results of PyTorch. The weights are random.
pytorch_to_c.md describes it."""
import os
import sys

import jax
import numpy as np
import safetensors.torch
import torch
from jax import export
from torch import nn
from torchax.export import exported_program_to_jax


class Digits(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3, padding=1)
        self.norm = nn.BatchNorm2d(8)
        self.dense = nn.Linear(288, 10)

    def forward(self, pixels):
        x = torch.relu(self.norm(self.conv(pixels.reshape(-1, 1, 12, 12))))
        x = nn.functional.max_pool2d(x, 2)
        return self.dense(x.flatten(1)).argmax(-1)


def function_of_weights(module, *arguments):
    """A function of a dictionary of tensors, by the names of the module's state, and of the arguments; and the dictionary."""
    program = torch.export.export(module, arguments)
    values, function = exported_program_to_jax(program)  # in the order of the signature
    names = [*program.graph_signature.parameters, *program.graph_signature.buffers, *program.graph_signature.lifted_tensor_constants]
    shapes = {name: jax.ShapeDtypeStruct(value.shape, value.dtype) for name, value in zip(names, values, strict=True)}
    return lambda weights, *inputs: function([weights[name] for name in names], inputs), shapes


def main():
    folder, = sys.argv[1:]
    torch.manual_seed(3)
    squares = np.random.default_rng(5).standard_normal((6, 3, 3)) * 3  # of 4 x 4 pixels each
    pixels = torch.tensor(np.kron(squares, np.ones((4, 4))).reshape(6, 144), dtype=torch.float32)
    module = Digits().eval()
    function, shapes = function_of_weights(module, pixels)

    def read_digits(weights, pixels):
        return function(weights, pixels)[0].astype("int32")
    exported = export.export(jax.jit(read_digits))(shapes, jax.ShapeDtypeStruct(pixels.shape, "float32"))
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "digits.mlirbc"), "wb") as file:
        file.write(exported.mlir_module_serialized)
    safetensors.torch.save_file(module.state_dict(), os.path.join(folder, "digits.safetensors"))
    np.save(os.path.join(folder, "pictures.npy"), pixels.numpy())
    np.save(os.path.join(folder, "answers.npy"), module(pixels).numpy().astype(np.int32))


main()
