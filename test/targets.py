#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""targets.py BUILD [--suite NAME]...: the targets of ninja that these suites of a meson build need, and all that is installed.

Without --suite, or with other options of `meson test`, prints "all"."""
import json
import os
import sys


def read(build, name):
    with open(os.path.join(build, "meson-info", f"intro-{name}.json"), encoding="utf-8") as f:
        return json.load(f)


def main():
    build, *options = sys.argv[1:]
    if not options or set(options[::2]) != {"--suite"}:
        print("all")
        return
    wanted = set(options[1::2])
    needed = set()
    for test in read(build, "tests"):
        if wanted & {suite.split(":")[-1] for suite in test["suite"]}:
            needed.update(test["depends"])
    files = set()
    for target in read(build, "targets"):
        if target["installed"] or target["id"] in needed:
            files.update(os.path.relpath(path, build) for path in target["filename"])
    print("\n".join(sorted(files)))


main()
