#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""interfaces_test.py CC: interfaces.py accepts what is added to an interface, and refuses what is removed or changed."""
import pathlib
import shutil
import sys
import tempfile

import interfaces
import tap

HEADER = """struct hidden;
struct point { int x; int y; };
enum color { red, green };
int length(const struct point *p, enum color c);
void touch(struct hidden *h);
"""
SOURCE = """#include "api.h"
struct hidden { int count; };
int length(const struct point *p, enum color c) { return p->x + (int)c; }
void touch(struct hidden *h) { h->count++; }
"""
# name: replacements in both files; whether the interface stays compatible
CASES = {
    "the same": ([], True),
    "an added function": ([("void touch(", "int more(void);\nvoid touch("),
                           ("struct hidden {", "int more(void) { return 1; }\nstruct hidden {")],
                          True),
    "a changed private structure": ([("int count;", "long before; int count;")], True),
    "a removed function": ([("void touch(struct hidden *h);\n", ""), ("void touch(struct hidden *h) { h->count++; }\n", "")], False),
    "a changed parameter": ([("const struct point *p, enum color c", "const struct point *p, long c")], False),
    "an inserted member": ([("int x;", "int z; int x;")], False),
    "an appended member": ([("int y;", "int y; int z;")], False),
    "a changed value": ([("red, green", "green, red")], False),
}


def describe(cc, folder, replacements):
    texts = {"api.h": HEADER, "api.c": SOURCE}
    folder.mkdir()
    (folder / "include").mkdir()
    for name, text in texts.items():
        for old, new in replacements:
            text = text.replace(old, new)
        (folder / ("include" if name == "api.h" else "") / name).write_text(text, encoding="utf-8")
    library = folder / "libapi.so"
    done = tap.run([*cc, "-g", "-shared", "-fPIC", "-I", folder / "include", folder / "api.c", "-o", library])
    if done.status:
        raise SystemExit(done.text())
    problem = interfaces.describe(library, folder / "include", folder / "libapi.abi")
    if problem:
        raise SystemExit(problem)
    return folder / "libapi.abi"


def main():
    if not shutil.which("abidiff"):
        return tap.skip_all("no abidiff (package abigail-tools)")
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as scratch:
        base = describe(sys.argv[1:], pathlib.Path(scratch) / "base", [])
        for name, (replacements, compatible) in CASES.items():
            problem = interfaces.compare(base, describe(sys.argv[1:], pathlib.Path(scratch) / name, replacements))
            results.report(name, problem if compatible else None if problem else "accepted")
    return results.finish()


sys.exit(main())
