#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rules.py LIBBEF: every rule of the reader and the verifier has a test and is in VERIFY.md.

Rules are the messages in format/*.c. Each must be one that a test expects, and must contain one of the texts in backticks
in the second table of rules ("what is said"); each of these texts must be part of a message, and each rule of the
first table must be in the second."""
import os
import re
import sys

SOURCES = ("reader", "tables", "verify", "verify_body", "verify_data", "attr", "body", "location", "optional")
# Prefixes and parts of messages, wrong calls, memory.
NO_RULES = re.compile(r"^(%s: %s %s|section %u: length %s|Functions, function %u(%s)?(: %s( cut off)?)?|, kernel %u: %s|"
                      r"Attributes \+%llu \(%s\): %s|no memory .*|%s: position %llu|attribute has no element %lu|"
                      r"function %u is native and has no body|)$")


def strings(text):
    """String literals; those that stand behind each other are one."""
    text = re.sub(r'"\s*\n?\s*"', "", text)
    return [(match.start(), match.group(1)) for match in re.finditer(r'"((?:[^"\\\n]|\\.)*)"', text)], text


def messages(folder):
    found = {}
    for name in SOURCES:
        with open(os.path.join(folder, name + ".c"), encoding="utf-8") as f:
            literals, text = strings(f.read())
        for match in re.finditer(r"\b\w*(?:fail|cut)\w*\s*\(", text):
            end, depth = match.end(), 1
            while depth:
                depth += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
            for place, literal in literals:
                if match.end() <= place < end and not NO_RULES.match(literal):
                    found.setdefault(literal, f"{name}.c:{text[:place].count(chr(10)) + 1}")
    return found


def expectations(folder):
    out = []
    for name in sorted(os.listdir(folder)):
        if name.endswith("_test.c"):
            with open(os.path.join(folder, name), encoding="utf-8") as f:
                out += [literal for _, literal in strings(f.read())[0]]
    return out


def pattern(message):
    parts = re.split(r"(%%|%[-+ #0]*\d*(?:\.\d+)?(?:ll|l|z)?[a-z])", message)
    texts = {"%%": "%"}
    return re.compile("".join(texts.get(part, r".+") if part.startswith("%") else re.escape(part) for part in parts))


def table(readme, heading):
    """Rows of the first table behind a line that contains `heading`: lists of cells."""
    lines = iter(readme.splitlines())
    for line in lines:
        if heading in line:
            break
    rows = []
    for line in lines:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            break
    return rows[2:]


def main():
    root = sys.argv[1]
    with open(os.path.join(root, "VERIFY.md"), encoding="utf-8") as f:
        readme = f.read()
    rules = [row[0] for row in table(readme, "## The rules")]
    said = {row[0]: re.findall(r"`([^`]+)`", row[1]) for row in table(readme, "The messages for each rule")}
    code, tests = messages(os.path.join(root, "format")), expectations(os.path.join(root, "test/format"))
    texts = [text for row in said.values() for text in row]
    cases = [(f"rule {rule} has messages", bool(said.get(rule))) for rule in rules]
    cases += [(f"rule {rule} is one", rule in rules) for rule in said]
    cases += [(f"{place}: '{message}' has a test", any(pattern(message).search(test) for test in tests))
              for message, place in code.items()]
    cases += [(f"{place}: '{message}' belongs to a rule", any(text in message for text in texts))
              for message, place in code.items()]
    cases += [(f"'{text}' is said", any(text in message for message in code)) for text in texts]
    print(f"1..{len(cases)}")
    for number, (name, good) in enumerate(cases, 1):
        print(f"{'ok' if good else 'not ok'} {number} - {name.replace('#', '')}")
    return int(not all(good for _, good in cases))


if __name__ == "__main__":
    sys.exit(main())
