#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""random_programs.py FOLDER SEED [NAME...]: exports programs for random meshes of up to 8 devices, with random shardings of arguments, results
and values between, in the form that check.py takes. Expected results are those of one device without shardings; programs with
jax.shard_map are run on the mesh. Prints the programs that JAX refuses."""
import os
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"

import export  # noqa: E402
import jax  # noqa: E402
import numpy as np  # noqa: E402
import programs  # noqa: E402
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P  # noqa: E402
from programs import f32, i32  # noqa: E402
import random_cases  # noqa: E402,F401  pylint: disable=unused-import
from random_choice import CASES, NAMES, Choice, spec_of  # noqa: E402

MESHES = [(2,), (4,), (8,), (2, 2), (2, 4), (4, 2), (2, 2, 2)]


def argument(what):
    if what is None:
        return np.array([3, 5], np.uint32)
    return i32(*what) if isinstance(what, list) else f32(*what)


def parts_of(result, sharding):
    places = sharding.devices_indices_map(result.shape)
    return np.array([[(s.start or 0, (size if s.stop is None else s.stop) - (s.start or 0)) for s, size in zip(places[device], result.shape)]
                     for device in sorted(places, key=lambda device: device.id)], np.int32).reshape(len(places), result.ndim, 2)


def keep(folder, name, function, arguments, ins, outs):
    """As export.export(), with the results of one device: XLA's own partitioner stops at some programs."""
    mesh = jax.make_mesh(Choice.mesh, NAMES[:len(Choice.mesh)], axis_types=(AxisType.Auto,) * len(Choice.mesh))
    Choice.divides = False
    results = jax.tree.leaves(jax.jit(lambda *a: function(*a))(*arguments))  # another function: the other one is traced again
    Choice.divides = True
    with jax.set_mesh(mesh):
        to = tuple(None if spec is None else NamedSharding(mesh, spec) for spec in outs)
        jitted = jax.jit(function, in_shardings=tuple(NamedSharding(mesh, spec) for spec in ins), out_shardings=to)
        exported = jax.export.export(jitted)(*(jax.ShapeDtypeStruct(a.shape, a.dtype) for a in arguments))
    arrays = {f"result{i}": np.asarray(result) for i, result in enumerate(results)}
    arrays.update({f"part{i}": parts_of(result, to[i]) for i, result in enumerate(results) if to[i] is not None})
    with open(os.path.join(folder, name + ".jax"), "wb") as out:
        out.write(exported.serialize())
    np.savez_compressed(os.path.join(folder, name + ".in.npz"), **{f"arg{i}": a for i, a in enumerate(arguments)})
    np.savez_compressed(os.path.join(folder, name + ".out.npz"), **arrays)


def make(folder, seed, name):
    function, kinds = CASES[name]
    Choice.mesh = Choice.draw.choice(MESHES)
    arguments = [argument(kind) for kind in kinds]
    ins = [spec_of(a.shape) if a.dtype != np.uint32 else P() for a in arguments]
    state = Choice.draw.getstate()

    def flat(*values):
        Choice.draw.setstate(state)
        return tuple(jax.tree.leaves(function(*values)))

    with jax.set_mesh(jax.make_mesh(Choice.mesh, NAMES[:len(Choice.mesh)], axis_types=(AxisType.Auto,) * len(Choice.mesh))):
        shapes = jax.eval_shape(flat, *arguments)
    outs = [spec_of(shape.shape) if Choice.draw.random() < 0.7 else None for shape in shapes]
    maker = export.export if name in ("mesh_map", "partly") else None
    name = f"{name}_{seed}-{'x'.join(map(str, Choice.mesh))}"
    if maker:
        maker(folder, name, Choice.mesh, (lambda *a: flat(*a)[0]) if len(outs) == 1 else flat, arguments, ins, outs)
    else:
        keep(folder, name, flat, arguments, ins, outs)


def main():
    folder, seed, *names = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    programs.NAMES = NAMES
    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")
    jax.config.update("jax_include_full_tracebacks_in_locations", False)
    for name in names or CASES:
        Choice.draw.seed(f"{seed} {name}")
        try:
            make(folder, seed, name)
        except ValueError as problem:
            print(f"{name}: {str(problem)[:200]}")


if __name__ == "__main__":
    main()
