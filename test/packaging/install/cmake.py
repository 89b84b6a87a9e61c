#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cmake.py LIBDIR INCLUDEDIR VERSION: meson runs it when the libraries are installed. Writes LIBDIR/cmake/befkit, the package of
CMake: befkit-config.cmake and befkit-config-version.cmake from the templates beside this script, and befkit-NAME.cmake for each library,
with the dependencies that its file for pkg-config has."""
import glob
import os
import re
import sys

import headers

HERE = os.path.dirname(os.path.abspath(__file__))
# pkg-config's names of outside libraries, and how CMake finds them.
OUTSIDE = {
    "zlib": ("find_package(ZLIB QUIET)", "ZLIB_FOUND", "ZLIB::ZLIB"),
    "libzstd": ("find_library(befkit_zstd zstd)", "befkit_zstd", "${befkit_zstd}"),
    "mimalloc": ("find_library(befkit_mimalloc mimalloc)", "befkit_mimalloc", "${befkit_mimalloc}"),
}
THREADS = ("find_package(Threads QUIET)", "Threads_FOUND", "Threads::Threads")


def fields(path):
    with open(path, encoding="utf-8") as f:
        return dict(re.findall(r"^([A-Za-z.]+): *(.*)$", f.read(), re.M))


def packages(text):
    """'libzstd >= 1.4.0, zlib' has two names."""
    return [re.match(r"[\w.+-]+", part.strip()).group() for part in text.split(",") if part.strip()]


def library(name, description, ours):
    """befkit-NAME.cmake: which libraries it needs, for shared and for static ones, and how to find the others."""
    shown, hidden, outside, words = [], [], [], []
    for key, known in (("Requires", shown), ("Requires.private", hidden)):
        for package in packages(description.get(key, "")):
            if package in ours:
                known.append(package[3:])
            elif package in OUTSIDE:
                outside.append(OUTSIDE[package])
            else:
                sys.exit(f"lib{name}.pc needs {package}, which test/packaging/install/cmake.py does not know")
    # A build of static libraries only has all of them in Libs.
    for word in (description.get("Libs", "") + " " + description.get("Libs.private", "")).split():
        if word == "-pthread":
            outside += [THREADS] if THREADS not in outside else []
        elif not word.startswith("-L") and word != "-l" + name and word not in words:
            words.append(word)
    defines = [word[2:] for word in description["Cflags"].split() if word.startswith("-D")]
    return {"NAME": name, "NEEDS": " ".join(shown), "HIDDEN_NEEDS": " ".join(hidden), "DEFINES": ";".join(defines),
            "FINDS": "\n\t".join(find for find, _, _ in outside), "FOUND": " ".join(found for _, found, _ in outside),
            "WORDS": " ".join([target for _, _, target in outside] + words)}


def up(libdir):
    """From LIBDIR/cmake/befkit to the prefix; None if LIBDIR is not below it."""
    return None if os.path.isabs(libdir) else "/".join([".."] * (len(libdir.strip("/").split("/")) + 2))


def fill(template, values):
    with open(os.path.join(HERE, template), encoding="utf-8") as f:
        return re.sub(r"@(\w+)@", lambda found: values[found.group(1)], f.read())


def main():
    libdir, includedir, version = sys.argv[1:]
    folder = os.path.join(headers.installed_path(libdir), "cmake/befkit")
    described = {os.path.basename(path)[:-3]: fields(path)
                 for path in glob.glob(os.path.join(os.environ["MESON_BUILD_ROOT"], "meson-private/lib*.pc"))}
    described = {name: found for name, found in described.items() if os.path.exists(os.path.join(
        headers.installed_path(libdir), "pkgconfig", name + ".pc"))}
    include = includedir
    if not os.path.isabs(includedir):
        prefix = up(libdir) or os.environ["MESON_INSTALL_PREFIX"]
        include = os.path.join(prefix if os.path.isabs(prefix) else "${befkit_folder}/" + prefix, includedir)
    values = {"VERSION": version, "INCLUDE": include, "ENDING": "dylib" if sys.platform == "darwin" else "so"}
    os.makedirs(folder, exist_ok=True)
    for name, template in (("befkit-config", "config.cmake.in"), ("befkit-config-version", "version.cmake.in")):
        headers.write(os.path.join(folder, name + ".cmake"), fill(template, values))
    for name, description in described.items():
        if description["Version"] == version:
            path = os.path.join(folder, f"befkit-{name[3:]}.cmake")
            headers.write(path, fill("library.cmake.in", {**values, **library(name[3:], description, described)}))


main()
