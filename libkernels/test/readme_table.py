#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""readme_table.py LISTER HOSTILE PACK DOCUMENT SOURCE...: the tables in the document of a pack (README.md or KERNELS.md) list exactly
the kernels that it registers, each with its signature. The quoted errors occur in the sources (C files, or folders with their
subfolders). They are the errors that the kernels return when HOSTILE (hostile.c) calls them with wrong arguments: each observed error
is in the row of its kernel, and each error of a row was observed. HOSTILE "-": compares names and signatures only, for kernels whose
errors come from drivers. tables.py describes the syntax of the tables."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "test"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402
from tables import COMMON, common, complex_attributes, errors, members, rows, signature  # noqa: E402

# Errors that need several calls, another thread or a particular file; separate tests cover them.
RARE = re.compile(r"another function .* ran once|the function needs its own result|a task cannot wait|duplicate locations|a forwarded payload|a value is not in the|"
                  r"attribute N: rank N is above|op_handler exists|Cannot allocate N bytes|P: tensor N: (number|the number|failed|N values|value N|"
                  r"dimension N|dimensions|offset)|out of memory|Cannot allocate|unexpected tensor dtype number|.*too large$")
LEFT_OUT = {"tfrt_test.benchmark"}  # of hostile.c
# TFRT's texts, which do not name the argument, and errors without an argument.
PLAIN = re.compile(r"Unknown |Shape mismatch|Incorrect number|unexpected tensor|Cannot allocate|out of memory|Divide by zero|"
                   r"something bad|error chain|cannot find device|failed to read|N values|no branches|the last result|the function needs|"
                   r"op_handler |invalid tensorhandle|the executor|the condition")
NAMED = re.compile(r"arguments? N|attribute N|function ''|file P|path P|P: |(padding|strides|pool_size|columns)( must|:)")


def check_names(registered, document):
    problems, seen = [], set()
    for number, letters, cells in rows(document):
        for name in re.findall(r"`([^`]+)`", cells[0]):
            for member, values in members(name, letters):
                if member in seen or member not in registered:
                    problems.append(f"line {number}: {member} " + ("again" if member in seen else "is not registered"))
                    continue
                seen.add(member)
                text = cells[1].strip("`")
                for letter, value in values.items():
                    text = complex_attributes(text, value) if letter in "TC" else text
                    text = re.sub(rf"(?<![A-Za-z]){letter}(?![A-Za-z])",
                                  "i1" if value == "bool" else value, text)
                if signature(text) != signature(registered[member]):
                    problems.append(f"line {number}: {member}: {text}\n    registered: {registered[member]}")
    return problems + [f"no row for {name}" for name in sorted(set(registered) - seen)]


def formats(sources):
    """Returns all string literals of the sources."""
    texts = set()
    files = [os.path.join(folder, f) for s in sources for folder, _, names in os.walk(s) for f in sorted(names)]
    for path in files + [s for s in sources if not os.path.isdir(s)]:
        with open(path, encoding="utf-8") as f:
            code = f.read()
        for found in re.finditer(r'"(?:[^"\\\n]|\\.)*"(?:\s*(?:PRI\w+\s*)?"(?:[^"\\\n]|\\.)*")*(?:\s*PRI\w+)?', code):
            pieces = re.findall(r'"((?:[^"\\]|\\.)*)"|(PRI\w+)', found[0])
            texts.add("".join(a or (b and "d") for a, b in pieces).replace('\\"', '"').replace("\\n", ""))
    return texts


def expression(text):
    pieces = re.split(r"%[-+ #0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:hh|h|ll|l|z|j)?[a-zA-Z]|%%", text)
    return ".*".join(re.escape(p) for p in pieces), sum(map(len, pieces))


def check_errors(document, sources):
    known, problems, count = [], [], 0
    for text in formats(sources):
        regular, literal = expression(text)
        if literal >= 5:
            known.append(re.compile(regular))
    for number, _, texts in errors(document):
        for text in texts:
            count += 1
            if not any(r.fullmatch(text) or r.fullmatch(text.removeprefix("P: tensor 0: ").removeprefix("P: tensor 5: "))
                       for r in known):
                problems.append(f"line {number}: no source says {text!r}")
    return problems if count else ["no errors in the table"]


def pattern(text):
    """Replaces names, numbers and types, so that messages of one kind compare equal. hostile_call.c replaces some of them."""
    text = re.sub(r"(['\"])(.*?)\1", "''", text)
    text = re.sub(r"\[[-0-9, ]*\]", "[]", text)
    text = re.sub(r"(?<![A-Za-z0-9])-?[0-9]+", "N", text)
    text = re.sub(r"\b(ui?|i|b?f|complex)(1|8|16|32|64|128)\b", "T", text)
    text = re.sub(r"(dense|COO|string) tensor( of rank N)?( of (T|string))?", "tensor", text)
    text = re.sub(r"^(failed to open file ).*?( for reading)", r"\1P\2", text)
    return re.sub(r"^(failed to read from file|cannot find device|op_handler not found:|op_handler exists:) .*", r"\1 P", text)


def check_observed(registered, document, output):
    listed, problems, seen = {}, [], {}
    shared, _ = common(document)
    for _, names, texts in errors(document):
        for name in names:
            listed[name] = {pattern(t) for t in texts}
    for name, text in registered.items():
        for key, texts in shared.items():
            if COMMON[key](name, signature(text)):
                listed.setdefault(name, set()).update(pattern(t) for t in texts)
    for line in output.splitlines():
        if line.startswith("#"):
            problems.append(line)
            continue
        name, message = line.split("\t")
        message = pattern(message)
        if message not in listed[name] and message not in seen.get(name, ()):
            problems.append(f"{name} gives an error that is not in its row: {message}")
        if not NAMED.search(message) and not PLAIN.match(message) and message not in seen.get(name, ()):
            problems.append(f"{name} does not say which argument: {message}")
        seen.setdefault(name, set()).add(message)
    for number, names, texts in errors(document):
        for text in texts if not set(names) & LEFT_OUT else ():
            if not any(pattern(text) in seen.get(n, ()) for n in names) and not RARE.match(pattern(text)):
                problems.append(f"line {number}: no kernel has said: {text}")
    for key, texts in shared.items():
        for text in texts:
            if not any(pattern(text) in s for s in seen.values()) and not RARE.match(pattern(text)):
                problems.append(f"{key}: no kernel has said: {text}")
    return problems


def main():
    lister, hostile, pack, document, *sources = sys.argv[1:]
    output = subprocess.run([lister, pack], check=True, capture_output=True, text=True).stdout
    registered = dict(line.split("\t") for line in output.splitlines())
    results = tap.Tap()
    results.report(f"{len(registered)} kernels", "\n".join(check_names(registered, document)) if registered else "none")
    if hostile == "-":
        return results.finish()
    results.report("errors", "\n".join(check_errors(document, sources)))
    called = subprocess.run([hostile, pack, "1000", "1"], capture_output=True, text=True, errors="replace")
    problems = check_observed(registered, document, called.stdout)
    if called.returncode != 0 and not problems:
        problems = [f"exit status {called.returncode}", called.stderr]
    results.report("errors that kernels give", "\n".join(problems))
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
