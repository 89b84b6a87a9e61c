#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of JAX in the encoding of StableHLO: jax_*.mlirbc, beside the text that JAX prints of each. Written by JAX 0.12.0 with

    python3 -c "exec(compile(open('write_jax.py').read(), 'write_jax.py', 'exec'))"

so that locations do not have the folder."""
import io
import os
os.environ['XLA_FLAGS'] = '--xla_force_host_platform_device_count=2'
import jax
import jax.numpy as jnp
from jax import lax
from jax._src.lib.mlir import ir
from jax.sharding import AxisType, PartitionSpec


def numbers(x, k, i):
    y = lax.conv_general_dilated(x, k, (1, 1), 'SAME', precision='highest')
    z = jnp.linalg.norm(y) + jnp.exp(y[0, 0, 0]).sum()
    s = jnp.sort(x[0, 0], axis=1)[:, ::-1]
    g = s[i].at[i].add(2.0)
    f = jnp.fft.rfft(g).real
    t = lax.linalg.triangular_solve(x[0, 0], s, left_side=True, lower=True, transpose_a=True)
    v, _ = lax.top_k(t, 2)
    d = lax.dot_general(s, t, (((1,), (0,)), ((), ())), precision=lax.DotAlgorithmPreset.BF16_BF16_F32_X3)
    return lax.erf(v) + z, f, jnp.dot(s, t, precision='high') + d, lax.exp(v, accuracy=lax.Tolerance(atol=1.0, rtol=0.0, ulps=2))


def bits(key):
    return lax.rng_bit_generator(key, (4,), dtype=jnp.uint32)


def devices(x):
    mesh = jax.make_mesh((2,), ('x',), axis_types=(AxisType.Auto,))
    both = lambda a: lax.psum(a, 'x') + lax.ppermute(a, 'x', [(0, 1), (1, 0)])
    return jax.shard_map(both, mesh=mesh, in_specs=PartitionSpec('x'), out_specs=PartitionSpec('x'))(x)


def write(function, *arguments):
    module = jax.jit(function).lower(*arguments).compiler_ir('stablehlo')
    out, name = io.BytesIO(), 'jax_' + function.__name__
    module.operation.write_bytecode(out)
    with module.context, open(name + '.v6.mlirbc', 'wb') as data, open(name + '.v6.txt', 'w') as text, open(name + '.mlir', 'w') as source:
        read = ir.Module.parse(out.getvalue())
        data.write(out.getvalue())
        text.write(read.operation.get_asm(print_generic_op_form=True, enable_debug_info=True) + '\n')
        source.write(read.operation.get_asm())


write(numbers, jnp.ones((1, 2, 5, 5)), jnp.ones((3, 2, 3, 3)), jnp.zeros((2,), jnp.int32))
write(bits, jnp.zeros((4,), jnp.uint32))
write(devices, jnp.ones((4,)))
