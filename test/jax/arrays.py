# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of .npy files and their comparison, without NumPy. Elements of types that NumPy lacks are their bytes."""
import ast
import math
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from npy import npy  # noqa: E402

# Name in JAX -> descriptor that NumPy writes. |a - b| <= t + t|b| is what XLA's own rounding needs.
DESCRIPTORS = {"bool": "|b1", "int8": "|i1", "uint8": "|u1", "int16": "<i2", "uint16": "<u2", "int32": "<i4", "uint32": "<u4",
               "int64": "<i8", "uint64": "<u8", "float16": "<f2", "float32": "<f4", "float64": "<f8", "complex64": "<c8",
               "complex128": "<c16"}
CODES = {"|b1": "?", "|i1": "b", "|u1": "B", "<i2": "h", "<u2": "H", "<i4": "i", "<u4": "I", "<i8": "q", "<u8": "Q", "<f2": "e",
         "<f4": "f", "<f8": "d", "<c8": "f", "<c16": "d"}
TOLERANCES = {"float16": 2e-3, "bfloat16": 2e-2, "float32": 1e-5, "complex64": 1e-5, "float64": 1e-13, "complex128": 1e-13}
ONE_STEP = 0.26  # floats of at most 8 bits: the distance of neighbours
BITS = {"int4": 4, "int2": 2, "uint4": -4, "uint2": -2}  # negative: without a sign

# Bits of the exponent and of the mantissa, bias, and what is not finite: i as in IEEE 754, n NaN where all bits are set, u NaN in
# place of -0, f nothing.
SMALL_FLOATS = {"float8_e5m2": (5, 2, 15, "i"), "float8_e4m3": (4, 3, 7, "i"), "float8_e3m4": (3, 4, 3, "i"),
                "float8_e4m3fn": (4, 3, 7, "n"), "float8_e4m3fnuz": (4, 3, 8, "u"), "float8_e4m3b11fnuz": (4, 3, 11, "u"),
                "float8_e5m2fnuz": (5, 2, 16, "u"), "float4_e2m1fn": (2, 1, 1, "f"), "float6_e2m3fn": (2, 3, 1, "f"),
                "float6_e3m2fn": (3, 2, 3, "f")}


def small_float(code, exponent_bits, mantissa_bits, bias, special):
    """The number that a code of at most 8 bits stands for."""
    exponent, mantissa = code >> mantissa_bits & (1 << exponent_bits) - 1, code & (1 << mantissa_bits) - 1
    negative = code >> exponent_bits + mantissa_bits & 1
    if special == "i" and exponent == (1 << exponent_bits) - 1:
        return math.nan if mantissa else -math.inf if negative else math.inf
    if special == "n" and code & 127 == 127 or special == "u" and code == 128:
        return math.nan
    if exponent:
        value = (1 + mantissa / (1 << mantissa_bits)) * 2.0 ** (exponent - bias)
    else:
        value = mantissa / (1 << mantissa_bits) * 2.0 ** (1 - bias)
    return -value if negative else value


TABLES = {name: [small_float(code, *form) for code in range(256)] for name, form in SMALL_FLOATS.items()}
TABLES["float8_e8m0fnu"] = [2.0 ** (code - 127) for code in range(255)] + [math.nan]


class Array:
    """The parts of a .npy file."""

    def __init__(self, file):
        if file[:6] != b"\x93NUMPY" or file[6] not in (1, 2):
            raise ValueError("not a .npy file of version 1 or 2")
        begin, length = (10, struct.unpack_from("<H", file, 8)[0]) if file[6] == 1 else (12, struct.unpack_from("<I", file, 8)[0])
        header = ast.literal_eval(file[begin:begin + length].decode())
        self.descriptor, self.shape, self.data = header["descr"], header["shape"], file[begin + length:]
        if header["fortran_order"] and len(self.shape) > 1:
            self.data = self.in_rows()

    def size(self):
        return math.prod(self.shape)

    def in_rows(self):
        """The bytes of an array with the first dimension innermost, with the last one innermost."""
        width, out = len(self.data) // max(self.size(), 1), []
        index, strides = [0] * len(self.shape), [math.prod(self.shape[:i]) for i in range(len(self.shape))]
        for _ in range(self.size()):
            at = width * sum(i * stride for i, stride in zip(index, strides))
            out.append(self.data[at:at + width])
            for i in reversed(range(len(index))):
                index[i] = (index[i] + 1) % self.shape[i]
                if index[i]:
                    break
        return b"".join(out)

    def is_of(self, name):
        """Whether the descriptor fits a type of JAX: those that NumPy lacks are known by their size."""
        if name in DESCRIPTORS:
            return self.descriptor == DESCRIPTORS[name]
        return self.descriptor.lstrip("|<>=")[1:] == ("2" if name == "bfloat16" else "1")

    def numbers(self, name):
        """The elements, as Python's numbers."""
        if name in TABLES:
            return [TABLES[name][code] for code in self.data]
        if name in BITS:
            bits = abs(BITS[name])
            sign = 1 << bits - 1 if BITS[name] > 0 else 0
            return [(code & (1 << bits) - 1 ^ sign) - sign for code in self.data]
        if name == "bfloat16":
            words = struct.unpack(f"<{len(self.data) // 2}H", self.data)
            return struct.unpack(f"<{len(words)}f", struct.pack(f"<{len(words)}I", *(word << 16 for word in words)))
        code = CODES[DESCRIPTORS[name]]
        values = struct.unpack(f"<{len(self.data) // struct.calcsize(code)}{code}", self.data)
        return [complex(*pair) for pair in zip(values[::2], values[1::2])] if name.startswith("complex") else values


def stored(file, name):
    """A .npy file as befkit reads it; `file` may have the elements of a type that NumPy lacks as unsigned integers."""
    if name in DESCRIPTORS:
        return file
    array = Array(file)
    if name in BITS:
        return npy("|i1" if BITS[name] > 0 else "|u1", array.shape, bytes(value & 255 for value in array.numbers(name)))
    return npy("|V2" if name == "bfloat16" else "|V1", array.shape, array.data)


def is_nan(value):
    return value != value


def is_infinite(value):
    return math.isinf(value) if isinstance(value, float) else math.isinf(value.real) or math.isinf(value.imag)


def close(found, expected, tolerance):
    if found == expected:
        return True
    if is_nan(found) or is_nan(expected):
        return is_nan(found) and is_nan(expected)
    if is_infinite(found) or is_infinite(expected):  # parts of complex infinities differ between implementations
        return isinstance(expected, complex) and is_infinite(found) and is_infinite(expected)
    return abs(found - expected) <= tolerance + tolerance * abs(expected)


def difference(found, expected, name):
    """What differs between two .npy files with elements of the type, or None; the type and the shape of the second are expected."""
    found, expected = Array(found), Array(expected)
    if not found.is_of(name):
        return f"type {found.descriptor}, expected {name}"
    if found.shape != expected.shape:
        return f"shape {found.shape}, expected {expected.shape}"
    if found.data == expected.data:
        return None
    pairs = list(zip(found.numbers(name), expected.numbers(name)))
    if name in DESCRIPTORS and DESCRIPTORS[name][1] in "biu" or name in BITS:
        wrong = [i for i, (a, b) in enumerate(pairs) if a != b]
    else:
        tolerance = TOLERANCES.get(name, ONE_STEP)
        wrong = [i for i, (a, b) in enumerate(pairs) if not close(a, b, tolerance)]
    if not wrong:
        return None
    return f"{len(wrong)} of {len(pairs)} elements differ; element {wrong[0]} is {pairs[wrong[0]][0]}, expected {pairs[wrong[0]][1]}"
