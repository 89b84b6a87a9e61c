#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""against_mlir_opt_read.py PRINTER FOLDER [FIRST [COUNT]]: bytecode that mlir-opt-22 writes, of versions 0 to 6, through
PRINTER (reprint.c: prints the generic form, -l with locations, -u with users of values, -s without regions) and through
mlir-opt-22 again; the two must print the same. Of orders of uses that mlir-opt-22 itself restores wrongly the ones that it had
count. The sources are the *.mlir of FOLDER, in every version, and random ones (against_mlir_opt.py) of seeds FIRST.., each
in one. Skipped without mlir-opt-22."""
import glob
import importlib.util
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FLAGS = ["--allow-unregistered-dialect", "--mlir-very-unsafe-disable-verifier-on-parsing", "--verify-each=0"]
FORMS = (([], []), (["--mlir-print-debuginfo"], ["-l"]), (["--mlir-print-value-users"], ["-u"]),
         (["--mlir-print-skip-regions"], ["-s"]))


def load_generator():
    spec = importlib.util.spec_from_file_location("against_mlir_opt", os.path.join(HERE, "against_mlir_opt.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(command):
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    return done.stdout if done.returncode == 0 else None


class Comparison:
    def __init__(self, opt, printer, work):
        self.opt, self.printer, self.file = opt, printer, os.path.join(work, "x.mlirbc")
        self.same = self.bad = self.skipped = 0

    def differs(self, name, more, theirs, ours):
        self.bad += 1
        print(f"# {name} {' '.join(more)}: " + ("cannot be read" if ours is None else "differs"))
        for a, b in zip(theirs.splitlines(), (ours or b"").splitlines()):
            if a != b:
                print("# theirs: " + a.decode("utf-8", "replace")[:600] + "\n# ours:   " + b.decode("utf-8", "replace")[:600])
                return

    def is_as_written(self, path, flags, ours):
        return ours is not None and run([self.opt, *FLAGS, "--mlir-print-op-generic", *flags, path]) == ours + b"\n"

    def try_source(self, path, version, name):
        made = run([self.opt, *FLAGS, "--emit-bytecode", f"--emit-bytecode-version={version}", path, "-o", self.file])
        if made is None:
            self.skipped += 1
            return
        for more, flag in FORMS:
            theirs = run([self.opt, *FLAGS, "--mlir-print-op-generic", *more, self.file])
            if theirs is None:  # it cannot read everything that it writes
                self.skipped += 1
                return
            ours = run([self.printer, *flag, self.file])
            if ours is not None and theirs == ours + b"\n" or flag == ["-u"] and self.is_as_written(path, more, ours):
                self.same += 1
            else:
                self.differs(f"{name} version {version}", more, theirs, ours)


def main():
    generator = load_generator()
    if not generator.OPT:
        print("1..0 # SKIP no mlir-opt-22")
        return 0
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 20
    sources = sorted(glob.glob(os.path.join(sys.argv[2], "*.mlir")))
    with tempfile.TemporaryDirectory() as work:
        comparison = Comparison(generator.OPT, sys.argv[1], work)
        for path in sources:
            for version in range(7):
                comparison.try_source(path, version, os.path.basename(path))
        of_sources = comparison.same
        for seed in range(first, first + count):
            path = os.path.join(work, "random.mlir")
            with open(path, "w", encoding="utf-8") as out:
                out.write(generator.Source(seed).source())
            comparison.try_source(path, seed % 7, f"seed {seed}")
    good = not comparison.bad and of_sources == 7 * len(FORMS) * len(sources) and sources
    print(f"1..1\n# {comparison.same} texts are the same, {comparison.bad} are not, "
          f"{comparison.skipped} mlir-opt-22 refuses")
    print(f"{'ok' if good else 'not ok'} 1 - what mlir-opt-22 writes prints as there")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
