#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prefix.py ARCHIVE PREFIX[,PREFIX...]: every external name that the objects define begins with a prefix and '_', hidden ones too:
a static link puts them all into one name space."""
import subprocess
import sys


def main():
    archive, prefixes = sys.argv[1:]
    out = subprocess.run(["nm", "-g", "--defined-only", archive], check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in out.splitlines()]
    names = {row[2] for row in rows if len(row) == 3}
    # what sanitizers and the compiler add begins with two underscores
    stray = sorted(name for name in names if not name.startswith((*(prefix + "_" for prefix in prefixes.split(",")), "__")))
    for name in stray:
        print(f"{archive}: {name} lacks the prefix {prefixes}")
    if not names:
        print(f"{archive}: no names at all")
    return bool(stray) or not names


sys.exit(main())
