#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""notes.py DOCUMENT...: converts the tables of kernels in the documents of packs to C, for `bef kernels NAME`: one block of bytes with
all texts, and a table of offsets in it, sorted by name. An empty text ends a list of errors."""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tables import COMMON, common, errors, members, rows, signature  # noqa: E402


class Texts:
    """A block of bytes that holds each text once."""
    def __init__(self):
        self.data, self.places = bytearray(), {}

    def place(self, *texts):
        key = "".join(t + "\0" for t in texts).encode()
        if key not in self.places:
            self.places[key] = len(self.data)
            self.data += key
        return self.places[key]


def plain(text):
    return text.replace("`", "").replace("\\|", "|")


def letters_text(values):
    return ", ".join(f"{letter} = {value}" for letter, value in values.items() if letter in "TRC")


def notes(document, texts):
    shared, _ = common(document)
    listed = {}
    for (_, names, row_errors), (_, letters, cells) in zip(errors(document), rows(document)):
        given = signature(cells[1].strip("`"))
        for name in names:
            listed[name] = row_errors + [t for key, more in shared.items() if COMMON[key](name, given) for t in more]
        for family in re.findall(r"`([^`]+)`", cells[0]):
            for name, values in members(family, letters):
                yield (name, texts.place(name), texts.place(letters_text(values)), texts.place(plain(cells[2])),
                       texts.place(*listed[name], ""))


def main():
    texts = Texts()
    table = sorted(note for document in sys.argv[1:] for note in notes(document, texts))
    table = table or [("", *[texts.place("", "")] * 4)]  # no pack has tables; C requires one row
    print("/* Made by notes.py. */\nstatic const struct note {\n\tuint32_t name, letters, meaning, errors;\n} notes[] = {")
    print("\n".join("\t{ %u, %u, %u, %u }," % note[1:] for note in table))
    print("};\nstatic const char note_texts[] = {")
    for i in range(0, len(texts.data), 24):
        print("\t" + " ".join(f"{b if b < 128 else b - 256}," for b in texts.data[i:i + 24]))
    print("};")


if __name__ == "__main__":
    main()
