#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""golden_chlo_test.py RUN_PASSES GOLDEN: artifacts cannot hold chlo, so those of programs with chlo were lowered before they were
written. Lowers the texts, and compares their operations with those of the artifacts. Prints TAP."""
import collections
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

PASSES = "chlo,composites,inline,fold,cse,dce"


def operations(program, path):
    done = subprocess.run([program, PASSES, path], capture_output=True, text=True, check=False)
    if done.returncode:
        return None, done.stderr
    kept = collections.Counter()
    for line in done.stdout.splitlines():
        # how the values are compared is not what is tested; commutative operations may have another order
        if "check." not in line and "func" not in line and not line.strip().startswith("module"):
            kept[re.sub(r"%[\w#:]+", "%", line.split(" loc(")[0].strip())] += 1
    for line in [line for line in kept if "stablehlo.constant" in line]:
        kept[line] = 1  # the writer of the artifact moved equal constants of regions to one place
    return kept, done.stderr


def problem(program, folder, name):
    ours, trouble = operations(program, os.path.join(folder, name + ".mlir"))
    theirs, more = operations(program, os.path.join(folder, name + ".mlirbc"))
    if ours is None or theirs is None:
        return trouble + more
    if ours == theirs:
        return None
    return f"only ours: {dict(ours - theirs)}\nonly the artifact's: {dict(theirs - ours)}"


def main():
    program, golden = sys.argv[1], os.path.join(os.environ.get("BEFKIT_GOLDEN") or sys.argv[2], "stablehlo")
    cases = []
    for folder in ("testdata", "math", "interpret", "quantized"):
        index = os.path.join(golden, folder, "INDEX.tsv")
        if os.path.exists(index):
            with open(index, encoding="utf-8") as file:
                rows = [line.rstrip("\n").split("\t") for line in file]
            cases += [(os.path.join(golden, folder), row[0]) for row in rows if len(row) > 2 and row[2] == "expanded"]
    if not cases:
        print("1..0 # SKIP no golden data")
        return
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda case: problem(program, *case), cases))
    print(f"1..{len(cases)}")
    for number, (case, trouble) in enumerate(zip(cases, found), 1):
        if trouble:
            print("\n".join("# " + line for line in trouble.splitlines()))
        print(f"{'not ok' if trouble else 'ok'} {number} - {case[1]}")


main()
