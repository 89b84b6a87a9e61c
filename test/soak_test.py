#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""soak_test.py: soak.py runs both programs with one seed after the other until the kernels have run, goes on after a failure, and writes
how to repeat it."""
import json
import os
import pathlib
import sys
import tempfile

import tap

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = """#!/bin/sh
echo "$GRAPH_KERNELS$RANDOM_NODES" >>"$0.log"
echo "ran $GRAPH_SEED$RANDOM_SEED"
[ "$GRAPH_SEED" != 8 ]
"""


def main():
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        build, found = pathlib.Path(folder, "build"), pathlib.Path(folder, "found")
        programs = [build / "libbef/test/exec/exec_graph_test", build / "libasync/test/async_random_test"]
        for program in programs:
            program.parent.mkdir(parents=True)
            program.write_text(PROGRAM, encoding="utf-8")
            program.chmod(0o755)
        done = tap.run([sys.executable, HERE / "soak.py", build, found, "name"],
                       env={**os.environ, "SOAK_KERNELS": "5e6", "SOAK_SEED": "7"})
        text = done.text()
        results.report("exit code", None if done.status == 1 else f"{done.status}\n{text}")
        for line in ("1..2", "not ok 1 - exec-graph", "ok 2 - async-random"):
            results.report(line, None if line in text.splitlines() else text)
        for program, cases in zip(programs, (1, 4)):
            ran = sorted(map(int, pathlib.Path(f"{program}.log").read_text(encoding="utf-8").split()))
            expected = [1000000 // cases, 2000000 // cases, 2000000 // cases]
            results.report(f"kernels of {program.name}", None if ran == expected else str(ran))
        table = (found / "table.md").read_text(encoding="utf-8")
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]
        results.report("table", None if [(row[0], row[1], row[3]) for row in rows] ==
                       [("exec-graph", "5000000", "8"), ("async-random", "5000000", "none")] else table)
        about = (found / "exec-graph-8.txt").read_text(encoding="utf-8")
        expected = f"exit code 1\nrepeat: GRAPH_KERNELS=2000000 GRAPH_SEED=8 {programs[0]}\nran 8\n"
        results.report("how to repeat it", tap.difference(expected, about))
        log = [json.loads(line) for line in (found / "meson-logs" / "testlog.json").read_text(encoding="utf-8").splitlines()]
        results.report("results for summary.py", None if len(log) == 1 and log[0]["name"] == "name" else str(log))
    return results.finish()


sys.exit(main())
