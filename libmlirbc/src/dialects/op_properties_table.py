#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes op_properties_table.c: which properties each op has, per release of MLIR.

Usage: op_properties_table.py LLVM19.tsv LLVM22.tsv STABLEHLO.tsv DEFAULTS22.tsv > op_properties_table.c

Each TSV line is: op name, trait, fields of the property blob in order (- for none), as extracted from the headers that
mlir-tblgen generates for a release. Field forms: `name`, `?name`, `[N]<6:name` (place before version 6) with `[N]>=6:name` (place
from version 6), `bool:name`, `varint->iW:name`, `optvarint:name`. StableHLO's ops only ever gain names, so one table
serves whatever release wrote them. The last file is what op_properties_defaults.py says for LLVM 22.
"""
import re
import sys

LAYOUTS_PER_CHUNK = 8
OPS_PER_GROUP = 32
LINE = 118


def layout(op, fields):
    """The fields as op_properties.h describes them: segment sizes once, in their old place."""
    if fields == '-':
        return ''
    old, new, out = [], [], []
    words = fields.split()
    for i, word in enumerate(words):
        if word.startswith('[') and '>=6:' in word:
            new.append(word.replace('>=6:', ''))
        elif new:
            raise SystemExit(f'{op}: {word} stands behind the segment sizes of version 6')
        elif word.startswith('['):
            old.append(word.replace('<6:', ''))
            out.append(old[-1])
        elif word == 'varint->i?:overflowFlags':  # the LLVM dialect's own flags
            out.append('overflow:overflowFlags')
        elif word.startswith('varint->i'):
            out.append(word[len('varint->'):])
        elif word.startswith('optvarint:'):
            out.append('opt:' + word[len('optvarint:'):])
        else:
            out.append(word)
    if old != new:
        raise SystemExit(f'{op}: segment sizes of version 6 differ from those before')
    return ' '.join(out)


def read(path):
    table = {}
    with open(path) as lines:
        for line in lines:
            if not line.startswith('#'):
                op, _trait, fields = line.rstrip('\n').split('\t')
                table[op] = layout(op, fields)
    return table


def read_defaults(path):
    """Per op, lines of name=value."""
    with open(path) as lines:
        return {op: '\n'.join(values) for op, *values in (line.rstrip('\n').split('\t') for line in lines)}


def quote(text):
    return '"' + text.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n') + '"'


def texts(items):
    """A list of texts as a C string literal over several lines. All three digits of the NUL: a text may begin with one."""
    lines, line = [], ''
    for piece in re.findall(r'[^ ]*?\\000|[^ ]* ', ''.join(text + '\\000' for text in items)):
        if line and len(line) + len(piece) > LINE - 16:
            lines.append(line)
            line = ''
        line += piece
    lines.append(line)
    return '\n\t\t'.join(f'"{line}"' for line in lines)


def print_row(pieces):
    line = '\t'
    for piece in pieces:
        if len(line) + len(piece) > LINE:
            print(line)
            line = '\t'
        line += piece
    print(line)


def main():
    llvm19, llvm22, stablehlo = (read(path) for path in sys.argv[1:4])
    releases = [{**stablehlo, **llvm19}, {**stablehlo, **llvm22}]
    ops = sorted({tuple(op.split('.', 1)) for table in releases for op in table})
    defaults = read_defaults(sys.argv[4])
    default_texts = [''] + sorted(set(defaults.values()))
    if len(default_texts) > 256:
        raise SystemExit('too many sets of defaults for a byte')
    layouts = sorted({text for table in releases for text in table.values()})
    number = {text: i + 1 for i, text in enumerate(layouts)}

    print('/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */')
    print('/* Property layouts of the ops of LLVM 19.1.7, LLVM 22.1.8 and StableHLO 1.20.0. Made by op_properties_table.py. */')
    print('#include "dialects/op_properties.h"\n')
    print('/* clang-format off */')
    print('const char *const mlirbc__op_layouts[] = {')
    for i in range(0, len(layouts), LAYOUTS_PER_CHUNK):
        print(f'\t{texts(layouts[i:i + LAYOUTS_PER_CHUNK])},')
    print('};\n')

    groups, rows, row_defaults = [], [], []
    for dialect in sorted({op[0] for op in ops}):
        names = sorted(op[1] for op in ops if op[0] == dialect)
        for i in range(0, len(names), OPS_PER_GROUP):
            groups.append((dialect, names[i:i + OPS_PER_GROUP], len(rows)))
            rows += [[number.get(table.get(f'{dialect}.{name}'), 0) for table in releases]
                     for name in names[i:i + OPS_PER_GROUP]]
            row_defaults += [default_texts.index(defaults.get(f'{dialect}.{name}', ''))
                             for name in names[i:i + OPS_PER_GROUP]]
    print('const struct mlirbc__op_group mlirbc__op_groups[] = {')
    for dialect, names, first in groups:
        print(f'\t{{ "{dialect}", {texts(names)},\n\t\t{first}, {len(names)} }},')
    print('};')
    print('const size_t mlirbc__op_group_count = sizeof mlirbc__op_groups / sizeof *mlirbc__op_groups;\n')
    print('const uint16_t mlirbc__op_rows[][MLIRBC__RELEASE_COUNT] = {')
    print_row('{' + ','.join(map(str, row)) + '},' for row in rows)
    print('};\n')
    print('const char *const mlirbc__default_texts[] = {')
    for text in default_texts:
        print(f'\t{quote(text)},')
    print('};\n')
    print('const uint8_t mlirbc__op_defaults[] = {')
    print_row(f'{number},' for number in row_defaults)
    print('};\n/* clang-format on */')


main()
