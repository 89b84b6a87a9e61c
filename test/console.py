#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""console.py FILE PROGRAM...: the ```console blocks of FILE show what the commands really print.

A line `$ cat NAME` defines the file NAME with the lines below it. Every other `$ ` line is run by the shell in the
same scratch folder, and the lines below it must be its output, standard error included.
"""
import os
import re
import subprocess
import sys
import tempfile

import tap


def commands(text):
    """Pairs of a command and the text below it."""
    for block in re.findall(r"^```console\n(.*?)^```", text, re.S | re.M):
        parts = re.split(r"^\$ (.*)\n", block, flags=re.M)[1:]
        yield from zip(parts[::2], parts[1::2])


def run(command, expected, folder):
    made = re.fullmatch(r"cat (\S+\.mlir)", command)
    if made:
        with open(os.path.join(folder, made.group(1)), "w", encoding="utf-8") as f:
            f.write(expected)
        return None
    done = subprocess.run(command, shell=True, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, timeout=60)
    return None if done.stdout == expected else f"printed:\n{done.stdout}expected:\n{expected}"


def main():
    name, *programs = sys.argv[1:]
    os.environ["PATH"] = os.pathsep.join([os.path.dirname(os.path.abspath(p)) for p in programs] + [os.environ["PATH"]])
    results = tap.Tap()
    with open(name, encoding="utf-8") as f:
        shown = list(commands(f.read()))
    if not shown:
        results.report(name, "no console block")
    with tempfile.TemporaryDirectory() as folder:
        for command, expected in shown:
            results.report(command, run(command, expected, folder))
    return results.finish()


sys.exit(main())
