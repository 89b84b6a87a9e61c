#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_interactive.py PROGRAM: what depends on a terminal, which is a pseudo terminal here. Errors show the source line with a
caret, a note is printed when the input is typed, and text of kernels is escaped; without a terminal, none of this happens.
Ctrl-C and signals end `bef run`."""
import fcntl
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import termios
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

LIMIT = 60
NOTE = "reading from the terminal"
STREAMS = ("stdin", "stdout", "stderr")
BAD_MLIR = b'module {\n  "t.a"(%none) : (i32) -> ()\n}\n'
MLIR_CARET = '  "t.a"(%none) : (i32) -> ()\n        ^'
# Files that have an error, the arguments that report it, and the lines that a terminal shows of it.
BAD = {
    "bef": [("x.mlir", BAD_MLIR, ["assemble", "x.mlir", "-o", "x.bef"], MLIR_CARET),
            ("x.mlir", BAD_MLIR, ["run", "x.mlir"], MLIR_CARET),
            ("x.mlir", b"func.func @f() {\n  %e = \"tfrt_test.fail\"() : () -> i32\n  tfrt.return\n}\n", ["run", "x.mlir"],
             '  %e = "tfrt_test.fail"() : () -> i32\n       ^')],
    "mlirbc": [("x.mlir", BAD_MLIR, [command, "x.mlir"], MLIR_CARET) for command in ("info", "verify", "print", "hash")],
    "syclbin": [("m", b"module\nir nothere target=x\n", ["pack", "m", "-o", "x"], "ir nothere target=x\n   ^")],
    "sigmangle": [("x", b"", ["demangle", "I1!R"], "  I1!R\n     ^")],
}
# Programs whose errors have no source line without a terminal; the signatures of sigmangle are the command line's.
SHOWS_ALWAYS = {"sigmangle"}
READS_STDIN = {"bef": ["verify"], "mlirbc": ["verify"], "syclbin": ["info"], "sigmangle": ["check"]}
TYPED = {"bef": b"func.func @f() { tfrt.return }\n", "mlirbc": b"module {}\n", "syclbin": b"?\n", "sigmangle": b"I1!R1!\n"}


class Terminal:
    """A program with some of its streams on a pseudo terminal and the others on pipes."""

    def __init__(self, command, streams):
        self.ours, theirs = pty.openpty()
        self.shown = b""
        control = "stderr" in streams  # Ctrl-C is for the programs that the terminal controls
        self.process = subprocess.Popen(
            command, env=dict(os.environ, NO_COLOR="1"), start_new_session=True,
            preexec_fn=(lambda: fcntl.ioctl(2, termios.TIOCSCTTY, 0)) if control else None,
            **{name: theirs if name in streams else subprocess.PIPE for name in STREAMS})
        os.close(theirs)

    def type(self, data):
        os.write(self.ours, data)

    def read_until(self, text=None):
        """Reads until the program shows the text, or ends."""
        end = time.monotonic() + LIMIT
        while text is None or text not in self.text():
            if not select.select([self.ours], [], [], max(0, end - time.monotonic()))[0]:
                break
            try:
                part = os.read(self.ours, 65536)
            except OSError:  # no stream of the program is open
                break
            if not part:
                break
            self.shown += part

    def text(self):
        return self.shown.replace(b"\r\n", b"\n").decode("utf-8", "replace")

    def finish(self):
        """The exit status, and the texts of the pipes."""
        pipes = [self.process.stdout, self.process.stderr]
        texts = [pipe.read().decode("utf-8", "replace") if pipe else "" for pipe in pipes]
        for pipe in pipes + [self.process.stdin]:
            if pipe:
                pipe.close()
        try:
            status = self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = None
        os.close(self.ours)
        return status, *texts


def write(name, data):
    with open(name, "wb") as f:
        f.write(data)


def expect(wanted, text, there=True):
    return None if (wanted in text) == there else f"{'missing' if there else 'unexpected'}: {wanted!r}\nin: {text!r}"


def carets(results, program, kind):
    for number, (name, data, arguments, lines) in enumerate(BAD[kind]):
        write(name, data)
        terminal = Terminal([program, *arguments], ["stderr"])
        terminal.read_until()
        terminal.finish()
        what = f"{arguments[0]} {number + 1}"
        results.report(f"caret on a terminal: {what}", expect(lines, terminal.text()))
        result = tap.run([program, *arguments])
        results.report(f"caret without one: {what}", expect(lines, result.text(), there=kind in SHOWS_ALWAYS))
        result = tap.run([program, arguments[0], "--show-source", *arguments[1:]])
        results.report(f"caret with --show-source: {what}", expect(lines, result.text()))


def notes(results, program, kind):
    terminal = Terminal([program, *READS_STDIN[kind]], ["stdin", "stderr"])
    terminal.read_until(NOTE)
    terminal.type(TYPED[kind] + b"\4")
    terminal.read_until()
    terminal.finish()
    results.report("note when the input is typed", expect(NOTE, terminal.text()))
    result = tap.run([program, *READS_STDIN[kind]], data=TYPED[kind])
    results.report("no note for a pipe", expect(NOTE, result.text(), there=False))


# ---- bef run

SPEAKS = b'''func.func @main() -> !tfrt.chain {
  %c = tfrt.new.chain
  %t = tfrt_test.get_string {value = "a\\1B[31m\\07\\0D\\C2\\9B\\FF\\09b\\0Ac \xc3\xa9"}
  %d = "tfrt_test.print_string"(%t, %c) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return %d : !tfrt.chain
}
'''
RAW = b"string = a\x1b[31m\x07\r\xc2\x9b\xff\tb\nc \xc3\xa9\n"
SAFE = "string = a\\x1b[31m\\x07\\x0d\\xc2\\x9b\\xff\tb\nc é\n"
ENDLESS = b'''func.func @main() -> i32 {
  %rounds = tfrt.constant.i32 2147483647
  %a = tfrt.repeat.i32 %rounds, %rounds : i32 {
    %b = tfrt.repeat.i32 %rounds, %rounds : i32 {
      tfrt.return %rounds : i32
    }
    tfrt.return %b : i32
  }
  tfrt.return %a : i32
}
'''
# A kernel that sleeps for LIMIT seconds is not interrupted by the cancellation of its request.
SLEEPS = b'''func.func @main() -> !tfrt.chain {
  %%time = tfrt.constant.i32 %d
  %%c = "tfrt_test.blocking.usleep"(%%time) : (i32) -> !tfrt.chain
  tfrt.return %%c : !tfrt.chain
}
''' % (LIMIT * 1000000)
INTERRUPTED = "bef: interrupted"


def kernel_text(results, program):
    write("speaks.mlir", SPEAKS)
    terminal = Terminal([program, "run", "speaks.mlir"], ["stdout"])
    terminal.read_until()
    terminal.finish()
    results.report("text of kernels is escaped on a terminal", expect(SAFE, terminal.text()))
    output = tap.run([program, "run", "speaks.mlir"]).output
    results.report("and exact in a pipe", None if RAW in output else f"{output!r}")


def check_trace(name):
    with open(name, encoding="utf-8") as f:
        return None if f.read().endswith("]}\n") else "the trace is not complete"


def interrupts(results, program):
    """Ctrl-C on the terminal that controls the program, and SIGINT: the run is cancelled."""
    write("endless.mlir", ENDLESS)
    for queue in "single", "threads:2":
        for typed in True, False:
            trace = f"{queue}-{typed}.json"
            terminal = Terminal([program, "run", "--queue", queue, "--trace", trace, "endless.mlir"], STREAMS)
            terminal.read_until("Running")
            if typed:
                terminal.type(b"\3")
            else:
                terminal.process.send_signal(signal.SIGINT)
            terminal.read_until()
            status, *_ = terminal.finish()
            problem = (expect("<<error: Cancelled>>", terminal.text()) or expect(INTERRUPTED, terminal.text())
                       or (None if status == 130 else f"exit status {status}") or check_trace(trace))
            results.report(f"{'Ctrl-C' if typed else 'SIGINT'} cancels the run, {queue}", problem)


def interrupted_twice(program, queue, number, delay):
    """What is wrong with the second signal, or None; "early" if the program ended before it."""
    terminal = Terminal([program, "run", "--queue", queue, "--trace", "late.json", "sleeps.mlir"], STREAMS)
    terminal.read_until("Running")
    time.sleep(delay)
    terminal.process.send_signal(number)
    terminal.read_until(INTERRUPTED)
    running = terminal.process.poll() is None
    begun = time.monotonic()
    terminal.process.send_signal(number)
    terminal.read_until()
    status, *_ = terminal.finish()
    if not running or "returned" in terminal.text():
        return "early"
    if status != 130:
        return f"exit status {status}"
    left = [name for name in os.listdir(".") if name.startswith("late.json")]
    return f"left: {left}" if left else None if time.monotonic() - begun < LIMIT / 2 else "it went on"


def second_interrupt(results, program):
    write("sleeps.mlir", SLEEPS)
    for queue in "single", "threads:2":
        for number in signal.SIGINT, signal.SIGTERM:
            for attempt in range(10):  # a signal before the kernel sleeps ends the run
                problem = interrupted_twice(program, queue, number, 0.1 * 2 ** attempt)
                if problem != "early":
                    break
                if os.path.exists("late.json"):
                    os.remove("late.json")
            results.report(f"a second {number.name} ends it at once, {queue}", problem)


def main():
    program = os.path.abspath(sys.argv[1])
    kind = os.path.basename(program)
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        carets(results, program, kind)
        notes(results, program, kind)
        if kind == "bef":
            kernel_text(results, program)
            interrupts(results, program)
            second_interrupt(results, program)
        os.chdir("/")
    return results.finish()


sys.exit(main())
