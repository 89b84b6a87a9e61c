#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""targets.py BUILD [--suite NAME | --no-suite NAME]...: the targets of ninja that these suites of a meson build need, or all others
need, and all that is installed. Without such options prints "all"."""
import json
import os
import sys


def read(build, name):
    with open(os.path.join(build, "meson-info", f"intro-{name}.json"), encoding="utf-8") as f:
        return json.load(f)


def main():
    build, *options = sys.argv[1:]
    if not options or len(set(options[::2])) != 1 or options[0] not in ("--suite", "--no-suite"):
        print("all")
        return
    named, wants = set(options[1::2]), options[0] == "--suite"
    needed = set()
    for test in read(build, "tests"):
        if bool(named & {suite.split(":")[-1] for suite in test["suite"]}) == wants:
            needed.update(test["depends"])
    files = set()
    for target in read(build, "targets"):
        if target["installed"] or target["id"] in needed:
            files.update(os.path.relpath(path, build) for path in target["filename"])
    print("\n".join(sorted(files)))


main()
