#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare_test.py: the tables that compare.py makes of the lines of benchmarks, and what it says is missing."""
import json
import os
import sys
import tempfile

import tap

COMPARE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "compare.py")
# Lines as the benchmarks print them, and the rows that are expected of them.
LINES = {
    "async-peers": '{"lib": "async", "name": "flood_2", "ns": 20, "max_ns": 21, "peer": "tbb", "peer_ns": 80, "ratio": 0.25}',
    "async-wake": '{"lib": "async", "name": "wake_1", "ns": 1300, "peer_ns": 1000, "ratio": 1.3}',
    "exec-instructions": '{"lib": "bef", "name": "chain1000", "instructions": 50.8, "peer_instructions": 508}',
    "read": 'a comment\n{"lib": "mlirbc", "name": "load_big", "ns": 1e8, "peer_ns": 1000000000, "times_faster": 10.0}',
    "hlo-libraries": '{"lib": "kernels-hlo", "name": "peak_f32", "gflops": 120}\n| shape | ours |\n|---|---|\n| dot | 103 |',
    "tensor-gemm": '{"lib": "kernels", "name": "sgemm_256", "gflops": 100.0, "openblas_gflops": 80.0, "xnnpack_gflops": 125.0}',
    "hlo-primitives": '{"lib": "kernels-hlo", "name": "tanh_f32", "ns": 0.5, "ns_one": 9, "libm": 10.0, "libm_f64": 10.4, "sleef": 1.0}',
    "syclbin": '{"lib": "syclbin", "name": "pack_1g", "ns": 90, "min_ns": 80, "times_cp": 1.25, "best_times_cp": 1.3}',
    "signatures": '{"lib": "sigmangle", "name": "parse_a", "ns": 41, "instructions": 3379}\n{"lib": "sigmangle", "name": "size"}',
}
ROWS = [
    "| `flood_2` | 20 | ns | oneTBB | 80 | 0.25 |", "| `wake_1` | 1300 | ns | futex | 1000 | 1.30 |",
    "| `chain1000` | 50.8 | instructions | TFRT, recorded | 508 | 0.10 |",
    "| `load_big` | 100000000 | ns | mlir-opt-22 | 1000000000 | 0.10 |", "| dot | 103 |",
    "| `sgemm_256` | 100 | gigaflops | OpenBLAS | 80 | 0.80 |", "| `sgemm_256` | 100 | gigaflops | XNNPACK | 125 | 1.25 |",
    "| `tanh_f32` | 0.5 | ns | libm | 10 | 0.05 |", "| `tanh_f32` | 0.5 | ns | SLEEF | 1 | 0.50 |",
    "| `pack_1g` | 90 | ns | cp | 112 | 0.80 |", "| `parse_a` | 3379 | instructions | IREE, recorded | 3379 | 1.00 |",
    "- exec-peers: not measured", "- async-instructions: failed (timeout)", "- models: not measured",
]


def run(results, log, groups, status, rows):
    done = tap.run([sys.executable, COMPARE, "--log", log, *groups], merged=True)
    printed = done.text().splitlines()
    absent = [row for row in rows if row not in printed]
    title = " ".join(groups) or "all groups"
    results.report(f"{title}: exit status", None if done.status == status else f"{done.status}\n{done.text()}")
    results.report(f"{title}: rows", "not printed:\n" + "\n".join([*absent, "but:", *printed]) if absent else None)


def main():
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "testlog.json")
        with open(log, "w", encoding="utf-8") as file:
            for name, output in LINES.items():
                file.write(json.dumps({"name": f"befkit:suite / {name}", "result": "OK", "stdout": output}) + "\n")
            file.write(json.dumps({"name": "befkit:async / async-instructions", "result": "TIMEOUT"}) + "\n")
        run(results, log, [], 1, ROWS)
        run(results, log, ["signatures"], 0, ROWS[10:11])
        run(results, log, ["nothing"], 2, [])
    return results.finish()


sys.exit(main())
