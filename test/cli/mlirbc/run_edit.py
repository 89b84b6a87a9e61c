#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_edit.py PROGRAM: mlir-opt-22 reads the output of the editing commands, files are replaced atomically, and an interrupted
run leaves no temporary file."""
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402

GOLDEN = os.path.join(os.environ.get("BEFKIT_GOLDEN",
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../shared/golden")), "mlirbc", "out")
MLIR_OPT = shutil.which("mlir-opt-22")
MODULE = """module {
  func.func @main(%a: i32) -> i32 {
    %0 = call @helper(%a) : (i32) -> i32
    "x.use"() {w = dense_resource<w> : tensor<4xi8>} : () -> ()
    return %0 : i32
  }
  func.func private @helper(%a: i32) -> i32 {
    return %a : i32
  }
  func.func @unused() {
    return
  }
}
{-# dialect_resources: { builtin: { w: "0x0400000001020304" } } #-}
"""


def run(*words, **more):
    return subprocess.run(words, capture_output=True, **more)


def mlir_text(path, *flags):
    """The generic text, or None when mlir-opt does not read the file."""
    with open(path, "rb") as f:
        result = run(MLIR_OPT, "--allow-unregistered-dialect", "--mlir-print-op-generic", *flags, stdin=f)
    return result.stdout if result.returncode == 0 else None


def only_locations(program, path, out, before):
    """Attributes that are locations are stripped, too, and the text shows them; else the modules are the same."""
    if before is None:
        return False
    hashes = run(program, "hash", path, out).stdout.split()
    return (b"loc(" in before or b"#loc" in before) and len(hashes) == 4 and hashes[0] == hashes[2]


def check_strip(program, path, out):
    before, wanted = mlir_text(path), None
    for command in ("gc", "strip"):
        result = run(program, command, path, "-o", out)
        if result.returncode != 0:
            return f"{command}: {result.stderr.decode()}"
        after = mlir_text(out)
        if before is not None and after is None:
            return f"mlir-opt does not read what {command} wrote"
        same = after == before or command == "strip" and only_locations(program, path, out, before)
        if before is not None and not same:
            return f"mlir-opt prints something else after {command}"
    located = mlir_text(out, "--mlir-print-debuginfo")
    wanted = re.search(rb"loc\((?!unknown|#loc\)|#loc = )", located) if located else None
    if wanted and b"#loc1" in located:
        return "locations are left"
    return None


def check_golden(program, folder, results):
    names = sorted(n for n in os.listdir(GOLDEN) if n.endswith(".22.v6.mlirbc")) if os.path.isdir(GOLDEN) else []
    out = os.path.join(folder, "out.mlirbc")
    failures = []
    for name in names:
        failure = check_strip(program, os.path.join(GOLDEN, name), out)
        if failure:
            failures.append(f"{name}: {failure}")
    results.report(f"mlir-opt reads {len(names)} files after gc and strip", "\n".join(failures) or None)


def check_written(program, folder, results):
    source, other = os.path.join(folder, "a.mlir"), os.path.join(folder, "b.mlir")
    out, data = os.path.join(folder, "out.mlirbc"), os.path.join(folder, "data")
    for path, text in ((source, MODULE), (other, MODULE.replace("@main", "@second").replace("01020304", "09090909")
                                                      .replace("@unused", "@more")), (data, "1234567")):
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    commands = {
        "assemble": [source],
        "assemble --version 4": ["--version", "4", source],
        "extract": ["--symbol", "main", source],
        "merge": ["--rename", source, other],
        "resources --replace": ["--replace", "w=" + data, source],
        "resources --add": ["--add", "v=" + data, source],
    }
    for name, words in commands.items():
        result = run(program, name.split()[0], *words, "-o", out)
        failure = result.stderr.decode() if result.returncode else None
        if not failure and mlir_text(out) is None:
            failure = "mlir-opt does not read it"
        results.report(f"mlir-opt reads what {name} writes", failure)


# ---- outputs that cannot be finished

def limit_files():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


def large_module(folder):
    path = os.path.join(folder, "large.mlir")
    with open(path, "w", encoding="utf-8") as f:
        f.write("module {\n")
        for i in range(20000):
            f.write(f'  "x.op"() {{name = "number {i}"}} : () -> ()\n')
        f.write("}\n")
    return path


def check_full_disk(program, folder, source, results):
    work = os.path.join(folder, "full")
    for command in (["assemble"], ["convert"], ["gc"], ["strip"], ["merge"], ["print"], ["cat"],
                    ["resources", "--add", "k=" + source]):
        shutil.rmtree(work, ignore_errors=True)
        os.mkdir(work)
        out = os.path.join(work, "out")
        with open(out, "w", encoding="utf-8") as f:
            f.write("old")
        result = run(program, *command, source, "-o", out, preexec_fn=limit_files)
        with open(out, encoding="utf-8", errors="replace") as f:
            kept = f.read(4) == "old"
        failure = (f"ends with {result.returncode}, expected 3" if result.returncode != 3 else
                   "the old file is gone" if not kept else
                   f"left behind: {os.listdir(work)}" if os.listdir(work) != ["out"] else None)
        results.report(f"{command[0]}: a full disk is an error and the old file stays", failure)


def check_interrupted(program, folder, source, results):
    """Wherever the signal arrives: the file is the old one or a whole new one, and no other file is left."""
    work = os.path.join(folder, "signal")
    os.mkdir(work)
    out, failures, stopped = os.path.join(work, "out"), [], 0
    whole = run(program, "assemble", source).stdout
    for number in range(18):
        sent = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)[number % 3]
        with open(out, "wb") as f:
            f.write(b"old")
        child = subprocess.Popen([program, "assemble", source, "-o", out], stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        if number % 2:  # as soon as the temporary file is there
            while child.poll() is None and len(os.listdir(work)) < 2 and time.monotonic() < deadline:
                pass
        else:
            time.sleep(0.002 * number)
        child.send_signal(sent)
        child.wait()
        stopped += child.returncode == -sent
        with open(out, "rb") as f:
            now = f.read()
        if now not in (b"old", whole):
            failures.append(f"{sent.name}: a file of {len(now)} bytes")
        if os.listdir(work) != ["out"]:
            failures.append(f"{sent.name}: left behind {os.listdir(work)}")
            shutil.rmtree(work)
            os.mkdir(work)
    results.report("signals leave the old file or the new one", "\n".join(failures) or
                   (None if stopped else "none of the runs was stopped"))


def main():
    program = os.path.abspath(sys.argv[1])
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        source = large_module(folder)
        check_full_disk(program, folder, source, results)
        check_interrupted(program, folder, source, results)
        if MLIR_OPT:
            check_written(program, folder, results)
            check_golden(program, folder, results)
    return results.finish()


sys.exit(main())
