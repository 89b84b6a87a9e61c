#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""quotes.py README FILE: one of the blocks of code in the README is text of FILE, which is compiled and run elsewhere, line
for line (empty lines and the licence apart)."""
import re
import sys

import tap


def lines(text):
    return [line.rstrip() for line in text.splitlines() if line.strip() and "SPDX" not in line]


def main():
    readme, name = sys.argv[1:]
    with open(readme, encoding="utf-8") as f:
        blocks = re.findall(r"```c\n(.*?)```", f.read(), re.S)
    with open(name, encoding="utf-8") as f:
        whole = "\n".join(lines(f.read())) + "\n"
    results = tap.Tap()
    found = [block for block in blocks if len(lines(block)) >= 8 and "\n".join(lines(block)) + "\n" in whole]
    results.report(f"{name} in {readme}", None if found else f"none of {len(blocks)} blocks of code is in it")
    return results.finish()


sys.exit(main())
