/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops over operations of bf16 that are exact or round once: f32 arithmetic in registers, or integers; included by isa_loops.h.
 * The bits are those of the operation of f32 between conversions. */

/* The order of floats, -0 before +0. NaNs are above and below the infinities. */
LANES_FN int16_t key_bf16(uint16_t x)
{
	return (int16_t)(x ^ (uint16_t)((uint16_t)((int16_t)x >> 15) >> 1));
}
LANES_FN bool is_nan_bf16(uint16_t x) { return (uint16_t)(x & 0x7FFF) > 0x7F80; }

/* The first NaN, made quiet, or else the number */
LANES_FN uint16_t nan_or_bf16(uint16_t a, uint16_t b, uint16_t number)
{
	const uint16_t nan = is_nan_bf16(a) ? a : b, quiet = nan | 0x40;
	return is_nan_bf16(nan) ? quiet : number;
}
LANES_FN uint16_t larger_bf16(uint16_t a, uint16_t b) { return nan_or_bf16(a, b, key_bf16(a) > key_bf16(b) ? a : b); }
LANES_FN uint16_t smaller_bf16(uint16_t a, uint16_t b) { return nan_or_bf16(a, b, key_bf16(a) < key_bf16(b) ? a : b); }

/* Blocks have the elements of blocks of f32, so that rows of 64 elements have one. */
#define BF16_ONE_SCALAR(name, expression) \
	ISA_BINARY_IN(name##_bf16, uint16_t, uint16_t, sizeof(float), x[i], y[i], expression) \
	ISA_BINARY_IN(name##_bf16_1, uint16_t, uint16_t, sizeof(float), x[i], y0, expression)
#define BF16_BINARY(name, expression) \
	BF16_ONE_SCALAR(name, expression) \
	ISA_BINARY_IN(name##_bf16_0, uint16_t, uint16_t, sizeof(float), x0, y[i], expression)
#define BF16_COMMUTATIVE(name, expression) \
	BF16_ONE_SCALAR(name, expression) \
	ISA_SWAPPED(name##_bf16_0, name##_bf16_1)

BF16_COMMUTATIVE(add, bf16_of(of_bf16(a) + of_bf16(b)))
BF16_BINARY(subtract, bf16_of(of_bf16(a) - of_bf16(b)))
BF16_COMMUTATIVE(multiply, bf16_of(of_bf16(a) * of_bf16(b)))
BF16_BINARY(divide, bf16_of(of_bf16(a) / of_bf16(b)))
BF16_COMMUTATIVE(maximum, larger_bf16(a, b))
BF16_COMMUTATIVE(minimum, smaller_bf16(a, b))

#define BF16_CELLS \
	BINARY_CELL(add, bf16) BINARY_CELL(subtract, bf16) BINARY_CELL(multiply, bf16) BINARY_CELL(divide, bf16) \
	BINARY_CELL(maximum, bf16) BINARY_CELL(minimum, bf16)
