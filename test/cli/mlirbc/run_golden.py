#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_golden.py PROGRAM [MUTANTS [TURNS]]: the golden bytecode through every command of mlirbc.

Files that MLIR wrote are good, broken ones end in a message or in output, in bounded time. With TURNS, for programs that
sanitizers slow down, a good file goes through one command, and a broken one through verify and that many of the others;
they take turns. Where there is a second checker of the format beside the golden data (tools/mlirbc_check.py), it and
`mlirbc info --json` count the same (without TURNS), and of files damaged at random it accepts those that `mlirbc verify` accepts."""
import importlib.util
import json
import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402

COMMANDS = [["print"], ["print", "--debug-info"], ["verify", "--decode-only"], ["info"], ["ops"], ["strings"], ["attrs"],
            ["types"], ["resources"], ["size"], ["size", "--json"], ["size", "--html"], ["dot"], ["hexdump"]]


def files(folder):
    path = os.path.join(tap.GOLDEN, "mlirbc", folder)
    return [os.path.join(path, name) for name in sorted(os.listdir(path)) if name.endswith(".mlirbc")]


def load_checker():
    path = os.path.join(tap.GOLDEN, "..", "tools", "mlirbc_check.py")
    if not os.path.exists(path):
        return None
    spec = importlib.util.spec_from_file_location("mlirbc_check", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def judge(checker, path):
    """What the other checker counts, or the text of its complaint."""
    try:
        return checker.load(path, None)
    except UnicodeDecodeError:
        return {}  # a limit of that checker's: the format has no rule for names
    except (checker.Bad, IndexError, ValueError, RecursionError) as error:
        return f"{type(error).__name__}: {error}"


def check_good(program, path, number, turns):
    """`verify` of every file, and one of the other commands, which take turns; with `turns`, `verify` takes its turn too."""
    commands = [["verify"], ["info", "--json"], *COMMANDS]
    for command in [commands[number % len(commands)]] if turns else [["verify"], COMMANDS[number % len(COMMANDS)]]:
        result = tap.run([program, *command, path])
        wrong = result.crash() or (result.status != 0 and f"exit {result.status}\n{result.text()[-500:]}")
        if wrong:
            return f"{' '.join(command)}: {wrong}"
    return None


def check_invalid(program, path, number, turns):
    others = [["info", "--json"], *COMMANDS]
    for command in [["verify"], *(others[(number * turns + i) % len(others)] for i in range(turns or len(others)))]:
        result = tap.run([program, *command, path])
        wrong = result.crash()
        if not wrong and result.status not in (0, 1):
            wrong = f"exit {result.status}\n{result.text()[-500:]}"
        if not wrong and result.status == 1 and b": 0x" not in result.errors:
            wrong = f"no message with an offset: {result.text()[-500:]}"
        if wrong:
            return f"{' '.join(command)}: {wrong}"
    return None


def compare(program, checker, path):
    """The counts of both, where the other checker accepts the file."""
    expected = judge(checker, path)
    if isinstance(expected, str) or not expected:
        return None
    found = json.loads(tap.run([program, "info", "--json", path]).output)
    pairs = {"bytecode_version": "ver", "producer": "producer", "ops": "ops", "op_names": "opnames", "attributes": "attrs",
             "types": "types", "strings": "strs", "property_blobs": "props", "dialect_resources": "res",
             "external_resources": "ext"}
    wrong = [f"{ours} is {found[ours]}, expected {expected[theirs]}" for ours, theirs in pairs.items()
             if found[ours] != expected[theirs]]
    if [section["id"] for section in found["sections"]] != expected["order"]:
        wrong.append("sections in another order")
    if len(found["dialects"]) != expected["dialects"]:
        wrong.append("another number of dialects")
    return "\n".join(wrong) or None


def check_mutants(program, checker, paths, count):
    generator = random.Random(7)
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mutant.mlirbc")
        for _ in range(count):
            source = generator.choice(paths)
            with open(source, "rb") as f:
                data = bytearray(f.read())
            for _ in range(generator.randint(1, 3)):
                data[generator.randrange(8, len(data))] = generator.randrange(256)
            with open(path, "wb") as f:
                f.write(data)
            result = tap.run([program, "verify", path])
            problem = result.crash()
            if not problem and result.status == 0:
                verdict = judge(checker, path)
                problem = f"passes, but {verdict}" if isinstance(verdict, str) else None
            if problem:
                wrong.append(f"{os.path.basename(source)}: {problem[:300]}: {data.hex()}")
    return "\n".join(wrong) or None


def main():
    program = os.path.abspath(sys.argv[1])
    mutants = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    if not os.path.isdir(os.path.join(tap.GOLDEN, "mlirbc", "out")):
        return tap.skip_all(f"no golden data in {tap.GOLDEN}")
    turns = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    results = tap.Tap()
    good = files("out")
    checker = load_checker()
    wrong = []
    for number, path in enumerate(good):
        problem = check_good(program, path, number, turns)
        if not problem and checker and not turns:
            problem = compare(program, checker, path)
        if problem:
            wrong.append(f"{os.path.basename(path)}: {problem}")
    results.report("what MLIR wrote", "\n".join(wrong) or None if good else "no files")
    wrong = [f"{os.path.basename(path)}: {problem}" for number, path in enumerate(files("invalid"))
             for problem in [check_invalid(program, path, number, turns)] if problem]
    results.report("what is broken", "\n".join(wrong) or None)
    if checker:
        small = [path for path in good if os.path.getsize(path) < 2000 and isinstance(judge(checker, path), dict)]
        results.report("what is damaged", check_mutants(program, checker, small, mutants))
    return results.finish()


sys.exit(main())
