/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops over operations of the most common integer types; included by isa_loops.h. See integers.c for the other operations and types. */
#define BITWISE(name, T, W) \
	SCALARS_BITWISE(LOOP, T, T, W, (8 * sizeof(T)), name, T) \
	SCALARS_LOGIC(LOOP, name, T) \
	EQUALITIES(name, T)
#define CLAMP_LOOP(op, form, value, name, T) CLAMP_OF(op##_##name, T, x[i], z[i], value)
#define ORDERED(name, T) \
	SCALARS_EXTREMES(LOOP, name, T) \
	SCALARS_CLAMP(CLAMP_LOOP, name, T) \
	INEQUALITIES(name, T)
#define SIGNEDS(name, T, W) \
	ORDERED(name, T) \
	SCALARS_SIGNS(LOOP, T, W, name, T)
SIGNEDS(i8, int8_t, uint32_t)
SIGNEDS(i32, int32_t, uint32_t)
SIGNEDS(i64, int64_t, uint64_t)
ORDERED(ui8, uint8_t)
ORDERED(ui32, uint32_t)
SCALARS_BOOLS(LOOP, uint8_t, i1, uint8_t)
/* signed numbers have the same bits */
BITWISE(ui8, uint8_t, uint32_t)
BITWISE(ui32, uint32_t, uint32_t)
BITWISE(ui64, uint64_t, uint64_t)

/* bitwise: of the unsigned type of this size */
#define INTEGER_CELLS(name, bitwise) \
	SCALARS_BITWISE(CELL, , , , , bitwise, ) SCALARS_LOGIC(CELL, bitwise, ) SCALARS_EXTREMES(CELL, name, ) UNARY_CELL(clamp, name)
#define SIGNED_CELLS(name) SCALARS_SIGNS(CELL, , , name, )
