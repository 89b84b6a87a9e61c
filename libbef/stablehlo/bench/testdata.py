#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times of the golden programs in stablehlo/testdata, one after the other by `bef bench`; prints the slowest.

    testdata.py BEF [COUNT]

$BEFKIT_GOLDEN is the directory of golden files (default ../shared/golden)."""
import json
import os
import pathlib
import subprocess
import sys


def measure(bef, path):
    """The object that `bef bench` prints, or None if the program fails or takes longer than 20 seconds."""
    try:
        run = subprocess.run([bef, "bench", path, "--repeat", "5"], capture_output=True, timeout=20)
    except subprocess.TimeoutExpired:
        return None
    return json.loads(run.stdout.splitlines()[-1]) if run.returncode == 0 and run.stdout else None


def main():
    bef, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20
    files = sorted(pathlib.Path(os.environ.get("BEFKIT_GOLDEN", "../shared/golden"), "stablehlo/testdata").glob("*.mlir"))
    times, failed = [], []
    for path in files:
        found = measure(bef, path)
        (times if found else failed).append((found["ms_min"] if found else 0, found["first_ms"] if found else 0, path.name))
    times.sort(reverse=True)
    print(f"{len(times)} programs, {sum(t[0] for t in times):.1f} ms; {len(failed)} without time")
    for ms, first, name in times[:count]:
        print(f"| `{name}` | {ms:.3f} | {first:.3f} |")
    for _, _, name in failed:
        print(f"without time: {name}")


if __name__ == "__main__":
    main()
