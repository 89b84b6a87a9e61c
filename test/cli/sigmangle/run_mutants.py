#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_mutants.py PROGRAM: damaged texts and JSON for `mangle`, deep ones; the output is read back."""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402

TEXTS = (
    b'(Buffer<float32[?x128]>, sint32, RefObject<?>, Unrecognized<?>) -> (Buffer<u8[]>)',
    b'[{"bar": #1, "foo\\x00\\"": #0}, 5: [#2, #3]] -> {"": #0}',
)
OBJECTS = (
    b'{"kind":"raw","inputs":[{"category":"buffer","type":"float32","dims":[null,128,-1]},{"category":"scalar",'
    b'"type":"i8"}],"x":[{"y":[1.5e3,true,null,"\\u00e9\\n"]}],"results":[{"category":"reference"}]}',
    b'{"inputs":[{"path":[0,"b\\ud83d\\ude00"],"index":1},{"path":[1,{"hex":"00ff"}],"index":0}],"results":'
    b'[{"index":3,"path":[]}]}',
)
BYTES = b'()[]{}<>"\\#:,?x-0129 ->entSu\x00\xff\n'


def damaged(text, source):
    data = bytearray(text)
    for _ in range(source.randint(1, 3)):
        at = source.randrange(len(data))
        kind = source.randrange(4)
        if kind == 0:
            del data[at:at + source.randint(1, 4)]
        elif kind == 1:
            data.insert(at, source.choice(BYTES))
        elif kind == 2:
            data[at] = source.choice(BYTES)
        else:
            data[at:at] = data[source.randrange(len(data)):][:source.randint(1, 9)]
        if not data:
            break
    return bytes(data)


def run(program, *words, data=b""):
    result = tap.run([program, *words], data=data)
    problem = result.crash()
    if not problem and result.status not in (0, 1):
        problem = f"exit status {result.status}"
    return result, problem


def mutants(program, seeds, words, count):
    """Many to a run where a line is a text; one to a run otherwise."""
    source = random.Random(7)
    good = 0
    for seed in seeds:
        texts = [damaged(seed, source) for _ in range(count)]
        batches = [b"\n".join(text.replace(b"\n", b" ") for text in texts)] if not words else texts
        for data in batches:
            result, problem = run(program, "mangle", *words, data=data)
            if problem:
                return f"{problem}\n{data[:300]!r}"
            for line in result.output.splitlines():
                good += 1
                again, problem = run(program, "check", "--canonical", data=line) if good % 20 == 0 else (None, None)
                if problem or (again and again.status):
                    return f"{line!r} is not canonical"
    return None if good else "nothing was good"


def deep(program, count):
    """Nesting takes no stack: each command reads the output of the other."""
    path = ",".join(("0", '"a"')[i % 2] for i in range(count))
    text = "".join(("[", '{"a": ')[i % 2] for i in range(count)) + "#0" + "".join("]}"[i % 2] for i in range(count))[::-1]
    result, problem = run(program, "mangle", "--json", data=f'{{"inputs":[{{"path":[{path}],"index":0}}]}}'.encode())
    if problem or result.status:
        return problem or result.text()[:300]
    shown, problem = run(program, "demangle", data=result.output)
    if problem or shown.output.decode().strip() != text + " -> ()":
        return problem or "shown otherwise"
    again, problem = run(program, "mangle", data=shown.output)
    if problem or again.output != result.output:
        return problem or "not the same again"
    skipped, problem = run(program, "mangle", "--json", data=b'{"x":' + b"[" * count + b"]" * count + b"}")
    return problem or (None if skipped.output == b"I1!R1!\n" else "a deep member is not skipped")


def main():
    program = os.path.abspath(sys.argv[1])
    results = tap.Tap()
    results.report("texts", mutants(program, TEXTS, [], 3000))
    results.report("objects in lines", mutants(program, OBJECTS, [], 3000))
    results.report("objects", mutants(program, OBJECTS, ["--json"], 60))
    results.report("20,000 levels", deep(program, 20000))
    return results.finish()


sys.exit(main())
