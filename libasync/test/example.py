#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""example.py PROGRAM: the example prints what it should."""
import subprocess
import sys

out = subprocess.run([sys.argv[1]], check=True, capture_output=True, text=True).stdout
if out != "42\n":
    sys.exit(f"printed {out!r}")
