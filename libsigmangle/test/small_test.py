#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""small_test.py LIBRARY OPTIMIZATION: the library calls nothing but a few functions on memory, keeps no state, and has at
most 25 KiB of code."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "test"))
import tap  # noqa: E402

MOST = 25 * 1024
MEMORY = {"memcpy", "memmove", "memset", "memcmp", "strlen", "bcmp"}


def lines(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()


def main():
    library, optimization = sys.argv[1:]
    results = tap.Tap()
    called = {line.split()[-1].split("@")[0] for line in lines("nm", "-D", "-u", library)}
    strange = sorted(name for name in called - MEMORY if not name.startswith("_"))
    results.report("calls functions on memory only", "calls " + ", ".join(strange) if strange else None)
    sizes = {row[0]: int(row[1]) for row in map(str.split, lines("size", "-A", library))
             if len(row) == 3 and row[0].startswith(".")}
    state = {name: sizes.get(name, 0) for name in (".data", ".bss") if sizes.get(name, 0) > 8}  # 8: the start-up files'
    results.report("keeps no state", f"variables: {state}" if state else None)
    print(f"# {sizes['.text']} bytes of code, {sizes['.rodata']} of constants, optimization {optimization}")
    too_large = optimization in ("2", "3", "s") and sizes[".text"] > MOST
    results.report("size", f"{sizes['.text']} bytes of code, more than {MOST}" if too_large else None)
    return results.finish()


sys.exit(main())
