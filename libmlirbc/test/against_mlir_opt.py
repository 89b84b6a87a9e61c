#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""against_mlir_opt.py PRINTER [FIRST [COUNT]]: random sources through mlir-opt-22 and through PRINTER (reprint.c: reads text,
prints the generic form, -l with locations); the two must print the same. Seeds FIRST.. are tried. Skipped without mlir-opt-22."""
import os
import random
import shutil
import subprocess
import sys
import tempfile

OPT = shutil.which("mlir-opt-22")


class Source:
    """One random source; every choice comes from its seed."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.values = 0
        self.blocks = 0
        self.loc_aliases = []
        self.attr_aliases = []
        self.type_aliases = []
        self.late_locs = []
        self.in_properties = False

    def pick(self, *options):
        return self.r.choice(options)

    def some(self, most, make, least=0):
        return [make() for _ in range(self.r.randint(least, most))]

    # ---- names and strings
    def string(self):
        pieces = self.some(4, lambda: self.pick("a", "Z", "\\22", "\\\\", "\\n", "\\t", "\\00", "\\FF", " ", "\u00e9", "x.y", "0"))
        return '"' + "".join(pieces) + '"'

    def word(self):
        return self.pick("a", "b", "c_d", "e.f", "_g", "h$1", "value", "i32x", "loc_", "Z9")

    def symbol(self):
        return "@" + (self.word() if self.r.random() < 0.7 else '"' + self.pick("sp ace", "1", "%", "a-b", "\\0A") + '"')

    # ---- types
    def integer_type(self):
        return self.pick("i1", "i8", "i32", "i64", "si8", "ui16", "i3", "i65", "ui128", "si33", "index", "i0", "i128", "ui1", "si64")

    def float_type(self):
        return self.pick("f32", "f64", "f16", "bf16", "f80", "f128", "tf32", "f8E5M2", "f8E4M3", "f8E4M3FN", "f8E5M2FNUZ",
                         "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E3M4", "f6E2M3FN", "f6E3M2FN", "f4E2M1FN", "f8E8M0FNU")

    def dims(self, dynamic=True):
        return "".join(self.some(3, lambda: self.pick("1", "2", "3", "17", "0", "?" if dynamic else "4") + "x"))

    def type(self, depth=3):
        kind = self.r.randint(0, 15)
        if depth == 0 or kind < 6:
            return self.pick(self.integer_type(), self.float_type(), "none", "!foo.bar", "!foo.bar<1 -> 2, \"x>\">", "!foo<sp ace>",
                             "i32", "i32", *self.type_aliases)
        inner = lambda: self.type(depth - 1)
        if kind == 6:
            return f"tuple<{', '.join(self.some(20 if self.r.random() < 0.1 else 3, inner))}>"
        if kind == 7:
            results = self.some(2, inner)
            if len(results) == 1 and not results[0].startswith("(") and "fn" not in results[0] and self.r.random() < 0.7:
                return f"({', '.join(self.some(2, inner))}) -> {results[0]}"
            return f"({', '.join(self.some(2, inner))}) -> ({', '.join(results)})"
        if kind == 8:
            return f"complex<{self.pick('f32', 'f64', 'i8', 'i1')}>"
        if kind == 9:
            sizes = self.some(3, lambda: self.pick("1", "4", "[2]", "16"))
            return "vector<" + "".join(s + "x" for s in sizes) + self.pick("f32", "i1", "index") + ">"
        if kind == 10:
            return "tensor<" + self.dims() + self.pick("f32", "i4", "complex<f32>", "!foo.s") + self.pick("", "", ", 1 : i32", ', "enc"', ", {a}") + ">"
        if kind == 11:
            return "tensor<*x" + self.pick("f32", "i8") + ">"
        if kind == 12:
            return "memref<*x" + self.pick("f32", "i8") + self.pick("", ", 1", ", 0", ', "gpu"', ", 2 : i32") + ">"
        layout = self.pick("", "", ", affine_map<(d0, d1) -> (d1, d0)>", ", strided<[4, 1], offset: ?>", ", strided<[1, ?]>",
                           ", affine_map<(i, j) -> (i, j)>", ", strided<[2, 1], offset: 0>")
        return "memref<" + self.pick("2x3x", "?x?x") + "f32" + layout + self.pick("", ", 3", ", 0 : i64", ", #gpu.address_space<workgroup>", ", 1 : i8") + ">"

    # ---- attributes
    def integer(self, type):
        if type == "i1" and self.r.random() < 0.5:
            return self.pick("true", "false")
        width = 64 if type == "index" else int(type.lstrip("sui"))
        if width == 0:
            return "0"
        low = 0 if type[0] == "u" else -(1 << (width - 1))
        high = (1 << (width - 1)) - 1 if type[0] in "s" or type == "index" else (1 << width) - 1
        value = self.pick(low, high, 0, 1 if high else 0, self.r.randint(low, high), self.r.randint(max(low, -100), min(high, 100)))
        return hex(value) if value >= 0 and self.r.random() < 0.2 else str(value)

    def float(self, type):
        width = {"f32": 32, "f64": 64, "f16": 16, "bf16": 16, "f80": 80, "f128": 128, "tf32": 19}.get(type, int(type[1]) if type[1] in "468" else 0)
        kind = self.r.randint(0, 9)
        if type in ("f80", "f128"):
            return self.pick("1.0", "-2.5", "0.0", "1.5e10", "1048576.0", "0.00390625")
        if kind < 3:
            return "0x%X" % self.r.getrandbits(width)
        sign = "-" if kind < 6 and type != "f8E8M0FNU" else ""
        return sign + self.pick("%.6f" % self.r.uniform(0, 10), "%.17g" % self.r.uniform(0.1, 0.9), "1.0", "0.0", "0.5", "100.0", "65504.0",
                                "%d.%de%d" % (self.r.randint(0, 9), self.r.randint(0, 10**9), self.r.randint(-45, 40)),
                                "%d." % self.r.randint(0, 10**8), "1.0e400" if kind == 6 and width > 8 else "2.0", "3.0e-320" if kind == 7 else "4.0")

    def element(self, type):
        if type.startswith("complex"):
            part = type[8:-1]
            return f"({self.element(part)}, {self.element(part)})"
        if type.startswith("!"):
            return self.string()
        return self.float(type) if "f" in type else self.integer(type)

    def nested(self, shape, type):
        if not shape:
            return self.element(type)
        return "[" + ", ".join(self.nested(shape[1:], type) for _ in range(shape[0])) + "]"

    def dense(self):
        type = self.pick(self.integer_type(), self.float_type(), "f32", "i32", "complex<f32>", "complex<i8>", "!foo.s")
        type = "i4" if type == "i0" else type  # MLIR cannot tell splats without bits
        shape = self.some(3, lambda: self.pick(1, 2, 3, 0 if self.r.random() < 0.3 else 2))
        if self.r.random() < 0.05:
            shape, type = [self.r.randint(95, 110)], self.pick("i1", "i8", "f32", "i12", "i64")
        kind = "vector" if shape and 0 not in shape and not type.startswith("!") and not type.startswith("c") and self.r.random() < 0.3 else "tensor"
        full = f"{kind}<{''.join(str(s) + 'x' for s in shape)}{type}>"
        if 0 in shape:
            return f"dense<> : {full}"
        if self.r.random() < 0.3:
            return f"dense<{self.element(type)}> : {full}"
        return f"dense<{self.nested(shape, type)}> : {full}"

    def sparse(self):
        count = self.r.randint(0, 3)
        if count == 0:
            return "sparse<> : tensor<3x4xi32>"
        indices = ", ".join(f"[{self.r.randint(0, 2)}, {self.r.randint(0, 3)}]" for _ in range(count))
        return f"sparse<[{indices}], [{', '.join(self.integer('i32') for _ in range(count))}]> : tensor<3x4xi32>"

    def affine(self):
        return self.pick("affine_map<(a, b)[s] -> (a + b * 2, -s)>", "affine_map<() -> ()>", "affine_map<(d0) -> (d0 floordiv 3, d0 mod 4)>",
                         "affine_set<(x)[n] : (x - 1 >= 0, x - n == 0)>", "affine_map<(d0, d1) -> (d1, d0)>", "affine_map<(d0)[] -> (-(d0 ceildiv 2))>")

    def attribute(self, depth=3):
        kind = self.r.randint(0, 20)
        inner = lambda: self.attribute(depth - 1)
        if kind < 3:
            type = self.integer_type()
            text = self.integer(type)
            return text if text in ("true", "false") else f"{text} : {type}"
        if kind < 5:
            type = self.float_type()
            return f"{self.float(type)} : {type}"
        if kind == 5:
            return self.pick("1", "-7", "2.5", "unit", "true")
        if kind == 6:
            return self.string() + self.pick("", "", " : i32", " : !foo.bar")
        if kind == 7:
            return self.symbol() + "".join(self.some(2, lambda: "::" + self.symbol()))
        if kind == 8:
            return self.type()
        if kind == 9:
            return self.pick("#foo.bar", "#foo.bar<[1, {2}]>", "#foo<\"quoted>\">", "#foo<x y>", "#foo.a.b<>")
        if kind == 10:
            return self.dense()
        if kind == 11:
            type = self.pick("i1", "i8", "i64", "f32", "f64", "ui16", "bf16", "si32")
            items = self.some(4, lambda: self.pick("true", "false") if type == "i1" else self.element(type))
            return f"array<{type}{': ' if items else ''}{', '.join(items)}>"
        if kind == 12:
            return self.sparse()
        if kind == 13:
            return self.affine()
        if kind == 14:
            return f"dense_resource<{self.pick('blob', 'other', chr(34) + 'a key' + chr(34))}> : tensor<2xi32>"
        if kind == 15 and self.attr_aliases and not self.in_properties:
            return self.r.choice(self.attr_aliases)
        if kind == 16:
            n = self.r.randint(0, 3)
            return f"distinct[{n}]<{['', '1 : i32', 'unit', chr(34) + 'x' + chr(34)][n]}>"
        if kind == 17 and depth and not self.in_properties:  # there MLIR prints aliases that it cannot read back
            return self.location(depth - 1)
        if depth == 0:
            return "unit"
        if kind < 19:
            return "[" + ", ".join(self.some(3, inner)) + "]"
        return self.dictionary(depth - 1)

    def dictionary(self, depth=2):
        names = set(self.some(4, self.word)) | ({'"q q"'} if self.r.random() < 0.2 else set())
        entries = [n if self.r.random() < 0.2 else f"{n} = {self.attribute(depth)}" for n in sorted(names, key=lambda _: self.r.random())]
        return "{" + ", ".join(entries) + "}"

    # ---- locations
    def location_body(self, depth=2):
        kind = self.r.randint(0, 8)
        inner = lambda: self.location_body(depth - 1)
        if kind == 0:
            return "unknown"
        if kind == 1 and self.loc_aliases:
            return self.r.choice(self.loc_aliases)
        if kind < 5 or depth == 0:
            return self.pick('"f.c":1:2', '"f.c":3:4 to :9', '"g h":5:6 to 7:8', '"name"', '"f.c":10:20', '"":1:1', '"f.c":2:2 to 2:2')
        if kind == 5:
            return f'"outer"({inner()})'
        if kind == 6:
            return f"callsite({inner()} at {inner()})"
        meta = f"<{self.attribute(1)}>" if self.r.random() < 0.3 else ""
        return f"fused{meta}[{', '.join(self.some(3, inner, 1))}]"

    def location(self, depth=2):
        return f"loc({self.location_body(depth)})"

    def trailing(self):
        if self.r.random() < 0.2:
            return " " + self.location()
        if self.r.random() < 0.1:
            name = "#late%d" % len(self.late_locs)
            self.late_locs.append(name)
            return f" loc({name})"
        return ""

    # ---- operations
    def operation(self, depth, visible, labels, indent):
        pad = "  " * indent
        results = self.some(3, self.type) if self.r.random() < 0.6 else []
        operands = [self.r.choice(visible) for _ in range(self.r.randint(0, 3))] if visible else []
        successors = [self.r.choice(labels) for _ in range(self.r.randint(1, 3))] if labels and self.r.random() < 0.2 else []
        new = []
        text = ""
        if results:
            name = "%%v%d" % self.values if self.r.random() < 0.8 else "%%%d" % (self.values + 5000)
            self.values += 1
            if len(results) > 1 and self.r.random() < 0.5:
                text = f"{name}:{len(results)} = "
                new = [(f"{name}#{i}", t) for i, t in enumerate(results)]
            else:
                names = [name + self.pick("_", "x") + str(i) if i else name for i in range(len(results))]
                text = ", ".join(names) + " = "
                new = list(zip(names, results))
        text += f'"{self.pick("foo.op", "bar.b.c", "baz", "foo.odd name", "t.x")}"({", ".join(n for n, _ in operands)})'
        if successors:
            text += f"[{', '.join(successors)}]"
        if self.r.random() < 0.15:
            self.in_properties = True
            text += f" <{self.pick(self.dictionary(), self.attribute(1))}>"
            self.in_properties = False
        if depth and self.r.random() < 0.35:
            scope = visible + ([] if self.r.random() < 0.8 else [])
            regions = self.some(2, lambda: self.region(depth - 1, scope, indent + 1), 1)
            text += " (" + ", ".join(regions) + ")"
        if self.r.random() < 0.4:
            text += " " + self.dictionary()
        types = "(" + ", ".join(t for _, t in operands) + ")"
        if len(results) == 1 and not results[0].startswith(("(", "!fn")) and self.r.random() < 0.7:
            text += f" : {types} -> {results[0]}"
        else:
            text += f" : {types} -> ({', '.join(results)})"
        visible.extend(new)
        return pad + text + self.trailing() + self.pick("", "", "", "  // note\n" + pad)

    def region(self, depth, outer, indent):
        count = self.r.choice([0, 1, 1, 1, 2, 3])
        if count == 0:
            return "{" + self.pick("", "\n", " ") + "}"
        visible = list(outer)
        labels = []
        for _ in range(count - 1):
            labels.append("^" + self.pick("bb", "x.", "") + str(self.blocks))
            self.blocks += 1
        text = "{\n"
        for number in range(count):
            arguments = []
            if self.r.random() < 0.5:
                for t in self.some(3, self.type):
                    arguments.append((f"%a{self.values}", t))
                    self.values += 1
            if number or arguments:
                label = labels[number - 1] if number else "^entry%d" % self.blocks
                self.blocks += number == 0
                inside = ", ".join(f"{n} : {t}{self.trailing() if self.r.random() < 0.3 else ''}" for n, t in arguments)
                text += "  " * indent + label + (f"({inside})" if arguments else "") + ":\n"
            visible.extend(arguments)
            for _ in range(self.r.randint(0 if number or arguments else 1, 3)):
                text += self.operation(depth, visible, labels, indent + 1) + "\n"
        return text + "  " * indent + "}"

    def function(self):
        name = "@f%d" % self.values if self.r.random() < 0.8 else '@"odd %d"' % self.values
        self.values += 1
        visibility = self.pick("", "", "private ", "public ", "nested ")
        dictionary = lambda: " " + self.dictionary(1).replace("e.f", "e.q") if self.r.random() < 0.2 else ""
        inputs = self.some(3, lambda: self.type(2))
        results = self.some(2, lambda: self.type(2))
        body = self.r.random() < 0.8
        if body:
            names = [f"%p{i}" for i in range(len(inputs))]
            arguments = ", ".join(f"{n}: {t}{dictionary()}{self.trailing()}" for n, t in zip(names, inputs))
        else:
            names, arguments = [], ", ".join(t + dictionary() for t in inputs)
            visibility = "private "
        text = f"func.func {visibility}{name}({arguments})"
        if results:
            text += f" -> ({', '.join(t + dictionary() for t in results)})"
        if self.r.random() < 0.3:
            text += " attributes " + self.dictionary(1).replace("e.f", "e.q")
        if body:
            visible = list(zip(names, inputs))
            text += " {\n" + "".join(self.operation(2, visible, [], 1) + "\n" for _ in range(self.r.randint(0, 4)))
            back = [self.r.choice(visible) for _ in range(self.r.randint(0, 2))] if visible else []
            text += "  " + self.pick("return", "func.return") + (" " + ", ".join(n for n, _ in back) + " : " + ", ".join(t for _, t in back) if back else "")
            text += self.trailing() + "\n}"
        return text + self.trailing()

    def source(self):
        head = ""
        for i in range(self.r.randint(0, 3)):
            head += f"#alias{i} = {self.attribute(2)}\n"
            self.attr_aliases.append(f"#alias{i}")
        for i in range(self.r.randint(0, 2)):
            head += f"!alias{i} = {self.pick('i32', 'tensor<4xf32>', 'memref<2x2xf32, affine_map<(d0, d1) -> (d1, d0)>>')}\n"
            self.type_aliases.append(f"!alias{i}")
        for i in range(self.r.randint(0, 2)):
            head += f"#l{i} = {self.location()}\n"
            self.loc_aliases.append(f"#l{i}")
        parts = []
        visible = []
        for _ in range(self.r.randint(1, 4)):
            parts.append(self.function() if self.r.random() < 0.4 else self.operation(3, visible, [], 0))
        body = "\n".join(parts)
        if self.r.random() < 0.3:
            body = f"module {self.pick('', '@m ')}{self.pick('', 'attributes {x.y = 1} ')}{{\n{body}\n}}{self.trailing()}"
        tail = "".join(f"{n} = {self.location()}\n" for n in self.late_locs)
        if self.r.random() < 0.3:
            tail += '{-# dialect_resources: { builtin: { blob: "0x0400000001000000FF000000", "a key": "0x0100000001000000AA000000" } } #-}\n'
        return head + body + "\n" + tail


def run(command, text):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir", dir=os.environ.get("TMPDIR"), delete=False, encoding="utf-8") as f:
        f.write(text)
    try:
        done = subprocess.run(command + [f.name], capture_output=True, timeout=60, check=False)
        return done.returncode, done.stdout.replace(os.path.basename(f.name).encode(), b"FILE").replace(
            os.path.dirname(f.name).encode() + b"/", b""), done.stderr
    finally:
        os.unlink(f.name)


def main():
    if not OPT:
        print("1..0 # SKIP no mlir-opt-22")
        return 0  # the plan line says it: meson takes 77 after TAP for an error
    printer = sys.argv[1]
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 40
    opt = [OPT, "--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-very-unsafe-disable-verifier-on-parsing",
           "--verify-each=0"]
    bad = 0
    for seed in range(first, first + count):
        text = Source(seed).source()
        for more in ([], ["--mlir-print-debuginfo"]):
            theirs = run(opt + more, text)
            ours = run([printer] + (["-l"] if more else []), text)
            if theirs[0] == 0 and ours[0] == 0 and theirs[1] == ours[1] + b"\n":
                continue
            if theirs[0] != 0 and ours[0] != 0:
                continue  # the generator is not perfect; both refuse it
            bad += 1
            print(f"# seed {seed} {more}: mlir-opt-22 ends with {theirs[0]}, we with {ours[0]}")
            print("# " + (theirs[2] or ours[2]).decode("utf-8", "replace")[:300].replace("\n", "\n# "))
            for a, b in zip(theirs[1].splitlines(), ours[1].splitlines()):
                if a != b:
                    print("# theirs: " + a.decode("utf-8", "replace")[:1500] + "\n# ours:   " + b.decode("utf-8", "replace")[:1500])
                    break
            break
    print(f"1..1\n{'not ok' if bad else 'ok'} 1 - {count} random sources, {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
