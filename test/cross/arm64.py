#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""arm64.py SOURCE_ROOT BUILD_FOLDER LIBRARIES [COMPILER RUNNER]: builds the test programs of libasync, libkernels and libbef for
aarch64 and runs them under qemu-user. Skipped without Debian's cross compiler gcc-aarch64-linux-gnu or without qemu-user.

LIBRARIES are those of the build, separated by commas. With COMPILER and RUNNER ("-": none) the script tests another machine.

The purpose is weakly ordered memory. The compiler reorders for aarch64 and emits its barriers, and threads really run side by
side. The emulator is stronger than the machine in most places, since it runs on the host's memory model, and weaker in one:
qemu 7.2 emits no barrier between a sequentially consistent store (stlr) and a later load of another word (ldar), which the
architecture orders. ASYNC__FENCED adds that barrier. A race that only real hardware shows stays hidden here.

Programs that have not begun when the time is up are skipped."""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import time

SUITES = {"async", "kernels", "bef"}
# Scripts, models, programs that need files; builds with more points of preemption or failing allocations, which need a
# second and third build of the library; single-threaded mutation of files, which takes long; programs that load a shared
# library; and children of processes with threads, in which qemu 7.2 itself fails ("cpu == current_cpu").
EXCLUDED = re.compile(r"shaken|faulty|model|fuzz|mutants|json|every-call|example|big-endian|rules|size|arm64|fork|unload")
SECONDS = 110  # for running; one program may take as long as that
ENVIRONMENT = {"GRAPH_KERNELS": "20000"}
CROSS_FILE = """[binaries]
c = {compiler}
ar = '{ar}'
{wrapper}
[host_machine]
system = 'linux'
cpu_family = 'aarch64'
cpu = 'aarch64'
endian = 'little'
"""


def find_tools():
    """The compiler's command and the runner's (empty: none), or None."""
    if len(sys.argv) > 5:
        return sys.argv[4], "" if sys.argv[5] == "-" else sys.argv[5]
    compiler = shutil.which("aarch64-linux-gnu-gcc")
    runner = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64")
    return (compiler, runner) if compiler and runner else None


def configure(root, build, libraries, compiler, runner):
    cross = build + ".ini"
    wrapper = f"exe_wrapper = ['{runner}', '-L', '/usr/aarch64-linux-gnu']" if runner else ""
    ar = shutil.which(os.path.basename(compiler).removesuffix("gcc") + "ar") or "ar"
    text = f"# {libraries}\n" + CROSS_FILE.format(compiler=repr(compiler), ar=ar, wrapper=wrapper)
    if os.path.exists(os.path.join(build, "build.ninja")) and os.path.exists(cross):
        with open(cross) as file:
            if file.read() == text:
                return True
    os.makedirs(os.path.dirname(build), exist_ok=True)
    with open(cross, "w") as file:
        file.write(text)
    shutil.rmtree(build, ignore_errors=True)
    # SLOW: fewer rounds in loops that wait for a race
    command = ["meson", "setup", build, root, "--cross-file", cross, f"-Dlibs={libraries}", "-Dpacks=basic,test",
               "-Dapps=disabled", "-Dmimalloc=disabled", "-Ddefault_library=static", "-Doptimization=1", "-Ddebug=false",
               "-Db_ndebug=false", "-Dc_args=-DSLOW=1 -DASYNC__FENCED"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=clean_environment())
    if done.returncode:
        print("".join(f"# {line}\n" for line in done.stdout.splitlines()[-20:]), end="")
    return done.returncode == 0


def clean_environment():
    """Without the flags and sanitizer options of the build that runs this."""
    return {name: value for name, value in os.environ.items() if name not in ("CC", "CFLAGS", "LDFLAGS", "MESON_BUILD_ROOT")}


def find_programs(build):
    """Name, program and arguments of each test that is a program of this build."""
    subprocess.run(["ninja", "-C", build, "build.ninja"], stdout=subprocess.DEVNULL, env=clean_environment())  # configured anew
    tests = json.loads(subprocess.check_output(["meson", "introspect", "--tests", build]))
    for test in tests:
        suites = {suite.split(":")[-1] for suite in test["suite"]}
        command = [part for part in test["cmd"] if "qemu" not in part]
        program = next((i for i, part in enumerate(command) if part.startswith(build + os.sep)), None)
        scripted = any(part.endswith(".py") for part in command)
        if program is not None and not scripted and suites & SUITES and not EXCLUDED.search(test["name"]):
            yield test["name"], command[program], command[program + 1:]


def run_program(runner, program, arguments, end):
    """The state of the test, and what the program printed."""
    if time.monotonic() >= end:
        return "skip", "no time left"
    command = [*([runner, "-L", "/usr/aarch64-linux-gnu"] if runner else []), program, *arguments]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                              timeout=SECONDS, env={**clean_environment(), **ENVIRONMENT})
    except subprocess.TimeoutExpired as error:
        return "fail", f"not done after {SECONDS} s\n" + (error.stdout or b"").decode(errors="replace")
    return ("pass" if done.returncode == 0 else "skip" if done.returncode == 77 else "fail"), done.stdout


def main():
    root, build, libraries = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
    libraries = next(name for name in ("bef", "kernels", "async") if name in libraries.split(","))
    tools = find_tools()
    if not tools:
        print("1..0 # SKIP no aarch64-linux-gnu-gcc or no qemu-aarch64")
        return 0
    if not configure(root, build, libraries, *tools):
        print("1..1\nnot ok 1 - configure")
        return 1
    programs = list(find_programs(build))
    built = subprocess.run(["ninja", "-C", build, *(os.path.relpath(program, build) for _, program, _ in programs)],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=clean_environment())
    if built.returncode or not programs:
        print("".join(f"# {line}\n" for line in built.stdout.splitlines()[-30:]), end="")
        print("1..1\nnot ok 1 - build")
        return 1
    end = time.monotonic() + SECONDS
    failed = 0
    print(f"1..{len(programs)}", flush=True)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(run_program, tools[1], program, arguments, end) for _, program, arguments in programs]
        for number, ((name, _, _), run) in enumerate(zip(programs, runs), 1):
            state, text = run.result()
            failed += state == "fail"
            if state == "fail":
                print("".join(f"# {line}\n" for line in text.splitlines()[-30:]), end="")
            print(f"{'not ok' if state == 'fail' else 'ok'} {number} - {name}{' # SKIP' if state == 'skip' else ''}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
