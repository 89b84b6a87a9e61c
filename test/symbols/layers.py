#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""layers.py FILE ALLOWED[,ALLOWED...] OURS[,OURS...]: of our libraries the binary needs none beyond the allowed ones."""
import re
import subprocess
import sys


def main():
    binary, allowed, ours = sys.argv[1:]
    out = subprocess.run(["readelf", "-d", binary], check=True, capture_output=True, text=True).stdout
    needed = set(re.findall(r"NEEDED.*\[lib([\w-]+)\.so", out)) & set(ours.split(","))
    extra = needed - set(allowed.split(","))
    if extra:
        print(binary, "must not need:", ", ".join(sorted(extra)))
    return bool(extra)


sys.exit(main())
