#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_completions.py PROGRAM: bash, zsh and fish, as far as they are installed, complete every command and every option that
--help lists, and the names of functions and kernels. zsh runs on a terminal, as a user's does."""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

from samples import make, must
import tap

# Lines, and what completes them; one possibility each. Paths are those of samples.make().
NAMES = {
    "bef": [("bef bench a.bef fir", "first"), ("bef run a.bef --functions sec", "second"),
            ("bef kernels tfrt.add.i3", "tfrt.add.i32"), ("bef run --queue thr", "threads"),
            ("bef embed --machine aar", "aarch64")],
    "mlirbc": [("mlirbc info a.mlirb", "a.mlirbc"), ("mlirbc help hexd", "hexdump")],
    "syclbin": [("syclbin convert --encoding v1rt", "v1rt"), ("syclbin extract --kind nat", "native")],
    "sigmangle": [("sigmangle completion fi", "fish")],
}


def lines_of(program, kind):
    """(line, completion) for every command and its options; the last letter is missing."""
    wanted = []
    commands = re.findall(r"^  ([a-z]+) ", must(program, "--help").decode().split("Commands:")[1], re.M)
    for command in commands:
        if not any(other != command and other.startswith(command[:-1]) for other in commands + ["help", "completion"]):
            wanted.append((f"{kind} {command[:-1]}", command))
        options = re.findall(r"^  (?:-\w, )?(--[a-z-]+)", must(program, command, "--help").decode(), re.M)
        wanted += [(f"{kind} {command} {option[:-1]}", option) for option in options
                   if not any(other != option and other.startswith(option[:-1]) for other in options)]
    return wanted


def with_bash(kind, lines):
    script = f'. <({kind} completion bash)\n' + "".join(
        f'COMP_WORDS=({line}) COMP_CWORD={len(line.split()) - 1}; _{kind}; echo "${{COMPREPLY[*]}}"\n' for line, _ in lines)
    return [reply.split() for reply in must("bash", "-c", script).decode().split("\n")]


def with_fish(kind, lines):
    script = f"{kind} completion fish | source\n" + "".join(
        f"complete -C '{line}' | string replace -r '\\t.*' '' | string join ' '\necho\n" for line, _ in lines)
    done = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, check=True, timeout=300)
    return [reply.split() for reply in done.stdout.decode().split("\n\n")]


class Zsh:
    """A shell on a terminal, which completes the word before the cursor."""

    def __init__(self, kind):
        os.makedirs("functions", exist_ok=True)
        with open(f"functions/_{kind}", "wb") as f:
            f.write(must(kind, "completion", "zsh"))
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ.update(TERM="dumb", PS1="", ZDOTDIR=os.getcwd(), COLUMNS="400")
            os.execvp("zsh", ["zsh", "-f", "-i"])
        self.send("unsetopt zle_bracketed_paste prompt_cr prompt_sp; PS1=; setopt no_beep no_list_beep\n")
        self.send(f"fpath=($PWD/functions $fpath); autoload -Uz compinit; compinit -u -D\n")
        # the widget completes and prints the line instead of running it
        self.send("show() { zle complete-word; print -r \"<$BUFFER>\"; BUFFER= }; zle -N show; bindkey '^T' show\n")
        self.send("print ready''now\n")
        self.read(b"readynow")

    def send(self, text):
        os.write(self.terminal, text.encode())

    def read(self, until):
        """The output up to a match, or all of it after some seconds."""
        shown, end = b"", time.monotonic() + 20
        while time.monotonic() < end and not re.search(until, shown):
            if select.select([self.terminal], [], [], 0.2)[0]:
                try:
                    shown += os.read(self.terminal, 65536)
                except OSError:
                    break
        return shown

    def complete(self, line):
        self.send(line + "\x14")
        found = re.search(rb"<([^>]*)>", self.read(rb"<[^>]*>"))
        return found[1].decode().split()[-1:] if found else []

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.process, 0)


def with_zsh(kind, lines):
    shell = Zsh(kind)
    replies = [shell.complete(line) for line, _ in lines]
    shell.close()
    return replies


def main():
    program = os.path.abspath(sys.argv[1])
    kind = os.path.basename(program)
    results = tap.Tap()
    os.environ["PATH"] = os.path.dirname(program) + os.pathsep + os.environ["PATH"]
    os.environ["LC_ALL"] = "C"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["HOME"] = folder
        make(program, kind)
        lines = lines_of(program, kind)
        for shell, complete in (("bash", with_bash), ("zsh", with_zsh), ("fish", with_fish)):
            if not shutil.which(shell):
                results.report(shell, skip="not installed")
                continue
            # a terminal is slow: every name, but one option in eight
            chosen = (lines[::8] if shell == "zsh" else lines) + NAMES[kind]
            replies = complete(kind, chosen)
            wrong = [f"'{line}' gives {' '.join(reply) or 'nothing'}, expected {wanted}"
                     for (line, wanted), reply in zip(chosen, replies) if wanted not in reply]
            if len(replies) < len(chosen):
                wrong.append(f"{len(replies)} replies to {len(chosen)} lines")
            results.report(f"{shell}: {len(chosen)} lines", "\n".join(wrong[:20]) or None)
        os.chdir("/")
    return results.finish()


sys.exit(main())
