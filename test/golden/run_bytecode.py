#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_bytecode.py PROGRAM MLIR-OPT: the generic form of a program does the same from text, from bytecode that LLVM's
mlir-opt made of it, and from the BEF file made of that bytecode, down to the lines and columns in its messages."""
import glob
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402


def run(program, folder, path):
    """Output, errors, exit status; without the name of the file that was run."""
    result = tap.run([program, "run", "--print-error-code", path], cwd=folder)
    if result.crash():
        return result.crash()
    errors = re.sub(r"^bef: \S+: ", "bef: ", result.errors.decode("utf-8", "replace"), flags=re.M)
    return f"{result.output.decode('utf-8', 'replace')}{errors}exit status {result.status}\n"


def problem(program, mlir_opt, folder, name, scratch):
    bytecode, bef = os.path.join(scratch, name + ".mlirbc"), os.path.join(scratch, name + ".bef")
    made = tap.run([mlir_opt, "--allow-unregistered-dialect", "--emit-bytecode", name + ".generic.mlir", "-o", bytecode],
                   cwd=folder)
    if made.status != 0:
        return None, "mlir-opt does not read it"
    assembled = tap.run([program, "assemble", bytecode, "-o", bef])
    if assembled.status != 0:
        return f"exit status {assembled.status}\n{assembled.text()}", None
    expected = run(program, folder, name + ".generic.mlir")
    return (tap.difference(expected, run(program, folder, bytecode), "from text, then from bytecode") or
            tap.difference(expected, run(program, folder, bef), "from text, then from BEF")), None


def main():
    program, mlir_opt = os.path.abspath(sys.argv[1]), sys.argv[2]
    folder = os.path.join(tap.GOLDEN, "bef")
    programs = sorted(glob.glob(os.path.join(folder, "*.generic.mlir")))
    if not programs:
        return tap.skip_all("no golden programs at " + folder)
    results = tap.Tap()
    # what leaks leaks also here, and its report has other numbers each time
    os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
    with tempfile.TemporaryDirectory() as scratch:
        for path in programs:
            name = os.path.basename(path)[:-len(".generic.mlir")]
            wrong, skip = problem(program, mlir_opt, folder, name, scratch)
            results.report(name, wrong, skip=skip)
    return results.finish()


sys.exit(main())
