#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_guide.py BEF GUIDE: each section of the guide with a program holds. A section has blocks of code in this order: the program;
lines of its generic form, if any ("mlir"); what `bef run` prints ("text"), without the lines that announce functions.

The generic form of the whole program also assembles, and disassembles to the same text."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def lines(text):
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("---")]


def occur_in_order(wanted, found):
    rest = iter(found)
    return next((line for line in wanted if line not in rest), None)


def check(bef, folder, program, generic, printed):
    source, binary, text = (os.path.join(folder, name) for name in ("program.mlir", "program.bef", "generic.mlir"))
    with open(source, "w", encoding="utf-8") as f:
        f.write(program)
    for given in (source, text):
        made = run(bef, "assemble", "-o", binary, given)
        if made.returncode:
            return made.stderr
        whole = run(bef, "disassemble", "--generic", binary).stdout
        if given == source:
            first = whole
            with open(text, "w", encoding="utf-8") as f:
                f.write(whole)
    if whole != first:
        return "the generic form disassembles to another text:\n" + whole
    missing = occur_in_order(lines(generic), lines(whole))
    if missing:
        return f"not in the generic form, or not in this order: {missing}\n{whole}"
    ran = run(bef, "run", *(["--verify-diagnostics"] if "expected-error" in program else []), source)
    if lines(ran.stdout) != lines(printed) or ran.returncode:
        return ran.stdout + ran.stderr
    return None


def main():
    bef, guide = sys.argv[1:]
    with open(guide, encoding="utf-8") as f:
        sections = re.split(r"^## ", f.read(), flags=re.M)[1:]
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        for section in sections:
            blocks = re.findall(r"^```(\w+)\n(.*?)^```$", section, re.M | re.S)
            if blocks:
                kinds = [kind for kind, _ in blocks]
                texts = [text for _, text in blocks]
                problem = "expected blocks: mlir, perhaps mlir, text"
                if kinds in (["mlir", "text"], ["mlir", "mlir", "text"]):
                    problem = check(bef, folder, texts[0], texts[1] if len(texts) == 3 else "", texts[-1])
                results.report(section.splitlines()[0], problem)
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
