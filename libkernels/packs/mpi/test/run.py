#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run.py KIND MPI_TEST PACK BEF [COUNT]: tests of pack mpi under mpirun. KIND: engine, programs or lost. COUNT: of random programs, or
of ranks that are killed. BEFKIT_GOLDEN: also the programs of several processes there."""
import glob
import importlib.util
import os
import random
import shutil
import subprocess
import sys
import tempfile

TESTS = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(TESTS, "../../../.."))
STABLEHLO = os.path.join(ROOT, "libbef/stablehlo/test")


def mpirun(ranks, command, options=(), limit=40):
    """The exit code and the output; code None: the time was up."""
    env = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
               OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_btl_vader_single_copy_mechanism="none")
    line = ["mpirun", "-n", str(ranks), "--oversubscribe", "--bind-to", "none", "--timeout", str(limit), *options, *command]
    try:
        run = subprocess.run(line, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=limit + 10)
    except subprocess.TimeoutExpired as late:
        return None, str(late.stdout)
    return (None if "time limit for job execution" in run.stdout else run.returncode), run.stdout


class Tap:
    def __init__(self):
        self.number, self.failed = 0, 0

    def check(self, good, name, output=""):
        self.number += 1
        self.failed += not good
        print(f"{'ok' if good else 'not ok'} {self.number} - {name}")
        if not good:
            print("# " + output.strip().replace("\n", "\n# "), flush=True)

    def end(self):
        print(f"1..{self.number}")
        return 1 if self.failed else 0


def engine(tap, mpi_test, pack):
    for ranks in (2, 3, 4):
        code, output = mpirun(ranks, [mpi_test, pack, "all"])
        tap.check(code == 0 and output.count(": good") == ranks, f"the engine with {ranks} ranks", output)
    code, output = mpirun(2, ["env", "MPI_TEST_THREADS=1", mpi_test, pack, "all"])
    tap.check(code == 0, "the engine on a queue with threads", output)


def random_programs(count, ranks):
    """One file of programs of `ranks` processes each, from the test of the engine of one address space."""
    spec = importlib.util.spec_from_file_location("collectives", os.path.join(STABLEHLO, "collectives.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    texts, seed = [], 0
    while len(texts) < count:
        seed += 1
        case = module.Case(random.Random(seed))
        if case.grid[0] * case.grid[1] == ranks:
            texts.append(case.text().replace("@process", f"@process{seed}").replace("@main", f"@main{seed}"))
    return "".join(texts)


def programs(tap, pack, bef, count):
    with tempfile.TemporaryDirectory() as folder:
        for ranks in (2, 3, 4):
            path = os.path.join(folder, f"random{ranks}.mlir")
            with open(path, "w") as out:
                out.write(random_programs(count, ranks).replace("func.func @process", "func.func private @process"))
            code, output = mpirun(ranks, [bef, "run", "--pack", pack, path])
            tap.check(code == 0 and output.count("Running 'main") == count * ranks,
                      f"{count} random programs of {ranks} processes", output[-3000:])
    files = [os.path.join(STABLEHLO, "data/run", name + ".mlir") for name in ("collectives", "processes", "bodies")]
    golden = os.environ.get("BEFKIT_GOLDEN", "")
    for path in sorted(glob.glob(os.path.join(golden, "stablehlo/interpret/*.mlir"))) if golden and count > 100 else []:
        with open(path) as file:
            files += [path] if "run_parallel" in file.read() else []
    for path in files:
        for ranks in (2, 4):
            code, output = mpirun(ranks, [bef, "run", "--pack", pack, path])
            tap.check(code == 0, f"{os.path.basename(path)} with {ranks} ranks", output[-3000:])


def lost(tap, mpi_test, pack, bef, count):
    """A rank is killed: the others say so, and end by themselves."""
    for number in range(count):
        point, victim, ranks = (number + 1) % 5, number // 5 % 3, 3 + number // 15 % 2
        code, output = mpirun(ranks, [mpi_test, pack, "die", str(point), str(victim)], ["--enable-recovery"], 15)
        told = output.count(f": good, rank {victim} was lost")
        tap.check(code is not None and told == ranks - 1, f"rank {victim} of {ranks} is killed at point {point}", output)
    # without recovery mpirun ends the others
    code, output = mpirun(3, [mpi_test, pack, "die", "1", "2"], (), 5)
    tap.check(code not in (None, 0), "a killed rank without recovery", output)
    loop = """func.func @loop() -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %most = stablehlo.constant dense<100000000> : tensor<i32>
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %s = "stablehlo.all_reduce"(%v) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<f32>) -> tensor<f32>
    stablehlo.return %n, %s : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}
"""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "loop.mlir")
        with open(path, "w") as out:
            out.write(loop)
        script = (f'"{bef}" run --pack "{pack}" "{path}" & '
                  'if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then sleep 2; kill -9 $!; wait; kill -9 $$; fi; '
                  'wait $!; echo "ended with $?"')
        code, output = mpirun(2, ["sh", "-c", script], ["--enable-recovery"], 15)
        tap.check(code is not None and "ended with 3" in output and "rank 1 was lost" in output,
                  "bef run of a program that loses a rank", output)


def main():
    kind, mpi_test, pack, bef = sys.argv[1:5]
    count = int(sys.argv[5]) if len(sys.argv) > 5 else 0
    if not shutil.which("mpirun"):
        print("1..0 # SKIP there is no mpirun (Debian: openmpi-bin)")
        return 0
    tap = Tap()
    if kind == "engine":
        engine(tap, mpi_test, pack)
    elif kind == "programs":
        programs(tap, pack, bef, count or 40)
    else:
        lost(tap, mpi_test, pack, bef, count or 5)
    return tap.end()


sys.exit(main())
