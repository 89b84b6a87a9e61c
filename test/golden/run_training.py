#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_training.py BEF DIGITS.MLIR MNIST_TRAINING.MLIR: networks learn. Ten steps on a digit give the guess of
TensorFlow's that the file with the weights holds; a network that has learnt from drawn digits reads others."""
import math
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

QUEUES = ("single", "threads:2")


def values(text):
    return [[float(x) for x in line.split(",")] for line in re.findall(r"values = \[([^]]*)\]", text)]


def run(program, function, queue, source, folder):
    result = tap.run([program, "run", "--functions", function, "--queue", queue, source], cwd=folder, timeout=120)
    if result.crash():
        return None, result.crash()
    if result.status != 0:
        return None, f"exit status {result.status}\n{result.text()}"
    return result.text(), None


def digits(program, source, queue):
    text, problem = run(program, "digits", queue, source, ".")
    if problem:
        return problem
    shares = [row[0] for row in values(text)]
    if len(shares) != 2 or shares[0] > 0.3 or shares[1] < 0.85:
        return f"read right before and after: {shares}"
    pictures = [line for line in text.splitlines() if line.count("|") == 2 and ("@" in line or "%" in line)]
    return None if len(pictures) >= 12 else "no pictures\n" + text


def mnist(program, source, queue, folder):
    text, problem = run(program, "training", queue, source, folder)
    if problem:
        return problem
    losses = [-math.log(row[5]) for row in values(text)]  # it is a 5
    if len(losses) != 5 or any(b >= a for a, b in zip(losses, losses[1:])):
        return f"the loss does not fall: {losses}"
    return None if "int1 = 1" in text else "not the guess of TensorFlow\n" + text


def main():
    program, drawn, written = map(os.path.abspath, sys.argv[1:])
    folder = os.path.join(tap.GOLDEN, "mnist")
    results = tap.Tap()
    for queue in QUEUES:
        results.report(f"digits on {queue}", digits(program, drawn, queue))
        if os.path.exists(os.path.join(folder, "mnist_metadata.btf")):
            results.report(f"mnist on {queue}", mnist(program, written, queue, folder))
    return results.finish()


sys.exit(main())
