#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""readme_table.py LISTER HOSTILE PACK README SOURCE...: the tables in the README of a pack have every kernel that it registers and
no other, each with its signature; the errors that they quote are those of the sources (C files or folders of them), and those
that kernels give when they are called with all sorts of wrong things (HOSTILE: hostile.c): each of these is in the row of the
kernel, and each in the row was seen.

A row is | `NAME`, `NAME` | SIGNATURE | meaning | error · error |. Names of families have lists in braces, and letters that the
section explains in a line "T: `f32 i32`. R: `0 1 2`."; these letters may be in the signature, too. Arguments there have a type, a
name or both; those without a type are tensors. Errors may stand in backquotes; "as `NAME`" are those of another row, "those below"
the indented lines after "Errors:" in the section. Rows without names of kernels have errors of many of them: see COMMON."""
import itertools
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "test"))
import tap  # noqa: E402

SHORT = {"tensor": "!tfrt_tensor.tensor", "shape": "!ts.shape", "partial_shape": "!ts.partial_shape", "chain": "!tfrt.chain",
         "buffer": "!ht.host_buffer", "string": "!tfrt.string", "bool": "i1", "complex64": "complex<f32>",
         "complex128": "complex<f64>"}
TYPE = re.compile(r"!|u?i\d+$|b?f\d+$|complex<|any$|\($")
PHRASES = {"an error of the function", "its error"}  # in columns of errors

# Rows of errors that many kernels have, and which do: a function of (name, signature).
COMMON = {
    "with tensors as arguments": lambda name, s: SHORT["tensor"] in s[0],
    "with several tensors": lambda name, s: s[0].count(SHORT["tensor"]) > 1,
    "that read one tensor while they write another": lambda name, s: s[0].count(SHORT["tensor"]) > 1,
    "with attributes": lambda name, s: bool(s[1]),
    "that make tensors": lambda name, s: SHORT["tensor"] in s[2],
    "that print": lambda name, s: "print" in name,
}
# What needs more than one call, another thread, or a certain file: tests of their own have them.
RARE = re.compile(r"another function .* ran once|a task cannot wait|duplicate locations|a forwarded payload|a value is not in the|"
                  r"attribute N: rank N is above|Cannot allocate N bytes|P: tensor N: (number|the number|failed|N values|value N|"
                  r"dimension N|dimensions|offset)|out of memory|Cannot allocate|unexpected tensor dtype number|.*too large$")
LEFT_OUT = {"tfrt_test.benchmark"}  # of hostile.c
# Texts of TFRT that do not say which argument, and errors that have none.
PLAIN = re.compile(r"Unknown |Shape mismatch|Incorrect number|unexpected tensor|Cannot allocate|out of memory|Divide by zero|"
                   r"something bad|error chain|cannot find device|failed to read|N values|no branches|the last result")
NAMED = re.compile(r"arguments? N|attribute N|function ''|file P|path P|P: |(padding|strides|pool_size|columns)( must|:)")


def split(text):
    """At the commas that are in no bracket."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "([{<") - (c in ")]}>")
        if c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return [p for p in parts + [text[start:].strip()] if p]


def one_type(text):
    more = text.endswith("...")
    words = text.removesuffix("...").split()
    for word in words[:1]:
        word = SHORT.get(word, word)
        if TYPE.match(word):
            return word + "..." * more
    return SHORT["tensor"] + "..." * more if words else "..."


def attribute(text):
    name, _, kind = text.rpartition(": ")
    return f"{name}: {kind.split()[0]}"


def signature(text):
    """Arguments, attributes, results; None when it has not the form of a signature."""
    found = re.fullmatch(r"\((.*?)\) (?:\{(.*)\} )?-> (.*)", text)
    if not found:
        return None
    results = found[3][1:-1] if found[3].startswith("(") else found[3]
    return ([one_type(t) for t in split(found[1])], [attribute(a) for a in split(found[2] or "")],
            [one_type(t) for t in split(results)])


def complex_attributes(text, letter):
    """What a family has for complex numbers, whose attributes are those of their parts."""
    part = {"complex64": "f32", "complex128": "f64"}.get(letter)
    if not part:
        return text
    text = text.replace("{value: T}", f"{{imaginary: {part}, real: {part}}}")
    return text.replace("T[]", part + "[]")


def members(name, letters):
    """(member, {letter: value}) of a family."""
    parts, choices = [], []
    for piece in re.findall(r"\{[^}]*\}|[^.{}]+|\.", name):
        if piece.startswith("{"):
            first, dots, last = piece[1:-1].partition("..")
            options = [str(i) for i in range(int(first), int(last) + 1)] if dots else piece[1:-1].split(",")
            choices.append(options)
            parts.append("T" if not options[0].isdigit() else "R")
        elif piece in letters:
            choices.append(letters[piece])
            parts.append(piece)
        else:
            choices.append([piece])
            parts.append(None)
    for values in itertools.product(*choices):
        yield "".join(values), {p: v for p, v in zip(parts, values) if p}


def rows(readme):
    letters = {}
    with open(readme, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            if line.startswith("## "):
                letters = {}
            for letter, values in re.findall(r"\b([A-Z]): `([^`]*)`", line if not line.startswith("|") else ""):
                letters[letter] = values.split()
            if line.startswith("| `") and "." in line.split("`")[1]:  # native functions have names without
                cells = [c.strip() for c in re.split(r"(?<!\\)\|", line)[1:-1]]
                yield number, dict(letters), cells


def check_names(registered, readme):
    problems, seen = [], set()
    for number, letters, cells in rows(readme):
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
    """Regular expressions of all texts in the sources."""
    texts = set()
    files = [os.path.join(s, f) for s in sources if os.path.isdir(s) for f in sorted(os.listdir(s))]
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


def quoted(cell):
    texts = re.findall(r"`([^`]+)`", cell) if "`" in cell else [t.strip() for t in cell.split("·")]
    return [t.replace("\\|", "|").removesuffix(" (not reported)") for t in texts if t and t not in PHRASES]


def common(readme):
    """Errors by the keys of COMMON, and those below "Errors:"."""
    found, below, inside = {}, [], False
    with open(readme, encoding="utf-8") as f:
        for line in f:
            cells = [c.strip() for c in re.split(r"(?<!\\)\|", line)[1:-1]]
            if cells and cells[0] in COMMON:
                found[cells[0]] = quoted(cells[1])
            inside = line.rstrip().endswith("Errors:") or (inside and (line == "\n" or line.startswith("    ")))
            if inside and line.startswith("    "):
                below.append(line.strip())
    return found, below


def errors(readme):
    """(number of the line, {name: letters}, errors of the row) of all rows."""
    _, below = common(readme)
    found = []
    for number, letters, cells in rows(readme):
        names = dict(m for n in re.findall(r"`([^`]+)`", cells[0]) for m in members(n, letters))
        found.append((number, names, cells[3] if len(cells) > 3 else ""))

    def texts(cell):
        result = []
        for part in cell.split("·"):
            part = part.strip()
            other = re.fullmatch(r"as `([^`]+)`", part)
            if other:
                result += next(texts(c) for _, names, c in found if other[1] in names)
            else:
                result += below if part == "those below" else quoted(part)
        return result
    return [(number, names, texts(cell)) for number, names, cell in found]


def check_errors(readme, sources):
    known, problems, count = [], [], 0
    for text in formats(sources):
        regular, literal = expression(text)
        if literal >= 5:
            known.append(re.compile(regular))
    for number, _, texts in errors(readme):
        for text in texts:
            count += 1
            if not any(r.fullmatch(text) or r.fullmatch(text.removeprefix("P: tensor 0: ").removeprefix("P: tensor 5: "))
                       for r in known):
                problems.append(f"line {number}: no source says {text!r}")
    return problems if count else ["no errors in the table"]


def pattern(text):
    """The same for all messages of one kind. hostile_call.c has done a part of it."""
    text = re.sub(r"(['\"])(.*?)\1", "''", text)
    text = re.sub(r"\[[-0-9, ]*\]", "[]", text)
    text = re.sub(r"(?<![A-Za-z0-9])-?[0-9]+", "N", text)
    text = re.sub(r"\b(ui?|i|b?f|complex)(1|8|16|32|64|128)\b", "T", text)
    text = re.sub(r"(dense|COO|string) tensor( of rank N)?( of (T|string))?", "tensor", text)
    text = re.sub(r"^(failed to open file ).*?( for reading)", r"\1P\2", text)
    return re.sub(r"^(failed to read from file|cannot find device) .*", r"\1 P", text)


def check_observed(registered, readme, output):
    listed, problems, seen = {}, [], {}
    shared, _ = common(readme)
    for _, names, texts in errors(readme):
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
    for number, names, texts in errors(readme):
        for text in texts if not set(names) & LEFT_OUT else ():
            if not any(pattern(text) in seen.get(n, ()) for n in names) and not RARE.match(pattern(text)):
                problems.append(f"line {number}: no kernel has said: {text}")
    for key, texts in shared.items():
        for text in texts:
            if not any(pattern(text) in s for s in seen.values()) and not RARE.match(pattern(text)):
                problems.append(f"{key}: no kernel has said: {text}")
    return problems


def main():
    lister, hostile, pack, readme, *sources = sys.argv[1:]
    output = subprocess.run([lister, pack], check=True, capture_output=True, text=True).stdout
    registered = dict(line.split("\t") for line in output.splitlines())
    results = tap.Tap()
    results.report(f"{len(registered)} kernels", "\n".join(check_names(registered, readme)) if registered else "none")
    results.report("errors", "\n".join(check_errors(readme, sources)))
    called = subprocess.run([hostile, pack, "2000", "1"], capture_output=True, text=True, errors="replace")
    problems = check_observed(registered, readme, called.stdout)
    if called.returncode != 0 and not problems:
        problems = [f"exit status {called.returncode}", called.stderr]
    results.report("errors that kernels give", "\n".join(problems))
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
