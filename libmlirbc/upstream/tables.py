#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the tables of operations in dialects/ to C: tables.py OUTPUT FILE.ops...

A record of an operation begins with "op NAME"; indented lines describe it, lists are separated by ';':
  in, out   operands and results: NAME one, NAME? optional, NAME* a list, NAME**ATTRIBUTE a list of lists with those sizes;
            then " : C" if their types have a constraint C
  attr      inherent attributes: NAME MODE, NAME MODE : C with a constraint; NAME? may be absent, NAME= has a default
            value. How the text shows it:
            ANY an attribute, ANY:C one that begins with C ('!' a type); TYPEDATTR; STRING; PROP an optional number; TYPED:T one of type T without ": T"; SYMNAME a string as @name; UNIT a word
            elsewhere; DENSEARRAY:T [1, 2]; ENUM:E, PROP-ENUM:E the words of an enumeration; STRIP:#D.M an attribute
            without "#D.M"; {enum E, form F} if the rest is one of STRIP_FORMS with words of an enumeration
  region, succ  NAME, or NAME* for a list; region NAME! has one block
  form      the assembly, see src/table.h: LIT"text", SP a blank, NOSP no blank, NL a new line, OPERAND x, TYPE x,
            TYPE x{STRIP:!D.M} without "!D.M", ATTR x, REGION x, SUCC x, OPERANDS, REGIONS, SUCCESSORS, TYPES OPERANDS,
            TYPES RESULTS, FUNCTYPE(x, y), ATTRDICT, ATTRDICT_KW, PROPDICT, QUALIFIED(x) in full, CUSTOM<F>(arguments),
            OPT[... x^ ...]ELSE[...] if x is present, ANYORDER{... | ...}. A mark ?, * or ** repeats that of the operand.
  from      types that the text does not have: x=RULE(y)
  is        sized, sized-results: attributes with the sizes of groups; isolated; block: a region has a block; generic: no
            form; library: libmlirbc has the form; terminator; end=OP: implied terminator
  check     what else the operation must satisfy, see constraints.py: y=RULE(x) types that follow from others, TRAIT,
            TRAIT(slots or operations)
A record of an enumeration: "enum NAME BITS one|bits "SEPARATOR"", then its words and values. Records of constraints are
"type NAME EXPRESSION" and "attribute NAME EXPRESSION", then their description in messages; constraints.py explains them.
"""
import re
import sys
from pathlib import Path

from constraints import Programs, compile_checks

CODES = ("END LITERAL BLANK LINE OPERAND TYPE TYPE_BODY ATTR ATTR_WHOLE REGION REGIONS SUCCESSOR SUCCESSORS OPERANDS "
         "OPERAND_TYPES RESULT_TYPES FUNCTION_TYPE DICTIONARY DICTIONARY_WORD PROPERTIES OPTIONAL ANY_ORDER CUSTOM").split()
CODE = {name: i for i, name in enumerate(CODES)}
MODES = "ANY TYPED SYMNAME UNIT DENSEARRAY ENUM PROP_ENUM STRIP STRING PROP".split()
RULES = ("BUILD SAME ELEMENT I1_SAME_SHAPE POINTEE INFER VALUE_TYPE_OF RANGE_OF DIM0_I1 SQUARE_SCALABLE PTR_METADATA "
         "LAST_DIM_16 INT_OF_WIDTH_DIM0 DOMAIN_OF LVALUE_OF_POINTEE FUNC_INPUTS FUNC_RESULTS STRUCT_VALUE_I1 PDL_RANGE_OF "
         "PDL_TYPE_OF_VALUE DOMAINS_OF IMAGE_OF NUM_ELEMENTS_x_ELEMENT POINTER_TO_VALUE").split()
ALIAS = {"BOOL_SAME_SHAPE": "I1_SAME_SHAPE"}
STRIP_FORMS = ["", "<v>", "v", "(v)", "{type = v}"]
ALL = 255  # operands or results of FUNCTYPE
REF = 128
FLAGS = ((1, "sized"), (2, "sized-results"), (4, "isolated"), (32, "block"), (64, "generic"), (128, "terminator"), (256, "library"))
ARRAY_TYPES = {"Shard_GridAxesAttr": "i16"}


class Pool:
    """Items that are stored once; sequences of them share places."""

    def __init__(self):
        self.items, self.places = [], {}

    def one(self, item):
        return self.run((item,))

    def run(self, items):
        items = tuple(items)
        if items not in self.places:
            self.places[items] = len(self.items)
            self.items += items
        return self.places[items]


class Texts:
    """All texts in one array, each at an even place; one may be the end of another. Its number is half the place, which is known
    once all texts are, so everything is compiled twice: without places, numbers are 0."""

    def __init__(self, values=()):
        self.data, self.values, self.places = bytearray(2), set(), {"": 0}
        ends = {}
        for value in sorted(values, key=lambda v: (-len(v), v)):
            code = value.encode()
            if code not in ends:
                for i in range(0, len(code), 2):
                    ends.setdefault(code[i:], len(self.data) + i)
                self.data += code + bytes(2 - len(code) % 2)
            self.places.setdefault(value, ends.get(code, 0))

    def number(self, value):
        self.values.add(value)
        place = self.places.get(value, 0)
        assert place < 2 * 65536, "texts need more room: place them at multiples of 4"
        return place // 2


def start(texts):
    global strings, slots, attrs, rules, strips, cases, forms, form_places, directives, enums, enum_rows, rows
    global programs, checks, check_places
    strings = texts
    slots, attrs, rules, strips, cases = (Pool() for _ in range(5))
    forms, form_places = bytearray(), {}
    directives, enums, enum_rows, rows = [], {}, [], []
    programs = Programs(text, enums)
    checks, check_places = bytearray(b"\0"), {b"\0": 0}


def text(value):
    return strings.number(value)


def u16(number):
    assert number < 65536, number
    return bytes((number & 255, number >> 8))


def tokens(form):
    pattern = (r'LIT"[^"]*"|CODE"[^"]*"|OPT\[|\]ELSE\[|ANYORDER\{|CUSTOM<\w+>\(|QUALIFIED\(|REF\(|FUNCTYPE\('
               r'|\{STRIP:[^}]*\}|\^|[A-Z_]+\b(?:\?|\*\*|\*)?|\w+|[\])}|,]')
    return re.findall(pattern, form)


class Form:
    """Compiles the form of one operation. The blanks are where MLIR's generated printers put them."""

    def __init__(self, op):
        self.op, self.space, self.punctuation = op, True, False
        self.tokens, self.at = tokens(op["form"]), 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def blank(self):
        out = bytes((CODE["BLANK"],)) if self.space or not self.punctuation else b""
        self.space, self.punctuation = True, False
        return out

    def literal(self, word):
        tight = ">)}]," if self.punctuation else "<>(){}[],"
        before = self.space and not (len(word) == 1 and word in tight)
        self.space = not (len(word) == 1 and word in "<({[")
        self.punctuation = not (word[0] == "_" or word[0].isalpha())
        return (bytes((CODE["BLANK"],)) if before else b"") + bytes((CODE["LITERAL"],)) + u16(text(word))

    def sequence(self, ends):
        """Elements up to one of `ends`; (bytes, variables in it, anchors)."""
        out, seen, anchors = b"", [], []
        while self.peek() and self.peek() not in ends:
            code, variables = self.element()
            out += code
            seen += variables
            if self.peek() == "^":
                self.next()
                anchors = variables
        return out, seen, anchors

    def variable(self, token):
        """(kind, index) of "OPERAND x" and the like; consumes the name."""
        word, name = token.rstrip("?*"), self.next()
        if word in ("OPERAND", "TYPE"):
            return ("t" if word == "TYPE" else "o"), self.op["slots"].index(name)
        kind, key = {"ATTR": ("a", "attrs"), "REGION": ("r", "regions"), "SUCC": ("s", "successors")}[word]
        return kind, self.op[key].index(name)

    def simple(self, token, whole):
        kind, index = self.variable(token)
        out = self.blank() if not (kind == "a" and self.op["modes"][index] == "UNIT") else b""
        code = {"o": "OPERAND", "t": "TYPE", "a": "ATTR_WHOLE" if whole else "ATTR", "r": "REGION", "s": "SUCCESSOR"}[kind]
        strip = self.next() if self.peek().startswith("{STRIP:") else ""
        if strip and not whole:
            return out + bytes((CODE["TYPE_BODY"], index)) + u16(text(strip[8:-1].lstrip("!"))), [(kind, index)]
        return out + bytes((CODE[code], index)), [(kind, index)]

    def element(self, whole=False):
        token = self.next()
        if token.startswith("LIT"):
            return self.literal(token[4:-1]), []
        if token == "SP":
            self.space = self.punctuation = False
            return bytes((CODE["BLANK"],)), []
        if token == "NOSP":
            self.space, self.punctuation = False, True
            return b"", []
        if token == "NL":
            return bytes((CODE["LINE"],)), []
        if token == "QUALIFIED(":
            found = self.element(True)
            assert self.next() == ")"
            return found
        if token.startswith("ATTRDICT"):
            self.punctuation = False
            return bytes((CODE["DICTIONARY_WORD" if token == "ATTRDICT_KW" else "DICTIONARY"],)), []
        if token == "PROPDICT":
            return self.blank() + bytes((CODE["PROPERTIES"],)), []
        if token == "OPT[":
            return self.optional()
        if token == "ANYORDER{":
            return self.any_order()
        if token.startswith("CUSTOM<"):
            return self.custom(token[7:-2])
        if token in ("OPERANDS", "REGIONS", "SUCCESSORS"):
            return self.blank() + bytes((CODE[token],)), [("*", ord(token[0]))]
        if token == "TYPES":
            return self.blank() + bytes((CODE["OPERAND_TYPES" if self.next() == "OPERANDS" else "RESULT_TYPES"],)), []
        if token == "FUNCTYPE(":
            return self.function_type(), []
        return self.simple(token, whole)

    def function_type(self):
        ends = []
        while (token := self.next()) != ")":
            if token not in (",",) and not token.startswith("{"):
                ends.append(ALL if token in ("OPERANDS", "RESULTS") else self.op["slots"].index(token))
        return self.blank() + bytes((CODE["FUNCTION_TYPE"], *ends))

    def optional(self):
        then, seen, anchors = self.sequence(("]", "]ELSE["))
        anchors = anchors or seen
        other = b""
        if self.next() == "]ELSE[":
            other = self.sequence(("]",))[0]
            self.next()
        listed = b"".join(bytes((ord(k), i)) for k, i in anchors)
        return (bytes((CODE["OPTIONAL"],)) + u16(len(then)) + u16(len(other)) + bytes((len(anchors),)) + listed + then
                + other), seen

    def any_order(self):
        clauses, all_seen = [], []
        while True:
            code, seen, anchors = self.sequence(("|", "}"))
            clauses.append((code, anchors or seen))
            all_seen += seen
            if self.next() == "}":
                break
        out = bytes((CODE["ANY_ORDER"], len(clauses)))
        for code, anchors in clauses:
            listed = b"".join(bytes((ord(k), i)) for k, i in anchors)
            out += u16(len(code)) + bytes((len(anchors),)) + listed + code
        return out, all_seen

    def custom(self, name):
        out, arguments, seen = self.blank(), [], []
        while (token := self.next()) != ")":
            if token == ",":
                continue
            ref = REF if token == "REF(" else 0
            token = self.next() if ref else token
            if token.startswith("CODE"):
                arguments.append((ord("c") | ref, len(token)))
            else:
                kind, index = self.variable(token)
                arguments.append((ord(kind) | ref, index))
                seen += [] if ref else [(kind, index)]
            if self.peek().startswith("{STRIP:"):
                self.next()
            if ref:
                assert self.next() == ")"
        if name not in directives:
            directives.append(name)
        flat = [number for pair in arguments for number in pair]
        return out + bytes((CODE["CUSTOM"], directives.index(name), len(arguments), *flat)), seen


def slot(value):
    name, mark, sizes, constraint = re.match(r"(\w+)(\?|\*\*|\*|)(\w*)(?: : (\w+))?$", value).groups()
    return name, (text(name), {"": 0, "?": 1, "*": 2, "**": 3}[mark], text(sizes), programs.number("type", constraint))


def attribute(value):
    name, optional, default, mode, constraint = re.match(r"(\w+)(\??)(=?) (.*?)(?: : (\w+))?$", value).groups()
    word, _, rest = mode.partition(":")
    word = {"TYPEDATTR": "ANY", "PROP-ENUM": "PROP_ENUM"}.get(word, word)
    detail = 0
    if word in ("ANY", "TYPED", "DENSEARRAY"):
        detail = text(ARRAY_TYPES.get(rest, rest))
    elif word in ("ENUM", "PROP_ENUM"):
        detail = enums[rest]
    elif word == "STRIP":
        prefix, enum, form = re.match(r"#([\w.]+)(?:\{enum ([\w.]+), form (.*)\})?$", rest).groups()
        dialect, mnemonic = prefix.split(".", 1)
        detail = strips.one((text(dialect), text(mnemonic), enums[enum] if enum else 65535,
                             STRIP_FORMS.index(form or "")))
    return name, word, (text(name), MODES.index(word), (1 if optional else 0) | (2 if default else 0), detail,
                        programs.number("attribute", constraint))


def rule(op, value):
    target, kind, source = re.match(r"(\w+)=(\w+)(?:\((.*)\))?$", value).groups()
    kind = RULES.index(ALIAS.get(kind, kind))
    unnamed = len(op["slots"]) - 1 - op["slots"][::-1].index("_") if target == "None" else 0
    index = unnamed or op["slots"].index("_" if target == "None" else target)
    if RULES[kind] == "BUILD":
        return index, kind, 0, text(source)
    if source in op["slots"]:
        return index, kind, op["slots"].index(source), 0
    if source in op["attrs"]:
        return index, kind, REF + op["attrs"].index(source), 0
    return index, kind, 255, 0


def operation(name, fields):
    def split(key):
        return [v for v in fields.get(key, "").split("; ") if v]

    ins, outs = [slot(v) for v in split("in")], [slot(v) for v in split("out")]
    listed = [attribute(v) for v in split("attr")]
    flags = fields.get("is", "").split()
    op = {"form": fields.get("form", ""), "slots": [n for n, _ in ins + outs], "attrs": [n for n, _, _ in listed],
          "modes": [m for _, m, _ in listed], "regions": [r.rstrip("*!") for r in split("region")],
          "successors": [s.rstrip("*") for s in split("succ")]}
    code = bytes(Form(op).sequence(())[0]) + bytes((CODE["END"],))
    if code not in form_places:
        form_places[code] = len(forms)
        forms.extend(code)
    known = [rule(op, v) for v in split("from")]
    bits = sum(bit for bit, flag in FLAGS if flag in flags)
    bits |= 8 * any(r.endswith("*") for r in split("region")) | 16 * any(s.endswith("*") for s in split("succ"))
    end = "".join(f[4:] for f in flags if f.startswith("end="))
    dialect, short = name.split(".", 1)
    tests = compile_checks(split("check"), op["slots"], op["attrs"], RULES, ALIAS, text)
    if tests not in check_places:
        check_places[tests] = len(checks)
        checks.extend(tests)
    rows.append((dialect, short, (form_places[code], text(short), slots.run(s for _, s in ins + outs),
                                  attrs.run(a for _, _, a in listed), rules.run(known), text(end), check_places[tests], bits, len(ins), len(outs),
                                  len(listed), len(known), len(split("region")), len(split("succ")),
                                  sum(1 << i for i, r in enumerate(split("region")[:8]) if r.endswith("!")))))


def enumeration(line, values):
    name, bits, kind, separator = re.match(r'(\S+) (\d+) (\w+)(?: "(.*)")?$', line).groups()
    listed = []
    for value in values.split():
        word, _, number = value.rpartition("=")
        listed.append((text(word), int(number) & 0xFFFF, int(number) >> 16 & 0xFFFF))
    enums[name] = len(enum_rows)
    enum_rows.append((int(bits), 1 if kind == "bits" else 0, cases.run(listed), len(listed), text(separator or "")))


def read(path):
    """Records of a file: (first line, {key: rest of the line})."""
    records = []
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            key, _, rest = line[2:].partition(" ")
            records[-1][1][key] = rest
            records[-1][2].append(line[2:])
        elif line and not line.startswith("#"):
            records.append((line, {}, []))
    return records


def numbers(values, per_line=24):
    values = list(values)
    lines = (", ".join(map(str, values[i:i + per_line])) for i in range(0, len(values), per_line))
    return "\t" + ",\n\t".join(lines)


def structs(items):
    return ",\n".join("\t{ " + ", ".join(map(str, item)) + " }" for item in items) or "\t{ 0 }"


def c_source():
    rows.sort(key=lambda row: (row[0], row[1].encode()))
    dialects, at = [], 0
    for dialect in sorted({row[0] for row in rows}):
        count = sum(row[0] == dialect for row in rows)
        dialects.append((text(dialect), at, count))
        at += count
    names = [text(name) for name in directives]
    prefix = "mlirbc_upstream__"
    parts = ['/* Made by tables.py. */\n#include "table.h"\n']
    for name, kind, body in (
            ("text", "char", numbers(c - 256 if c > 127 else c for c in strings.data)), ("forms", "uint8_t", numbers(forms)),
            ("slots", f"struct {prefix}slot", structs(slots.items)), ("attrs", f"struct {prefix}attr", structs(attrs.items)),
            ("rules", f"struct {prefix}rule", structs(rules.items)), ("strips", f"struct {prefix}strip", structs(strips.items)),
            ("enums", f"struct {prefix}enum", structs(enum_rows)), ("cases", f"struct {prefix}case", structs(cases.items)),
            ("rows", f"struct {prefix}row", structs(row[2] for row in rows)),
            ("dialects", f"struct {prefix}dialect", structs(dialects)),
            ("programs", "uint8_t", numbers(programs.code)), ("checks", "uint8_t", numbers(checks)),
            ("constraints", f"struct {prefix}constraint", structs(programs.rows)), ("directives", "uint16_t", numbers(names))):
        parts.append(f"const {kind} {prefix}{name}[] = {{\n{body}\n}};\n")
    parts.append(f"const size_t {prefix}strip_count = {len(strips.items)};\n")
    parts.append(f"const size_t {prefix}row_count = {len(rows)};\n")
    parts.append(f"const size_t {prefix}dialect_count = {len(dialects)};\n")
    parts.append(f"const size_t {prefix}directive_count = {len(names)};\n")
    return "\n".join(parts)


def compile_all(records, texts):
    start(texts)
    for line, fields, lines in records:
        if line.startswith("enum "):
            enumeration(line[5:], " ".join(lines))
    for line, fields, lines in records:
        kind, _, rest = line.partition(" ")
        if kind in ("type", "attribute"):
            programs.add(kind, *rest.split(" ", 1), lines[0] if lines else "")
    for line, fields, lines in records:
        if line.startswith("op "):
            try:
                operation(line[3:], fields)
            except Exception as error:
                sys.exit(f"{line}: {error!r}")
    return c_source()


def main():
    records = [record for path in sorted(sys.argv[2:]) for record in read(path)]
    compile_all(records, Texts())
    Path(sys.argv[1]).write_text(compile_all(records, Texts(strings.values)), encoding="utf-8")
    if "--sizes" in sys.argv:
        print(len(rows), "operations;", len(forms), "bytes of forms;", len(strings.values), "texts of",
              len(strings.data), "bytes;", len(slots.items), "slots", len(attrs.items), "attrs",
              len(rules.items), "rules", len(cases.items), "cases")


if __name__ == "__main__":
    main()
