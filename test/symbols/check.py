#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check.py LIBRARY MAP HEADER...: exported symbols, the version script and the declarations in the headers agree."""
import re
import subprocess
import sys


def declared(headers):
    """Names that an X_API declaration introduces: the last word before the first '(' or ';' or '['."""
    names = set()
    for path in headers:
        with open(path, encoding="utf-8") as f:
            text = re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)
        text = re.sub(r"^\s*#.*(\\\n.*)*$", "", text, flags=re.M)
        for m in re.finditer(r"\b[A-Z]+_API\b([^;{]*)", text):
            head = re.split(r"[\[(;]", re.sub(r"\b[A-Z]+_NODISCARD\b", "", m.group(1)), maxsplit=1)[0]
            names.add(re.findall(r"\w+", head)[-1])
    return names


def main():
    library, version_map, *headers = sys.argv[1:]
    with open(version_map, encoding="utf-8") as f:
        listed = re.findall(r"^\s+([a-z]\w*);", f.read(), re.M)
    out = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in out.splitlines()]
    exported = {row[2].split("@")[0] for row in rows if row[1] != "A"}
    bad = 0
    for one, other, text in ((set(listed), exported, "in the map, not in the library"),
                             (exported, set(listed), "in the library, not in the map"),
                             (exported, declared(headers), "exported, not declared in a header"),
                             (declared(headers), exported, "declared in a header, not exported")):
        for name in sorted(one - other):
            print(f"{text}: {name}")
            bad = 1
    if listed != sorted(listed):
        print("the map is not sorted")
        bad = 1
    return bad


sys.exit(main())
