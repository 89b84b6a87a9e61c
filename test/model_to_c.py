#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""model_to_c.py SCRIPT PACKAGES RUN_MODEL BEF FOLDER [KIND...]: the commands of the guides flax_to_c.md, pytorch_to_c.md and onnx_to_c.md
give the results of the framework, for each kind of model that SCRIPT has. FOLDER gets a virtual environment with the packages, separated
by commas, unless $BEFKIT_JAX_PYTHON names an interpreter that has them; skipped where neither is possible. PyTorch, with its gigabytes of
CUDA, is not installed: $BEFKIT_TORCH_PYTHON names an interpreter that has it."""
import os
import sys
import tempfile

import npy
import tap

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "jax"))
from environment import Environment  # noqa: E402


def digits(path):
    with open(path, "rb") as file:
        return npy.read(file.read())


def compare(python, script, run_model, bef, kind, folder):
    commands = [[python, script, *kind, folder],
                [bef, "run", "digits.mlirbc", "--weights", "digits.safetensors", "--input", "pictures.npy", "-o", "ours.npy"],
                [bef, "assemble", "digits.mlirbc", "--weights", "digits.safetensors", "-o", "digits.bef"],
                [run_model, "digits.bef", "pictures.npy"]]
    for command in commands:
        done = tap.run(command, cwd=folder, env=dict(os.environ, JAX_PLATFORMS="cpu"), timeout=600)
        if done.crash() or done.status:
            return f"{' '.join(command)}: {done.crash() or done.status}\n{done.text()}"
    answers, ours = (digits(os.path.join(folder, name)) for name in ("answers.npy", "ours.npy"))
    if ours != answers or [int(word) for word in done.output.split()] != answers[2]:
        return f"bef gives {ours}, the C program {done.text()}, the framework {answers}"
    return None if len(set(answers[2])) > 1 else f"all answers are equal: {answers}"


def main():
    script, packages, *paths = sys.argv[1:6]
    run_model, bef, folder = map(os.path.abspath, paths)
    packages, torch = packages.split(","), os.environ.get("BEFKIT_TORCH_PYTHON")
    if "torch" in packages and not torch:
        return tap.skip_all("BEFKIT_TORCH_PYTHON names no interpreter with PyTorch")
    python = torch if "torch" in packages else os.environ.get("BEFKIT_JAX_PYTHON")
    environment = Environment.shared(folder, python, packages)
    if not environment:
        return tap.skip_all(f"not all of {', '.join(packages)} are here, or can be installed")
    results = tap.Tap()
    for kind in [[kind] for kind in sys.argv[6:]] or [[]]:
        with tempfile.TemporaryDirectory() as scratch:
            results.report(*kind or ["model"], compare(environment.python, os.path.abspath(script), run_model, bef, kind, scratch))
    return results.finish()


sys.exit(main())
