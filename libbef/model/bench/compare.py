#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare.py BUILD DIR [ROUNDS] [MODEL ...]: times models in befkit, ONNX Runtime, PyTorch and C, alternately, and prints the tables of
RESULTS.md.

BUILD is a build folder (a release). DIR has NAME_constants.mlir with NAME_constants.args and NAME_constants.expect, NAME.onnx, and the
folder onnxruntime-node (the npm package). BEFKIT_PEERS names the folder with bench_ort.c, TOLERANCES.tsv and by_hand.c. Every measured
call of befkit is checked: its results must be within the tolerances, else the row says so. The least time of all rounds counts. PyTorch
is measured where a python3 has it (peers/torch_models.py); ONNX Runtime is left out if its library is missing. The programs of
mnist_training.mlir train: a step per call, and 100 steps in a call."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SYSTEM_PYTHON = "/usr/bin/python3"
try:
    import numpy as np
except ImportError:  # another python3 may have it
    if sys.executable == SYSTEM_PYTHON or not os.path.exists(SYSTEM_PYTHON):
        raise SystemExit("compare.py needs NumPy")
    os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])

sys.path.insert(0, HERE)
import training  # noqa: E402
from tables import print_tables  # noqa: E402

# Models, and the ONNX files of which the fastest counts.
MODELS = {
    "mnist": ["mnist"], "resnet50": ["resnet50"], "transformer": ["transformer", "transformer_primitives"], "pointwise": ["pointwise"],
    "lstm_while": ["lstm_while"], "rnn_while": ["rnn_while"], "ops_chain10k": ["ops_chain10k"], "ops_wide10k": ["ops_wide10k"],
    "gather_embedding": ["gather_embedding"], "int8_dot": ["int8_dot_unsigned"],
    "small_cnn_bf16": ["small_cnn_bf16_f32"], "sort_topk": ["sort_topk"], "mnist_training": [], "mnist_training_loop": [],
}
FUNCTIONS = {"mnist_training": "step", "mnist_training_loop": "loop"}  # of mnist_training.mlir; else main
THREADS = (1, 2)
RUN_MS = 500  # of one process, without loading
FLAGS = ["-Ofast", "-march=native", "-mprefer-vector-width=512"]  # of by_hand.c, as its comment says


class Least:
    """The least of each figure of a model in a runtime with some threads."""

    def __init__(self):
        self.figures = {}

    def take(self, key, **figures):
        known = self.figures.setdefault(key, {})
        for name, number in figures.items():
            known[name] = min(number, known.get(name, number))

    def get(self, *key):
        return self.figures.get(key, {})


def run(command, **environment):
    return subprocess.run(command, env=dict(os.environ, **environment), check=True, capture_output=True, text=True).stdout


# ---- checks

def tolerances(path):
    """{(model, result): (rtol, atol)} of full sizes."""
    found = {}
    with open(path, encoding="utf-8") as file:
        names = next(file).rstrip("\n").split("\t")
        for line in file:
            row = dict(zip(names, line.rstrip("\n").split("\t")))
            if row["size"] == "full":
                found[row["model"], int(row["result"])] = float(row["rtol"]), float(row["atol"])
    return found


def what_is_wrong(model, got, wanted, limits):
    """None, or a text: the results in one folder against those in the other."""
    names = sorted(os.listdir(wanted))
    if not names:
        return "no expected results"
    for number, name in enumerate(names):
        path = os.path.join(got, name)
        if not os.path.exists(path) or (model, number) not in limits:
            return f"no {name}, or no tolerance for it"
        a, b = np.load(path), np.load(os.path.join(wanted, name))
        rtol, atol = limits[model, number]
        if a.shape != b.shape or a.dtype != b.dtype:
            return f"{name} is {a.dtype} {a.shape}, expected {b.dtype} {b.shape}"
        off = np.abs(a.astype(np.float64) - b) - (atol + rtol * np.abs(b.astype(np.float64)))
        if not np.all(off <= 0):
            return f"{name} is beyond its tolerance by up to {np.nanmax(off):.3g}"
    return None


# ---- runtimes

class Befkit:
    def __init__(self, build, folder, scratch, limits):
        self.bef, self.folder, self.scratch, self.limits = os.path.join(build, "apps/bef/bef"), folder, scratch, limits
        self.wrong = {}

    def prepare(self, model):
        source = os.path.join(HERE, "mnist_training.mlir") if model in FUNCTIONS else self.path(model, "mlir")
        run([self.bef, "assemble", source, "-o", os.path.join(self.scratch, model + ".bef")])

    def path(self, model, ending):
        return os.path.join(self.scratch, f"{model}.{ending}") if model in FUNCTIONS else os.path.join(self.folder, f"{model}_constants.{ending}")

    def measure(self, model, threads, repeat, least):
        results = os.path.join(self.scratch, "results")
        shutil.rmtree(results, ignore_errors=True)
        os.mkdir(results)
        arguments = self.path(model, "args")
        inputs = [f"--input=arg{i}={os.path.join(arguments, f'arg{i}.npy')}" for i in range(len(os.listdir(arguments)))]
        line = json.loads(run([self.bef, "bench", os.path.join(self.scratch, model + ".bef"), *inputs,
                               "--function", FUNCTIONS.get(model, "main"), "--repeat", str(repeat), "--queue", "single" if threads == 1 else f"threads:{threads}",
                               "--output", results]))
        wrong = what_is_wrong(model, results, self.path(model, "expect"), self.limits)
        if wrong:
            self.wrong[model] = wrong
        least.take((model, "befkit", threads), ms=line["ms_min"], load=line["load_ms"], first=line["first_ms"], peak=line["peak_mb"])
        return line["ms_min"]


class OnnxRuntime:
    """bench_ort prints, separated by tabs: load ms, its processor time, first ms, least ms, median, processor time, MB, peak MB, sum."""

    def __init__(self, peers, folder, scratch):
        self.folder = folder
        self.library = os.path.join(folder, "onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1")
        self.program = os.path.join(scratch, "bench_ort")
        self.exists = os.path.exists(self.library)
        if self.exists:
            run(["cc", "-O2", "-std=c11", os.path.join(peers, "bench_ort.c"), "-o", self.program, "-ldl", "-lm"])

    def measure(self, model, threads, repeats, least):
        for name in MODELS[model] if self.exists else []:
            path = os.path.join(self.folder, name + ".onnx")
            fields = run([self.program, self.library, path, str(threads), str(repeats.get(name, 5))]).split("\t")
            repeats[name] = repetitions(float(fields[3]))
            least.take((model, "ort", threads), ms=float(fields[3]), load=float(fields[0]), first=float(fields[2]), peak=float(fields[7]))


class Torch:
    """torch_models.py prints for a model: load ms, first ms, least ms, peak MB; nothing for models that it does not have."""

    def __init__(self):
        script = os.path.join(HERE, "peers/torch_models.py")
        pythons = [p for p in (sys.executable, SYSTEM_PYTHON) if subprocess.run([p, "-c", "import torch"], capture_output=True).returncode == 0]
        self.command = [pythons[0], script] if pythons else None

    def measure(self, model, threads, least):
        fields = run([*self.command, model, str(threads), str(RUN_MS)]).split() if self.command else []
        if fields:
            load, first, ms, peak = map(float, fields)
            least.take((model, "torch", threads), ms=ms, load=load, first=first, peak=peak)


def by_hand(peers, scratch):
    """{model: ms} of hand-written C with one thread: "pointwise 5.7 ms, lstm_while ..."."""
    program, source = os.path.join(scratch, "by_hand"), os.path.join(peers, "by_hand.c")
    if not os.path.exists(source):
        return {}
    run(["cc", *FLAGS, source, "-o", program, "-lm"])
    words = run([program]).replace("(", " ").split()
    return {words[i]: float(words[i + 1]) for i in range(0, 9, 3)}


def repetitions(ms):
    return max(3, min(2000, int(RUN_MS / max(ms, 0.001))))


# ---- sizes

def stripped_mb(path, scratch):
    copy = os.path.join(scratch, "stripped")
    subprocess.run(["strip", "-o", copy, os.path.realpath(path)], check=True)
    return os.path.getsize(copy) / 1e6


def sizes(build, ort, scratch):
    """Megabytes of the libraries that a program with models needs: everything, and without the readers of MLIR."""
    running = ["async", "kernels", "kernels-basic", "kernels-hlo", "bef-format", "bef"]
    readers = ["mlirbc", "mlirbc-stablehlo", "bef-mlir", "bef-stablehlo", "bef-model"]
    total = {name: stripped_mb(os.path.join(build, f"lib{name}.so"), scratch) for name in running + readers}
    found = {"to run BEF files": sum(total[n] for n in running), "with libbef-model and the readers of MLIR": sum(total.values())}
    if ort.exists:
        found["ONNX Runtime"] = stripped_mb(ort.library, scratch)
    return found


def compare(build, folder, peers, rounds, models, scratch):
    limits = tolerances(os.path.join(peers, "TOLERANCES.tsv"))
    limits.update({(name, i): limit for name, limit in training.TOLERANCES.items() for i in range(5)})
    training.make(scratch)
    befkit = Befkit(build, folder, scratch, limits)
    ort, torch, least, hand = OnnxRuntime(peers, folder, scratch), Torch(), Least(), {}
    for model in models:
        befkit.prepare(model)
    ours, theirs = {}, {}
    for number in range(rounds):
        for name, ms in by_hand(peers, scratch).items():
            hand[name] = min(ms, hand.get(name, ms))
        for model in models:
            for threads in THREADS:
                ort.measure(model, threads, theirs, least)
                ours[model] = repetitions(befkit.measure(model, threads, ours.get(model, 5), least))
                if number == 0 or rounds < 3:  # imports for a second, and is far behind
                    torch.measure(model, threads, least)
            print(f"round {number + 1} of {rounds}: {model}", file=sys.stderr)
    print_tables(models, least, befkit.wrong, hand, sizes(build, ort, scratch))
    return 1 if befkit.wrong else 0


def main():
    arguments = sys.argv[1:]
    if len(arguments) < 2 or arguments[0].startswith("-") or "BEFKIT_PEERS" not in os.environ:
        print(__doc__)
        return 2
    build, folder = map(os.path.abspath, arguments[:2])
    rounds = int(arguments[2]) if len(arguments) > 2 else 3
    models = [name for name in arguments[3:] or MODELS
              if name in FUNCTIONS or os.path.exists(os.path.join(folder, name + "_constants.mlir"))]
    with tempfile.TemporaryDirectory() as scratch:
        return compare(build, folder, os.environ["BEFKIT_PEERS"], rounds, models, scratch)


if __name__ == "__main__":
    sys.exit(main())
