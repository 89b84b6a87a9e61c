#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the seeds of attr_fuzz beside itself: one attribute of each kind."""
import os
import struct


def string(text):
    return struct.pack("<I", len(text)) + text


def array(code, *values):
    return struct.pack("<I%d%s" % (len(values), code), len(values), *values)


def shape(*dims):
    return struct.pack("<BBHII%dq" % len(dims), 8, 0, 12, 12 + 8 * len(dims), len(dims), *dims)


def dense(dtype, dims, elements):
    start = 20 + 8 * len(dims)
    count = 1
    for dim in dims:
        count *= dim
    head = struct.pack("<BBHIIII%dq" % len(dims), 8, dtype, start, start + len(elements), start, count, len(dims), *dims)
    return head + elements


def aggregate(*elements):
    """Elements are (type number, bytes); each is aligned to 8, behind the byte that says its type."""
    at = 12 + 4 * len(elements)
    offsets, body = [], b""
    for kind, data in elements:
        padding = -(at + len(body) + 1) % 8
        body += b"\xCC" * padding + bytes([kind]) + data
        offsets.append(at + len(body) - len(data))
    head = struct.pack("<BBHII%dI" % len(elements), 8, 0, at, at + len(body), len(elements), *offsets)
    return head + body


inner = aggregate((16, string(b"packed")), (0x88, array("i", 11, 22)))
SEEDS = {
    "string": string(b"nul\0inside"),
    "array-i64": array("q", 1, -2, 3),
    "array-i1": array("B", 1, 0, 1),
    "empty": struct.pack("<I", 0),
    "shape": shape(4, -1),
    "shape-scalar": shape(),
    "dense-i16": dense(7, [2, 3], struct.pack("<6h", 1, 2, 3, 4, 5, -6)),
    "dense-empty": dense(10, [0, 5], b""),
    "aggregate": aggregate((6, b"\x01"), (16, string(b"text")), (11, struct.pack("<d", 2.5))),
    "aggregate-nested": aggregate((30, inner), (0x8A, array("f", 6.5)), (28, dense(8, [1], struct.pack("<i", 9)))),
}
for name, data in SEEDS.items():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".attr"), "wb") as f:
        f.write(b"\0" + data)
