#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""summary.py BUILD: one line on the tests of a meson build ("tested in N s): N passed, ..."), a line for each that failed, and some of
what it printed.
summary.py --total FOLDER: over all builds in a folder, "N passed, N failed, N skipped"; exit code 1 when any failed.

A TAP test counts the results that it reports, any other test counts once."""
import glob
import json
import os
import re
import signal
import sys

LINES = 6  # of the output of a failed test
SANITIZER = re.compile(r"^.*(?:SUMMARY: |ERROR: |runtime error: ).*$", re.M)
LINE = re.compile(r"^(not ok|ok)\b *\d* *-? *([^#\n]*)(#\s*(SKIP|TODO)\b.*)?$", re.I | re.M)


class Count:
    def __init__(self):
        self.passed = self.skipped = 0
        self.failed = []
        self.reasons = {}  # of a failed test: lines of its output
        self.began, self.ended = [], []

    def add(self, other):
        self.passed += other.passed
        self.skipped += other.skipped
        self.failed += other.failed
        self.reasons.update(other.reasons)

    def __str__(self):
        return f"{self.passed} passed, {len(self.failed)} failed, {self.skipped} skipped"


def ending(test):
    """How the program ended, where its results do not tell what is wrong."""
    code = test.get("returncode", 0)
    if code == 0:
        return ""
    killed = -code if code < 0 else code - 128  # a shell adds 128
    known = {int(number): number.name for number in signal.Signals}
    return f", {known[killed]}" if killed in known else f", exit code {code}"


def reasons(output, start, end):
    """Comments before and behind a result, at output[start:end], which say why it is bad."""
    before = []
    for line in reversed(output[:start].splitlines()):
        if not line.startswith("#"):
            break
        before.insert(0, line)
    behind = []
    for line in output[end:].lstrip("\n").splitlines():
        if not line.startswith("#"):
            break
        behind.append(line)
    return before[-LINES:] + behind[-LINES:]


def test_count(test):
    count = Count()
    bad = test["result"] not in ("OK", "SKIP", "EXPECTEDFAIL")
    name = test["name"].split(" / ")[-1]
    output, errors = test.get("stdout") or "", test.get("stderr") or ""
    for found in LINE.finditer(output):
        verdict, what, directive = found[1], found[2], (found[4] or "").upper()
        if directive == "SKIP":
            count.skipped += 1
        elif directive == "TODO" or verdict.lower() == "ok":
            count.passed += verdict.lower() == "ok"
            count.skipped += verdict.lower() != "ok"  # known, and accepted
        else:
            count.failed.append(f"{name}: {what.strip()}")
            count.reasons[count.failed[-1]] = reasons(output, found.start(), found.end())
    if bad and not count.failed:
        count.failed.append(f"{name}: {test['result'].lower()}{ending(test)}")
        count.reasons[count.failed[-1]] = SANITIZER.findall(errors + output)[:LINES] or (output + errors).splitlines()[-LINES:]
    elif not bad and not count.passed and not count.skipped:
        count.passed = int(test["result"] != "SKIP")
        count.skipped = int(test["result"] == "SKIP")
    return count


def build_count(build):
    count = Count()
    log = os.path.join(build, "meson-logs", "testlog.json")
    if os.path.exists(log):
        with open(log, encoding="utf-8") as f:
            for line in f:
                test = json.loads(line)
                count.add(test_count(test))
                count.began.append(test["starttime"])
                count.ended.append(test["starttime"] + test["duration"])
    return count


def main():
    if sys.argv[1] != "--total":
        count = build_count(sys.argv[1])
        print(f"tested in {max(count.ended, default=0) - min(count.began, default=0):.0f} s): {count}")
        for name in count.failed:
            print("  failed:", name)
            for line in count.reasons[name]:
                print("    " + line[:200])
        if count.failed:
            print("  see", os.path.join(sys.argv[1], "meson-logs", "testlog.txt"))
        return 0
    folder = sys.argv[2]
    total = Count()
    for build in sorted(glob.glob(os.path.join(folder, "*", ""))):
        total.add(build_count(build))
    # builds that have no tests, or did not get as far
    total.passed += len(glob.glob(os.path.join(folder, "*.passed")))
    total.failed += glob.glob(os.path.join(folder, "*.failed"))
    print(total)
    return int(bool(total.failed) or not total.passed)


sys.exit(main())
