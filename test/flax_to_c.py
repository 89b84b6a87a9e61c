#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""flax_to_c.py SCRIPT RUN_MODEL BEF FOLDER: the commands of apps/examples/flax_to_c.md give the results of Flax, for both of its interfaces.
FOLDER gets a virtual environment with Flax, unless $BEFKIT_JAX_PYTHON names an interpreter that has it; skipped where neither is
possible."""
import os
import sys
import tempfile

import npy
import tap

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "jax"))
from environment import Environment  # noqa: E402

PACKAGES = ["jax", "safetensors", "flax"]  # any versions that this interpreter can have


def digits(path):
    with open(path, "rb") as file:
        return npy.read(file.read())


def compare(python, script, run_model, bef, kind, folder):
    commands = [[python, script, kind, folder],
                [bef, "run", "digits.mlirbc", "--weights", "digits.safetensors", "--input", "pictures.npy", "-o", "ours.npy"],
                [bef, "assemble", "digits.mlirbc", "--weights", "digits.safetensors", "-o", "digits.bef"],
                [run_model, "digits.bef", "pictures.npy"]]
    for command in commands:
        done = tap.run(command, cwd=folder, env=dict(os.environ, JAX_PLATFORMS="cpu"), timeout=300)
        if done.crash() or done.status:
            return f"{' '.join(command)}: {done.crash() or done.status}\n{done.text()}"
    answers, ours = (digits(os.path.join(folder, name)) for name in ("answers.npy", "ours.npy"))
    if ours != answers or [int(word) for word in done.output.split()] != answers[2]:
        return f"bef gives {ours}, the C program {done.text()}, Flax {answers}"
    return None if len(set(answers[2])) > 1 else f"all answers are equal: {answers}"


def main():
    script, run_model, bef, folder = map(os.path.abspath, sys.argv[1:])
    environment = Environment.shared(folder, os.environ.get("BEFKIT_JAX_PYTHON"), PACKAGES)
    if not environment:
        return tap.skip_all("Flax cannot be installed here")
    results = tap.Tap()
    for kind in ("linen", "nnx"):
        with tempfile.TemporaryDirectory() as scratch:
            results.report(kind, compare(environment.python, script, run_model, bef, kind, scratch))
    return results.finish()


sys.exit(main())
