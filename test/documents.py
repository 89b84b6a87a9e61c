#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""documents.py ROOT: READMEs of the tree have at most 150 lines, DESIGN.md at most 2500 words; links in documents lead to existing
files, and a function that a document places in a file, as `NAME()` ([FILE](PATH)), is defined there."""
import os
import re
import sys

import tap

LIMIT, WORDS = 150, 2500
PLACED = re.compile(r"`(\w+)\(\)`\s+\(\[[^]]+\]\(([^)\s]+)\)\)")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")


def documents(root):
    """Yields the Markdown files of the tree, without build folders, downloaded subprojects and virtual environments."""
    for folder, names, files in os.walk(root):
        names[:] = sorted(n for n in names if not n.startswith((".", "build", "mimalloc-", "packagecache")))
        if "pyvenv.cfg" in files:
            names[:], files = [], []
        yield from (os.path.join(folder, f) for f in sorted(files) if f.endswith(".md"))


def broken_links(path, text):
    text = re.sub(r"^```.*?^```|^    .*?$|`[^`\n]*`", "", text, flags=re.S | re.M)
    for target in LINK.findall(text):
        if "://" not in target and not os.path.exists(os.path.join(os.path.dirname(path), target)):
            yield f"{path}: no file {target}"


def misplaced(path, text):
    for name, target in PLACED.findall(text):
        file = os.path.join(os.path.dirname(path), target)
        if not os.path.exists(file):
            continue  # a broken link
        with open(file, encoding="utf-8") as source:
            if not re.search(rf"^(?!\s|return\b).*\b{name}\([^;]*$", source.read(), re.M):
                yield f"{path}: {target} does not define {name}()"


def main():
    root, results, broken, wrong, count = sys.argv[1], tap.Tap(), [], [], 0
    for path in documents(root):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        broken += broken_links(path, text)
        wrong += misplaced(path, text)
        count += 1
        if os.path.basename(path) == "DESIGN.md":
            words = len(text.split())
            results.report(f"{os.path.relpath(path, root)}: {words} words",
                           f"{words} words, at most {WORDS} expected" if words > WORDS else None)
        if os.path.basename(path) == "README.md":
            lines = text.count("\n")
            results.report(f"{os.path.relpath(path, root)}: {lines} lines",
                           f"{lines} lines, at most {LIMIT} expected" if lines > LIMIT else None)
    results.report(f"links in {count} documents", "\n".join(broken))
    results.report("functions are where documents place them", "\n".join(wrong))
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
