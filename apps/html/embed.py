#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""embed.py INPUT OUTPUT: writes the text of a style sheet or script as C source that defines `struct html_file
html_NAME_SUFFIX`. Lines that are only a comment, and indentation, are left out: no string of these files spans lines."""
import os
import re
import sys


def stripped(text):
    text = re.sub(r"^\s*/\*.*?\*/[ \t]*$", "", text, flags=re.MULTILINE | re.DOTALL)
    lines = (line.strip() for line in text.split("\n"))
    return "".join(line + "\n" for line in lines if line and not line.startswith("//"))


def main():
    source, target = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        text = stripped(file.read())
    if "</script" in text.lower() or "</style" in text.lower() or "<!--" in text:
        sys.exit(f"{source}: the text would end its element")
    data = text.encode()
    name = "html_" + os.path.basename(source).replace(".", "_")
    with open(target, "w", encoding="utf-8") as out:
        out.write('#include "page.h"\n\nstatic const unsigned char text[] = {\n')
        for at in range(0, len(data), 32):
            out.write(",".join(map(str, data[at:at + 32])) + ",\n")
        out.write("};\nconst struct html_file %s = { (const char *)text, sizeof text };\n" % name)


if __name__ == "__main__":
    main()
