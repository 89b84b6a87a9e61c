#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""chlo_bits_test.py RUN_PASSES: lowers chlo.next_after of each float type and chlo.mulhi of each integer type, evaluates what came out for
all numbers of a type (next_after, up to 8 bits) or extreme and random ones, and compares with the definition. Prints TAP."""
import math
import random
import re
import subprocess
import sys
import tempfile

# bits of exponent and mantissa, bias, and the form: with infinities, with NaN of all ones, without NaN, NaN in place of -0, exponent only
FLOATS = {
    "f16": (5, 10, 15, "ieee"), "bf16": (8, 7, 127, "ieee"), "f32": (8, 23, 127, "ieee"), "f64": (11, 52, 1023, "ieee"),
    "f8E5M2": (5, 2, 15, "ieee"), "f8E4M3": (4, 3, 7, "ieee"), "f8E3M4": (3, 4, 3, "ieee"), "f8E4M3FN": (4, 3, 7, "ones"),
    "f8E5M2FNUZ": (5, 2, 16, "uz"), "f8E4M3FNUZ": (4, 3, 8, "uz"), "f8E4M3B11FNUZ": (4, 3, 11, "uz"), "f8E8M0FNU": (8, 0, 127, "exponent"),
    "f6E2M3FN": (2, 3, 1, "finite"), "f6E3M2FN": (3, 2, 3, "finite"), "f4E2M1FN": (2, 1, 1, "finite"),
}
INTEGERS = [f"{sign}{width}" for width in (8, 16, 32, 64) for sign in ("i", "ui")] + ["i4", "ui4", "i2", "ui2"]


def width_of(kind):
    if kind in FLOATS:
        exponent, mantissa, _, form = FLOATS[kind]
        return exponent + mantissa + (form != "exponent")
    return int(kind.lstrip("ui"))


def decode(bits, kind):
    exponent, mantissa, bias, form = FLOATS[kind]
    if form == "exponent":
        return math.nan if bits == 255 else 2.0 ** (bits - bias)
    sign = -1.0 if bits >> exponent + mantissa else 1.0
    e, m = bits >> mantissa & (1 << exponent) - 1, bits & (1 << mantissa) - 1
    if form == "uz" and bits == 1 << exponent + mantissa:
        return math.nan
    if form == "ieee" and e == (1 << exponent) - 1:
        return math.nan if m else sign * math.inf
    if form == "ones" and bits & (1 << exponent + mantissa) - 1 == (1 << exponent + mantissa) - 1:
        return math.nan
    return sign * math.ldexp(m if e == 0 else m + (1 << mantissa), max(e, 1) - bias - mantissa)


def encode(value, kind):
    """The bits of a number of the type."""
    exponent, mantissa, bias, form = FLOATS[kind]
    if form == "exponent":
        return 255 if value != value else int(math.log2(value)) + bias
    if value != value:
        return {"uz": 1 << exponent + mantissa, "ones": (1 << exponent + mantissa) - 1}.get(
            form, ((1 << exponent) - 1 << mantissa) + (1 << mantissa - 1))
    sign = 1 << exponent + mantissa if math.copysign(1, value) < 0 and not (form == "uz" and value == 0) else 0
    if math.isinf(value):
        return sign + ((1 << exponent) - 1 << mantissa)
    e = max(math.frexp(value)[1] + bias - 1, 1) if value else 1
    units = math.ldexp(abs(value), bias + mantissa - e)
    assert units == int(units), (value, kind)
    return sign + (int(units) + (e - 1 << mantissa) if units >= 1 << mantissa else int(units))


def wrap(value, kind):
    width = width_of(kind)
    value &= (1 << width) - 1
    return value - (1 << width) if kind[0] == "i" and kind != "i1" and value >> width - 1 else value


def literal(text, kind):
    if kind in FLOATS:
        return decode(int(text, 16), kind) if text.startswith("0x") else float(text)
    return {"true": True, "false": False}[text] if kind == "i1" else int(text)


COMPARE = {"EQ": lambda a, b: a == b, "NE": lambda a, b: a != b, "LT": lambda a, b: a < b, "GT": lambda a, b: a > b}
UNARY = {"abs": abs, "negate": lambda a: -a}
BINARY = {"add": lambda a, b: a + b, "subtract": lambda a, b: a - b, "multiply": lambda a, b: a * b, "and": lambda a, b: a & b,
          "or": lambda a, b: a | b, "shift_right_arithmetic": lambda a, b: a >> b}


def bitcast(value, source, target):
    if source in FLOATS:
        return wrap(encode(value, source), target)
    return decode(value & (1 << width_of(source)) - 1, target)


class Program:
    def __init__(self, text):
        self.steps = []
        for line in text.splitlines():
            op = re.match(r'\s*(?:(%\w+) = )?"([\w.]+)"\(([^)]*)\)(.*)', line)
            if op and op.group(2) == "func.return":
                self.result = op.group(3)
            elif op and op.group(1):
                kinds = [re.match(r"tensor<(\w+)>", kind).group(1) for kind in re.findall(r"tensor<\w+>", op.group(4).rsplit(" : (", 1)[1])]
                extra = re.search(r"dense<(.*?)>|comparison_direction (\w+)", op.group(4))
                self.steps.append((op.group(1), op.group(2).removeprefix("stablehlo."), [o for o in op.group(3).split(", ") if o],
                                   kinds, extra and (extra.group(1) or extra.group(2))))

    def run(self, x, y):
        values = {"%arg0": x, "%arg1": y}
        for name, mnemonic, operands, kinds, extra in self.steps:
            values[name] = self.step(mnemonic, [values[o] for o in operands], kinds, extra)
        return values[self.result]

    @staticmethod
    def step(mnemonic, a, kinds, extra):
        kind = kinds[-1]
        if mnemonic == "constant":
            return literal(extra, kind)
        if mnemonic == "compare":
            return COMPARE[extra](*a)
        if mnemonic == "select":
            return a[1] if a[0] else a[2]
        if mnemonic == "bitcast_convert":
            return bitcast(a[0], kinds[0], kind)
        if mnemonic == "shift_right_logical":
            return wrap((a[0] & (1 << width_of(kind)) - 1) >> a[1], kind)
        value = a[0] if mnemonic == "convert" else UNARY[mnemonic](*a) if len(a) == 1 else BINARY[mnemonic](*a)
        return value if kind in FLOATS or kind == "i1" else wrap(value, kind)


def lower(run_passes, name, kind):
    text = f"func.func @f(%x: tensor<{kind}>, %y: tensor<{kind}>) -> tensor<{kind}> {{\n" \
           f"%r = chlo.{name} %x, %y : tensor<{kind}>, tensor<{kind}> -> tensor<{kind}>\nfunc.return %r : tensor<{kind}>\n}}\n"
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([run_passes, "chlo", file.name, "generic"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and '"chlo.' not in done.stdout, done.stderr
    return Program(done.stdout)


def step_of(bits, kind, up):
    """The next number with its bits; the definition on the sequence of all numbers."""
    exponent, mantissa, _, form = FLOATS[kind]
    if form == "exponent":
        return bits + (1 if up else -1)
    sign = 1 << exponent + mantissa
    place = sign - bits if bits >= sign else bits  # ... -2, -1, 0, 1, 2 ...
    place += 1 if up else -1
    return place if place >= 0 else sign - place


def next_after(run_passes, kind):
    program, width = lower(run_passes, "next_after", kind), width_of(kind)
    small = width <= 8
    patterns = range(1 << width) if small else [random.getrandbits(width) for _ in range(200)] + [0, 1, 1 << width - 1, (1 << width - 1) + 1]
    targets = [decode(random.getrandbits(width), kind) for _ in range(6)]
    problems = []
    for bits in patterns:
        x = decode(bits, kind)
        for y in targets + [x, decode(0, kind), decode((1 << width) - 1, kind), decode((1 << width - 1) - 1, kind), decode(bits ^ 1, kind)]:
            expected = math.nan if x != x or y != y else y if x == y else decode(step_of(encode(x, kind), kind, x < y), kind)
            found = program.run(x, y)
            if found != expected and not (found != found and expected != expected):
                problems.append(f"{x}, {y}: {found}, expected {expected}")
    return problems


def mulhi(run_passes, kind):
    program, width = lower(run_passes, "mulhi", kind), width_of(kind)
    numbers = [wrap(bits, kind) for bits in [0, 1, 2, (1 << width - 1) - 1, 1 << width - 1, (1 << width) - 1, (1 << width // 2) - 1, 1 << width // 2]
               + [random.getrandbits(width) for _ in range(24)]]
    return [f"{x} * {y}: {program.run(x, y)}, expected {x * y >> width}" for x in numbers for y in numbers
            if program.run(x, y) != wrap(x * y >> width, kind)]


def main():
    random.seed(2)
    cases = [(next_after, kind) for kind in FLOATS] + [(mulhi, kind) for kind in INTEGERS]
    print(f"1..{len(cases)}")
    for number, (case, kind) in enumerate(cases, 1):
        problems = case(sys.argv[1], kind)
        print("\n".join([f"# {problem}" for problem in problems[:5]]
                        + [f"{'not ok' if problems else 'ok'} {number} - {case.__name__} {kind}"]))


main()
