#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_kinds.py BEF [MLIRBC SYCLBIN]: what a file is does not depend on words in comments, strings and names, nor on white space. Each
program is written in several ways; every command must treat all of them as the plain form. Files of other programs are named."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

bef = os.path.abspath(sys.argv[1])
others = [os.path.abspath(path) for path in sys.argv[2:]]
WORDS = "tfrt tfrt.return stablehlo.add vhlo. chlo. check.expect_eq func.return tfrt.new.chain"
# %s stands for white space before an operation, N for the name of the function, A for an attribute.
MODEL = "func.func @N(%x: tensor<4xf32>) -> tensor<4xf32>A {\n~%0 = stablehlo.add %x, %x : tensor<4xf32>\n~return %0 : tensor<4xf32>\n}\n"
IDENTITY = "func.func @N(%x: tensor<4xf32>) -> tensor<4xf32>A {\n~return %x : tensor<4xf32>\n}\n"
HOST = "func.func @N() -> i32A {\n~%0 = tfrt.constant.i32 7\n~tfrt.return %0 : i32\n}\n"
BROKEN_MODEL = MODEL.replace("tensor<4xf32>\n~return", "tensor<4xf32\n~return")
BROKEN_HOST = HOST.replace("i32 7", "i32 7x")
COMMANDS = ["verify", "assemble --emit-mlir", "stats", "dot", "dump", "disassemble", "embed --c", "diff OTHER", "graph -o page"]


results = tap.Tap()
problems = []


def check(good, problem):
    if not good:
        problems.append(problem)


def case(title, test, *arguments):
    problems.clear()
    test(*arguments)
    results.report(title, "\n".join(problems))


def forms(text):
    """The plain form first. All have the same operations."""
    plain = text.replace("~", "  ").replace("N", "main").replace("A", "")
    yield "plain", plain
    yield "comment before", f"// {WORDS}\n" + plain
    yield "comment behind", plain + f"// {WORDS}\n"
    yield "tabs", text.replace("~", "\t").replace("N", "main").replace("A", "")
    yield "no indentation", text.replace("~", "").replace("N", "main").replace("A", "")
    yield "blanks", "\n \t\n" + text.replace("~", " \t \n ").replace("N", "main").replace("A", "")
    yield "CRLF", plain.replace("\n", "\r\n")
    yield "attribute", text.replace("~", "  ").replace("N", "main").replace("A", f' attributes {{words = "{WORDS}"}}')


def run(*arguments, data=None, env=None):
    done = subprocess.run([bef, *arguments], input=data, capture_output=True, check=False, env=env)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def message(text):
    """An error without its place: lines and columns differ between the forms."""
    return re.sub(r"\S+:\d+:\d+: ", "", text)


def write(name, data):
    with open(name, "wb") as f:
        f.write(data if isinstance(data, bytes) else data.encode())


def same(text, arguments, good, expected):
    """Runs every form with these arguments. All must end as the plain one."""
    first = None
    for name, form in forms(text):
        write("x.mlir", form)
        code, out, error = run(*arguments)
        seen = (code, out if arguments[0] == "run" else "", message(error))
        first = first or seen
        check(seen == first, f"{name}: {seen}, expected {first}")
        check((code == 0) == good and expected in out + error, f"{name}: {code} {out} {error}")


def models_run(text, expected):
    same(text, ["run", "x.mlir", "--input", "[1.0, 2.0, 3.0, 4.0]"], True, expected)
    for name, form in forms(text):
        write("x.mlir", form)
        check(run("assemble", "x.mlir", "-o", "x.bef")[0] == 0, f"{name}: assemble")
        check(expected in run("run", "x.bef", "--input", "[1.0, 2.0, 3.0, 4.0]")[1], f"{name}: not a model in BEF")


def commands_agree(text, good):
    write("other.mlir", HOST.replace("~", " ").replace("N", "main").replace("A", ""))
    for command in COMMANDS:
        seen = set()
        for name, form in forms(text):
            write("x.mlir", form)
            words = [word if word != "OTHER" else "other.mlir" for word in command.split()]
            code, _, error = run(*words[:1], "x.mlir", *words[1:])
            seen.add((code, message(error)))
            check((code in (0, 1) if words[0] == "diff" else code == 0) if good else code != 0, f"{command}, {name}: {code} {error}")
        check(len(seen) == 1, f"{command}: {seen}")


def names_count_as_little():
    for text, arguments in [(IDENTITY, ["--input", "[1.0, 2.0, 3.0, 4.0]"]), (HOST, [])]:
        for name in ("tfrt_main", "stablehlo.main", "tfrt.return", "chlo.f"):
            write("x.mlir", text.replace("~", " ").replace("N", f'"{name}"').replace("A", ""))
            code, out, error = run("run", "x.mlir", *(["--function", name, *arguments] if arguments else []))
            check(code == 0 and ("[1. 2. 3. 4.]" in out or "returned 7" in out), f"{name}: {code} {out} {error}")


def bytecode_decides():
    mlirbc = others[0]
    for text, expected in [(MODEL, "[2. 4. 6. 8.]"), (IDENTITY, "[1. 2. 3. 4.]")]:
        for name, form in forms(text):
            write("x.mlir", form)
            subprocess.run([mlirbc, "assemble", "x.mlir", "-o", "x.mlirbc"], check=True)
            code, out, error = run("run", "x.mlirbc", "--input", "[1.0, 2.0, 3.0, 4.0]")
            check(code == 0 and expected in out, f"{name}: {code} {out} {error}")
            check(run("verify", "x.mlirbc")[0] == 0, f"{name}: verify")


def other_files_are_named():
    write("x.mlir", HOST.replace("~", " ").replace("N", "main").replace("A", ""))
    check(run("assemble", "x.mlir", "-o", "x.bef")[0] == 0, "assemble")
    files = {"x.bef": "a BEF file", "empty": "the file is empty", "elf": "an ELF file", "npy": "an array of NumPy", "zip": "a zip archive",
             "images": "an offload binary", "control": "unknown binary data", "mlirbc": "MLIR bytecode",
             "gguf": "a GGUF file of weights", "safetensors": "a safetensors file of weights"}
    for name, data in {"empty": b"", "elf": b"\x7fELF\2\1\1", "npy": b"\x93NUMPY\1\0", "zip": b"PK\3\4", "images": b"\x10\xff\x10\xad\1",
                       "control": b"\1\2\3", "mlirbc": b"ML\xefR\6", "gguf": b"GGUF\3\0\0\0", "safetensors": b"\2" + 7 * b"\0" + b"{}"}.items():
        write(name, data)
    reads = {bef: {"x.bef", "mlirbc"}}
    if others:
        reads[others[0]] = {"empty", "control", "mlirbc"}  # the reader of bytecode says how it begins
        reads[others[1]] = {"empty", "control", "elf", "images"}
    for program, own in reads.items():
        for name, words in files.items():
            done = subprocess.run([program, "verify", name], capture_output=True, text=True, check=False)
            if name not in own:
                check(done.returncode == 1 and f"{name}: 0x0: " in done.stderr and words in done.stderr and "expected" in done.stderr,
                          f"{os.path.basename(program)} {name}: {done.returncode} {done.stderr}")
            elif name != "x.bef" and name != "elf":
                check(done.returncode == 1, f"{os.path.basename(program)} {name}: {done.returncode}")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    case("a model runs in every form", models_run, MODEL, "[2. 4. 6. 8.]")
    case("a function that returns its argument runs in every form", models_run, IDENTITY, "[1. 2. 3. 4.]")
    case("a host program runs in every form", same, HOST, ["run", "x.mlir"], True, "'main' returned 7")
    case("the mistake of a model is found in every form", same, BROKEN_MODEL, ["run", "x.mlir"], False, "expected '>'")
    case("the mistake of a host program is found in every form", same, BROKEN_HOST, ["run", "x.mlir"], False, "custom op 'x' is unknown")
    for title, text, good in [("a model", MODEL, True), ("an identity", IDENTITY, True), ("a host program", HOST, True),
                              ("a broken model", BROKEN_MODEL, False), ("a broken host program", BROKEN_HOST, False)]:
        case(f"all commands treat {title} as its plain form", commands_agree, text, good)
    case("names of functions decide nothing", names_count_as_little)
    if others:
        case("bytecode runs in every form", bytecode_decides)
    case("files of other programs are named", other_files_are_named)
sys.exit(results.finish())
