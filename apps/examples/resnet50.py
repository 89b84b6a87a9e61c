#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes ResNet-50 as a program for bef, with the kernels that TFRT's own ResNet-50 uses:

    resnet50.py [--pixels N] > resnet50.mlir
    bef run --functions resnet50 resnet50.mlir

@weights makes the weights, of numbers that only look random, so the file stays small and the answer means nothing; @infer maps
them and a picture [1, N, N, 3] to 1000 scores, and @resnet50 does both and prints the scores. N is 224 unless said otherwise,
and a multiple of 32.

An activation is made when its turn has come (befkit.create_tensor has a chain) and goes after its last use, so no more than a few
exist at a time."""
import argparse

TENSOR, CHAIN = "!tfrt_tensor.tensor", "!tfrt.chain"
# (blocks, channels inside, channels outside, stride of the first block)
STAGES = [(3, 64, 256, 1), (4, 128, 512, 2), (6, 256, 1024, 2), (3, 512, 2048, 2)]
EPSILON = "1.0e-05 : f32"


def signature(inputs, results):
    return f"({', '.join(inputs)}) -> {results[0] if len(results) == 1 else '(' + ', '.join(results) + ')'}"


class Network:
    """Lines of @weights and of @infer as layers are added; `chain` is the last one of @infer."""

    def __init__(self):
        self.weights, self.infer, self.names = [], [], []
        self.chain, self.values = "%start", 0

    def weight(self, shape, center, spread):
        name = f"%w{len(self.names)}"
        dims = ", ".join(f"{d} : i64" for d in shape)
        self.weights.append(f'  {name} = "befkit.random_uniform.f32"() {{center = {center:e} : f32, seed = {len(self.names)} : i64, '
                            f"shape = [{dims}], spread = {spread:e} : f32}} : () -> {TENSOR}")
        self.names.append(name)
        return name

    def value(self, prefix):
        self.values += 1
        return f"%{prefix}{self.values}"

    def create(self, shape):
        name, dims = self.value("t"), ", ".join(f"{d} : i64" for d in shape)
        self.infer.append(f'  {name} = "befkit.create_tensor.f32"({self.chain}) {{shape = [{dims}]}} : ({CHAIN}) -> {TENSOR}')
        return name

    def run(self, kernel, tensors, attributes=""):
        chain, types = self.value("c"), [TENSOR] * len(tensors) + [CHAIN]
        braces = f" {{{attributes}}}" if attributes else ""
        self.infer.append(f'  {chain} = "{kernel}"({", ".join(tensors + [self.chain])}){braces} : {signature(types, [CHAIN])}')
        self.chain = chain

    def convolution(self, tensor, shape, size, filters, stride, padding, relu):
        """Convolution, batch norm and perhaps relu, as three kernels."""
        height, width, channels = shape
        filter_ = self.weight([size, size, channels, filters], 0, (6 / (size * size * channels)) ** 0.5)
        norm = [self.weight([filters], 1, 0.25), self.weight([filters], 0, 0.25), self.weight([filters], 0, 0.25),
                self.weight([filters], 1, 0.5)]
        grown = 0 if padding == "same" else 1 - size
        out = [(d + grown + stride - 1) // stride for d in (height, width)] + [filters]
        result = self.create([1] + out)
        self.run("eigen.conv2d.f32", [tensor, filter_, result],
                 f'padding = "{padding}", strides = [{stride} : i64, {stride} : i64]')
        self.run("eigen.batch_norm.f32", [result] + norm, f"epsilon = {EPSILON}")
        if relu:
            self.run("tfrt_test.relu_inplace.f32", [result])
        return result, out

    def block(self, tensor, shape, inside, outside, stride, first):
        """Three convolutions, added to their input."""
        a, a_shape = self.convolution(tensor, shape, 1, inside, stride, "valid", True)
        b, b_shape = self.convolution(a, a_shape, 3, inside, 1, "same", True)
        c, c_shape = self.convolution(b, b_shape, 1, outside, 1, "valid", False)
        shortcut = tensor
        if first:
            shortcut, _ = self.convolution(tensor, shape, 1, outside, stride, "valid", False)
        self.run("tfrt_test.add_inplace.f32", [shortcut, c])
        self.run("tfrt_test.relu_inplace.f32", [c])
        return c, c_shape

    def pad(self, tensor, shape, margin):
        out = [shape[0] + 2 * margin, shape[1] + 2 * margin, shape[2]]
        result = self.create([1] + out)
        self.run("eigen.zero_padding.f32", [tensor, result], f"padding = [{margin} : i64, {margin} : i64]")
        return result, out

    def whole(self, pixels):
        tensor, shape = self.pad("%image", [pixels, pixels, 3], 3)
        tensor, shape = self.convolution(tensor, shape, 7, 64, 2, "valid", True)
        pooled = [shape[0] // 2, shape[1] // 2, 64]
        result = self.create([1] + pooled)
        self.run("eigen.max_pooling_2d.f32", [tensor, result],
                 'padding = "same", pool_size = [3 : i64, 3 : i64], strides = [2 : i64, 2 : i64]')
        tensor, shape = result, pooled
        for blocks, inside, outside, stride in STAGES:
            for i in range(blocks):
                tensor, shape = self.block(tensor, shape, inside, outside, stride if i == 0 else 1, i == 0)
        features = self.create([1, shape[2]])
        self.run("tfrt_test.global_average_pooling.f32", [tensor, features])
        last, bias = self.weight([shape[2], 1000], 0, (6 / shape[2]) ** 0.5), self.weight([1000], 0, 0.25)
        self.infer.append("  %shape = ts.build_shape [1 : i64, 1000 : i64]")
        self.infer.append("  %one = tfrt.constant.f32 1.0")
        self.infer.append(f'  %scores = "tfrt_test.broadcast.f32.2"({bias}, %shape) : ({TENSOR}, !ts.shape) -> {TENSOR}')
        self.infer.append(f'  %done = "eigen.matmul.f32"(%one, {features}, {last}, %one, %scores, {self.chain}) : '
                          + signature(["f32", TENSOR, TENSOR, "f32", TENSOR, CHAIN], [CHAIN]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pixels", type=int, default=224)
    pixels = parser.parse_args().pixels
    if pixels < 32 or pixels % 32 != 0:
        parser.error("--pixels must be a multiple of 32")
    network = Network()
    network.whole(pixels)
    names, tensors = network.names, [TENSOR] * len(network.names)
    print(f"// ResNet-50 for pictures of {pixels} x {pixels} pixels; made by resnet50.py.")
    print(f"func.func @weights() -> ({', '.join(tensors)}) {{")
    print("\n".join(network.weights))
    print(f"  tfrt.return {', '.join(names)} : {', '.join(tensors)}\n}}\n")
    print(f"func.func @image() -> {TENSOR} {{")
    print('  %image = "befkit.random_uniform.f32"() {center = 0.0 : f32, seed = 1000 : i64, '
          f"shape = [1 : i64, {pixels} : i64, {pixels} : i64, 3 : i64], spread = 1.0 : f32}} : () -> {TENSOR}")
    print(f"  tfrt.return %image : {TENSOR}\n}}\n")
    arguments = ", ".join(f"{name}: {TENSOR}" for name in ["%image"] + names)
    print(f"func.func @infer({arguments}, %start: {CHAIN}) -> ({TENSOR}, {CHAIN}) {{")
    print("\n".join(network.infer))
    print(f"  tfrt.return %scores, %done : {TENSOR}, {CHAIN}\n}}\n")
    print(f"func.func @resnet50() -> {CHAIN} {{\n  %start = tfrt.new.chain")
    print(f"  %image = tfrt.call @image() : () -> {TENSOR}")
    print(f"  {', '.join(names)} = tfrt.call @weights() : () -> ({', '.join(tensors)})")
    print(f"  %scores, %done = tfrt.call @infer({', '.join(['%image'] + names + ['%start'])}) : "
          + signature([TENSOR] + tensors + [CHAIN], [TENSOR, CHAIN]))
    print(f"  %printed = tfrt_dht.print_tensor %scores, %done\n  tfrt.return %printed : {CHAIN}\n}}")


main()
