# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays as files of NumPy, without NumPy."""
import struct


def npy(dtype, shape, data, order=False):
    """The bytes of a .npy file, version 1.0; `order`: that of Fortran."""
    header = repr({"descr": dtype, "fortran_order": order, "shape": tuple(shape)}).encode()
    header += b" " * (-(10 + len(header) + 1) % 64) + b"\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header + data
