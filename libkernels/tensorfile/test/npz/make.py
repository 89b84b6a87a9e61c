#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""make.py: writes the archives and arrays of this folder."""
import os
import struct
import zipfile
import zlib

FOLDER = os.path.dirname(os.path.abspath(__file__))


def npy(dtype, order, shape, data):
    header = f"{{'descr': '{dtype}', 'fortran_order': {order}, 'shape': {shape}, }}".encode()
    header += b" " * (-(10 + len(header) + 1) % 64) + b"\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header + data


def write(name, data):
    with open(os.path.join(FOLDER, name), "wb") as f:
        f.write(data)


def archive(name, method, wide):
    with zipfile.ZipFile(os.path.join(FOLDER, name), "w", method) as z:
        for entry, data in (("arg0.npy", ROWS), ("arg1.npy", COLUMNS)):
            info = zipfile.ZipInfo(entry)  # with a fixed time
            info.compress_type = method
            with z.open(info, "w", force_zip64=wide) as f:
                f.write(data)


def zip64_directory():
    """Fields of the directory that are full, and the record of ZIP64."""
    local = b"PK\3\4" + struct.pack("<HHHHHIIIHH", 45, 0, 0, 0, 33, zlib.crc32(ROWS), len(ROWS), len(ROWS), 8, 0) + b"arg0.npy"
    extra = struct.pack("<HHQQQ", 1, 24, len(ROWS), len(ROWS), 0)
    full = 0xFFFFFFFF
    central = b"PK\1\2" + struct.pack("<HHHHHHIIIHHHHHII", 45, 45, 0, 0, 0, 33, zlib.crc32(ROWS), full, full, 8, len(extra), 0, 0, 0,
                                      0, full) + b"arg0.npy" + extra
    at = len(local) + len(ROWS)
    end64 = b"PK\6\6" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, 1, 1, len(central), at)
    locator = b"PK\6\7" + struct.pack("<IQI", 0, at + len(central), 1)
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 0xFFFF, 0xFFFF, full, full, 0)
    return local + ROWS + central + end64 + locator + end


ROWS = npy("<f4", False, (2, 3), struct.pack("<6f", *range(6)))
COLUMNS = npy(">c8", True, (2, 1, 2), struct.pack(">8f", *range(8)))
if __name__ == "__main__":
    write("rows.npy", ROWS)
    write("columns.npy", COLUMNS)
    archive("stored.npz", zipfile.ZIP_STORED, False)
    archive("deflated.npz", zipfile.ZIP_DEFLATED, True)
    write("zip64.npz", zip64_directory())
