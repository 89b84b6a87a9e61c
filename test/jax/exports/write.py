#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""write.py GROUP FOLDER: exports the programs of a group, runs them with JAX, and writes a folder for each: the forms of programs.FORMS,
arguments and results. A program that cannot be written is named with the reason; then the exit code is 1.

A group is a function of a module of this folder. It yields name, function, arguments and options: x64; symbolic, the shapes of the
arguments with names for sizes, and constraints; platforms; calls, targets that jax.export does not allow otherwise. A function without
arguments returns forms, inputs and outputs itself."""
import importlib
import io
import os
import shutil
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax import export
from jax._src.interpreters import mlir
from jaxlib.mlir.dialects import stablehlo

import programs
from jax_arrays import npy_file

MODULES = {"numpy": "functions", "linalg": "functions", "signal": "functions", "special": "functions", "random": "functions",
           "sparse": "functions", "dtypes": "functions", "control": "language", "polymorphic": "language", "platforms": "language",
           "linen": "networks", "nnx": "networks", "equinox": "networks", "keras": "networks", "optax": "training",
           "diffrax": "training", "tensorflow": "others", "torchax": "pytorch"}


def specifications(arguments, options):
    """The arguments of jax.export: shapes and types, some sizes by name."""
    if "symbolic" not in options:
        return jax.tree.map(lambda x: jax.ShapeDtypeStruct(x.shape, x.dtype), arguments)
    return export.symbolic_args_specs(arguments, options["symbolic"], constraints=options.get("constraints", ()))


def bytecode(module):
    file = io.BytesIO()
    module.operation.write_bytecode(file)
    return file.getvalue()


def lowered_forms(function, arguments, options, exported):
    """Text, text with locations and bytecode: as jit lowers the function; for what only an export has, as the export's artifact reads."""
    if "symbolic" in options or "platforms" in options:
        with mlir.make_ir_context() as context:
            return module_forms(stablehlo.deserialize_portable_artifact(context, exported.mlir_module_serialized))
    return module_forms(jax.jit(function).lower(*specifications(arguments, options)).compiler_ir("stablehlo"))


def module_forms(module):
    return {"text": module.operation.get_asm(enable_debug_info=False).encode(),
            "locations": module.operation.get_asm(enable_debug_info=True).encode(), "bytecode": bytecode(module)}


def export_program(group, name, function, arguments, options):
    arguments = jax.tree.map(lambda x: np.asarray(jnp.asarray(x)), arguments)  # as jit takes them: without 64 bits where x64 is off
    allowed = [export.DisabledSafetyCheck.custom_call(target) for target in options.get("calls", ())]
    exported = export.export(jax.jit(function), platforms=options.get("platforms"), disabled_checks=allowed)(
        *specifications(arguments, options))
    forms = lowered_forms(function, arguments, options, exported)
    forms["artifact"] = exported.mlir_module_serialized
    try:
        forms["jax"] = bytes(exported.serialize())
    except KeyError as error:  # the format has no number for this type
        print(f"{group}/{name} has no file of jax.export: {error}")
    results = jax.tree.leaves(jax.jit(function)(*arguments))
    meta = {"kept": list(exported.module_kept_var_idx), "platforms": list(exported.platforms)}
    return make_program(group, name, forms, jax.tree.leaves(arguments), results, meta)


def make_program(group, name, forms, inputs, outputs, meta):
    inputs, outputs = [npy_file(x) for x in inputs], [npy_file(x) for x in outputs]
    meta = {"id": f"{group}/{name}", "in": [kind for _, kind in inputs], "out": [kind for _, kind in outputs], **meta}
    return programs.Program(meta, forms, [file for file, _ in inputs], [file for file, _ in outputs])


def write_program(folder, program):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    program.write(folder)


def main():
    group, folder, failed = sys.argv[1], sys.argv[2], 0
    module = importlib.import_module(MODULES[group])
    for name, function, *rest in getattr(module, group)():
        try:
            if not rest:
                program = make_program(group, name, *function(), {})
            else:
                options = rest[1] if len(rest) > 1 else {}
                with jax.enable_x64(bool(options.get("x64"))):
                    program = export_program(group, name, function, rest[0], options)
            write_program(os.path.join(folder, name), program)
        except Exception as error:  # of any kind: frameworks raise their own
            failed += 1
            print(f"{group}/{name} is not exported: {type(error).__name__}: {str(error).strip().splitlines()[:1]}", flush=True)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
