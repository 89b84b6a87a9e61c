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

/* What signed and unsigned types share. */
#define COMMON(name, T, U, W, bits) \
	HLO_BINARY(add, name, T, T, WRAP(T, U, bits, (W)a + (W)b)) \
	HLO_BINARY(subtract, name, T, T, WRAP(T, U, bits, (W)a - (W)b)) \
	HLO_BINARY(multiply, name, T, T, WRAP(T, U, bits, (W)a *(W)b)) \
	HLO_BINARY(maximum, name, T, T, a > b ? a : b) \
	HLO_BINARY(minimum, name, T, T, a < b ? a : b) \
	HLO_BINARY(and, name, T, T, a &b) \
	HLO_BINARY(or, name, T, T, a | b) \
	HLO_BINARY(xor, name, T, T, a ^ b) \
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
		WRAP(T, U, bits, SIGNED_VALUE(bits, a) >> (BITS(W, bits, b) >= bits ? bits - 1 : BITS(W, bits, b)))) \
	HLO_CLAMP(name, T, (a > least ? a : least) < most ? (a > least ? a : least) : most)

/* x / 0 has all bits set, x % 0 is x; MIN / -1 wraps. */
#define SIGNED(E, name, T, U, W, bits) \
	COMMON(name, T, U, W, bits) \
	HLO_BINARY(divide, name, T, T, b == 0 ? -1 : b == -1 ? WRAP(T, U, bits, (W)0 - (W)a) : a / b) \
	HLO_BINARY(remainder, name, T, T, b == 0 ? a : b == -1 ? 0 : a % b) \
	HLO_UNARY(abs, name, T, T, a < 0 ? WRAP(T, U, bits, (W)0 - (W)a) : a) \
	HLO_UNARY(sign, name, T, T, (a > 0) - (a < 0)) \
	HLO_BINARY(power, name, T, T, WRAP(T, U, bits, signed_power(a, b)))
#define UNSIGNED(E, name, T, U, W, bits) \
	COMMON(name, T, U, W, bits) \
	HLO_BINARY(divide, name, T, T, b == 0 ? BITS(W, bits, ~(W)0) : (W)a / b) \
	HLO_BINARY(remainder, name, T, T, b == 0 ? a : a % b) \
	HLO_BINARY(power, name, T, T, WRAP(T, U, bits, power(a, b)))
HLO_SIGNED(SIGNED)
HLO_UNSIGNED(UNSIGNED)

HLO_UNARY(not, i1, uint8_t, uint8_t, a ^ 1)

#define COMMON_CELL(op, name) [HLO_OP_##op] = op##_##name,
#define COMMON_CELLS(name) \
	COMMON_CELL(add, name) COMMON_CELL(subtract, name) COMMON_CELL(multiply, name) COMMON_CELL(maximum, name) \
	COMMON_CELL(minimum, name) COMMON_CELL(and, name) COMMON_CELL(or, name) COMMON_CELL(xor, name) COMMON_CELL(not, name) \
	COMMON_CELL(negate, name) COMMON_CELL(popcnt, name) COMMON_CELL(count_leading_zeros, name) \
	COMMON_CELL(shift_left, name) COMMON_CELL(shift_right_logical, name) COMMON_CELL(shift_right_arithmetic, name) \
	COMMON_CELL(clamp, name) COMMON_CELL(divide, name) COMMON_CELL(remainder, name) COMMON_CELL(power, name)
#define SIGNED_ROW(E, name, T, U, W, bits) \
	[KERNELS_##E] = { COMMON_CELLS(name) COMMON_CELL(abs, name) COMMON_CELL(sign, name) },
#define UNSIGNED_ROW(E, name, T, U, W, bits) [KERNELS_##E] = { COMMON_CELLS(name) },

static hlo_primitive_fn *const table[KERNELS_DTYPE_LIMIT][HLO_OPCODE_COUNT] = {
	HLO_SIGNED(SIGNED_ROW)
	HLO_UNSIGNED(UNSIGNED_ROW)
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
