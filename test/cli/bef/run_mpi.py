#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_mpi.py BEF PACK MPI_TEST: models under mpirun with files of each rank, training, and ranks that end before they run. mpirun lets the
other ranks live on (--enable-recovery): nothing may hang."""
import os
import random
import struct
import sys
import tempfile
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402
from mpirun import Launcher  # noqa: E402
from npy import npy  # noqa: E402

FIXED = """module attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<3xf32> loc("x")) -> (tensor<3xf32>, tensor<ui32>, tensor<ui32>) {
  %s = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3xf32>) -> tensor<3xf32>
  %r = stablehlo.replica_id : tensor<ui32>
  %p = stablehlo.partition_id : tensor<ui32>
  return %s, %r, %p : tensor<3xf32>, tensor<ui32>, tensor<ui32>
}}
"""
OPEN = """func.func @main(%x: tensor<?xf32> loc("x")) -> tensor<?xf32> {
  %s = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<?xf32>) -> tensor<?xf32>
  return %s : tensor<?xf32>
}
"""
# Each rank adds its own numbers, of which each has another count; then all ranks add the sums.
UNEVEN = """func.func @main(%x: tensor<?xf32> loc("x")) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  %s = "stablehlo.all_reduce"(%p) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
"""
EVEN = UNEVEN.replace("?xf32", "3xf32")
SPAWNED = """func.func private @one(%x: tensor<2xf32>) -> tensor<2xf32> {
  %s = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %s : tensor<2xf32>
}
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@one], [@one]]} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  check.expect_eq_const %r#1, dense<[2.0, 4.0]> : tensor<2xf32>
  return
}
"""
TRAINING = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "apps", "examples", "mnist_parallel.mlir")
PICTURES, STEPS = 16, 20
LIMIT = 30


def save(path, values, form="f", shape=None):
    with open(path, "wb") as out:
        out.write(npy(f"<{form}4", shape or (len(values),), struct.pack(f"<{len(values)}{form}", *values)))


class Job:
    def __init__(self, bef, pack, launcher, folder):
        self.command, self.launcher, self.folder = [bef, "run", "--pack", pack], launcher, folder

    def run(self, *programs, recovery=True):
        """`programs`: number of ranks, and arguments of bef run."""
        line = [self.launcher.path, *self.launcher.options(recovery, LIMIT)]
        for ranks, *arguments in programs:
            line += [":"] * (programs[0] != (ranks, *arguments)) + ["-n", str(ranks), *self.command, *arguments]
        return tap.run(line, cwd=self.folder, env=self.launcher.environment(LIMIT), merged=True, timeout=LIMIT + 10)


def check(report, name, result, *texts, status=None):
    text = result.text()
    wrong = result.crash() or ("time limit" in text and text) or next((f"{t!r} is not in\n{text}" for t in texts if t not in text), None)
    if status is not None and result.status != status:
        wrong = wrong or f"exit status {result.status}\n{text}"
    report.report(name, wrong)


def compare(job, name, rank, one):
    """Describes a difference between what a rank and its twin in one process have written; `one` is the latter's run. None: there is none."""
    files = [os.path.join(job.folder, f"{kind}{name}.{rank}.npz") for kind in ("one", "mpi")]
    read = [open(file, "rb").read() if os.path.exists(file) else None for file in files]
    return None if read[0] and read[0] == read[1] else "the files differ\n" + one.text()


def same_files(report, job, bef):
    """The same outputs as of ranks in one process; a BEF file knows replicas and partitions."""
    inputs = ["--input", "x=x.{rank}.npy"]
    one = tap.run([bef, "run", "fixed.bef", "--ranks", "4", *inputs, "-o", "one.{rank}.npz", "--trace", "one.json"], cwd=job.folder)
    check(report, "outputs of each rank",
          job.run((4, "fixed.bef", *inputs, "-o", "mpi.{rank}.npz", "--trace", "{rank}.json"), recovery=False), status=0)
    traces = [name for name in sorted(os.listdir(job.folder)) if name.endswith(".json")]
    report.report("traces of each rank", None if traces == ["0.json", "1.json", "2.json", "3.json", "one.json"] else str(traces))
    for rank in range(4):
        report.report(f"those of rank {rank} are those of one process", compare(job, "", rank, one))


def save_training(folder):
    """Weights, and the pictures of 1, 2 and 4 ranks."""
    numbers = random.Random(1)
    for name, shape in ("w1", (784, 512)), ("w2", (512, 10)):
        save(os.path.join(folder, name + ".npy"), [numbers.uniform(-.05, .05) for _ in range(shape[0] * shape[1])], shape=shape)
    for name, size in ("b1", 512), ("b2", 10):
        save(os.path.join(folder, name + ".npy"), [0.] * size)
    pictures = [[numbers.uniform(-1, 1) for _ in range(784)] for _ in range(PICTURES)]
    for ranks in 1, 2, 4:
        own = PICTURES // ranks
        for rank in range(ranks):
            of_rank = range(rank * own, (rank + 1) * own)
            save(os.path.join(folder, f"x{ranks}.{rank}.npy"), [x for i in of_rank for x in pictures[i]], shape=(own, 784))
            save(os.path.join(folder, f"y{ranks}.{rank}.npy"), [i * 7 % 10 for i in of_rank], form="i")


def losses_of(path):
    """The last of five results; zeros if there is none."""
    if not os.path.exists(path):
        return [0.] * STEPS
    with zipfile.ZipFile(path) as results:
        names = results.namelist()
        return struct.unpack(f"<{STEPS}f", results.read(names[4])[-4 * STEPS:]) if len(names) == 5 else [0.] * STEPS


def training(report, job, bef):
    """Ranks of MPI train as those of one process do, to the bit, and as one rank does, besides rounding."""
    save_training(job.folder)
    losses = {}
    for ranks in 1, 2, 4:
        files = {**{name: name + ".npy" for name in ("b1", "w1", "b2", "w2")}, "x": f"x{ranks}.{{rank}}.npy", "labels": f"y{ranks}.{{rank}}.npy"}
        inputs = [word for name, file in files.items() for word in ("--input", f"{name}={file}")]
        one = tap.run([bef, "run", TRAINING, "--ranks", str(ranks), *inputs, "-o", f"one{ranks}.{{rank}}.npz"], cwd=job.folder, timeout=LIMIT)
        check(report, f"training under mpirun, ranks: {ranks}",
              job.run((ranks, TRAINING, *inputs, "-o", f"mpi{ranks}.{{rank}}.npz"), recovery=False), status=0)
        for rank in range(ranks):
            report.report(f"weights and losses of rank {rank} of {ranks} are those of one process", compare(job, ranks, rank, one))
        losses[ranks] = losses_of(os.path.join(job.folder, f"mpi{ranks}.0.npz"))
    good = losses[1][-1] < losses[1][STEPS // 2] < losses[1][0] and all(
        abs(a - b) < 1e-5 * a for ranks in (2, 4) for a, b in zip(losses[1], losses[ranks]))
    report.report("the losses of 2 and 4 ranks are those of one rank with all pictures", None if good else str(losses))


def uneven(report, job, bef):
    """Ranks whose shapes differ, and the same model under other paths."""
    counts = 10, 27, 23, 36
    for rank, count in enumerate(counts):
        save(os.path.join(job.folder, f"u.{rank}.npy"), [1.] * count)
    x = ["--input", "x=u.{rank}.npy", "-o", "sum.{rank}.npy"]

    def sums(ranks):
        found = []
        for rank in range(ranks):
            with open(os.path.join(job.folder, f"sum.{rank}.npy"), "rb") as result:
                found.append(struct.unpack("<f", result.read()[-4:])[0])
            os.remove(os.path.join(job.folder, f"sum.{rank}.npy"))
        return None if found == [sum(counts[:ranks])] * ranks else str(found)

    one = tap.run([bef, "run", "uneven.mlir", "--ranks", "4", *x], cwd=job.folder)
    check(report, "other shapes in each rank of one process", one, status=0)
    report.report("their sums", sums(4) if one.status == 0 else "none")
    check(report, "other shapes in each rank", result := job.run((4, "uneven.mlir", *x), recovery=False), status=0)
    report.report("their sums under mpirun", sums(4) if result.status == 0 else "none")
    for name, text in ("uneven", UNEVEN), ("even", EVEN), ("spawned", SPAWNED):
        folder = os.path.join(job.folder, "another place", "of " + name)
        os.makedirs(folder)
        with open(os.path.join(folder, "model of another name.mlir"), "w", encoding="utf-8") as out:
            out.write(text)
        inputs = [] if name == "spawned" else ["--input", "x=x.{rank}.npy"]
        check(report, f"{name}.mlir under another path",
              job.run((1, name + ".mlir", *inputs), (1, os.path.join(folder, "model of another name.mlir"), *inputs), recovery=False), status=0)
        made = [tap.run([bef, "assemble", path, "-o", name + number + ".bef"], cwd=job.folder).status
                for number, path in enumerate_names(name + ".mlir", os.path.join(folder, "model of another name.mlir"))]
        if name != "uneven":
            check(report, f"{name}.bef of another path",
                  job.run((1, name + "0.bef", *inputs), (1, name + "1.bef", *inputs), recovery=False), status=max(made))


def enumerate_names(*paths):
    return [(str(number), path) for number, path in enumerate(paths)]


def differences(report, job):
    """The message names the part that differs."""
    def told(name, text, other, part, *more):
        files = []
        for number, source in enumerate((text, other)):
            files.append(f"{name.replace(' ', '_')}{number}.mlir")
            with open(os.path.join(job.folder, files[-1]), "w", encoding="utf-8") as out:
                out.write(source)
        check(report, name, job.run(*((1, file, "--input", f"x={x}") for file, x in zip(files, more or ("x.0.npy", "x.1.npy")))),
              *(f"rank {1 - rank} takes part in all_reduce with another {part} than this one, rank {rank}" for rank in range(2)))

    told("another body", EVEN, EVEN.replace("%t = stablehlo.add", "%t = stablehlo.maximum"), "attribute and program")
    told("another group", EVEN.replace("dense<> : tensor<0x0xi64>", "dense<[[0, 1]]> : tensor<1x2xi64>"), EVEN, "group and program")
    told("another program", EVEN, EVEN.replace("dense<0.0>", "dense<1.0>"), "program")
    told("another shape", OPEN, OPEN, "shape", "x.0.npy", "u.1.npy")
    save(os.path.join(job.folder, "i.npy"), [1, 2, 3], form="i")
    told("another element type", EVEN, EVEN.replace("f32", "i32").replace("dense<0.0>", "dense<0>"), "element type, attribute and program", "x.0.npy", "i.npy")


ROWS = """
sdy.mesh @m = <["d"=2]>
func.func @main(%x: tensor<4096x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"d"}, {}]>} loc("x")) -> (tensor<4096x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"d"}, {}]>}) {
  %0 = stablehlo.add %x, %x : tensor<4096x4xf32>
  return %0 : tensor<4096x4xf32>
}
"""


def divided(report, job):
    """Ranks with parts of one value, and no operation between them."""
    for name, text in ("rows.mlir", ROWS), ("columns.mlir", ROWS.replace('[{"d"}, {}]', '[{}, {"d"}]')):
        with open(os.path.join(job.folder, name), "w", encoding="utf-8") as out:
            out.write(text)
    save(os.path.join(job.folder, "rows.npy"), [float(i) for i in range(4 * 4096)], shape=(4096, 4))
    options = ["--input", "x=rows.npy", "-o", "y.{rank}.npy"]

    def written():
        names = [name for name in sorted(os.listdir(job.folder)) if name.startswith("y.")]
        sizes = [os.path.getsize(os.path.join(job.folder, name)) for name in names]
        for name in names:
            os.remove(os.path.join(job.folder, name))
        return list(zip(names, sizes))

    told = [f"rank {1 - rank} takes part in the run with another program than this one, rank {rank}" for rank in range(2)]
    check(report, "another sharding in one rank", job.run((1, "rows.mlir", *options), (1, "columns.mlir", *options)), *told)
    report.report("nothing is written then", None if not (found := written()) else str(found))
    check(report, "a joined output of one rank", job.run((1, "rows.mlir", *options), (1, "rows.mlir", "--input", "x=rows.npy", "-o", "y.npy")), *told)
    report.report("nothing is written then either", None if not (found := written()) else str(found))

    def full(rank):
        """What a rank may write ends after 8 KiB, like a full disk."""
        limited = ["sh", "-c", "trap '' XFSZ; ulimit -f 16; exec \"$@\"", "sh"]
        line = [job.launcher.path, *job.launcher.options(True, LIMIT), "--mca", "btl", "self,tcp"]
        for number in range(2):
            line += [":"] * number + ["-n", "1", *(limited if number == rank else []), *job.command, "rows.mlir", *options]
        return tap.run(line, cwd=job.folder, env=job.launcher.environment(LIMIT), merged=True, timeout=LIMIT + 10)

    for rank in range(2):
        check(report, f"rank {rank} cannot write its output", full(rank), f"bef: cannot write y.{rank}.npy: File too large")
        report.report(f"the other one has written its part, and rank {rank} nothing",
                      None if (found := written()) == [(f"y.{1 - rank}.npy", 128 + 4 * 4 * 2048)] else str(found))


def early_ends(report, job):
    told = "its program has ended without running it, and printed the reason"
    x, bad = ["--input", "x=x.{rank}.npy"], ["--input", "x=bad.{rank}.npy"]
    check(report, "an unreadable input of one rank", job.run((2, "open.mlir", *bad)), "bad.1.npy: is not a .npy file",
          "'main' returned <<error: rank 1", told)
    check(report, "no input of some ranks", job.run((4, "open.mlir", *bad)), "cannot read bad.2.npy", "cannot read bad.3.npy", told)
    check(report, "another shape in one rank", job.run((2, "open.mlir", "--input", "x=other.{rank}.npy")),
          "'main' returned <<error: rank 1", "'main' returned <<error: rank 0")
    check(report, "a rank that has nothing to run", job.run((1, "open.mlir", *x), (1, "open.mlir")), "'main' returned <<error: rank 1", told)
    check(report, "one trace of all ranks", job.run((2, "open.mlir", *x, "--trace", "t.json"), recovery=False),
          "--trace: 2 ranks would write 't.json'; expected {rank} in the name", status=2)
    check(report, "another number of ranks", job.run((3, "fixed.bef", *x), recovery=False),
          "the program is for 2 replicas of 2 partitions; expected 4 ranks, found 3", status=2)


def main():
    bef, pack, mpi_test = map(os.path.abspath, sys.argv[1:])
    launcher = Launcher(mpi_test)
    if not launcher.path:
        return tap.skip_all("there is no mpirun (Debian: openmpi-bin, or mpich)")
    report = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        for name, text in ("fixed.mlir", FIXED), ("open.mlir", OPEN), ("uneven.mlir", UNEVEN), ("even.mlir", EVEN), ("spawned.mlir", SPAWNED):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
                out.write(text)
        for rank in range(4):
            save(os.path.join(folder, f"x.{rank}.npy"), [rank, 2 * rank, .5])
        for rank in range(2):
            save(os.path.join(folder, f"other.{rank}.npy"), [1.] * (3 + rank))
        save(os.path.join(folder, "bad.0.npy"), [1.] * 3)
        with open(os.path.join(folder, "bad.1.npy"), "wb") as out:
            out.write(b"hello")
        job = Job(bef, pack, launcher, folder)
        made = tap.run([bef, "assemble", "fixed.mlir", "-o", "fixed.bef"], cwd=folder)
        report.report("assemble", None if made.status == 0 else made.text())
        same_files(report, job, bef)
        training(report, job, bef)
        uneven(report, job, bef)
        if launcher.is_mpich:
            report.report("ranks that end before they run", skip="mpirun of MPICH ends the other ranks then")
        else:
            differences(report, job)
            divided(report, job)
            early_ends(report, job)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
