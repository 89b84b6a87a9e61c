#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_bombs.py BEF MLIRBC SYCLBIN INLINE_BOMB: small inputs that would need much memory or time are refused, or run, in little of both.
MLIRBC and SYCLBIN may be "-"."""
import os
import resource
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402

SANITIZED = "SANITIZED" in os.environ
MEMORY = 200 << 20  # bytes, of the whole process
SECONDS = 60 if SANITIZED else 6  # of the processor
HUGE = 3 << 30


def limit():
    if not SANITIZED:  # which reserve a lot
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def problem(command, status, *texts, stdin=None):
    done = subprocess.run(command, stdin=stdin or subprocess.DEVNULL, capture_output=True, timeout=300, preexec_fn=limit)
    result = tap.Result(done.returncode, done.stdout, done.stderr)
    wrong = result.crash()
    if not wrong and result.status != status:
        wrong = f"status {result.status}, expected {status}\n{result.text()[-2000:]}"
    for text in texts if not wrong else ():
        if text.encode() not in result.errors + result.output:
            wrong = f"the output does not contain {text!r}\n{result.text()[-2000:]}"
    return wrong


def zstd_frame(blocks):
    """As in run_compressed.py: a block is bytes, or a number: that many zeros."""
    frame = struct.pack("<IBB", 0xFD2FB528, 0, 7 << 3)
    for number, block in enumerate(blocks):
        kind, size, data = (1, block, b"\0") if isinstance(block, int) else (0, len(block), block)
        frame += struct.pack("<I", size << 3 | kind << 1 | (number == len(blocks) - 1))[:3] + data
    return frame


def calls(depth):
    """2^depth calls of a function that doubles its argument."""
    kind = "(tensor<f32>) -> tensor<f32>"
    text = f"func.func @main(%a: tensor<f32>) -> tensor<f32> {{\n  %0 = func.call @f0(%a) : {kind}\n  func.return %0 : tensor<f32>\n}}\n"
    for i in range(depth):
        text += (f"func.func private @f{i}(%a: tensor<f32>) -> tensor<f32> {{\n  %0 = func.call @f{i + 1}(%a) : {kind}\n"
                 f"  %1 = func.call @f{i + 1}(%0) : {kind}\n  func.return %1 : tensor<f32>\n}}\n")
    return text + (f"func.func private @f{depth}(%a: tensor<f32>) -> tensor<f32> {{\n  %c = stablehlo.constant dense<1.0> : tensor<f32>\n"
                   "  %0 = stablehlo.add %a, %c : tensor<f32>\n  func.return %0 : tensor<f32>\n}\n")


def splat(operation, kind, result):
    """An operation on a constant that has equal elements, of which the result would have to be written out."""
    return (f"func.func @main() -> tensor<1x1x{result.split('x')[-1]}> {{\n  %c = stablehlo.constant dense<1> : tensor<{kind}>\n"
            f"  %r = stablehlo.{operation} : (tensor<{kind}>) -> tensor<{result}>\n"
            f"  %s = stablehlo.slice %r [0:1, 0:1] : (tensor<{result}>) -> tensor<1x1x{result.split('x')[-1]}>\n"
            f"  func.return %s : tensor<1x1x{result.split('x')[-1]}>\n}}\n")


def write(name, data):
    with open(name, "wb") as out:
        out.write(data.encode() if isinstance(data, str) else data)
    return name


def sparse(name, first=b""):
    """A file that has 3 GB and takes no place."""
    with open(name, "wb") as out:
        out.write(first)
        out.truncate(HUGE)
    return name


def models(bef, inline_bomb, results):
    results.report("calls of calls", problem([bef, "run", "--random-inputs", "1", inline_bomb], 1,
                                             "inlining would make more than 10000000 operations"))
    path = write("calls.mlir", calls(18))
    # 262,144 operations, which stay calls
    results.report("calls that stay", problem([bef, "run", "--function", "main", "--input", "0.0", path], 0, "262144"))
    results.report("calls that stay, verified", problem([bef, "verify", path], 0))
    for name, operation, kind, result in (
            ("convert", "convert %c", "60000x60000xi32", "60000x60000xi8"),
            ("transpose", "transpose %c, dims = [1, 0]", "60000x60000xi32", "60000x60000xi32"),
            ("reverse", "reverse %c, dims = [0]", "60000x60000xi32", "60000x60000xi32")):
        text = splat(operation, kind, result)
        if name == "reverse":
            text = text.replace(f" : (tensor<{kind}>) -> tensor<{result}>\n  %s", f" : tensor<{result}>\n  %s")
        results.report(f"{name} of equal elements", problem([bef, "verify", write("splat.mlir", text)], 0))
    opening = "func.func @main(%v0: tensor<4xf32>) -> tensor<4xf32> {\n" + "".join(
        f"  %v{i + 1} = stablehlo.add %v{i}, %v{i // 2} : tensor<4xf32>\n" for i in range(100000)) + (
            "  func.return %v100000 : tensor<4xf32>\n}\n")
    results.report("opening obeys --timeout", problem(
        [bef, "run", "--random-inputs", "1", "--timeout", "0.02", write("opening.mlir", opening)], 1,
        "stopped after 0.02 seconds (--timeout)"))
    for command in (["verify"], ["assemble", "-o", "opening.bef"]):
        for option, value, text in (("--timeout", "0.02", "stopped after 0.02 seconds (--timeout)"),
                                    ("--memory-limit", "1000000", "the limit of memory is reached")):
            results.report(f"{command[0]} obeys {option}", problem([bef, *command, option, value, "opening.mlir"], 1, text))


def files(bef, mlirbc, results):
    programs = [([bef, "run"], "unknown binary data"), ([bef, "verify"], "unknown binary data")]
    programs += [([mlirbc, "print"], "unexpected character"), ([mlirbc, "info"], "bytecode")] if mlirbc != "-" else []
    for words, text in programs:
        name = f"{os.path.basename(words[0])} {words[1]}"
        results.report(f"{name}, an unknown file of 3 GB", problem([*words, sparse("zeros")], 1, text))
        if words[1] != "info":
            with open("zeros", "rb") as data:
                results.report(f"{name}, unknown data on stdin", problem(words, 1, text, stdin=data))
    results.report("an unknown file as an input", problem(
        [bef, "run", "--input", "zeros", write("one.mlir", calls(0))], 1))


def compressed(bef, mlirbc, syclbin, kinds, results):
    packed = {}
    if "zstd" in kinds:
        packed["zst"] = lambda first: zstd_frame([first] + [1 << 17] * (HUGE >> 17))
    for ending, make in packed.items():
        for program, words, first in ((bef, ["run"], b"func.func @main() {\n" * 4), (mlirbc, ["print"], b"ML\xefR"), (syclbin, ["info"], b"x")):
            if program == "-":
                continue
            name = f"{os.path.basename(program)}, {ending}"
            path = write("bomb." + ending, make(first))
            results.report(f"{name} that grows to 3 GB", problem([program, *words, path], 1, "--max-decompressed"))
            if program == syclbin:
                for command in ("info", "ls", "verify", "extract"):
                    results.report(f"{name}, {command} --limit", problem([program, command, "--limit", "1000000", path], 1,
                                                                         "more than 1000000 bytes, which --limit allows"))
        results.report(f"unknown data in {ending}", problem([bef, "verify", write("bomb." + ending, make(b""))], 1, "unknown binary data"))


def types(mlirbc, results):
    for name, dimension in (("static", "1x"), ("dynamic", "?x"), ("hexadecimal", "0x")):
        path = write("rank.mlir", f'"a.b"() {{t = tensor<{dimension * 1000000}f32>}} : () -> ()\n')
        results.report(f"a type of 1,000,000 {name} dimensions", problem([mlirbc, "print", path], 0, dimension * 1000))
    path = write("vector.mlir", f'"a.b"() {{t = vector<{"1x" * 500000}f32>}} : () -> ()\n')
    results.report("a vector of 500,000 dimensions", problem([mlirbc, "print", path], 0, "1x" * 1000))


def main():
    bef, mlirbc, syclbin, inline_bomb, *kinds = sys.argv[1:]
    results = tap.Tap()
    programs = [path if path == "-" else os.path.abspath(path) for path in (bef, mlirbc, syclbin)]
    inline_bomb = os.path.abspath(inline_bomb)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        models(programs[0], inline_bomb, results)
        files(programs[0], programs[1], results)
        compressed(*programs, kinds, results)
        if programs[1] != "-":
            types(programs[1], results)
        os.chdir("/")
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
