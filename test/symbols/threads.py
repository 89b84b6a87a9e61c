#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""threads.py HEADER...: every public header that declares functions names their thread class, in the words of CONTRIBUTING.md:
"Thread class: safe", "immutable", "one-at-a-time", "owner" or "single", perhaps with the objects to which it applies. Lines have at most
120 columns."""
import re
import sys

FUNCTION = re.compile(r"^(?:[A-Z]+_API\b|static inline\b)", re.M)
CLASS = re.compile(r"Thread class(?:es)?(?: of [^:]{1,80})?:\s+(?:\w+\(\) is |its functions are )?(?:safe|immutable|one-at-a-time|owner|single)\b")


COLUMNS = 120
OTHER_WORDS = re.compile(r"\bThreads: |\bsafe on any thread|\bthread-safe|\bthread class:")


def wide(text):
    return [number for number, line in enumerate(text.splitlines(), 1) if len(line.expandtabs(8)) > COLUMNS]


def main():
    failures = []
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as f:
            text = f.read()
        comments = " ".join(re.sub(r"\n\s*\*", " ", c) for c in re.findall(r"/\*.*?\*/", text, re.S))
        failures += [f"{name}:{number}: more than {COLUMNS} columns" for number in wide(text)]
        failures += [f"{name}: '{word}', expected 'Thread class: CLASS'" for word in OTHER_WORDS.findall(comments)]
        if name.endswith("/export.h") or not FUNCTION.search(text):
            continue
        if not CLASS.search(comments):
            failures.append(f"{name}: declares functions without a 'Thread class: ...'")
    print("".join(failure + "\n" for failure in failures), end="")
    return bool(failures)


sys.exit(main())
