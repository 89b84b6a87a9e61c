#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""size.py PROGRAM LIMIT: how large the program is without symbols, and the libraries of this project that it needs, packs
of kernels apart. More than LIMIT bytes of program are an error; LIMIT 0: only tell."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402

LIBRARIES = ("libbef.so", "libbef-format.so", "libbef-mlir.so", "libmlirbc.so", "libmlirbc-stablehlo.so", "libkernels.so", "libasync.so",
             "libtensorfile.so")


def stripped(path):
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "copy")
        subprocess.run(["strip", "-o", copy, path], check=True)
        return os.path.getsize(copy)


def main():
    program, limit = sys.argv[1], int(sys.argv[2])
    if not shutil.which("strip") or not shutil.which("ldd"):
        return tap.skip_all("no strip or ldd")
    size = total = stripped(program)
    print(f"# program: {size} bytes")
    found = subprocess.run(["ldd", program], stdout=subprocess.PIPE, text=True).stdout
    for name, path in re.findall(r"(\S+) => (\S+)", found):
        if name.startswith(LIBRARIES):
            part = stripped(os.path.realpath(path))
            total += part
            print(f"# {name}: {part} bytes")
    print(f"# with its libraries: {total} bytes")
    results = tap.Tap()
    results.report(f"program of {size} bytes", f"more than {limit} bytes" if 0 < limit < size else None)
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
