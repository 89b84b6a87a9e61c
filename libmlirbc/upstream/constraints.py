# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles constraints of types and attributes, and the checks of operations, for tables.py.

A constraint is an expression:
  all(E, F...), any(E, F...), not(E)
  of types: i8, si8, ui8, int8 of any signedness, without a number any width; f32, bf16 ...; the words of TYPE_WORDS;
            !D.M, !D.M<... or !D a type of a dialect; quant8 a quantized type with that storage; elem(E) of elements,
            param(E) of the first parameter of a dialect's type; rank=N, rank>=N, count=N, count>=N, count<=N (elements),
            dims=AxB, last=N (dimension), space=N (of a pointer of llvm)
  of attributes: the words of ATTR_WORDS; #D.M; enum=E an integer with a value of the enumeration; of(E) the type;
            value(E) the type that it holds; each(E) of elements; size=N, size>=N; is=N, at_least=N, at_most=N
  NAME another constraint of the same kind
Codes are in the order of constraint.h."""
import re

CODES = ("ALL ANY NOT ELEMENT PARAMETER WORD INTEGER FLOAT DIALECT QUANTIZED RANK COUNT DIMS LAST SPACE ATTR_WORD ATTR_DIALECT "
         "ENUM OF VALUE EACH SIZE NUMBER").split()
CODE = {name: i for i, name in enumerate(CODES)}
TYPE_WORDS = ("true false index float none complex function tuple graph vector fixed scalable tensor ranked unranked memref "
              "unranked_memref any_memref shaped has_rank static all_scalable last_scalable leading_fixed no_zero all_one "
              "encoded llvm llvm_vector llvm_float quant").split()
ATTR_WORDS = ("true false unit bool integer real string type array dictionary symbol flat_symbol map set elements dense_int "
              "list_i1 list_i8 list_i16 list_i32 list_i64 none_negative power_of_2").split()
KINDS = "any vector tensor ranked unranked memref unranked_memref any_memref complex function tuple float int index".split()
FLOATS = ("bf16 f16 f32 f64 f80 f128 tf32 f8E5M2 f8E4M3 f8E4M3FN f8E5M2FNUZ f8E4M3FNUZ f8E4M3B11FNUZ f8E3M4 f8E8M0FNU "
          "f6E2M3FN f6E3M2FN f4E2M1FN").split()
SIGNS = {"int": 0, "i": 1, "si": 2, "ui": 3}
COMPARE = {"=": 0, ">=": 1, "<=": 2}
CHECKS = ("END RULE SAME SAME_ELEMENT SAME_SHAPE SAME_RANK same_types same_operands same_shapes same_elements "
          "same_operand_elements same_operand_shapes same_ranks broadcast elementwise no_arguments no_terminator symbol_table "
          "same_variadic_operands same_variadic_results isolated single_block symbol in_function in_module PARENT "
          " ENDS function declaration branch linalg yields TOGETHER INDICES SIZES").split()


def u16(number):
    assert 0 <= number < 65536, number
    return bytes((number & 255, number >> 8))


def split(body):
    """The parts of a list at its outer commas."""
    parts, depth, part = [], 0, ""
    for c in body:
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += c
    return parts + [part.strip()]


class Programs:
    """Constraints by number; 0 is none. Rows are (place of the program, description)."""

    def __init__(self, text, enums):
        self.text, self.enums = text, enums
        self.known, self.numbers, self.rows = {}, {}, [(0, 0, 0)]
        self.code = bytearray()

    def add(self, kind, name, expression, description):
        assert (kind, name) not in self.known, name
        self.known[kind, name] = (expression, description)

    def number(self, kind, name):
        if not name:
            return 0
        if (kind, name) not in self.numbers:
            expression, description = self.known[kind, name]
            self.numbers[kind, name] = len(self.rows)
            code = self.expression(kind, expression)
            place = self.code.find(code)
            if place < 0:
                place = len(self.code)
                self.code += code
            self.rows.append((place, self.text(description), self.kind_of(kind, expression)))
        return self.numbers[kind, name]

    def kind_of(self, kind, expression):
        """The class of all types that satisfy the constraint; of a dialect's type, the number of its name behind those of KINDS."""
        if match := re.match(r"all\((.*)\)$", expression):
            return next((found for part in split(match[1]) if (found := self.kind_of(kind, part))), 0)
        if match := re.match(r"any\((.*)\)$", expression):
            vector = KINDS.index("vector")
            return vector if all(self.kind_of(kind, part) == vector for part in split(match[1])) else 0
        if kind == "type" and expression[0] == "!" and "." in expression:
            return len(KINDS) + self.text(expression[1:])
        word = expression if expression in KINDS else "float" if expression in FLOATS else expression.rstrip("0123456789")
        word = {"fixed": "vector", "scalable": "vector", "all_scalable": "vector", "llvm_vector": "vector", "i": "int", "si": "int", "ui": "int"}.get(word, word)
        return KINDS.index(word) if kind == "type" and word in KINDS else 0

    def expression(self, kind, text):
        match = re.match(r"(all|any|not|elem|param|of|value|each)\((.*)\)$", text)
        if not match:
            return self.leaf(kind, text)
        word, parts = match[1], split(match[2])
        inner = "type" if word in ("of", "value") else kind
        code = b"".join(self.expression(inner, part) for part in parts)
        if word in ("all", "any"):
            return bytes((CODE[word.upper()], len(parts))) + code
        return bytes((CODE[{"elem": "ELEMENT", "param": "PARAMETER"}.get(word, word.upper())],)) + code

    def leaf(self, kind, text):
        if self.known.get((kind, text), (text,))[0] != text:
            return self.expression(kind, self.known[kind, text][0])
        return (self.attr_leaf if kind == "attribute" else self.type_leaf)(text)

    def type_leaf(self, text):
        if text in TYPE_WORDS:
            return bytes((CODE["WORD"], TYPE_WORDS.index(text)))
        if text in FLOATS:
            return bytes((CODE["FLOAT"], FLOATS.index(text)))
        if text[0] == "!":
            return bytes((CODE["DIALECT"],)) + u16(self.text(text[1:]))
        if match := re.match(r"(int|i|si|ui)(\d*)$", text):
            return bytes((CODE["INTEGER"], SIGNS[match[1]], int(match[2] or 0)))
        if match := re.match(r"quant(\d+)$", text):
            return bytes((CODE["QUANTIZED"], int(match[1])))
        if match := re.match(r"(rank|count)(=|>=|<=)(\d+)$", text):
            return bytes((CODE[match[1].upper()], COMPARE[match[2]], int(match[3])))
        if match := re.match(r"dims=([\dx]+)$", text):
            dims = [int(dim) for dim in match[1].split("x")]
            return bytes((CODE["DIMS"], len(dims), *dims))
        word, number = re.match(r"(last|space)=(\d+)$", text).groups()
        return bytes((CODE[word.upper()], int(number)))

    def attr_leaf(self, text):
        if text in ATTR_WORDS:
            return bytes((CODE["ATTR_WORD"], ATTR_WORDS.index(text)))
        if text[0] == "#":
            return bytes((CODE["ATTR_DIALECT"],)) + u16(self.text(text[1:]))
        if text.startswith("enum="):
            return bytes((CODE["ENUM"],)) + u16(self.enums[text[5:]])
        if match := re.match(r"size(=|>=)(\d+)$", text):
            return bytes((CODE["SIZE"], COMPARE[match[1]], int(match[2])))
        word, number = re.match(r"(is|at_least|at_most)=(\d+)$", text).groups()
        return bytes((CODE["NUMBER"], ("is", "at_least", "at_most").index(word), int(number)))


def compile_checks(listed, slots, attrs, rules, alias, text):
    """A code, the number of arguments, and the arguments of each check: slots, 128 + attributes, or numbers of texts.
    Ends with 0."""
    out = b""
    for check in listed:
        if match := re.match(r"(\w+)=(\w+)\((\w+)\)$", check):
            rule = rules.index(alias.get(match[2], match[2]))
            out += bytes((CHECKS.index("RULE"), 3, slots.index(match[1]), rule, slots.index(match[3])))
            continue
        word, _, rest = check.partition("(")
        names = split(rest[:-1]) if rest else []
        if word in ("parent", "ends"):
            arguments = b"".join(u16(text(name)) for name in names)
        else:
            arguments = bytes(slots.index(name) if name in slots else 128 + attrs.index(name) for name in names)
        code = CHECKS.index(word.upper() if names else word)
        out += bytes((code, len(arguments))) + arguments
    return out + b"\0"
