#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_mutants.py PROGRAM [--count N] [--mlir-opt PATH] SOURCE...: programs that are cut off or damaged, as text,
BEF and bytecode, end with exit status 0 or 1 and, if rejected, with a message that gives the location; never by a signal, a
sanitizer, or not at all.

The faults are random with a fixed seed, so a failure is reproducible: `--keep FOLDER` writes the offending input there."""
import argparse
import concurrent.futures
import os
import random
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402

# "FILE:3:4: error: " for text, "bef: FILE: 0x1a4: E_..." for bytes; a program that fails as it runs has no place in its file
WHERE = re.compile(rb":\d+:\d+: error: |: 0x[0-9a-f]+: |: BEF_E_\w+: |error: ")


def truncated(data, count):
    """Every length for a small input, else spread over all of it."""
    step = max(1, len(data) // count)
    for size in range(0, len(data), step):
        yield f"cut at {size}", data[:size]


def mutated(data, count, seed):
    dice = random.Random(seed)
    for number in range(count):
        bad = bytearray(data)
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(len(bad))
            fault = dice.randrange(6)
            if fault == 0:
                bad[at] = dice.randrange(256)
            elif fault == 1:
                bad[at] ^= 1 << dice.randrange(8)
            elif fault == 2:
                bad[at] = dice.choice((0, 0x7F, 0x80, 0xFF))
            elif fault == 3:
                size = dice.randint(1, 8)
                bad[at:at + size] = bad[dice.randrange(len(bad)):][:size]
            elif fault == 4:
                del bad[at:at + dice.randint(1, 4)]
            else:
                bad[at:at] = bytes(dice.randrange(256) for _ in range(dice.randint(1, 4)))
            if not bad:
                break
        yield f"mutant {number}", bytes(bad)


def inputs(program, source, mlir_opt):
    """(kind, bytes) of a program in each form."""
    with open(source, "rb") as f:
        yield "text", f.read()
    bef = tap.run([program, "assemble", source])
    if bef.status == 0:
        yield "bef", bef.output
    if mlir_opt:
        bytecode = tap.run([mlir_opt, "--allow-unregistered-dialect", "--emit-bytecode", source])
        if bytecode.status == 0:
            yield "bytecode", bytecode.output


def problem(program, path):
    for command in ([program, "verify", path], [program, "run", "--allocator", "counting", path]):
        result = tap.run(command, timeout=60)
        wrong = result.crash()
        if not wrong and result.status not in (0, 1):
            wrong = f"exit status {result.status}\n{result.text()}"
        if not wrong and result.status == 1 and not WHERE.search(result.errors):
            wrong = f"no place in the message\n{result.text()}"
        if not wrong and b"Memory leak detected" in result.errors:
            wrong = result.text()
        if wrong:
            return f"bef {command[1]}: {wrong}"
        if result.status == 1:
            break
    return None


def try_all(program, cases, keep, suffix):
    """Problems of a list of (name, bytes), each in a separate file."""
    def one(case):
        name, data = case
        with tempfile.NamedTemporaryFile(suffix=suffix) as f:
            f.write(data)
            f.flush()
            wrong = problem(program, f.name)
        if wrong and keep:
            with open(os.path.join(keep, name.replace(" ", "_") + suffix), "wb") as f:
                f.write(data)
        return f"{name}: {wrong}" if wrong else None
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        return [wrong for wrong in pool.map(one, cases) if wrong]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("sources", nargs="+")
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--mlir-opt")
    parser.add_argument("--keep")
    asked = parser.parse_args()
    results = tap.Tap()
    for source in asked.sources:
        for kind, data in inputs(asked.program, source, asked.mlir_opt):
            cases = [*truncated(data, asked.count), *mutated(data, asked.count, f"{os.path.basename(source)} {kind}")]
            wrong = try_all(asked.program, cases, asked.keep, "." + kind)
            results.report(f"{os.path.basename(source)} as {kind}, {len(cases)} faults", "\n".join(wrong[:5]))
    return results.finish()


sys.exit(main())
