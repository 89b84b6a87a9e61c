#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_npy.py PROGRAM: resources of every type that NumPy has, as .npy files, read by a reader of that format written here, and by
NumPy where there is one. The bytecode is made here, too."""
import ast
import os
import struct
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402
from npy import npy  # noqa: E402

try:
    import numpy
except ImportError:
    numpy = None


def varint(n):
    size = 1
    while n >> (7 * size):
        size += 1
    if size > 8:
        return b"\0" + struct.pack("<Q", n)
    return ((2 * n + 1) << (size - 1)).to_bytes(size, "little")


def signed(n):
    return varint(n << 1 if n >= 0 else (-n << 1) - 1)


def integer(width, signedness=0):
    return varint(0) + varint(width << 2 | signedness)


INDEX, F16, F32, F64, BF16, F80 = (varint(code) for code in (1, 4, 5, 6, 3, 7))
# name, element type (of a complex type the name of its own element type), bytes of an element, NumPy's name
ELEMENTS = [("i1", integer(1), 1, "|b1"), ("i8", integer(8), 1, "|i1"), ("ui8", integer(8, 2), 1, "|u1"),
            ("si8", integer(8, 1), 1, "|i1"), ("i16", integer(16), 2, "<i2"), ("ui16", integer(16, 2), 2, "<u2"),
            ("i32", integer(32), 4, "<i4"), ("ui32", integer(32, 2), 4, "<u4"), ("i64", integer(64), 8, "<i8"),
            ("ui64", integer(64, 2), 8, "<u8"), ("index", INDEX, 8, "<i8"), ("f16", F16, 2, "<f2"),
            ("f32", F32, 4, "<f4"), ("f64", F64, 8, "<f8"), ("c32", "f32", 8, "<c8"), ("c64", "f64", 16, "<c16"),
            ("bf16", BF16, 2, None), ("f80", F80, 10, None), ("i4", integer(4), 1, None), ("i24", integer(24), 3, None),
            ("cbf16", "bf16", 4, None)]
SHAPES = {"scalar": [], "row": [3], "matrix": [2, 3], "none": [2, 0], "deep": [1] * 40 + [2], "most": [7] + [1] * 63,
          "too many": [7] + [1] * 64}


def section(number, data):
    return bytes([number]) + varint(len(data)) + data


def build(shape, wrong_size=False):
    """A module with nothing in it but resources, one for each type of element, and attributes that refer to them.
    Types: the elements, then a tensor of each; attributes: the location, then one for each."""
    numbers = {name: i for i, (name, _, _, _) in enumerate(ELEMENTS)}
    types = [varint(9) + varint(numbers[code]) if isinstance(code, str) else code for _, code, _, _ in ELEMENTS]
    dims = varint(len(shape)) + b"".join(map(signed, shape))
    types += [varint(13) + dims + varint(i) for i in range(len(ELEMENTS))]
    attrs = [varint(15)] + [varint(16) + varint(len(ELEMENTS) + i) + varint(i) for i in range(len(ELEMENTS))]
    strings = ["builtin", "module"] + [name for name, _, _, _ in ELEMENTS]
    count = 1
    for dim in shape:
        count *= dim
    data = [bytes((7 * i + k) % (2 if name == "i1" else 251) for i in range(count * size + wrong_size))
            for k, (name, _, size, _) in enumerate(ELEMENTS)]
    entries = [varint(8) + varint(len(blob)) for blob in data]
    file = b"ML\xefR" + varint(4) + b"test\0"
    file += section(1, varint(1) + varint(0 << 1) + varint(1) + varint(0) + varint(1) + varint(1))
    sizes = b"".join(varint(len(entry) << 1 | 1) for entry in attrs)
    type_sizes = b"".join(varint(len(entry) << 1 | 1) for entry in types)
    file += section(3, varint(len(attrs)) + varint(len(types)) + varint(0) + varint(len(attrs)) + sizes +
                    varint(0) + varint(len(types)) + type_sizes)
    file += section(2, b"".join(attrs + types))
    file += section(4, varint(1 << 1) + varint(0) + b"\0" + varint(0))
    file += section(0, varint(len(strings)) + b"".join(varint(len(s) + 1) for s in reversed(strings)) +
                    b"".join(s.encode() + b"\0" for s in strings))
    head = 0  # bytes of the headers before the data, which the padding in the data may change
    for _ in range(8):
        keys, body = varint(0) + varint(0) + varint(len(data)), b""
        for i, (entry, blob) in enumerate(zip(entries, data)):
            at = len(file) + head + len(body) + len(entry)
            piece = entry + b"\xcb" * (-at % 8) + blob
            keys += varint(2 + i) + varint(len(piece)) + b"\0"
            body += piece
        whole = section(6, keys) + section(5, body)
        if len(whole) - len(body) == head:
            return file + whole, data
        head = len(whole) - len(body)
    raise SystemExit("no place for the padding")


def read_npy(path):
    """dtype, shape and data, as the description of the format has it."""
    with open(path, "rb") as f:
        file = f.read()
    if file[:6] != b"\x93NUMPY" or file[6:8] != b"\1\0":
        return "magic", None, None
    size, start = struct.unpack("<H", file[8:10])[0], 10
    header = file[start:start + size]
    if (start + size) % 64 or header[-1:] != b"\n":
        return "header is not aligned", None, None
    told = ast.literal_eval(header.decode("latin1"))
    if set(told) != {"descr", "fortran_order", "shape"} or told["fortran_order"] is not False:
        return "header has other keys", None, None
    return told["descr"], list(told["shape"]), file[start + size:]


def check_shape(program, shape, folder):
    file, data = build(shape)
    path, out = os.path.join(folder, "in.mlirbc"), os.path.join(folder, "out")
    with open(path, "wb") as f:
        f.write(file)
    verified = tap.run([program, "verify", path])
    if verified.status != 0:
        return verified.text()
    result = tap.run([program, "resources", "--extract-all", out, path])
    if result.crash() or result.status != 0:
        return result.crash() or result.text()
    wrong = []
    for (name, _, _, dtype), blob in zip(ELEMENTS, data):
        dtype = dtype if len(shape) <= 64 else None
        with open(os.path.join(out, f"builtin.{name}.bin"), "rb") as f:
            if f.read() != blob:
                wrong.append(f"{name}: other bytes")
        array = os.path.join(out, f"builtin.{name}.npy")
        if os.path.exists(array) != (dtype is not None):
            wrong.append(f"{name}: a .npy {'is there' if dtype is None else 'is missing'}")
        elif dtype:
            found = read_npy(array)
            if found != (dtype, shape, blob):
                wrong.append(f"{name}: {found[:2]}, expected {dtype} {shape}, or other data")
            if numpy and len(shape) <= 32:
                loaded = numpy.load(array)
                if loaded.dtype.str != dtype or list(loaded.shape) != shape or loaded.tobytes() != blob:
                    wrong.append(f"{name}: NumPy reads {loaded.dtype.str} {loaded.shape}")
    return "\n".join(wrong) or None


def check_wrong_size(program, folder):
    """A blob that is not as large as its type has no shape."""
    path, out = os.path.join(folder, "in.mlirbc"), os.path.join(folder, "out")
    with open(path, "wb") as f:
        f.write(build([3], wrong_size=True)[0])
    tap.run([program, "resources", "--extract-all", out, path])
    arrays = [name for name in os.listdir(out) if name.endswith(".npy")]
    return f"there are {arrays}" if arrays else None


def write_npy(path, dtype, shape, data):
    with open(path, "wb") as f:
        f.write(npy(dtype, shape, data))


def check_replace(program, folder):
    """A .npy file gives its elements to a resource of the same type. Elements of another type are an error; types that NumPy does
    not have (bf16) take opaque elements of their size."""
    types = {"f16": "<f2", "bf16": "V2", "i16": "<i2", "ui16": "<u2", "f32": "<f4", "i32": "<i4", "complex<f32>": "<c8",
             "f80": "V10", "f64": "<f8"}
    sizes = {"<f2": 2, "V2": 2, "|V2": 2, "<V2": 2, "<i2": 2, "<u2": 2, "<f4": 4, "<i4": 4, "V4": 4, "<c8": 8, "<f8": 8, "V10": 10}
    path, array = os.path.join(folder, "in.mlir"), os.path.join(folder, "in.npy")
    made = os.path.join(folder, "made.mlirbc")
    wrong = []
    with open(path, "w") as f:
        f.write('"t.a"() {' + ", ".join(f"a{i} = dense_resource<r{i}> : tensor<2x3x{name}>" for i, name in enumerate(types)))
        f.write("} : () -> ()\n{-# dialect_resources: { builtin: { ")
        f.write(", ".join(f'r{i}: "0x01000000{"00" * 6 * sizes[dtype]}"' for i, dtype in enumerate(types.values())) + " } } #-}\n")
    for i, (name, expected) in enumerate(types.items()):
        for dtype, size in sizes.items():
            data = bytes(range(1, 6 * size + 1))
            write_npy(array, dtype, [2, 3], data)
            result = tap.run([program, "resources", "--replace", f"r{i}={array}", path, "-o", made])
            fits = dtype.lstrip("|<") == expected if expected[0] == "V" else dtype == expected
            if result.crash() or (result.status == 0) != fits:
                wrong.append(f"{name} from {dtype}: {result.crash() or result.text() or 'no error'}")
            elif not fits and f"elements are '{dtype}', expected '{expected}' for resource 'r{i}'" not in result.text():
                wrong.append(f"{name} from {dtype}: {result.text()}")
            elif fits and tap.run([program, "resources", "--extract", f"r{i}", made, "-o", made + ".bin"]).status == 0:
                with open(made + ".bin", "rb") as f:
                    if f.read() != data:
                        wrong.append(f"{name} from {dtype}: other data")
    write_npy(array, "<f2", [2, 2], bytes(8))
    result = tap.run([program, "resources", "--replace", f"r0={array}", path, "-o", made])
    if result.status == 0 or "4 elements, expected 6 for resource 'r0'" not in result.text():
        wrong.append(f"other shape: {result.text() or 'no error'}")
    return "\n".join(wrong) or None


def main():
    program = os.path.abspath(sys.argv[1])
    results = tap.Tap()
    for name, shape in SHAPES.items():
        with tempfile.TemporaryDirectory() as folder:
            results.report(name, check_shape(program, shape, folder))
    with tempfile.TemporaryDirectory() as folder:
        results.report("wrong size", check_wrong_size(program, folder))
    with tempfile.TemporaryDirectory() as folder:
        results.report("replace", check_replace(program, folder))
    return results.finish()


sys.exit(main())
