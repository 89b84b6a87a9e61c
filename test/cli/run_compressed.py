#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_compressed.py PROGRAM [zstd] [zlib]: inputs compressed with zstd and gzip, as files and on stdin, damaged ones, and
ones that grow without end. A format that is not named must be refused with advice."""
import gzip
import os
import resource
import shutil
import struct
import subprocess
import sys
import tempfile

from samples import make, must, write
import tap

COMMAND = {"bef": "verify", "mlirbc": "ops", "syclbin": "ls", "sigmangle": "demangle"}
MANY = 1 << 27  # bytes of a bomb; half of it is enough for an allocator that takes 32 MiB at a time


def zstd_frame(blocks):
    """A frame of the format (RFC 8878) with a window of 128 KiB. A block is bytes, or a number: that many zeros."""
    frame = struct.pack("<IBB", 0xFD2FB528, 0, 7 << 3)
    for number, block in enumerate(blocks):
        kind, size, data = (1, block, b"\0") if isinstance(block, int) else (0, len(block), block)
        frame += struct.pack("<I", size << 3 | kind << 1 | (number == len(blocks) - 1))[:3] + data
    return frame


def zstd(data):
    return zstd_frame([data[i:i + 100000] for i in range(0, len(data), 100000)] or [b""])


def zstd_bomb(first):
    """Zeros behind these bytes: what begins with zeros need not be decompressed to know that it is no input."""
    return zstd_frame([first[:100000]] + [1 << 17] * (MANY >> 17))


def limit_memory():
    resource.setrlimit(resource.RLIMIT_DATA, (MANY // 2, MANY // 2))


class Formats:
    def __init__(self, program, kind, results):
        self.program, self.kind, self.results = program, kind, results
        self.plain = make(program, kind)[0]
        self.data = self.plain.encode() + b"\n" if kind == "sigmangle" else open(self.plain, "rb").read()
        self.wanted = must(program, COMMAND[kind], data=self.data)

    def run(self, *words, data=b""):
        return tap.run([self.program, COMMAND[self.kind], *words], data=data)

    def expect(self, name, result, status, *texts):
        wrong = result.crash()
        if not wrong and result.status != status:
            wrong = f"status {result.status}, expected {status}\n{result.text()}"
        for text in texts if not wrong else ():
            if text.encode() not in result.errors:
                wrong = f"stderr does not contain {text!r}: {result.errors.decode('utf-8', 'replace')}"
        if not wrong and status == 0 and result.output != self.wanted:
            wrong = f"another output than of the plain input: {result.text()}"
        self.results.report(name, wrong)

    def good(self, name, ending, packed):
        self.expect(f"{name} on stdin", self.run(data=packed), 0)
        if self.kind == "sigmangle":
            return
        path = write("input" + ending, packed)
        self.expect(f"{name} as a file", self.run(path), 0)
        self.expect(f"{name} under another name", self.run(write("input.data", packed)), 0)
        os.mkfifo("pipe") if not os.path.exists("pipe") else None
        with subprocess.Popen(["sh", "-c", f"cat {path} >pipe"]):
            self.expect(f"{name} in a named pipe", self.run("pipe"), 0)

    def bad(self, name, ending, packed, tail):
        path = [] if self.kind == "sigmangle" else [write("bad" + ending, packed[:-tail])]
        called = path[0] if path else "<stdin>"
        self.expect(f"{name}, cut", self.run(*path, data=packed[:-tail]), 1, called, name, "ends early")
        write("bad" + ending, packed + b"more")
        self.expect(f"{name}, with other bytes behind", self.run(*path, data=packed + b"more"), 1, called, name)

    def bomb(self, name, packed):
        path = write("bomb", packed)
        words = [self.program, COMMAND[self.kind], "--max-decompressed", "1000000"]
        words += [] if self.kind == "sigmangle" else [path]
        with open(path, "rb") as f:
            done = subprocess.run(words, stdin=f, capture_output=True, timeout=60,
                                  preexec_fn=None if "SANITIZED" in os.environ else limit_memory)
        result = tap.Result(done.returncode, done.stdout, done.stderr)
        self.expect(f"{name}, too large", result, 1, "more than 1000000 bytes", "--max-decompressed")
        self.expect(f"{name}, a limit that is enough", tap.run(
            [self.program, COMMAND[self.kind], f"--max-decompressed={len(self.data)}"],
            data=(zstd if name == "zstd" else gzip.compress)(self.data)), 0)
        self.expect(f"{name}, a limit that is one too low", tap.run(
            [self.program, COMMAND[self.kind], f"--max-decompressed={len(self.data) - 1}"],
            data=(zstd if name == "zstd" else gzip.compress)(self.data)), 1, "--max-decompressed")


def built_in(formats):
    data = formats.data
    for name, ending, packed in (("zstd", ".zst", zstd(data)), ("gzip", ".gz", gzip.compress(data))):
        formats.good(name, ending, packed)
        formats.bad(name, ending, packed, 1)
        formats.bomb(name, zstd_bomb(data) if name == "zstd" else gzip.compress(data[:100000] + bytes(MANY)))
    half = len(data) // 2
    formats.good("zstd, two frames", ".zst", zstd(data[:half]) + zstd(data[half:]))
    formats.good("zstd after a skippable frame", ".zst", struct.pack("<II", 0x184D2A50, 3) + b"abc" + zstd(data))
    formats.good("gzip, two members", ".gz", gzip.compress(data[:half]) + gzip.compress(data[half:]))
    if shutil.which("zstd"):
        formats.good("zstd by its program", ".zst", must("zstd", "-19", "-c", "-", data=data))


def main():
    program, there = os.path.abspath(sys.argv[1]), set(sys.argv[2:])
    kind = os.path.basename(program)
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        formats = Formats(program, kind, results)
        if {"zstd", "zlib"} <= there:
            built_in(formats)
        for name, packed in (("zstd", zstd(formats.data)), ("gzip", gzip.compress(formats.data))):
            if name.replace("gzip", "zlib") not in there:
                formats.expect(f"{name} is not built in", formats.run(data=packed), 1, "<stdin>", f"with {name}",
                               f"{name} -dc FILE")
        if kind == "mlirbc":
            # an output does not replace a compressed input
            write("input.gz", gzip.compress(formats.data))
            if "zlib" in there:
                same = tap.run([program, "gc", "input.gz", "-o", "input.gz"])
                formats.expect("an output is not written over its compressed input", same, 2, "another format")
        os.chdir("/")
    return results.finish()


sys.exit(main())
