#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_pages.py SYCLBIN: `syclbin view` writes the modules, images, properties and selections of a file, escaped."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import pages  # noqa: E402

SPIRV = b"\3\2\x23\7one"
HOSTILE = "</script><b>&"


def write(name, data):
    with open(name, "wb") as file:
        file.write(data)


def check_view(program):
    write("k.spv", SPIRV)
    write("big.spv", SPIRV + bytes(1 << 20))
    write("m", b"module\nir k.spv target=spir64\nir big.spv target=spir64_gen\nmodule\nir k.spv target=nvptx64-nvidia-cuda\n")
    pages.run(program, "pack", "m", "-o", "plain.syclbin")
    pages.run(program, "edit", "--module", "1", "--set", f"[SYCL/kernel names]{HOSTILE}=u32:1", "plain.syclbin", "-o", "a.syclbin")
    pages.run(program, "view", "--html", "a.syclbin", "-o", "v.html")
    page = pages.load("v.html")
    data = page.json()
    assert page.heading == "a.syclbin" and data["syclbin_version"] == 1, data
    assert os.path.getsize("v.html") < 100000, "the page contains an image"
    images = [[(image["kind"], image["index"], image["target"], image["size"]) for image in module["images"]] for module in data["modules"]]
    assert images == [[("ir", 0, "spir64-unknown-unknown", 7), ("ir", 1, "spir64_gen-unknown-unknown", 7 + (1 << 20))], [("ir", 0, "nvptx64-nvidia-cuda", 7)]], images
    keys = [p["key"] for p in data["modules"][1]["properties"] if p["set"] == "SYCL/kernel names"]
    assert keys == [HOSTILE], keys
    for device in data["devices"]:
        result = pages.run(program, "info", "--json", "--device", f"{device['backend']}:{device['kind']}", "a.syclbin")
        expected = [[c["module"], {None: -1, "ir": 0, "native": 1}[c["kind"]], c["index"] or 0, c["reason"], c["detail"]]
                    for c in json.loads(result.output)["candidates"]]
        found = [[module, c[0], c[1], data["reasons"][c[2]], c[3]] for module, list_ in enumerate(device["modules"]) for c in list_]
        assert found == expected, f"{device['backend']}:{device['kind']}: {found}, expected {expected}"
    assert data["all_candidates"] and len(data["devices"]) == 15


if __name__ == "__main__":
    sys.exit(pages.check_all(os.path.abspath(sys.argv[1]), [check_view]))
