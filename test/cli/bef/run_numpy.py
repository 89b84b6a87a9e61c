#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_numpy.py [--record|--compare] BEF FOLDER [zlib] [models]: `bef run` prints arrays as NumPy's str() does, and reads and writes
archives as NumPy does.

FOLDER/numpy.json has arrays with the texts of NumPy 2.4, whose rules are those of NumPy 2.3 to 2.5: the test is the same with any
NumPy, and without one. --record writes the file anew, and --compare also compares random arrays (NUMPY_SEED) with what the installed
NumPy prints and reads; both need NumPy 2.3, the first version that prints f16 and f32 with exponents from 1e3 and 1e6 on."""
import json
import os
import random
import struct
import sys
import tempfile
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402
from npy import npy  # noqa: E402

if {"--record", "--compare"} & set(sys.argv):
    import numpy
    if tuple(map(int, numpy.__version__.split(".")[:2])) < (2, 3):
        raise SystemExit(f"NumPy {numpy.__version__} prints floats as versions before 2.3 do; expected 2.3 or later")
else:
    numpy = None

SAME = "func.func @same(%t: !tfrt_tensor.tensor) -> !tfrt_tensor.tensor {\n  tfrt.return %t : !tfrt_tensor.tensor\n}\n"
CODES = {"b1": "?", "i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "f2": "e", "f4": "f",
         "f8": "d", "c8": "2f", "c16": "2d"}
BATCH = 100


def counted(kind, count):
    """0, 1, 2 ... as elements."""
    code = CODES[kind]
    if kind[0] == "c":
        return b"".join(struct.pack("<" + code, i, -i) for i in range(count))
    modulus = {"b1": 2, "i1": 128, "u1": 256, "i2": 32768}.get(kind, 1 << 30)
    return b"".join(struct.pack("<" + code, i % modulus) for i in range(count))


def data_of(case):
    if "count" in case:
        return counted(case["kind"], case["count"])
    return bytes.fromhex(case["data"])


def printed(bef, arrays, folder):
    """The texts that bef prints for pairs of a .npy file and whatever."""
    program, texts = os.path.join(folder, "same.mlir"), []
    with open(program, "w") as f:
        f.write(SAME)
    for begin in range(0, len(arrays), BATCH):
        command = [bef, "run", program]
        for i, content in enumerate(arrays[begin:begin + BATCH]):
            path = os.path.join(folder, f"a{i}.npy")
            with open(path, "wb") as f:
                f.write(content)
            name = f"x{i}"
            command += ["--input", f"{name}={path}", "--call", f"same({name})"]
        result = tap.run(command)
        if result.crash() or result.status:
            raise SystemExit(result.crash() or result.text())
        parts = result.output.decode().split("--- Running 'same':\n")[1:]
        texts += [part.split("\n", 2)[2][:-1] for part in parts]
    return texts


def differences(names, found, expected):
    wrong = [f"{name}\nfound\n{a}\nexpected\n{b}" for name, a, b in zip(names, found, expected) if a != b]
    return None if not wrong else f"{len(wrong)} of {len(names)} differ, first {wrong[0]}"


# ---- arrays, for --record and for the comparison with NumPy

def special_arrays(rng):
    values = ([1, 2.5, -3, 1e10, .1, 0], [.1, .2], [1e-5, 1], [1234.5678, .001], [numpy.nan, 1, -numpy.inf], [numpy.nan],
              [numpy.inf, numpy.nan], [-numpy.inf], [0], [-0.0, 0], [1e8, 1], [99999999.], [1e-4], [.00011, .11], [1e-4, 100],
              [1 / 3, 2 / 3, 1e3 / 3], [5e-324, 1], [1.7976931348623157e308, -1], [1e100, 1e5], [numpy.nan, 1e-30],
              [numpy.inf, -1e300], [65504, 6e-8], [2**-44., 1], [.5, 3], [8128, -251.5], [74263232., -1], [1, 1000], [1, 1001],
              [330.5, numpy.inf], [999.5, numpy.nan], [999, 999.5], [1000, 500], [1e5, 12345], [999999, 1000], [1e6, 1000], [-1e6, 1e5],
              [1e7, 1e6], [99999992, 1e6], [-numpy.inf, 2048])
    scalars = (.1, 1, 1e16, 1e15, 123456789, 1e-4, 1e-5, numpy.nan, numpy.inf, -numpy.inf, -0.0, 1 / 3, 2.**-44, -1.5e-7, 1e22,
               999.5, 1000, -2048, 999999, 1e6, 16777216, -9999999, 1e8)
    for kind in ("f2", "f4", "f8"):
        yield from (numpy.array(value).astype(kind) for value in values)
        yield from (numpy.array(value).astype(kind) for value in scalars)
    for kind in ("c8", "c16"):
        for value in (0, 1, 1j, -1j, 1 + 2j, 1.5 - 2.5j, complex(numpy.nan, 1), complex(1, numpy.nan), complex(1, -numpy.inf),
                      complex(-0.0, 1), 1e20 + 1e-9j, 999999 - 1e6j, 1e6 + 1j, 1e8j):
            yield numpy.array(value).astype(kind)
        yield numpy.array([999999 + 1e6j, 1000 + 1e5j]).astype(kind)
        yield numpy.array([1e6 + 1j, 1e5 - 2j]).astype(kind)
        yield numpy.array([1 + 2j, -3.5 - 4.25j, 0]).astype(kind)
        yield numpy.array([[numpy.nan + 1j, 1 - 1e9j]]).astype(kind)
    for kind in ("i1", "u1", "i8", "u8"):
        limits = numpy.iinfo(kind)
        yield numpy.array([[limits.min, limits.max], [0, 1]], kind)
    yield numpy.array([[True, False], [False, True]])
    yield numpy.array(True)
    yield numpy.zeros((2, 0, 3), "f4")
    yield numpy.zeros((0,), "i4")
    yield rng.standard_normal((3, 4, 5)).astype("f4")
    yield rng.standard_normal((1, 1, 1, 1, 1, 1, 30)).astype("f4")


def random_arrays(rng):
    for kind in ("f2", "f4", "f8"):
        for _ in range(80):
            shape = tuple(rng.integers(1, 6, rng.integers(1, 4)))
            power = rng.integers(-3, 4) if kind == "f2" else rng.integers(-8, 9)
            array = (rng.standard_normal(shape) * 10.0**power).astype(kind)
            if rng.random() < .2:
                array = numpy.round(array, 2)
            if rng.random() < .2:
                array.flat[0] = numpy.nan
            if rng.random() < .2:
                array.flat[-1] = rng.choice([numpy.inf, -numpy.inf])
            if rng.random() < .2:
                array = array * (10.0**rng.integers(-6, 6, shape)).astype(kind)
            yield array.astype(kind)
            yield rng.integers(0, 256, int(kind[1]) * rng.integers(1, 9), dtype=numpy.uint8).view(kind).copy()
            yield rng.integers(0, 256, int(kind[1]), dtype=numpy.uint8).view(kind).reshape(()).copy()
        for shape in ((30, 50), (4, 300), (7, 7, 7, 7), (2, 1, 600), (2, 50)):
            yield rng.standard_normal(shape).astype(kind)
    for kind, part in (("c8", "f4"), ("c16", "f8")):
        for _ in range(80):
            shape = tuple(rng.integers(1, 6, rng.integers(0, 4)))
            array = (rng.standard_normal(shape + (2,)) * 10.0**rng.integers(-7, 9)).astype(part)
            if rng.random() < .3:
                array.flat[0] = rng.choice([numpy.nan, 0, -0.0, numpy.inf])
            if rng.random() < .3:
                array.flat[-1] = rng.choice([numpy.nan, 0, -0.0, -numpy.inf, 1e20])
            yield array.view(kind)[..., 0].copy()
        yield rng.standard_normal((40, 40, 2)).astype(part).view(kind)[..., 0].copy()
    for kind in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "b1"):
        for _ in range(20):
            shape = tuple(rng.integers(0, 9, rng.integers(0, 4)))
            count = int(numpy.prod(shape)) if shape else 1
            data = rng.integers(0, 256, count * numpy.dtype(kind).itemsize, dtype=numpy.uint8)
            array = (data & 1).view("?") if kind == "b1" else data.view(kind)
            yield array.reshape(shape).copy()


def kind_of(array):
    return array.dtype.str.lstrip("<|>")


RECORDED = 240  # random arrays in the record
LARGEST = 64     # elements of each


def record(path):
    cases = []
    with numpy.errstate(all="ignore"):
        arrays = list(special_arrays(numpy.random.default_rng(1)))
        some = [array for array in random_arrays(numpy.random.default_rng(2)) if array.size <= LARGEST]
        arrays += random.Random(3).sample(some, RECORDED)
        for array in arrays:
            array = numpy.ascontiguousarray(array).reshape(array.shape)
            cases.append({"kind": kind_of(array), "shape": list(array.shape), "data": array.tobytes().hex(), "text": str(array)})
    for kind in CODES:
        for shape in ([1000], [1001], [50, 60], [2, 3, 200], [3, 1, 7, 60]):
            count = int(numpy.prod(shape))
            if count == 1000 and kind not in ("f4", "i2"):
                continue
            array = numpy.frombuffer(counted(kind, count), numpy.dtype("<" + kind)).reshape(shape)
            cases.append({"kind": kind, "shape": shape, "count": count, "text": str(array)})
    with open(path, "w", encoding="utf-8") as f:
        f.write("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")


# ---- tests

def check_recorded(bef, path, folder):
    with open(path, encoding="utf-8") as f:
        cases = json.load(f)
    arrays = [npy("<" + case["kind"], case["shape"], data_of(case)) for case in cases]
    names = [f"{case['kind']} {case['shape']} {case.get('data', '')[:64]}" for case in cases]
    return differences(names, printed(bef, arrays, folder), [case["text"] for case in cases])


def check_numpy(bef, folder):
    seed = int(os.environ.get("NUMPY_SEED", "1"))
    with numpy.errstate(all="ignore"):
        arrays = list(random_arrays(numpy.random.default_rng(seed)))
        names = [f"(seed {seed}) {array.dtype} {array.shape} {array.tobytes()[:32].hex()}" for array in arrays]
        files = [npy("<" + kind_of(array), array.shape, array.tobytes()) for array in arrays]
        return differences(names, printed(bef, files, folder), [str(array) for array in arrays])


def check_orders(bef, folder):
    """Column-major order and reversed bytes give the array that row-major order and this machine's bytes give."""
    shape, wrong = [2, 3, 4], []
    for kind in CODES:
        code, count = CODES[kind], 24
        rows = counted(kind, count)
        size = len(rows) // count
        elements = [rows[i * size:(i + 1) * size] for i in range(count)]
        columns = b"".join(elements[(a * 3 + b) * 4 + c] for c in range(4) for b in range(3) for a in range(2))
        part = size // 2 if kind[0] == "c" else size
        def reverse(data):
            return b"".join(data[i:i + part][::-1] for i in range(0, len(data), part))
        files = [npy("<" + kind, shape, rows), npy("<" + kind, shape, columns, True), npy(">" + kind, shape, reverse(rows)),
                 npy(">" + kind, shape, reverse(columns), True)]
        texts = printed(bef, files, folder)
        if len(set(texts)) != 1 or not texts[0]:
            wrong.append(f"{kind} ({code}): {texts}")
    return "\n".join(wrong) or None


MODEL = """func.func @main(%a: tensor<2x3xf32>, %b: tensor<4xi16>, %c: tensor<i1>) -> (tensor<4xi16>, tensor<2x3xf32>, tensor<i1>) {
  return %b, %a, %c : tensor<4xi16>, tensor<2x3xf32>, tensor<i1>
}
"""


def archive(path, entries, method):
    with zipfile.ZipFile(path, "w", method) as z:
        for name, content in entries:
            with z.open(name, "w", force_zip64=True) as f:  # as numpy.savez() does
                f.write(content)


def check_archives(bef, folder, deflate):
    """Archives that Python writes are read, and those that bef writes are read by Python."""
    model, given, made = (os.path.join(folder, name) for name in ("model.mlir", "given.npz", "made.npz"))
    with open(model, "w") as f:
        f.write(MODEL)
    entries = [("arg1.npy", npy("<i2", [4], counted("i2", 4))), ("arr_0.npy", npy("<f4", [2, 3], counted("f4", 6))),
               ("arg2.npy", npy("|b1", [], b"\1"))]
    archive(given, entries, zipfile.ZIP_DEFLATED if deflate else zipfile.ZIP_STORED)
    result = tap.run([bef, "run", model, "--input", given, "--output", made] + (["--compress"] if deflate else []))
    if result.crash() or result.status:
        return result.crash() or result.text()
    with zipfile.ZipFile(made) as z:
        bad = z.testzip()
        names, methods = z.namelist(), {info.compress_type for info in z.infolist()}
        contents = [z.read(name) for name in names]
    expected = [entries[0][1], entries[1][1], entries[2][1]]
    if bad or names != ["result0.npy", "result1.npy", "result2.npy"]:
        return f"entries {names}, damaged: {bad}"
    if methods != {zipfile.ZIP_DEFLATED if deflate else zipfile.ZIP_STORED}:
        return f"methods {methods}"
    for content, wanted in zip(contents, expected):
        size = 10 + struct.unpack("<H", content[8:10])[0]
        other = 10 + struct.unpack("<H", wanted[8:10])[0]
        if content[size:] != wanted[other:]:
            return "other elements"
    if numpy:
        with numpy.load(made) as loaded:
            if loaded["result1"].shape != (2, 3) or loaded["result1"][1, 2] != 5 or loaded["result2"].shape != ():
                return "NumPy reads other arrays"
    return None


def damaged_archives():
    """Pairs of a name and bytes that must be refused, with words of the message."""
    entry = npy("<i4", [3], counted("i4", 3))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.npz")
        archive(path, [("arg0.npy", entry)], zipfile.ZIP_STORED)
        with open(path, "rb") as f:
            whole = f.read()
    central, end = whole.index(b"PK\1\2"), whole.index(b"PK\5\6")

    def patched(at, data):
        return whole[:at] + data + whole[at + len(data):]
    return [("cut", whole[:-1], "is not a complete ZIP archive"), ("checksum", patched(central - 1, b"\x7f"), "has a wrong checksum"),
            ("count", patched(end + 8, b"\xff\x7f\xff\x7f"), "has a damaged ZIP directory"),
            ("size", patched(central + 24, b"\xff\xff\xff\x7f"), "has an entry whose sizes contradict each other"),
            ("large", patched(central + 10, b"\x08\0" + whole[central + 12:central + 24] + b"\xff\xff\xff\x7f"),
             "has an entry whose sizes contradict each other"),
            ("encrypted", patched(central + 8, b"\1\0"), "has encrypted entries"),
            ("method", patched(central + 10, b"\x0c\0"), "has entries that are neither stored nor deflated"),
            ("offset", patched(central + 42, b"\xff\xff\0\0"), "has a damaged ZIP directory"),
            ("overlap", whole[:end] + whole[central:end] +
             b"PK\5\6\0\0\0\0\2\0\2\0" + struct.pack("<II", 2 * (end - central), central) + b"\0\0", "has entries that overlap"),
            ("array", patched(whole.index(b"\x93NUMPY"), b"\x94"), "has a wrong checksum")]


def check_damaged(bef, folder):
    model, path, wrong = os.path.join(folder, "model.mlir"), os.path.join(folder, "bad.npz"), []
    with open(model, "w") as f:
        f.write("func.func @main(%a: tensor<3xi32>) -> tensor<3xi32> {\n  return %a : tensor<3xi32>\n}\n")
    for name, content, message in damaged_archives():
        with open(path, "wb") as f:
            f.write(content)
        result = tap.run([bef, "run", model, "--input", path])
        if result.crash() or result.status != 1 or message not in result.text():
            wrong.append(f"{name}: {result.crash() or result.text()}")
    return "\n".join(wrong) or None


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    bef, recorded = os.path.abspath(words[0]), os.path.join(words[1], "numpy.json")
    has_zlib, has_models = "zlib" in words[2:], "models" in words[2:]
    if "--record" in sys.argv:
        record(recorded)
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        results.report("texts of NumPy", check_recorded(bef, recorded, folder))
        results.report("orders of elements and bytes", check_orders(bef, folder))
        if has_models:
            results.report("stored archives", check_archives(bef, folder, False))
            results.report("damaged archives", check_damaged(bef, folder))
        if has_models and has_zlib:
            results.report("deflated archives", check_archives(bef, folder, True))
        if "--compare" in sys.argv:
            results.report(f"arrays beside NumPy {numpy.__version__}", check_numpy(bef, folder))
    return results.finish()


sys.exit(main())
