#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""big_endian.py SOURCE_ROOT [COMPILER RUNNER]: builds libbef-format and its tests for s390x, whose bytes are in the other order,
and runs them under qemu-user. Skipped (77) without Debian's cross compiler gcc-s390x-linux-gnu or qemu-user.

With COMPILER and RUNNER ("-": none) it does the same on another machine: that is how the script itself is tested."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

# as in meson.build: tests, and the files that they share
TESTS = {"alloc": ["sample.c"], "attr": [], "dump": [], "format": [], "location": [], "verify": ["sample.c"],
         "writer": ["sample.c", "rewrite.c"]}


def main():
    root = sys.argv[1]
    if len(sys.argv) > 3:
        compiler, runner = sys.argv[2], sys.argv[3].replace("-", "")
    else:
        compiler = shutil.which("s390x-linux-gnu-gcc")
        runner = shutil.which("qemu-s390x-static") or shutil.which("qemu-s390x")
        if not compiler or not runner:
            print("1..0 # SKIP no s390x-linux-gnu-gcc or no qemu-s390x")
            return 0
    here = os.path.join(root, "libbef/test/format")
    flags = ["-std=c11", "-O1", "-D_GNU_SOURCE", "-static", f'-DDATA="{here}/data"',
             f'-DGOLDEN="{root}/../shared/golden"']
    flags += ["-I" + os.path.join(root, folder) for folder in
              ("libbef/include", "libbef/format", "libbef/test/format", "test", "subprojects/bytecursor/include")]
    library = sorted(glob.glob(os.path.join(root, "libbef/format/*.c")))
    failed = 0
    print(f"1..{len(TESTS)}")
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, more) in enumerate(TESTS.items(), 1):
            program = os.path.join(folder, name)
            sources = [os.path.join(here, source) for source in [name + "_test.c", *more]]
            built = subprocess.run([compiler, *flags, *sources, *library, "-lm", "-o", program])
            ran = built.returncode == 0 and subprocess.run([*([runner] if runner else []), program],
                                                           stdout=subprocess.PIPE, text=True)
            good = ran and ran.returncode == 0
            failed += not good
            print(f"{'ok' if good else 'not ok'} {number} - {name}")
            if ran and not good:
                print("".join(f"# {line}\n" for line in ran.stdout.splitlines()), end="")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
