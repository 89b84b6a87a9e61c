#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""includes.py SOURCE-DIRECTORY TABLE: sources and private headers include each other only as the table of rooms.py allows,
and no two of them have the same name.

A file stands in the room of the object that it would be compiled to: src/ir/op.h in that of src_ir_op. Includes of private
headers name the path from SOURCE-DIRECTORY ("ir/op.h").
"""
import fnmatch
import os
import re
import sys

import rooms


def room(rows, root, path):
    name = re.sub(r"\W", "_", os.path.join(os.path.basename(root), os.path.splitext(path)[0]))
    return [row[0] for row in rows if any(fnmatch.fnmatch("_" + name, "*_" + source) for source in row[1])]


def main():
    root, table = sys.argv[1:]
    root = os.path.abspath(root)
    rows = rooms.read_table(table)
    allowed = {name: uses | {name} for name, _, uses in rows}
    failures, count, seen = [], 0, {}
    for folder, _, names in os.walk(root):
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), root)
            if not name.endswith((".c", ".h")):
                continue
            if seen.setdefault(name, path) != path:
                failures.append(f"{path}: {seen[name]} has the same name")
            here = room(rows, root, path)
            if len(here) != 1:
                failures.append(f"{path}: in {len(here)} rooms of the table, expected 1")
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as f:
                headers = re.findall(r'^#include "(.*)"', f.read(), re.M)
            for header in headers:
                there = room(rows, root, header)
                count += 1
                if not os.path.exists(os.path.join(root, header)):
                    failures.append(f'{path}: "{header}" is not a path from {os.path.basename(root)}')
                elif there and there[0] not in allowed[here[0]]:
                    failures.append(f"{path} ({here[0]}) includes {header} ({there[0]})")
    for failure in failures:
        print(failure)
    if not count:
        print(f"{root}: no includes of private headers")
    return bool(failures) or not count


if __name__ == "__main__":
    sys.exit(main())
