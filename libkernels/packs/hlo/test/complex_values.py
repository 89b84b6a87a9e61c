#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes complex_values.h: functions of complex numbers with f64 parts, computed with 2600 bits by mpmath.

usage: complex_values.py > complex_values.h"""
import random
import mpmath

mpmath.mp.prec = 2600
random.seed(7)

ONE = {
    'exponential': mpmath.exp,
    'exponential_minus_one': lambda z: mpmath.exp(z) - 1,
    'log': mpmath.log,
    'log_plus_one': lambda z: mpmath.log(1 + z),
    'logistic': lambda z: 1 / (1 + mpmath.exp(-z)),
    'sqrt': mpmath.sqrt,
    'rsqrt': lambda z: 1 / mpmath.sqrt(z),
    'cbrt': lambda z: mpmath.exp(mpmath.log(z) / 3),
    'sine': mpmath.sin,
    'cosine': mpmath.cos,
    'tan': mpmath.tan,
    'tanh': mpmath.tanh,
    'sign': lambda z: z / abs(z),
    'negate': lambda z: -z,
    'abs': lambda z: mpmath.mpc(abs(z), 0),
}
TWO = {
    'power': lambda z, w: mpmath.exp(w * mpmath.log(z)),
    'divide': lambda z, w: z / w,
    'atan2': lambda y, x: -1j * mpmath.log((x + 1j * y) / mpmath.sqrt(x * x + y * y)),
}
LARGE = {'log', 'log_plus_one', 'sqrt', 'rsqrt', 'cbrt', 'sign', 'abs', 'negate', 'divide'}
NEAR = [(1e-9, 1e-9), (-1e-9, 2e-9), (0.5, 0.25), (-0.5, 0.25), (1.0000001, 1e-8), (0.6, 0.8), (-0.75, -1.25), (3, -2),
        (-1.5, 1e-12), (-0.9999999, 1e-10), (-0.25, 0.6614378277661477), (1e-5, -0.0044721247657),
        (2.5, 1.5707963267948966), (0.001, 3.141592653589793)]
FAR = [(1e200, 1e200), (-1e300, 1e-5), (1e-200, -1e-210), (1e-300, 1e-300), (1.7e308, -1.7e308), (3e154, 4e154)]


def number(x):
    return float(x).hex()


def row(name, operands, value):
    z = mpmath.mpc(value)
    if max(abs(z.real), abs(z.imag)) > 1e308:
        return
    parts = [p for o in operands for p in o] + [0.0] * (4 - 2 * len(operands))
    print('\t{ HLO_OP_%s, { %s }, { %s, %s } },' % (name, ', '.join(number(p) for p in parts), number(z.real), number(z.imag)))


print('/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */')
print('/* Made by complex_values.py: operation, parts of the operands, parts of the result rounded to f64. */')
print('static const struct {\n\tenum hlo_opcode opcode;\n\tdouble operands[4], result[2];\n} complex_values[] = {')
for name, function in ONE.items():
    points = NEAR + (FAR if name in LARGE else [(20, 300.5), (-30, 2), (-600, 1), (600, -1)])
    points = points + [(random.uniform(-4, 4), random.uniform(-4, 4)) for _ in range(12)]
    for p in points:
        if not (name in ('sine', 'cosine') and abs(p[1]) > 700):
            row(name, [p], function(mpmath.mpc(*p)))
for name, function in TWO.items():
    points = [(random.uniform(-4, 4), random.uniform(-4, 4)) for _ in range(40)] + (FAR if name in LARGE else [])
    for p in points:
        q = (random.uniform(-4, 4), random.uniform(-4, 4))
        row(name, [p, q], function(mpmath.mpc(*p), mpmath.mpc(*q)))
print('};')
