#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trace.py PROGRAM: the trace that PROGRAM writes is JSON, in the form that trace viewers ask for."""
import json
import os
import subprocess
import sys
import tempfile

NEEDED = {"X": {"ts", "dur"}, "b": {"ts", "id", "cat"}, "e": {"ts", "id", "cat"}, "C": {"ts", "args"}, "M": {"args"}}

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "trace.json")
    subprocess.run([sys.argv[1], "json", path], check=True)
    with open(path, encoding="utf-8") as lines:
        events = json.load(lines)["traceEvents"]
for event in events:
    missing = ({"name", "ph", "pid", "tid"} | NEEDED[event["ph"]]) - event.keys()
    if missing:
        sys.exit(f"{event} lacks {missing}")
run = {event["name"]: event for event in events if event["ph"] == "X"}
if run["first"]["dur"] < 3000 or run["second"]["args"]["wait_us"] < 2000:
    sys.exit(f"the first task slept 3 ms, the second waited for it: {run}")
counters = {event["name"]: event["args"]["value"] for event in events if event["ph"] == "C"}
if counters.pop("tasks waiting", None) not in (0, 1, 2, 3):
    sys.exit("the number of waiting tasks is wrong")
if set(counters.values()) != {4}:
    sys.exit("the counter is wrong")
