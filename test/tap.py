# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The test kit of the Python drivers: named results as TAP, programs run with a time limit, readable differences."""
import difflib
import os
import re
import subprocess
import sys

# TFRT's programs and their output live outside the repository.
GOLDEN = os.environ.get("BEFKIT_GOLDEN") or os.path.normpath(
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "shared", "golden"))

SANITIZER = re.compile(rb"ERROR: \w+Sanitizer|WARNING: ThreadSanitizer|\.(c|h|cpp):\d+:\d+: runtime error: ")


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def report(self, name, problem=None, skip=None, todo=None):
        """One result. `problem` describes the failure; `todo` is the reason why a known failure is accepted."""
        self.count += 1
        note = f" # SKIP {skip}" if skip else f" # TODO {todo}" if todo else ""
        print(f"{'not ok' if problem else 'ok'} {self.count} - {name}{note}")
        if problem:
            print("".join(f"# {line}\n" for line in problem.splitlines()), end="")
            self.failed += not todo
        sys.stdout.flush()

    def finish(self):
        """Exit code: 1 when something failed."""
        print(f"1..{self.count}")
        return int(bool(self.failed))


def skip_all(reason):
    print(f"1..0 # SKIP {reason}")
    return 0


class Result:
    def __init__(self, status, output, errors):
        self.status, self.output, self.errors = status, output, errors

    def crash(self):
        """Describes an abnormal end of the program: a signal, a sanitizer's report, a timeout; None after a normal end."""
        if self.status is None:
            return "did not end in time"
        if self.status < 0:
            return f"ended by signal {-self.status}\n{self.text()[-2000:]}"
        if SANITIZER.search(self.output) or SANITIZER.search(self.errors):
            return f"sanitizer report\n{self.text()[-4000:]}"
        return None

    def text(self):
        return (self.output + self.errors).decode("utf-8", "replace")


def run(command, cwd=None, timeout=60, env=None, merged=False, data=b"", user=None):
    """Runs a program, as another user if one is given. With `merged`, stderr goes where stdout goes."""
    try:
        done = subprocess.run(command, cwd=cwd, timeout=timeout, env=env, input=data, user=user, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT if merged else subprocess.PIPE)
    except subprocess.TimeoutExpired as late:
        return Result(None, late.stdout or b"", late.stderr or b"")
    return Result(done.returncode, done.stdout, done.stderr or b"")


def difference(expected, actual, name="expected"):
    """A unified diff of two texts, or None when they are equal."""
    if expected == actual:
        return None
    lines = difflib.unified_diff(expected.splitlines(True), actual.splitlines(True), name, "actual", n=2)
    return "\n".join(line.rstrip("\n") for line in lines) or "they differ in the last line end"
