#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""diags.py ROOT HEADER...: every public function that takes a diagnostic has a case of test/diags.h (DIAGS_CASE) in the tests of
ROOT/lib*, so that it is called with every size of the diagnostic."""
import glob
import os
import re
import sys

# Functions that never fail with a message, each with the reason.
EXEMPT = {}

WORD = re.compile(r"[A-Za-z_]\w*")
DIAG = re.compile(r"\b\w+_diag\b[^*\[]*[*\[]")
# What parentheses may follow without being the name of a function; macros in capitals are attributes.
NOT_NAMES = {"__attribute__", "__declspec", "_Alignas", "alignas", "void", "int", "unsigned", "size_t", "bool", "char", "double", "float"}


def plain(text):
    """C without comments, directives, and contents of texts."""
    text = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
                  lambda m: '""' if m[0][0] == '"' else "0" if m[0][0] == "'" else " ", text, flags=re.S)
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.M)
    return re.sub(r'\bextern\s*""\s*\{', "", text)


def closing(text, at):
    """The position of what closes the parenthesis, bracket or brace at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0:
            return i
    return len(text) - 1


def statements(text):
    """Declarations and definitions at file scope, without bodies."""
    out, at = "", 0
    while at < len(text):
        c = text[at]
        if c == "(":
            end = closing(text, at)
            out += text[at:end + 1]
            at = end
        elif c == "{":
            at = closing(text, at)
            if out.rstrip().endswith(")"):  # of a function
                yield out
                out = ""
        elif c == ";":
            yield out
            out = ""
        elif c != "}":  # that of extern "C" may remain
            out += c
        at += 1


def declared(statement):
    """Name and parameters of the function that a statement declares, else None."""
    at = 0
    while True:
        at = statement.find("(", at)
        if at < 0:
            return None
        end = closing(statement, at)
        inner = statement[at + 1:end]
        before = statement[:at].rstrip()
        word = WORD.match(before[max((m.start() for m in WORD.finditer(before)), default=len(before)):])
        name = word[0] if word and before.endswith(word[0]) else ""
        if inner.lstrip().startswith("*"):  # a pointer: a variable, or the result of a function
            return declared(inner.lstrip().lstrip("*"))
        if name and name not in NOT_NAMES and not name.isupper():
            return name, inner
        at = end + 1


def parameters(text):
    """The parameters, without those of functions that they point to."""
    flat, at = "", 0
    while at < len(text):
        if text[at] == "(":
            at = closing(text, at)
        else:
            flat += text[at]
        at += 1
    return flat.split(",")


def takes_diag(text):
    return any(DIAG.search(p) and not re.search(r"\bconst\b[^*]*_diag\b|_diag\s+const\b", p) for p in parameters(text))


def functions(header):
    """Functions of a header that may fill a diagnostic."""
    with open(header, encoding="utf-8") as f:
        text = plain(f.read())
    found = (declared(s) for s in statements(text) if not s.split()[:1] == ["typedef"])
    return [name for name, text in filter(None, found) if takes_diag(text)]


def cases(root):
    names = set()
    for path in glob.glob(os.path.join(root, "lib*", "**", "*.c"), recursive=True):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        if "DIAGS_CASE" in text:
            names.update(re.findall(r"\bDIAGS_CASE\(\s*(\w+)\s*\)", plain(text)))
    return names


def main():
    root, headers = sys.argv[1], sys.argv[2:]
    tested, failures, count = cases(root), 0, 0
    for header in headers:
        for name in functions(header):
            count += 1
            if (name in tested) == (name in EXEMPT):
                print(f"{header}: {name}(): " + ("exempt, but has a case" if name in EXEMPT else
                                                 f"takes a diagnostic, and no test has DIAGS_CASE({name}) (test/diags.h)"))
                failures += 1
    print(f"{count} functions take a diagnostic")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
