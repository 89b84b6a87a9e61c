#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""call_model.py EXAMPLE BUILD: apps/examples/call_model.py calls models through the libraries of BUILD. Run by an interpreter that has
NumPy; skipped where there is none."""
import os
import subprocess
import sys
import tempfile

import tap

MODEL = """func.func @main(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> (tensor<2xf32>, tensor<2xi1>, tensor<0xi64>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %1 = stablehlo.compare GT, %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %2 = stablehlo.constant dense<> : tensor<0xi64>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xi1>, tensor<0xi64>
}
"""
ARRAYS = "import numpy; numpy.save('x.npy', numpy.arange(6, dtype='f4').reshape(2, 3)); numpy.save('y.npy', numpy.ones(3, 'f4'))"


def interpreter():
    for python in (sys.executable, "/usr/bin/python3"):
        if os.path.exists(python) and subprocess.run([python, "-c", "import numpy"], check=False, stderr=subprocess.DEVNULL).returncode == 0:
            return python
    return None


def main():
    example, build = map(os.path.abspath, sys.argv[1:])
    python = interpreter()
    if not python:
        return tap.skip_all("no Python interpreter with NumPy")
    results = tap.Tap()
    environment = dict(os.environ, LD_LIBRARY_PATH=build)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "model.mlir"), "w", encoding="utf-8") as file:
            file.write(MODEL)
        subprocess.run([python, "-c", ARRAYS], cwd=folder, check=True)
        for arrays, status, expected in ((["x.npy", "y.npy"], 0, "[ 3. 12.]\n[False False]\n[]\n"),
                                         ([], 1, "usage: call_model.py MODEL"), (["x.npy"], 1, "RuntimeError: 1 arguments and 3 results, expected 2 and 3")):
            done = tap.run([python, example, *(["model.mlir", *arrays] if arrays else [])], cwd=folder, env=environment, merged=True)
            wrong = done.crash() or (None if done.status == status and expected in done.text() else
                                     f"exit status {done.status}\n{done.text()}")
            results.report(" ".join(["call_model.py", *arrays]), wrong)
    return results.finish()


sys.exit(main())
