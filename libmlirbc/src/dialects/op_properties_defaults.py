#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks an mlir-opt for the values that its ops give to inherent attributes that nobody set.

Usage: op_properties_defaults.py MLIR-OPT LAYOUTS.tsv > DEFAULTS.tsv

LAYOUTS.tsv is the release's table for op_properties_table.py, for which the output is the last argument. Every op of it is given to
mlir-opt without operands and attributes; what comes back as an attribute is a default. Fields that are no attributes (flags,
segment sizes) are left out: they are zero when nobody set them. A line is: op name, then `name=value` for each, all between tabs.
"""
import re
import subprocess
import sys

FLAGS = ['--allow-unregistered-dialect', '--mlir-print-op-generic', '--mlir-very-unsafe-disable-verifier-on-parsing',
         '--verify-each=0']


def parts(text):
    """The entries of a dictionary: splits at commas outside of brackets and strings."""
    out, depth, quoted, start = [], 0, False, 0
    for i, c in enumerate(text):
        if c == '"':
            quoted = not quoted
        elif not quoted:
            depth += (c in '<[({') - (c in '>])}')
            if c == ',' and depth == 0:
                out.append(text[start:i].strip())
                start = i + 1
    return out + [text[start:].strip()] if text.strip() else out


def main():
    fields = {}
    with open(sys.argv[2]) as lines:
        for line in lines:
            if not line.startswith('#'):
                op, _trait, layout = line.rstrip('\n').split('\t')
                fields[op] = {word.lstrip('?') for word in layout.split() if ':' not in word}
    source = '\n'.join(f'"{op}"() : () -> ()' for op in sorted(fields) if op != 'builtin.module')
    done = subprocess.run([sys.argv[1], *FLAGS], input=source, capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        match = re.match(r'  "([^"]*)"\(\) <\{(.*)\}>', line)
        if not match:
            continue
        entries = [entry.partition(' = ') for entry in parts(match[2])]
        values = [f'{name}={value or "unit"}' for name, _, value in entries if name in fields[match[1]]]
        if values:
            print('\t'.join([match[1], *values]))


main()
