#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run.py KIND MPI_TEST PACK BEF [COUNT]: tests of pack mpi under mpirun. KIND: engine, fast, nodes, threads, programs, golden, remote, lost, late or
bench. COUNT: of random programs, or of ranks that are killed; of bench: the ring of StarPU-MPI, or none. golden: programs of several processes in the folder BEFKIT_GOLDEN, default ../shared/golden."""
import glob
import importlib.util
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import time

TESTS = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(TESTS, "../../../.."))
sys.path.insert(0, os.path.join(ROOT, "test"))
from mpirun import Launcher  # noqa: E402
from npy import npy  # noqa: E402

STABLEHLO = os.path.join(ROOT, "libbef/stablehlo/test")
# Few ranks do what many do: they relay messages, and watch only some of the others.
LARGE_GROUPS = {"KERNELS_MPI_DIRECT": "1", "KERNELS_MPI_MESH": "1"}
FAST = {"KERNELS_MPI_ORDER": "fast"}

# Points of `mpi_test die` that need more time, ranks, whether as a large group, and the text of each survivor.
HARD_POINTS = [(5, 3, False, "good, rank 0 was lost"), (5, 4, True, "good, rank 0 was lost"), (6, 3, False, "good, rank 0 was lost"),
               (6, 6, True, "good, rank 0 was lost"), (7, 3, False, "rank 0 was lost while the job started"),
               (7, 6, True, "rank 0 was lost while the job started"), (8, 3, False, "rank 0 was lost while the job started"),
               (9, 3, False, "rank 0 was lost while the job started"), (9, 6, True, "rank 0 was lost while the job started")]

STARTS = 3  # seconds in which mpirun starts programs on a busy machine

LOOP = """func.func @loop() -> tensor<f32> {
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
    }) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<f32>) -> tensor<f32>
    stablehlo.return %n, %s : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}
"""

launcher = None


def environment_of(limit, more):
    env = launcher.environment(limit)
    # Open MPI's plugins leak, and are unloaded before leaks are found, so these have no library's name.
    env["ASAN_OPTIONS"] = ":".join(filter(None, (env.get("ASAN_OPTIONS"), "detect_leaks=0")))
    env["TSAN_OPTIONS"] = ":".join(filter(None, (env.get("TSAN_OPTIONS"), "ignore_noninstrumented_modules=1",
                                                 f"suppressions={TESTS}/tsan.supp")))
    return {**env, **dict(more)}


def mpirun(ranks, command, recovers=False, limit=40, environment=()):
    """The exit code and the output; code None: the time was up. `recovers`: other ranks go on if one is lost."""
    env = environment_of(limit, environment)
    with tempfile.TemporaryDirectory() as folder:
        line = [launcher.path, "-n", str(ranks), *launcher.options(recovers, limit), *launcher.apart(command, folder)]
        with subprocess.Popen(line, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as run:
            try:
                output, _ = run.communicate(timeout=limit + 10)
            except subprocess.TimeoutExpired:
                run.kill()
                return None, run.communicate()[0]
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), errors="replace") as file:
                output += file.read()
    late = "time limit for job execution" in output or "APPLICATION TIMED OUT" in output
    return (None if late else run.returncode), output


# Runs a command apart from mpirun: its output, then its exit code, are files of the rank in the folder $0. A command that was killed kills
# its shell too, because mpirun must see that the rank was lost.
APART = 'at="$0$OMPI_COMM_WORLD_RANK"; "$@" >"$at" 2>&1; c=$?; echo $c >"$at.new"; mv "$at.new" "$at.end"; test $c != 137 || kill -9 $$; exit $c'


def ranks_end(ranks, command, limit, environment):
    """The seconds until all ranks have ended, or None, and their output. mpirun is not asked: Open MPI's may wait for ever (PMIX ERROR:
    UNREACHABLE) for programs that have ended while they connected to it."""
    env = environment_of(limit, environment)
    started, took = time.monotonic(), None
    with tempfile.TemporaryDirectory() as folder:
        line = [launcher.path, "-n", str(ranks), *launcher.options(True, limit), "sh", "-c", APART, os.path.join(folder, ""), *command]
        with subprocess.Popen(line, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
            while took is None and run.poll() is None and time.monotonic() - started < limit:
                time.sleep(0.02)
                if len(glob.glob(os.path.join(folder, "*.end"))) == ranks:
                    took = time.monotonic() - started
            if took is None and len(glob.glob(os.path.join(folder, "*.end"))) == ranks:
                took = time.monotonic() - started
            end_mpirun(run)
        output = ""
        for rank in range(ranks):
            for end in ("", ".end"):
                path = os.path.join(folder, str(rank) + end)
                if os.path.exists(path):
                    with open(path, errors="replace") as file:
                        output += file.read()
    return took, output


def end_mpirun(run):
    for end in (lambda: None, run.terminate, run.kill):
        end()
        try:
            run.wait(3)
            return
        except subprocess.TimeoutExpired:
            continue


class Tap:
    def __init__(self):
        self.number, self.failed = 0, 0

    def check(self, good, name, output=""):
        self.number += 1
        self.failed += not good
        print(f"{'ok' if good else 'not ok'} {self.number} - {name}")
        if not good:
            lines = output.strip().splitlines()
            lines.sort(key=lambda line: not line.startswith("rank "))  # what failed is read before what mpirun says of it
            print("\n".join("# " + line for line in lines), flush=True)

    def end(self):
        print(f"1..{self.number}" if self.number else "1..0 # SKIP no files")
        return 1 if self.failed else 0


def engine(tap, mpi_test, pack):
    for ranks in (2, 3, 4):
        code, output = mpirun(ranks, [mpi_test, pack, "all"])
        tap.check(code == 0 and output.count(": good") == ranks, f"the engine with {ranks} ranks", output)
    for ranks, direct in ((3, 1), (6, 1), (6, 2)):
        code, output = mpirun(ranks, [mpi_test, pack, "all"], environment=dict(LARGE_GROUPS, KERNELS_MPI_DIRECT=str(direct)))
        tap.check(code == 0 and output.count(": good") == ranks,
                  f"the engine with {ranks} ranks, as a large group beyond {direct}", output)


def in_fast_order(tap, mpi_test, pack, runs, kills):
    """The engine with so many ranks and variables, and with a rank that is killed."""
    for ranks, environment in runs:
        code, output = mpirun(ranks, [mpi_test, pack, "all"], environment=dict(FAST, **environment))
        large = ", as a large group" if "KERNELS_MPI_DIRECT" in environment else ""
        tap.check(code == 0 and output.count(": good") == ranks, f"{ranks} ranks in fast order{large}{node_of(environment)}", output)
    for ranks, victim, environment in () if launcher.is_mpich else kills:
        code, output = mpirun(ranks, [mpi_test, pack, "die", "10", str(victim)], True, 15, dict(FAST, **environment))
        tap.check(code is not None and output.count(f": good, rank {victim} was lost") == ranks - 1,
                  f"rank {victim} of {ranks} is killed in fast order{node_of(environment)}", output)


def node_of(environment):
    return f", {environment['KERNELS_MPI_NODE']} on each node" if "KERNELS_MPI_NODE" in environment else ""


def differ(tap, mpi_test, pack, variable):
    """Two ranks, of which one has the variable."""
    command = ["sh", "-c", f'test "$OMPI_COMM_WORLD_RANK$PMI_RANK" = 0 || export {variable}; exec "{mpi_test}" "{pack}" all']
    code, output = mpirun(2, command)
    tap.check(code not in (None, 0) and "different KERNELS_MPI_ variables" in output, f"{variable} in one of two ranks", output)


def fast(tap, mpi_test, pack):
    """The engine in `fast` order."""
    in_fast_order(tap, mpi_test, pack, ((2, {}), (3, {}), (4, {}), (5, {}), (6, LARGE_GROUPS), (7, {})), ((2, 0, {}), (4, 1, {}), (5, 0, {})))
    code, output = mpirun(2, [mpi_test, pack, "all"], environment={"KERNELS_MPI_ORDER": "quick"})
    tap.check(code not in (None, 0) and "KERNELS_MPI_ORDER is 'quick'; expected exact or fast" in output, "an unknown order", output)
    differ(tap, mpi_test, pack, "KERNELS_MPI_ORDER=fast")


def nodes(tap, mpi_test, pack):
    """The engine in `fast` order, where ranks are taken for those of several nodes."""
    two, three = {"KERNELS_MPI_NODE": "2"}, {"KERNELS_MPI_NODE": "3"}
    in_fast_order(tap, mpi_test, pack, ((4, two), (5, two), (6, two), (6, dict(LARGE_GROUPS, **three))), ((4, 2, two), (6, 0, two), (6, 5, three)))
    differ(tap, mpi_test, pack, "KERNELS_MPI_NODE=2")


def threads(tap, mpi_test, pack):
    """The engine on queues with threads, for ThreadSanitizer, where it takes 10 seconds alone and 80 beside two busy programs."""
    for environment in ({}, LARGE_GROUPS, FAST):
        code, output = mpirun(3, [mpi_test, pack, "all"], limit=140, environment={"MPI_TEST_THREADS": "1", **environment})
        name = ", in fast order" if environment == FAST else ", as a large group" if environment else ""
        tap.check(code == 0 and output.count(": good") == 3, f"3 ranks{name}", output)


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


def reduction(name, operands, types, results, attributes, element="f32"):
    """The text of an operation that adds."""
    return f"""stablehlo.{name}"({operands}) ({{
    ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):
      %s = stablehlo.add %a, %b : tensor<{element}>
      stablehlo.return %s : tensor<{element}>
    }}) {{{attributes}}} : ({types}) -> ({results})"""


def large(ranks):
    """A program whose values are exchanged by parts. Sums of its values depend on the order."""
    x, half = f"tensor<{2 * ranks}x{3 * ranks}x5003xf32>", f"tensor<{2 * ranks}x{3 * ranks}x5003xbf16>"
    rows, columns = f"tensor<2x{3 * ranks}x5003xf32>", f"tensor<{2 * ranks}x3x5003xf32>"
    wide, tall = f"tensor<2x{3 * ranks * ranks}x5003xf32>", f"tensor<{2 * ranks * ranks}x3x5003xf32>"
    groups = f"replica_groups = dense<[{list(range(ranks))}]> : tensor<1x{ranks}xi64>"
    turned = f"replica_groups = dense<[{list(reversed(range(ranks)))}]> : tensor<1x{ranks}xi64>"
    pairs = f"source_target_pairs = dense<{[[i, i + 1] for i in range(ranks - 1)]}> : tensor<{ranks - 1}x2xi64>"

    def exchange(source, target):
        return f"split_dimension = {source} : i64, concat_dimension = {target} : i64, split_count = {ranks} : i64, {turned}"

    lines = [(x, reduction("all_reduce", "%x", x, x, groups)),
             (rows, reduction("reduce_scatter", "%x", x, rows, f"scatter_dimension = 0 : i64, {turned}")),
             (columns, reduction("reduce_scatter", "%x", x, columns, f"scatter_dimension = 1 : i64, {groups}")),
             (wide, f'stablehlo.all_to_all"(%x) {{{exchange(0, 1)}}} : ({x}) -> {wide}'),
             (tall, f'stablehlo.all_to_all"(%x) {{{exchange(1, 0)}}} : ({x}) -> {tall}'),
             (x, f'stablehlo.all_to_all"(%x) {{{exchange(1, 1)}}} : ({x}) -> {x}'),
             (x, f'stablehlo.collective_permute"(%x) {{{pairs}}} : ({x}) -> {x}'),
             (x, f'stablehlo.collective_broadcast"(%x) {{{turned}}} : ({x}) -> {x}'),
             (x, reduction("collective_reduce", "%x", x, x, turned)),
             (half, reduction("all_reduce", "%h", half, half, turned, "bf16"))]
    text = f"""func.func @large() -> ({", ".join(line[0] for line in lines)}) {{
  %i = stablehlo.iota dim = 2 : {x}
  %id = stablehlo.replica_id : tensor<ui32>
  %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
  %step = stablehlo.constant dense<0.1> : tensor<f32>
  %g = stablehlo.add %f, %step : tensor<f32>
  %w = stablehlo.broadcast_in_dim %g, dims = [] : (tensor<f32>) -> {x}
  %x = stablehlo.multiply %i, %w : {x}
  %h = stablehlo.convert %x : ({x}) -> {half}
"""
    for number, (_, line) in enumerate(lines):
        text += f'  %r{number} = "{line}\n'
    results = ", ".join(f"%r{number}" for number in range(len(lines)))
    return text + f"  return {results} : {', '.join(line[0] for line in lines)}\n}}\n", len(lines)


def outputs(folder, name, ranks, count):
    """The files that all ranks have written."""
    data = []
    for rank in range(ranks):
        for number in range(count):
            path = os.path.join(folder, f"{name}{rank}.{number}.npy")
            if not os.path.exists(path):
                return None
            with open(path, "rb") as file:
                data.append(file.read())
    return data


def by_parts(tap, pack, bef, folder):
    """Large values, which go by parts, have the bits of the engine of one address space."""
    for ranks in (2, 3, 4):
        path = os.path.join(folder, f"large{ranks}.mlir")
        text, count = large(ranks)
        with open(path, "w") as out:
            out.write(text)

        def options(name):
            return [item for number in range(count)
                    for item in ("--output", os.path.join(folder, f"{name}{{rank}}.{number}.npy"))]

        one = subprocess.run([bef, "run", "--ranks", str(ranks), path, *options("one")], stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True)
        code, output = mpirun(ranks, [bef, "run", "--pack", pack, path, *options("mpi")])
        expected = outputs(folder, "one", ranks, count)
        tap.check(code == 0 and expected is not None and expected == outputs(folder, "mpi", ranks, count),
                  f"large values of {ranks} ranks", one.stdout[-1500:] + output[-1500:])
        if ranks == 3:
            code, output = mpirun(ranks, [bef, "run", "--pack", pack, path, *options("relayed")], environment=LARGE_GROUPS)
            tap.check(code == 0 and expected is not None and expected == outputs(folder, "relayed", ranks, count),
                      f"large values of {ranks} ranks, as a large group", output[-3000:])


def has_run_all(output, functions):
    return output.count("Running 'main") == functions


def programs(tap, pack, bef, count):
    with tempfile.TemporaryDirectory() as folder:
        by_parts(tap, pack, bef, folder)
        for ranks in (2, 3, 4):
            path = os.path.join(folder, f"random{ranks}.mlir")
            with open(path, "w") as out:
                out.write(random_programs(count, ranks).replace("func.func @process", "func.func private @process"))
            code, output = mpirun(ranks, [bef, "run", "--pack", pack, path])
            tap.check(code == 0 and has_run_all(output, count * ranks),
                      f"{count} random programs of {ranks} processes", output[-3000:])
            if ranks == 4:
                code, output = mpirun(ranks, [bef, "run", "--pack", pack, path], environment=LARGE_GROUPS)
                tap.check(code == 0 and has_run_all(output, count * ranks),
                          f"{count} random programs of {ranks} processes, as a large group", output[-3000:])
    files = [os.path.join(STABLEHLO, "data/run", name + ".mlir") for name in ("collectives", "processes", "bodies")]
    for path in files:
        for ranks in (2, 4):
            for environment in ({}, FAST):
                code, output = mpirun(ranks, [bef, "run", "--pack", pack, path], environment=environment)
                tap.check(code == 0, f"{os.path.basename(path)} with {ranks} ranks{', in fast order' if environment else ''}",
                          output[-3000:])


def golden_programs(tap, pack, bef):
    """Each golden program of several processes."""
    folder = os.path.join(os.environ.get("BEFKIT_GOLDEN", os.path.join(ROOT, "../shared/golden")), "stablehlo/interpret")
    for path in sorted(glob.glob(os.path.join(folder, "*.mlir"))):
        with open(path) as file:
            if "run_parallel" not in file.read():
                continue
        code, output = mpirun(2, [bef, "run", "--pack", pack, path])
        tap.check(code == 0, os.path.basename(path), output[-3000:])


def different_programs(tap, pack, bef):
    """Ranks that meet with the same operation of different programs get errors; functions of one program may meet."""
    text = """func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[1.0, VALUE]> : tensor<2xf32>
  %s = """ + '"' + reduction("all_reduce", "%x", "tensor<2xf32>", "tensor<2xf32>",
                             "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>") + """
  return %s : tensor<2xf32>
}
"""
    told = "rank 1 takes part in all_reduce with another program than this one, rank 0"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.mlir")
        with open(path, "w") as out:
            out.write(text.replace("VALUE", "2.0") + text.replace("VALUE", "2.0").replace("@main", "@second"))
        other = os.path.join(folder, "other.mlir")
        with open(other, "w") as out:
            out.write(text.replace("VALUE", "3.0") + text.replace("VALUE", "2.0").replace("@main", "@second"))
        command = [bef, "run", "--pack", pack, "--functions"]
        code, output = mpirun(1, [*command, "main", path, ":", "-n", "1", *command, "second", path])
        tap.check(code == 0, "two functions of a program", output)
        code, output = mpirun(1, [*command, "main", path, ":", "-n", "1", *command, "main", other])
        tap.check(code not in (None, 0) and told in output, "two programs", output)


def large_values(tap, pack, bef):
    """Values of 4 MiB, which are reduced by parts and move in segments."""
    model = """module attributes {mhlo.num_replicas = RANKS : i32} {
func.func @main() -> (tensor<2xf32>, tensor<2xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<1048576xf32>
  %r = stablehlo.replica_id : tensor<ui32>
  %f = stablehlo.convert %r : (tensor<ui32>) -> tensor<f32>
  %y = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<1048576xf32>
  %x = stablehlo.add %i, %y : tensor<1048576xf32>
  %s = """ + '"' + reduction("all_reduce", "%x", "tensor<1048576xf32>", "tensor<1048576xf32>",
                             "replica_groups = dense<[[GROUP]]> : tensor<1xRANKSxi64>") + """
  %t = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1048576xf32>)
    -> tensor<1048576xf32>
  %p = stablehlo.slice %s [1048574:1048576] : (tensor<1048576xf32>) -> tensor<2xf32>
  %q = stablehlo.slice %t [1048574:1048576] : (tensor<1048576xf32>) -> tensor<2xf32>
  return %p, %q : tensor<2xf32>, tensor<2xf32>
}}
"""
    for ranks in (2, 3):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model.mlir")
            with open(path, "w") as out:
                out.write(model.replace("RANKS", str(ranks)).replace("GROUP", ", ".join(map(str, range(ranks)))))
            code, output = mpirun(ranks, [bef, "run", "--pack", pack, path])
            sums = [ranks * last + ranks * (ranks - 1) // 2 for last in (1048574, 1048575)]
            tap.check(code == 0 and output.count(f"[{sums[0]:.6e} {sums[1]:.6e}]") == ranks and
                      output.count("[1.048575e+06 1.048576e+06]") == 2,
                      f"values of 4 MiB of {ranks} ranks", output)


def call_remote(tap, pack, bef):
    """Functions on other ranks, inputs and outputs of each rank, and two programs where one was expected."""
    data = os.path.join(ROOT, "test/cli/bef/data")
    path = os.path.join(data, "remote.mlir")
    command = [bef, "run", "--pack", pack, "--functions", "main"]
    for ranks in (2, 3, 4):
        code, output = mpirun(ranks, [*command, path])
        tap.check(code == 0 and output.count("values = [20, 22]") == 1 and output.count("'main' returned !tfrt.chain value") == ranks,
                  f"functions on another of {ranks} ranks", output)
    with tempfile.TemporaryDirectory() as folder:
        other = os.path.join(folder, "other.mlir")
        with open(path) as source, open(other, "w") as out:
            out.write(source.read().replace("[20 : i32, 22 : i32]", "[20 : i32, 23 : i32]"))
        code, output = mpirun(1, [*command, path, ":", "-n", "1", *command, other])
        tap.check(code not in (None, 0) and "task 1 runs another program than its caller" in output, "two programs", output)
    code, output = mpirun(2, [bef, "run", "--pack", pack, "--functions", "not_served", os.path.join(data, "remote_waits.mlir")])
    tap.check(code not in (None, 0) and "rank 1 has ended without taking part" in output, "a rank that does not serve", output)


def too_little_memory(tap, pack, bef):
    """Ranks whose memory ends while they call and serve: all end with an error, long before --timeout."""
    data = os.path.join(ROOT, "test/cli/bef/data")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("remote", "ranks"):
            path = os.path.join(folder, name + ".bef")
            subprocess.run([bef, "assemble", os.path.join(data, name + ".mlir"), "-o", path], check=True)

            def run(size, command=()):
                return [*command, bef, "run", "--allocator", f"fixed:{size}", "--timeout", "15", "--functions", "main", path]

            most = 16384
            while most < 1 << 26 and subprocess.run([*run(most), "--ranks", "2"], capture_output=True, check=False).returncode != 0:
                most = most * 9 // 8
            for size in range(most * 4 // 9, most, most // 9):
                started = time.monotonic()
                code, output = mpirun(2, [*run(size), "--pack", pack], True)
                took = time.monotonic() - started
                tap.check(code in (0, 1, 3) and "stopped after" not in output and took < 7,
                          f"{name} with {size} bytes on each of 2 ranks", f"{took:.1f} s\n{output}")


def save(path, values):
    with open(path, "wb") as out:
        out.write(npy("<f4", (len(values),), struct.pack(f"<{len(values)}f", *values)))


def files_of_ranks(tap, pack, bef):
    """Each rank reads its own input and writes its own output, and may have its own device."""
    model = """module attributes {mhlo.num_replicas = RANKS : i32} {
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<ui32>) {
  %r = stablehlo.replica_id : tensor<ui32>
  %s = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {replica_groups = dense<[[GROUP]]> : tensor<1xRANKSxi64>} : (tensor<3xf32>) -> tensor<3xf32>
  %d = stablehlo.subtract %s, %x : tensor<3xf32>
  return %d, %r : tensor<3xf32>, tensor<ui32>
}}
"""
    has_device = subprocess.run([bef, "devices", "opencl:0"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0
    for ranks, *device in (2,), (3,), (4,), (2, "--device", "opencl:{rank}"):
        if device and not has_device:
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model.mlir")
            with open(path, "w") as out:
                out.write(model.replace("RANKS", str(ranks)).replace("GROUP", ", ".join(map(str, range(ranks)))))
            for rank in range(ranks):
                save(os.path.join(folder, f"x{rank}.npy"), [rank + 1, 10 * rank, -2 ** rank])
            code, output = mpirun(ranks, [bef, "run", "--pack", pack, path, *device, "--input", os.path.join(folder, "x{rank}.npy"),
                                          "--output", os.path.join(folder, "d{rank}.npy"),
                                          "--output", os.path.join(folder, "r{rank}.npy")])
            good = code == 0
            for rank in range(ranks) if good else []:
                expected = [sum(value(other) for other in range(ranks) if other != rank)
                            for value in (lambda n: n + 1, lambda n: 10 * n, lambda n: -2 ** n)]
                with open(os.path.join(folder, f"d{rank}.npy"), "rb") as result:
                    good = good and result.read()[-12:] == struct.pack("<3f", *expected)
                with open(os.path.join(folder, f"r{rank}.npy"), "rb") as result:
                    good = good and result.read()[-4:] == struct.pack("<I", rank)
            tap.check(good, f"inputs and outputs of {ranks} ranks{' on devices' if device else ''}", output)


def lost(tap, mpi_test, pack, bef, count):
    """A rank is killed: the others say so, and end by themselves. Every third time as in a large group."""
    times = []
    for number in range(0 if launcher.is_mpich else count):
        point, victim, ranks, large = (number + 1) % 5, number // 5 % 3, 3 + number // 15 % 4, number % 3 == 2
        code, output = mpirun(ranks, [mpi_test, pack, "die", str(point), str(victim)], True, 15, LARGE_GROUPS if large else {})
        told = output.count(f": good, rank {victim} was lost")
        times += map(float, re.findall(r"told after ([0-9.]+) s", output))
        tap.check(code is not None and told == ranks - 1,
                  f"rank {victim} of {ranks}{', a large group,' if large else ''} is killed at point {point}", output)
    if times:
        print(f"# told after {sorted(times)[len(times) // 2]:.3f} s (median), {max(times):.3f} s at most")
    for point, ranks, large, told in () if launcher.is_mpich else HARD_POINTS:
        took, output = ranks_end(ranks, [mpi_test, pack, "die", str(point), "0"], 20, LARGE_GROUPS if large else {})
        tap.check(took is not None and took < 10 and output.count(told) == ranks - 1,
                  f"rank 0 of {ranks}{', a large group,' if large else ''} is killed at point {point}", f"{took} s\n{output}")
    if not launcher.is_mpich:
        # without the folder of the job only the time tells of a loss in the start
        took, output = ranks_end(3, ["env", "-u", "PMIX_SERVER_TMPDIR", mpi_test, pack, "die", "7", "0"], 20,
                                 {"KERNELS_MPI_START_SECONDS": "2"})
        tap.check(took is not None and output.count("the job has not started in time") == 2,
                  "a rank that is killed in the start of a job without a folder", f"{took} s\n{output}")
    # without recovery mpirun ends the others
    started = time.monotonic()
    code, output = mpirun(3, [mpi_test, pack, "die", "1", "2"], False, 15)
    tap.check(code not in (None, 0) and time.monotonic() - started < 5 + STARTS, "a killed rank without recovery", output)
    if not launcher.is_mpich:  # its mpirun ends all programs when one is killed
        lost_program(tap, pack, bef, 2, False, {1: 2})
        lost_program(tap, pack, bef, 4, True, {1: 2})
        lost_program(tap, pack, bef, 5, False, {1: 2, 3: 2})
        lost_program(tap, pack, bef, 6, True, {1: 2, 4: 2, 5: 2.2})


def lost_program(tap, pack, bef, ranks, large, kills):
    """bef run of a loop: the others end by themselves within a second, with 3. `kills`: seconds per rank."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "loop.mlir")
        with open(path, "w") as out:
            out.write(LOOP)
        script = "; ".join([f'"{bef}" run --pack "{pack}" "{path}" & run=$!',
                            *(f'if [ "$OMPI_COMM_WORLD_RANK" = {rank} ]; then sleep {after}; date +killed:%s.%N; '
                              'kill -9 $run; wait; kill -9 $$; fi' for rank, after in kills.items()),
                            'wait $run; echo "ended with $?"; date +ended:%s.%N'])
        code, output = mpirun(ranks, ["sh", "-c", script], True, 15, LARGE_GROUPS if large else {})
        times = {name: [float(at) for at in re.findall(name + ":([0-9.]+)", output)] for name in ("killed", "ended")}
        took = max(times["ended"], default=0) - min(times["killed"], default=0)
        tap.check(code is not None and output.count("ended with 3") == ranks - len(kills) and re.search("rank [0-9] was lost", output) and
                  took < 1,
                  f"bef run of {ranks} ranks{', a large group,' if large else ''} that lose {len(kills)} ends after {took:.2f} s", output)


# What rank 1 does instead of its part; $run starts it in the background.
HOSTILE = {"ends before it runs": "exit 0",
           "does not load the pack": "exec $other",
           "never starts": "exec sleep 6",
           "is stopped while the job starts": "$run & p=$!; sleep 0.03; kill -STOP $p; (sleep 6; kill -9 $p) & wait $p; exit 0",
           "is stopped in an operation": "$run & p=$!; sleep 1.2; kill -STOP $p; (sleep 6; kill -9 $p) & wait $p; exit 0",
           "is killed in its first 20 ms": "$run & p=$!; sleep 0.02; kill -9 $p; wait $p; exit 0",
           "is killed in its first 50 ms": "$run & p=$!; sleep 0.05; kill -9 $p; wait $p; exit 0"}
TIMEOUT = 3


def hostile(pack, bef, path, folder, act, recovers, ranks=3):
    """Seconds, exit code and output of each rank but rank 1, in the order of their numbers."""
    run = f'"{bef}" run --timeout {TIMEOUT} --pack "{pack}" "{path}"'
    act = act.replace("$run", run).replace("$other", run.replace(f' --pack "{pack}"', ""))
    script = (f'r=$OMPI_COMM_WORLD_RANK; if [ $r = 1 ]; then {act}; fi; s=$(date +%s%N); {run} > "{folder}/$r" 2>&1; c=$?; '
              f'echo "$c $((($(date +%s%N) - s) / 1000000))" > "{folder}/$r.end"; exit $c')
    code, output = mpirun(ranks, ["sh", "-c", script], recovers, 20)
    found = []
    for rank in [rank for rank in range(ranks) if rank != 1]:
        names = [os.path.join(folder, str(rank) + end) for end in (".end", "")]
        texts = [open(name, errors="replace").read() if os.path.exists(name) else "" for name in names]
        status, milliseconds = map(int, texts[0].split()) if texts[0] else (None, 0)
        found.append((status, milliseconds / 1000, texts[1]))
    return code, output, found


def late_ranks(tap, pack, bef):
    """Whatever one rank does, the others end when their time is up, or when they have learned that it was lost. They blame no other rank."""
    for name, act in HOSTILE.items():
        for recovers in (True, False) if "stopped" in name else (True,):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "loop.mlir")
                with open(path, "w") as out:
                    out.write(LOOP)
                _, output, found = hostile(pack, bef, path, folder, act, recovers)
            lost = "killed" in name
            good = True
            for rank, (status, seconds, text) in zip((0, 2), found):
                if not recovers and status is None:
                    continue  # mpirun has ended it, because another one has failed
                good = good and status in ((1, 3) if lost else (1,)) and seconds < TIMEOUT + 2 + STARTS * lost and "(null)" not in text
                good = good and (f"stopped after {TIMEOUT} seconds" in text if status == 1 else "rank 1 was lost" in text)
                good = good and not re.search(f"rank [02] (was|has|is|does)|rank {rank} was", text)
            tap.check(good, f"a rank {name}{'' if recovers else ', without recovery'}", f"{found}\n{output}")


def late_without_limit(tap, pack, bef):
    """The time of one rank is up while another one, which has no limit, waits for it."""
    with tempfile.TemporaryDirectory() as folder:
        path, other = os.path.join(folder, "wait.mlir"), os.path.join(folder, "other.mlir")
        with open(path, "w") as out:
            out.write(LOOP.replace("%i, %most", "%i, %one").replace("@loop", "@main"))
        endless = """  %e = stablehlo.while(%k = %zero) : tensor<i32>
  cond {
    %d = stablehlo.compare EQ, %zero, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %d : tensor<i1>
  } do {
    stablehlo.return %k : tensor<i32>
  }
  %r:2"""
        with open(other, "w") as out:
            out.write(LOOP.replace("  %r:2", endless).replace("%i = %zero", "%i = %e").replace("@loop", "@main"))
        code, output = mpirun(1, [bef, "run", "--pack", pack, path, ":", "-n", "1", bef, "run", "--pack", pack, "--timeout", "1.5", other], True, 20)
        tap.check(code is not None and "(null)" not in output and output.count("stopped after 1.5 seconds (--timeout)") == 1 and
                  "the time of another rank is up" in output and not re.search("rank [01] (was|has)", output),
                  "a rank with less time than the other one", output)


def bench(mpi_test, pack, starpu):
    """Figures of the engine, of MPI alone, and of StarPU-MPI, as lines of JSON. Returns the exit code."""
    failed = False
    runs = [(2, [mpi_test, pack, "bench"], {}), (4, [mpi_test, pack, "bench"], {"BENCH_ONLY": "all_reduce_by_parts"})]
    if starpu:
        runs.append((2, [starpu], {}))
    else:
        print("StarPU-MPI is missing (Debian: libstarpu-dev), or was built with another MPI")
    for ranks, command, environment in runs:
        code, output = mpirun(ranks, command, limit=200, environment={"STARPU_NCPU": "1", "STARPU_WORKERS_NOBIND": "1", **environment})
        print(output.strip(), flush=True)
        failed = failed or code != 0
    return 1 if failed else 0


def main():
    kind, mpi_test, pack, bef = sys.argv[1:5]
    count = int(sys.argv[5]) if len(sys.argv) > 5 and kind != "bench" else 0
    global launcher
    launcher = Launcher(mpi_test)
    if not launcher.path:
        print("1..0 # SKIP there is no mpirun (Debian: openmpi-bin, or mpich)")
        return 0
    tap = Tap()
    if kind == "engine":
        engine(tap, mpi_test, pack)
        threads(tap, mpi_test, pack)
    elif kind == "programs":
        programs(tap, pack, bef, count or 40)
        files_of_ranks(tap, pack, bef)
        large_values(tap, pack, bef)
        different_programs(tap, pack, bef)
    elif kind == "fast":
        fast(tap, mpi_test, pack)
    elif kind == "nodes":
        nodes(tap, mpi_test, pack)
    elif kind == "threads":
        threads(tap, mpi_test, pack)
    elif kind == "bench":
        return bench(mpi_test, pack, sys.argv[5] if len(sys.argv) > 5 else None)
    elif kind == "golden":
        golden_programs(tap, pack, bef)
    elif kind == "late":
        if launcher.is_mpich:
            print("1..0 # SKIP mpirun of MPICH ends all programs when one ends")
            return 0
        late_ranks(tap, pack, bef)
        late_without_limit(tap, pack, bef)
    elif kind == "remote":
        call_remote(tap, pack, bef)
        too_little_memory(tap, pack, bef)
    else:
        lost(tap, mpi_test, pack, bef, count or 5)
    return tap.end()


sys.exit(main())
