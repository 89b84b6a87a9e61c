#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""golden.py BEF plain|sharded|callback [SHARE]: programs that JAX's tests lowered ($BEFKIT_GOLDEN/jax-programs) give XLA's results, as text
and as artifact. SHARE, of 1000, chooses a sample by id; $BEFKIT_JAX_SHARE replaces it.

plain:    programs for one device.
sharded:  programs for several devices; a refusal that names the operation that makes it so is right, too.
callback: programs that call Python; only a refusal that names the callback is right.
exceptions.tsv has the other exceptions, with reasons: results that may differ (free), what cannot run (refused), and what is refused
today but could run (gap)."""
import collections
import os
import re
import sys

import judge
import programs

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PACKS = os.path.join(tap.GOLDEN, "jax-programs")
EXCEPTIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "exceptions.tsv")
# What may stand in the way of a program for several devices.
DEVICES = re.compile(r"'sdy\.manual_computation'|@InspectSharding")


def label(program):
    return "callback" if "callback" in program.labels else "sharded" if program.devices > 1 else "plain"


def read_exceptions(path):
    """id -> kind, message; the lines are: id, kind, reason, and a part of the message where the program is refused."""
    out = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                key, kind, reason, *message = line.rstrip("\n").split("\t")
                if kind not in ("free", "refused", "gap") or not reason or len(message) != (kind != "free"):
                    raise ValueError(f"{path}: bad line: {line}")
                out[key] = kind, "".join(message)
    return out


def read_subjects(folder):
    """id -> the area of JAX, the third field of the index"""
    with open(os.path.join(folder, "INDEX.tsv"), encoding="utf-8") as file:
        return {fields[0]: fields[2] for fields in (line.split("\t") for line in file) if len(fields) > 2}


def problem(program, verdict, exception):
    """What is wrong about a verdict, or None."""
    kind, message = exception or ("", "")
    text = f"{verdict.kind}: {verdict.detail[:600]}"
    refused = verdict.kind == judge.REFUSED
    if kind == "refused" or kind == "gap" and refused:
        return None if refused and message in verdict.detail else f"{text}\nexceptions.tsv expects: {message}"
    if program.devices > 1 and refused and DEVICES.search(verdict.detail):
        return None
    if label(program) == "callback":
        return None if refused and "callback" in verdict.detail else f"{text}\nexpected a message that names the callback"
    if verdict.kind == judge.RIGHT:
        return None
    if kind == "free" and verdict.kind == judge.DIFFERS and all("elements differ" in line for line in verdict.detail.splitlines()):
        return None
    return text


def main():
    bef, wanted, share = os.path.abspath(sys.argv[1]), sys.argv[2], (sys.argv[3:] or ["1000"])[0]
    share = int(os.environ.get("BEFKIT_JAX_SHARE", share))
    if not os.path.isdir(PACKS):
        return tap.skip_all(f"no {PACKS}")
    exceptions, subjects = read_exceptions(EXCEPTIONS), read_subjects(PACKS)
    counts, failures = collections.Counter(), collections.defaultdict(list)
    table = judge.Table("subject")
    for program in programs.from_packs(PACKS, lambda key: int(key[:8], 16) % 1000 < share):
        if label(program) != wanted:
            continue
        subject = subjects.get(program.id, "without a subject")
        for form, verdict in judge.judge(bef, program):
            counts[subject] += 1
            table.add(subject, verdict, program.id)
            wrong = problem(program, verdict, exceptions.get(program.id))
            if wrong:
                failures[subject].append(f"{program.id} as {form}: {wrong}")
    results = tap.Tap()
    for subject, count in sorted(counts.items()):
        results.report(f"{subject}: {count} runs", "\n".join(failures[subject]))
    if table.rows and share >= 1000:
        print("".join(f"# {line}\n" for line in table.lines()), end="")
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
