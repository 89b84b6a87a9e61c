#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""readme_table.py LISTER PACK README SOURCE...: the tables in the README of a pack have every kernel that it registers and no
other, each with its signature; and the errors that they quote are those of the sources (C files or folders of them).

A row is | `NAME`, `NAME` | `SIGNATURE` | notes with errors in backquotes | or | ... | notes | error · error |. Names of families
have lists in braces, and letters that the section explains in a line "T: `f32 i32`. R: `0 1 2`."; these letters may be in the
signature, too. Arguments there have a type, a name or both; those without a type are tensors."""
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
PHRASES = {"as above", "as above, of i64", "an error of the function", "its error"}  # in columns of errors


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


def check_errors(readme, sources):
    known, problems, count = [], [], 0
    for text in formats(sources):
        words = text.split(" ")
        for most in range(1, len(words) + 1):  # README texts may end early: "..."
            regular, literal = expression(" ".join(words[:most]))
            if literal >= 5:
                known.append((re.compile(regular), most == len(words)))
    for number, _, cells in rows(readme):
        quoted = [t.strip() for t in cells[3].split("·")] if len(cells) > 3 else \
            [t for t in re.findall(r"`([^`]+)`", cells[2]) if " " in t and " = [" not in t and not t.startswith(("{", "tfrt"))]
        for text in quoted:
            text = text.replace("\\|", "|")
            if not text or text in PHRASES:
                continue
            count += 1
            text = text.removesuffix(" (not reported)")
            whole = not text.endswith("...")
            text = text.removesuffix("...").rstrip()
            if not any(r.fullmatch(text) and (complete or not whole) for r, complete in known):
                problems.append(f"line {number}: no source says {text!r}")
    return problems if count else ["no errors in the table"]


def main():
    lister, pack, readme, *sources = sys.argv[1:]
    output = subprocess.run([lister, pack], check=True, capture_output=True, text=True).stdout
    registered = dict(line.split("\t") for line in output.splitlines())
    results = tap.Tap()
    results.report(f"{len(registered)} kernels", "\n".join(check_names(registered, readme)) if registered else "none")
    results.report("errors", "\n".join(check_errors(readme, sources)))
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
