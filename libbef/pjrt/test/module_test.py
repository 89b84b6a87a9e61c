#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""module_test.py [LIBRARY FOLDER]: the module befkit of Python, in FOLDER with LIBRARY, or an installed one."""
import gc
import os
import pathlib
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "test"))
import tap  # noqa: E402

MODEL = """module {
func.func public @main(%x: tensor<2x3xf32> loc("x"), %n: tensor<i32> loc("n")) -> tensor<2x3xf32> {
  %0 = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %2 = stablehlo.add %x, %1 : tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}
func.func public @two(%x: tensor<?xi64>) -> (tensor<?xi64>, tensor<i1>) {
  %0 = stablehlo.add %x, %x : tensor<?xi64>
  %1 = stablehlo.constant dense<true> : tensor<i1>
  return %0, %1 : tensor<?xi64>, tensor<i1>
}
}
"""


def raises(kind, text, call):
    try:
        call()
    except kind as error:
        return None if text in str(error) else f"{kind.__name__}: {error}, expected {text!r}"
    return f"no {kind.__name__}"


def equal(a, b):
    return None if a.dtype == b.dtype and a.shape == b.shape and (a == b).all() else f"{a!r}, expected {b!r}"


def in_threads(model, np):
    wrong = []

    def run(number):
        for _ in range(50):
            wrong.extend([number] if (model(np.zeros((2, 3), np.float32), number) != number).any() else [])
    threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return f"wrong results in threads {sorted(set(wrong))}" if wrong else None


def cases(befkit, np, folder):
    path = pathlib.Path(folder) / "model.mlir"
    path.write_text(MODEL)
    model = befkit.load(path)
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    yield "functions have signatures", None if (
        sorted(model.functions) == ["main", "two"] and
        [value[1:] for value in model.functions["main"].arguments] == [(np.dtype("float32"), (2, 3)), (np.dtype("int32"), ())] and
        model.functions["two"].arguments[0][1:] == (np.dtype("int64"), (None,))) else str(model.functions["main"].arguments)
    yield "a call", equal(model(x, 2), x + 2)
    yield "arguments that are not dense", equal(model(np.asfortranarray(x), 2), x + 2)
    first, second = model.functions["two"](np.array([1, 2, 3]))
    yield "several results of any size", equal(first, np.array([2, 4, 6])) or equal(second, np.array(True))
    yield "arguments by name", equal(model(n=1, x=x), x + 1)
    kept = model(x, 3)
    del model
    gc.collect()
    yield "results outlive the model", equal(kept, x + 3)
    yield "results are read-only", raises(ValueError, "read-only", lambda: kept.__setitem__((0, 0), 1))
    model = befkit.load(str(path))
    yield "other element types are refused", raises(TypeError, "float64, expected float32", lambda: model(x.astype("float64"), 1))
    yield "other shapes are refused", raises(befkit.Error, "expected f32[2, 3]", lambda: model(np.zeros((3, 3), np.float32), 1))
    yield "missing arguments are refused", raises(TypeError, "no value", lambda: model(x))
    yield "too many arguments are refused", raises(TypeError, "has 2 arguments, not 3", lambda: model(x, 1, 2))
    yield "no file", raises(befkit.Error, "nowhere", lambda: befkit.load("nowhere.mlirbc"))
    bad = pathlib.Path(folder) / "bad.mlir"
    bad.write_text(MODEL.replace("stablehlo.add %x, %1", "stablehlo.add %x, %0"))
    yield "errors have a place", raises(befkit.Error, "line 5", lambda: befkit.load(bad))
    yield "threads", in_threads(model, np)
    yield "a version", None if befkit.__version__.count(".") == 2 else befkit.__version__


def main():
    if len(sys.argv) > 2:
        os.environ["BEFKIT_LIBRARY"] = sys.argv[1]
        sys.path.insert(0, sys.argv[2])
    try:
        import numpy as np
    except ImportError:
        return tap.skip_all("no numpy")
    import befkit
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        for name, why in cases(befkit, np, folder):
            results.report(name, why)
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
