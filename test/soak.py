#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""soak.py BUILD FOLDER [NAME]: runs the tests with random programs (exec-graph, async-random) of a meson build with one seed after the
other, until $SOAK_KERNELS kernels (default 10^8) have run in each. FOLDER/table.md has a row per test, FOLDER/meson-logs the results
for summary.py, as NAME (default "soak").

The first seed is the week's, so each week has other programs; SOAK_SEED repeats those of another week. A failure does not end the
run: the output of the first ones is in FOLDER/TEST-SEED.txt with the command that repeats it. One process per processor runs at a
time, at low priority."""
import concurrent.futures
import datetime
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "cross"))
from machines import Report

KERNELS_PER_RUN = 2000000
SECONDS_PER_RUN = 3600
MOST_FAILURES = 5
SECONDS_PER_BATCH = 1800  # at low priority on a busy machine a batch gets little processor time
# program in the build, prefix of its variables, that of the number of kernels, and how many cases run that number
TESTS = {
    "exec-graph": ("libbef/test/exec/exec_graph_test", "GRAPH_", "KERNELS", 1),
    "async-random": ("libasync/test/async_random_test", "RANDOM_", "NODES", 4),
}


def run(build, folder, name, seed, kernels):
    """Whether it passed."""
    path, prefix, count, cases = TESTS[name]
    program = os.path.join(build, path)
    variables = {prefix + count: str(max(1, kernels // cases)), prefix + "SEED": str(seed)}
    environment = {**os.environ, prefix + "SECONDS": str(SECONDS_PER_BATCH), **variables}
    try:
        done = subprocess.run(["nice", "-n", "19", program], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=SECONDS_PER_RUN, check=False, env=environment)
        code, text = done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as error:
        code, text = 1, (error.stdout or b"").decode(errors="replace") + f"\nnot done after {SECONDS_PER_RUN} s\n"
    if code:
        with open(os.path.join(folder, f"{name}-{seed}.txt"), "w", encoding="utf-8") as file:
            settings = " ".join(f"{key}={value}" for key, value in variables.items())
            file.write(f"exit code {code}\nrepeat: {settings} {program}\n{text}")
    return code == 0


def soak(build, folder, name, first, total):
    """Kernels run, seconds and seeds that failed."""
    began, left, seed, ran, failed = time.monotonic(), total, first, 0, []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        running = {}
        while running or (left > 0 and len(failed) < MOST_FAILURES):
            while left > 0 and len(failed) < MOST_FAILURES and len(running) < (os.cpu_count() or 1):
                part = min(left, KERNELS_PER_RUN)
                running[pool.submit(run, build, folder, name, seed, part)] = seed, part
                left -= part
                seed += 1
            for done in concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED).done:
                which, part = running.pop(done)
                ran += part
                if not done.result():
                    failed.append(which)
    return ran, time.monotonic() - began, failed


def main():
    build, folder = map(os.path.abspath, sys.argv[1:3])
    os.makedirs(folder, exist_ok=True)
    year, week, _ = datetime.date.today().isocalendar()
    first = int(os.environ.get("SOAK_SEED") or (year * 100 + week) * 1000000)
    total = int(float(os.environ.get("SOAK_KERNELS") or 1e8))
    report, rows, bad = Report(), ["| test | kernels | seconds | seeds that failed |", "|---|---:|---:|---|"], False
    report.say(f"1..{len(TESTS)}")
    for number, name in enumerate(TESTS, 1):
        ran, seconds, failed = soak(build, folder, name, first, total)
        bad = bad or bool(failed)
        rows.append(f"| {name} | {ran} | {seconds:.0f} | {', '.join(map(str, failed)) or 'none'} |")
        for seed in failed:
            report.say(f"# see {os.path.join(folder, f'{name}-{seed}.txt')}")
        report.say(f"{'not ok' if failed else 'ok'} {number} - {name}")
    with open(os.path.join(folder, "table.md"), "w", encoding="utf-8") as file:
        file.write("\n".join(rows) + "\n")
    return report.finish(folder, sys.argv[3] if len(sys.argv) > 3 else "soak", bad)


if __name__ == "__main__":
    sys.exit(main())
