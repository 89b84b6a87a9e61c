#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_cases.py [--record] PROGRAM FOLDER: runs every NAME.cmd of a folder and compares with NAME.out, NAME.err and NAME.exit
beside it (a missing .out or .err is empty, a missing .exit 0). With --record, writes them instead; read the change before
you keep it.

A .cmd is a shell script that runs in an empty folder, with $DATA naming the folder `data` beside the cases and the program
found under its name. What it writes to stdout and stderr counts, with paths of $DATA shown as $DATA."""
import argparse
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402


def run_case(program, folder, name):
    data = os.path.join(os.path.dirname(folder), "data")
    with tempfile.TemporaryDirectory() as scratch:
        tools, work = os.path.join(scratch, "tools"), os.path.join(scratch, "work")
        os.mkdir(tools)
        os.mkdir(work)
        os.symlink(program, os.path.join(tools, os.path.basename(program)))
        environment = dict(os.environ, DATA=data, PATH=tools + os.pathsep + os.environ["PATH"], LC_ALL="C")
        result = tap.run(["sh", os.path.join(folder, name + ".cmd")], cwd=work, env=environment)
    wrong = result.crash()
    texts = {ending: text.decode("utf-8", "replace").replace(data, "$DATA")
             for ending, text in ((".out", result.output), (".err", result.errors))}
    texts[".exit"] = f"{result.status}\n"
    return texts, wrong


def expected(path, ending):
    if os.path.exists(path):
        with open(path, encoding="utf-8") as f:
            return f.read()
    return "0\n" if ending == ".exit" else ""


def record(path, ending, text):
    if text != ("0\n" if ending == ".exit" else ""):
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    elif os.path.exists(path):
        os.remove(path)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", action="store_true")
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("folder", type=os.path.abspath)
    asked = parser.parse_args()
    if not shutil.which("sh"):
        return tap.skip_all("no sh")
    results = tap.Tap()
    for name in sorted(f[:-4] for f in os.listdir(asked.folder) if f.endswith(".cmd")):
        texts, wrong = run_case(asked.program, asked.folder, name)
        for ending, text in texts.items():
            path = os.path.join(asked.folder, name + ending)
            if asked.record:
                record(path, ending, text)
            else:
                problem = tap.difference(expected(path, ending), text, name + ending)
                wrong = "\n".join(filter(None, (wrong, problem))) or None
        results.report(name, wrong)
    return results.finish()


sys.exit(main())
