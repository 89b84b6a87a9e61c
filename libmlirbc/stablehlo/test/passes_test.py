#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""passes_test.py RUN_PASSES FILE...: cases, separated by "// -----", that begin with "// passes: NAMES" and have the module, a line
"// =>", and the expected module; or "// error: TEXT". Lines "// report: TEXT" must be in the report. The name "refine:..." is explained in
run_passes.c. Both modules are printed, so names of values do not matter. Prints TAP."""
import os
import re
import subprocess
import sys
import tempfile


def run(program, passes, text):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([program, passes, file.name], capture_output=True, text=True, check=False)
    return done.stdout, done.stderr


def problem(program, case):
    passes = re.search(r"// passes: (\S+)", case).group(1)
    error = re.search(r"// error: (.*)", case)
    source, _, expected = case.partition("// =>\n")
    actual, message = run(program, passes, source)
    for report in re.findall(r"// report: (.*)", case):
        if report not in message:
            return f"expected '{report}' in the report {message}"
    if error:
        return None if error.group(1) in message else f"expected the error '{error.group(1)}', got {message}{actual}"
    wanted, trouble = run(program, "none", expected)
    if actual == wanted and actual:
        return None
    return f"{message}{trouble}got\n{actual}\nexpected\n{wanted}"


def main():
    program, cases = sys.argv[1], []
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            cases += [(os.path.basename(path), case) for case in file.read().split("// -----\n")]
    print(f"1..{len(cases)}")
    for number, (name, case) in enumerate(cases, 1):
        function = re.search(r"@(\w+)", case).group(1)
        found = problem(program, case)
        if found:
            print("\n".join("# " + line for line in found.splitlines()))
        print(f"{'not ok' if found else 'ok'} {number} - {name} {function}")


main()
