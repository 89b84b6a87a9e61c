#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_resnet50.py BEF RESNET50.PY REFERENCE: ResNet-50 as a program has the scores of plain loops, on every queue and with
every library that is there."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../test"))
import tap  # noqa: E402

PIXELS = "64"
TOLERANCE = 1e-4  # of the largest score; 53 convolutions in f32 against f64


def counts(text):
    """What makes it a ResNet-50."""
    wanted = {"eigen.conv2d.f32": 53, "eigen.batch_norm.f32": 53, "tfrt_test.relu_inplace.f32": 49, "tfrt_test.add_inplace.f32": 16,
              "eigen.max_pooling_2d.f32": 1, "tfrt_test.global_average_pooling.f32": 1, "eigen.matmul.f32": 1}
    wrong = {name: text.count(f'"{name}"') for name, count in wanted.items() if text.count(f'"{name}"') != count}
    return f"kernels in another number: {wrong}" if wrong else None


def problem(program, path, options, expected):
    result = tap.run([program, "run", "--functions", "resnet50", *options, path], timeout=300)
    if result.crash():
        return result.crash()
    if result.status == 3 and "--math" in options:
        return None  # such a library is not installed
    shown = re.search(r"shape = \[1, 1000\], values = \[([^]]*)\]", result.text())
    if result.status != 0 or not shown:
        return f"exit status {result.status}\n{result.text()[:2000]}"
    scores = [float(x) for x in shown.group(1).split(",")]
    most = max(abs(x) for x in expected)
    worst = max(abs(a - b) for a, b in zip(scores, expected)) / most
    print(f"# {' '.join(options)}: {worst:.1e} of the largest score")
    return None if len(scores) == len(expected) and worst <= TOLERANCE else f"a score differs by {worst} of the largest"


def main():
    program, generator, reference = map(os.path.abspath, sys.argv[1:])
    results = tap.Tap()
    text = subprocess.run([sys.executable, generator, "--pixels", PIXELS], check=True, stdout=subprocess.PIPE, text=True).stdout
    results.report("its kernels", counts(text))
    expected = [float(x) for x in subprocess.run([reference, PIXELS], check=True, stdout=subprocess.PIPE, text=True).stdout.split()]
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "resnet50.mlir")
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        for options in ([], ["--queue", "threads:2"], ["--math", "blas"], ["--math", "xnnpack"],
                        ["--allocator", "counting", "--queue", "threads:3"]):
            results.report(" ".join(options) or "one thread", problem(program, path, options, expected))
    return results.finish()


sys.exit(main())
