#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""make.py DOXYGEN OUTPUT: writes the API reference, HTML, to the folder OUTPUT. Fails when Doxygen warns, or makes a dash of the
two hyphens of an option."""
import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "../.."))
GUIDES = ["README.md", "COMPARISON.md", "CONTRIBUTING.md", "PACKAGING.md", "SECURITY.md", "NEWS.md", "apps/*.md", "apps/examples/*.md",
          "apps/web/*.md", "apps/html/*.md", "test/README.md", "test/jax/README.md", "lib*/*.md", "lib*/*/README.md", "lib*/*/DESIGN.md", "libbef/*/*.md", "lib*/**/bench/RESULTS.md", "libkernels/packs/*/*.md"]


def files(*patterns):
    return sorted({path for pattern in patterns for path in glob.glob(os.path.join(ROOT, pattern), recursive=True)})


def settings(output):
    """The values of Doxyfile.in."""
    includes = [path for path in files("lib*/**/include") if "/packs/shared/" not in path]
    headers = [path for folder in includes for path in sorted(glob.glob(folder + "/**/*.h", recursive=True))
               if "/include/hlo/" not in path]  # shared by two libraries, not installed
    with_macros = "\n".join(open(path, encoding="utf-8").read() for path in headers)
    macros = sorted(set(re.findall(r"^#\s*define (\w+_(?:API|NODISCARD|PRINTF\([^)]*\)|COLD|NOINLINE))(?:\s|$)", with_macros, re.M)))
    return {"headers": headers, "guides": files(*GUIDES), "includes": includes, "macros": [macro + "=" for macro in macros],
            "root": [ROOT], "output": [output], "python": [sys.executable], "filter": [os.path.join(HERE, "filter.py")],
            "version": re.findall(r"version: '([\d.]+)'", open(os.path.join(ROOT, "meson.build"), encoding="utf-8").read())[:1]}


def dashes(output):
    """The places of the pages where Doxygen has made a dash."""
    for path in sorted(glob.glob(os.path.join(output, "*.html"))):
        with open(path, encoding="utf-8") as page:
            for match in re.finditer("(?:&[nm]dash;|[–—]).{,30}", page.read()):
                yield f"{os.path.basename(path)}: {match.group()}"


def main():
    doxygen, output = sys.argv[1], os.path.abspath(sys.argv[2])
    os.makedirs(output, exist_ok=True)
    values = settings(output)
    with open(os.path.join(HERE, "Doxyfile.in"), encoding="utf-8") as template:
        text = re.sub(r"@(\w+)@", lambda match: " \\\n    ".join(values[match.group(1)]), template.read())
    status = subprocess.run([doxygen, "-"], input=text, text=True, check=False).returncode
    found = list(dashes(output))
    print("".join(f"{place}: a dash instead of two hyphens\n" for place in found), end="", file=sys.stderr)
    return status or bool(found)


sys.exit(main())
