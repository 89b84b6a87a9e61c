#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""example.py PROGRAM SOURCE README: the example prints what it should, and stands in the README as it is."""
import subprocess
import sys

program, source, readme = sys.argv[1:]
out = subprocess.run([program], check=True, capture_output=True, text=True).stdout
if out != "42\n":
    sys.exit(f"printed {out!r}")
with open(source, encoding="utf-8") as lines:
    code = "".join(list(lines)[2:])  # without licence and description
with open(readme, encoding="utf-8") as lines:
    if code not in lines.read():
        sys.exit("README.md shows another program than example.c")
