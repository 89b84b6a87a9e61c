#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_escapes.py PROGRAM: names with ESC, NUL, newline and bytes that are not UTF-8, in files and as paths, go through every
command. Its output must be UTF-8 without control characters but newline and tab. The commands are those that --help lists."""
import os
import pty
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

NAME = r"n\1B[31mred\00\0A\07\7F\9B\FF\C2\9Bz"   # as MLIR spells it
OP = NAME.replace(r"\00", "")                     # names of operations and of functions in BEF end at NUL
RAW = b"n\x1b[31mred\x07\x7f\x9b\xff\xc2\x9bz"   # where NUL and newline end a name
PATH = b"p\x1b[31m\n\xff"
# What these write to stdout is a file, or the input itself, and not for a terminal.
DATA = {"bef": {"assemble", "compile", "embed", "export"}, "mlirbc": {"convert", "assemble", "strip", "gc", "merge", "extract"},
        "syclbin": {"pack", "merge", "convert", "compress", "decompress", "edit"}, "sigmangle": {"demangle"}}
# Bytes that are not UTF-8 are only escaped on a terminal.
TERMINAL = {"bef": set(), "mlirbc": set(), "syclbin": {"dump"}, "sigmangle": set()}
MLIR = rf'''
module {{
  func.func @"{OP}"(%a: i32) -> i32 {{ tfrt.return %a : i32 }}
  func.func @"{OP}1"() -> i32 {{ %c = tfrt.constant.i32 1
    tfrt.return %c : i32 }}
  func.func @"{OP}2"() -> i32 {{ %c = "{OP}.{OP}"() {{"{OP}" = "{NAME}"}} : () -> i32 loc("{OP}":1:2)
    tfrt.return %c : i32 }}
}}
'''
GENERIC = rf'''
"{OP}.{OP}"() {{"{NAME}" = "{NAME}", sym_name = "{NAME}"}} : () -> () loc("{NAME}":1:2)
'''
MODEL = rf'''
module @"{OP}" attributes {{mhlo.num_replicas = 1 : i32, note = "{NAME}"}} {{
  func.func @"{OP}"(%x: tensor<2xf32> {{jax.buffer_donor = "{NAME}", mhlo.sharding = "{NAME}"}} loc("{NAME}")) -> (tensor<2xf32> {{jax.result_info = "{NAME}"}}) {{
    %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32> loc("{NAME}"("{NAME}":1:2))
    %y = stablehlo.add %x, %c : tensor<2xf32> loc("{NAME}":3:4)
    %p = interpreter.probe %y, probe_id = "{NAME}" : tensor<2xf32>
    %d = stablehlo.dot %p, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
    %b = stablehlo.broadcast_in_dim %d, dims = [] : (tensor<f32>) -> tensor<2xf32>
    return %b : tensor<2xf32>
  }}
}}
'''
CUSTOM = rf'''
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{
  %y = stablehlo.custom_call @"{OP}"(%x) {{backend_config = "{NAME}"}} : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}}
'''
# Options without arguments that wait, compile for long, or write data to stdout.
UNTRIED = {"--help", "--force", "--stdio", "--raw", "--npy", "--compress", "--bytecode"}


def bad_bytes(text):
    """The first place of the output that a terminal could take for a command, or None."""
    try:
        decoded = text.decode("utf-8")
    except UnicodeDecodeError as wrong:
        return f"not UTF-8: {text[max(0, wrong.start - 30):wrong.end + 10]!r}"
    found = re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", decoded)
    return f"{decoded[max(0, found.start() - 30):found.end() + 10]!r}" if found else None


def on_terminal(call, data):
    """What the program writes to a terminal as its stdout."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(call, stdin=subprocess.PIPE, stdout=theirs, stderr=subprocess.DEVNULL) as process:
        os.close(theirs)
        process.stdin.write(data)
        process.stdin.close()
        shown = b""
        try:
            while part := os.read(ours, 65536):
                shown += part
        except OSError:  # the program has ended
            pass
    os.close(ours)
    return shown.replace(b"\r\n", b"\n")


def write(name, data):
    with open(name, "wb") as f:
        f.write(data)


def inputs(program, kind):
    """Files for the commands, made with the program itself."""
    files = [PATH + b".txt"]
    write(files[0], b"junk \x1b[31m\x00\n\xff \xc2\x9b")
    if kind in ("bef", "mlirbc"):
        for name, text in (("a.mlir", MLIR), ("b.mlir", MLIR.replace("red", "blue")), ("c.mlir", GENERIC),
                           ("f.mlir", MODEL.replace(NAME, OP) if kind == "bef" else MODEL), ("g.mlir", CUSTOM), ("d.mlir", "func.func @f() { \x1b[31m\x07 }\n"), ("e.mlir", f'"{NAME}')):
            write(name, text.encode("latin-1"))
            files.append(name.encode())
        ending = b".bef" if kind == "bef" else b".mlirbc"
        for name in (b"a", b"b", b"c", b"f"):
            tap.run([program, "assemble", name + b".mlir", "-o", name + ending])
            if os.path.exists(name + ending):
                files.append(name + ending)
    elif kind == "syclbin":
        write("k.spv", b"\3\2\x23\7one")
        for number in range(2):
            text = b"[SYCL/kernel names]\n%s%d=1|1\n[%s]\n%s=1|2\nx=2|IAAAAAAAAAQY\n" % (RAW, number, RAW, RAW)
            write("text", text + (b"[SYCL/imported symbols]\n%s=1|1\n" % RAW))
            write("m", b"module text=text\nir k.spv target=\"" + RAW.replace(b"\x07", b"\\x07") + b"\"\n")
            name = b"%d.syclbin" % number
            tap.run([program, "pack", "m", "-o", name])
            if os.path.exists(name):
                files.append(name)
    else:
        key = RAW + b"\n\0"
        piece = b"K%d!%s" % (len(key) + 1, key)
        inner = b"D%d!%s_0" % (len(piece) + 3, piece)
        files.append(b"I%d!%sR1!" % (len(inner) + 1, inner))
    return files


def commands(program):
    text = tap.run([program, "--help"]).output.decode()
    return re.findall(r"^  ([a-z]+) ", text[text.index("Commands:"):], re.M)


def flags(program, command):
    """Options without arguments."""
    text = tap.run([program, command, "--help"]).output.decode()
    return [flag for flag in re.findall(r"^  (?:-\w, |    )?(--[\w-]+)(?:  |$)", text, re.M) if flag not in UNTRIED]


def calls(program, kind, command, files):
    """Command lines; the last part of each is the input."""
    for name in files:
        with_text = os.path.exists(name)
        data = open(name, "rb").read() if with_text else name
        operands = [name.replace(b"\0", b"")] + ([name] if command in ("diff", "merge") else [])
        yield [program, command, *operands], b""
        yield [program, command], data
        if kind == "bef" and command == "bench":
            yield [program, command, name, RAW], b""
        if kind == "bef" and command == "run":
            yield [program, command, b"--functions=" + RAW, name], b""
        if command == "diff":
            for other in files:
                yield [program, command, name, other], b""
        if kind == "syclbin" and command in ("dump", "ls"):
            yield [program, command, "--typed" if command == "dump" else "--symbols", name], b""
    for flag in flags(program, command):
        for name in files:
            if os.path.exists(name):
                yield [program, command, flag, *[name] * (2 if command == "diff" else 1)], b""
    if kind == "bef" and command in ("run", "bench"):
        for name in (b"f.mlir", b"f.bef"):
            for more in ([], ["--stats"], ["--stats-ops"], ["--repeat", "2"], ["--json"], ["--probes", "."], ["--function", RAW], ["--input", RAW + b"=1"], ["--output", RAW + b"/x.npy"]):
                yield [program, command, "--random-inputs", "1", *more, name], b""
    yield [program, command, b"--" + RAW], b""
    yield [program, command, b"missing" + RAW], b""


def main():
    program = os.path.abspath(sys.argv[1])
    kind = os.path.basename(program)
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        files = inputs(program, kind)
        endings = {"bef": b".bef", "mlirbc": b".mlirbc", "syclbin": b".syclbin", "sigmangle": b"R1!"}
        made = [name for name in files if name.endswith(endings[kind])]
        results.report("inputs are made", None if made else "the program made no file")
        for command in commands(program):
            wrong = []
            for call, data in calls(program, kind, command, files):
                result = tap.run(call, data=data)
                shown = [result.errors]
                if command in TERMINAL[kind]:
                    shown += [on_terminal(call, data), result.output.decode("utf-8", "replace").encode()]
                elif command not in DATA[kind]:
                    shown += [result.output]
                problem = result.crash() or "; ".join(filter(None, map(bad_bytes, shown)))
                if problem:
                    wrong.append(f"{call[1:]}: {problem}")
            results.report(command, "\n".join(wrong[:6]) or None)
        problem = bad_bytes(tap.run([program, RAW]).errors)
        results.report("unknown command", problem)
        os.chdir("/")
    return results.finish()


sys.exit(main())
