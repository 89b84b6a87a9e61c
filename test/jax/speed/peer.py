# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""peer.py export FOLDER NAME...: writes programs with their inputs and the results of XLA.
peer.py once FOLDER RESULTS: runs a program and writes its results.
peer.py list: prints the names of the programs, one per line.
peer.py xla|iree|onnxruntime THREADS: times programs. Reads a line of JSON for each step, writes one: {"prepare": FOLDER} compiles the
program of a folder; {"time": SECONDS} gives the shortest time of a call, in ms, of as many calls as the time allows; {"compare": FOLDER}
says how far the results in a folder are from those of XLA, at most."""
import glob
import json
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, ".."), os.path.join(HERE, "..", "exports")]


def list_programs():
    import layers  # noqa: F401  they add to the list
    import linear  # noqa: F401
    import methods  # noqa: F401
    import networks  # noqa: F401
    import operations  # noqa: F401
    import science  # noqa: F401
    import solvers  # noqa: F401
    import stencils  # noqa: F401
    from speed import PROGRAMS
    return PROGRAMS


def export(folder, names):
    import write
    for name in names:
        function, arguments = list_programs()[name]()
        try:
            write.write_program(os.path.join(folder, name), write.export_program("speed", name, function, arguments, {}))
        except ImportError as error:
            print(f"{name}: {error}", flush=True)


def meta_of(folder):
    with open(os.path.join(folder, "meta.json"), encoding="utf-8") as file:
        return json.load(file)


def load(folder, name, kind):
    """An array of a type that NumPy may lack."""
    import ml_dtypes
    import numpy as np
    array = np.load(os.path.join(folder, name))
    return array.view(getattr(ml_dtypes, kind)) if hasattr(ml_dtypes, kind) else array


def once(folder, results):
    """What a user's script does: reads the inputs, compiles the export, runs it, writes the results."""
    import jax
    import numpy as np
    with open(os.path.join(folder, "program.jax"), "rb") as file:
        function = jax.export.deserialize(file.read())
    meta = meta_of(folder)
    inputs = [load(folder, f"in{i}.npy", kind) for i, kind in enumerate(meta["in"])]
    leaves = jax.tree.leaves(jax.jit(function.call)(*jax.tree.unflatten(function.in_tree, inputs)[0]))
    for i, leaf in enumerate(leaves):
        np.save(os.path.join(results, f"out{i}.npy"), np.asarray(leaf))


class Xla:
    def prepare(self, folder):
        import jax
        function, arguments = list_programs()[os.path.basename(folder)]()
        arguments = jax.device_put(arguments)
        start = time.perf_counter()
        compiled = jax.jit(function).lower(*arguments).compile()
        self.call = lambda: jax.block_until_ready(compiled(*arguments))
        return 1e3 * (time.perf_counter() - start)


class Iree:
    def __init__(self, threads):
        self.driver = "local-sync" if threads == 1 else "local-task"

    def prepare(self, folder):
        import iree.compiler.tools
        import iree.runtime
        meta = meta_of(folder)
        start = time.perf_counter()
        binary = iree.compiler.tools.compile_file(os.path.join(folder, "program.mlir"), target_backends=["llvm-cpu"], input_type="stablehlo",
                                                  extra_args=["--iree-llvmcpu-target-cpu=host"])
        took = 1e3 * (time.perf_counter() - start)
        config = iree.runtime.Config(self.driver)
        module = iree.runtime.load_vm_module(iree.runtime.VmModule.copy_buffer(config.vm_instance, binary), config)
        device = [iree.runtime.asdevicearray(config.device, load(folder, f"in{i}.npy", meta["in"][i])) for i in meta["kept"]]
        self.call = lambda: module.main(*device)
        return took


class OnnxRuntime:
    def __init__(self, threads):
        self.threads = threads

    def prepare(self, folder):
        import numpy as np
        import onnxruntime
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self.threads
        start = time.perf_counter()
        session = onnxruntime.InferenceSession(folder + ".onnx", options, providers=["CPUExecutionProvider"])
        took = 1e3 * (time.perf_counter() - start)
        rng = np.random.default_rng(1)
        types = {"tensor(float)": np.float32, "tensor(int8)": np.int8, "tensor(uint8)": np.uint8, "tensor(int32)": np.int32, "tensor(int64)": np.int64}
        files = sorted(glob.glob(folder + ".args/arg*.npy"), key=lambda name: int(os.path.basename(name)[3:-4]))
        given = {}
        for value in session.get_inputs():  # data come last among the arguments; pictures have another order of dimensions here
            data = np.load(files[-1]) if files else rng.standard_normal(value.shape)
            data = data if list(data.shape) == value.shape else np.resize(data, value.shape)
            given[value.name] = data.astype(types[value.type])
        self.call = lambda: session.run(None, given)
        return took


def distance(folder, results):
    """The largest |a - b| / (|b| + the root mean square of b), of all results; infinite where types, shapes or places of NaN differ."""
    import numpy as np
    worst = 0.0
    for i, kind in enumerate(meta_of(folder)["out"]):
        found, expected = load(results, f"result{i}.npy", kind), load(folder, f"out{i}.npy", kind)
        if found.shape != expected.shape or found.dtype != expected.dtype:
            return float("inf")
        wide = np.complex128 if np.iscomplexobj(expected) else np.float64
        found, expected = found.astype(wide), expected.astype(wide)
        if not np.array_equal(np.isfinite(found), np.isfinite(expected)):
            return float("inf")
        found, expected = np.nan_to_num(found), np.nan_to_num(expected)
        apart = np.abs(found - expected)
        scale = np.abs(expected) + np.sqrt(np.mean(np.square(np.abs(expected)))) if expected.size else 0
        worst = max(worst, np.max(np.divide(apart, scale, out=np.zeros_like(apart), where=apart > 0), initial=0.0))
    return worst


def shortest(call, seconds):
    best, runs, end = float("inf"), 0, time.perf_counter() + seconds
    while runs < 3 or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        best, runs = min(best, time.perf_counter() - start), runs + 1
    return 1e3 * best


def serve(peer):
    for line in sys.stdin:
        step = json.loads(line)
        try:
            if "prepare" in step:
                answer = {"ms": peer.prepare(step["prepare"])}
                peer.call()
            elif "compare" in step:
                answer = {"distance": float(distance(step["folder"], step["compare"]))}
            else:
                answer = {"ms": shortest(peer.call, step["time"])}
        except Exception as error:  # of any kind: the peer cannot run the program
            answer = {"error": (str(error).strip().splitlines() or [type(error).__name__])[0][:200]}
        print("\n" + json.dumps(answer), flush=True)


if __name__ == "__main__":
    what, rest = sys.argv[1], sys.argv[2:]
    if what == "list":
        print("\n".join(list_programs()))
    elif what == "once":
        once(*rest)
    elif what == "export":
        export(rest[0], rest[1:])
    else:
        serve({"xla": lambda n: Xla(), "iree": Iree, "onnxruntime": OnnxRuntime}[what](int(rest[0])))
