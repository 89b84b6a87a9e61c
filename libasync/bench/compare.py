#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare.py OURS PEER...: our benchmark beside those of other libraries, in one run, turn by turn.

OURS is async_queue_bench, or that of the library --lib for the work --work; the peers are those of bench/peers. All print JSON lines as test/bench.h makes them; a peer prints
none for work that it cannot do. Prints one line for each kind of work and peer: the median over the rounds of ours and of the
peer in nanoseconds per unit, our worst batch, and the ratio, less than 1 where ours is the faster. `--rounds N`: how many.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys

WORK = "flood_2,fork_2,fib_2"


def run(program, name):
    """The line that the program prints for this work, or None."""
    out = subprocess.run([program], env=dict(os.environ, BENCH_ONLY=name), stdout=subprocess.PIPE, text=True, check=True)
    lines = [json.loads(line) for line in out.stdout.splitlines()]
    return next((line for line in lines if line["name"] == name), None)


def main():
    parser = argparse.ArgumentParser(description="Our benchmark beside others.")
    parser.add_argument("--lib", default="async")
    parser.add_argument("--work", default=WORK, help="names of figures, with commas between")
    parser.add_argument("ours")
    parser.add_argument("peers", nargs="*")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    if not options.peers:
        print("no other library to compare with", file=sys.stderr)
        return 77
    for name in options.work.split(","):
        lines = {}
        for _ in range(options.rounds):
            for program in [options.ours] + options.peers:
                line = run(program, name)
                if line:
                    lines.setdefault(program, []).append(line)
        ns = {program: statistics.median(line["ns"] for line in found) for program, found in lines.items()}
        worst = max(line["max_ns"] for line in lines[options.ours])
        for peer in options.peers:
            if peer in ns:
                peer_name = os.path.basename(peer).removeprefix(options.lib + "_peer_")
                print(json.dumps({"lib": options.lib, "name": name, "ns": ns[options.ours], "max_ns": worst, "peer": peer_name,
                                  "peer_ns": ns[peer], "ratio": round(ns[options.ours] / ns[peer], 2)}), flush=True)
    return 0


sys.exit(main())
