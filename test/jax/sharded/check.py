#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check.py PROGRAM FOLDER [MPI_TEST MPI_PACK COUNT]: runs the programs that export.py has written with `bef run --ranks`, twice: the joined
results, and the part of each device, are those of JAX. With a pack, the first COUNT programs for up to 4 devices run under mpirun instead.
FOLDER may be a .zip file of one."""
import math
import os
import sys
import tempfile
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import arrays  # noqa: E402
import mpirun  # noqa: E402
import tap  # noqa: E402

TOLERANCE = 2e-5  # of the largest element: sums over devices have another order
LIMIT = 60
NAMES = {descriptor: name for name, descriptor in arrays.DESCRIPTORS.items()}


def read_archive(path):
    with zipfile.ZipFile(path) as archive:
        return {name[:-len(".npy")]: arrays.Array(archive.read(name)) for name in archive.namelist()}


def numbers(array):
    return array.numbers(NAMES[array.descriptor])


def cut(values, shape, part):
    """The elements of a part: (start, size) of each dimension."""
    if not shape:
        return list(values)
    (start, size), inner = part[0], math.prod(shape[1:])
    return [v for i in range(start, start + size) for v in cut(values[i * inner:(i + 1) * inner], shape[1:], part[1:])]


def differs(found, expected, shape):
    """`found`: an array; `expected`: (descriptor, elements)."""
    if found is None:
        return "it is missing"
    if found.descriptor != expected[0] or tuple(found.shape) != tuple(shape):
        return f"{found.descriptor} {found.shape}, expected {expected[0]} {tuple(shape)}"
    values = numbers(found)
    if expected[0][1] in "biu":
        wrong = [i for i, (a, b) in enumerate(zip(values, expected[1])) if a != b]
    else:
        finite = [abs(v) for v in expected[1] if not arrays.is_nan(v) and not arrays.is_infinite(v)]
        most = TOLERANCE * max([1.0] + finite)
        wrong = [i for i, (a, b) in enumerate(zip(values, expected[1])) if not arrays.close(a, b, most)]
    return f"{len(wrong)} elements, the first is {wrong[0]}: {values[wrong[0]]}, expected {expected[1][wrong[0]]}" if wrong else None


class Program:
    def __init__(self, folder, name):
        self.name, self.folder = name, folder
        self.ranks = math.prod(int(size) for size in name.rsplit("-", 1)[1].split("x"))
        expected = read_archive(os.path.join(folder, name + ".out.npz"))
        self.results = [expected[f"result{i}"] for i in range(sum(key.startswith("result") for key in expected))]
        self.parts = [self.table(expected.get(f"part{i}")) for i in range(len(self.results))]

    @staticmethod
    def table(array):
        """[device][dimension] = (start, size); None: the program does not say."""
        if array is None:
            return None
        devices, dims, _ = array.shape
        values = iter(numbers(array))
        return [[(next(values), next(values)) for _ in range(dims)] for _ in range(devices)]

    def command(self, bef, output, *more):
        return [bef, "run", os.path.join(self.folder, self.name + ".jax"), "--function", "main", "--timeout", str(LIMIT), "-o", output,
                "--input", os.path.join(self.folder, self.name + ".in.npz"), *more]

    def joined(self, path):
        found = read_archive(path) if os.path.exists(path) else {}
        for i, result in enumerate(self.results):
            wrong = differs(found.get(f"result{i}"), (result.descriptor, numbers(result)), result.shape)
            if wrong:
                return f"result {i}: {wrong}"
        return None

    def each(self, path):
        for rank in range(self.ranks):
            found = read_archive(path.format(rank=rank)) if os.path.exists(path.format(rank=rank)) else {}
            for i, (result, parts) in enumerate(zip(self.results, self.parts)):
                if not parts:
                    continue
                part = parts[rank]
                wrong = differs(found.get(f"result{i}"), (result.descriptor, cut(numbers(result), result.shape, part)), [size for _, size in part])
                if wrong:
                    return f"result {i} of device {rank}: {wrong}"
        return None


def problem(result):
    return result.crash() or (result.text()[-2000:] or "no output" if result.status else None)


def check(report, bef, program, scratch):
    for name, output, compare in ("joined", "joined.npz", program.joined), ("parts", "part.{rank}.npz", program.each):
        path = os.path.join(scratch, output)
        result = tap.run(program.command(bef, path, "--ranks", str(program.ranks)), timeout=2 * LIMIT)
        report.report(f"{program.name}: {name}", problem(result) or compare(path))
    for name in os.listdir(scratch):
        os.remove(os.path.join(scratch, name))


def check_mpi(report, bef, program, scratch, mpi_test, pack):
    launcher = mpirun.Launcher(mpi_test)
    if not launcher.path:
        report.report(f"{program.name}: mpirun", skip="no mpirun")
        return
    path = os.path.join(scratch, "mpi.npz")
    command = [launcher.path, *launcher.options(False, LIMIT), "-n", str(program.ranks), *program.command(bef, path, "--pack", pack)]
    result = tap.run(command, env=launcher.environment(LIMIT), timeout=2 * LIMIT)
    report.report(f"{program.name}: mpirun", problem(result) or program.joined(path))


def main():
    bef, folder, *mpi = sys.argv[1:]
    report = tap.Tap()
    with tempfile.TemporaryDirectory() as scratch, tempfile.TemporaryDirectory() as unpacked:
        if folder.endswith(".zip"):
            with zipfile.ZipFile(folder) as archive:
                archive.extractall(unpacked)
            folder = unpacked
        programs = [Program(folder, name[:-len(".jax")]) for name in sorted(os.listdir(folder)) if name.endswith(".jax")]
        for program in [] if mpi else programs:
            check(report, bef, program, scratch)
        for program in [p for p in programs if p.ranks <= 4][:int(mpi[2])] if mpi else []:
            check_mpi(report, bef, program, scratch, *mpi[:2])
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
