#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The judge itself: arrays are read and compared by type, differences are found, exceptions excuse only what they name."""
import argparse
import contextlib
import importlib.machinery
import io
import math
import os
import struct
import sys

import arrays
import golden
import judge
import programs

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import tap  # noqa: E402
from npy import npy  # noqa: E402

RIGHT, DIFFERS, REFUSED = (judge.Verdict(kind, detail) for kind, detail in (
    (judge.RIGHT, ""), (judge.DIFFERS, "result 0: 1 of 2 elements differ; element 0 is 1, expected 2"),
    (judge.REFUSED, "a.mlir:3:1: error: no kernel for the target @xla_ffi_python_cpu_callback")))


def floats(*values):
    return npy("<f4", (len(values),), struct.pack(f"<{len(values)}f", *values))


def program(labels=(), devices=1):
    return programs.Program({"id": "0", "labels": list(labels), "devices": devices, "in": [], "out": []}, {}, [], [])


def check_comparison(results):
    def equal(name, found, expected, kind, wanted):
        got = arrays.difference(found, expected, kind)
        results.report(name, None if bool(got) == bool(wanted) and (not wanted or wanted in got) else f"got {got}, expected {wanted}")

    equal("floats within the tolerance", floats(1, 2.00001), floats(1, 2), "float32", None)
    equal("floats outside of it", floats(1, 2.0001), floats(1, 2), "float32", "1 of 2 elements differ; element 1")
    equal("the tolerance is that of the type", npy("<f8", (1,), struct.pack("<d", 1.00001)), npy("<f8", (1,), struct.pack("<d", 1)),
          "float64", "1 of 1")
    equal("NaN equals NaN", floats(math.nan), floats(math.nan), "float32", None)
    equal("NaN is not a number", floats(math.nan), floats(1), "float32", "1 of 1")
    equal("infinities have signs", floats(math.inf), floats(-math.inf), "float32", "1 of 1")
    equal("shapes", npy("<f4", (1, 2), bytes(8)), floats(0, 0), "float32", "shape (1, 2), expected (2,)")
    equal("types", npy("<i4", (1,), bytes(4)), floats(0), "float32", "type <i4, expected float32")
    equal("integers are exact", npy("<i4", (2,), b"\1\0\0\0\2\0\0\0"), npy("<i4", (2,), b"\1\0\0\0\3\0\0\0"), "int32", "1 of 2")
    equal("bfloat16 by its bits", npy("|V2", (2,), b"\x80\x3f\x00\x40"), npy("<u2", (2,), b"\x80\x3f\x80\x40"), "bfloat16", "1 of 2")
    equal("4-bit integers have a sign", npy("|i1", (2,), b"\xff\x07"), npy("|u1", (2,), b"\x0f\x07"), "int4", None)
    equal("columns first", npy("<i2", (2, 2), struct.pack("<4h", 1, 2, 3, 4)),
          npy("<i2", (2, 2), struct.pack("<4h", 1, 3, 2, 4), order=True), "int16", None)


def check_numbers(results):
    known = {("float8_e5m2", 0x7b): 57344, ("float8_e4m3fn", 0x7e): 448, ("float8_e4m3fnuz", 0xff): -240, ("float8_e3m4", 0x6f): 15.5,
             ("float4_e2m1fn", 0xf): -6, ("float6_e3m2fn", 0x1f): 28, ("float8_e8m0fnu", 127): 1, ("float8_e4m3b11fnuz", 1): 2.0 ** -13}
    wrong = [f"{name} {code:#x} is {arrays.TABLES[name][code]}, expected {value}" for (name, code), value in known.items()
             if arrays.TABLES[name][code] != value]
    results.report("numbers of small floats", "\n".join(wrong))


def check_exceptions(results):
    def accepted(name, verdict, expected, exception=None, **named):
        found = golden.problem(program(**named), verdict, exception) is None
        results.report(name, None if found == expected else f"accepted is {found}, expected {expected}")

    manual = judge.Verdict(judge.REFUSED, "error: 'sdy.manual_computation': its body is for each of several devices")
    accepted("a difference", DIFFERS, False)
    accepted("a difference where results are free", DIFFERS, True, ("free", ""))
    accepted("another type where results are free", judge.Verdict(judge.DIFFERS, "result 0: type <f4, expected int32"), False, ("free", ""))
    accepted("a refusal where results are free", REFUSED, False, ("free", ""))
    accepted("an expected refusal", REFUSED, True, ("refused", "@xla_ffi"))
    accepted("a refusal for another reason", REFUSED, False, ("refused", "@lapack"))
    accepted("a right result where a refusal is expected", RIGHT, False, ("refused", "@xla_ffi"))
    accepted("a gap that is closed", RIGHT, True, ("gap", "@lapack"))
    accepted("a gap that gives wrong results", DIFFERS, False, ("gap", "@lapack"))
    accepted("a callback that is named", REFUSED, True, labels=["callback"])
    accepted("a callback that is not called", RIGHT, False, labels=["callback"])
    accepted("an operation for several devices", manual, True, devices=2)
    accepted("the same on one device", manual, False)
    accepted("a wrong result on several devices", DIFFERS, False, devices=2)


class Told:
    """A model or a peer whose times are given."""

    def __init__(self, name, *times):
        self.name, self.folder, self.times, self.why = name, name, list(times), "it was told so"

    def time(self):
        return self.times.pop(0), None

    def ask(self, step, key="ms"):
        return 0 if "prepare" in step else self.times.pop(0)


def check_table(results):
    """The table of test/against: least times, ratios and their mean; a reason where there is no time."""
    module = importlib.machinery.SourceFileLoader("against", os.path.join(HERE, "..", "against")).load_module()
    models = [("one", Told("one", 4.0, 3.0), None), ("two", Told("two", 6.0, 8.0), "the results differ by 1")]
    peers = [Told("xla", 2.0, 1.0, 3.0, 5.0), Told("iree", 6.0, 7.0, None)]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        notes = module.print_table(argparse.Namespace(threads=1, rounds=2, seconds=0), models, peers)
    rows = [line for line in printed.getvalue().splitlines() if line.startswith(("| one", "| two", "| geo"))]
    wanted = ["| one | 3 | 1 | 3.00 | 6 | 0.50 |", "| two | 6 | 3 | 2.00 | - | - |", "| geometric mean | | | 2.45 | | 0.50 |"]
    results.report("rows of a table of speed", None if rows == wanted else "\n".join(rows))
    wanted = ["two: befkit: the results differ by 1", "two: iree: it was told so"]
    results.report("notes below it", None if notes == wanted else "\n".join(notes))


def main():
    results = tap.Tap()
    check_table(results)
    check_comparison(results)
    check_numbers(results)
    check_exceptions(results)
    texts = [f"/tmp/{n}/program.mlir:{n}:4: error: expected {n} results" for n in (3, 17)] + ["bef: a.mlir: BEF_E_CORRUPT: expected 1 results"]
    causes = {judge.cause(judge.Verdict(judge.REFUSED, text)) for text in texts}
    results.report("one cause for places and numbers", None if len(causes) == 1 else f"{causes}")
    try:
        golden.read_exceptions(golden.EXCEPTIONS)
        results.report("exceptions.tsv has reasons")
    except ValueError as error:
        results.report("exceptions.tsv has reasons", str(error))
    return results.finish()


sys.exit(main())
