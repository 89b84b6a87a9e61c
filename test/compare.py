#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare.py [--build FOLDER] [--log FILE] [GROUP...]: measures befkit beside comparable programs and prints tables in Markdown, as in
COMPARISON.md. Without GROUP all groups are measured, which takes about half an hour on an idle machine.

FOLDER is a build with tests, a release (build-compare/ by default, which is made if it is missing). Peers that are not installed are left
out, and named at the end with their packages. The group models needs BEFKIT_MODELS and BEFKIT_PEERS, the folders DIR and PEERS of
libbef/model/bench/compare.py; the group mlir needs BEFKIT_SHARED with the generator of large files. --log prints the tables of an earlier
run from its log (meson-logs/testlog.json of a build) instead of measuring."""
import argparse
import collections
import ctypes.util
import json
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def has_library(name):
    return lambda: ctypes.util.find_library(name) is not None


def has_package(name):
    return lambda: subprocess.run(["pkg-config", "--exists", name], stderr=subprocess.DEVNULL, check=False).returncode == 0


def has_command(name):
    return lambda: shutil.which(name) is not None


def has_folder(variable):
    return lambda: os.path.isdir(os.environ.get(variable, ""))


# What a group measures: its benchmarks in the build, and its peers: name, test for it, what to install or to set.
Group = collections.namedtuple("Group", "title benchmarks peers")
GROUPS = {
    "tasks": Group("Work queues of libasync", ["async-peers", "async-wake"], [
        ("oneTBB", has_package("tbb"), "libtbb-dev"), ("OpenMP", has_command("clang"), "clang libomp-dev"),
        ("GLib", has_package("glib-2.0"), "libglib2.0-dev"), ("libuv", has_package("libuv"), "libuv1-dev")]),
    "values": Group("Values of libasync", ["async-instructions"], [("valgrind", has_command("valgrind"), "valgrind")]),
    "executor": Group("Executor of libbef", ["exec-peers", "exec-instructions"], [
        ("oneTBB", has_package("tbb"), "libtbb-dev"), ("valgrind", has_command("valgrind"), "valgrind")]),
    "mlir": Group("MLIR of libmlirbc", ["read"], [
        ("mlir-opt-22", has_command("mlir-opt-22"), "mlir-22-tools"), ("gen_large.py", has_folder("BEFKIT_SHARED"), "BEFKIT_SHARED")]),
    "products": Group("Products and convolutions of pack hlo", ["hlo-libraries"], [
        ("OpenBLAS", has_library("openblas"), "libopenblas0"), ("XNNPACK", has_library("XNNPACK"), "libxnnpack0"),
        ("oneDNN", has_library("dnnl"), "libdnnl2, and libdnnl-dev for building")]),
    "tensor": Group("Products of pack tensor", ["tensor-gemm"], [
        ("OpenBLAS", has_library("openblas"), "libopenblas0"), ("XNNPACK", has_library("XNNPACK"), "libxnnpack0")]),
    "functions": Group("Functions of pack hlo", ["hlo-primitives"], [("SLEEF", has_library("sleef"), "libsleef3")]),
    "images": Group("Images of libsyclbin", ["syclbin"], []),
    "signatures": Group("Signatures of libsigmangle", ["signatures"], [("valgrind", has_command("valgrind"), "valgrind")]),
    "models": Group("Models", [], [
        ("models, ONNX Runtime and hand-written C", lambda: has_folder("BEFKIT_MODELS")() and has_folder("BEFKIT_PEERS")(),
         "BEFKIT_MODELS and BEFKIT_PEERS")]),
}
# Instructions of programs that cannot be built here: TFRT's of commit 4ecc3a44 with tcmalloc, and IREE's C++ code before commit
# 40428dddec, by gcc 12 with -O2.
RECORDED = {
    "async": ("TFRT", {"create_drop": 170, "and_then": 350, "indirect": 528, "error": 436, "chain": 168, "retain_release": 15}),
    "sigmangle": ("IREE", {"parse_a": 3379, "parse_b": 62475, "parse_c": 56565, "text_a": 5814, "text_b": 104762, "text_c": 121328,
                           "mangle_a": 3162, "mangle_b": 44337, "mangle_c": 159762}),
}
NAMES = {"tbb": "oneTBB", "libomp": "libomp", "openmp": "libgomp", "glib": "GLib", "uv": "libuv", "openblas": "OpenBLAS",
         "xnnpack": "XNNPACK", "libm": "libm", "libmvec": "libmvec", "sleef": "SLEEF"}


# ---- rows: work, our figure, unit, name of the peer, its figure, our time as a part of its time

def rows_of(figure):
    """The rows of one line of a benchmark, which may compare with no program or with several."""
    name, ns = figure.get("name"), figure.get("ns")
    if figure.get("peer_ns"):
        default = {"async": "futex", "mlirbc": "mlir-opt-22"}.get(figure["lib"], "recorded")
        yield name, ns, "ns", NAMES.get(figure.get("peer"), figure.get("peer", default)), figure["peer_ns"], ns / figure["peer_ns"]
    if "times_cp" in figure:  # time of cp as a multiple of ours
        yield name, ns, "ns", "cp", ns * figure["times_cp"], 1 / figure["times_cp"]
    for key in ("libm", "libmvec", "sleef"):
        if figure.get(key):
            yield name, ns, "ns", NAMES[key], figure[key], ns / figure[key]
    for key in ("openblas", "xnnpack"):
        theirs = figure.get(key + "_gflops")
        if theirs:
            yield name, figure["gflops"], "gigaflops", NAMES[key], theirs, theirs / figure["gflops"]
    peer, counts = RECORDED.get(figure.get("lib"), ("TFRT", {}))
    count = figure.get("peer_instructions") or counts.get(name)
    if figure.get("instructions") and count:
        yield name, figure["instructions"], "instructions", peer + ", recorded", count, figure["instructions"] / count


def number(value):
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


def print_table(output):
    """The rows of what a benchmark printed; its own tables as they are. False: there was none."""
    rows, tables = [], []
    for line in output.splitlines():
        if line.startswith("|"):
            tables.append(line)
        elif line.startswith("{"):
            rows += rows_of(json.loads(line))
    if rows:
        print("| work | befkit | unit | peer | its figure | ratio |\n|---|---|---|---|---|---|")
    for name, ours, unit, peer, theirs, ratio in rows:
        print(f"| `{name}` | {number(ours)} | {unit} | {peer} | {number(theirs)} | {ratio:.2f} |")
    if rows:
        print()
    if tables:
        print("\n".join(tables) + "\n")
    return bool(rows or tables)


# ---- measuring

def read_log(path):
    """{benchmark: its line in a log of meson}; the last one counts."""
    with open(path, encoding="utf-8") as file:
        return {test["name"].split(" / ")[-1].split(":")[-1]: test for test in map(json.loads, file)}


def make_build(build):
    if os.path.exists(os.path.join(build, "build.ninja")):
        return
    print(f"configuring a release in {build}", file=sys.stderr)
    subprocess.run(["meson", "setup", build, ROOT, "--buildtype=release"], check=True, stdout=subprocess.DEVNULL)


def measure(build, name):
    """Runs a benchmark of the build, and what it needs is compiled. Its line in the log, or None if there is no such benchmark."""
    log = os.path.join(build, "meson-logs", "testlog.json")
    if os.path.exists(log):
        os.remove(log)
    subprocess.run(["meson", "test", "-C", build, "--benchmark", "--timeout-multiplier", "10", name], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    return read_log(log).get(name) if os.path.exists(log) else None


def measure_models(build):
    if not GROUPS["models"].peers[0][1]():
        return None
    subprocess.run(["ninja", "-C", build, "apps/bef/bef"], stdout=subprocess.DEVNULL, check=True)
    command = [sys.executable, os.path.join(ROOT, "libbef/model/bench/compare.py"), build, os.environ["BEFKIT_MODELS"], "3"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    return {"name": "models", "stdout": done.stdout, "result": "OK" if done.returncode == 0 else "FAIL"}


def compare(group, find, missing):
    """Prints the tables of a group; adds what could not be measured to `missing`. False: a benchmark failed."""
    good = True
    print(f"## {group.title}\n")
    for name in group.benchmarks or ["models"]:
        done = find(name)
        if not done or done["result"] == "SKIP":
            missing.append(f"{name}: not measured")
        elif done["result"] != "OK":
            missing.append(f"{name}: failed ({done['result'].lower()})")
            good = False
        if done and not print_table(done.get("stdout") or "") and done["result"] == "OK":
            missing.append(f"{name}: no peer to compare with")
    missing += [f"{peer}: not found ({needed})" for peer, exists, needed in group.peers if not exists()]
    sys.stdout.flush()
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build-compare"))
    parser.add_argument("--log")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    options = parser.parse_args()
    unknown = [name for name in options.groups if name not in GROUPS]
    if unknown:
        parser.error(f"unknown group '{unknown[0]}'; expected {', '.join(GROUPS)}")
    if options.log:
        find = read_log(options.log).get
    else:
        build = os.path.abspath(options.build)
        make_build(build)

        def find(name):
            print(f"measuring {name}", file=sys.stderr)
            return measure_models(build) if name == "models" else measure(build, name)
    missing, good = [], True
    print("Ratio: time of befkit, or its instructions, by that of the peer; below 1 befkit is faster.\n")
    for name in options.groups or GROUPS:
        good &= compare(GROUPS[name], find, missing)
    if missing:
        print("## Missing\n")
    for line in dict.fromkeys(missing):
        print("- " + line)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
