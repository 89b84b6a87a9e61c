#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""weekly_test.py CC...: weekly.py finds a crash in one door and none in the other, counts variants of both, and writes what repeats
the crash."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import tap

HERE = pathlib.Path(__file__).resolve().parent
TARGET = """#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (BAD && size == 4 && data[0] == 'a' && data[3] != 'd') {
		fprintf(stderr, "SUMMARY: the last byte is wrong\\n");
		exit(1);
	}
	return 0;
}
"""


def make_build(cc, folder):
    """What weekly.py reads of a build: two doors, one of them with two tests, and a test that is no door. Files are named from the build."""
    (folder / "meson-info").mkdir(parents=True)
    (folder / "target.c").write_text(TARGET, encoding="utf-8")
    for name in ("one", "two"):
        (folder / name).mkdir()
        (folder / name / "input").write_text("abcd", encoding="utf-8")
    for name, bad in (("good", 0), ("bad", 1)):
        done = tap.run([*cc, "-D_GNU_SOURCE", f"-DBAD={bad}", folder / "target.c", HERE / "fuzz_main.c", "-o", folder / f"{name}_fuzz"])
        if done.status:
            raise SystemExit(done.text())
    tests = [(["good_fuzz", "one"], {"FUZZ_MUTANTS": "1"}), (["good_fuzz", "two"], {}), (["bad_fuzz", "one"], {"FUZZ_MUTANTS": "1"}),
             (["no_door"], {})]
    described = [{"cmd": [str(folder / command[0]), *command[1:]], "env": environment} for command, environment in tests]
    (folder / "meson-info" / "intro-tests.json").write_text(json.dumps(described), encoding="utf-8")


def replay(program, name):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("FUZZ_")}
    return subprocess.run([program, name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, check=False).returncode


def main():
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as scratch:
        build, found = pathlib.Path(scratch) / "build", pathlib.Path(scratch) / "found"
        make_build(sys.argv[1:], build)
        minutes = 0.1 / (os.cpu_count() or 1)  # 3 s per door
        done = tap.run([sys.executable, HERE / "weekly.py", build, found],
                       env={**os.environ, "WEEKLY_MINUTES": str(minutes), "FUZZ_SEED": "7", "FUZZ_DIVISOR": "10"})
        text = done.text()
        results.report("exit code", None if done.status == 1 else f"{done.status}\n{text}")
        for line in ("1..2", "# SUMMARY: the last byte is wrong", "not ok 1 - bad_fuzz", "ok 2 - good_fuzz"):
            results.report(line.replace("#", ""), None if line in text.splitlines() else text)
        table = (found / "table.md").read_text(encoding="utf-8")
        rows = re.findall(r"^\| (\w+)_fuzz \| (\d+) \| (\d+) \| (\d+) \|$", table, re.M)
        results.report("table", None if [(row[0], row[3]) for row in rows] == [("bad", "1"), ("good", "0")] else table)
        results.report("variants of both files in many rounds", None if rows and int(rows[-1][1]) > 1000 else table)
        results.report("seconds", None if rows and 1 <= int(rows[-1][2]) <= 60 else table)
        results.report("the input repeats the crash", None if replay(build / "bad_fuzz", found / "bad_fuzz-1.input") == 1 else "it does not")
        about = (found / "bad_fuzz-1.txt").read_text(encoding="utf-8")
        results.report("its report", None if re.match(r"seed \d+, exit code 1\nrepeat: .*bad_fuzz-1.input\n", about) else about)
        again = dict(os.environ, WEEKLY_MINUTES=str(minutes))
        done = tap.run([sys.executable, HERE / "weekly.py", build, found], env=again)
        more = re.findall(r"^\| good_fuzz \| (\d+) \|", (found / "table.md").read_text(encoding="utf-8"), re.M)
        results.report("a second run adds to the first", None if rows and int(more[0]) > int(rows[-1][1]) * 3 // 2 else str((rows, more)))
        results.report("a finding counts until it is mended", None if "not ok 1 - bad_fuzz" in done.text().splitlines() else done.text())
        shutil.copy(build / "good_fuzz", build / "bad_fuzz")
        done = tap.run([sys.executable, HERE / "weekly.py", build, found], env=again)
        results.report("then it is dropped", None if done.status == 0 and not list(found.glob("bad_fuzz-*")) else done.text())
        log = [json.loads(line) for line in (found / "meson-logs" / "testlog.json").read_text(encoding="utf-8").splitlines()]
        results.report("results for summary.py", None if len(log) == 1 and "ok 1" in log[0]["stdout"] else str(log))
    return results.finish()


sys.exit(main())
