#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""weekly.py BUILD FOLDER: fuzzes each door of a meson build, the programs with main() of fuzz_main.c, and writes a table to
FOLDER/table.md; FOLDER/meson-logs has the results for summary.py.

WEEKLY_MINUTES is the time for all doors (default 30), of which each gets the same share of every processor. The seed is the week's,
or FUZZ_SEED. A door goes through its files, in an order that the seed decides, with some variants of each, again and again with the
next seeds. After a finding it goes on with the next seed. FOLDER/NAME-N.txt has what the program printed and how to repeat it;
FOLDER/NAME-N.input is the input."""
import concurrent.futures
import datetime
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "cross"))
from machines import Report

VARIANTS = 20  # of each file in one round: many rounds reach all files alike
SECONDS_PER_INPUT = 60
ROUND = re.compile(r"^(\d+) variants, next seed (\d+)$", re.M)
WHAT = re.compile(r"^.*(?:runtime error:|SUMMARY: ).*$", re.M)


def find_doors(build):
    """Name, program, files and environment of each; tests with the same program are one door."""
    doors = {}
    with open(os.path.join(build, "meson-info", "intro-tests.json"), encoding="utf-8") as file:
        tests = json.load(file)
    fuzzed = {test["cmd"][0] for test in tests if "FUZZ_MUTANTS" in test["env"]}
    for test in tests:
        program, *paths = test["cmd"]
        if program in fuzzed:
            files, environment = doors.setdefault(program, (set(), {}))
            environment.update(test["env"])
            for path in (pathlib.Path(build, path) for path in paths):  # generated files are named from the build folder
                listed = path.iterdir() if path.is_dir() else [path]
                files.update(str(file) for file in listed if file.is_file() and not file.name.startswith("."))
    return [(os.path.basename(program), program, sorted(files), environment)
            for program, (files, environment) in sorted(doors.items())]


class Door:
    def __init__(self, folder, name, program, files, environment):
        self.folder, self.name, self.program, self.files = folder, name, program, files
        self.environment = {**os.environ, **environment, "FUZZ_MUTANTS": str(VARIANTS), "FUZZ_SECONDS": str(SECONDS_PER_INPUT)}
        self.environment.pop("FUZZ_DIVISOR", None)
        self.variants, self.seconds, self.findings = 0, 0.0, []

    def run(self, seed, **more):
        """The exit code, negative for a signal, and the output. The program ends itself; the limit is for one that cannot."""
        limit = int(more.get("FUZZ_TIME", 600)) + 2 * SECONDS_PER_INPUT + 600
        try:
            done = subprocess.run(["nice", "-n", "19", self.program, *self.files], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=limit, check=False,
                                  env={**self.environment, "FUZZ_SEED": str(seed), **more})
        except subprocess.TimeoutExpired as error:
            return 1, (error.stdout or b"").decode(errors="replace") + f"\nnot done after {limit} s\n"
        return done.returncode, done.stdout.decode(errors="replace")

    def fuzz(self, seed, seconds):
        random.Random(seed).shuffle(self.files)
        began = time.monotonic()
        while self.files and (left := seconds - (time.monotonic() - began)) > 0:
            code, text = self.run(seed, FUZZ_TIME=str(max(1, round(left))))
            rounds = ROUND.findall(text)
            if rounds:
                self.variants += int(rounds[-1][0])
                seed = int(rounds[-1][1])
            if code == 0:
                break
            self.add_finding(seed, code, text)
            seed += 1
        self.seconds = time.monotonic() - began
        return self

    def add_finding(self, seed, code, text):
        found = WHAT.search(text)
        lines = [line for line in text.splitlines() if line.strip() and not ROUND.match(line)]
        what = found.group() if found else f"exit code {code}" + (f": {lines[-1]}" if lines else "")
        what = re.sub(r"==\d+==|0x[0-9a-f]+", "", what).strip()
        if what in self.findings:
            return
        self.findings.append(what)
        # once more without the rounds before it, to write the input
        stem = os.path.join(self.folder, f"{self.name}-{len(self.findings)}")
        again, _ = self.run(seed, FUZZ_LAST=stem + ".input")
        with open(stem + ".txt", "w", encoding="utf-8") as file:
            file.write(f"seed {seed}, exit code {code}\n")
            file.write(f"repeat: {self.program} {stem}.input\n" if again else "does not happen in a run from this seed\n")
            file.write(text)


def table(doors):
    rows = ["| target | mutants | seconds | findings |", "|---|---:|---:|---:|"]
    rows += [f"| {door.name} | {door.variants} | {door.seconds:.0f} | {len(door.findings)} |" for door in doors]
    return rows


def main():
    build, folder = map(os.path.abspath, sys.argv[1:])
    os.makedirs(folder, exist_ok=True)
    for old in pathlib.Path(folder).glob("*-[0-9]*.*"):
        old.unlink()
    year, week, _ = datetime.date.today().isocalendar()
    seed = int(os.environ.get("FUZZ_SEED") or (year * 100 + week) * 1000000)
    doors = [Door(folder, *door) for door in find_doors(build)]
    workers = os.cpu_count() or 1
    seconds = float(os.environ.get("WEEKLY_MINUTES") or 30) * 60 * workers / max(len(doors), 1)
    report = Report()
    report.say(f"1..{len(doors)}")
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for number, door in enumerate(pool.map(lambda door: door.fuzz(seed, seconds), doors), 1):
            for what in door.findings:
                report.say("# " + what)
            state = "not ok" if door.findings else "ok"
            report.say(f"{state} {number} - {door.name}, seed {seed}{'' if door.files else ' # SKIP no files'}")
    with open(os.path.join(folder, "table.md"), "w", encoding="utf-8") as file:
        file.write("\n".join(table(doors)) + "\n")
    return report.finish(folder, "fuzz", not doors or any(door.findings for door in doors))


if __name__ == "__main__":
    sys.exit(main())
