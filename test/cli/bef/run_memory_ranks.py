#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_memory_ranks.py PROGRAM STEPS SOURCE...: ranks that get too little memory, in one program. Whatever they wait for of each other, they end
with an error, long before --timeout. STEPS: sizes of memory."""
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402
from run_memory import assembled  # noqa: E402

LIMIT = 10


def run(program, path, ranks, queue, size):
    return tap.run([program, "run", "--ranks", str(ranks), "--queue", queue, "--allocator", f"fixed:{size}", "--timeout", str(LIMIT),
                    "--functions", "main", path], timeout=3 * LIMIT)


def enough(program, path, ranks, queue):
    """A size with which the program succeeds."""
    size = 16384
    while size < 1 << 26 and run(program, path, ranks, queue, size).status != 0:
        size = size * 5 // 4
    return size


def problem(program, path, ranks, queue, steps):
    """Something wrong with a run in memory of some size, or None."""
    most, failed = enough(program, path, ranks, queue), 0
    for size in range(most // 3, most, most * 2 // 3 // steps):
        started = time.monotonic()
        result = run(program, path, ranks, queue, size)
        took = time.monotonic() - started
        wrong = result.crash()
        if not wrong and result.status not in (0, 1, 3):
            wrong = f"exit status {result.status}"
        if not wrong and (b"stopped after" in result.errors or took > LIMIT / 2):
            wrong = f"it waited for {took:.1f} s"
        if wrong:
            return f"fixed:{size}: {wrong}\n{result.text()}"
        failed += result.status != 0
    return None if failed >= steps // 10 else f"{failed} runs had too little memory"


def main():
    program, steps, *sources = sys.argv[1:]
    results = tap.Tap()
    for name, bef in assembled(program, sources, results):
        for ranks, queue in (2, "single"), (3, "single"), (2, "threads:2:2"):
            if ranks == 2 or "remote" in name:
                results.report(f"{name}, {ranks} ranks on {queue}", problem(program, bef, ranks, queue, int(steps)))
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
