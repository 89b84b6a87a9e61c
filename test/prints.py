#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prints.py PROGRAM SOURCE: the program prints the lines that the comments after its calls of printf() announce."""
import difflib
import re
import subprocess
import sys


def main():
    program, source = sys.argv[1:]
    with open(source, encoding="utf-8") as f:
        said = re.findall(r"^\s*printf\(.*\); /\* (.*) \*/$", f.read(), re.M)
    printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
    for line in difflib.unified_diff(said, printed, "comments", "printed", lineterm=""):
        print(line)
    return not said or said != printed


sys.exit(main())
