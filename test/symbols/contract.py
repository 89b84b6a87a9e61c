#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""contract.py CONTRACT ALLOWED READER...: the headers of the folder CONTRACT include each other, those of C, and the headers in ALLOWED
(separated by commas). Sources in the folders READER, which may include them, include nothing else of the libraries of ALLOWED. Each
header of CONTRACT is included by one of them.

Includes of public headers say the folder of their library (<kernels/tensor.h>). Tests of the linker (layers.py) do not see them."""
import os
import re
import sys


def includes(root):
    """The headers in <> that each file below a folder includes."""
    for folder, _, names in os.walk(root):
        for name in sorted(names):
            if name.endswith((".c", ".h")):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as f:
                    yield path, re.findall(r"^\s*#\s*include <(.*)>", f.read(), re.M)


def main():
    contract, allowed, readers = sys.argv[1], set(sys.argv[2].split(",")), sys.argv[3:]
    own = {os.path.join(os.path.basename(contract), name) for name in os.listdir(contract)}
    theirs = {os.path.dirname(header) for header in allowed}
    failures, used = [], set()
    for path, headers in includes(contract):
        failures += [f"{path}: includes {h}" for h in headers if "/" in h and h not in own | allowed]
    for reader in readers:
        for path, headers in includes(reader):
            used |= own.intersection(headers)
            failures += [f"{path}: includes {h}" for h in headers if os.path.dirname(h) in theirs and h not in allowed]
            failures += [f"{path}: there is no {h}" for h in headers if os.path.dirname(h) == os.path.basename(contract) and h not in own]
    for path, headers in includes(contract):
        used |= own.intersection(headers)
    failures += [f"{header}: nothing includes it" for header in sorted(own - used)]
    for failure in failures:
        print(failure)
    return bool(failures) or not own


if __name__ == "__main__":
    sys.exit(main())
