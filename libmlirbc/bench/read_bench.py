#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times reading, printing and writing of large files, in one run with mlir-opt-22.

Usage: read_bench.py READ_FILE WRITE_FILE ASSEMBLE_FILE [GEN_LARGE.py]

The first three are the programs of read_file.c, write_file.c and assemble_file.c. The inputs are made in a temporary folder by gen_large.py of the prepared
material ($BEFKIT_SHARED, default ../shared beside the project) and mlir-opt-22; without either there is nothing to do.
One JSON line per figure; `peer_ns` is what mlir-opt-22 says its parser took (--mlir-timing), of printing and writing the whole run.
BENCH_FUNCTIONS (default 11100: a million ops) sets the size of "big". Needs 0.9 GB for a while.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

OPT = os.environ.get('MLIR_OPT', 'mlir-opt-22')
NO_VERIFIER = ['--verify-each=0', '--mlir-very-unsafe-disable-verifier-on-parsing', '--allow-unregistered-dialect']


def opt(*args):
    start = time.monotonic()
    done = subprocess.run([OPT, *NO_VERIFIER, *args], capture_output=True, text=True, check=True)
    return time.monotonic() - start, done.stderr


def parser_ns(path):
    """The best of three, in nanoseconds."""
    best = None
    for _ in range(3):
        _, report = opt('--mlir-timing', path, '--emit-bytecode', '-o', os.devnull)
        found = re.search(r'([0-9.]+) \([^)]*\)\s+Parser', report)
        if found:
            took = float(found.group(1)) * 1e9
            best = took if best is None else min(best, took)
    return best


def figure(program, job, name, path, args, peer=None):
    command = [program, *([job] if job else []), name, path, *map(str, args if isinstance(args, tuple) else (args,))]
    line = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    record = json.loads(line)
    if peer:
        record['peer_ns'] = round(peer)
        record['times_faster'] = round(peer / record['ns'], 1)
    print(json.dumps(record), flush=True)


def write_figures(write_file, assemble_file, big, folder):
    """Everything goes to a file, of both; the best of two runs of mlir-opt."""
    text, out = os.path.join(folder, 'big.gen.txt'), os.path.join(folder, 'out.mlirbc')

    def peer(*args):
        return 1e9 * min(opt(*args, '--emit-bytecode', '-o', out)[0] for _ in range(2))

    figure(write_file, 'rewrite', 'rewrite_big', big, (out, 7), peer(big))
    figure(write_file, 'strip', 'strip_big', big, (out, 7), peer(big, '--strip-debuginfo'))
    opt('--mlir-print-op-generic', big, '-o', text)
    figure(assemble_file, None, 'assemble_big', text, (3, out), peer(text))


def instructions(program, job, path):
    out = subprocess.run(['valgrind', '--tool=callgrind', '--callgrind-out-file=' + os.devnull, program, job, job, path,
                          '1'], capture_output=True, text=True, check=True).stderr
    return int(re.search(r'Collected : (\d+)', out).group(1))


def main():
    program, write_file, assemble_file = sys.argv[1:4]
    shared = os.environ.get('BEFKIT_SHARED', os.path.join(os.path.dirname(__file__), '../../../shared'))
    generator = sys.argv[4] if len(sys.argv) > 4 else os.path.join(shared, 'bench/mlirbc/gen_large.py')
    if not os.path.exists(generator) or not shutil.which(OPT):
        print(f'# SKIP needs {OPT} and gen_large.py')
        return
    functions = int(os.environ.get('BENCH_FUNCTIONS', '11100'))
    with tempfile.TemporaryDirectory() as folder:
        def make(name, count):
            text, path = (os.path.join(folder, name + suffix) for suffix in ('.mlir', '.mlirbc'))
            subprocess.run([sys.executable, generator, 'ops', text, str(count)], check=True)
            subprocess.run([OPT, '--allow-unregistered-dialect', '--emit-bytecode', text, '-o', path], check=True)
            os.remove(text)
            return path
        mid, big = make('mid', functions // 10), make('big', functions)
        blob = os.path.join(folder, 'blob.mlirbc')
        subprocess.run([sys.executable, generator, 'blob', blob, '256'], check=True)
        parser = parser_ns(big)
        figure(program, 'load', 'load_big', big, 7, parser)
        figure(program, 'load_lazy_attributes', 'load_big_lazy_attributes', big, 7, parser)
        figure(program, 'open_lazy', 'open_lazy_big', big, 7)
        printing, _ = opt('--mlir-print-op-generic', big, '-o', os.devnull)
        figure(program, 'print', 'print_big', big, 5, printing * 1e9)
        figure(program, 'open_blob', 'open_blob', blob, 21, parser_ns(blob))
        write_figures(write_file, assemble_file, big, folder)
        if shutil.which('valgrind'):
            ops = 90 * (functions // 10) + 1
            start = instructions(program, 'open_lazy', blob)
            for job, name in (('load', 'load_mid'), ('load_lazy_attributes', 'load_mid_lazy_attributes')):
                each = (instructions(program, job, mid) - start) / ops
                print(json.dumps({'lib': 'mlirbc', 'name': name, 'instructions_per_op': round(each)}), flush=True)


main()
