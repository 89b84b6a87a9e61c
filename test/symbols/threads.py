#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""threads.py HEADER...: every public header that declares functions names their thread class:
"Thread class: safe", "immutable", "one-at-a-time", "owner" or "single", perhaps with the objects to which it applies."""
import re
import sys

FUNCTION = re.compile(r"^(?:[A-Z]+_API\b|static inline\b)", re.M)
CLASS = re.compile(r"Thread class(?:es)?(?: of [^:]{1,80})?:\s+(?:\w+\(\) is |its functions are )?(?:safe|immutable|one-at-a-time|owner|single)\b")


def main():
    failures = []
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as f:
            text = f.read()
        comments = " ".join(re.sub(r"\n\s*\*", " ", c) for c in re.findall(r"/\*.*?\*/", text, re.S))
        if name.endswith("/export.h") or not FUNCTION.search(text):
            continue
        if not CLASS.search(comments):
            failures.append(name)
    for name in failures:
        print(f"{name}: declares functions without a 'Thread class: ...'")
    return bool(failures)


sys.exit(main())
