# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays as files of NumPy, without NumPy."""
import re
import struct


def npy(dtype, shape, data, order=False):
    """The bytes of a .npy file, version 1.0; `order`: that of Fortran."""
    header = repr({"descr": dtype, "fortran_order": order, "shape": tuple(shape)}).encode()
    header += b" " * (-(10 + len(header) + 1) % 64) + b"\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header + data


CODES = {"|b1": "?", "|i1": "b", "|u1": "B", "<i2": "h", "<u2": "H", "<i4": "i", "<u4": "I", "<i8": "q", "<u8": "Q", "<f2": "e",
         "<f4": "f", "<f8": "d", "<c8": "f", "<c16": "d"}


def read(data):
    """The type, the shape and the elements of a .npy file of version 1.0 in C's order."""
    begin = 10 + struct.unpack("<H", data[8:10])[0]
    header = data[10:begin].decode()
    dtype = re.search(r"'descr': '([^']*)'", header).group(1)
    shape = [int(dim) for dim in re.search(r"'shape': \(([^)]*)\)", header).group(1).split(",") if dim.strip()]
    if "'fortran_order': False" not in header:
        raise ValueError("elements in the order of Fortran")
    elements = list(struct.unpack(f"<{(len(data) - begin) // struct.calcsize(CODES[dtype])}{CODES[dtype]}", data[begin:]))
    if dtype[1] == "c":
        elements = [complex(*pair) for pair in zip(elements[::2], elements[1::2])]
    return dtype, shape, elements
