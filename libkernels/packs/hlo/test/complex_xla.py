#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints complex_xla.h: what XLA computes on the CPU for functions of complex<f32> of infinities, NaNs, zeros and some other parts, and
what the results of functions of two complex<f64> are. Needs jax (made with 0.12).

usage: complex_xla.py > complex_xla.h"""
import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")
import jax
import numpy as np
from jax._src import xla_bridge
from jax._src.interpreters import mlir
from jax._src.lib import xla_client
from jaxlib.mlir import ir

FUNCTIONS = ["abs", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "rsqrt", "sign", "sine", "sqrt", "tan", "tanh"]
BINARY = ["divide", "power"]
PARTS = np.array([np.inf, -np.inf, np.nan, 0.0, -0.0, 1, -2.5], np.float32)


def run(function, *operands):
    part = "f32" if operands[0].dtype == np.complex64 else "f64"
    operand = "tensor<%dxcomplex<%s>>" % (len(operands[0]), part)
    result = "tensor<%dx%s>" % (len(operands[0]), part) if function == "abs" else operand
    names = ["%x", "%y"][: len(operands)]
    text = f"""func.func @main({", ".join(name + ": " + operand for name in names)}) -> {result} {{
  %r = "stablehlo.{function}"({", ".join(names)}) : ({", ".join([operand] * len(names))}) -> {result}
  return %r : {result}
}}"""
    backend = xla_bridge.get_backend("cpu")
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        devices = xla_client.DeviceList(tuple(backend.local_devices()[:1]))
        program = backend.compile_and_load(module, devices, xla_client.CompileOptions())
    return np.asarray(program.execute_sharded([jax.device_put(x) for x in operands]).disassemble_into_single_device_arrays()[0][0])


def what(part, other):
    """One letter for a part; '?' for one that is small beside the other, which is a rounding error."""
    if np.isnan(part):
        return "n"
    if part == 0:
        return "z" if np.signbit(part) else "0"
    if np.isinf(part):
        return "+" if part > 0 else "-"
    return "?" if abs(part) < 1e-6 * abs(other) else "p" if part > 0 else "m"


def print_binary():
    print("""/* The results of functions of two numbers of these parts, two letters each: n NaN, + and - infinities, 0 and z zeros, p and m numbers, ? any
 * number that is small beside the other part. */
static const struct {
	enum hlo_opcode opcode;
	const char *results[49];
} xla_pairs[] = {""")
    jax.config.update("jax_enable_x64", True)
    numbers = np.zeros(len(PARTS) ** 2, np.complex128)
    numbers.real, numbers.imag = np.repeat(PARTS, len(PARTS)), np.tile(PARTS, len(PARTS))
    for function in BINARY:
        found = run(function, np.repeat(numbers, 49), np.tile(numbers, 49))
        letters = [what(x.real, x.imag) + what(x.imag, x.real) for x in found]
        rows = ['"%s"' % "".join(letters[i : i + 49]) for i in range(0, 49 * 49, 49)]
        print("\t{ HLO_OP_%s,\n\t\t{ %s } }," % (function, ",\n\t\t\t".join(rows)))
    print("};")


def main():
    numbers = np.zeros(len(PARTS) ** 2, np.complex64)
    numbers.real, numbers.imag = np.repeat(PARTS, len(PARTS)), np.tile(PARTS, len(PARTS))
    print("""/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Written by complex_xla.py: the parts, and of each function the bits of the parts of its results for all pairs of them, as XLA has them. */
static const float xla_parts[] = { INFINITY, -INFINITY, NAN, 0.0f, -0.0f, 1, -2.5f };
static const struct {
	enum hlo_opcode opcode;
	uint32_t results[49][2];
} xla_values[] = {""")
    for function in FUNCTIONS:
        found = run(function, numbers).astype(np.complex64)
        rows = ["{ 0x%X, 0x%X }" % (x.real.view(np.uint32), x.imag.view(np.uint32)) for x in found]
        print("\t{ HLO_OP_%s,\n\t\t{ %s } }," % (function, ",\n\t\t\t".join(", ".join(rows[i : i + 5]) for i in range(0, 49, 5))))
    print("};")
    print_binary()


main()
