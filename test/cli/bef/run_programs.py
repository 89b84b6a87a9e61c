#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_programs.py [--record] BEF FOLDER: runs every NAME.mlir of a folder in an empty directory and compares standard output
and standard error with NAME.out. The first lines of a program may say

    // files: A B      these files are needed: A of the folder, or made by `bef btf make` of A.txt
    // threads: N      a queue of N workers gives the same lines, in any order
    // lossy: WHY      disassembled with locations and assembled again it gives other bytes

Each program runs from its text, as a BEF file, and as one without optional sections. With --record, NAME.out is written; read the
change before you keep it."""
import argparse
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402


class Program:
    def __init__(self, bef, folder, name, work):
        self.bef, self.folder, self.name, self.work = bef, folder, name, work
        self.problems = []
        self.notes = self.read_notes()

    def path(self, ending):
        return os.path.join(self.folder, self.name + ending)

    def read_notes(self):
        found = {}
        with open(self.path(".mlir"), encoding="utf-8") as f:
            for line in f:
                key, separator, value = line.removeprefix("// ").strip().partition(": ")
                if not line.startswith("// ") or not separator:
                    break
                found[key] = value
        return found

    def call(self, *arguments):
        """What bef prints; a crash or a usage error is a problem."""
        result = tap.run([self.bef, *arguments], cwd=self.work, env=dict(os.environ, LC_ALL="C"), merged=True, timeout=300)
        wrong = result.crash() or (result.status not in (0, 1) and f"exit status {result.status}: {result.text()}")
        if wrong:
            self.problems.append(f"bef {' '.join(arguments)}: {wrong}")
        return result.text()

    def prepare(self):
        shutil.copy(self.path(".mlir"), self.work)
        for file in self.notes.get("files", "").split():
            source = os.path.join(self.folder, file)
            if os.path.exists(source):
                shutil.copy(source, self.work)
            else:
                self.call("btf", "make", "-o", file, source + ".txt")

    def expect(self, expected, actual, how):
        difference = tap.difference(expected, actual, self.name + ".out")
        if difference:
            self.problems.append(f"{how}:\n{difference}")

    def read(self, name):
        with open(os.path.join(self.work, name), "rb") as f:
            return f.read()

    def check(self, record):
        self.prepare()
        text = self.name + ".mlir"
        actual = self.call("run", text)
        if record:
            with open(self.path(".out"), "w", encoding="utf-8") as f:
                f.write(actual)
        with open(self.path(".out"), encoding="utf-8") as f:
            expected = f.read()
        self.expect(expected, actual, "from text")
        self.call("assemble", text, "-o", "a.bef")
        self.expect(expected, self.call("run", "a.bef"), "as BEF")
        self.call("assemble", "--no-optional-sections", text, "-o", "b.bef")
        self.expect(expected, self.call("run", "b.bef"), "as BEF without optional sections")
        if "threads" in self.notes:
            actual = self.call("run", "--queue", "threads:" + self.notes["threads"], text)
            self.expect("".join(sorted(expected.splitlines(True))), "".join(sorted(actual.splitlines(True))), "with threads")
        self.call("disassemble", "--locations", "a.bef", "-o", "back.mlir")
        self.call("assemble", "back.mlir", "-o", "c.bef")
        if not self.problems and (self.read("a.bef") == self.read("c.bef")) == ("lossy" in self.notes):
            self.problems.append("the way to text and back " +
                                 ("loses nothing" if "lossy" in self.notes else "changes bytes"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", action="store_true")
    parser.add_argument("program")
    parser.add_argument("folder")
    options = parser.parse_args()
    results = tap.Tap()
    for file in sorted(os.listdir(options.folder)):
        name, ending = os.path.splitext(file)
        if ending == ".mlir":
            with tempfile.TemporaryDirectory() as work:
                program = Program(os.path.abspath(options.program), os.path.abspath(options.folder), name, work)
                program.check(options.record)
                results.report(name, "\n".join(program.problems))
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
