/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Primitives of integers and i1. Results wrap around at the bits of the type, without signed overflow: sums and products are
 * computed in an unsigned type of at least 32 bits. */
#include "expr/tables.h"

/* The low bits of x, extended to the type in memory. */
#define WRAP(T, U, bits, x) ((T)((T)((U)(x) << (8 * sizeof(T) - bits)) >> (8 * sizeof(T) - bits)))
/* The bits of x, zero-extended. */
#define BITS(W, bits, x) ((W)(x) & (W)((W)~(W)0 >> (8 * sizeof(W) - bits)))
/* As a signed number, also of an unsigned type. */
#define SIGNED_VALUE(bits, x) ((int64_t)((uint64_t)(x) << (64 - bits)) >> (64 - bits))

static uint64_t power(uint64_t base, uint64_t exponent)
{
	uint64_t result = 1;
	for (; exponent > 0; exponent >>= 1) {
		if (exponent & 1)
			result *= base;
		base *= base;
	}
	return result;
}

static uint64_t signed_power(int64_t base, int64_t exponent)
{
	if (exponent >= 0)
		return power((uint64_t)base, (uint64_t)exponent);
	return base == 1 || (base == -1 && exponent % 2 == 0) ? 1 : base == -1 ? UINT64_MAX : 0;
}

/* Operations with the same bits for signed and unsigned types of at least a byte. */
#define BITWISE(name, T, U, W, bits) \
	HLO_BINARY(add, name, T, T, WRAP(T, U, bits, (W)a + (W)b)) \
	HLO_BINARY(subtract, name, T, T, WRAP(T, U, bits, (W)a - (W)b)) \
	HLO_BINARY(multiply, name, T, T, WRAP(T, U, bits, (W)a *(W)b)) \
	HLO_UNARY(not, name, T, T, WRAP(T, U, bits, ~(W)a)) \
	HLO_UNARY(negate, name, T, T, WRAP(T, U, bits, (W)0 - (W)a)) \
	HLO_UNARY(popcnt, name, T, T, WRAP(T, U, bits, __builtin_popcountll(BITS(uint64_t, bits, a)))) \
	HLO_UNARY(count_leading_zeros, name, T, T, \
		WRAP(T, U, bits, \
			BITS(uint64_t, bits, a) == 0 ? bits : __builtin_clzll(BITS(uint64_t, bits, a)) - (64 - bits))) \
	HLO_BINARY(shift_left, name, T, T, BITS(W, bits, b) >= bits ? (T)0 : WRAP(T, U, bits, (W)a << BITS(W, bits, b))) \
	HLO_BINARY(shift_right_logical, name, T, T, \
		BITS(W, bits, b) >= bits ? (T)0 : WRAP(T, U, bits, BITS(W, bits, a) >> BITS(W, bits, b))) \
	HLO_BINARY(shift_right_arithmetic, name, T, T, \
		WRAP(T, U, bits, SIGNED_VALUE(bits, a) >> (BITS(W, bits, b) >= bits ? bits - 1 : BITS(W, bits, b))))
/* Operations that do not depend on the bits of types in one byte: elements are extended. */
#define EXTENDED(name, T) \
	HLO_BINARY(and, name, T, T, a &b) \
	HLO_BINARY(or, name, T, T, a | b) \
	HLO_BINARY(xor, name, T, T, a ^ b)
#define ORDERED(name, T) \
	HLO_BINARY(maximum, name, T, T, a > b ? a : b) \
	HLO_BINARY(minimum, name, T, T, a < b ? a : b) \
	HLO_CLAMP(name, T, (a > least ? a : least) < most ? (a > least ? a : least) : most)

/* x / 0 has all bits set, x % 0 is x; MIN / -1 wraps. */
#define SIGNED(E, name, T, U, W, bits) \
	HLO_BINARY(divide, name, T, T, b == 0 ? -1 : b == -1 ? WRAP(T, U, bits, (W)0 - (W)a) : a / b) \
	HLO_UNARY(abs, name, T, T, a < 0 ? WRAP(T, U, bits, (W)0 - (W)a) : a) \
	HLO_BINARY(power, name, T, T, WRAP(T, U, bits, signed_power(a, b)))
#define UNSIGNED(E, name, T, U, W, bits) \
	HLO_BINARY(divide, name, T, T, b == 0 ? BITS(W, bits, ~(W)0) : (W)a / b) \
	HLO_BINARY(power, name, T, T, WRAP(T, U, bits, power(a, b))) \
	BITWISE(name, T, U, W, bits)
HLO_SIGNED(SIGNED)
HLO_UNSIGNED(UNSIGNED)
BITWISE(i2, int8_t, uint8_t, uint32_t, 2)
BITWISE(i4, int8_t, uint8_t, uint32_t, 4)
#define SIGNED_SIZE(name, T) \
	ORDERED(name, T) \
	HLO_BINARY(remainder, name, T, T, b == 0 ? a : b == -1 ? 0 : a % b) \
	HLO_UNARY(sign, name, T, T, (a > 0) - (a < 0))
#define UNSIGNED_SIZE(name, T) \
	EXTENDED(name, T) \
	ORDERED(name, T) \
	HLO_BINARY(remainder, name, T, T, b == 0 ? a : a % b)
SIGNED_SIZE(i8, int8_t)
SIGNED_SIZE(i16, int16_t)
SIGNED_SIZE(i32, int32_t)
SIGNED_SIZE(i64, int64_t)
UNSIGNED_SIZE(ui8, uint8_t)
UNSIGNED_SIZE(ui16, uint16_t)
UNSIGNED_SIZE(ui32, uint32_t)
UNSIGNED_SIZE(ui64, uint64_t)

HLO_UNARY(not, i1, uint8_t, uint8_t, a ^ 1)

#define COMMON_CELL(op, name) [HLO_OP_##op] = op##_##name,
/* name: of the type; bitwise: of the type with the same bits; unsigned_size, size: of types of this size */
#define COMMON_CELLS(name, bitwise, unsigned_size, size) \
	COMMON_CELL(add, bitwise) COMMON_CELL(subtract, bitwise) COMMON_CELL(multiply, bitwise) COMMON_CELL(not, bitwise) \
	COMMON_CELL(negate, bitwise) COMMON_CELL(popcnt, bitwise) COMMON_CELL(count_leading_zeros, bitwise) \
	COMMON_CELL(shift_left, bitwise) COMMON_CELL(shift_right_logical, bitwise) COMMON_CELL(shift_right_arithmetic, bitwise) \
	COMMON_CELL(and, unsigned_size) COMMON_CELL(or, unsigned_size) COMMON_CELL(xor, unsigned_size) \
	COMMON_CELL(maximum, size) COMMON_CELL(minimum, size) COMMON_CELL(clamp, size) COMMON_CELL(remainder, size) \
	COMMON_CELL(divide, name) COMMON_CELL(power, name)
#define SIGNED_CELLS(name, bitwise, unsigned_size, size) \
	{ COMMON_CELLS(name, bitwise, unsigned_size, size) COMMON_CELL(abs, name) COMMON_CELL(sign, size) }
#define UNSIGNED_CELLS(name, size) { COMMON_CELLS(name, name, size, size) }

static hlo_primitive_fn *const table[KERNELS_DTYPE_LIMIT][HLO_OPCODE_COUNT] = {
	[KERNELS_I2] = SIGNED_CELLS(i2, i2, ui8, i8),
	[KERNELS_I4] = SIGNED_CELLS(i4, i4, ui8, i8),
	[KERNELS_I8] = SIGNED_CELLS(i8, ui8, ui8, i8),
	[KERNELS_I16] = SIGNED_CELLS(i16, ui16, ui16, i16),
	[KERNELS_I32] = SIGNED_CELLS(i32, ui32, ui32, i32),
	[KERNELS_I64] = SIGNED_CELLS(i64, ui64, ui64, i64),
	[KERNELS_UI2] = UNSIGNED_CELLS(ui2, ui8),
	[KERNELS_UI4] = UNSIGNED_CELLS(ui4, ui8),
	[KERNELS_UI8] = UNSIGNED_CELLS(ui8, ui8),
	[KERNELS_UI16] = UNSIGNED_CELLS(ui16, ui16),
	[KERNELS_UI32] = UNSIGNED_CELLS(ui32, ui32),
	[KERNELS_UI64] = UNSIGNED_CELLS(ui64, ui64),
	[KERNELS_I1] = {
		[HLO_OP_add] = or_ui8, [HLO_OP_multiply] = and_ui8, [HLO_OP_maximum] = or_ui8, [HLO_OP_minimum] = and_ui8,
		[HLO_OP_and] = and_ui8, [HLO_OP_or] = or_ui8, [HLO_OP_xor] = xor_ui8, [HLO_OP_not] = not_i1,
		[HLO_OP_clamp] = clamp_ui8,
	},
};

hlo_primitive_fn *kernels_hlo__integer_primitive(enum hlo_opcode opcode, enum kernels_dtype dtype)
{
	return table[dtype][opcode];
}
