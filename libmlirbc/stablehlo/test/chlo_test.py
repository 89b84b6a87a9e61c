#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""chlo_test.py RUN_PASSES: lowers each operation of chlo on scalars of each type, evaluates what came out, and compares with the
function's value from Python's libraries or a series. Prints TAP."""
import cmath
import math
import re
import struct
import subprocess
import sys
import tempfile

FLOATS = {"f32": "<f", "f64": "<d"}


def rounded(value, kind):
    if kind.startswith("complex"):
        part = kind[8:-1]
        return complex(rounded(value.real, part), rounded(value.imag, part))
    if kind == "f32":
        try:
            return struct.unpack("<f", struct.pack("<f", value))[0]
        except OverflowError:
            return math.copysign(math.inf, value)
    return value


def unbits(text, kind):
    bits = int(text, 16)
    return struct.unpack(FLOATS[kind], bits.to_bytes(4 if kind == "f32" else 8, "little"))[0]


def literal(text, kind):
    if kind.startswith("complex"):
        real, imag = text.strip("()").split(",")
        return complex(literal(real.strip(), kind[8:-1]), literal(imag.strip(), kind[8:-1]))
    if kind in FLOATS:
        return unbits(text, kind) if text.startswith("0x") else rounded(float(text), kind)
    return {"true": True, "false": False}.get(text) if kind == "i1" else int(text)


def guarded(function, *arguments):
    """IEEE results where Python raises."""
    try:
        return function(*arguments)
    except (ValueError, OverflowError, ZeroDivisionError):
        return None


def divide(a, b):
    if isinstance(a, complex) or b != 0:
        return a / b
    return math.nan if a == 0 or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1, b)


def log(x):
    if isinstance(x, complex):
        return cmath.log(x)
    return -math.inf if x == 0 else math.nan if x < 0 else math.log(x)


def power(a, b):
    value = guarded(math.pow, a, b)
    return value if value is not None else math.inf if a == 0 or abs(a) > 1 else math.nan


def exponential(x):
    if isinstance(x, complex):
        return cmath.exp(x)
    value = guarded(math.exp, x)
    return math.inf if value is None else value


def extreme(pick):
    return lambda a, b: math.nan if math.isnan(a) or math.isnan(b) else pick(a, b)


BITS = {"i32": ("<f", "<i"), "i64": ("<d", "<q"), "f32": ("<i", "<f"), "f64": ("<q", "<d")}


def bitcast(value, kind):
    source, target = BITS[kind]
    return struct.unpack(target, struct.pack(source, value))[0]


UNARY = {
    "abs": abs, "negate": lambda x: -x, "sqrt": lambda x: cmath.sqrt(x) if isinstance(x, complex) else math.sqrt(x) if x >= 0 else math.nan,
    "log": log, "log_plus_one": lambda x: math.log1p(x) if x > -1 else -math.inf if x == -1 else math.nan, "exponential": exponential,
    "exponential_minus_one": lambda x: guarded(math.expm1, x) if guarded(math.expm1, x) is not None else math.inf,
    "sine": math.sin, "cosine": math.cos, "tan": lambda x: cmath.tan(x) if isinstance(x, complex) else math.tan(x),
    "floor": lambda x: math.floor(x) if math.isfinite(x) else x, "is_finite": math.isfinite, "not": lambda x: not x,
    "sign": lambda x: math.copysign(1, x) if x else x, "real": lambda x: x.real, "imag": lambda x: x.imag,
}
BINARY = {
    "add": lambda a, b: a + b, "subtract": lambda a, b: a - b, "multiply": lambda a, b: a * b, "divide": divide,
    "atan2": math.atan2, "power": power, "remainder": lambda a, b: math.fmod(a, b), "maximum": extreme(max), "minimum": extreme(min),
    "complex": complex, "and": lambda a, b: a & b, "or": lambda a, b: a | b,
}
COMPARE = {"EQ": lambda a, b: a == b, "NE": lambda a, b: a != b, "LT": lambda a, b: a < b, "LE": lambda a, b: a <= b,
           "GT": lambda a, b: a > b, "GE": lambda a, b: a >= b}


def evaluate(text, arguments):
    values = dict(zip(["%arg0", "%arg1"], arguments))
    for line in text.splitlines():
        done = re.match(r'\s*"func.return"\((%\w+)\)', line)
        if done:
            return values[done.group(1)]
        op = re.match(r'\s*(%\w+) = "(\w+)\.(\w+)"\(([^)]*)\)(.*) -> tensor<(.*)>$', line)
        if not op:
            continue
        name, dialect, mnemonic, operands, rest, kind = op.groups()
        assert dialect == "stablehlo", line
        a = [values[operand] for operand in operands.split(", ") if operand]
        if mnemonic == "constant":
            value = literal(re.search(r"dense<(.*?)> :", rest).group(1), kind)
        elif mnemonic == "compare":
            value = COMPARE[re.search(r"comparison_direction (\w+)", rest).group(1)](*a)
        elif mnemonic == "select":
            value = a[1] if a[0] else a[2]
        elif mnemonic == "clamp":
            value = a[1] if math.isnan(a[1]) else min(max(a[1], a[0]), a[2])
        elif mnemonic == "bitcast_convert":
            value = bitcast(a[0], kind)
        elif mnemonic == "convert":
            value = a[0]
        else:
            value = UNARY[mnemonic](*a) if len(a) == 1 else BINARY[mnemonic](*a)
        if kind in ("i32", "i64"):
            bits = int(kind[1:])
            value = (value + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)
        values[name] = rounded(value, kind)
    raise AssertionError("no return")


# ---- references

def digamma(x):
    if x <= 0 and x == math.floor(x):
        return math.nan
    if x < 0.5:
        return digamma(1 - x) - math.pi / math.tan(math.pi * x)
    total = 0.0
    while x < 30:
        total -= 1 / x
        x += 1
    q = 1 / (x * x)
    return total + math.log(x) - 0.5 / x - q * (1 / 12 - q * (1 / 120 - q * (1 / 252 - q / 240)))


def zeta(x, q):
    total = math.fsum((q + i) ** -x for i in range(200))
    a = q + 200
    return total + a ** (1 - x) / (x - 1) + 0.5 * a ** -x + x / 12 * a ** (-x - 1) - x * (x + 1) * (x + 2) / 720 * a ** (-x - 3)


def polygamma(n, x):
    return digamma(x) if n == 0 else (-1) ** int(n + 1) * math.factorial(int(n)) * zeta(n + 1, x)


def bessel_i1e(x):
    if abs(x) > 30:
        total, term = 1.0, 1.0
        for k in range(1, 30):
            term *= -(4 - (2 * k - 1) ** 2) / (k * 8 * abs(x))
            total += term
        return math.copysign(total / math.sqrt(2 * math.pi * abs(x)), x)
    terms, term = [], x / 2
    for k in range(1, 200):
        terms.append(term)
        term *= x * x / 4 / (k * (k + 1))
    return math.fsum(terms) * math.exp(-abs(x))


def erf_inv(y):
    """Newton's method: on erfc, whose values near 0 are exact, where erf is near 1."""
    if y < 0:
        return -erf_inv(-y)
    x = 0.0
    for _ in range(200):
        error = math.erf(x) - y if y < 0.5 else 1 - y - math.erfc(x)
        x -= error / (2 / math.sqrt(math.pi) * math.exp(-x * x))
    return x


def square(z):
    return complex((z.real - z.imag) * (z.real + z.imag), 2 * z.real * z.imag) if isinstance(z, complex) else z * z


UNIT, WIDE = [-0.99, -0.5, -1e-3, 0.0, 0.25, 0.7, 1.0], [-20.5, -3.7, -1.0, -0.25, 1e-5, 0.5, 1.5, 2.0, 7.25, 30.5]
PLANE = [complex(a, b) for a in (-3.5, -0.5, 0.25, 1.0, 20.0) for b in (-2.5, -0.125, 0.75, 4.0)]
SMALL = [complex(a, b) for a in (-2.5, 0.25, 1.0) for b in (-1.5, 0.75)]
# name, reference, arguments of floats, arguments of complex numbers, tolerated relative error in units of the type's epsilon
CASES = [
    ("acos", lambda x: cmath.acos(x) if isinstance(x, complex) else math.acos(x), UNIT[:-1], PLANE, 8),
    ("acosh", lambda x: cmath.acosh(x) if isinstance(x, complex) else math.acosh(x), [1.0, 1.001, 2.0, 50.0, 1e30], PLANE, 8),
    ("asin", lambda x: cmath.asin(x) if isinstance(x, complex) else math.asin(x), UNIT, PLANE, 8),
    ("asinh", lambda x: cmath.asinh(x) if isinstance(x, complex) else math.asinh(x), WIDE + [1e30], PLANE, 8),
    ("atan", lambda x: cmath.atan(x) if isinstance(x, complex) else math.atan(x), WIDE, PLANE, 8),
    ("atanh", lambda x: cmath.atanh(x) if isinstance(x, complex) else math.atanh(x), UNIT[:-1], PLANE, 8),
    ("bessel_i1e", bessel_i1e, WIDE, [], 16),
    ("conj", lambda x: x.conjugate() if isinstance(x, complex) else x, WIDE, PLANE, 0),
    ("cosh", lambda x: cmath.cosh(x) if isinstance(x, complex) else math.cosh(x), WIDE, SMALL, 64),
    ("digamma", digamma, [-20.5, -3.7, -1.0, -0.25, 0.5, 1.5, 2.0, 7.25, 30.5], [], 128),
    ("erf", math.erf, WIDE, [], 8),
    ("erfc", math.erfc, [x for x in WIDE if x < 9], [], 64),
    ("erf_inv", erf_inv, [-0.99, -0.5, -1e-3, 0.0, 0.25, 0.7, 0.9999], [], 128),
    ("is_inf", math.isinf, [1.0, math.inf, -math.inf, math.nan], [], 0),
    ("is_neg_inf", lambda x: x == -math.inf, [1.0, math.inf, -math.inf, math.nan], [], 0),
    ("is_pos_inf", lambda x: x == math.inf, [1.0, math.inf, -math.inf, math.nan], [], 0),
    ("lgamma", lambda x: math.inf if x == -1 else math.lgamma(x), [x for x in WIDE if x != 2] + [math.inf], [], 128),
    ("sinh", lambda x: cmath.sinh(x) if isinstance(x, complex) else math.sinh(x), WIDE, SMALL, 64),
    ("square", square, WIDE, PLANE, 4),
    ("tan", lambda x: cmath.tan(x) if isinstance(x, complex) else math.tan(x), WIDE, SMALL, 4),
]
PAIRS = [
    ("next_after", math.nextafter, [(1.0, 2.0), (1.0, 0.0), (0.0, -1.0), (-0.0, 1.0), (3.0, 3.0), (-2.0, 5.0), (-2.0, -5.0),
                                    (math.nan, 1.0), (1.0, math.nan), (5e-324, 0.0)], 0),
    ("polygamma", polygamma, [(0.0, 2.5), (1.0, 2.5), (2.0, 0.75), (3.0, 7.0), (5.0, 1.5)], 256),
    ("zeta", zeta, [(2.0, 1.0), (1.5, 2.5), (3.0, 0.5), (7.0, 4.0), (20.0, 1.25)], 64),
]
EPSILON = {"f32": 2.0 ** -23, "f64": 2.0 ** -52}


def lower(run_passes, name, kind, result, count):
    types = ", ".join([f"tensor<{kind}>"] * count)
    names = ", ".join(f"%x{i}" for i in range(count))
    block = ", ".join(f"%x{i}: tensor<{kind}>" for i in range(count))
    text = f'''"builtin.module"() ({{
  "func.func"() <{{function_type = ({types}) -> tensor<{result}>, sym_name = "f"}}> ({{
  ^bb0({block}):
    %r = "chlo.{name}"({names}) : ({types}) -> tensor<{result}>
    "func.return"(%r) : (tensor<{result}>) -> ()
  }}) : () -> ()
}}) : () -> ()
'''
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([run_passes, "chlo,cse,dce", file.name, "generic"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and '"chlo.' not in done.stdout, done.stderr
    return done.stdout


def error_of(value, expected, kind):
    """In units of the type's epsilon, relative to the larger part."""
    if isinstance(expected, complex):
        scale = max(abs(expected), 1e-30)
        return abs(value - expected) / scale / EPSILON[kind[8:-1]]
    if isinstance(expected, bool) or value == expected or (math.isnan(value) and math.isnan(expected)):
        return 0 if isinstance(expected, bool) is False or value == expected else math.inf
    if not math.isfinite(expected) or not math.isfinite(value):
        return math.inf
    return abs(value - expected) / max(abs(expected), EPSILON[kind]) / EPSILON[kind]


def check(run_passes, name, reference, kind, arguments, tolerance):
    result = "i1" if name.startswith("is_") else kind
    text = lower(run_passes, name, kind, result, len(arguments[0]))
    worst, failures = 0, []
    for case in arguments:
        case = [rounded(x, kind) for x in case]
        expected = reference(*case)
        if name == "next_after" and kind == "f32":
            continue
        value = evaluate(text, case)
        error = error_of(value, rounded(expected, kind) if result == kind else expected, kind)
        worst = max(worst, error)
        if error > tolerance:
            failures.append(f"# {name} of {case}: {value}, expected {expected}, {error:.3g} units")
    return worst, failures


def main():
    cases = []
    for name, reference, floats, planes, tolerance in CASES:
        for kind in ("f32", "f64"):
            cases.append((name, reference, kind, [(x,) for x in floats], tolerance))
            if planes:
                cases.append((name, reference, f"complex<{kind}>", [(x,) for x in planes], tolerance))
    for name, reference, pairs, tolerance in PAIRS:
        cases += [(name, reference, kind, pairs, tolerance) for kind in ("f32", "f64")]
    print(f"1..{len(cases)}")
    for number, case in enumerate(cases, 1):
        worst, failures = check(sys.argv[1], *case)
        print("\n".join(failures + [f"{'not ok' if failures else 'ok'} {number} - {case[0]} {case[2]} # {worst:.3g} units"]))


main()
