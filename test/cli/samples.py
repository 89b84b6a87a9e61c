# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of all four programs share: sample inputs, and programs on a terminal."""
import os
import pty
import select
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

MLIR = """func.func @first() -> i32 {
  %a = tfrt.constant.i32 1
  %b = tfrt.add.i32 %a, %a
  tfrt.return %b : i32
}
func.func @second() {
  tfrt.return
}
"""
OTHER = MLIR.replace("i32 1", "i32 2").replace("tfrt.add.i32 %a, %a", "tfrt.add.i32 %a, %a\n  %c = tfrt.add.i32 %b, %a")
RESOURCES = """module attributes {test.a = dense_resource<weights> : tensor<2xi32>} {
}
{-#
  dialect_resources: { builtin: { weights: "0x040000000100000002000000" } }
#-}
"""


def write(name, data):
    with open(name, "wb") as f:
        f.write(data.encode() if isinstance(data, str) else data)
    return name


def must(*command, data=b""):
    result = tap.run(command, data=data)
    if result.status != 0:
        raise SystemExit(f"{command}: {result.text()}")
    return result.output


def make(program, kind):
    """Two valid inputs of the program, of different content, in the current folder."""
    if kind == "bef":
        write("a.mlir", MLIR), write("b.mlir", OTHER)
        must(program, "assemble", "a.mlir", "-o", "a.bef")
        must(program, "assemble", "b.mlir", "-o", "b.bef")
        return ["a.bef", "b.bef"]
    if kind == "mlirbc":
        write("a.mlir", '"t.op"() {a = 1 : i32} : () -> ()\n"t.op"() : () -> ()\n'), write("b.mlir", RESOURCES)
        must(program, "assemble", "a.mlir", "-o", "a.mlirbc")
        must(program, "assemble", "b.mlir", "-o", "b.mlirbc")
        return ["a.mlirbc", "b.mlirbc"]
    if kind == "syclbin":
        for name in ("a", "b"):
            write(f"{name}.spv", b"\3\2\x23\7" + name.encode() * 40)
            must(program, "pack", f"--kernel=k{name}", f"--ir={name}.spv,target=spir64-unknown-unknown", "-o",
                 f"{name}.syclbin")
        return ["a.syclbin", "b.syclbin"]
    return ["I6!S3!t6R1!", "I1!R1!"]


def on_terminal(command, data=b"", stdout=True, stderr=True, stdin=False, env=None, pieces=(), timeout=60):
    """Runs a program with streams on a terminal. Returns exit status, what the terminal got, and the other output.
    `pieces`: data for stdin after `data`, each after a second and a half."""
    ours, theirs = pty.openpty()
    environment = dict(os.environ, TERM="xterm", LC_ALL="C")
    environment.pop("NO_COLOR", None)
    environment.update(env or {})
    with subprocess.Popen(command, stdin=theirs if stdin else subprocess.PIPE, stdout=theirs if stdout else subprocess.PIPE,
                          stderr=theirs if stderr else subprocess.PIPE, env=environment) as process:
        os.close(theirs)
        shown, other = b"", b""
        feed = [] if stdin else [data, *pieces]
        open_streams = {ours} | {s.fileno() for s in (process.stdout, process.stderr) if s}
        due, end = time.monotonic(), time.monotonic() + timeout
        while open_streams and time.monotonic() < end:
            if feed and time.monotonic() >= due:
                try:
                    process.stdin.write(feed.pop(0))
                    process.stdin.flush()
                except BrokenPipeError:
                    feed = []
                due = time.monotonic() + 1.5
            if not feed and not stdin and not process.stdin.closed:
                try:
                    process.stdin.close()
                except BrokenPipeError:
                    pass
            for fd in select.select(list(open_streams), [], [], 0.1)[0]:
                try:
                    part = os.read(fd, 65536)
                except OSError:  # the terminal has no other user
                    part = b""
                if not part:
                    open_streams.discard(fd)
                elif fd == ours:
                    shown += part
                else:
                    other += part
        if open_streams:
            process.kill()
            return None, shown, other
        status = process.wait()
    os.close(ours)
    return status, shown.replace(b"\r\n", b"\n"), other
