#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_terminal.py PROGRAM: on a terminal there are colours and no binary data; neither in a pipe, nor with NO_COLOR or
TERM=dumb. Work of more than a second shows its progress on a terminal, and erases it."""
import os
import re
import sys
import tempfile

from samples import make, must, on_terminal, write
import tap

# Commands that write binary data to stdout unless told otherwise.
BINARY = {
    "bef": [["assemble", "a.mlir"], ["embed", "--obj", "a.bef"], ["btf", "make", "tensors.txt"],
            ["btf", "align", "t.btf"]],
    "mlirbc": [["convert", "a.mlirbc"], ["assemble", "a.mlir"], ["strip", "a.mlirbc"], ["gc", "a.mlirbc"],
               ["merge", "a.mlirbc"], ["extract", "--symbol=f", "f.mlir"], ["resources", "--extract=weights", "b.mlirbc"],
               ["resources", "--remove=weights", "--force", "b.mlirbc"]],
    "syclbin": [["pack", "--ir=a.spv,target=spir64-unknown-unknown"], ["merge", "a.syclbin", "b.syclbin"],
                ["convert", "a.syclbin"], ["decompress", "a.syclbin"], ["edit", "--state=object", "a.syclbin"]],
    "sigmangle": [],
}
# A call with an error, and its severities and caret; a call that shows a difference.
ERROR = {"bef": ["verify", "bad.mlir"], "mlirbc": ["verify", "bad.mlir"], "syclbin": ["verify", "--nothing"],
         "sigmangle": ["check", "I1!R2!"]}
DIFF = {"bef": ["diff", "a.bef", "b.bef"], "mlirbc": ["diff", "a.mlirbc", "b.mlirbc"],
        "syclbin": ["diff", "a.syclbin", "b.syclbin"]}


def check_binary(program, kind, results):
    for call in BINARY[kind]:
        name = " ".join(call)
        plain = tap.run([program, *call])
        if plain.status != 0 or not plain.output:
            results.report(f"{name} writes to a pipe", f"status {plain.status}\n{plain.text()}")
            continue
        status, shown, errors = on_terminal([program, *call], stderr=False)
        wrong = None
        if status != 2 or shown or b"-o FILE" not in errors or b"-o -" not in errors:
            wrong = f"status {status}, terminal got {len(shown)} bytes, stderr: {errors.decode()}"
        results.report(f"{name} refuses a terminal", wrong)
        status, shown, errors = on_terminal([program, *call, "-o", "-"], stderr=False)
        results.report(f"{name} -o - does not", None if status == 0 and shown else f"status {status}: {errors.decode()}")


def check_colours(program, call, results, on_stderr, name):
    def colours(**how):
        status, shown, other = on_terminal([program, *call], stdout=not on_stderr, stderr=on_stderr, **how)
        if not shown:
            results.report(f"{name}: output", f"status {status}, nothing shown, {other.decode()}")
        return shown
    shown = colours()
    wrong = None
    if b"\x1b[" not in shown or b"\x1b[0m" not in shown:
        wrong = f"no colours: {shown!r}"
    elif shown.count(b"\x1b[0m") * 2 < shown.count(b"\x1b["):
        wrong = f"colours that do not end: {shown!r}"
    results.report(f"{name}: colours on a terminal", wrong)
    for title, env in (("NO_COLOR", {"NO_COLOR": "1"}), ("TERM=dumb", {"TERM": "dumb"}), ("no TERM", {"TERM": ""})):
        shown = colours(env=env)
        results.report(f"{name}: {title}", f"colours: {shown!r}" if b"\x1b" in shown else None)
    results.report(f"{name}: an empty NO_COLOR", None if b"\x1b[" in colours(env={"NO_COLOR": ""}) else "no colours")
    piped = tap.run([program, *call], env=dict(os.environ, TERM="xterm"))
    results.report(f"{name}: in a pipe", f"colours: {piped.text()}" if b"\x1b" in piped.output + piped.errors else None)


# Calls that read stdin, which comes late; the words that they show, and the input.
SLOW = {"bef": [(["run"], "a.bef"), (["bench", "--batch-ms=1", "-", "first"], "a.bef"), (["verify"], "a.bef"),
                (["assemble", "-o", "out"], "a.mlir")],
        "mlirbc": [([c, *(["-o", "out"] if c in ("convert", "gc", "strip") else [])], "a.mlirbc")
                   for c in ("verify", "hash", "convert", "gc", "strip")],
        "syclbin": [(["verify"], "a.syclbin"), (["convert", "-o", "out"], "a.syclbin")], "sigmangle": []}


def visible(shown):
    """What stays on a terminal of what was written to it, and the lines that were overwritten."""
    lines, gone = [""], []
    for part in re.findall(rb"\x1b\[K|\r|\n|[^\r\n\x1b]+", shown):
        if part == b"\n":
            lines.append("")
        elif part == b"\r":
            gone += [lines[-1]] if lines[-1] else []
            lines[-1] = ""
        elif part != b"\x1b[K":
            lines[-1] += part.decode()
    return "\n".join(lines), gone


def check_progress(program, kind, results):
    for call, name in SLOW[kind]:
        data = open(name, "rb").read()
        title = f"progress of {call[0]}"
        status, shown, other = on_terminal([program, *call], data[:50], stdout=False, pieces=[data[50:]])
        stays, gone = visible(shown)
        wrong = None
        if status != 0 or stays:
            wrong = f"status {status}, stays on the terminal: {stays!r}"
        elif not any(re.fullmatch(rf"{kind}: {call[0]} <stdin>: [1-9] s", line) for line in gone):
            wrong = f"never shown: {shown!r}"
        results.report(title, wrong)
        status, shown, other = on_terminal([program, *call], data[:50], stdout=False, pieces=[data[50:]], env={"TERM": "dumb"})
        results.report(f"{title}, TERM=dumb", f"{status} {shown!r}" if status or shown else None)
        status, shown, other = on_terminal([program, *call], data, stdout=False)
        results.report(f"{title}, fast", f"{status} {shown!r}" if status or shown else None)
        status, shown, other = on_terminal([program, *call], data[:50], stdout=False, stderr=False, pieces=[data[50:]])
        results.report(f"{title}, stderr is a pipe", f"{status} {other!r}" if status or b"\r" in other else None)
    if SLOW[kind]:
        # an error ends the line before it is printed
        status, shown, _ = on_terminal([program, *SLOW[kind][-1][0]], b"bad", stdout=False, pieces=[b" input\n"])
        stays, gone = visible(re.sub(rb"\x1b\[[0-9;]*m", b"", shown))
        results.report("an error after progress", None if status and gone and
                       "<stdin>" in stays and not re.search(r"\d s", stays) else f"{status} {shown!r}")
    if kind == "bef":
        call = [program, "bench", "--batch-ms=1", "a.bef", "first"]
        table = rb"first of a.bef, queue single\r?\n  median +[0-9.]+ [nu]?s\r?\n"
        for options, wanted in (([], table), (["--json"], rb'{"version":1,"command":"bench"')):
            status, shown, _ = on_terminal([*call, *options], stderr=False)
            results.report(f"bench {' '.join(options)} on a terminal", None if status == 0 and re.match(wanted, shown) else f"{status} {shown!r}")
        call = [program, "bench", "--batch-ms=150", "a.bef", "first"]
        status, shown, other = on_terminal(call, stdout=False)
        stays, gone = visible(shown)
        found = [line for line in gone if re.fullmatch(r"bef: bench a\.bef: \d+%, \d+ s", line)]
        results.report("progress of bench", None if status == 0 and found and not stays else f"{status} {shown!r}")


def check_model_progress(program, results):
    """Arguments and calls that the time limit ends. The times of all calls take 480 MB."""
    write("big.mlir", "func.func @main(%x: tensor<1073741824xf8E4M3FN>) -> tensor<1073741824xf8E4M3FN> {\n"
          "  return %x : tensor<1073741824xf8E4M3FN>\n}\n")
    write("small.mlir", "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}\n")
    for title, call, line in (("random inputs", ["big.mlir", "--random-inputs"], r"bef: arguments of main: \d s"),
                              ("calls", ["small.mlir", "--input=1", "--repeat=60000000"], r"bef: run small\.mlir: \d+%, \d s")):
        status, shown, _ = on_terminal([program, "run", *call, "--timeout=4"], stdout=False)
        stays, gone = visible(re.sub(rb"\x1b\[[0-9;]*m", b"", shown))
        good = status == 1 and any(re.fullmatch(line, text) for text in gone) and not re.search(r"\d s\b", stays)
        results.report(f"progress of {title}", None if good else f"{status} {shown!r}")


def main():
    program = os.path.abspath(sys.argv[1])
    kind = os.path.basename(program)
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make(program, kind)
        write("bad.mlir", "func.func @f() {\n  %a = arith.addi %b, %b : i32\n}\n")
        write("f.mlir", '"func.func"() ({}) {sym_name = "f", sym_visibility = "private", function_type = () -> ()} : () -> ()\n')
        write("tensors.txt", "f32 [2, 2] = 1 2 3 4\n")
        if kind == "bef" and tap.run([program, "btf", "--help"]).status == 0:
            must(program, "btf", "make", "tensors.txt", "-o", "t.btf")
        elif kind == "bef":
            BINARY["bef"] = [call for call in BINARY["bef"] if call[0] != "btf"]
        check_binary(program, kind, results)
        check_colours(program, ERROR[kind], results, True, "error")
        if kind in DIFF:
            check_colours(program, DIFF[kind], results, False, "diff")
        check_progress(program, kind, results)
        if kind == "bef" and tap.run([program, "check", "--help"]).status == 0:
            check_model_progress(program, results)
        if kind != "sigmangle":
            status, shown, _ = on_terminal([program, "verify"], stdin=True, stdout=False, timeout=1)
            results.report("a note that the program reads from the terminal",
                           None if b"note: " in shown and b"Ctrl-D" in shown else f"{status} {shown!r}")
        os.chdir("/")
    return results.finish()


sys.exit(main())
