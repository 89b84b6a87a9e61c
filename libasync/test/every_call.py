#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""every_call.py PROGRAM MAP HEADER...: are all functions of the library called by several threads?

PROGRAM is every_call_test, which prints what each of its threads has called. That must be all that MAP exports and all
functions that the headers define inline, each by at least two threads, unless it is for one thread only.
"""
import re
import subprocess
import sys

ONE_THREAD = {"async_trace_forget"}
PRIVATE_INLINE = {"async_value_slot_", "async_value_has_payload_"}  # used by others that are called


def main():
    program, version_map, *headers = sys.argv[1:]
    with open(version_map, encoding="utf-8") as lines:
        wanted = set(re.findall(r"^\t(async_\w+);", lines.read(), re.M))
    for header in headers:
        with open(header, encoding="utf-8") as lines:
            wanted |= set(re.findall(r"^static inline [^(]*?\b(async_\w+)\(", lines.read(), re.M))
    wanted -= PRIVATE_INLINE
    run = subprocess.run([program], stdout=subprocess.PIPE, text=True, check=False)
    sys.stdout.write(run.stdout)
    called = {}
    for who, name in re.findall(r"^# (\w+(?: \d+)?) called (\w+)$", run.stdout, re.M):
        called.setdefault(name, set()).add(who)
    wrong = run.returncode
    for name in sorted(wanted):
        if len(called.get(name, ())) < (1 if name in ONE_THREAD else 2):
            print(f"{name} is not called by several threads")
            wrong = 1
    for name in sorted(set(called) - wanted):
        print(f"{name} is called but not exported")
        wrong = 1
    if len(wanted) < 100:
        print("hardly any function found: are the map and the headers right?")
        wrong = 1
    return wrong


sys.exit(main())
