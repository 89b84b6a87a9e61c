#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""built.py PROGRAM TEXT...: what PROGRAM (build_example.c) writes to a file is bytecode that mlir-opt-22 reads and verifies, and its
generic text has each TEXT. Without mlir-opt-22 only that it writes."""
import os
import shutil
import subprocess
import sys
import tempfile

OPT = shutil.which("mlir-opt-22")


def main():
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "built.mlirbc")
        done = subprocess.run([sys.argv[1], path], capture_output=True, check=False)
        good = done.returncode == 0 and os.path.getsize(path) > 100
        print("1..2")
        print("ok" if good else "not ok", "1 - the program writes a file", done.stderr.decode())
        if not OPT:
            print("ok 2 # SKIP no mlir-opt-22")
            return 0
        read = subprocess.run([OPT, "--mlir-print-op-generic", path], capture_output=True, check=False)
        text = read.stdout.decode()
        missing = [part for part in sys.argv[2:] if part not in text]
        if read.returncode or missing:
            print("#", read.stderr.decode().replace("\n", "\n# "), "missing:", missing)
        print("not ok" if read.returncode or missing else "ok", "2 - mlir-opt-22 reads it")
    return 0


sys.exit(main())
