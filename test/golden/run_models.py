#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_models.py BEF: `bef run` of the golden StableHLO models with arguments from .npy files, or from one .npz file, gives the expected
results within the tolerances; from text, from the artifact, and from the BEF file that `bef assemble` makes."""
import os
import re
import sys
import tempfile
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import npy  # noqa: E402
import tap  # noqa: E402

MODELS = os.path.join(tap.GOLDEN, "stablehlo", "models")


def read_npy(path):
    with open(path, "rb") as f:
        return npy.read(f.read())


def tolerances():
    """(model, result) -> relative and absolute tolerance"""
    out = {}
    with open(os.path.join(MODELS, "TOLERANCES.tsv"), encoding="utf-8") as f:
        for line in f:
            fields = line.rstrip("\n").split("\t")
            if len(fields) >= 6 and fields[2].isdigit():
                out[fields[0], int(fields[2])] = float(fields[4]), float(fields[5])
    return out


def compare(name, folder, allowed):
    expected = os.path.join(MODELS, name + ".expect")
    for file in sorted(os.listdir(expected)):
        number = int(re.search(r"\d+", file).group(0))
        relative, absolute = allowed.get((name, number), (0, 0))
        wanted, found = read_npy(os.path.join(expected, file)), read_npy(os.path.join(folder, f"result{number}.npy"))
        if wanted[:2] != found[:2]:
            return f"result {number} is {found[:2]}, expected {wanted[:2]}"
        for i, (a, b) in enumerate(zip(found[2], wanted[2])):
            if a != b and not abs(a - b) <= absolute + relative * abs(b):
                return f"result {number}, element {i} is {a}, expected {b}"
    return None


def run_model(bef, model, inputs, name, allowed):
    with tempfile.TemporaryDirectory() as out:
        command = [bef, "run", model, "--output", out]
        for path in inputs:
            command += ["--input", path]
        result = tap.run(command, timeout=300)
        if result.crash() or result.status:
            return result.crash() or result.text()[-2000:]
        return compare(name, out, allowed)


def main():
    bef = os.path.abspath(sys.argv[1])
    if not os.path.isdir(MODELS):
        return tap.skip_all(f"no {MODELS}")
    results, allowed = tap.Tap(), tolerances()
    for name in sorted(f[:-7] for f in os.listdir(MODELS) if f.endswith(".mlirbc")):
        folder = os.path.join(MODELS, name + ".args")
        files = sorted(os.listdir(folder), key=lambda f: int(re.search(r"\d+", f).group(0)))
        inputs, source = [os.path.join(folder, f) for f in files], os.path.join(MODELS, name)
        with tempfile.TemporaryDirectory() as scratch:
            archive, program = os.path.join(scratch, "args.npz"), os.path.join(scratch, "model.bef")
            with zipfile.ZipFile(archive, "w") as z:
                for f in reversed(files):
                    z.write(os.path.join(folder, f), f)
            results.report(name + ": text", run_model(bef, source + ".mlir", inputs, name, allowed))
            results.report(name + ": artifact, archive", run_model(bef, source + ".mlirbc", [archive], name, allowed))
            made = tap.run([bef, "assemble", source + ".mlirbc", "-o", program], timeout=300)
            problem = made.crash() or (made.text() if made.status else None)
            results.report(name + ": BEF", problem or run_model(bef, program, inputs, name, allowed))
    return results.finish()


sys.exit(main())
