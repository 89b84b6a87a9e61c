#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""signatures.py INSTRUCTIONS-PY PROGRAM LIBRARY: the lines of PROGRAM, each with the instructions of one unit of work where
valgrind is there, and a line with the size of the library's code."""
import json
import shutil
import subprocess
import sys


def lines(*words):
    out = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in out.splitlines() if line.startswith("{")]


def sections(library):
    out = subprocess.run(["size", "-A", library], check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in out.splitlines()]
    return {row[0]: int(row[1]) for row in rows if len(row) == 3 and row[0].startswith(".")}


def main():
    counter, program, library = sys.argv[1:]
    figures = lines(program)
    counts = {}
    if shutil.which("valgrind"):
        names = [figure["name"] for figure in figures]
        for line in lines(sys.executable, counter, "-l", "sigmangle", "-n", "100", program, *names):
            counts[line["name"]] = line["instructions"]
    for figure in figures:
        if figure["name"] in counts:
            figure["instructions"] = counts[figure["name"]]
        print(json.dumps(figure), flush=True)
    if shutil.which("size"):
        size = sections(library)
        print(json.dumps({"lib": "sigmangle", "name": "size", "text_bytes": size[".text"],
                          "rodata_bytes": size.get(".rodata", 0)}))
    return 0


sys.exit(main())
