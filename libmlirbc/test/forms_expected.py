#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""forms_expected.py [--update] WRITER FOLDER: whether mlir-opt-22 prints the programs of FOLDER/*.mlir as the texts beside them say,
and makes the same bytes of them as WRITER (write_check.c). Programs are separated by lines "// -----". NAME.txt has the generic
form, NAME.pretty.txt the custom form, NAME.loc.txt the same with locations. With --update the texts are written. Skips without
mlir-opt-22."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

OPT = shutil.which("mlir-opt-22")
FLAGS = ["--allow-unregistered-dialect"]
FORMS = {".txt": ["--mlir-print-op-generic"], ".pretty.txt": [], ".loc.txt": ["--mlir-print-debuginfo"]}
SEPARATOR = "// -----\n"


def run(arguments, text, **more):
    return subprocess.run([OPT, *FLAGS, *arguments], input=text, capture_output=True, check=True, **more).stdout


def printed(arguments, programs):
    """What is printed of each, without the empty line at the end. Lines in locations count from the first one of a program."""
    if "--mlir-print-debuginfo" in arguments:
        return [run(arguments, program.encode()).decode().removesuffix("\n") for program in programs]
    text = run([*arguments, "--split-input-file"], SEPARATOR.join(programs).encode()).decode().removesuffix("\n")
    return text.split("\n" + SEPARATOR)


def contents(folder, name):
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


def same_bytes(writer, text, folder):
    """Some orders of uses are written differently (COMPATIBILITY.md); then the generic form must give the same bytes."""
    with open(os.path.join(folder, "program.mlir"), "w", encoding="utf-8") as out:
        out.write(text)
    write = [os.path.abspath(writer)]
    subprocess.run([*write, "program.mlir", "ours"], cwd=folder, check=True)
    run(["--emit-bytecode", "program.mlir", "-o", "theirs"], None, cwd=folder)
    if contents(folder, "ours") == contents(folder, "theirs"):
        return True
    run(["--mlir-print-op-generic", "--mlir-print-debuginfo", "program.mlir", "-o", "generic.mlir"], None, cwd=folder)
    subprocess.run([*write, "generic.mlir", "again"], cwd=folder, check=True)
    return contents(folder, "ours") == contents(folder, "again")


def check(writer, path, update):
    with open(path, encoding="utf-8") as source:
        programs = source.read().split(SEPARATOR)
    good = True
    for suffix, arguments in FORMS.items():
        made = SEPARATOR.join(printed(arguments, programs))
        name = path.removesuffix(".mlir") + suffix
        if update:
            with open(name, "w", encoding="utf-8") as out:
                out.write(made)
            continue
        with open(name, encoding="utf-8") as stored:
            if stored.read() != made:
                print(f"# {name} is not what mlir-opt-22 prints")
                good = False
    with tempfile.TemporaryDirectory() as folder:
        for number, program in enumerate(programs, 1):
            if not update and not same_bytes(writer, program, folder):
                print(f"# {path}: program {number} is other bytecode than that of mlir-opt-22")
                good = False
    return good


def main():
    update = "--update" in sys.argv
    writer, folder = sys.argv[-2:]
    if not OPT:
        print("1..0 # SKIP no mlir-opt-22")
        return 0
    paths = sorted(glob.glob(os.path.join(folder, "*.mlir")))
    print(f"1..{len(paths)}")
    bad = 0
    for number, path in enumerate(paths, 1):
        good = check(writer, path, update)
        bad += not good
        print("ok" if good else "not ok", number, "-", os.path.basename(path))
    return bad != 0


sys.exit(main())
