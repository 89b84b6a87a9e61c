#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_guide.py BEF GUIDE TABLE...: each section of the guide with a program holds. A section has blocks of code in this order: the program;
lines of its generic form, if any ("mlir"); what `bef run` prints ("text"), without the lines that announce functions, and
with "..." for any text. A program without the last block uses kernels that this project does not have.

The generic form of the whole program also assembles, and disassembles to the same text. The guide mentions every operation of
the tables of operations (libbef/translate/tables)."""
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


def same_lines(wanted, found):
    patterns = [".*".join(map(re.escape, line.split("..."))) for line in wanted]
    return len(wanted) == len(found) and all(map(re.fullmatch, patterns, found))


def check(bef, folder, program, generic, printed):
    """What is wrong with a section, or None. `printed` None: no kernels."""
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
    if printed is None:
        return None if ran.returncode == 1 and "unknown kernel" in ran.stderr else ran.stdout + ran.stderr
    if not same_lines(lines(printed), lines(ran.stdout)) or ran.returncode:
        return ran.stdout + ran.stderr
    return None


def not_mentioned(table, guide):
    """The operations of a table that the guide does not mention, or None."""
    with open(table, encoding="utf-8") as f:
        rows = f.read()
    names = set(re.findall(r'^\s*(?:\{ |(?:BEF_MLIR__)?(?:PLAIN|WITH)\()"([\w.]+)", ', rows, re.M))
    missing = sorted(name for name in names if not re.search(rf"\b{re.escape(name)}\b", guide))
    return None if names and not missing else f"missing: {missing}"


def main():
    bef, guide, *tables = sys.argv[1:]
    with open(guide, encoding="utf-8") as f:
        whole = f.read()
    sections = re.split(r"^## ", whole, flags=re.M)[1:]
    results = tap.Tap()
    for table in tables:
        results.report(f"operations of {os.path.basename(table)}", not_mentioned(table, whole))
    with tempfile.TemporaryDirectory() as folder:
        for section in sections:
            blocks = re.findall(r"^```(\w+)\n(.*?)^```$", section, re.M | re.S)
            if blocks:
                kinds = [kind for kind, _ in blocks]
                texts = [text for _, text in blocks]
                problem = "expected blocks: mlir, perhaps mlir, text; or mlir, mlir"
                if kinds in (["mlir", "text"], ["mlir", "mlir", "text"], ["mlir", "mlir"]):
                    printed = texts.pop() if kinds[-1] == "text" else None
                    problem = check(bef, folder, texts[0], texts[1] if len(texts) == 2 else "", printed)
                results.report(section.splitlines()[0], problem)
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
