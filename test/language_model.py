#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""language_model.py SCRIPT PROGRAM FOLDER: apps/examples/language_model.c chooses the tokens that JAX chooses, with decoders that SCRIPT
exports. FOLDER gets a virtual environment with JAX, unless $BEFKIT_JAX_PYTHON names an interpreter that has it; skipped where neither
is possible."""
import os
import pathlib
import struct
import sys
import tempfile

import tap

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "jax"))
from environment import Environment  # noqa: E402

PACKAGES = ["jax", "safetensors"]  # any versions that this interpreter can have
COUNT, VOCABULARY = 40, 256
PROMPT = ["1", "2", "3", "4", "5"]
# Options of the program and of the script. Small differences of logits in bf16 move the limits between random tokens.
GREEDY = ("greedy", [], [])
SAMPLED = ("sampled", ["-t", "0.8", "-k", "20", "-s", "7"], ["--temperature", "0.8", "--top", "20", "--seed", "7"])
ONE = ("sampled from one", ["-t", "0.8", "-k", "1"], ["--temperature", "0.8", "--top", "1"])
CHOICES = {"gpt": [GREEDY, SAMPLED], "llama": [GREEDY, ONE]}
# By type: logits as close as this may be in another order. After that, the two go different ways.
TIES = {"gpt": 1e-4, "llama": 0.05}


def logits_of(path):
    with open(path, "rb") as file:
        data = file.read()
    values = struct.unpack(f"<{COUNT * VOCABULARY}f", data[-4 * COUNT * VOCABULARY:])
    return [values[i:i + VOCABULARY] for i in range(0, len(values), VOCABULARY)]


def compare(kind, ours, theirs, logits, greedy):
    """At least 10 tokens must be equal before a tie."""
    if len(ours) != COUNT or len(theirs) != COUNT:
        return f"{len(ours)} and {len(theirs)} tokens, expected {COUNT}"
    for step, (a, b) in enumerate(zip(ours, theirs)):
        if a != b:
            gap = abs(logits[step][a] - logits[step][b])
            tie = greedy and step >= 10 and gap <= TIES[kind]
            return None if tie else f"token {step} is {a}, expected {b}; their logits differ by {gap}\n{ours}\n{theirs}"
    return None


def main():
    script, program, folder = map(os.path.abspath, sys.argv[1:])
    environment = Environment.shared(folder, os.environ.get("BEFKIT_JAX_PYTHON"), PACKAGES)
    if not environment:
        return tap.skip_all("JAX cannot be installed here")
    results = tap.Tap()
    jax_on_cpu = dict(os.environ, JAX_PLATFORMS="cpu")
    with tempfile.TemporaryDirectory() as scratch:
        model, logits = os.path.join(scratch, "model"), os.path.join(scratch, "logits.npy")
        for kind in ("gpt", "llama"):
            for title, ours, theirs in CHOICES[kind]:
                reference = tap.run([environment.python, script, kind, model, "--generate", str(COUNT), *PROMPT, "--logits", logits, *theirs],
                                    env=jax_on_cpu, timeout=300)
                done = tap.run([program, "-n", str(COUNT), *ours, model, *PROMPT], timeout=60)
                wrong = reference.crash() or done.crash()
                if not wrong and (reference.status or done.status):
                    wrong = f"exit status {reference.status} of JAX, {done.status} of the program\n{reference.text()}{done.text()}"
                results.report(f"{kind}, {title}", wrong or compare(kind, *([int(word) for word in x.output.split()] for x in (done, reference)),
                                                                    logits_of(logits), title != "sampled"))
        for words, text in ((["999"], "token 1: found 999, expected 0 to 255"), (["1"] * 17, "found a prompt of 17 tokens"),
                            (["-n", "60", *PROMPT], "expected at most 16, and 64 in all")):
            options = words[:2] if words[0] == "-n" else []
            done = tap.run([program, *options, model, *words[len(options):]])
            results.report(f"refused: {text}", done.crash() or (None if done.status == 1 and text in done.text() else done.text()))
        weights = pathlib.Path(model, "weights.safetensors")
        whole = weights.read_bytes()
        for title, data, text in (("a name that no argument has", whole.replace(b'"head"', b'"heap"'), "heap"),
                                  ("a truncated file", whole[:-1], "weights.safetensors: ")):
            weights.write_bytes(data)
            done = tap.run([program, model, *PROMPT])
            results.report(f"weights: {title}", done.crash() or (None if done.status == 1 and text in done.text() else done.text()))
    return results.finish()


sys.exit(main())
