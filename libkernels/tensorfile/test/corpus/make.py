#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""make.py: writes the files of this folder."""
import json
import os
import struct

FOLDER = os.path.dirname(os.path.abspath(__file__))


def write(name, data):
    with open(os.path.join(FOLDER, name), "wb") as file:
        file.write(data)


# ---- safetensors: a type of each width

TYPES = {"F64": 8, "I64": 8, "F32": 4, "BF16": 2, "F16": 2, "F8_E4M3": 1, "BOOL": 1}


def safetensors(names, metadata=None):
    header, data = {"__metadata__": metadata} if metadata else {}, b""
    for name, dtype, shape, elements in names:
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + len(elements)]}
        data += elements
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


W = struct.pack("<6f", 1, 2, 3, 4, 5, 6.5)
B = struct.pack("<3e", 0.5, -1, 2)
SHORT = bytes([0x38, 0xC0])  # 1 and -2 of f8
write("weights.safetensors", safetensors([
    ("params['dense']['kernel']", "F32", [2, 3], W), ("big", "I64", [], struct.pack("<q", -7)), ("none", "F64", [0, 4], b""),
    ("params['dense']['bias']", "F16", [3], B), ("bf", "BF16", [2], bytes([0x80, 0x3F, 0x20, 0xC1])), ("f8", "F8_E4M3", [2], SHORT),
    ("f4", "F4", [2, 2], bytes([0x21, 0xF4])), ("\u00e9\n", "BOOL", [1], b"\1")], {"format": "np"}))
write("part-1.safetensors", safetensors([("w", "F32", [2, 3], W)]))
write("part-2.safetensors", safetensors([("b", "F16", [3], B), ("extra", "I8", [1], b"\5")]))
with open(os.path.join(FOLDER, "parts.safetensors.index.json"), "w", encoding="utf-8") as index:
    index.write('{"metadata": {"total_size": 30, "x": [1, {"y": null, "z": []}, "\\u00e9"]},\n'
                ' "weight_map": {"w": "part-1.safetensors", "b": "part-2.safetensors"}}\n')

# ---- GGUF: a block of each quantized type


def text(value):
    return struct.pack("<Q", len(value.encode())) + value.encode()


def half(value):
    return struct.pack("<e", value)


NIBBLES = bytes(range(0, 256, 17))  # element i and i + 16 are i
SCALES = bytes([1, 2, 3, 4, 5, 6, 7, 8, 0x91, 0xA2, 0xB3, 0xC4])
BLOCKS = {
    "q4_0": (2, 32, half(0.5) + NIBBLES), "q4_1": (3, 32, half(0.5) + half(-1) + NIBBLES),
    "q5_0": (6, 32, half(0.5) + struct.pack("<I", 0xFFFF0000) + NIBBLES),
    "q5_1": (7, 32, half(0.5) + half(-1) + struct.pack("<I", 0x0000FFFF) + NIBBLES),
    "q8_0": (8, 32, half(0.25) + struct.pack("<32b", *range(-16, 16))),
    "q4_k": (12, 256, half(0.5) + half(0.25) + SCALES + NIBBLES * 8),
    "q5_k": (13, 256, half(0.5) + half(0.25) + SCALES + bytes([0xAA, 0x55] * 16) + NIBBLES * 8),
    "q6_k": (14, 256, NIBBLES * 8 + bytes([0xE4, 0x1B] * 32) + struct.pack("<16b", *range(-8, 8)) + half(0.5)),
}
tensors = [("token_embd.weight", 0, [2, 3], W), ("half", 1, [3], B)]
tensors += [(name, number, [1, size], data) for name, (number, size, data) in BLOCKS.items()]
pairs = [text("general.architecture") + struct.pack("<I", 8) + text("llama"), text("general.alignment") + struct.pack("<II", 4, 64),
         text("blocks") + struct.pack("<Ii", 5, -12), text("eps") + struct.pack("<If", 6, 0.25), text("on") + struct.pack("<IB", 7, 1),
         text("words") + struct.pack("<IIQ", 9, 8, 2) + text("a") + text("bc"),
         text("nested") + struct.pack("<IIQIQ", 9, 9, 1, 4, 2) + struct.pack("<2I", 1, 2)]
table, elements = b"", b""
for name, number, shape, data in tensors:
    elements += b"\0" * (-len(elements) % 64)
    table += text(name) + struct.pack("<I", len(shape)) + b"".join(struct.pack("<Q", dim) for dim in reversed(shape))
    table += struct.pack("<IQ", number, len(elements))
    elements += data
head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(pairs)) + b"".join(pairs) + table
write("blocks.gguf", head + b"\0" * (-len(head) % 64) + elements)

# ---- BTF

first = struct.pack("<QBB6xQQ", 2, 4, 0, 2, 3) + W
second = struct.pack("<QBB6x", 0, 3, 0) + struct.pack("<q", -7)
write("two.btf", struct.pack("<QQQ", 2, 24, 24 + len(first)) + first + second)
