# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs programs with `bef run`, compares their results with those of XLA, and prints tables."""
import collections
import os
import re
import sys
import tempfile

import arrays
from programs import FORMS

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

SECONDS = 60  # for one run
RIGHT, DIFFERS, REFUSED, CRASHED = KINDS = ("right", "differs", "refused", "crashed")
# Verdict: what happened, and the first message or difference.
Verdict = collections.namedtuple("Verdict", "kind detail")


def compare(program, folder):
    """What differs between the results of a run and those expected, one line for each result."""
    for i, expected in enumerate(program.outputs):
        if expected is None:
            continue
        path = os.path.join(folder, f"result{i + program.tokens}.npy")
        if not os.path.exists(path):
            yield f"result {i} is missing"
            continue
        with open(path, "rb") as file:
            wrong = arrays.difference(file.read(), expected, program.meta["out"][i])
        if wrong:
            yield f"result {i}: {wrong}"


def inputs(program, form, folder):
    """What is given for the arguments of a form. An export has the arguments of the function; a module has those that JAX kept, and one
    for several platforms has their index first."""
    platforms = program.meta.get("platforms", [])
    if len(platforms) > 1 and form != "jax":
        yield str(platforms.index("cpu"))
    for i, array in enumerate(program.inputs):
        if array is not None and (form == "jax" or i in program.meta.get("kept", [i])):
            yield os.path.join(folder, f"in{i}.npy")


def run_form(bef, program, form, folder):
    """Runs a form of the program whose files are in the folder."""
    out = os.path.join(folder, form + "-results", "")
    os.makedirs(out)
    command = [bef, "run", os.path.join(folder, FORMS[form]), "--function", "main"]
    for value in inputs(program, form, folder):
        command += ["--input", value]
    if program.outputs:
        command += ["--output", out]
    result = tap.run(command, timeout=SECONDS)
    if result.crash():
        return Verdict(CRASHED, result.crash())
    if result.status:
        return Verdict(REFUSED, result.errors.decode("utf-8", "replace").strip()[:20000] or f"status {result.status}, no message")
    wrong = "\n".join(compare(program, out))
    return Verdict(DIFFERS if wrong else RIGHT, wrong)


def judge(bef, program):
    """Yields each form of a program and its verdict."""
    with tempfile.TemporaryDirectory() as folder:
        program.write(folder)
        for form in program.forms:
            yield form, run_form(bef, program, form, folder)


def cause(verdict):
    """A verdict without what depends on the program: places, names, numbers."""
    if verdict.kind == RIGHT:
        return ""
    line = next((line for line in verdict.detail.splitlines() if "note:" not in line), verdict.detail.strip())
    line = re.sub(r"^(bef: )?([^'\s]+: )?(error: |BEF_E_\w+: )?", "", line)
    line = re.sub(r"; element \d+ is .*", "", line)
    return f"{verdict.kind}: " + re.sub(r"(?<![\w.])[-+]?\d[\d.]*(e[-+]?\d+)?", "N", line)[:150]


class Table:
    """Counts verdicts by row (a file of tests, or a form) and by cause."""

    def __init__(self, title):
        self.title, self.rows, self.causes, self.examples = title, {}, collections.Counter(), {}

    def add(self, row, verdict, example):
        self.rows.setdefault(row, collections.Counter())[verdict.kind] += 1
        if verdict.kind != RIGHT:
            key = cause(verdict)
            self.causes[key] += 1
            self.examples.setdefault(key, []).append(example)

    def total(self):
        return sum(self.rows.values(), collections.Counter())

    def counts(self):
        width = max([len(self.title), 5, *map(len, self.rows)])
        yield f"| {self.title:{width}} |  runs | " + " | ".join(f"{kind:>7}" for kind in KINDS) + " | right % |"
        yield f"|{'-' * (width + 2)}|" + "------:|" + "--------:|" * (len(KINDS) + 1)
        for name, counts in [*sorted(self.rows.items()), ("total", self.total())]:
            runs = sum(counts.values())
            share = 100 * counts[RIGHT] / runs if runs else 0
            yield f"| {name:{width}} | {runs:5} | " + " | ".join(f"{counts[kind]:7}" for kind in KINDS) + f" | {share:7.1f} |"

    def lines(self, examples=3):
        """The counts, and the causes of what is not right, the most frequent first."""
        yield from self.counts()
        if self.causes:
            yield from ("", "| runs | cause | examples |", "|-----:|---|---|")
            for key, count in self.causes.most_common():
                yield f"| {count} | {key.replace('|', '/')} | {', '.join(self.examples[key][:examples])} |"
