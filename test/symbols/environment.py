#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""environment.py ROOT: no library reads the environment of a set-uid program for the name of a library, a program or a folder: getenv()
is only called where the value names none."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

# What these ask for: colours and the kind of terminal; the ranks of a launch.
HARMLESS = {"apps/bef/machine/ranks.c", "apps/cli/terminal.c", "apps/cli/progress.c", "libkernels/packs/mpi/src/start.c", "libkernels/packs/mpi/src/pack.c"}
root = sys.argv[1]
found = set()
for folder, folders, files in os.walk(root):
    folders[:] = [name for name in folders if not name.startswith((".", "build")) and name not in ("test", "bench", "examples", "peers")]
    for name in files:
        if name.endswith((".c", ".h")):
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8") as source:
                if re.search(r"(?<![\w.>])getenv\(", source.read()):
                    found.add(os.path.relpath(path, root))
results = tap.Tap()
results.report("getenv() names no libraries and folders", "\n".join(sorted(found - HARMLESS)))
results.report("the exceptions exist", "\n".join(sorted(HARMLESS - found)))
sys.exit(results.finish())
