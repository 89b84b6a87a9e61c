#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""golden_dump.py PROGRAM: `syclbin dump` of each golden file is the text beside it, whatever the encoding, but for hashes: those
of the texts begin at another value than FNV-1a. Equal hashes of a text must be equal in the dump. Damaged files end with exit
status 0 or 1 and a message, in every command that reads them."""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402

HASH = re.compile(r"fnv1a64=([0-9a-f]{16})")
ENCODINGS = ["v1raw", "v1", "v1ob2", "v1rt", "v2"]


def dump(program, name, encoding, expected):
    result = tap.run([program, "dump", name])
    if result.crash() or result.status != 0:
        return result.crash() or result.text()
    first = "version 2" if encoding == "v2" else "version 1"
    wanted = "\n".join([first] + expected.split("\n")[1:])
    found = result.output.decode("utf-8", "surrogateescape")
    pairs = set(zip(HASH.findall(wanted), HASH.findall(found)))
    if len({theirs for theirs, _ in pairs}) != len(pairs) or len({ours for _, ours in pairs}) != len(pairs):
        return f"{os.path.basename(name)}: hashes of equal bytes differ"
    return tap.difference(HASH.sub("fnv1a64=", wanted), HASH.sub("fnv1a64=", found), os.path.basename(name))


def main():
    program = sys.argv[1]
    folder = os.path.join(tap.GOLDEN, "syclbin")
    if not os.path.isdir(folder):
        return tap.skip_all("no golden data")
    results = tap.Tap()
    for text in sorted(glob.glob(os.path.join(folder, "valid", "*.txt"))):
        with open(text, encoding="utf-8", errors="surrogateescape") as f:
            expected = f.read()
        wrong = []
        for encoding in ENCODINGS:
            name = text[:-4] + f".{encoding}.syclbin"
            if os.path.exists(name):
                wrong.append(dump(program, name, encoding, expected))
        results.report(os.path.basename(text), "\n".join(filter(None, wrong)) or None)
    wrong = []
    for name in sorted(glob.glob(os.path.join(folder, "malformed", "*.syclbin"))):
        for command in (["info"], ["ls"], ["dump", "--typed"], ["verify", "--strict"], ["convert"], ["extract", "--properties"]):
            result = tap.run([program, *command, name])
            if result.crash() or result.status not in (0, 1) or (result.status and not result.text()):
                wrong.append(f"{command} {name}: {result.status} {result.crash()}")
    results.report("damaged files", "\n".join(wrong) or None)
    return results.finish()


sys.exit(main())
