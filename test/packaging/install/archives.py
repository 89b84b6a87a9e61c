#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""archives.py LIBDIR NM OBJCOPY LIBRARY...: meson runs it when static libraries have been installed.

Linking puts all names of a static library into the name space of the program, hidden ones too. Names of its own files that do not
begin with the prefix of the library get it and two underscores: in libmlirbc-stablehlo.a, shlo_x becomes
mlirbc__shlo_x, in definitions and in references. Objects for link-time optimization, which objcopy cannot change, keep their
names."""
import os
import subprocess
import sys
import tempfile

import headers


def stray(nm, path, prefix):
    """Names to change; None where objects are not those of a usual compiler."""
    done = subprocess.run([nm, "-g", "--defined-only", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    names = {row[2] for row in map(str.split, done.stdout.splitlines()) if len(row) == 3}
    if done.returncode or any(name.startswith("__gnu_lto_") for name in names):
        return None
    # what sanitizers and the compiler add begins with two underscores
    return sorted(name for name in names if not name.startswith((prefix + "_", "__")))


def rename(objcopy, path, names, prefix):
    with tempfile.TemporaryDirectory(dir=os.path.dirname(path)) as folder:
        table, out = os.path.join(folder, "names"), os.path.join(folder, "out.a")
        with open(table, "w", encoding="utf-8") as f:
            f.writelines(f"{name} {prefix}__{name}\n" for name in names)
        done = subprocess.run([objcopy, "--redefine-syms=" + table, path, out], stderr=subprocess.PIPE, text=True)
        if done.returncode:
            print(f"{path} keeps its names: {done.stderr.strip()}")
            return
        times = os.stat(path)
        os.chmod(out, times.st_mode & 0o7777)
        # The time stays that of the library in the build, by which meson decides whether to install it again.
        os.utime(out, ns=(times.st_atime_ns, times.st_mtime_ns))
        os.replace(out, path)


def main():
    libdir, nm, objcopy, *libraries = sys.argv[1:]
    for library in libraries:
        path = os.path.join(headers.installed_path(libdir), f"lib{library}.a")
        prefix = library.split("-")[0]
        names = stray(nm, path, prefix) if os.path.exists(path) else None
        if names:
            rename(objcopy, path, names, prefix)


main()
