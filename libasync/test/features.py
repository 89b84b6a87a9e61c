#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""features.py LIBASYNC: each row of the table in FEATURES.md names functions of the headers, and cases of tests that call them.

The last column lists "FILE_test: CASE, CASE; FILE_test: CASE". A case is one of CHECK_CASE() or CASES() in that file. Each `async_...`
name of the column before is in a header, and in one of these files. Exit code 1 with a line per fault.
"""
import pathlib
import re
import sys

COLUMNS = 8


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def check_tests(column, texts, folder):
    """Yields the faults of the last column; `texts` gets the contents of the files."""
    for entry in column.split(";"):
        name, _, cases = entry.strip().partition(": ")
        path = folder / "test" / (name + ".c")
        if not path.is_file():
            yield f"no test {name}"
            continue
        texts.append(path.read_text(encoding="utf-8"))
        if not cases:
            yield f"{name}: no case is named"
        for case in cases.split(", ") if cases else []:
            if not re.search(rf"\b(CHECK_CASE|CASES)\({case}\)", texts[-1]):
                yield f"{name} has no case {case}"


def check_names(column, texts, headers):
    names = re.findall(r"\b(async_\w+|ASYNC_\w+)", column)
    for name in names:
        if not re.search(rf"\b{name}\b", headers):
            yield f"no header has {name}"
        if not any(re.search(rf"\b{name}\b", text) for text in texts):
            yield f"none of the tests has {name}"


def main():
    folder = pathlib.Path(sys.argv[1])
    headers = "".join(path.read_text(encoding="utf-8") for path in (folder / "include/async").glob("*.h"))
    lines = (folder / "FEATURES.md").read_text(encoding="utf-8").splitlines()
    rows = [cells(line) for line in lines if line.startswith("| ")][1:]
    faults = [] if len(rows) > 20 else [f"the table has only {len(rows)} rows"]
    for row in rows:
        texts = []
        found = [f"{len(row)} columns"] if len(row) != COLUMNS else []
        if not found:
            found = list(check_tests(row[7], texts, folder)) + list(check_names(row[6], texts, headers))
        faults += [f"{row[0]}: {fault}" for fault in found]
    print("\n".join(faults))
    return 1 if faults else 0


sys.exit(main())
