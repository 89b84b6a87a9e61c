#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_pages.py MLIRBC: the pages of mlirbc parse, and their data are those of the file."""
import base64
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import pages  # noqa: E402

HOSTILE = "</script><b>&"
MODULE = f"""module attributes {{t.note = "{HOSTILE}"}} {{
  func.func @first(%x: i32) -> i32 {{
    %y = "t.double"(%x) {{k = 7 : i64}} : (i32) -> i32
    %z = func.call @second(%y) : (i32) -> i32
    func.return %z : i32
  }}
  func.func private @second(i32) -> i32
  func.func @"{HOSTILE}"() {{
    func.return
  }}
}}
"""


def make(program):
    with open("m.mlir", "w", encoding="utf-8") as file:
        file.write(MODULE)
    with open("blob", "wb") as file:
        file.write(b"1234")
    pages.run(program, "assemble", "m.mlir", "-o", "plain.mlirbc")
    pages.run(program, "resources", "--add", f"{HOSTILE}=blob", "plain.mlirbc", "-o", "m.mlirbc")


def check_size(program):
    make(program)
    pages.run(program, "size", "--html", "m.mlirbc", "-o", "s.html")
    data = pages.load("s.html").json()
    expected = json.loads(pages.run(program, "size", "--json", "m.mlirbc").output)
    for key in ("size", "padding", "duplicates", "dialects", "ops", "attributes", "types", "resources", "duplicate_kinds"):
        assert data[key] == expected[key], f"{key}: {data[key]}, expected {expected[key]}"
    assert sum(section["bytes"] for section in data["sections"]) == os.path.getsize("m.mlirbc")
    for section in data["sections"]:
        inside = sum(line["bytes"] for line in data[section["contents"]]) if "contents" in section else 0
        assert inside <= section["bytes"], section
    assert any(HOSTILE in resource["name"] for resource in data["resources"]), data["resources"]


def check_view(program):
    make(program)
    pages.run(program, "view", "m.mlirbc", "-o", "v.html")
    page = pages.load("v.html")
    data = page.json()
    units = [(op, symbol, visibility, ops) for op, symbol, visibility, _, ops, _, _, complete in data["units"] if complete]
    assert units == [("func.func", "first", "", 4), ("func.func", "second", "private", 1), ("func.func", HOSTILE, "", 2)], units
    assert data["units"][0][3] == "(i32) -> i32" and "t.note" in data["attributes_of_module"], data
    for number, unit in enumerate(data["units"]):
        text = base64.b64decode(page.blocks[f"text-{number}"]).decode()
        assert len(text) == unit[6] and text.count("\n") + 1 == unit[5] and text.startswith("func.func"), (unit, text)
    text = base64.b64decode(page.blocks["text-0"]).decode()
    assert '"t.double"(%arg0) {k = 7 : i64}' in text and "call @second(%0)" in text, text
    expected = {op["name"]: op["count"] for op in json.loads(pages.run(program, "ops", "--json", "m.mlirbc").output)["ops"]}
    assert dict(data["operations"]) == expected, f"{data['operations']}, expected {expected}"
    pages.run(program, "view", "m.mlirbc", "-o", "again.html")
    with open("v.html", "rb") as one, open("again.html", "rb") as other:
        assert one.read() == other.read(), "another page at the second time"
    assert ["i32", 3] in data["types"] and ["k", "7 : i64", 1] in data["attributes"], data
    assert [HOSTILE in r[1] and r[3] == 4 for r in data["resources"]] == [True], data["resources"]


def check_limits_of_the_view(program):
    make(program)
    pages.run(program, "view", "--max-output", "40", "m.mlirbc", "-o", "v.html")
    page = pages.load("v.html")
    assert [unit[7] for unit in page.json()["units"]] == [False] * 3 and not page.json()["text_complete"]
    pages.run(program, "view", "--generic", "m.mlirbc", "-o", "v.html")
    assert b'"func.func"()' in base64.b64decode(pages.load("v.html").blocks["text-0"])
    with open("empty.mlir", "w", encoding="utf-8") as file:
        file.write("")
    pages.run(program, "view", "empty.mlir", "-o", "v.html")
    # ops of a module that depend on each other are one text
    with open("flat.mlir", "w", encoding="utf-8") as file:
        file.write('%a = "t.a"() : () -> i32\n"t.b"(%a) : (i32) -> ()\n')
    pages.run(program, "view", "flat.mlir", "-o", "v.html")
    page = pages.load("v.html")
    assert page.json()["size"] == os.path.getsize("flat.mlir")
    assert len(page.json()["units"]) == 1 and b'"t.b"(%0)' in base64.b64decode(page.blocks["text-0"])


def check_large_resource(program):
    make(program)
    with open("large", "wb") as file:
        file.truncate(100 << 20)
    pages.run(program, "resources", "--add", "weights=large", "plain.mlirbc", "-o", "large.mlirbc")
    os.remove("large")
    pages.run(program, "view", "large.mlirbc", "-o", "v.html")
    assert os.path.getsize("v.html") < 200000, os.path.getsize("v.html")
    assert [resource[1:4] for resource in pages.load("v.html").json()["resources"]] == [["weights", "blob", 100 << 20]]


if __name__ == "__main__":
    sys.exit(pages.check_all(os.path.abspath(sys.argv[1]), [check_size, check_view, check_limits_of_the_view, check_large_resource]))
