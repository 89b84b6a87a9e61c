# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parses the tables of kernels in the documents of the packs (README.md or KERNELS.md), for the test that compares them with the
code and for `bef kernels`.

A row is | `NAME`, `NAME` | SIGNATURE | meaning | error · error |. Names of families have lists in braces, and letters that the
section explains in a line "T: `f32 i32`. R: `0 1 2`."; signatures may contain these letters. Arguments in a signature have a type,
a name or both; those without a type are tensors. Errors may be in backquotes; "as `NAME`" refers to the errors of another row,
"those below" to the indented lines after "Errors:" in the section. Rows without a kernel name list errors of many kernels: see
COMMON."""
import itertools
import re

SHORT = {"tensor": "!tfrt_tensor.tensor", "shape": "!ts.shape", "partial_shape": "!ts.partial_shape", "chain": "!tfrt.chain",
         "buffer": "!ht.host_buffer", "string": "!tfrt.string", "bool": "i1", "complex64": "complex<f32>",
         "complex128": "complex<f64>", "handle": "!corert.tensorhandle", "handler": "!corert.ophandler"}
TYPE = re.compile(r"!|u?i\d+$|b?f\d+$|complex<|any$|\($")
PHRASES = {"an error of the function", "its error"}  # in columns of errors

# Rows of errors that many kernels share: a predicate of (name, signature) selects the kernels.
COMMON = {
    "with tensors as arguments": lambda name, s: SHORT["tensor"] in s[0],
    "with several tensors": lambda name, s: s[0].count(SHORT["tensor"]) > 1,
    "that read one tensor while they write another": lambda name, s: s[0].count(SHORT["tensor"]) > 1,
    "with attributes": lambda name, s: bool(s[1]),
    "that make tensors": lambda name, s: SHORT["tensor"] in s[2] or SHORT["handle"] in s[2],
    "that print": lambda name, s: "print" in name,
}


def split(text):
    """Splits at commas outside brackets."""
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
    return f"{name}: {kind if kind.startswith('fn(') else kind.split()[0]}"


def signature(text):
    """Arguments, attributes, results; None if the text is not a signature."""
    found = re.fullmatch(r"\((.*?)\) (?:\{(.*)\} )?-> (.*)", text)
    if not found:
        return None
    results = found[3][1:-1] if found[3].startswith("(") else found[3]
    return ([one_type(t) for t in split(found[1])], [attribute(a) for a in split(found[2] or "")],
            [one_type(t) for t in split(results)])


def complex_attributes(text, letter):
    """The attributes of a family for complex numbers: those of the real and imaginary parts."""
    part = {"complex64": "f32", "complex128": "f64"}.get(letter)
    if not part:
        return text
    text = text.replace("{value: T}", f"{{imaginary: {part}, real: {part}}}")
    return text.replace("T[]", part + "[]")


def members(name, letters):
    """Yields (member, {letter: value}) for each member of a family."""
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


def rows(document):
    letters = {}
    with open(document, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            if line.startswith("## "):
                letters = {}
            for letter, values in re.findall(r"\b([A-Z]): `([^`]*)`", line if not line.startswith("|") else ""):
                letters[letter] = values.split()
            if line.startswith("| `") and "." in line.split("`")[1]:  # native functions have names without
                cells = [c.strip() for c in re.split(r"(?<!\\)\|", line)[1:-1]]
                yield number, dict(letters), cells


def quoted(cell):
    texts = re.findall(r"`([^`]+)`", cell) if "`" in cell else [t.strip() for t in cell.split("·")]
    return [t.replace("\\|", "|").removesuffix(" (not reported)") for t in texts if t and t not in PHRASES]


def common(document):
    """Returns the errors by the keys of COMMON, and those below "Errors:"."""
    found, below, inside = {}, [], False
    with open(document, encoding="utf-8") as f:
        for line in f:
            cells = [c.strip() for c in re.split(r"(?<!\\)\|", line)[1:-1]]
            if cells and cells[0] in COMMON:
                found[cells[0]] = quoted(cells[1])
            inside = line.rstrip().endswith("Errors:") or (inside and (line == "\n" or line.startswith("    ")))
            if inside and line.startswith("    "):
                below.append(line.strip())
    return found, below


def errors(document):
    """Returns (line number, {name: letters}, errors of the row) for every row."""
    _, below = common(document)
    found = []
    for number, letters, cells in rows(document):
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
