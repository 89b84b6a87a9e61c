#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""against_mlir_opt_write.py WRITER FOLDER [FIRST [COUNT]]: texts through WRITER (write_check.c) for some version from 0 to 6, and
through mlir-opt-22, which must read it as the same text. Where mlir-opt-22 makes bytecode of the same text, most of it must be the
same bytes. The texts are each *.22.gen.txt of a folder and random ones of against_mlir_opt.py, seeds FIRST.. on.
Skips without mlir-opt-22 or folder."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

from against_mlir_opt import Source

OPT = shutil.which("mlir-opt-22")
FLAGS = ["--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-print-local-scope", "--mlir-print-value-users"]


def opt(path, more=()):
    done = subprocess.run([OPT, *FLAGS, *more, path], capture_output=True, timeout=60)
    return done.stdout if done.returncode == 0 else None, done.stderr.decode(errors="replace").strip()[:200]


# Where the bytes differ, and why: of a point written as a range mlir-opt keeps that it was one; resources that nothing refers to
# are lost there; orders of uses as pairs, which its readers get wrong, are written in full here.
def without_known_differences(text):
    text = text.replace("2:2 to 2:2", "2:2 to 2:3")
    body, mark, resources = text.partition("{-#")
    used = 'dense_resource<blob>' in body and 'dense_resource<"a key">' in body
    return body + mark + resources if used else body


class Counts:
    def __init__(self):
        self.same = self.equal = self.comparable = self.refused = self.bad = self.lost = 0

    def fail(self, *words):
        self.bad += 1
        print("#", *words)


def emit(path, out, version, more):
    command = [OPT, "--allow-unregistered-dialect", "--emit-bytecode", f"--emit-bytecode-version={version}", *more, path, "-o", out]
    return subprocess.run(command, capture_output=True, timeout=60).returncode == 0


def check(counts, path, version, work, more=()):
    name = os.path.basename(path)
    ours, theirs = os.path.join(work, "ours.mlirbc"), os.path.join(work, "theirs.mlirbc")
    expected, _ = opt(path, more)
    if expected is None:
        return
    done = subprocess.run([sys.argv[1], path, ours, str(version)], capture_output=True)
    if done.returncode:
        counts.refused += 1
        if b"E_UNSUPPORTED" not in done.stderr or version == 6:
            counts.fail(name, "version", version, done.stderr.decode().strip())
        return
    got, why = opt(ours, more)
    theirs_made = emit(path, theirs, version, more)
    if got == expected:
        counts.same += 1
    elif theirs_made and opt(theirs, more)[0] != expected:
        counts.lost += 1  # nor does it read its own bytecode as that: flags of llvm below version 5, say
    else:
        counts.fail(name, "version", version, "is another text", why.replace("\n", " "))
    if theirs_made:
        counts.comparable += 1
        with open(theirs, "rb") as a, open(ours, "rb") as b:
            counts.equal += a.read() == b.read()


def report(counts, number, name, share):
    print(f"# {counts.same} files read as the same text by mlir-opt-22; {counts.equal} of {counts.comparable} its own "
          f"bytes; {counts.refused} refused, {counts.bad} bad, {counts.lost} that it does not read as the same text whoever "
          "writes it")
    good = counts.same > 9 * counts.lost and not counts.bad and counts.equal >= share * counts.comparable
    print("ok" if good else "not ok", number, "-", name)
    sys.stdout.flush()


def main():
    folder = os.path.join(os.environ.get("BEFKIT_GOLDEN", sys.argv[2]), "mlirbc/out")
    texts = sorted(glob.glob(os.path.join(folder, "*.22.gen.txt")))
    texts = [t for t in texts if os.path.getsize(t) < 1 << 20]
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 20
    if not OPT or not texts:
        print("1..0 # SKIP no mlir-opt-22, or no golden data in", folder)
        return 0
    print("1..2")
    with tempfile.TemporaryDirectory() as work:
        counts = Counts()
        for number, text in enumerate(texts):
            for version in sorted({6, number % 7}):
                check(counts, text, version, work)
        report(counts, 1, "texts of mlir-opt", 0.9)
        counts = Counts()
        for seed in range(first, first + count):
            path = os.path.join(work, f"seed{seed}.mlir")
            with open(path, "w", encoding="utf-8") as out:
                out.write(without_known_differences(Source(seed).source()))
            check(counts, path, 6, work, ["--mlir-very-unsafe-disable-verifier-on-parsing", "--verify-each=0"])
        report(counts, 2, "random sources", 0.9)
    return 0


if __name__ == "__main__":
    sys.exit(main())
