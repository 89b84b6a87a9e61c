#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bef_reader.py FILE: prints a BEF file as `bef dump --json` does, without befkit.

Written from libbef/FORMAT.md and apps/JSON.md only; the numbers in comments are clauses of FORMAT.md. The test `format` compares
this reader with the program, so that the document stays complete. It checks what it needs to read, not all rules of the format."""
import json
import struct
import sys

SECTIONS = ["Strings", "Attributes", "Kernels", "Types", "FunctionIndex", "Functions", "LocationStrings", "Locations",
            "AttributeTypes", "AttributeNames", "RegisterTypes"]
STRINGS, ATTRIBUTES, KERNELS, TYPES, INDEX, FUNCTIONS, LOCATION_STRINGS, LOCATIONS, ATTRIBUTE_TYPES, NAMES, REGISTERS = range(11)
KINDS = ["async", "native", "sync"]  # 5

# 4.1 and 12.2: number, name, bytes, and how one value is read; None: there are no values.
ELEMENTS = {
    1: ("ui8", "<B"), 2: ("ui16", "<H"), 3: ("ui32", "<I"), 4: ("ui64", "<Q"), 5: ("i1", "<?"), 6: ("i8", "<b"),
    7: ("i16", "<h"), 8: ("i32", "<i"), 9: ("i64", "<q"), 10: ("f32", "<f"), 11: ("f64", "<d"), 12: ("complex64", "<ff"),
    13: ("complex128", "<dd"), 14: ("f16", "<H"), 15: ("bf16", "<H"), 16: ("string", None), 17: ("resource", None),
    18: ("variant", None), 19: ("qui8", "<B"), 20: ("qui16", "<H"), 21: ("qi8", "<b"), 22: ("qi16", "<h"), 23: ("qi32", "<i"),
    32: ("i2", "<b"), 33: ("i4", "<b"), 34: ("ui2", "<B"), 35: ("ui4", "<B"), 36: ("f8E5M2", "<B"), 37: ("f8E4M3", "<B"),
    38: ("f8E3M4", "<B"), 39: ("f8E4M3FN", "<B"), 40: ("f8E4M3FNUZ", "<B"), 41: ("f8E4M3B11FNUZ", "<B"),
    42: ("f8E5M2FNUZ", "<B"), 43: ("f8E8M0FNU", "<B"), 44: ("f6E2M3FN", "<B"), 45: ("f6E3M2FN", "<B"), 46: ("f4E2M1FN", "<B")}
STRING, TYPE, FUNCTION, SHAPE, DENSE, SYMBOL, AGGREGATE, ARRAY = 16, 25, 26, 27, 28, 29, 30, 0x80
OTHERS = {TYPE: "type", FUNCTION: "function", SHAPE: "shape", DENSE: "dense", SYMBOL: "symbol", AGGREGATE: "aggregate"}


class Bad(Exception):
    """The file is not a BEF file of version 0."""


class Bytes:
    """A section, and a position in it."""

    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def take(self, size):
        if size > len(self.data) - self.at:
            raise Bad(f"{size} bytes are expected at {self.at}, there are {len(self.data) - self.at}")
        self.at += size
        return self.data[self.at - size:self.at]

    def unpack(self, form):
        return struct.unpack(form, self.take(struct.calcsize(form)))

    def word(self):
        return self.unpack("<I")[0]

    def words(self, count):
        return list(self.unpack(f"<{count}I"))

    def vbr(self):  # 1.2
        value = 0
        while True:
            byte = self.take(1)[0]
            value = value << 7 | byte & 127
            if byte < 128:
                return value

    def vbrs(self, count):
        return [self.vbr() for _ in range(count)]

    def align(self, alignment):
        self.take(-self.at % alignment)


def decode(data):
    """JSON.md: bytes that are not UTF-8 become the characters U+0080 to U+00FF."""
    text = data.decode("utf-8", "surrogateescape")
    return "".join(chr(ord(c) - 0xDC00) if 0xDC80 <= ord(c) <= 0xDCFF else c for c in text)


def string_at(section, offset):  # 2
    return decode(section[offset:section.index(b"\0", offset)])


def number(value):
    """JSON.md: numbers that JSON does not have are strings."""
    if isinstance(value, float) and (value != value or value in (float("inf"), -float("inf"))):
        return "nan" if value != value else "inf" if value > 0 else "-inf"
    return value


class Reader:
    def __init__(self, data):
        self.data, self.sections, self.unknown = data, {}, 0
        self.read_sections()
        self.kernels, self.types = self.names(KERNELS), self.names(TYPES)

    def read_sections(self):  # 1.1, 1.3
        file = Bytes(self.data)
        if file.take(3) != b"\x0b\xef\0":
            raise Bad("no BEF file of version 0")
        while file.at < len(self.data):
            section, head = file.take(1)[0], file.vbr()
            if head & 1:
                file.align(file.take(1)[0])
            if section < len(SECTIONS):
                self.sections[section] = (file.at, head >> 1)
            else:
                self.unknown += 1
            file.take(head >> 1)

    def section(self, section):
        offset, size = self.sections.get(section, (0, 0))
        return self.data[offset:offset + size]

    def string(self, offset):
        return string_at(self.section(STRINGS), offset)

    def names(self, section):  # 3
        table = Bytes(self.section(section))
        return [self.string(offset) for offset in table.vbrs(table.vbr())]

    # ---- 4 Attributes

    @staticmethod
    def type_name(kind):
        element = kind & ~ARRAY
        name = OTHERS.get(element) or ELEMENTS[element][0]
        return name + "[]" if kind & ARRAY else name

    @staticmethod
    def element(source, kind):
        if kind == TYPE:
            return ELEMENTS[source.take(1)[0]][0]
        values = [number(value) for value in source.unpack(ELEMENTS[kind][1])]
        return values if len(values) > 1 else values[0]

    def elements(self, source, kind, count):
        return [self.element(source, kind) for _ in range(count)]

    def shape(self, source):  # 4.5
        if source.take(1)[0] == 0:
            return None
        source.take(7)
        return list(source.unpack(f"<{source.word()}q"))

    def dense(self, source):  # 4.6, 12.3
        start = source.at
        _, element, _, _, offset, count, rank = source.unpack("<BBHIIII")
        shape = list(source.unpack(f"<{rank}q"))
        source.at = start + offset
        return {"dtype": self.type_name(element), "shape": shape, "elements": self.elements(source, element, count)}

    def aggregate(self, source):  # 4.7
        start = source.at
        if source.word() == 0:
            return []
        source.word()
        elements = []
        for offset in source.words(source.word()):
            kind = source.data[start + offset - 1]
            elements.append({"type": self.type_name(kind), "value": self.attribute(start + offset, kind)})
        return elements

    @staticmethod
    def symbol(source):  # 4.8
        _, root, nested = source.vbrs(3)
        sizes = [root] + source.vbrs(nested)
        module = source.vbr()
        names = [decode(source.take(size)) for size in sizes]
        return {"names": names, "module": decode(source.take(module))}

    def attribute(self, offset, kind):
        source = Bytes(self.section(ATTRIBUTES), offset)
        if kind & ARRAY:  # 4.4
            return self.elements(source, kind & ~ARRAY, source.word())
        if kind == STRING:  # 4.3
            return decode(source.take(source.word()))
        if kind == FUNCTION:
            return None
        read = {SHAPE: self.shape, DENSE: self.dense, AGGREGATE: self.aggregate, SYMBOL: self.symbol}.get(kind)
        return read(source) if read else self.element(source, kind)

    def attributes(self):  # 8.1
        table = Bytes(self.section(ATTRIBUTE_TYPES))
        entries = [table.vbrs(2) for _ in range(table.vbr())] if table.data else []
        return [{"offset": offset, "type": self.type_name(kind), "value": self.attribute(offset, kind)}
                for offset, kind in entries]

    # ---- 7 Locations

    def location(self, offset):
        if offset >= 0xF0000000 or LOCATIONS not in self.sections:
            return None
        return self.location_text(Bytes(self.section(LOCATIONS), offset), ":")

    def location_text(self, source, separator=";"):  # 7.2, 7.3
        kind = source.take(1)[0]
        if kind == 1:
            name = string_at(self.section(LOCATION_STRINGS), source.vbr())
            return separator.join([name, *map(str, source.vbrs(2))])
        if kind == 2:
            name, child = string_at(self.section(LOCATION_STRINGS), source.vbr()), self.location_text(source)
            return name if child == "(unknown)" else f"{child}({name})"
        if kind == 3:
            return "<-".join([self.location_text(source), self.location_text(source)])
        if kind == 4:
            return ",".join([self.location_text(source) for _ in range(source.vbr())])
        return "(unknown)"

    # ---- 5, 6 Functions

    def record(self, offset):
        """Code, location, and the lists of arguments, attributes, functions and results."""
        source = Bytes(self.section(FUNCTIONS), offset)
        code, location, *counts = source.words(6)
        source.words(counts[3])  # users of each result
        return code, location, [source.words(count) for count in counts]

    def body(self, offset, result_count, names, registers):  # 6.1
        source = Bytes(self.section(FUNCTIONS), offset)
        location, register_count = source.vbrs(2)
        source.vbrs(register_count)
        table = [source.vbrs(3) for _ in range(source.vbr())]
        returns = source.vbrs(result_count)
        source.align(4)
        kernels = []
        for at, _, stream in table[1:]:
            code, place, (arguments, attributes, functions, results) = self.record(source.at + at)
            kernels.append({
                "name": self.kernels[code], "stream": stream, "arguments": arguments,
                "attributes": [{"name": self.string(names.vbr()) if names else None, "offset": a} for a in attributes],
                "functions": functions, "results": results, "location": self.location(place)})
        return {"stream": table[0][2], "register_count": register_count,
                "registers": [self.types[t] for t in registers.vbrs(registers.vbr())] if registers else [],
                "returns": returns, "location": self.location(location), "kernels": kernels}

    def optional(self, section):  # 8.2, 8.3
        table = Bytes(self.section(section))
        if table.data:
            table.vbr()
        return table if table.data else None

    def functions(self):  # 5
        index, names, registers = Bytes(self.section(INDEX)), self.optional(NAMES), self.optional(REGISTERS)
        functions = []
        for _ in range(index.vbr()):
            kind, offset, name = index.take(1)[0], index.vbr(), self.string(index.vbr())
            arguments, results = ([self.types[t] for t in index.vbrs(index.vbr())] for _ in range(2))
            function = {"name": name, "kind": KINDS[kind], "arguments": arguments, "results": results}
            if KINDS[kind] != "native":
                if names:
                    names.vbr()
                function.update(self.body(offset, len(results), names, registers))
            functions.append(function)
        return functions

    def dump(self):
        sections = [{"id": i, "name": SECTIONS[i], "offset": self.sections[i][0], "size": self.sections[i][1]}
                    for i in sorted(self.sections)]
        return {"dump": 1, "format": 0, "size": len(self.data), "sections": sections, "unknown_sections": self.unknown,
                "kernels": self.kernels, "types": self.types, "attributes": self.attributes(), "functions": self.functions()}


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    try:
        print(json.dumps({"version": 1, "command": "dump", "file": sys.argv[1], **Reader(data).dump()}))
    except Bad as bad:
        sys.exit(f"{sys.argv[1]}: {bad}")


if __name__ == "__main__":
    main()
