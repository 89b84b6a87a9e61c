#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check.py LIBRARY MODEL: checks MODEL with spin: every interleaving, for deadlocks and for assertions that do not hold.

LIBRARY is the folder the paths in the model begin at: each line "models FILE: CODE" must stand in FILE as it does in the model,
so that nobody changes the code without looking at the model. With MUTANT defined as 1, or another number that the model compares it with, the model has a mistake, which must be
found: a check that cannot fail says nothing. Exit code 77 without spin or a C compiler.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile


def stale(library, text):
    """Lines of code that the model names and that are not there."""
    squeezed = {}
    for path, code in re.findall(r"^ \* models (\S+): (.*)$", text, re.M):
        if path not in squeezed:
            with open(os.path.join(library, path), encoding="utf-8") as lines:
                squeezed[path] = re.sub(r"\s+", " ", lines.read())
        if re.sub(r"\s+", " ", code.strip()) not in squeezed[path]:
            yield f"{path} has no line: {code}"


def run(folder, *command):
    """Output of a command that must succeed."""
    result = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}:\n{result.stdout}")
    return result.stdout


def main():
    library, model = sys.argv[1:]
    with open(model, encoding="utf-8") as lines:
        text = lines.read()
    wrong = list(stale(library, text))
    if wrong or " * models " not in text:
        sys.exit("\n".join(wrong) or "the model names no code")
    compiler = shutil.which("gcc") or shutil.which("cc")
    if not shutil.which("spin") or not compiler:
        print("spin or a C compiler not found", file=sys.stderr)
        return 77
    for mutant in [0] + sorted({1} | {int(number) for number in re.findall(r"MUTANT == (\d+)", text)}):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(model, os.path.join(folder, "model.pml"))
            check(folder, compiler, mutant)
    return 0


def check(folder, compiler, mutant):
    """Checks folder/model.pml; a mutant must have an error."""
    run(folder, "spin", "-a", *([f"-DMUTANT={mutant}"] if mutant else []), "model.pml")
    run(folder, compiler, "-O2", "-w", "-DSAFETY", "-DMEMLIM=2000", "-o", "pan", "pan.c")
    out = run(folder, "./pan", "-m1000000")
    states = re.search(r"^\s*(\S+) states, stored", out, re.M)
    errors = re.search(r"errors: (\d+)", out)
    if not states or not errors or "max search depth too small" in out:
        sys.exit(out)
    found = errors[1] != "0"
    if found and not mutant:
        trail = subprocess.run(["spin", "-t", "-p", "model.pml"], cwd=folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, text=True, check=False).stdout
        sys.exit(f"{out}\n{trail}")
    print(f"{f'mutant {mutant}' if mutant else 'model'}: {states[1]} states, {errors[1]} errors")
    if mutant and not found:
        sys.exit("the mistake in the mutant was not found")


sys.exit(main())
