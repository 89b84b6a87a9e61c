# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the pages that the programs write: structure by html.parser, and the blocks of data of apps/html. Runs the checks of
a program."""
import base64
import html.parser
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

VOID = {"meta", "br", "input", "link", "img", "hr"}


class Page(html.parser.HTMLParser):
    """`blocks`: texts of the script elements by id; `scripts`: those without; `problems`: what is wrong with the page."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.blocks, self.scripts, self.ids, self.problems = [], {}, [], set(), []
        self.title, self.policy, self.heading = "", "", ""
        self.script = None
        self.feed(text)
        self.close()
        self.check()

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        for name in ("src", "href"):
            if name in given and not given[name].startswith("#"):
                self.problems.append(f"<{tag}> loads {given[name]}")
        if "id" in given:
            if given["id"] in self.ids:
                self.problems.append(f"two elements with the id {given['id']}")
            self.ids.add(given["id"])
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]
        if tag == "script":
            self.script = [given.get("id"), []]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> does not match")
        if tag == "script":
            name, text = self.script[0], "".join(self.script[1])
            if name:
                self.blocks[name] = text
            else:
                self.scripts.append(text)
            self.script = None

    def handle_data(self, data):
        if self.script:
            self.script[1].append(data)
        elif self.open and self.open[-1] == "title":
            self.title += data
        elif self.open and self.open[-1] == "h1":
            self.heading += data

    def check(self):
        if self.open:
            self.problems.append(f"open at the end: {self.open}")
        if not self.policy.startswith("default-src 'none'"):
            self.problems.append("no policy that forbids the network")
        if len(self.scripts) != 1 or "'use strict'" not in self.scripts[0]:
            self.problems.append(f"{len(self.scripts)} scripts")
        for wanted in ("main", "summary"):
            if wanted not in self.ids:
                self.problems.append(f"no element {wanted}")
        for word in ("eval(", "innerHTML", "document.write", "http://", "https://"):
            if self.scripts and word in self.scripts[0]:
                self.problems.append(f"the script has {word}")

    def json(self, name="data"):
        return json.loads(self.blocks[name])

    def reader(self, name):
        return Reader(base64.b64decode(self.blocks[name], validate=True))


class Reader:
    """Numbers and texts of a block of bytes."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def signed(self):
        value = self.number()
        return -(value + 1) // 2 if value & 1 else value // 2

    def bytes(self):
        size = self.number()
        self.at += size
        return self.data[self.at - size:self.at]

    def text(self):
        return self.bytes().decode()

    def done(self):
        return self.at == len(self.data)


def run(program, *arguments, status=0):
    result = tap.run([program, *arguments])
    if result.status != status or result.crash():
        raise AssertionError(f"{arguments}: status {result.status}: {result.text()}")
    return result


def load(name):
    """The page in a file."""
    with open(name, encoding="utf-8") as file:
        page = Page(file.read())
    assert not page.problems, page.problems
    return page


def check_all(program, checks):
    """Calls each check in an empty folder. @return the exit code"""
    results = tap.Tap()
    for check in checks:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                check(program)
                problem = None
            except (AssertionError, KeyError, IndexError, ValueError) as wrong:
                problem = f"{type(wrong).__name__}: {wrong}"
            results.report(check.__name__.replace("_", " "), problem)
            os.chdir("/")
    return results.finish()
