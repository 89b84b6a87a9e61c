#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""instructions.py EXEC_BENCH [NAME...]: instructions per kernel of the executor's benchmarks, TFRT's beside them, one JSON line each.

Runs each benchmark twice under callgrind with one and with three times the executions (BENCH_ONCE, see test/bench.h); the
difference is free of start-up cost. Exit code 77 without valgrind.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

# name: kernels per execution, executions, TFRT's instructions per kernel (tcmalloc), or 0
ROWS = {
    "chain1000": (1001, 30, 508), "wide1000": (2000, 20, 665), "sync_chain1000": (1001, 50, 83), "one": (1, 20000, 1827),
    "repeat100k": (100000, 1, 2168), "fib16": (19157, 4, 1038), "fib25": (1456709, 1, 1069), "merge1000": (1002, 30, 982),
    "async_wide1000": (2000, 20, 1120), "async_chain1000": (1001, 20, 0),
}


def instructions(program, name, executions):
    """Instructions of PROGRAM for this number of executions of `name`."""
    environment = dict(os.environ, BENCH_ONLY=name, BENCH_ONCE=str(executions))
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "callgrind.out")
        subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=" + out, program], env=environment,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        with open(out, encoding="utf-8") as lines:
            return int(re.search(r"^(?:summary|totals): (\d+)", lines.read(), re.M)[1])


def main():
    if not shutil.which("valgrind"):
        print("valgrind not found", file=sys.stderr)
        return 77
    for name in sys.argv[2:] or ROWS:
        kernels, executions, peer = ROWS[name]
        few, many = (instructions(sys.argv[1], name, n * executions) for n in (1, 3))
        line = {"lib": "bef", "name": name, "instructions": round((many - few) / (2 * executions * kernels), 1)}
        if peer:
            line["peer_instructions"] = peer
        print(json.dumps(line), flush=True)
    return 0


sys.exit(main())
