#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""against_mlir_opt_write.py WRITER FOLDER: each *.22.gen.txt of a folder through WRITER (write_check.c) for versions 0 to 6,
and through mlir-opt-22, which must read it as the same text. Skips without mlir-opt-22 or folder."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

OPT = shutil.which("mlir-opt-22")
FLAGS = ["--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-print-local-scope"]


def opt(path, timeout=60):
    done = subprocess.run([OPT, *FLAGS, path], capture_output=True, timeout=timeout)
    return done.stdout if done.returncode == 0 else None, done.stderr.decode(errors="replace").strip()[:200]


def main():
    folder = os.path.join(os.environ.get("BEFKIT_GOLDEN", sys.argv[2]), "mlirbc/out")
    texts = sorted(glob.glob(os.path.join(folder, "*.22.gen.txt")))
    texts = [t for t in texts if os.path.getsize(t) < 1 << 20]
    if not OPT or not texts:
        print("1..0 # SKIP no mlir-opt-22, or no golden data in", folder)
        return 0
    same = equal = refused = bad = 0
    with tempfile.TemporaryDirectory() as work:
        out = os.path.join(work, "out.mlirbc")
        for number, text in enumerate(texts):
            expected, _ = opt(text)
            if expected is None:
                continue
            for version in sorted({6, number % 7}):
                done = subprocess.run([sys.argv[1], text, out, str(version)], capture_output=True)
                if done.returncode:
                    refused += 1
                    if b"E_UNSUPPORTED" not in done.stderr or version == 6:
                        bad += 1
                        print("#", os.path.basename(text), "version", version, done.stderr.decode().strip())
                    continue
                got, why = opt(out)
                if got == expected:
                    same += 1
                else:
                    bad += 1
                    print("#", os.path.basename(text), "version", version, "is another text", why.replace("\n", " "))
                theirs = text.replace(".gen.txt", f".v{version}.mlirbc")
                if os.path.exists(theirs) and open(theirs, "rb").read() == open(out, "rb").read():
                    equal += 1
    print("1..1")
    print(f"# {same} files read as the same text by mlir-opt-22, {equal} of them its own bytes; {refused} refused, {bad} bad")
    print("not ok 1" if bad or not same else "ok 1", "- mlir-opt-22 reads what is written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
