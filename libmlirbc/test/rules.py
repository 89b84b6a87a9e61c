#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rules.py LIBRARY: the rules of the verifier have the same names in the sources, in VERIFY.md and in verify_test.c."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "test"))
import tap  # noqa: E402

BEYOND = {"nesting"}  # a limit, which breaks no rule


def read(*parts):
    with open(os.path.join(*parts), encoding="utf-8") as f:
        return f.read()


def main():
    library = sys.argv[1]
    used = set()
    for room in ("walk", "verify"):
        folder = os.path.join(library, "src", "bytecode", room)
        for name in os.listdir(folder):
            source = read(folder, name)
            used |= set(re.findall(r'mlirbc__walk_fail\([^;"]*?"([a-z-]+)"', source))
            used |= set(re.findall(r'mlirbc__verify_fail\([^;"]*?"([a-z-]+)"', source))
            used |= set(re.findall(r'\? "(meaning)"', source))
    used -= BEYOND
    document = read(library, "VERIFY.md")
    section = document[document.index("## Rules"):]
    told = set(re.findall(r"^\| `([a-z-]+)` \|", section, re.M))
    tested = set(re.findall(r'"([a-z-]+)"', read(library, "test", "verify_test.c")))
    results = tap.Tap()
    results.report("all are in VERIFY.md", ", ".join(sorted(used - told)) or None)
    results.report("VERIFY.md has no others", ", ".join(sorted(told - used)) or None)
    results.report("all are tested", ", ".join(sorted(used - tested)) or None if used else "none found")
    return results.finish()


sys.exit(main())
