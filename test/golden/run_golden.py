#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_golden.py PROGRAM FORM [QUEUE]: runs TFRT's golden programs and compares with what its driver printed.

FORM is mlir (assembled on the way), bef or noopt.bef (made by the original), or assemble (compares bytes, runs nothing).
The README.md of the data lists the corresponding options of the original's driver. With a QUEUE of several
threads the order of lines is not compared."""
import csv
import os
import re
import shlex
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

# An invalid command line has a separate exit status here.
STATUS = {"queue_bad": 2}
# Leaks on purpose; a leak checker in the build is not what is tested.
LEAKS = {"leak", "leak_malloc"}


def options(words):
    """Our options for the original's."""
    ours = ["--verify-diagnostics"]
    allocator = "counting"
    for word in words:
        name, _, value = word.lstrip("-").partition("=")
        if name == "work_queue_type":
            kind, _, numbers = value.partition(":")
            queue = {"s": "single", "mstd": "threads"}.get(kind, kind)
            ours += ["--queue", queue + (":" + numbers.replace(",", ":") if numbers else "")]
        elif name == "host_allocator_type":
            allocator = {"malloc": "system"}[value]
        elif name == "test_init_function":
            ours += ["--init", value]
        elif name == "print_error_code":
            ours += ["--print-error-code"]
        elif name == "functions":
            ours += ["--functions", value]
        else:
            raise SystemExit(f"no option of ours for {word}")
    return ours + ["--allocator", allocator]


def normal(text):
    """Without what cannot be equal: the program's name, and the numbers of a leak report."""
    text = re.sub(r"^bef_executor: ", "bef: ", text, flags=re.M)
    leak = r"^(Current|Max|Total) number of .*|^Memory leak detected: .*"
    return re.sub(leak, lambda line: re.sub(r"\d+", "N", line.group()), text, flags=re.M)


def expected_output(folder, name):
    with open(os.path.join(folder, name + ".out"), encoding="utf-8") as f:
        lines = f.read().splitlines(True)
    while lines and lines[0].startswith("Choosing "):
        del lines[0]
    return normal("".join(lines))


def run_program(program, folder, row, form, queue):
    name = row["name"]
    words = shlex.split(row["run_like"])[1:-1]
    command = [program, "run", *options(words)]
    if queue and "--queue" not in command:
        command += ["--queue", queue]
    environment = dict(os.environ)
    if name in LEAKS:
        environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
    result = tap.run([*command, f"{name}.{form}"], cwd=folder, merged=True, env=environment)
    if result.status is None:
        return "did not end in time"
    expected, actual = expected_output(folder, name), normal(result.text())
    if queue:
        expected, actual = ("".join(sorted(text.splitlines(True))) for text in (expected, actual))
    problem = tap.difference(expected, actual, name + ".out")
    status = STATUS.get(name, int(row["exit_status"]))
    if result.status != status:
        problem = f"exit status {result.status}, expected {status}\n{problem or result.text()}"
    return problem


def assemble(program, folder, row, form):
    """Compares with the bytes of the original, with and without the optional sections."""
    name = row["name"]
    for ending, extra in ((".bef", []), (".noopt.bef", ["--no-optional-sections"])):
        result = tap.run([program, "assemble", *extra, name + ".mlir"], cwd=folder)
        with open(os.path.join(folder, name + ending), "rb") as f:
            expected = f.read()
        if result.status != 0:
            return f"exit status {result.status}\n{result.errors.decode('utf-8', 'replace')}"
        if result.output != expected:
            shorter = min(len(expected), len(result.output))
            at = next((i for i in range(shorter) if expected[i] != result.output[i]), shorter)
            return f"{name}{ending}: {len(result.output)} bytes, expected {len(expected)}; first difference at {at:#x}"
    return None


def main():
    program, form = os.path.abspath(sys.argv[1]), sys.argv[2]
    queue = sys.argv[3] if len(sys.argv) > 3 else None
    folder = os.path.join(tap.GOLDEN, "bef")
    index = os.path.join(folder, "INDEX.tsv")
    if not os.path.exists(index):
        return tap.skip_all("no golden programs at " + folder)
    results = tap.Tap()
    with open(index, encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f, delimiter="\t"):
            if form == "assemble":
                results.report(row["name"], assemble(program, folder, row, form))
            else:
                results.report(row["name"], run_program(program, folder, row, form, queue))
    return results.finish()


sys.exit(main())
