#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""filter.py FILE: a header or a guide in the form that Doxygen reads (INPUT_FILTER of Doxyfile.in).

The headers have plain comments. The first comment after the licence describes the header; a comment directly before a declaration,
or behind it on its line, describes the declaration; others belong to the header. Guides lose links to files without a page."""
import os
import re
import sys

COMMENT = re.compile(r"/\*.*?\*/", re.S)
COMMANDS = re.compile(r"@(?=(?:param|return)\b)")
OPTION = re.compile(r"(?<![-\w])--(?=\w)")  # Doxygen would make a dash of it


def body_of(comment):
    """The lines of a comment without the stars before them."""
    lines = comment[2:-2].split("\n")
    return [lines[0].strip()] + [re.sub(r"^\s*\*? ?", "", line, count=1).rstrip() for line in lines[1:]]


def escape(line):
    """Text that is neither HTML, Markdown nor a command. Names between backticks are code."""
    parts = re.split(r"(`[^`]*`)", line)
    for i in range(0, len(parts), 2):
        text = COMMANDS.sub("\1", parts[i])
        text = re.sub(r"([\\@#%*])", r"\\\1", text).replace("\1", "@")
        text = OPTION.sub(r"\\--", text)
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        parts[i] = re.sub(r"(?<![\w])_|_(?!\w)", r"\\_", text)
    return "".join(parts)


def text_of(comment):
    """The comment for Doxygen. A paragraph that begins with two spaces is a table or a drawing and stays as it is."""
    out, drawing, paragraph = [], False, True
    for line in body_of(comment):
        if paragraph and line.startswith("  ") and not drawing:
            drawing = True
            out.append("@verbatim")
        if drawing and not line:
            drawing = False
            out.append("@endverbatim")
        paragraph = not line
        out.append(line if drawing else escape(line.lstrip()))
    if drawing:
        out.append("@endverbatim")
    return with_brief("\n".join(out))


def with_brief(text):
    """The first sentence is the summary. Doxygen would end it at each dot."""
    end = re.search(r"\.(?=\s|$)|\n\n|\n@", text)
    if text.lstrip().startswith("@") or not end or end.group() != ".":
        return text
    return f"@brief {text[:end.end()]}\n\n{text[end.end():].lstrip(' ')}"


def header(text):
    """The comments of a header, each in its place. Those of no declaration go to the end of the one of the header."""
    notes, out, at, first = [], [], 0, True
    for match in COMMENT.finditer(text):
        comment, before, after = match.group(), text[at:match.start()], text[match.end():]
        at = match.end()
        out.append(before)
        line = text[text.rfind("\n", 0, match.start()) + 1:match.start()]
        if comment.startswith("/* SPDX"):
            continue
        if first:
            first = False
            notes.append(text_of(comment))
            out.append("\0")
        elif line.strip() and not line.lstrip().startswith(("#if", "#else", "#endif")):
            if re.match(r"\s*(\n|$)", after):
                out.append(f"/**< {text_of(comment)} */")
        elif comment.startswith("/* ----") or line.strip():
            pass
        elif re.match(r"\n[ \t]*[^\s#}]", after) or re.match(r"\n#define", after):
            out.append(f"/** {text_of(comment)} */")
        else:
            notes.append(text_of(comment))
    out.append(text[at:])
    return "".join(out).replace("\0", "/** @file\n" + "\n\n".join(notes) + "\n*/")


def guide(text, folder):
    """Links go to pages; a link to anything else becomes its text."""
    def link(match):
        label, target = match.groups()
        if re.match(r"https?:", target):
            return match.group()
        path = os.path.join(folder, target.split("#")[0])
        if os.path.isdir(path):
            path = os.path.join(path, "README.md")
        if target.startswith("#") or not path.endswith(".md") or not os.path.exists(path):
            return label
        return f"[{label}](@ref {page(path)})"
    blocks = re.split(r"(^```.*?^```|^(?:    [^\n]*\n)+)", text, flags=re.S | re.M)
    for i in range(0, len(blocks), 2):
        parts = re.split(r"(`[^`]*`)", blocks[i])
        parts[::2] = [OPTION.sub(r"\\--", part.replace("@", "\\@")) for part in parts[::2]]
        parts[1::2] = [f"`{part}`" if "'" in part else part for part in parts[1::2]]  # a quote would end the code
        blocks[i] = "".join(parts)
        blocks[i] = re.sub(r"(?<!`)\[([^][]+)\]\(([^()\s]+)\)", link, blocks[i])
        if re.search(r"^#[^\n]*\n\Z", blocks[i], re.M):  # code directly behind a heading: Doxygen wants an empty line
            blocks[i] += "\n"
    title, _, rest = "".join(blocks).partition("\n")
    title = title.replace("`", "")
    return f"{title} {{#{page(os.path.join(folder, NAME))}}}\n{rest}"


def page(path):
    return "page_" + re.sub(r"\W", "_", os.path.relpath(os.path.normpath(path), ROOT))


ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
NAME = os.path.basename(sys.argv[1])
with open(sys.argv[1], encoding="utf-8") as source:
    content = source.read()
sys.stdout.reconfigure(encoding="utf-8")
sys.stdout.write(guide(content, os.path.dirname(os.path.abspath(sys.argv[1]))) if NAME.endswith(".md") else header(content))
