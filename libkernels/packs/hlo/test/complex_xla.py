#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints complex_xla.h: what XLA computes on the CPU for functions of complex<f32> of infinities, NaNs, zeros and some other parts. Needs
jax (made with 0.12).

usage: complex_xla.py > complex_xla.h"""
import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")
import jax
import numpy as np
from jax._src import xla_bridge
from jax._src.interpreters import mlir
from jax._src.lib import xla_client
from jaxlib.mlir import ir

FUNCTIONS = ["abs", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "sign", "sine", "sqrt", "tan", "tanh"]
PARTS = np.array([np.inf, -np.inf, np.nan, 0.0, -0.0, 1, -2.5], np.float32)


def run(function, numbers):
    result = "tensor<%dx%s>" % (len(numbers), "f32" if function == "abs" else "complex<f32>")
    operand = "tensor<%dxcomplex<f32>>" % len(numbers)
    text = f"""func.func @main(%x: {operand}) -> {result} {{
  %r = "stablehlo.{function}"(%x) : ({operand}) -> {result}
  return %r : {result}
}}"""
    backend = xla_bridge.get_backend("cpu")
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        devices = xla_client.DeviceList(tuple(backend.local_devices()[:1]))
        program = backend.compile_and_load(module, devices, xla_client.CompileOptions())
    return np.asarray(program.execute_sharded([jax.device_put(numbers)]).disassemble_into_single_device_arrays()[0][0])


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


main()
