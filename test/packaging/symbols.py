#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""symbols.py ROOT [--update]: each library has a package, and debian/*.symbols list the symbols of the linker version scripts with the
version in which each appeared. --update adds new symbols with the version of meson.build, and removes old ones."""
import pathlib
import re
import sys

NODE = re.compile(r"([\w.]+) \{\s*global:\s*(.*?)\s*local:", re.S)
LIBRARY = re.compile(r"^usr/lib/\*/(lib[\w-]+)\.so\.(\d+)\*$", re.M)


def exported(path):
    """Each symbol@node of a version script; a node is a symbol itself."""
    for node, names in NODE.findall(path.read_text(encoding="utf-8")):
        yield f"{node}@{node}"
        for name in names.split(";"):
            if name.strip():
                yield f"{name.strip()}@{node}"


def development_package(debian, library):
    """The package with the link libX.so."""
    return next(path.stem for path in sorted(debian.glob("*-dev.install"))
                if f"/{library}.so\n" in path.read_text(encoding="utf-8"))


def make(root, debian, package, installed, version):
    """The text of a symbols file; versions come from the present one."""
    path = debian / (package + ".symbols")
    known = dict(re.findall(r"^ (\S+) (\S+)$", path.read_text(encoding="utf-8"), re.M)) if path.exists() else {}
    text = ""
    for library, number in installed:
        script = next(path for path in sorted(root.glob(f"lib*/**/{library}.map")))
        text += f"{library}.so.{number} {package} #MINVER#\n* Build-Depends-Package: {development_package(debian, library)}\n"
        text += "".join(f" {name} {known.get(name, version)}\n" for name in sorted(exported(script)))
    return path, text


def main():
    root = pathlib.Path(sys.argv[1])
    debian = root / "test/packaging/debian"
    version = re.search(r"version: '([\d.]+)'", (root / "meson.build").read_text(encoding="utf-8")).group(1)
    failed = False
    packaged = set()
    for install in sorted(debian.glob("*.install")):
        installed = LIBRARY.findall(install.read_text(encoding="utf-8"))
        if not installed:
            continue
        packaged |= {library for library, _ in installed}
        path, text = make(root, debian, install.stem, installed, version)
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if "--update" in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif text != old:
            failed = True
            difference = sorted(set(text.splitlines()) ^ set(old.splitlines()))
            print(f"{path.name} differs from the version scripts: {', '.join(map(str.strip, difference))}")
    unpackaged = sorted({script.stem for script in root.glob("lib*/**/lib*.map")} - packaged)
    if unpackaged:
        print(f"no package of debian/*.install has {', '.join(unpackaged)}")
        return 1
    if failed:
        print("test/packaging/symbols.py . --update adds new symbols and removes old ones")
    return int(failed)


sys.exit(main())
