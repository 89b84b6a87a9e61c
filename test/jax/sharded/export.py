#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""export.py [--gspmd] FOLDER [NAME...]: exports the programs of programs.py for 8 host devices, with their inputs and JAX's results. NAME.jax is the
export, NAME.in.npz has the arguments (arg0 ...), NAME.out.npz the results (result0 ...) and, for results with a sharding, where the part of
each device begins and how large it is (part0 ...: [device][dimension][2]). --gspmd: shardings as before Shardy."""
import os
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: E402
import numpy as np  # noqa: E402
import programs  # noqa: E402
from jax.sharding import AxisType, NamedSharding  # noqa: E402


def parts_of(result):
    ordered = sorted(result.addressable_shards, key=lambda shard: shard.device.id)
    return np.array([[(s.start or 0, (size if s.stop is None else s.stop) - (s.start or 0)) for s, size in zip(shard.index, result.shape)]
                     for shard in ordered], np.int32).reshape(len(ordered), result.ndim, 2)


def export(folder, name, shape, function, arguments, ins, outs):
    mesh = jax.make_mesh(shape, programs.NAMES[:len(shape)], axis_types=(AxisType.Auto,) * len(shape))
    with jax.set_mesh(mesh):
        to = [None if spec is None else NamedSharding(mesh, spec) for spec in outs]
        jitted = jax.jit(function, in_shardings=tuple(NamedSharding(mesh, spec) for spec in ins), out_shardings=tuple(to) if len(to) > 1 else to[0])
        results = jitted(*arguments)
        exported = jax.export.export(jitted)(*(jax.ShapeDtypeStruct(a.shape, a.dtype) for a in arguments))
    results = results if isinstance(results, tuple) else (results,)
    arrays = {}
    for i, result in enumerate(jax.tree.leaves(results)):
        arrays[f"result{i}"] = np.asarray(result)
        if outs[i] is not None:
            arrays[f"part{i}"] = parts_of(result)
    with open(os.path.join(folder, name + ".jax"), "wb") as out:
        out.write(exported.serialize())
    np.savez_compressed(os.path.join(folder, name + ".in.npz"), **{f"arg{i}": a for i, a in enumerate(arguments)})
    np.savez_compressed(os.path.join(folder, name + ".out.npz"), **arrays)


def main():
    older = sys.argv[1] == "--gspmd"
    folder, *names = sys.argv[1 + older:]
    jax.config.update("jax_use_shardy_partitioner", not older)
    os.makedirs(folder, exist_ok=True)
    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")
    jax.config.update("jax_include_full_tracebacks_in_locations", False)
    failed = 0
    for name, *rest in programs.programs():
        if names and name not in names:
            continue
        try:
            export(folder, name, *rest)
        except Exception as problem:  # pylint: disable=broad-except
            failed += 1
            print(f"{name}: {type(problem).__name__}: {str(problem)[:300]}", file=sys.stderr)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
