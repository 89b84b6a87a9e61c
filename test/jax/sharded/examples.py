#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""examples.py BEF ZIP [MPI_TEST PACK MPI_MODEL TWO_LAYERS]: the commands of apps/examples/several_devices.md on the programs that
several_devices.py has written to ZIP, on 4 ranks: whole results, and parts that are the inputs of a next step, are those of JAX. With a
pack, mpirun starts the ranks, and mpi_model.c computes under it what it computes alone.

ZIP was made with JAX_HLO_SOURCE_FILE_CANONICALIZATION_REGEX='.*/' and JAX_INCLUDE_FULL_TRACEBACKS_IN_LOCATIONS=0, so that programs do not
contain names of folders."""
import os
import sys
import tempfile
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check  # noqa: E402
import mpirun  # noqa: E402
import tap  # noqa: E402

RANKS = 4


class Ranks:
    """How a command becomes one of several ranks."""

    def __init__(self, bef, mpi):
        self.bef, self.pack = bef, mpi[1] if mpi else None
        self.launcher = mpirun.Launcher(mpi[0]) if mpi else None

    def run(self, command, folder, ranks=RANKS):
        if not self.launcher:
            return tap.run([self.bef, "run", *command, "--ranks", str(ranks)], timeout=120, cwd=folder)
        return self.start([self.bef, "run", "--pack", self.pack, *command], folder, ranks)

    def start(self, command, folder, ranks=RANKS):
        started = self.launcher.apart(command, folder)
        return tap.run([self.launcher.path, *self.launcher.options(False, 60), "-n", str(ranks), *started],
                       env=self.launcher.environment(60), timeout=120, cwd=folder)


def whole(ranks, folder, name):
    """The whole results of a program."""
    result = ranks.run([name + ".jax", "--input", name + ".npz", "-o", "out.npz"], folder)
    expected = check.read_archive(os.path.join(folder, name + "_expected.npz"))
    wrong = check.problem(result)
    found = {} if wrong else check.read_archive(os.path.join(folder, "out.npz"))
    for key, value in expected.items():
        wrong = wrong or check.differs(found.get(key), (value.descriptor, check.numbers(value)), value.shape)
    return wrong


def loss_of(folder):
    with open(os.path.join(folder, "loss.0.npy"), "rb") as file:
        return check.numbers(check.arrays.Array(file.read()))[0]


def steps(ranks, folder):
    """The weights of a step, in parts, are the inputs of the next one."""
    outputs = ["-o", "w1.{rank}.npy", "-o", "w2.{rank}.npy", "-o", "loss.{rank}.npy"]
    wrong = check.problem(ranks.run(["tensor_parallel.jax", "--input", "tensor_parallel.npz", *outputs], folder))
    if wrong:
        return wrong
    with zipfile.ZipFile(os.path.join(folder, "tensor_parallel.npz")) as archive:
        for key, name in ("arr_2", "x"), ("arr_3", "y"):
            with open(os.path.join(folder, name + ".npy"), "wb") as out:
                out.write(archive.read(key + ".npy"))
    expected, before = check.read_archive(os.path.join(folder, "tensor_parallel_expected.npz"))["result0"], loss_of(folder)
    rows, columns = expected.shape
    for rank in range(RANKS):
        with open(os.path.join(folder, f"w1.{rank}.npy"), "rb") as file:
            part = check.arrays.Array(file.read())
        places = [(0, rows), (rank * columns // RANKS, columns // RANKS)]
        wrong = wrong or check.differs(part, (expected.descriptor, check.cut(check.numbers(expected), expected.shape, places)), [n for _, n in places])
    inputs = [word for name in ("w1", "w2") for word in ("--input", f"{name}={name}.{{rank}}.npy")]
    wrong = wrong or check.problem(ranks.run(["tensor_parallel.jax", *inputs, "--input", "x=x.npy", "--input", "y=y.npy", *outputs], folder))
    return wrong or (None if loss_of(folder) < before else f"the loss is {loss_of(folder)} after {before}")


def rows_of(text):
    """{row: numbers} of what mpi_model prints, with any tag in front."""
    lines = [line[line.index("row "):].split() for line in text.splitlines() if "row " in line]
    return {int(words[1].rstrip(":")): [float(word) for word in words[2:]] for words in lines}


def from_c(ranks, folder, program, model):
    alone = rows_of(tap.run([program, ranks.pack, model], timeout=60).text())
    if len(alone) != 8:
        return f"{len(alone)} rows of one program alone"
    result = ranks.start([program, ranks.pack, model], folder)
    text = result.text()
    if ranks.launcher.is_mpich:
        for rank in range(RANKS):
            with open(os.path.join(folder, str(rank)), encoding="utf-8") as file:
                text += file.read()
    found = rows_of(text)
    wrong = result.crash() or (text if result.status or found.keys() != alone.keys() else None)
    return wrong or next((f"row {row}: {found[row]}, expected {alone[row]}" for row in alone
                          if any(abs(a - b) > 2e-6 for a, b in zip(found[row], alone[row]))), None)


def other_number(ranks, folder, program, model):
    result = ranks.start([program, ranks.pack, model], folder, 2)
    text = result.text()
    if ranks.launcher.is_mpich:
        with open(os.path.join(folder, "0"), encoding="utf-8") as file:
            text += file.read()
    return None if result.status and "its mesh does not have 2 devices" in text else f"exit {result.status}: {text[-500:]}"


def main():
    bef, archive, *mpi = map(os.path.abspath, sys.argv[1:])
    report, ranks = tap.Tap(), Ranks(bef, mpi)
    if mpi and not ranks.launcher.path:
        report.report("examples", skip="no mpirun")
        return report.finish()
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(archive) as programs:
            programs.extractall(folder)
        for name in "data_parallel", "tensor_parallel", "pipeline", "experts":
            report.report(name, whole(ranks, folder, name))
        report.report("parts of a step are the inputs of the next one", steps(ranks, folder))
        if mpi:
            report.report("mpi_model.c", from_c(ranks, folder, *mpi[2:]))
            report.report("mpi_model.c on another number of ranks", other_number(ranks, folder, *mpi[2:]))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
