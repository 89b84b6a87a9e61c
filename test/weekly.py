#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""weekly.py BUILD FOLDER: fuzzes each door of a meson build, the programs with main() of fuzz_main.c, and writes a table to
FOLDER/table.md; FOLDER/meson-logs has the results for summary.py.

WEEKLY_MINUTES is the time for all doors (default 30). The doors take turns: the next turn is of the door that has had the least processor
time so far, in earlier runs with this FOLDER too, which FOLDER/totals.json keeps; remove the file to begin anew. Findings of earlier runs
count until their inputs pass; those that a second run from their seed does not repeat have no input, and count. The first seed is the
week's, or FUZZ_SEED; a later run goes on behind the last seed of the run before it. A door goes through its files, in an order that the
seed decides, with some variants of each, again and again with the next seeds. After a finding it goes on with the next seed.
FOLDER/NAME-N.txt has what the program printed and how to repeat it; FOLDER/NAME-N.input is the input."""
import concurrent.futures
import datetime
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "cross"))
from machines import Report

VARIANTS = 20  # of each file in one round: many rounds reach all files alike
SECONDS_PER_INPUT = 60
SECONDS_PER_TURN = 120
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


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Door:
    """A process of its own fuzzes for one turn, so an instance there is a copy; the main process takes over its state."""

    def __init__(self, folder, name, program, files, environment):
        self.folder, self.name, self.program, self.files = folder, name, program, files
        self.environment = {**os.environ, **environment, "FUZZ_MUTANTS": str(VARIANTS), "FUZZ_SECONDS": str(SECONDS_PER_INPUT)}
        self.environment.pop("FUZZ_DIVISOR", None)
        self.variants, self.seconds, self.seed = 0, 0.0, None
        self.findings = {}  # text, and path of its files without the suffix

    def run(self, seed, inputs=None, **more):
        """The exit code, negative for a signal, and the output. The program ends itself; the limit is for one that cannot."""
        limit = int(more.get("FUZZ_TIME", 600)) + 2 * SECONDS_PER_INPUT + 600
        try:
            done = subprocess.run(["nice", "-n", "19", self.program, *(inputs or self.files)], stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=limit, check=False,
                                  env={**self.environment, "FUZZ_SEED": str(seed), **more})
        except subprocess.TimeoutExpired as error:
            return 1, (error.stdout or b"").decode(errors="replace") + f"\nnot done after {limit} s\n"
        return done.returncode, done.stdout.decode(errors="replace")

    def fuzz(self, seconds):
        """One turn; returns the new state."""
        random.Random(self.seed).shuffle(self.files)
        began, used = time.monotonic(), processor_seconds()
        while self.files and (left := seconds - (time.monotonic() - began)) > 0:
            code, text = self.run(self.seed, FUZZ_TIME=str(max(1, round(left))))
            rounds = ROUND.findall(text)
            if rounds:
                self.variants += int(rounds[-1][0])
                self.seed = int(rounds[-1][1])
            if code == 0:
                break
            self.add_finding(self.seed, code, text)
            self.seed += 1
        self.seconds += processor_seconds() - used
        return self.state()

    def state(self):
        return {"variants": self.variants, "seconds": self.seconds, "findings": self.findings, "seed": self.seed}

    def drop_mended(self):
        """Removes findings whose inputs pass now."""
        for what, stem in list(self.findings.items()):
            if os.path.exists(stem + ".input") and self.run(0, inputs=[stem + ".input"], FUZZ_MUTANTS="0")[0] == 0:
                del self.findings[what]
                for suffix in (".input", ".txt"):
                    os.remove(stem + suffix)

    def restore(self, state):
        self.variants, self.seconds, self.findings, self.seed = (state[key] for key in ("variants", "seconds", "findings", "seed"))

    def add_finding(self, seed, code, text):
        found = WHAT.search(text)
        lines = [line for line in text.splitlines() if line.strip() and not ROUND.match(line)]
        what = found.group() if found else f"exit code {code}" + (f": {lines[-1]}" if lines else "")
        what = re.sub(r"==\d+==|0x[0-9a-f]+", "", what).strip()
        if what in self.findings:
            return
        # once more without the rounds before it, to write the input
        stem = next(stem for number in range(1, 10000) if not os.path.exists(
            (stem := os.path.join(self.folder, f"{self.name}-{number}")) + ".txt"))
        self.findings[what] = stem
        again, _ = self.run(seed, FUZZ_LAST=stem + ".input")
        if not again:
            os.remove(stem + ".input")  # the last of a run without a finding
        with open(stem + ".txt", "w", encoding="utf-8") as file:
            file.write(f"seed {seed}, exit code {code}\n")
            file.write(f"repeat: {self.program} {stem}.input\n" if again else "does not happen in a run from this seed\n")
            file.write(text)


def write(path, text):
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


def write_state(folder, doors):
    rows = ["| target | mutants | seconds | findings |", "|---|---:|---:|---:|"]
    rows += [f"| {door.name} | {door.variants} | {door.seconds:.0f} | {len(door.findings)} |" for door in doors]
    write(os.path.join(folder, "table.md"), "\n".join(rows) + "\n")
    write(os.path.join(folder, "totals.json"), json.dumps({door.name: door.state() for door in doors}, indent=1) + "\n")


def restore(folder, doors, seed):
    try:
        with open(os.path.join(folder, "totals.json"), encoding="utf-8") as file:
            states = json.load(file)
    except FileNotFoundError:
        states = {}
    for door in doors:
        door.seed = seed
        if door.name in states:
            door.restore(states[door.name])
            door.drop_mended()


def take_turns(folder, doors, seconds):
    """Fuzzes until `seconds` have passed. Every worker's turn is over by then, so a turn at the end is a short one."""
    end, workers = time.monotonic() + seconds, os.cpu_count() or 1
    waiting, running = [door for door in doors if door.files], {}
    turn = min(SECONDS_PER_TURN, seconds * workers / max(len(waiting), 1))
    with concurrent.futures.ProcessPoolExecutor(workers) as pool:
        while True:
            left = end - time.monotonic()
            while waiting and left > 0 and len(running) < workers:
                waiting.sort(key=lambda door: door.seconds, reverse=True)
                door = waiting.pop()
                running[pool.submit(door.fuzz, min(turn, left))] = door
            if not running:
                return
            for done in concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED).done:
                door = running.pop(done)
                door.restore(done.result())
                waiting.append(door)
            write_state(folder, doors)


def main():
    build, folder = map(os.path.abspath, sys.argv[1:])
    os.makedirs(folder, exist_ok=True)
    year, week, _ = datetime.date.today().isocalendar()
    seed = int(os.environ.get("FUZZ_SEED") or (year * 100 + week) * 1000000)
    doors = [Door(folder, *door) for door in find_doors(build)]
    restore(folder, doors, seed)
    take_turns(folder, doors, float(os.environ.get("WEEKLY_MINUTES") or 30) * 60)
    write_state(folder, doors)
    report = Report()
    report.say(f"1..{len(doors)}")
    for number, door in enumerate(doors, 1):
        for what in door.findings:
            report.say("# " + what)
        state = "not ok" if door.findings else "ok"
        report.say(f"{state} {number} - {door.name}{'' if door.files else ' # SKIP no files'}")
    return report.finish(folder, "fuzz", not doors or any(door.findings for door in doors))


if __name__ == "__main__":
    sys.exit(main())
