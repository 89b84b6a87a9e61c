#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rooms.py OBJECTS TABLE: the object files of a library use each other's symbols only as a table allows.

OBJECTS is an archive of the library's objects. Each line of TABLE is a room:

    ROOM: SOURCE... > ROOM...

SOURCE is the end of the name of an object, without .c and .o ("exec_plan"); a trailing * stands for any text.
The objects of a room may use symbols of its own and of the rooms behind '>', which stand further down in the table.
'*' behind '>' stands for all rooms further down. Text behind # is ignored.
"""
import fnmatch
import os
import re
import subprocess
import sys


def read_table(path):
    """[(room, sources, rooms it may use)], in the order of the file."""
    rows = []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            line = line.split("#")[0].strip()
            if line:
                room, sources, uses = re.fullmatch(r"([\w-]+):([^>]*)(?:>(.*))?", line).groups()
                rows.append((room, sources.split(), (uses or "").split()))
    names = [row[0] for row in rows]
    for at, (room, _, uses) in enumerate(rows):
        for wrong in set(uses) - set(names[at + 1:]) - {"*"}:
            sys.exit(f"{path}: {room} may use {wrong}, which is not further down in the table")
    return [(room, sources, set(names[at + 1:] if "*" in uses else uses)) for at, (room, sources, uses) in enumerate(rows)]


def symbols(archive, *options):
    """{object: its symbols} as nm lists them with these options."""
    out = subprocess.run(["nm", "-A", "--format=posix", *options, archive], check=True, capture_output=True, text=True).stdout
    found = {}
    for line in out.splitlines():
        match = re.match(r".*\[(.+?)\.c\.o\]: (\S+) ", line) or re.match(r".*:(.+?)\.c\.o: (\S+) ", line)
        if match:
            found.setdefault(os.path.basename(match[1]), set()).add(match[2])
    return found


def main():
    archive, table = sys.argv[1:]
    rows = read_table(table)
    room_of = {}
    defined, used = symbols(archive, "--defined-only", "--extern-only"), symbols(archive, "--undefined-only")
    failures = [] if defined else [f"{archive} has no objects"]
    for name in sorted(defined.keys() | used.keys()):
        rooms = [room for room, sources, _ in rows if any(fnmatch.fnmatch("_" + name, "*_" + source) for source in sources)]
        if len(rooms) != 1:
            failures.append(f"{name}.c: in {len(rooms)} rooms of the table, expected 1")
        room_of[name] = rooms[0] if rooms else None
    owner = {symbol: name for name in defined for symbol in defined[name]}
    allowed = {room: uses | {room} for room, _, uses in rows}
    for name in sorted(used):
        for symbol in sorted(used[name] & owner.keys()):
            other = owner[symbol]
            if room_of[name] and room_of[other] and room_of[other] not in allowed[room_of[name]]:
                failures.append(f"{name}.c ({room_of[name]}) uses {symbol} of {other}.c ({room_of[other]})")
    for failure in failures:
        print(failure)
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
