#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""containers.py PROGRAM [--write FOLDER | --table]: `syclbin ls` finds the images in containers of every kind, and names what it skips.

Small containers are made here, byte by byte. If clang-19 and its tools are installed, containers of real compilers are made too, and
the images in them are extracted and compared. --write stores the small ones instead, as seeds of the fuzz target `inflate`; --table
prints the table of libsyclbin/README.md: how many of the images of each container this and other programs list."""
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402

SPIRV = struct.pack("<5I", 0x07230203, 0x00010000, 6 << 16, 8, 0) + struct.pack("<7I", 0x0003000E, 2, 2, 0x0004000F, 6, 1, 0x6E7564)
PTX = b".version 7.0\n.target sm_52\n.address_size 64\n.visible .entry k() { ret; }\n"
CUBIN = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HH", 2, 190) + bytes(44)
AMD = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HH", 3, 224) + bytes(44)
HOST = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HH", 1, 62) + bytes(44)


def padded(data, to):
    return data + bytes(-len(data) % to)


def offload(image, kind=6, triple=b"spirv64-unknown-unknown"):
    """An OffloadBinary of version 1 with one string."""
    text = b"\0triple\0" + triple + b"\0"
    image_at = (88 + len(text) + 7) // 8 * 8
    body = struct.pack("<HHIQQQQ", kind, 8, 0, 72, 1, image_at, len(image)) + struct.pack("<QQ", 89, 96) + text
    return padded(struct.pack("<4sIQQQ", b"\x10\xff\x10\xad", 1, (image_at + len(image) + 7) // 8 * 8, 32, 40) + padded(body, 8) + image, 8)


def bundle(*parts):
    """Binary: the images begin behind the entries."""
    at = 32 + sum(24 + len(name) for name, _ in parts)
    head, images = b"__CLANG_OFFLOAD_BUNDLE__" + struct.pack("<Q", len(parts)), b""
    for name, image in parts:
        head += struct.pack("<QQQ", at + len(images), len(image), len(name)) + name.encode()
        images += image
    return head + images


def ccob(content, version=2):
    body = zlib.compress(content)
    sizes = {1: struct.pack("<I", len(content)), 2: struct.pack("<II", 24 + len(body), len(content)),
             3: struct.pack("<QQ", 32 + len(body), len(content))}[version]
    return b"CCOB" + struct.pack("<HH", version, 0) + sizes + bytes(8) + body


def text_bundle(comment, *parts):
    return b"".join(f"\n{comment} __CLANG_OFFLOAD_BUNDLE____START__ {name}\n".encode() + image
                    + f"\n{comment} __CLANG_OFFLOAD_BUNDLE____END__ {name}\n".encode() for name, image in parts)


def fatbin(*entries):
    body = b""
    for kind, arch, flags, image, *whole in entries:
        stored = padded(image, 8)
        body += struct.pack("<HHIQIIHHIIIQQQ", kind, 0x101, 64, len(stored), len(image), 0, 0, 8, arch, 0, 0, flags, 0, *(whole or [0])) + stored
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body


def elf(sections, wide=True, order="<", compress=None, kind=0):
    """Sections by name; `compress`: 1 for SHF_COMPRESSED with zlib."""
    names = b"\0"
    data, headers = b"", [(0, 0, 0, 0, 0)]
    start = 64 if wide else 52
    for name, content in list(sections) + [(".shstrtab", None)]:
        at = len(names)
        names += name.encode() + b"\0"
        flags = 0
        if content is None:
            content = names
        elif compress:
            head = struct.pack(order + ("IIQQ" if wide else "III"), *((1, 0, len(content), 8) if wide else (1, len(content), 8)))
            content, flags = head + zlib.compress(content), 0x800
        headers.append((at, kind or 1, flags, start + len(data), len(content)))
        data = padded(data + content, 8)
    table = start + len(data)
    ident = b"\x7fELF" + bytes([2 if wide else 1, 1 if order == "<" else 2, 1]) + bytes(9)
    word = "Q" if wide else "I"
    head = ident + struct.pack(order + "HHI" + 3 * word + "IHHHHHH", 1, 62, 1, 0, 0, table, 0, start, 0, 0, 64 if wide else 40,
                               len(headers), len(headers) - 1)
    rows = b""
    for name, kind_of, flags, at, size in headers:
        rows += struct.pack(order + "II" + 4 * word + "II" + 2 * word, name, kind_of, flags, 0, at, size, 0, 0, 8, 0)
    return head + data + rows


def coff(sections, big=False, executable=False):
    names, rows, data = b"", b"", b""
    head = 56 if big else 20
    start = (0x80 + 4 if executable else 0) + head + 40 * len(sections)
    for name, content in sections:
        field = name.encode()
        if len(field) > 8:
            field = f"/{4 + len(names)}".encode()
            names += name.encode() + b"\0"
        rows += struct.pack("<8sIIIIIIHHI", field, len(content) if executable else 0, 0, len(content), start + len(data), 0, 0, 0, 0, 0)
        data += content
    symbols = start + len(data)
    strings = struct.pack("<I", 4 + len(names)) + names
    if big:
        ident = bytes([0xC7, 0xA1, 0xBA, 0xD1, 0xEE, 0xBA, 0xA9, 0x4B, 0xAF, 0x20, 0xFA, 0xF6, 0x6A, 0xA4, 0xDC, 0xB8])
        return struct.pack("<HHHHI16s16xIII", 0, 0xFFFF, 2, 0x8664, 0, ident, len(sections), symbols, 0) + rows + data + strings
    header = struct.pack("<HHIIIHH", 0x8664, len(sections), 0, symbols, 0, 0, 0)
    if executable:
        header = padded(b"MZ" + bytes(58) + struct.pack("<I", 0x80), 0x80) + b"PE\0\0" + header
    return header + rows + data + strings


def macho(sections, wide=True, order="<"):
    each, head, command = (80, 32, 72) if wide else (68, 28, 56)
    start = head + command + each * len(sections)
    rows = data = b""
    for name, content in sections:
        at = start + len(data)
        if wide:
            rows += struct.pack(order + "16s16sQQ8I", name.encode(), b"__LLVM", 0, len(content), at, 0, 0, 0, 0, 0, 0, 0)
        else:
            rows += struct.pack(order + "16s16s9I", name.encode(), b"__LLVM", 0, len(content), at, 0, 0, 0, 0, 0, 0)
        data += content
    size = command + len(rows)
    segment = struct.pack(order + ("II16sQQQQ4I" if wide else "II16s8I"), 0x19 if wide else 1, size, b"", 0, 0, 0, 0, 7, 7, len(sections), 0)
    magic = 0xFEEDFACF if wide else 0xFEEDFACE
    return struct.pack(order + "7I", magic, 0x0100000C, 0, 1, 1, size, 0) + (bytes(4) if wide else b"") + segment + rows + data


def universal(*files):
    at, table, data = 4096, b"", b""
    for one in files:
        table += struct.pack(">5I", 0x01000007, 3, at + len(data), len(one), 3)
        data += padded(one, 16)
    return padded(struct.pack(">II", 0xCAFEBABE, len(files)) + table, 4096) + data


def archive(members, thin=False):
    out = b"!<thin>\n" if thin else b"!<arch>\n"
    for name, content in members:
        out += f"{name + '/':16}{0:<12}{0:<6}{0:<6}{'644':8}{len(content):<10}`\n".encode()
        out += b"" if thin else padded(content, 2)
    return out


ONE = offload(SPIRV)
# ".version 8.0\n.target sm_90\n", one newline, 156 copies of it, and 14 literals
LZ4 = bytes([0xFF, 15]) + b".version 8.0\n.target sm_90\n//\n" + struct.pack("<HB", 1, 156 - 19) + bytes([0xE0]) + b".entry n() { }"
NV = fatbin((1, 75, 0, PTX), (2, 80, 0, CUBIN))
HIP = bundle(("host-x86_64-unknown-linux-gnu-", b""), ("hipv4-amdgcn-amd-amdhsa--gfx906", SPIRV))

# name: bytes, paths of the images, reasons of what is skipped
CASES = {
    "elf 64": (elf([(".llvm.offloading", ONE)]), [".llvm.offloading/0"], []),
    "elf 32": (elf([(".llvm.offloading", ONE)], wide=False), [".llvm.offloading/0"], []),
    "elf 64, big-endian": (elf([(".llvm.offloading", ONE)], order=">"), [".llvm.offloading/0"], []),
    "elf 32, big-endian": (elf([(".llvm.offloading", ONE)], wide=False, order=">"), [".llvm.offloading/0"], []),
    "elf, compressed": (elf([(".llvm.offloading", ONE)], compress=1), [".llvm.offloading/zlib/0"], []),
    "elf 32, big-endian, compressed": (elf([(".llvm.offloading", ONE)], wide=False, order=">", compress=1), [".llvm.offloading/zlib/0"], []),
    "several in a section": (elf([(".llvm.offloading", ONE + offload(PTX, 5))]), [".llvm.offloading/0/0", ".llvm.offloading/1/0"], []),
    "bundled sections": (elf([("__CLANG_OFFLOAD_BUNDLE__host-x86_64-unknown-linux-gnu", b"\0"),
                              ("__CLANG_OFFLOAD_BUNDLE__openmp-nvptx64-nvidia-cuda", PTX)]),
                         ["openmp-nvptx64-nvidia-cuda"], ["the host's part of a bundle"]),
    "hip_fatbin": (elf([(".hip_fatbin", padded(HIP, 4096) + padded(ccob(HIP), 4096)), (".hipFatBinSegment", bytes(24))]),
                   [".hip_fatbin/hipv4-amdgcn-amd-amdhsa--gfx906", ".hip_fatbin/1/zlib/hipv4-amdgcn-amd-amdhsa--gfx906"],
                   ["the host's part of a bundle", "the host's part of a bundle", "addresses of images in another section"]),
    "nv_fatbin": (elf([(".nv_fatbin", NV), ("__nv_relfatbin", NV + NV), (".nvFatBinSegment", bytes(24))]),
                  [".nv_fatbin/0", ".nv_fatbin/1", "__nv_relfatbin/0", "__nv_relfatbin/1", "__nv_relfatbin/1/0", "__nv_relfatbin/1/1"],
                  ["addresses of images in another section"]),
    "compressed fat binary": (fatbin((1, 90, 0x2000, LZ4, 200), (1, 90, 0, PTX)), ["0/lz4", "1"], []),
    "damaged compressed fat binary": (fatbin((2, 90, 0x2000, b"\xf0" * 40, 90), (1, 90, 0, PTX)), ["1"],
                                      ["an image compressed by NVIDIA's tools, which is damaged"]),
    "coff": (coff([(".text", b"\xc3"), (".llvm.offloading", ONE)]), [".llvm.offloading/0"], []),
    "coff with many sections": (coff([(".text", b"\xc3"), (".llvm.offloading", ONE)], big=True), [".llvm.offloading/0"], []),
    "pe": (coff([(".text", b"\xc3"), (".llvm.offloading", ONE)], executable=True), [".llvm.offloading/0"], []),
    "mach-o 64": (macho([("__text", b"\xc3"), (".llvm.offloading", ONE)]), [".llvm.offloading/0"], []),
    "mach-o 32": (macho([(".llvm.offloading", ONE)], wide=False), [".llvm.offloading/0"], []),
    "mach-o 64, big-endian": (macho([(".llvm.offloading", ONE)], order=">"), [".llvm.offloading/0"], []),
    "universal": (universal(macho([(".llvm.offloading", ONE)]), macho([("__text", b"\xc3"), (".llvm.offloading", ONE)], wide=False)),
                  ["0/.llvm.offloading/0", "1/.llvm.offloading/0"], []),
    "bundles in sequence": (HIP + bytes(100) + ccob(HIP, 1)[:0] + ccob(HIP, 3) + HIP,
                            ["hipv4-amdgcn-amd-amdhsa--gfx906", "1/zlib/hipv4-amdgcn-amd-amdhsa--gfx906", "2/hipv4-amdgcn-amd-amdhsa--gfx906"],
                            ["the host's part of a bundle"] * 3),
    "bytes behind a bundle": (ccob(HIP) + b"more", ["zlib/hipv4-amdgcn-amd-amdhsa--gfx906"],
                              ["the host's part of a bundle", "bytes behind the last container"]),
    "text bundle": (text_bundle("#", ("host-x86_64-unknown-linux-gnu", b"main:\n"), ("openmp-nvptx64-nvidia-cuda", PTX)),
                    ["openmp-nvptx64-nvidia-cuda"], ["the host's part of a bundle"]),
    "text bundle of LLVM": (text_bundle(";", ("openmp-nvptx64-nvidia-cuda", PTX)), ["openmp-nvptx64-nvidia-cuda"], []),
    "archive": (archive([("host.o", HOST), ("fat.o", elf([(".llvm.offloading", ONE)])), ("readme.txt", b"text"), ("w.obj", coff([(".llvm.offloading", ONE)]))]),
                ["fat.o/.llvm.offloading/0", "w.obj/.llvm.offloading/0"],
                ["an object file without device code", "a member that is no object file"]),
    "archive of code objects": (archive([("a.co", AMD), ("b.co", CUBIN), ("host.o", HOST)]), ["a.co", "b.co"],
                                ["an object file without device code"]),
    "thin archive": (archive([("fat.o", elf([]))], thin=True), [], ["a member of a thin archive whose file cannot be read"]),
    "nested": (archive([("inner.a", archive([("fat.o", elf([(".llvm.offloading", ONE)]))])), ("x.bundle", bundle(("sycl-spir64-unknown-unknown", ONE)))]),
               ["inner.a/fat.o/.llvm.offloading/0", "x.bundle/sycl-spir64-unknown-unknown/0"], []),
}
SUSPECT = ("bytes behind", "compressed by NVIDIA", "thin archive", "could not be read")


def listing(program, path):
    done = subprocess.run([program, "ls", "--json", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    if done.returncode not in (0, 1) or not done.stdout:
        return None, None, f"status {done.returncode}: {done.stderr.decode()[-300:]}"
    found = json.loads(done.stdout)
    return found, done.returncode, None


def check(program, path, images, reasons):
    found, status, problem = listing(program, path)
    if problem:
        return problem
    paths, skipped = [one["path"] for one in found["images"]], [one["reason"] for one in found["skipped"]]
    if paths != images or skipped != reasons:
        return f"images {paths}, expected {images}; skipped {skipped}, expected {reasons}"
    suspect = any(word in reason for word in SUSPECT for reason in reasons)
    return None if status == suspect else f"exit status {status}, expected {int(suspect)}"


def says(program, path):
    """Entry points and compilers of the images above, in the long form."""
    images = {"spirv": (SPIRV, "Khronos LLVM/SPIR-V translator\tdun"), "ptx": (PTX, "-\tk"), "cubin": (CUBIN, "-\t-")}
    for name, (data, expected) in images.items():
        with open(path, "wb") as out:
            out.write(offload(data))
        done = subprocess.run([program, "ls", "--long", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
        if not done.stdout.decode().endswith(f"\t{expected}\n"):
            return f"{name}: {done.stdout + done.stderr}, expected {expected!r}"
    return None


def damaged(program, folder, data):
    """No prefix and no changed byte of a container makes the program crash."""
    path = os.path.join(folder, "damaged")
    step = max(1, len(data) // 12)
    for at in range(0, len(data), step):
        for changed in (data[:at], data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1:]):
            with open(path, "wb") as out:
                out.write(changed)
            done = subprocess.run([program, "ls", path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60)
            if done.returncode not in (0, 1):
                return f"byte {at}: status {done.returncode}: {done.stderr.decode()[-300:]}"
    return None


# ---- real compilers

TOOLS = ["clang-19", "clang-offload-packager-19", "clang-offload-bundler-19", "llvm-objcopy-19"]
SCRIPT = r"""
set -e
printf 'kernel void k(global float *c) { c[get_global_id(0)] *= 2.0f; }\n' >k.cl
printf 'int main(void) { return 0; }\n' >h.c
clang-19 -c -emit-llvm --target=amdgcn-amd-amdhsa -mcpu=gfx906 -nogpulib -x cl -Xclang -finclude-default-header -O1 k.cl -o k.bc
clang-19 -c --target=amdgcn-amd-amdhsa -mcpu=gfx906 -nogpulib -x cl -Xclang -finclude-default-header -O1 k.cl -o k.co
clang-19 -S --target=nvptx64-nvidia-cuda -x cl -Xclang -finclude-default-header -O1 k.cl -o k.ptx 2>/dev/null
clang-19 -c h.c -o h.o
clang-19 -c -emit-llvm h.c -o h.bc
clang-offload-packager-19 -o packed.bin --image=file=k.spv,triple=spirv64-unknown-unknown,kind=openmp --image=file=k.ptx,triple=nvptx64-nvidia-cuda,arch=sm_52,kind=cuda
clang-offload-bundler-19 -type=o -targets=host-x86_64-unknown-linux-gnu,openmp-nvptx64-nvidia-cuda -input=h.o -input=k.ptx -output=bundled.o
clang-offload-bundler-19 -type=bc -targets=host-x86_64-unknown-linux-gnu-,hip-amdgcn-amd-amdhsa--gfx906 -input=h.bc -input=k.bc -output=bundle.bc
clang-offload-bundler-19 -type=bc -compress -targets=host-x86_64-unknown-linux-gnu-,hip-amdgcn-amd-amdhsa--gfx906 -input=h.bc -input=k.bc -output=compressed.bc
clang-offload-bundler-19 -type=s -targets=host-x86_64-unknown-linux-gnu,openmp-nvptx64-nvidia-cuda -input=h.c -input=k.ptx -output=text.s
clang-19 -c -emit-llvm h.c -o embedded.bc -Xclang -fembed-offload-object=packed.bin
clang-19 -c -flto h.c -o thinlto.bc -Xclang -fembed-offload-object=packed.bin
clang-19 --target=x86_64-pc-windows-msvc -c h.c -o embedded.obj -Xclang -fembed-offload-object=packed.bin
clang-19 -c h.c -o embedded.o -Xclang -fembed-offload-object=packed.bin
clang-19 --target=mips-linux-gnu -c h.c -o mips.o -Xclang -fembed-offload-object=packed.bin
llvm-objcopy-19 --compress-sections=.llvm.offloading=zlib embedded.o compressed.o
ar rcs library.a h.o embedded.o
ar rcs objects.a h.o k.co
mkdir -p sub
ar rcsT sub/thin.a h.o embedded.o
ar rcsT outer.a library.a h.o
"""
# file: (the image, its path) of each image
PACKED = [("k.spv", "0"), ("k.ptx", "1")]
REAL = {
    "packed.bin": [("k.spv", "0/0"), ("k.ptx", "1/0")],
    "bundled.o": [("k.ptx", "openmp-nvptx64-nvidia-cuda--")],
    "bundle.bc": [("k.bc", "hip-amdgcn-amd-amdhsa--gfx906")],
    "compressed.bc": [("k.bc", "z*/hip-amdgcn-amd-amdhsa--gfx906")],
    "text.s": [("k.ptx", "openmp-nvptx64-nvidia-cuda--")],
    "embedded.bc": [("k.spv", ".llvm.offloading/0/0"), ("k.ptx", ".llvm.offloading/1/0")],
    "thinlto.bc": [("k.spv", ".llvm.offloading/0/0"), ("k.ptx", ".llvm.offloading/1/0")],
    "embedded.obj": [("k.spv", ".llvm.offloading/0/0"), ("k.ptx", ".llvm.offloading/1/0")],
    "embedded.o": [("k.spv", ".llvm.offloading/0/0"), ("k.ptx", ".llvm.offloading/1/0")],
    "mips.o": [("k.spv", ".llvm.offloading/0/0"), ("k.ptx", ".llvm.offloading/1/0")],
    "compressed.o": [("k.spv", ".llvm.offloading/zlib/0/0"), ("k.ptx", ".llvm.offloading/zlib/1/0")],
    "objects.a": [("k.co", "k.co")],
    "sub/thin.a": [("k.spv", "../embedded.o/.llvm.offloading/0/0"), ("k.ptx", "../embedded.o/.llvm.offloading/1/0")],
    "outer.a": [("k.spv", "library.a/embedded.o/.llvm.offloading/0/0"), ("k.ptx", "library.a/embedded.o/.llvm.offloading/1/0")],
    "library.a": [("k.spv", "embedded.o/.llvm.offloading/0/0"), ("k.ptx", "embedded.o/.llvm.offloading/1/0")],
}


def real(program, folder, name):
    found, _, problem = listing(program, os.path.join(folder, name))
    if problem:
        return problem
    expected = [(path.replace("z*", "zstd"), os.path.getsize(os.path.join(folder, image))) for image, path in REAL[name]]
    got = [(one["path"].replace("zlib/hip", "zstd/hip"), one["size"]) for one in found["images"]
           if "host-" not in one["path"]] # clang's code for the host is an image of a bundle, too
    if name == "text.s": # the bundler adds a newline
        got = [(path, size - 1) for path, size in got]
    return None if got == expected else f"{got}, expected {expected}"


def entries(program, folder):
    """Entry points of images that compilers made."""
    named = {"k.ptx": ["k"], "k.co": ["k"]}
    for name, expected in named.items():
        found, _, problem = listing(program, os.path.join(folder, name))
        if problem or found["images"][0]["entries"] != expected or not found["images"][0]["compiler"]:
            return problem or f"{name}: {found['images']}, expected {expected} and a compiler"
    return None


def run(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)


def packaged(program, folder, name):
    """A SYCLBIN with the images of the container, which is valid."""
    path, out = os.path.join(folder, name), os.path.join(folder, "packaged")
    done = run(program, "pack", path, "-o", out)
    if done.returncode:
        return done.stderr.decode()[-300:]
    wrong = run(program, "verify", "-q", out)
    sizes = sorted(one["size"] for one in listing(program, out)[0]["images"])
    expected = sorted(os.path.getsize(os.path.join(folder, image)) + (name == "text.s") for image, _ in REAL[name])
    if wrong.returncode or sizes != expected:
        return f"{wrong.stdout.decode()[-300:]}; {sizes}, expected {expected}"
    return None


def translated(program, folder):
    """Kernels and their numbers of arguments come from SPIR-V of a compiler."""
    with open(os.path.join(folder, "two.cl"), "w", encoding="utf-8") as out:
        out.write("kernel void one(global int *a) { a[0] = 1; }\nkernel void two(global int *a, int b, float c) { a[0] = b + (int)c; }\n")
    spv, out = os.path.join(folder, "two.spv"), os.path.join(folder, "two.syclbin")
    for command in (["clang-15", "-c", "-emit-llvm", "--target=spir64-unknown-unknown", "-x", "cl", os.path.join(folder, "two.cl"), "-o", spv + ".bc"],
                    ["llvm-spirv-15", spv + ".bc", "-o", spv], [program, "pack", spv, "-o", out]):
        done = run(*command)
        if done.returncode:
            return done.stderr.decode()[-300:]
    found = json.loads(run(program, "dump", "--json", out).stdout)["modules"][0]["properties"]
    names = [one["key"] for one in found if one["set"] == "SYCL/kernel names" and "key" in one]
    bits = {one["key"]: one["bits"] for one in found if one["set"] == "SYCL/kernel param opt" and "key" in one}
    wrong = run(program, "pack", "--kernel", "three", "--ir", spv, "-o", out).returncode
    return None if names == ["one", "two"] and bits == {"one": 1, "two": 3} and wrong == 1 else f"{names}, {bits}, status {wrong}"


def compilers(results, program, folder):
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    problem = None
    if not missing:
        with open(os.path.join(folder, "k.spv"), "wb") as out:
            out.write(SPIRV)
        done = subprocess.run(["bash", "-c", SCRIPT], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        problem = done.stdout.decode()[-800:] if done.returncode else None
    results.report("compiler: entry points", problem or (None if missing else entries(program, folder)),
                   skip=f"no {missing[0]}" if missing else None)
    for name in REAL:
        if missing:
            results.report(f"compiler: {name}", skip=f"no {missing[0]}")
        else:
            results.report(f"compiler: {name}", problem or real(program, folder, name))
            results.report(f"compiler: {name}, packaged", problem or packaged(program, folder, name))
    translators = [tool for tool in ("clang-15", "llvm-spirv-15") if not shutil.which(tool)]
    results.report("compiler: SPIR-V, packaged", None if translators else translated(program, folder),
                   skip=f"no {translators[0]}" if translators else None)


# ---- the table

# how a row is called, in its order: small containers, and those of compilers
ROWS = {
    "OffloadBinary": "packed.bin", "ELF object": "embedded.o", "ELF of 32 bits, big-endian": "elf 32, big-endian",
    "ELF, compressed section": "compressed.o", "COFF object": "embedded.obj", "PE": "pe", "Mach-O": "mach-o 64", "Mach-O, universal": "universal",
    "bitcode with embedded objects": "embedded.bc", "bundle": "bundle.bc", "bundle, compressed": "compressed.bc", "bundle of text": "text.s",
    "bundle in sections of an object": "bundled.o", "bundles in sequence, with padding": "bundles in sequence", "`.hip_fatbin`": "hip_fatbin",
    "`.nv_fatbin`, `__nv_relfatbin`": "nv_fatbin", "fat binary, compressed": "compressed fat binary", "archive": "library.a",
    "thin archive": "sub/thin.a", "thin archive with an archive": "outer.a", "archive in an archive": "nested",
}
LISTERS = [["llvm-objdump-19", "--offloading", "{}"], *(["clang-offload-bundler-19", "--list", f"--type={kind}", "--input={}"]
                                                     for kind in ("o", "bc", "s", "a"))]


def listed(command, path):
    """The number of images for devices that another program lists."""
    done = subprocess.run([word.format(path) for word in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60)
    lines = done.stdout.decode(errors="replace").splitlines()
    if command[0].startswith("llvm-objdump"):
        return sum("OFFLOADING IMAGE" in line for line in lines)
    return sum(bool(line) and not line.startswith("host-") and "-" in line and " " not in line for line in lines)


def table(program, folder):
    print("| container | images | `syclbin ls` | llvm-objdump 19 | clang-offload-bundler 19 |\n|---|---|---|---|---|")
    for title, name in ROWS.items():
        path = os.path.join(folder, name)
        if name in CASES:
            path = os.path.join(folder, "small")
            with open(path, "wb") as out:
                out.write(CASES[name][0])
        count = len(CASES[name][1] if name in CASES else REAL[name])
        ours = sum("host-" not in one["path"] for one in listing(program, path)[0]["images"])
        objdump, *bundler = [min(listed(command, path), count) for command in LISTERS]
        print(f"| {title} | {count} | {ours} | {objdump} | {max(bundler)} |")
    return 0


def main():
    program = os.path.abspath(sys.argv[1])
    if "--write" in sys.argv:
        for name, (data, _, _) in CASES.items():
            with open(os.path.join(sys.argv[3], "_".join(name.replace(",", "").split())), "wb") as out:
                out.write(data)
        return 0
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        for name, (data, images, reasons) in CASES.items():
            path = os.path.join(folder, "container")
            with open(path, "wb") as out:
                out.write(data)
            results.report(name, check(program, path, images, reasons))
            results.report(f"{name}, damaged", damaged(program, folder, data))
        results.report("entry points", says(program, os.path.join(folder, "image")))
        compilers(results, program, folder)
        if "--table" in sys.argv:
            return table(program, folder)
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
