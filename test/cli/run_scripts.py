#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_scripts.py NODE BEF SCRIPT...: checks the scripts of pages with scripts_test.js, and a trace of bef as their data."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "bef"))
import pages  # noqa: E402
import run_pages  # noqa: E402

# What core.js takes from a browser when it is loaded.
BROWSER = """const matchMedia = () => ({ matches: false });
const document = { getElementById: (id) => ({ textContent: blocks[id] }) };
"""


def main():
    node, program, *scripts = [os.path.abspath(name) for name in sys.argv[1:]]
    parts = []
    for script in scripts + [os.path.join(os.path.dirname(os.path.abspath(__file__)), "scripts_test.js")]:
        with open(script, encoding="utf-8") as file:
            parts.append(file.read())
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("p.mlir", "w", encoding="utf-8") as file:
            file.write(run_pages.PROGRAM)
        pages.run(program, "run", "p.mlir", "--trace", "t.html")
        with open("test.js", "w", encoding="utf-8") as file:
            file.write("'use strict';\nconst blocks = " + json.dumps(pages.load("t.html").blocks) + ";\n" + BROWSER + "\n".join(parts))
        status = subprocess.run([node, "test.js"], check=False).returncode
        os.chdir("/")
    return status


if __name__ == "__main__":
    sys.exit(main())
