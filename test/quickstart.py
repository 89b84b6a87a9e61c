#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""quickstart.py SCRIPT BUILD: apps/quickstart runs the model with the programs of a build and writes the two pages that it names at its
end, which show the kernels of the model."""
import base64
import os
import re
import sys
import tempfile

import tap

PAGES = ["run.html", "graph.html"]


def check_page(path):
    """What is wrong with a page, or None."""
    if not os.path.exists(path):
        return f"no file {path}"
    with open(path, encoding="utf-8") as f:
        text = f.read()
    data = re.findall(r'<script type="application/octet-stream"[^>]*>([A-Za-z0-9+/=]*)</script>', text)
    if "hlo.dot_general" not in text and not any(b"hlo.dot_general" in base64.b64decode(part) for part in data):
        return f"{path} does not mention the products of the model"
    return None if not re.search(r"""(?:src|href)=["']?https?:""", text) else f"{path} needs a network"


def main():
    script, build = sys.argv[1:]
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        done = tap.run([script, build, folder], merged=True, timeout=120)
        printed = done.text()
        results.report("the script", None if done.status == 0 else f"exit status {done.status}\n{printed[-3000:]}")
        named = re.findall(r"file://(\S+)", printed)
        wanted = [os.path.join(folder, page) for page in PAGES]
        results.report("names of the pages", None if named == wanted else f"found {named}, expected {wanted}")
        for path in wanted:
            results.report(os.path.basename(path), check_page(path))
    return results.finish()


sys.exit(main())
