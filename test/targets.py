#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""targets.py BUILD [--suite NAME | --no-suite NAME]...: the targets of ninja that the tests need which `meson test` runs with these
options, and all that is installed except programs that they do not run. Without options prints "all"."""
import json
import os
import sys


def read(build, name):
    with open(os.path.join(build, "meson-info", f"intro-{name}.json"), encoding="utf-8") as f:
        return json.load(f)


def main():
    build, *options = sys.argv[1:]
    if not options:
        print("all")
        return
    named = {option: {name for other, name in zip(options[::2], options[1::2]) if other == option} for option in options[::2]}
    wanted, unwanted = named.get("--suite"), named.get("--no-suite", set())
    needed = set()
    for test in read(build, "tests"):
        suites = {suite.split(":")[-1] for suite in test["suite"]}
        if not suites & unwanted and (wanted is None or suites & wanted):
            needed.update(test["depends"])
    files = set()
    for target in read(build, "targets"):
        if target["installed"] and target["type"] != "executable" or target["id"] in needed:
            files.update(os.path.relpath(path, build) for path in target["filename"])
    print("\n".join(sorted(files)))


main()
