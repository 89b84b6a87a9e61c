#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares with what mlir-opt made of example modules: examples.py PROGRAM [FOLDER] [--list]

For each NAME.mlir below FOLDER (or $BEFKIT_MLIR_EXAMPLES) there are NAME.out.mlir, as printed, and NAME.generic.mlir;
FOLDER/invalid has modules that mlir-opt refuses. --list names those that differ."""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def run(program, *arguments):
    done = subprocess.run([program, "print", *arguments], capture_output=True, timeout=60)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def judge(program, path):
    """What is wrong: (kind, detail); kind 'read', 'print', 'generic' or '' if nothing is."""
    code, text, error = run(program, "--pretty", str(path))
    if code != 0:
        return "read", error.strip().splitlines()[0] if error.strip() else f"status {code}"
    if text.rstrip("\n") != path.with_suffix(".out.mlir").read_text().rstrip("\n"):
        return "print", difference(text, path.with_suffix(".out.mlir").read_text())
    text = run(program, str(path))[1]
    if text.rstrip("\n") != path.with_suffix(".generic.mlir").read_text().rstrip("\n"):
        return "generic", difference(text, path.with_suffix(".generic.mlir").read_text())
    return "", ""


def difference(ours, theirs):
    for a, b in zip(ours.splitlines(), theirs.splitlines()):
        if a != b:
            return f"{a.strip()} | {b.strip()}"
    return "length"


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    program = arguments[0]
    folder = arguments[1] if len(arguments) > 1 else os.environ.get("BEFKIT_MLIR_EXAMPLES", "")
    if not folder or not Path(folder).is_dir():
        print("1..0 # SKIP no examples: BEFKIT_MLIR_EXAMPLES")
        return
    verbose = "--list" in sys.argv
    paths = sorted(p for p in Path(folder).rglob("*.mlir")
                   if p.name.count(".") == 1 and p.with_suffix(".out.mlir").exists())
    bad = sorted((Path(folder) / "invalid").glob("*.mlir"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        verdicts = list(pool.map(lambda p: judge(program, p), paths))
        refused = list(pool.map(lambda p: run(program, str(p))[0], bad))
    wrong = {"read": 0, "print": 0, "generic": 0, "": 0}
    for path, (kind, detail) in zip(paths, verdicts):
        wrong[kind] += 1
        if kind and verbose:
            print(f"# {kind}: {path.relative_to(folder)}: {detail}")
    for path, code in zip(bad, refused):
        if code == 0 and verbose:
            print(f"# accepted: {path.name}")
    crashed = sum(code < 0 for code in refused)
    print(f"# {len(paths)} modules: {len(paths) - wrong['read']} read, {wrong[''] + wrong['generic']} printed the same, "
          f"{wrong['']} with the same generic form")
    print(f"# {len(bad)} invalid modules: {sum(code != 0 for code in refused)} refused")
    print("1..2")
    print(("ok" if wrong[""] + wrong["generic"] >= GOOD_SHARE * len(paths) else "not ok") + " 1 - valid modules")
    print(("ok" if not crashed and sum(c != 0 for c in refused) >= REFUSED_SHARE * len(bad) else "not ok")
          + " 2 - invalid modules")


GOOD_SHARE, REFUSED_SHARE = 0.995, 0.98  # what was reached; it does not decrease

if __name__ == "__main__":
    main()
