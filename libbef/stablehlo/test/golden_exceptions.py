#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the rows of golden_exceptions.tsv without the reasons: computes the exact results of the listed programs with mpmath and compares the
expected values, the results of `bef run`, and the exact results rounded once.

usage: golden_exceptions.py GOLDEN/stablehlo BEF    (needs mpmath and numpy)"""
import os
import re
import subprocess
import sys
import tempfile
import mpmath
import numpy

BITS = 260  # behind the point, of the transforms' fixed-point numbers
mpmath.mp.prec = 400
TYPES = {'f32': '<f4', 'f64': '<f8', 'complex<f32>': '<c8', 'complex<f64>': '<c16'}


def constants(path):
    """The arrays of a program, in the order of the text; the last one has the expected values."""
    for line in open(path):
        found = re.search(r'stablehlo\.constant dense<(.*)> : tensor<([0-9x]+)x(.*?)>\s*$', line)
        if not found:
            continue
        values, dims, name = found.groups()
        if values.startswith('"0x'):
            flat = numpy.frombuffer(bytes.fromhex(values[3:-1]), TYPES[name])
        else:
            pairs = re.findall(r'\(([^,]*),([^)]*)\)', values)
            flat = numpy.array([complex(float(a), float(b)) for a, b in pairs], TYPES[name])
        yield flat.reshape([int(x) for x in dims.split('x')])


def parts(array):
    wide = array.dtype in (numpy.complex128, numpy.float64)
    return numpy.ascontiguousarray(array).view(numpy.float64 if wide else numpy.float32).ravel()


def positions(array):
    """Positions of floats in ascending order: differences are ulp."""
    wide = array.dtype == numpy.float64
    for bits in array.view(numpy.int64 if wide else numpy.int32).tolist():
        yield bits if bits >= 0 else -(bits + (1 << (63 if wide else 31)))


def rounded(exact, kind):
    """The nearest floats, without overflow and subnormal numbers, which do not occur."""
    with mpmath.workprec(53 if kind == numpy.float64 else 24):
        return numpy.array([float(+x) for x in exact], kind)


# ---- exact results

def to_fixed(array):
    def one(x):
        numerator, denominator = float(x).as_integer_ratio()
        return (numerator << BITS) // denominator
    return numpy.array([one(x) for x in array.ravel()], object).reshape(array.shape)


def transform(real, imag, axis, sign):
    n = real.shape[axis]
    scale = mpmath.mpf(2) ** BITS
    cos = [int(mpmath.nint(mpmath.cos(2 * mpmath.pi * k / n) * scale)) for k in range(n)]
    sin = [int(mpmath.nint(sign * mpmath.sin(2 * mpmath.pi * k / n) * scale)) for k in range(n)]
    c = numpy.array([[cos[j * k % n] for k in range(n)] for j in range(n)], object)
    s = numpy.array([[sin[j * k % n] for k in range(n)] for j in range(n)], object)
    real, imag = numpy.moveaxis(real, axis, -1), numpy.moveaxis(imag, axis, -1)
    pair = real.dot(c) - imag.dot(s), real.dot(s) + imag.dot(c)
    return [numpy.moveaxis(x // (1 << BITS), -1, axis) for x in pair]


def rfft(arrays):
    real = to_fixed(arrays[0])
    real, imag = transform(real, real * 0, real.ndim - 1, -1)
    half = real.shape[-1] // 2 + 1
    both = numpy.stack([real[..., :half], imag[..., :half]], -1)
    return [mpmath.ldexp(mpmath.mpf(x), -BITS) for x in both.ravel().tolist()]


def irfft(arrays):
    lengths = [33] if arrays[1].shape[-1] == 33 else [15, 16, 32]
    real, imag = to_fixed(arrays[0].real), to_fixed(arrays[0].imag)
    last = real.ndim - 1
    for axis in range(last - len(lengths) + 1, last):
        real, imag = transform(real, imag, axis, 1)
    n = lengths[-1]
    mirror = list(range(n - real.shape[-1], 0, -1))
    imag[..., 0] = 0
    if n % 2 == 0:
        imag[..., n // 2] = 0
    real = numpy.concatenate([real, real[..., mirror]], -1)
    imag = numpy.concatenate([imag, -imag[..., mirror]], -1)
    real, imag = transform(real, imag, last, 1)
    count = int(numpy.prod(lengths))
    return [mpmath.ldexp(mpmath.mpf(x), -BITS) / count for x in real.ravel().tolist()]


def numbers(array):
    return [mpmath.mpc(complex(x)) for x in array.ravel()]


def split(values):
    return [part for z in values for part in (z.real, z.imag)]


def power(arrays):
    return split(mpmath.exp(y * mpmath.log(x)) for x, y in zip(numbers(arrays[0]), numbers(arrays[1])))


def sine(arrays):
    return split(mpmath.sin(z) for z in numbers(arrays[0]))


def cumulative_product(arrays):
    columns = arrays[0].shape[1]
    products = numbers(arrays[0])
    for i in range(columns, len(products)):
        products[i] *= products[i - columns]
    return split(products)


PROGRAMS = {
    'cumprod_complex64_8_9': (cumulative_product, 1e-3),
    'fft_complex128_14_15_16_17': (irfft, None),
    'fft_complex64_14_15_16_17': (irfft, None),
    'fft_float32_14_15_16_17': (rfft, None),
    'fft_float64_14_15_16_17': (rfft, None),
    'pow_complex64_20_30_complex64_20_30': (power, 1e-3),
    'sin_complex64_20_20': (sine, 1e-3),
}


# ---- comparison

def outside(values, expected, tolerance):
    """The number of values that the program's check refuses: 3 ulp, or an absolute difference."""
    if tolerance is None:
        return sum(abs(a - b) > 3 for a, b in zip(positions(values), positions(expected)))
    return int(numpy.sum(~(abs(values.astype(float) - expected) <= tolerance)))


def error(values, exact):
    return float(max(abs(mpmath.mpf(float(x)) - y) for x, y in zip(values, exact)))


def run(bef, path):
    with tempfile.TemporaryDirectory() as folder:
        source, out = os.path.join(folder, 'a.mlir'), os.path.join(folder, 'a.npy')
        with open(source, 'w') as file:
            file.writelines(line for line in open(path) if 'custom_call @check' not in line)
        subprocess.run([bef, 'run', source, '--function', 'main', '-o', out], check=True, stdout=subprocess.DEVNULL)
        return numpy.load(out)


def main():
    golden, bef = sys.argv[1:]
    for name, (function, tolerance) in PROGRAMS.items():
        path = os.path.join(golden, 'testdata', name + '.mlir')
        arrays = list(constants(path))
        expected, ours, exact = parts(arrays[-1]), parts(run(bef, path)), function(arrays)
        best = rounded(exact, expected.dtype.type)
        print('testdata/' + name, '3 ulp' if tolerance is None else tolerance, len(exact), outside(ours, expected, tolerance),
              outside(best, expected, tolerance), *('%.2e' % error(x, exact) for x in (expected, ours, best)), sep='\t')


if __name__ == '__main__':
    main()
