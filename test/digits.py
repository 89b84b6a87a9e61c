#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""digits.py DIGITS_EXPORT RUN_MODEL BEF DIGITS.MLIR: a C program and bef read the same digits with the model that an example
exports, and these are the digits on the pictures."""
import os
import re
import subprocess
import sys
import tempfile


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def main():
    digits_export, run_model, bef, source = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        model, pictures, answers, shown = (os.path.join(folder, name) for name in ("digits.mlirbc", "x.npy", "y.npy", "show"))
        run(digits_export, source, model)
        run(bef, "run", "--functions", "unseen", "--output", pictures, source)
        missing = subprocess.run([run_model, model, "missing.npy"], capture_output=True, text=True)
        if missing.returncode != 3 or "missing.npy: cannot read" not in missing.stderr:
            sys.exit(f"run_model with a missing file: exit {missing.returncode}\n{missing.stderr}")
        from_c = [int(digit) for digit in run(run_model, model, pictures).split()]
        run(bef, "run", model, "--input", pictures, "--output", answers)
        with open(answers, "rb") as f:
            data = f.read()[-24:]
        from_bef = [int.from_bytes(data[i:i + 4], "little", signed=True) for i in range(0, 24, 4)]
        assembled = os.path.join(folder, "digits.bef")
        run(bef, "assemble", model, "-o", assembled)
        from_program = [int(digit) for digit in run(run_model, assembled, pictures).split()]
        if not from_c == from_bef == from_program:
            sys.exit(f"from C {from_c}, from bef {from_bef}, from C with a BEF file {from_program}")
        shown = run(bef, "run", "--call", "show(x, y)", "--input", f"x={pictures}", "--input", f"y={answers}", source)
        # below each picture stands the answer, and if it is wrong also the digit
        below = [cell.strip() for line in shown.splitlines() for cell in line.split("|") if re.search(r"[0-9]", cell)]
        if below != [str(digit) for digit in from_c]:
            sys.exit(f"the answers are {from_c}, the pictures are\n{shown}")
    return 0


sys.exit(main())
