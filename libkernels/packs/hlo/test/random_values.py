#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints random_values.h: what XLA computes for stablehlo.rng_bit_generator on the CPU. Needs jax (made with 0.12).

usage: random_values.py > random_values.h"""
import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")
import jax
import numpy as np

jax.config.update("jax_enable_x64", True)
from jax._src import xla_bridge
from jax._src.interpreters import mlir
from jax._src.lib import xla_client
from jaxlib.mlir import ir

BITS = [2, 4, 8, 16, 32, 64]
SHAPES = [[], [1], [2], [3], [4], [5], [6, 4], [3, 5], [5, 3], [3, 3, 4], [3, 4, 5], [2, 2], [1, 1], [7, 7, 3], [1, 8], [5, 2, 6],
    [0], [3, 0, 2], [9, 5, 7], [257], [17, 3, 1, 5], [3, 3, 1, 2], [1000], [3, 700]]
FULL = (1 << 64) - 1
STATES = {2: [[1, 2], [0x2B0000002A, 0x2D0000002C], [0xFEDCBA9876543210, FULL]],
    3: [[1, 2, 3], [0x123456789ABCDEF0, FULL, 7], [FULL, FULL, FULL]]}


def run(algorithm, state, shape, bits):
    result = "tensor<%s>" % "x".join([str(d) for d in shape] + ["ui%d" % bits])
    kept = "tensor<%dxui64>" % len(state)
    text = f"""func.func @main(%s: {kept}) -> ({kept}, {result}) {{
  %r:2 = stablehlo.rng_bit_generator %s, algorithm = {algorithm} : ({kept}) -> ({kept}, {result})
  return %r#0, %r#1 : {kept}, {result}
}}"""
    backend = xla_bridge.get_backend("cpu")
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        devices = xla_client.DeviceList(tuple(backend.local_devices()[:1]))
        program = backend.compile_and_load(module, devices, xla_client.CompileOptions())
    outputs = program.execute_sharded([jax.device_put(np.array(state, np.uint64))]).disassemble_into_single_device_arrays()
    return [np.asarray(x[0]) for x in outputs]


def hashed(elements, size):
    value = 0xCBF29CE484222325
    for element in elements:
        for byte in int(element).to_bytes(size, "little"):
            value = (value ^ byte) * 0x100000001B3 & FULL
    return "0x%X" % value


def words(state):
    return "{ %s }" % ", ".join("0x%X" % int(word) for word in state)


def main():
    number = 0
    print("""/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Written by random_values.py: per algorithm, shape and state what XLA computes. */
static const struct record {
	const char *algorithm;
	uint32_t rank;
	int64_t dims[4];
	uint32_t words; /* of the state */
	uint64_t state[3], next[3]; /* after elements of up to 32 bits */
	uint64_t next_long[3];      /* after those of 64 bits */
	/* FNV-1a of the elements of 2, 4, 8, 16, 32 and 64 bits, in whole little-endian bytes */
	uint64_t hashes[6];
} records[] = {""")
    for algorithm, counts in [("THREE_FRY", [2]), ("PHILOX", [2, 3]), ("DEFAULT", [2, 3])]:
        for count in counts:
            for shape in SHAPES:
                state = STATES[count][number % 3]
                number += 1
                hashes = []
                for bits in BITS:
                    kept, elements = run(algorithm, state, shape, bits)
                    hashes.append(hashed(elements.reshape(-1), max(bits // 8, 1)))
                    if bits == 32:
                        short = words(kept)
                dims = "{ %s }" % ", ".join(map(str, shape)) if shape else "{ 0 }"
                print('\t{ "%s", %d, %s, %d, %s, %s, %s,' % (algorithm, len(shape), dims, count, words(state), short, words(kept)))
                print("\t\t{ %s } }," % ", ".join(hashes))
    print("};")


main()
