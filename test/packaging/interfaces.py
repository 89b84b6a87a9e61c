#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""interfaces.py LIBRARY...: compares the interface of each library (libX.so...), which has complete debug information, with the one that
interfaces.tar.xz records for the last release. Functions and types may be added. Fails if one was removed or changed.
interfaces.py --update [BUILD]: records the present interfaces, of the libraries in a build; without BUILD makes one, which takes a minute.

Needs abidw and abidiff of libabigail (Debian: abigail-tools)."""
import io
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT, RECORDED = FOLDER.parent.parent, FOLDER / "interfaces.tar.xz"
sys.path.insert(0, str(FOLDER.parent))
import tap  # noqa: E402

# Paths and lines of declarations would change with each edit of a header.
DESCRIBE = ["abidw", "--drop-private-types", "--exported-interfaces-only", "--no-show-locs", "--no-comp-dir-path", "--no-corpus-path"]
# abidw follows pointers into structures whose members no header shows. Names with two underscores are private to a library.
PRIVATE = "[suppress_type]\n  name_regexp = ^[a-z_0-9]+__.*\n"
UPDATE = "test/packaging/interfaces.py --update records a change that is meant; NEWS.md tells users of it"


def library_name(path):
    return pathlib.Path(path).name.split(".so")[0]


def collect_headers(root, folder):
    """Copies the public headers to one folder, which is what abidw takes."""
    for include in sorted(root.glob("lib*/**/include")):
        shutil.copytree(include, folder, dirs_exist_ok=True)
    return folder


def describe(library, headers, path):
    """Writes the interface of a library, as far as the headers show it. Returns a problem, or None."""
    done = tap.run([*DESCRIBE, "--headers-dir", headers, "--out-file", path, library])
    return None if done.status == 0 and path.exists() else f"abidw {library}: exit status {done.status}\n{done.text()}"


def compare(old, new):
    """Describes what was removed or changed between two interfaces; None if nothing was."""
    private = new.with_suffix(".suppressions")
    private.write_text(PRIVATE)
    done = tap.run(["abidiff", "--no-added-syms", "--suppressions", private, old, new])
    return None if done.status == 0 else f"{done.text()}\n{UPDATE}"


def check(libraries):
    if not shutil.which("abidw") or not shutil.which("abidiff"):
        return tap.skip_all("no abidiff (package abigail-tools)")
    results, found = tap.Tap(), {library_name(path): path for path in libraries}
    with tempfile.TemporaryDirectory() as scratch, tarfile.open(RECORDED) as archive:
        scratch = pathlib.Path(scratch)
        headers = collect_headers(ROOT, scratch / "headers")
        for member in archive.getmembers():
            name = pathlib.Path(member.name).stem
            if name not in found:
                results.report(name, skip="not built")
                continue
            old, new = scratch / "old.abi", scratch / f"{name}.abi"
            old.write_bytes(archive.extractfile(member).read())
            results.report(name, describe(found[name], headers, new) or compare(old, new))
    return results.finish()


def build_libraries(build):
    for command in (["meson", "setup", build, ROOT, "--buildtype=debug", "-Dapps=disabled", "-Dtests=disabled"], ["ninja", "-C", build]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def update(build):
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        if not build:
            build = scratch / "build"
            build_libraries(build)
        headers = collect_headers(ROOT, scratch / "headers")
        with tarfile.open(RECORDED, "w:xz", preset=9) as archive:
            for library in sorted(pathlib.Path(build).glob("lib*.so")):
                path = scratch / f"{library_name(library)}.abi"
                problem = describe(library, headers, path)
                if problem:
                    raise SystemExit(problem)
                data = path.read_bytes()
                entry = tarfile.TarInfo(path.name)  # no time, no owner: the same bytes for the same interfaces
                entry.size = len(data)
                archive.addfile(entry, io.BytesIO(data))
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--update"]:
        sys.exit(update(sys.argv[2] if len(sys.argv) > 2 else None))
    sys.exit(check(sys.argv[1:]))
