#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""build.py MESON SOURCE_ROOT BUILD OUTPUT: compiles the programs to WebAssembly in BUILD, and writes OUTPUT, a page with all of them.
OUTPUT is left alone if it would not change. The compiled code is in it as base64 of gzip: a page that was opened from disk cannot load
another file."""
import base64
import gzip
import html
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "html"))
from embed import stripped  # noqa: E402

PROGRAMS = ("bef", "mlirbc", "syclbin")
OPTIONS = ["--buildtype=release", "-Doptimization=2", "-Db_staticpic=false", "-Ddefault_library=static", "-Dlibs=bef,mlirbc,syclbin", "-Dpacks=basic,tensor,hlo",
    "-Dtests=disabled", "-Dmimalloc=disabled", "-Dzstd=disabled", "-Dzlib=disabled", "-Dreference=disabled"]
SCRIPTS = ("core.js",)


def compile_programs(meson, root, build):
    here = os.path.dirname(os.path.abspath(__file__))
    cross, made = os.path.join(here, "emscripten.ini"), os.path.join(build, "build.ninja")
    if not os.path.exists(made) or os.path.getmtime(made) < os.path.getmtime(cross):  # meson reads the file only once
        again = ["--wipe"] if os.path.exists(made) else []
        subprocess.run([meson, "setup", *again, build, root, "--cross-file", cross, *OPTIONS], check=True)
    subprocess.run(["ninja", "-C", build, *(f"apps/{name}/{name}.js" for name in PROGRAMS)], check=True)


def read(*names):
    with open(os.path.join(*names), encoding="utf-8") as file:
        return file.read()


def block(name, text, kind="text/plain"):
    if "</script" in text.lower() or "<!--" in text:
        sys.exit(f"{name}: the text would end its element")
    return f'<script type="{kind}" id="{name}">{text}</script>\n'


def worker(here, build):
    """The script of the worker: what emcc made for each program, and worker.js."""
    parts = ["'use strict';\nconst programs = {};\n"]
    for name in PROGRAMS:
        made = read(build, "apps", name, f"{name}.js")
        parts.append(f"programs.{name} = (() => {{\n{made}\nreturn createProgram;\n}})();\n")
    return "".join(parts) + stripped(read(here, "worker.js"))


def write_page(root, build, output):
    here, pages = os.path.join(root, "apps", "web"), os.path.join(root, "apps", "html")
    blocks = [block("worker", worker(here, build)), block("example", read(here, "example.mlir"))]
    for name in PROGRAMS:
        with open(os.path.join(build, "apps", name, f"{name}.wasm"), "rb") as file:
            packed = gzip.compress(file.read(), 9, mtime=0)
        blocks.append(block(f"wasm-{name}", base64.b64encode(packed).decode(), "application/octet-stream"))
    scripts = "".join(stripped(read(pages, name)) for name in SCRIPTS) + stripped(read(here, "app.js"))
    page = read(here, "page.html")
    for key, text in {"STYLE": stripped(read(pages, "style.css")) + stripped(read(here, "app.css")), "BLOCKS": "".join(blocks),
            "SCRIPTS": scripts, "VERSION": html.escape(version(build))}.items():
        page = page.replace(f"@{key}@", text)
    if not os.path.exists(output) or read(output) != page:
        with open(output, "w", encoding="utf-8") as file:
            file.write(page)


def version(build):
    with open(os.path.join(build, "meson-info", "intro-projectinfo.json"), encoding="utf-8") as file:
        return json.load(file)["version"]


def main():
    meson, root, build, output = sys.argv[1:]
    compile_programs(meson, root, build)
    write_page(root, build, output)


if __name__ == "__main__":
    main()
