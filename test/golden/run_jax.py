#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_jax.py BEF MLIRBC: JAX's back-compatibility modules. Every module is verified, printed, converted and read again. Those for CPUs
run, from the artifact and from its text, with the recorded results; those for other platforms do too, or are refused for the kernel of
a device that they contain. Vectors of a decomposition are free up to a phase, and within the space of equal eigenvalues: the products
of the factors are compared, and what is unique. The exported modules are verified, printed and converted."""
import csv
import os
import re
import sys
import tempfile
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import npy  # noqa: E402
import tap  # noqa: E402

FOLDER = os.path.join(tap.GOLDEN, "jax")
# Targets that are, or hold, code of another device, or belong to a program for several.
DEVICE_CODE = re.compile(r"'stablehlo\.custom_call': .*@(tpu_custom_call|mosaic_gpu\w*|AllocateBuffer|__gpu\$xla\.gpu\.triton|"
                         r"triton_kernel_call|SPMDFullToShardShape)\b")


# ---- matrices are lists of rows

def product(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def adjoint(a):
    return [[complex(x).conjugate() for x in column] for column in zip(*a)]


def scaled(a, values):
    return [[x * value for x, value in zip(row, values)] for row in a]


def inverse(a):
    n = len(a)
    rows = [list(row) + [float(i == j) for j in range(n)] for i, row in enumerate(a)]
    for i in range(n):
        best = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[best] = rows[best], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for r in range(n):
            if r != i:
                rows[r] = [x - rows[r][i] * y for x, y in zip(rows[r], rows[i])]
    return [row[n:] for row in rows]


def unit(n):
    return [[float(i == j) for j in range(n)] for i in range(n)]


class Array:
    def __init__(self, dtype, shape, values):
        self.dtype, self.shape, self.values = dtype, shape, values

    def matrices(self):
        rows, columns = self.shape[-2:]
        for at in range(0, len(self.values), rows * columns):
            yield [self.values[at + i * columns:at + (i + 1) * columns] for i in range(rows)]

    def vectors(self):
        for at in range(0, len(self.values), self.shape[-1]):
            yield self.values[at:at + self.shape[-1]]

    def tolerance(self):
        """Relative to the largest element."""
        return 0 if self.dtype[1] not in "fc" else 1e-9 if self.dtype in ("<f8", "<c16") else 3e-4


def difference(found, expected, tolerance):
    """Describes where two lists differ; None: they do not."""
    size = max([1.0] + [abs(x) for x in expected if x == x and abs(x) != float("inf")])
    for i, (a, b) in enumerate(zip(found, expected)):
        if not (a == b or (a != a and b != b) or abs(a - b) <= tolerance * size):
            return f"element {i} is {a}, expected {b}"
    return None


def flat(matrix):
    return [x for row in matrix for x in row]


def same(found, expected):
    if (found.dtype, found.shape) != (expected.dtype, expected.shape):
        return f"is {found.dtype} {found.shape}, expected {expected.dtype} {expected.shape}"
    return difference(found.values, expected.values, expected.tolerance())


def compare_unitary(found, index):
    for case, m in enumerate(found[index].matrices()):
        wide = len(m) < len(m[0])
        square = product(m, adjoint(m)) if wide else product(adjoint(m), m)
        problem = difference(flat(square), flat(unit(len(square))), found[index].tolerance())
        if problem:
            return f"result {index}, matrix {case} is not unitary: {problem}"
    return None


def product_of(name, vectors, matrices, function, found, expected):
    """Compares function(vectors..., matrices...) of the results with these numbers, for each matrix of a batch."""
    def cases(arrays):
        return zip(*([arrays[i].vectors() for i in vectors] + [arrays[i].matrices() for i in matrices]))
    for case, (ours, theirs) in enumerate(zip(cases(found), cases(expected))):
        problem = difference(flat(function(*ours)), flat(function(*theirs)), expected[matrices[0]].tolerance())
        if problem:
            return f"{name} of matrix {case}: {problem}"
    return None


def compare_eigh(found, expected):
    return same(found[1], expected[1]) or compare_unitary(found, 0) or \
        product_of("V W V^H", [1], [0], lambda w, v: product(scaled(v, w), adjoint(v)), found, expected)


def compare_eig(found, expected):
    return same(found[0], expected[0]) or \
        product_of("V W V^-1", [0], [2], lambda w, v: product(scaled(v, w), inverse(v)), found, expected) or \
        product_of("U W U^-1", [0], [1],
                   lambda w, v: product(scaled(v, [x.conjugate() for x in w]), inverse(v)), found, expected)


def compare_schur(found, expected):
    return compare_unitary(found, 1) or \
        product_of("Z T Z^H", [], [0, 1], lambda t, z: product(product(z, t), adjoint(z)), found, expected)


def compare_svd(found, expected):
    return same(found[1], expected[1]) or compare_unitary(found, 0) or compare_unitary(found, 2) or \
        product_of("U S V^H", [1], [0, 2], lambda s, u, v: product(scaled([row[:len(s)] for row in u], s), v[:len(s)]), found, expected)


def compare(name, found, expected):
    rules = [("eigh", compare_eigh), ("eig_", compare_eig), ("schur", compare_schur), ("svd", compare_svd)]
    for index, (ours, theirs) in enumerate(zip(found, expected)):
        if (ours.dtype, ours.shape) != (theirs.dtype, theirs.shape):
            return f"result {index} is {ours.dtype} {ours.shape}, expected {theirs.dtype} {theirs.shape}"
    for part, rule in rules:
        if part in name.lower():
            return rule(found, expected)
    for index, (ours, theirs) in enumerate(zip(found, expected)):
        problem = same(ours, theirs)
        if problem:
            return f"result {index}: {problem}"
    return None


# ---- runs

def read(data):
    return Array(*npy.read(data))


def read_archive(path, prefix):
    with zipfile.ZipFile(path) as archive:
        count = len(archive.namelist())
        return [read(archive.read(f"{prefix}{i}.npy")) for i in range(count)]


def inputs_of(path, scratch):
    out = []
    if os.path.exists(path):
        with zipfile.ZipFile(path) as archive:
            for i in range(len(archive.namelist())):
                out += ["--input", archive.extract(f"in{i}.npy", scratch)]
    return out


def run_module(bef, module, name, elsewhere):
    """The problem, or None; and why the module was refused, or None."""
    base = os.path.join(FOLDER, "backcompat", name)
    with tempfile.TemporaryDirectory() as scratch:
        command = [bef, "run", module, "--function", "main", "--output", scratch + "/"]
        result = tap.run(command + inputs_of(base + ".in.npz", scratch), timeout=120)
        if result.crash():
            return result.crash(), None
        if result.status:
            refused = DEVICE_CODE.search(result.text()) if elsewhere else None
            if refused:
                return None, refused.group(1)
            return result.text()[-2000:], None
        expected, found = read_archive(base + ".out.npz", "expected"), []
        for i in range(len(expected)):
            with open(os.path.join(scratch, f"result{i}.npy"), "rb") as f:
                found.append(read(f.read()))
    return compare(name, found, expected), None


def translate(mlirbc, path, scratch):
    """Verifies and prints the artifact; the text in StableHLO is the same for it and for the artifact that is made of this text."""
    stable, text, artifact, again = (os.path.join(scratch, name) for name in ("stable.mlirbc", "text.mlir", "vhlo.mlirbc", "again.mlirbc"))
    for command in (["verify", path], ["print", path, "-o", os.devnull], ["convert", path, "--to", "stablehlo", "-o", stable],
                    ["print", stable, "-o", text], ["convert", text, "--to", "vhlo", "-o", artifact], ["verify", artifact],
                    ["convert", artifact, "--to", "stablehlo", "-o", again]):
        result = tap.run([mlirbc] + command, timeout=120)
        if result.crash() or result.status:
            return f"{command[0]}: " + (result.crash() or result.text()[-2000:])
    with open(text, encoding="utf-8") as f:
        return tap.difference(f.read(), tap.run([mlirbc, "print", again], timeout=120).output.decode(), "the first text")


def names_in(folder):
    path = os.path.join(FOLDER, folder)
    return sorted(f[:-7] for f in os.listdir(path) if f.endswith(".mlirbc")) if os.path.isdir(path) else []


def main():
    bef, mlirbc = map(os.path.abspath, sys.argv[1:3])
    if not names_in("backcompat"):
        return tap.skip_all(f"no modules in {FOLDER}")
    results = tap.Tap()
    with open(os.path.join(FOLDER, "backcompat", "INDEX.tsv"), encoding="utf-8") as f:
        platforms = {row["name"]: row["platform"] for row in csv.DictReader(f, delimiter="\t")}
    for folder in ("backcompat", "exported"):
        for name in names_in(folder):
            path = os.path.join(FOLDER, folder, name + ".mlirbc")
            with tempfile.TemporaryDirectory() as scratch:
                results.report(f"{name}: print and convert", translate(mlirbc, path, scratch))
                if folder == "exported":
                    continue
                for form, module in (("artifact", path), ("text", os.path.join(scratch, "text.mlir"))):
                    problem, refused = run_module(bef, module, name, platforms.get(name) != "cpu")
                    results.report(f"{name}: {form}" + (f", refused: {refused}" if refused else ""), problem)
    return results.finish()


sys.exit(main())
