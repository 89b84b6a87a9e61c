#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_pages.py MLIRBC: the pages of mlirbc parse, and their data are those of the file."""
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


if __name__ == "__main__":
    sys.exit(pages.check_all(os.path.abspath(sys.argv[1]), [check_size]))
