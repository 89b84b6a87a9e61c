#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_format.py PROGRAM [SOURCE...]: bef_reader.py, an independent reader made from libbef/FORMAT.md, and
`bef dump --json` print the same of every golden BEF file, and of the MLIR programs SOURCE."""
import glob
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import bef_reader  # noqa: E402
import tap  # noqa: E402


def first_difference(expected, actual, path=""):
    """The place of the first difference of two JSON values; None when they are equal."""
    if isinstance(expected, dict) and isinstance(actual, dict) and sorted(expected) == sorted(actual):
        pairs = [(expected[key], actual[key], f"{path}.{key}") for key in expected]
    elif isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = [(a, b, f"{path}[{i}]") for i, (a, b) in enumerate(zip(expected, actual))]
    elif expected == actual and isinstance(expected, bool) == isinstance(actual, bool):
        return None
    else:
        return f"{path}: bef dump prints {str(expected)[:200]}, the reader {str(actual)[:200]}"
    return next((found for found in (first_difference(*pair) for pair in pairs) if found), None)


def compare(program, path):
    dumped = tap.run([program, "dump", "--json", path])
    if dumped.status != 0:
        return f"bef dump: exit status {dumped.status}\n{dumped.text()}"
    expected = json.loads(dumped.output)
    with open(path, "rb") as file:
        data = file.read()
    try:
        actual = bef_reader.Reader(data).dump()
    except (bef_reader.Bad, LookupError, ValueError) as error:
        return f"the reader: {error!r}"
    return first_difference(expected, {"version": 1, "command": "dump", "file": path, **actual})


def assembled(program, source, scratch):
    path = os.path.join(scratch, os.path.basename(source) + ".bef")
    made = tap.run([program, "assemble", source, "-o", path])
    return (path, None) if made.status == 0 else (None, f"bef assemble: exit status {made.status}\n{made.text()}")


def main():
    program = os.path.abspath(sys.argv[1])
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as scratch:
        for source in sys.argv[2:]:
            path, problem = assembled(program, source, scratch)
            results.report(os.path.basename(source), problem or compare(program, path))
        for path in sorted(glob.glob(os.path.join(tap.GOLDEN, "bef", "*.bef"))):
            results.report(os.path.basename(path), compare(program, path))
    return results.finish()


sys.exit(main())
