#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""machines.py SOURCE_ROOT BUILD_FOLDER MACHINE: builds the libraries, packs and test programs for another machine with Debian's
cross compiler and runs the test programs under qemu-user. Skipped where one of them is absent.

	s390x   big-endian, 64 bits; without the pack hlo, which is for little-endian machines
	armhf   32 bits
	i386    32 bits, other alignment of 64-bit members
	arm64   as in arm64.py, with the packs

Programs only: tests that are scripts start programs themselves, without the emulator. Where this machine runs the programs of the
other one itself (i386), every test program runs, with the golden data."""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import time

from arm64 import clean_environment

# Debian's name of the compiler and of the folder of its libraries, qemu's name, meson's name, byte order
MACHINES = {
    "s390x": ("s390x-linux-gnu", "s390x", "s390x", "big"),
    "armhf": ("arm-linux-gnueabihf", "arm", "arm", "little"),
    "i386": ("i686-linux-gnu", "i386", "x86", "little"),
    "arm64": ("aarch64-linux-gnu", "aarch64", "aarch64", "little"),
}
CROSS_FILE = """[binaries]
c = [{ccache}'{prefix}-gcc']
ar = '{prefix}-ar'
strip = '{prefix}-strip'
exe_wrapper = {runner}
[host_machine]
system = 'linux'
cpu_family = '{cpu}'
cpu = '{cpu}'
endian = '{endian}'
"""
# What is left out under an emulator: builds with more points of preemption or failing allocations, which are about the code and not
# about the machine; mutation of files, random programs and deep nesting, which take long; children of processes with threads, in which qemu 7.2 itself fails.
EXCLUDED = re.compile(r"shaken|faulty|model\b|fuzz|mutants|every-call|programs|depth|limits|arm64|fork|unload")
# Test programs of kernels write attributes, which are little-endian, as numbers of the machine. Programs in BEF files call the
# same kernels.
BIG_ENDIAN_LEFT_OUT = ["kernels"]
# For running; programs that have not begun then are skipped. One program may take as long as that.
SECONDS = int(os.environ.get("CROSS_SECONDS", "600"))
# Programs that run without an emulator: all begin, and one may take as long as that.
NATIVE_SECONDS = int(os.environ.get("CROSS_SECONDS", "3600"))
ENVIRONMENT = {"GRAPH_KERNELS": "20000", "RANDOM_NODES": "2000"}


def configure(root, build, prefix, runner, cpu, endian):
    cross = build + ".ini"
    ccache = "'ccache', " if shutil.which("ccache") else ""
    os.makedirs(os.path.dirname(build), exist_ok=True)
    with open(cross, "w", encoding="utf-8") as file:
        file.write(CROSS_FILE.format(prefix=prefix, runner=runner, cpu=cpu, endian=endian, ccache=ccache))
    again = ["--reconfigure"] if os.path.exists(os.path.join(build, "build.ninja")) else ["--cross-file", cross]
    packs = "basic,test,tensor,hlo" if endian == "little" else "basic,test"
    command = ["meson", "setup", *again, build, root, f"-Dpacks={packs}", "-Dapps=disabled", "-Dmimalloc=disabled",
               "-Dzstd=disabled", "-Dzlib=disabled", "-Ddefault_library=static", "-Doptimization=1", "-Ddebug=false",
               "-Db_ndebug=false", "-Dc_args=-DSLOW=1" + (" -DASYNC__FENCED" if cpu == "aarch64" else "")]  # see arm64.py
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=clean_environment())


def inside(build, path):
    return os.path.normpath(path).startswith(build + os.sep)


def find_programs(build, endian, native):
    """Each test that is a program of this build: its name, its command, its environment, its folder, and the targets it needs."""
    left_out = set() if native else {"golden", "peers"}
    left_out.update(BIG_ENDIAN_LEFT_OUT if endian == "big" else [])
    for test in json.loads(subprocess.check_output(["meson", "introspect", "--tests", build])):
        suites = {suite.split(":")[-1] for suite in test["suite"]}
        command = test["cmd"]
        position = next((i for i, part in enumerate(command) if inside(build, part)), None)
        scripted = any(part.endswith(".py") for part in command)
        excluded = not native and EXCLUDED.search(test["name"])
        if position is None or scripted or suites & left_out or excluded:
            continue
        yield test["name"], command[position:], test["env"], test["workdir"] or build, test.get("depends", [])


def find_runner(prefix, emulated):
    """The command before a program: the loader where this machine runs such programs itself, or the emulator; None without both. And
    whether it is the loader."""
    loader = f"/usr/{prefix}/lib/ld-linux.so.2"
    if emulated == "i386" and os.uname().machine == "x86_64" and os.path.exists(loader):
        try:
            subprocess.run([loader, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            return [loader, "--library-path", os.path.dirname(loader)], True
        except (OSError, subprocess.CalledProcessError):
            pass  # a kernel without 32-bit programs
    emulator = shutil.which(f"qemu-{emulated}-static") or shutil.which(f"qemu-{emulated}")
    return ([emulator, "-L", "/usr/" + prefix] if emulator else None), False


def run_program(runner, command, environment, folder, end, seconds):
    """The state of the test, and what the program printed."""
    if time.monotonic() >= end:
        return "skip", "no time left"
    try:
        done = subprocess.run([*runner, *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", timeout=seconds, cwd=folder,
                              env={**clean_environment(), **ENVIRONMENT, **environment})
    except subprocess.TimeoutExpired as error:
        return "fail", f"not done after {seconds} s\n" + (error.stdout or b"").decode(errors="replace")
    return ("pass" if done.returncode == 0 else "skip" if done.returncode == 77 else "fail"), done.stdout


class Report:
    """TAP, printed and collected for test/summary.py."""

    def __init__(self):
        self.text = ""
        self.began = time.time()

    def say(self, line):
        self.text += line + "\n"
        print(line, flush=True)

    def show(self, text, lines):
        for line in text.splitlines()[-lines:]:
            self.say("# " + line)

    def finish(self, build, machine, failed):
        os.makedirs(os.path.join(build, "meson-logs"), exist_ok=True)
        with open(os.path.join(build, "meson-logs", "testlog.json"), "w", encoding="utf-8") as file:
            test = {"name": machine, "result": "FAIL" if failed else "OK", "stdout": self.text,
                    "starttime": self.began, "duration": time.time() - self.began}
            file.write(json.dumps(test) + "\n")
        return int(bool(failed))


def build_programs(report, root, build, tools, native):
    """The tests that are programs, built; None where a step failed."""
    done = configure(root, build, *tools)
    if done.returncode:
        report.show(done.stdout, 20)
        report.say("not ok 1 - configure")
        return None
    programs = list(find_programs(build, tools[3], native))
    files = {target["id"]: target["filename"]
             for target in json.loads(subprocess.check_output(["meson", "introspect", "--targets", build]))}
    # of what a test needs, the generated inputs and the programs themselves; libraries are static
    targets = sorted({os.path.relpath(name, build) for _, _, _, _, needed in programs for one in needed for name in files[one]})
    built = subprocess.run(["ninja", "-k0", "-C", build, *targets], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           text=True, env=clean_environment())
    if built.returncode:
        report.show("\n".join(line for line in built.stdout.splitlines() if "error:" in line or "FAILED" in line), 40)
        report.say("not ok 1 - build")
        return None
    return programs


def main():
    root, build, machine = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
    prefix, emulated, cpu, endian = MACHINES[machine]
    runner, native = find_runner(prefix, emulated)
    report = Report()
    if not shutil.which(prefix + "-gcc") or not runner:
        report.say(f"1..0 # SKIP no {prefix}-gcc or no qemu-{emulated}")
        return 77
    programs = build_programs(report, root, build, (prefix, runner, cpu, endian), native)
    if programs is None:
        return report.finish(build, machine, True)
    failed = 0
    seconds = NATIVE_SECONDS if native else SECONDS
    end = time.monotonic() + seconds
    report.say(f"1..{len(programs)}")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(run_program, runner, *test[1:4], end, seconds) for test in programs]
        for number, (test, run) in enumerate(zip(programs, runs), 1):
            state, text = run.result()
            failed += state == "fail"
            if state == "fail":
                report.show(text, 30)
            report.say(f"{'not ok' if state == 'fail' else 'ok'} {number} - {test[0]}{' # SKIP' if state == 'skip' else ''}")
    return report.finish(build, machine, failed)


if __name__ == "__main__":
    sys.exit(main())
