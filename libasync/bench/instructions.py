#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""instructions.py PROGRAM NAME...: instructions per unit of work of benchmarks, one JSON line each.

Runs each benchmark twice under callgrind with different amounts of work (BENCH_ONCE, see test/bench.h); the difference
of the counts divided by the difference of the amounts is free of start-up cost. `-n N` sets the smaller amount, `-l LIB`
the name in the "lib" field, `-a ARGUMENT` an argument of the program. Exit code 77 without valgrind.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile


def instructions(program, arguments, name, amount):
    """Instructions executed by PROGRAM with these arguments, doing `amount` units of the benchmark `name`."""
    environment = dict(os.environ, BENCH_ONLY=name, BENCH_ONCE=str(amount))
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "callgrind.out")
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + out, program, *arguments],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if run.returncode != 0:
            sys.exit(f"{program} {name}: exit code {run.returncode}\n{run.stderr}")
        with open(out, encoding="utf-8") as lines:
            total = re.search(r"^(?:summary|totals): (\d+)", lines.read(), re.M)
    if not total:
        sys.exit(f"{program} {name}: callgrind wrote no summary")
    return int(total[1])


def main():
    parser = argparse.ArgumentParser(description="Instructions per unit of work.")
    parser.add_argument("program")
    parser.add_argument("names", nargs="+")
    parser.add_argument("-n", type=int, default=20000, help="the smaller amount of work")
    parser.add_argument("-l", "--lib", default="async")
    parser.add_argument("-a", "--argument", action="append", default=[], help="an argument of the program")
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        print("valgrind not found", file=sys.stderr)
        return 77
    for name in options.names:
        few = instructions(options.program, options.argument, name, options.n)
        many = instructions(options.program, options.argument, name, 3 * options.n)
        per_unit = (many - few) / (2 * options.n)
        print(json.dumps({"lib": options.lib, "name": name, "instructions": round(per_unit, 1)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
