#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""notes.py README...: what the tables in the READMEs of packs say of each kernel, as C, for `bef kernels NAME`: one block of bytes
with all texts, and a table of places in it, sorted by name. A list of errors ends with an empty one."""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tables import COMMON, common, errors, members, rows, signature  # noqa: E402


class Texts:
    """A block of bytes in which each text is once."""
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


def notes(readme, texts):
    shared, _ = common(readme)
    listed = {}
    for (_, names, row_errors), (_, letters, cells) in zip(errors(readme), rows(readme)):
        given = signature(cells[1].strip("`"))
        for name in names:
            listed[name] = row_errors + [t for key, more in shared.items() if COMMON[key](name, given) for t in more]
        for family in re.findall(r"`([^`]+)`", cells[0]):
            for name, values in members(family, letters):
                yield (name, texts.place(name), texts.place(letters_text(values)), texts.place(plain(cells[2])),
                       texts.place(*listed[name], ""))


def main():
    texts = Texts()
    table = sorted(note for readme in sys.argv[1:] for note in notes(readme, texts))
    table = table or [("", *[texts.place("", "")] * 4)]  # no pack has tables: C wants one row
    print("/* Made by notes.py. */\nstatic const struct note {\n\tuint32_t name, letters, meaning, errors;\n} notes[] = {")
    print("\n".join("\t{ %u, %u, %u, %u }," % note[1:] for note in table))
    print("};\nstatic const char note_texts[] = {")
    for i in range(0, len(texts.data), 24):
        print("\t" + " ".join(f"{b if b < 128 else b - 256}," for b in texts.data[i:i + 24]))
    print("};")


if __name__ == "__main__":
    main()
