#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_models.py PROGRAM [STEP]: the golden programs of StableHLO, every STEP-th of them, as models. `mlirbc info` describes text and
artifacts, and both alike; `mlirbc dot` draws them; `mlirbc diff` finds no difference between a text and the artifact that was made of it."""
import csv
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402

BATCH = 100


def folders(root):
    return [os.path.join(root, name) for name in sorted(os.listdir(root)) if os.path.isdir(os.path.join(root, name))]


def sources(folder, step):
    """Paths of text and artifacts."""
    names = sorted(name for name in os.listdir(folder) if name.endswith((".mlir", ".mlirbc")))
    stems = sorted({os.path.splitext(name)[0] for name in names})[::step]
    return [os.path.join(folder, name) for name in names if os.path.splitext(name)[0] in set(stems)]


def index(folder):
    """{name: how the artifact came from the text}"""
    path = os.path.join(folder, "INDEX.tsv")
    if os.path.basename(folder) == "models":
        return {os.path.splitext(name)[0]: "exact" for name in os.listdir(folder) if name.endswith(".mlirbc")}
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8", newline="") as f:
        return {row[0]: row[2] if len(row) > 2 else "" for row in csv.reader(f, delimiter="\t")}


def describe(program, paths):
    """{path: the object of info}, or the text of an error."""
    result, decoder, found = tap.run([program, "info", "--json", *paths]), json.JSONDecoder(), {}
    wrong = result.crash() or (result.status and f"exit {result.status}: {result.text()[-500:]}")
    if wrong:
        return wrong
    text = result.output.decode()
    while text:
        value, end = decoder.raw_decode(text)
        found[value["file"]] = value
        text = text[end:].lstrip()
    return found


def check_model(path, described):
    """What is wrong with a description."""
    if "model_error" in described:
        return described["model_error"]
    model = described.get("model")
    if not model:
        return "not described as a model"
    if path.endswith(".mlirbc") and not model["vhlo_version"]:
        return "no version of VHLO"
    if any(function["flops"] != min(sum(function["flops_by_kind"].values()), 2 ** 64 - 1) for function in model["functions"]):
        return "the sum of the costs is wrong"
    return None


def same(text, artifact):
    """Locations differ, but do not name arguments in these files."""
    differing = [key for key in text if key != "vhlo_version" and text[key] != artifact[key]]
    return f"{', '.join(differing)} of text and artifact differ" if differing else None


def braces(text):
    """The depth at the end of a graph, without strings."""
    depth, quoted, escaped = 0, False, False
    for character in text:
        if escaped:
            escaped = False
        elif quoted and character == "\\":
            escaped = True
        elif character == '"':
            quoted = not quoted
        elif not quoted:
            depth += (character == "{") - (character == "}")
    return depth or quoted


def check_dot(program, path, number):
    result = tap.run([program, "dot", *(["--max-nodes", "5"] if number % 8 == 1 else []), path])
    wrong = result.crash() or (result.status and f"exit {result.status}: {result.text()[-500:]}")
    if wrong:
        return wrong
    if not result.output.startswith(b"digraph model") or braces(result.output.decode()):
        return f"not a graph: {result.output[:200]}"
    if number % 8:
        return None
    graph = json.loads(tap.run([program, "dot", "--json", path]).output)
    nodes = {node["id"] for node in graph["nodes"]}
    stray = [edge for edge in graph["edges"] if edge["from"] not in nodes or edge["to"] not in nodes]
    return f"edges without nodes: {stray[:3]}" if stray or not nodes else None


def check_diff(program, text, artifact):
    result = tap.run([program, "diff", text, artifact])
    return result.crash() or (result.status and f"exit {result.status}: {result.text()[:500]}")


def check_folder(program, folder, step, results):
    paths, how, wrong, diffs, described = sources(folder, step), index(folder), [], 0, {}
    for at in range(0, len(paths), BATCH):
        found = describe(program, paths[at:at + BATCH])
        if isinstance(found, str):
            wrong.append(f"info: {found}")
        else:
            described.update(found)
    for number, path in enumerate(paths):
        stem, ending = os.path.splitext(path)
        problems = [check_model(path, described[path]) if path in described else "info: no description",
                    check_dot(program, path, number)]
        if ending == ".mlir" and how.get(os.path.basename(stem)) == "exact":
            diffs += 1
            problems.append(check_diff(program, path, stem + ".mlirbc"))
            if not any(problems):
                problems.append(same(described[path]["model"], described[stem + ".mlirbc"]["model"]))
        wrong += [f"{os.path.basename(path)}: {problem}" for problem in problems if problem]
    if step == 1 and "exact" in how.values() and not diffs:
        wrong.append("nothing was compared")
    results.report(f"{os.path.basename(folder)}: {len(paths)} files, {diffs} compared", "\n".join(wrong[:20]) or None)


def main():
    program, step = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    root = os.path.join(tap.GOLDEN, "stablehlo")
    if not os.path.isdir(root):
        return tap.skip_all(f"no golden data in {tap.GOLDEN}")
    results = tap.Tap()
    for folder in folders(root):
        if os.path.basename(folder) != "verify":  # most of these are invalid
            check_folder(program, folder, step, results)
    return results.finish()


sys.exit(main())
