#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_bad.py PROGRAM [mlir]: damaged BEF files, and wrong MLIR, are refused with a message that says where, and nothing else
happens; files whose INDEX.tsv allows it are accepted."""
import csv
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402


def rows(folder, kind):
    with open(os.path.join(folder, kind, "INDEX.tsv"), encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f, delimiter="\t"))


def bef_problem(program, folder, row):
    path = os.path.join(folder, row["file"])
    verdict = row["recommended_verdict"]
    verified = tap.run([program, "verify", "--kernels", path])
    ran = tap.run([program, "run", path], timeout=30)
    for result in (verified, ran):
        if result.crash():
            return result.crash()
        if result.status not in (0, 1):
            return f"exit status {result.status}\n{result.text()}"
    if verified.status == 1 and not verified.errors:
        return "refused without a message"
    if verified.status == 0 and "accept" not in verdict:
        return f"accepted, but: {row['defect']}: {verdict}"
    # "accept or reject", "accept (...) or reject in strict mode" leave the choice
    if verified.status == 1 and "reject" not in verdict and not verdict.startswith("accept if"):
        return f"refused, but: {verdict}\n{verified.text()}"
    if verified.status == 1 and ran.status != 1:
        return "refused by verify, yet it runs"
    return None


def mlir_problem(program, folder, row):
    result = tap.run([program, "assemble", row["file"]], cwd=folder)
    if result.crash():
        return result.crash()
    if row["tfrt_translate"] == "exit 0":
        return None if result.status == 0 else f"refused\n{result.text()}"
    if result.status != 1:
        return f"exit status {result.status}, expected 1: {row['first_error']}"
    if not re.match(re.escape(row["file"]) + r":\d+:\d+: error: .", result.text()):
        return f"no place in the message: {result.text()}"
    return None


def main():
    program, *more = os.path.abspath(sys.argv[1]), *sys.argv[2:]
    folder = os.path.join(tap.GOLDEN, "bef")
    if not os.path.exists(os.path.join(folder, "bad", "INDEX.tsv")):
        return tap.skip_all("no golden programs at " + folder)
    results = tap.Tap()
    for row in rows(folder, "bad"):
        results.report("bad/" + row["file"], bef_problem(program, os.path.join(folder, "bad"), row))
    for row in rows(folder, "bad-mlir") if "mlir" in more else []:
        results.report("bad-mlir/" + row["file"], mlir_problem(program, os.path.join(folder, "bad-mlir"), row))
    return results.finish()


sys.exit(main())
