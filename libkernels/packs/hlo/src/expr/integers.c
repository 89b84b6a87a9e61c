/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Primitives of integers and i1: loops over the rows of scalars/operations.h. Types share loops where their elements have the same bits. */
#include "expr/tables.h"
#include <scalars/operations.h>

/* The low bits of x, extended to the type in memory. */
#define WRAP(T, U, bits, x) ((T)((T)((U)(x) << (8 * sizeof(T) - bits)) >> (8 * sizeof(T) - bits)))

#define LOOP(op, form, value, name, T, U, bits) HLO_##form(op, name, T, T, WRAP(T, U, bits, value))
#define BITWISE(E, name, T, U, W, bits) \
	SCALARS_BITWISE(LOOP, T, U, W, bits, name, T, U, bits) \
	SCALARS_COUNTS(LOOP, T, U, W, bits, name, T, U, bits)
#define SIGNED(E, name, T, U, W, bits) \
	SCALARS_SIGNED_QUOTIENTS(LOOP, T, W, name, T, U, bits) \
	SCALARS_SIGNS(LOOP, T, W, name, T, U, bits)
#define UNSIGNED(E, name, T, U, W, bits) \
	SCALARS_UNSIGNED_QUOTIENTS(LOOP, T, W, name, T, U, bits) \
	BITWISE(E, name, T, U, W, bits)
HLO_SIGNED(SIGNED)
HLO_UNSIGNED(UNSIGNED)
BITWISE(I2, i2, int8_t, uint8_t, uint32_t, 2)
BITWISE(I4, i4, int8_t, uint8_t, uint32_t, 4)

/* Operations that do not depend on the bits of types in one byte: elements are extended. */
#define EXTENDED(op, form, value, name, T) HLO_##form(op, name, T, T, value)
#define ORDERED(name, T) \
	SCALARS_EXTREMES(EXTENDED, name, T) \
	SCALARS_CLAMP(EXTENDED, name, T)
#define UNSIGNED_SIZE(name, T) \
	SCALARS_LOGIC(EXTENDED, name, T) \
	ORDERED(name, T)
ORDERED(i8, int8_t)
ORDERED(i16, int16_t)
ORDERED(i32, int32_t)
ORDERED(i64, int64_t)
UNSIGNED_SIZE(ui8, uint8_t)
UNSIGNED_SIZE(ui16, uint16_t)
UNSIGNED_SIZE(ui32, uint32_t)
UNSIGNED_SIZE(ui64, uint64_t)

SCALARS_BOOLS(EXTENDED, uint8_t, i1, uint8_t)

#define CELL(op, form, value, name) [HLO_OP_##op] = op##_##name,
/* name: of the type; bitwise: of the type with the same bits; unsigned_size, size: of types of this size */
#define COMMON_CELLS(bitwise, unsigned_size, size) \
	SCALARS_BITWISE(CELL, , , , , bitwise) SCALARS_COUNTS(CELL, , , , , bitwise) SCALARS_LOGIC(CELL, unsigned_size) \
	SCALARS_EXTREMES(CELL, size) SCALARS_CLAMP(CELL, size)
#define SIGNED_CELLS(name, bitwise, unsigned_size, size) \
	{ COMMON_CELLS(bitwise, unsigned_size, size) SCALARS_SIGNED_QUOTIENTS(CELL, , , name) SCALARS_SIGNS(CELL, , , name) }
#define UNSIGNED_CELLS(name, size) { COMMON_CELLS(name, size, size) SCALARS_UNSIGNED_QUOTIENTS(CELL, , , name) }

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
	[KERNELS_I1] = { SCALARS_BOOLS(CELL, , i1) },
};

hlo_primitive_fn *kernels_hlo__integer_primitive(enum hlo_opcode opcode, enum kernels_dtype dtype)
{
	return table[dtype][opcode];
}
