#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_mnist.py PROGRAM MLIR: a real network reads 98 of 100 real digits right, on every queue, from text and from BEF."""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

ACCURACY = "9.800000e-01"  # what TFRT prints for the same network and images


def problem(program, folder, path, queue):
    result = tap.run([program, "run", "--queue", queue, "--allocator", "counting", path], cwd=folder, timeout=120)
    if result.crash():
        return result.crash()
    if result.status != 0:
        return f"exit status {result.status}\n{result.text()}"
    return None if ACCURACY in result.text() else f"no accuracy of {ACCURACY}\n{result.text()}"


def main():
    program, source = map(os.path.abspath, sys.argv[1:])
    folder = os.path.join(tap.GOLDEN, "mnist")
    if not os.path.exists(os.path.join(folder, "mnist_tensors.btf")):
        return tap.skip_all("no mnist_tensors.btf at " + folder)
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as scratch:
        bef = os.path.join(scratch, "mnist.bef")
        made = tap.run([program, "assemble", source, "-o", bef])
        results.report("assemble", None if made.status == 0 else made.text())
        for path in (source, bef):
            for queue in ("single", "threads:1", "threads:2:2"):
                name = f"{os.path.basename(path)} on {queue}"
                results.report(name, problem(program, folder, path, queue))
    return results.finish()


sys.exit(main())
