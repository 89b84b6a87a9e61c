#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_memory.py PROGRAM SOURCE...: programs that get too little memory end in good order (exit status 0, 1 or 3, never a
signal, a sanitizer or a hang), and with enough of it they run."""
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402

SIZES = [64 * 13 ** step // 10 ** step for step in range(28)]  # 64 to some 76000


def problem(program, path, queue):
    """Something wrong with a run in memory of some size, or None."""
    enough = False
    for size in SIZES:
        result = tap.run([program, "run", "--queue", queue, "--allocator", f"fixed:{size}", path], timeout=60)
        wrong = result.crash()
        if not wrong and result.status not in (0, 1, 3):
            wrong = f"exit status {result.status}\n{result.text()}"
        if not wrong and result.status and not re.search(rb"error: |BEF_E_NOMEM|out of memory", result.errors):
            wrong = f"exit status {result.status} without a message"
        if wrong:
            return f"fixed:{size}: {wrong}"
        enough = result.status == 0
    return None if enough else f"{SIZES[-1]} bytes are not enough"


def assembled(program, sources, results):
    """Yields the name and the BEF file of each source."""
    with tempfile.TemporaryDirectory() as scratch:
        for source in sources:
            name = os.path.basename(source)
            bef = os.path.join(scratch, name + ".bef")
            made = tap.run([program, "assemble", source, "-o", bef])
            if made.status == 0:
                yield name, bef
            else:
                results.report(name, made.text())


def main():
    program, *sources = sys.argv[1:]
    results = tap.Tap()
    for name, bef in assembled(program, sources, results):
        for queue in ("single", "threads:2:2"):
            results.report(f"{name} on {queue}, {len(SIZES)} sizes", problem(program, bef, queue))
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
