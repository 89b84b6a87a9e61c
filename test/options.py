#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""options.py ROOT PROGRAM...: every option that a document or manual page of the tree names exists.

A command in a block or span of code that begins with one of the PROGRAMs has options of that command's --help. Elsewhere an option
belongs to some program: one of the PROGRAMs, a script of the tree (SCRIPTS), or one of OTHERS."""
import os
import re
import subprocess
import sys

import tap
from documents import documents

OPTION = re.compile(r"(?<![-\w])--[a-z][a-z0-9-]*(?!-|\w|[*_])")
COMMAND = re.compile(r"(?:^|(?<=[`|;&(]))[ \t]*(?:\$ )?(\w+) ([a-z]\w*)((?:\\\n|[^\n`|;&#])*)", re.M)
SCRIPTS = {
    "test/cli/run_cases.py": {"--record"},
    "test/cli/syclbin/containers.py": {"--table"},
    "test/packaging/symbols.py": {"--update"},
    "test/against": {"--build", "--onnx", "--peers", "--process", "--threads"},
    "test/jax/run": {"--build", "--python", "--sample"},
    "test/jax/pjrt": {"--devices", "--sample"},
    "apps/examples/language_model.py": {"--generate", "--large", "--logits", "--seed", "--speed", "--temperature", "--top"},
    "test/packaging/tarball": {"--glibc"},
    "libmlirbc/src/dialects/op_properties_table.py": {"--digest"},
    "libkernels/packs/hlo/bench/primitives_bench.c": {"--costs"},
}
# Options of programs that are not part of the tree.
OTHERS = {
    "meson": {"--benchmark", "--suite", "--verbose", "--buildtype", "--prefix", "--wrap-mode", "--install"},
    "pkg-config": {"--cflags", "--libs"},
    "mpirun": {"--enable-recovery", "--tag-output"},
    "TFRT": {"--mlir-to-bef", "--bef-to-mlir", "--disable-optional-sections"},
    "mlir-opt": {"--emit-bytecode-version"},
    "stablehlo-translate": {"--serialize"},
    "linker": {"--gc-sections"},
    "valgrind": {"--tool"},
    "curl": {"--data-binary"},
    "sbuild": {"--chroot"},
    "vcpkg": {"--overlay-ports"},
}


def help_of(*words):
    return set(OPTION.findall(subprocess.run([*words, "--help"], check=True, capture_output=True, text=True).stdout))


class Programs:
    """The options of each command; those that all commands have are not listed in the help of each."""
    COMMON = {"--help", "--version", "--show-source", "--max-decompressed"}

    def __init__(self, paths):
        self.commands = {}
        for path in paths:
            text = subprocess.run([path, "--help"], check=True, capture_output=True, text=True).stdout
            for command in re.findall(r"^  (\w+) ", text, re.M):
                self.commands[os.path.basename(path), command] = help_of(path, command) | self.COMMON
        self.all = set().union(*self.commands.values())


def script_options(root):
    found = set()
    for path, options in SCRIPTS.items():
        with open(os.path.join(root, path), encoding="utf-8") as f:
            text = f.read()
        found |= {option for option in options if f'"{option}"' in text or f"'{option}'" in text}
    return found


def wrong(path, text, programs, known):
    text = text.replace("\\-", "-") if path.endswith(".1") else text
    for match in COMMAND.finditer(text):
        options = programs.commands.get(match.groups()[:2])
        if options is not None:
            for option in sorted(set(OPTION.findall(match.group(3))) - options):
                yield f"{path}: {match.group(1)} {match.group(2)} has no option {option}"
    for option in sorted(set(OPTION.findall(text)) - known):
        yield f"{path}: no program has the option {option}"


def main():
    root, results = sys.argv[1], tap.Tap()
    programs = Programs(sys.argv[2:])
    known = programs.all.union(script_options(root), *OTHERS.values())
    pages = [os.path.join(root, "apps", *page) for page in (("bef", "bef.1"), ("mlirbc", "mlirbc.1"), ("syclbin", "syclbin.1"),
        ("sigmangle", "sigmangle.1"), ("cli", "manual.1"))]
    for path in [*documents(root), *pages]:
        with open(path, encoding="utf-8") as f:
            problems = list(wrong(path, f.read(), programs, known))
        results.report(os.path.relpath(path, root), "\n".join(problems))
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
