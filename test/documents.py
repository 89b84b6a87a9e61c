#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""documents.py ROOT: READMEs of the tree have at most 150 lines, and links in documents lead to existing files."""
import os
import re
import sys

import tap

LIMIT = 150
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")


def documents(root):
    """Yields the Markdown files of the tree, without build folders and downloaded subprojects."""
    for folder, names, files in os.walk(root):
        names[:] = sorted(n for n in names if not n.startswith((".", "build", "mimalloc-", "packagecache")))
        yield from (os.path.join(folder, f) for f in sorted(files) if f.endswith(".md"))


def broken_links(path, text):
    text = re.sub(r"^```.*?^```|^    .*?$|`[^`\n]*`", "", text, flags=re.S | re.M)
    for target in LINK.findall(text):
        if "://" not in target and not os.path.exists(os.path.join(os.path.dirname(path), target)):
            yield f"{path}: no file {target}"


def main():
    root, results, broken, count = sys.argv[1], tap.Tap(), [], 0
    for path in documents(root):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        broken += broken_links(path, text)
        count += 1
        if os.path.basename(path) == "README.md":
            lines = text.count("\n")
            results.report(f"{os.path.relpath(path, root)}: {lines} lines",
                           f"{lines} lines, at most {LIMIT} expected" if lines > LIMIT else None)
    results.report(f"links in {count} documents", "\n".join(broken))
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
