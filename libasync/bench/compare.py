#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare.py OURS [NAME=]PEER...: our queue benchmark beside peer programs, in one run, turn by turn.

OURS is async_queue_bench. A peer is a program called as `PEER flood 2 1 15` or `PEER fib 2 1 15` (work, threads, repetitions in a
sample, samples) that prints a line with "median X" in nanoseconds per task. Prints one JSON line per work and peer: the median
over the rounds of ours and of the peer, and their ratio; `--rounds N` sets how many rounds.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys

WORK = {"flood_2": "flood", "fib_2": "fib"}


def ours(program, name):
    """Nanoseconds per unit of our benchmark `name`."""
    run = subprocess.run([program], env=dict(os.environ, BENCH_ONLY=name), stdout=subprocess.PIPE, text=True, check=True)
    return next(line["ns"] for line in map(json.loads, run.stdout.splitlines()) if line["name"] == name)


def theirs(program, work):
    """Nanoseconds per task of a peer."""
    run = subprocess.run([program, work, "2", "1", "15"], stdout=subprocess.PIPE, text=True, check=True)
    return float(re.search(r"median\s+([0-9.]+)", run.stdout)[1])


def main():
    parser = argparse.ArgumentParser(description="Our queue beside others.")
    parser.add_argument("ours")
    parser.add_argument("peers", nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    peers = [peer.split("=", 1) if "=" in peer else (os.path.basename(peer), peer) for peer in options.peers]
    for name, work in WORK.items():
        figures = {key: [] for key in ["ours"] + [peer for peer, _ in peers]}
        for _ in range(options.rounds):
            figures["ours"].append(ours(options.ours, name))
            for peer, program in peers:
                figures[peer].append(theirs(program, work))
        median = {key: statistics.median(values) for key, values in figures.items()}
        for peer, _ in peers:
            print(json.dumps({"lib": "async", "name": name, "ns": median["ours"], "worst_ns": max(figures["ours"]),
                              "peer": peer, "peer_ns": median[peer], "ratio": round(median["ours"] / median[peer], 2)}))
    return 0


sys.exit(main())
