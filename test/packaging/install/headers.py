#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Public headers have two names: <befkit/async/value.h>, and <async/value.h> where pkg-config or CMake adds the folder befkit.

headers.py forward FOLDER PREFIX HEADER...: writes FOLDER/befkit/PREFIX/NAME for each header, which includes <PREFIX/NAME>, for the
source tree and projects that have it as a subproject. Files that are up to date are not written.
headers.py install INCLUDEDIR PREFIX...: meson runs it after the headers have been installed in INCLUDEDIR/befkit/PREFIX. It
changes #include <PREFIX/NAME> in them to #include <befkit/PREFIX/NAME>, so that they need no option of the compiler."""
import os
import re
import sys


def write(path, text):
    try:
        with open(path, encoding="utf-8") as f:
            if f.read() == text:
                return
    except FileNotFoundError:
        pass
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def forward(folder, prefix, *headers):
    target = os.path.join(folder, "befkit", prefix)
    os.makedirs(target, exist_ok=True)
    for header in headers:
        name = os.path.basename(header)
        write(os.path.join(target, name), f"/* Forwards to the source tree. */\n#include <{prefix}/{name}>\n")


def installed_path(folder):
    """A folder of the options of the build, where this installation puts it."""
    if os.path.isabs(folder):
        return os.environ.get("DESTDIR", "") + folder
    return os.path.join(os.environ["MESON_INSTALL_DESTDIR_PREFIX"], folder)


def install(includedir, *prefixes):
    ours = re.compile(rf"^(\s*#\s*include\s*<)(?=(?:{'|'.join(map(re.escape, prefixes))})/)", re.M)
    for prefix in prefixes:
        folder = os.path.join(installed_path(includedir), "befkit", prefix)
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8", newline="") as f:
                text = f.read()
            # The time stays that of the source, by which meson decides whether to install a header again.
            times = os.stat(path)
            write(path, ours.sub(r"\1befkit/", text))
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


if __name__ == "__main__":
    {"forward": forward, "install": install}[sys.argv[1]](*sys.argv[2:])
