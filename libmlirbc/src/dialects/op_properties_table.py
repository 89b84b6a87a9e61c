#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes op_properties_table.c: the properties of each op, per release of MLIR.

Usage: op_properties_table.py LLVM19.tsv LLVM22.tsv STABLEHLO.tsv DEFAULTS22.tsv > op_properties_table.c
       op_properties_table.py --digest LLVM19.tsv LLVM22.tsv STABLEHLO.tsv DEFAULTS22.tsv

Each TSV line is: op name, trait, fields of the property blob in order (- for none), as extracted from the headers that
mlir-tblgen generates for a release. Field forms: `name`, `?name`, `[N]<6:name` (place before version 6) with `[N]>=6:name` (place
from version 6), `bool:name`, `varint->iW:name`, `optvarint:name`. One table (STABLEHLO.tsv) has the ops of StableHLO, Shardy and MHLO.
Most of their layouts never changed; EARLIER has fields that came later, and such an op has two layouts, whatever MLIR wrote it. The last file is the output of op_properties_defaults.py for LLVM 22.

Coding. Equal texts are stored once; everything else is a number, of one byte if it is frequent:
  number    below 128: the byte; else two bytes, (n & 127) | 128 and n >> 7. Neither byte is 0.
  texts     fields ("?alignment") and defaults ("relu=false"), without separators, the most frequent first; an array has their
            starts. Text 0 is empty and ends a list.
  list      numbers of texts, then 0: a layout (fields in blob order) or the defaults of an op. All lists stand in one
            string, and the place of a list there is its number. List 0 is empty.
  op        a byte: how many characters the name shares with the previous op's, 64 if defaults follow, 128 if the layout is that of
            both releases; the other characters of the name; 0; the list of LLVM 22 + 1, or 0 if it has no such op; unless
            128, the same of LLVM 19; if 64, the list of defaults.
  group     32 ops of a dialect in the order of their names. The first shares no characters, so a search can begin there.
--digest prints the SHA-256 of the decoded table, which test/op_properties_test.c computes from the C table.
"""
import hashlib
import sys
from collections import Counter
from itertools import groupby

# Fields that a newer StableHLO has. Operations that had no properties at all before have no blob in earlier files.
EARLIER = {
    'chlo.top_k': ['?is_stable'],  # name: fields without which the earlier layout is
    'mhlo.topk': ['?is_stable'],
    'stablehlo.collective_broadcast': ['?has_dynamic_root'],  # 1.20
    'stablehlo.custom_call': ['?result_tilings'],  # 1.18
    'stablehlo.dot_general': ['?algorithm'],  # 1.6
    'stablehlo.recv': ['?source_target_pairs'],  # 1.12
    'stablehlo.send': ['?source_target_pairs'],
}
OPS_PER_GROUP = 32
MOST_SHARED = 63
HAS_DEFAULTS = 64
BOTH_RELEASES = 128
LINE = 118


def layout(op, fields):
    """The fields as op_properties.h describes them: segment sizes once, in their old place."""
    if fields == '-':
        return ()
    old, new, out = [], [], []
    for word in fields.split():
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
    return tuple(out)


def read(path):
    table = {}
    with open(path) as lines:
        for line in lines:
            if not line.startswith('#'):
                op, _trait, fields = line.rstrip('\n').split('\t')
                table[op] = layout(op, fields)
    return table


def earlier(table):
    """The table with the earlier layouts, which takes the column of LLVM 19."""
    return {op: tuple(field for field in fields if field not in EARLIER.get(op, ())) for op, fields in table.items()}


def read_defaults(path):
    """Per op, a list of name=value."""
    with open(path) as lines:
        return {op: tuple(values) for op, *values in (line.rstrip('\n').split('\t') for line in lines)}


def digest(ops, releases, defaults):
    """Of a line per op: its name, both layouts ('-': no such op) and its defaults."""
    text = hashlib.sha256()
    for op in map('.'.join, ops):
        columns = [' '.join(table[op]) if op in table else '-' for table in releases]
        text.update('\t'.join([op, *columns, *defaults.get(op, ())]).encode() + b'\n')
    return text.hexdigest()


def by_frequency(counter):
    return [''] + sorted(counter, key=lambda text: (-counter[text], text))


def coded(number):
    return chr(number) if number < 128 else chr(number & 127 | 128) + chr(number >> 7)


class Lists:
    """Lists of texts, frequent ones first, so that their places are small numbers."""

    def __init__(self, counter, texts):
        number = {text: i for i, text in enumerate(texts)}
        self.data, self.place, self.pieces = '', {}, []
        for items in [()] + sorted(counter, key=lambda items: (-counter[items], items)):
            if items not in self.place:
                self.place[items] = len(self.data)
                self.pieces.append(''.join(coded(number[text]) for text in items) + '\0')
                self.data += self.pieces[-1]
        if len(self.data) >= 1 << 14:
            raise SystemExit('the lists are too long for numbers of two bytes')


def quote(text):
    def character(c):
        return '\\' + c if c in '"\\' else c if ' ' <= c <= '~' else f'\\{ord(c):03o}'
    return ''.join(map(character, text))


def print_texts(name, pieces):
    """One string, a literal for each piece."""
    print(f'const char {name}[] =')
    line = '\t'
    for literal in (f' "{quote(piece)}"' for piece in pieces):
        if len(line) + len(literal) > LINE - 8:
            print(line)
            line = '\t'
        line += literal[1:] if line == '\t' else literal
    print(line + ';\n')


def print_starts(name, pieces):
    line, at = '\t', 0
    print(f'const uint16_t {name}[] = {{')
    for piece in list(pieces) + ['']:
        if len(line) > LINE - 12:
            print(line)
            line = '\t'
        line += f'{at},'
        at += len(piece)
    print(line + '\n};\n')


def shared(name, previous):
    size = 0
    while size < min(len(name), len(previous)) and name[size] == previous[size]:
        size += 1
    if size > MOST_SHARED:  # a search compares the lengths, so it cannot be cut
        raise SystemExit(f'{name} shares {size} characters with {previous}, which do not fit into the byte')
    return size


def op_text(op, previous, releases, defaults, lists):
    whole = '.'.join(op)
    old, new = (lists.place[table[whole]] + 1 if whole in table else 0 for table in releases)
    size = shared(op[1], previous)
    flags = (HAS_DEFAULTS if whole in defaults else 0) | (BOTH_RELEASES if old == new else 0)
    text = chr(size | flags) + op[1][size:] + '\0' + coded(new)
    if old != new:
        text += coded(old)
    if whole in defaults:
        text += coded(lists.place[defaults[whole]])
    return text


def print_ops(ops, releases, defaults, lists):
    dialects, pieces, groups = [], [], []
    for dialect, same in groupby(ops, key=lambda op: op[0]):
        dialects.append((dialect, len(groups)))
        for i, op in enumerate(same):
            if i % OPS_PER_GROUP == 0:
                groups.append('')
                previous = ''
            pieces.append(op_text(op, previous, releases, defaults, lists))
            groups[-1] += pieces[-1]
            previous = op[1]
    print_texts('mlirbc__op_names', pieces)
    print_starts('mlirbc__op_groups', groups)
    print('const struct mlirbc__op_dialect mlirbc__op_dialects[] = {')
    for dialect, first in dialects + [('', len(groups))]:
        print(f'\t{{ "{dialect}", {first} }},')
    print('};')
    print('const size_t mlirbc__op_dialect_count = sizeof mlirbc__op_dialects / sizeof *mlirbc__op_dialects - 1;')


def main():
    paths = [path for path in sys.argv[1:] if path != '--digest']
    llvm19, llvm22, stablehlo = (read(path) for path in paths[:3])
    releases = [{**earlier(stablehlo), **llvm19}, {**stablehlo, **llvm22}]
    ops = sorted({tuple(op.split('.', 1)) for table in releases for op in table})
    defaults = read_defaults(paths[3])
    if len(paths) < len(sys.argv) - 1:
        print(digest(ops, releases, defaults))
        return
    used = Counter(items for table in (*releases, defaults) for items in table.values())
    texts = by_frequency(Counter(text for items in used for text in items))
    lists = Lists(used, texts)

    print('/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */')
    print('/* Property layouts of the ops of LLVM 19.1.7, LLVM 22.1.8, StableHLO 1.20.0, Shardy and MHLO. Made by')
    print(' * op_properties_table.py, which explains the coding. */')
    print('#include "dialects/op_properties.h"\n')
    print('/* C11 promises 4095 characters; the compilers take more. */')
    print('#pragma GCC diagnostic ignored "-Woverlength-strings"\n')
    print('/* clang-format off */')
    print_texts('mlirbc__property_texts', texts)
    print_starts('mlirbc__property_starts', texts)
    print_texts('mlirbc__property_lists', lists.pieces)
    print_ops(ops, releases, defaults, lists)
    print('/* clang-format on */')


main()
