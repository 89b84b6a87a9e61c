#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""growth.py BEF [NAME...]: how time grows with sizes of models, one JSON line each: the times of a call and of opening, in ns, at the
largest size, and exponents. Time is proportional to size^exponent, fitted from the larger half of the sizes; 1 is linear."""
import json
import math
import os
import subprocess
import sys
import tempfile


def function(arguments, result, lines):
    return "\n".join([f"func.func @main({arguments}) -> {result} {{", *lines, "}", ""])


def trips(n):
    """Iterations of a loop over an array."""
    return function("%x: tensor<256xf32>", "tensor<256xf32>", [
        f"%n = stablehlo.constant dense<{n}> : tensor<i32>", "%i = stablehlo.constant dense<0> : tensor<i32>",
        "%one = stablehlo.constant dense<1> : tensor<i32>", "%half = stablehlo.constant dense<0.5> : tensor<256xf32>",
        "%r:2 = stablehlo.while(%k = %i, %y = %x) : tensor<i32>, tensor<256xf32>", "cond {",
        "%c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>", "stablehlo.return %c : tensor<i1>", "} do {",
        "%m = stablehlo.add %k, %one : tensor<i32>", "%z = stablehlo.multiply %y, %half : tensor<256xf32>",
        "%w = stablehlo.add %z, %x : tensor<256xf32>", "stablehlo.return %m, %w : tensor<i32>, tensor<256xf32>", "}",
        "return %r#1 : tensor<256xf32>"])


def scalar_trips(n):
    """Iterations of a loop over numbers."""
    return trips(n).replace("tensor<256xf32>", "tensor<f32>")


def chain(n):
    """Dependent products of small matrices, which are no loop of elements."""
    lines = [f"%{i + 1} = stablehlo.dot %{i}, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>" for i in range(1, n)]
    first = "%1 = stablehlo.dot %x, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>"
    return function("%x: tensor<4x4xf32>, %w: tensor<4x4xf32>", "tensor<4x4xf32>", [first, *lines, f"return %{n} : tensor<4x4xf32>"])


def elementwise(n):
    """Dependent operations of elements."""
    lines = [f"%{i + 1} = stablehlo.{'add' if i % 2 else 'multiply'} %{i}, %x : tensor<64xf32>" for i in range(1, n)]
    return function("%x: tensor<64xf32>", "tensor<64xf32>",
                    ["%1 = stablehlo.add %x, %x : tensor<64xf32>", *lines, f"return %{n} : tensor<64xf32>"])


def layers(n, rows=32):
    """Layers of a network of width 128."""
    t, lines = f"tensor<{rows}x128xf32>", ["%zero = stablehlo.constant dense<0.0> : tensor<f32>"]
    lines.append(f"%zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> {t}")
    for i in range(n):
        lines += [f"%p{i} = stablehlo.dot %{'x' if i == 0 else f'r{i - 1}'}, %w : ({t}, tensor<128x128xf32>) -> {t}",
                  f"%r{i} = stablehlo.maximum %p{i}, %zeros : {t}"]
    return function(f"%x: {t}, %w: tensor<128x128xf32>", t, [*lines, f"return %r{n - 1} : {t}"])


def batch(n):
    """Rows that go through four such layers."""
    return layers(4, n)


def sequence(n):
    """Places of an attention of width 64: scores are quadratic."""
    t, s = f"tensor<{n}x64xf32>", f"tensor<{n}x{n}xf32>"
    return function(f"%q: {t}, %k: {t}, %v: {t}", t, [
        f"%s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : ({t}, {t}) -> {s}", f"%e = stablehlo.exponential %s : {s}",
        f"%r = stablehlo.dot %e, %v : ({s}, {t}) -> {t}", f"return %r : {t}"])


# name: program, sizes
FAMILIES = {"trips": (trips, [10 ** i for i in range(2, 7)]), "scalar_trips": (scalar_trips, [10 ** i for i in range(2, 8)]),
            "chain": (chain, [10 ** i for i in range(2, 6)]), "elementwise": (elementwise, [10 ** i for i in range(2, 6)]),
            "layers": (layers, [4 ** i for i in range(1, 6)]), "batch": (batch, [4 ** i for i in range(2, 7)]),
            "sequence": (sequence, [2 ** i for i in range(5, 12)])}


def exponent(points):
    """The slope of the logarithms of times over those of sizes, by least squares."""
    points = [(math.log(size), math.log(time)) for size, time in points[-((len(points) + 1) // 2):]]
    x, y = (sum(values) / len(points) for values in zip(*points))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def main():
    for name in sys.argv[2:] or FAMILIES:
        program, sizes = FAMILIES[name]
        calls, opening = [], []
        for size in sizes:
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "model.mlir")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(program(size))
                done = subprocess.run([sys.argv[1], "bench", path, "--random-inputs", "1"], stdout=subprocess.PIPE, check=True)
                result = json.loads(done.stdout)
            calls.append((size, 1e6 * result["ms_min"]))
            opening.append((size, 1e6 * result["load_ms"]))
        print(json.dumps({"lib": "bef", "name": "growth_" + name, "size": sizes[-1], "ns": round(calls[-1][1]),
                          "exponent": round(exponent(calls), 2), "open_ns": round(opening[-1][1]),
                          "open_exponent": round(exponent(opening), 2)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
