/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops over operations of the most common integer types; included by isa_loops.h. W is an unsigned type of at least 32 bits, U
 * the unsigned type of T's size. See integers.c for the other operations and types. */
#define BITWISE(name, T, U, W) \
	ISA_COMMUTATIVE(add_##name, T, T, (W)a + (W)b) \
	ISA_BINARY(subtract_##name, T, T, (W)a - (W)b) \
	ISA_COMMUTATIVE(multiply_##name, T, T, (W)a *(W)b) \
	ISA_COMMUTATIVE(and_##name, T, T, a &b) \
	ISA_COMMUTATIVE(or_##name, T, T, a | b) \
	ISA_COMMUTATIVE(xor_##name, T, T, a ^ b) \
	ISA_UNARY(not_##name, T, T, ~(W)a) \
	ISA_UNARY(negate_##name, T, T, (W)0 - (W)a) \
	ISA_BINARY(shift_left_##name, T, T, (U)b >= 8 * sizeof(T) ? (W)0 : (W)a << ((U)b & (8 * sizeof(T) - 1))) \
	ISA_BINARY(shift_right_logical_##name, T, T, (U)b >= 8 * sizeof(T) ? (W)0 : (W)(U)a >> ((U)b & (8 * sizeof(T) - 1))) \
	EQUALITIES(name, T)
#define ORDERED(name, T) \
	ISA_COMMUTATIVE(maximum_##name, T, T, a > b ? a : b) \
	ISA_COMMUTATIVE(minimum_##name, T, T, a < b ? a : b) \
	CLAMP_OF(clamp_##name, T, lows[i], highs[i], (a > least ? a : least) < most ? (a > least ? a : least) : most) \
	INEQUALITIES(name, T)
#define SIGNEDS(name, T, W) \
	ORDERED(name, T) \
	ISA_UNARY(abs_##name, T, T, a < 0 ? (W)0 - (W)a : (W)a) \
	ISA_UNARY(sign_##name, T, T, (a > 0) - (a < 0))
SIGNEDS(i8, int8_t, uint32_t)
SIGNEDS(i32, int32_t, uint32_t)
SIGNEDS(i64, int64_t, uint64_t)
ORDERED(ui8, uint8_t)
ORDERED(ui32, uint32_t)
/* signed numbers have the same bits */
BITWISE(ui8, uint8_t, uint8_t, uint32_t)
BITWISE(ui32, uint32_t, uint32_t, uint32_t)
BITWISE(ui64, uint64_t, uint64_t, uint64_t)

/* bitwise: of the unsigned type of this size */
#define INTEGER_CELLS(name, bitwise) \
	BINARY_CELL(add, bitwise) BINARY_CELL(subtract, bitwise) BINARY_CELL(multiply, bitwise) BINARY_CELL(maximum, name) \
	BINARY_CELL(minimum, name) BINARY_CELL(and, bitwise) BINARY_CELL(or, bitwise) BINARY_CELL(xor, bitwise) \
	UNARY_CELL(not, bitwise) UNARY_CELL(negate, bitwise) BINARY_CELL(shift_left, bitwise) \
	BINARY_CELL(shift_right_logical, bitwise) UNARY_CELL(clamp, name)
#define SIGNED_CELLS(name) UNARY_CELL(abs, name) UNARY_CELL(sign, name)
