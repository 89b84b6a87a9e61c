#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""size_test.py BUILD CC ROOT: the least program that runs BEF files is at most 69 KB; build.sh lists its contents."""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 69 * 1024
# Without the texts of failures (-Dsmall=true), and the whole, so that its growth is seen as well.
BUILDS = [("small", LIMIT, ["-DASYNC_NO_MESSAGES", "-DASYNC_NO_OPTIONAL", "-DBEF_NO_MESSAGES", "-DBEF_NO_OPTIONAL", "-DKERNELS_NO_MESSAGES"]), ("whole", 118 * 1024, [])]
REQUIRED = 1036 # of fib.bef: what follows are sections that a file may come without
failures = 0


def check(number, good, what):
    global failures
    failures += not good
    print(("ok" if good else "not ok"), number, "-", what, flush=True)


def run(program, data):
    return subprocess.run([program], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def main():
    build, cc, root = sys.argv[1:]
    with open(os.path.join(HERE, "fib.bef"), "rb") as file:
        fib = file.read()
    print("1..%d" % (3 * len(BUILDS)))
    with tempfile.TemporaryDirectory() as folder:
        for i, (name, limit, flags) in enumerate(BUILDS):
            program = os.path.join(folder, name)
            subprocess.run([build, cc, root, program] + flags, check=True, stdout=sys.stderr)
            size = os.path.getsize(program)
            out = run(program, fib)
            check(3 * i + 1, size <= limit, "%s: %d bytes, at most %d" % (name, size, limit))
            check(3 * i + 2, out.returncode == 0 and out.stdout == b"int32 = 987\n", name + ": fib(16)")
            cut = [run(program, fib[:size]).returncode for size in range(0, REQUIRED, 7)]
            check(3 * i + 3, cut == [1] * len(cut), name + ": what is cut off is refused")
    return failures > 0


sys.exit(main())
