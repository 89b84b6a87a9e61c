#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""interchange.py PROGRAM: files go back and forth between syclbin and the tools of LLVM that are installed; a tool that is not
is skipped."""
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402

SPIRV = b"\x03\x02\x23\x07" + bytes(range(256)) * 5
OBJECT = b"\x7fELF" + bytes(60)


class Failure(Exception):
    pass


def run(*words):
    result = tap.run(list(words))
    if result.crash() or result.status != 0:
        raise Failure(f"{' '.join(words)}: status {result.status}\n{result.text()}")
    return result.output


def write(name, data):
    with open(name, "wb") as f:
        f.write(data)


def read(name):
    with open(name, "rb") as f:
        return f.read()


def same(a, b, what):
    if read(a) != read(b):
        raise Failure(f"{what}: {a} and {b} differ")


def make(program):
    """One file in the encodings that LLVM's tools know."""
    write("k.spv", SPIRV)
    write("n.o", OBJECT)
    run(program, "pack", "--state", "object", "--kernel", "vadd", "--property", "[SYCL/misc properties]optLevel=u32:2",
        "--ir", "k.spv,target=spir64-unknown-unknown", "--native", "n.o,target=spir64_gen-unknown-unknown,arch=intel_gpu_pvc",
        "-o", "a.syclbin")
    run(program, "convert", "-e", "v1raw", "a.syclbin", "-o", "raw")


def through_yaml(program):
    """obj2yaml and yaml2obj give our file back, byte for byte."""
    run("obj2yaml-22", "a.syclbin", "-o", "a.yaml")
    run("yaml2obj-22", "a.yaml", "-o", "again")
    same("a.syclbin", "again", "obj2yaml | yaml2obj")


def offload_binary(program):
    """llvm-offload-binary takes our image out; syclbin reads its output."""
    run("llvm-offload-binary-22", "a.syclbin", "--image=file=out,kind=sycl")
    same("out", "raw", "llvm-offload-binary")
    run("llvm-offload-binary-22", "-o", "packed", "--image=file=raw,triple=spir64-unknown-unknown,kind=sycl,arch=generic",
        "--image=file=k.spv,triple=spirv64,kind=openmp")
    run(program, "convert", "packed", "-o", "back")
    same("back", "a.syclbin", "packed by llvm-offload-binary")
    listing = run(program, "ls", "packed").decode()
    if "spirv64" not in listing or "openmp" not in listing:
        raise Failure(listing)


def packager(program):
    """The same with clang-offload-packager of LLVM 19, whose numbers of kinds are others."""
    run("clang-offload-packager-19", "a.syclbin", "--image=file=out19")
    same("out19", "raw", "clang-offload-packager")
    run("clang-offload-packager-19", "-o", "packed19", "--image=file=raw,triple=spir64-unknown-unknown,kind=sycl,arch=generic")
    run(program, "convert", "packed19", "-o", "back19")
    same("back19", "a.syclbin", "packed by clang-offload-packager")


def objdump(program):
    """llvm-objdump lists our file as an offload binary."""
    text = run("llvm-objdump-22", "--offloading", "a.syclbin").decode()
    if "OFFLOADING IMAGE" not in text:
        raise Failure(text)


def bundler(tool, *more):
    def step(program):
        """Bundles, plain and compressed, as the bundler writes them."""
        options = ["-type=o", "-targets=host-x86_64-unknown-linux-gnu-,hip-amdgcn-amd-amdhsa--gfx906"]
        write("host", b"host code")
        run(tool, "-type=bc", options[1], "-input=host", "-input=a.syclbin", "-output=bundle", *more)
        run(program, "convert", "bundle", "-o", "unbundled")
        same("unbundled", "a.syclbin", tool)
        if "amdgcn" not in run(program, "info", "bundle").decode():
            raise Failure("the name of the entry is not shown")
    return step


def fat_object(program):
    """A section that objcopy adds, in an object and in an archive."""
    write("empty.c", b"int here;\n")
    run("cc", "-c", "empty.c", "-o", "empty.o")
    run("objcopy", "--add-section", ".llvm.offloading=a.syclbin", "empty.o", "fat.o")
    run(program, "convert", "fat.o", "-o", "from_object")
    same("from_object", "a.syclbin", "fat object")
    run("ar", "rc", "lib.a", "empty.o", "fat.o")
    run(program, "convert", "lib.a", "-o", "from_archive")
    same("from_archive", "a.syclbin", "archive")


def zst(program):
    """A file that the program zstd made."""
    run("zstd", "-q", "-19", "a.syclbin", "-o", "a.syclbin.zst")
    run(program, "convert", "a.syclbin.zst", "-o", "from_zst")
    same("from_zst", "a.syclbin", "zstd")


STEPS = [
    ("obj2yaml-22, yaml2obj-22", ["obj2yaml-22", "yaml2obj-22"], through_yaml),
    ("llvm-offload-binary-22", ["llvm-offload-binary-22"], offload_binary),
    ("clang-offload-packager-19", ["clang-offload-packager-19"], packager),
    ("llvm-objdump-22", ["llvm-objdump-22"], objdump),
    ("clang-offload-bundler-19", ["clang-offload-bundler-19"], bundler("clang-offload-bundler-19")),
    ("clang-offload-bundler-19 -compress", ["clang-offload-bundler-19"], bundler("clang-offload-bundler-19", "-compress")),
    ("clang-offload-bundler-22", ["clang-offload-bundler-22"], bundler("clang-offload-bundler-22")),
    ("clang-offload-bundler-22 -compress", ["clang-offload-bundler-22"], bundler("clang-offload-bundler-22", "-compress")),
    ("cc, objcopy, ar", ["cc", "objcopy", "ar"], fat_object),
    ("zstd", ["zstd"], zst),
]
NEED_ZSTD = {"clang-offload-bundler-19 -compress", "clang-offload-bundler-22 -compress", "zstd"}


def main():
    program, have_zstd = os.path.abspath(sys.argv[1]), sys.argv[2] == "1"
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        make(program)
        for name, tools, step in STEPS:
            lacking = [tool for tool in tools if not shutil.which(tool)]
            if lacking or (name in NEED_ZSTD and not have_zstd):
                results.report(name, skip=f"no {', '.join(lacking) or 'zstd in the library'}")
                continue
            try:
                step(program)
                results.report(name, None)
            except Failure as failure:
                results.report(name, str(failure))
        os.chdir("/")
    return results.finish()


sys.exit(main())
