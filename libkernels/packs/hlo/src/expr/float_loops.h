/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops over operations of f32 and f64 that are exact or round once (scalars/operations.h), comparisons, and select; included by
 * isa_loops.h. */

#define EQUALITIES(name, T) \
	ISA_COMMUTATIVE(EQ_##name, T, uint8_t, a == b) \
	ISA_COMMUTATIVE(NE_##name, T, uint8_t, a != b)
#define INEQUALITIES(name, T) \
	ISA_BINARY(LT_##name, T, uint8_t, a < b) \
	ISA_BINARY(LE_##name, T, uint8_t, a <= b) \
	ISA_MIRRORED(GT_##name, LT_##name) \
	ISA_MIRRORED(GE_##name, LE_##name)
#define COMPARE_CELL(direction, name) [HLO_##direction] = \
	{ direction##_##name, { ISA_REPEATED_OF(direction##_##name##_0, direction##_##name##_1, NULL) } }
/* equal: of the comparisons for equality */
#define COMPARE_CELLS(name, equal) \
	{ COMPARE_CELL(EQ, equal), COMPARE_CELL(NE, equal), COMPARE_CELL(LT, name), COMPARE_CELL(LE, name), COMPARE_CELL(GT, name), \
	  COMPARE_CELL(GE, name) }

/* Of three operands, the first and the last may be single elements. */
#define CLAMP_OF(name, T, first, third, expression) \
	static void name(ISA_ARGUMENTS) \
	{ \
		const T *x = in[0], *y = in[1], *z = in[2]; \
		T *r = out; \
		const T x0 = n > 0 ? *x : (T)0, z0 = n > 0 ? *z : (T)0; \
		(void)self; \
		(void)x0; \
		(void)z0; \
		ISA_BLOCKS(n, ISA_ELEMENTS(sizeof(T)), const T a = first; const T b = y[i]; const T c = third; r[i] = expression); \
	}
#define ISA_TERNARY(name, T, R, expression) \
	CLAMP_OF(name, T, x[i], z[i], expression) \
	ISA_REPEATED(CLAMP_OF(name##_0, T, x0, z[i], expression) \
		CLAMP_OF(name##_2, T, x[i], z0, expression))

#define FLOAT_ROWS(ROW, T, name) \
	SCALARS_FLOATS(ROW, T, name, name, T) \
	SCALARS_FLOAT_ROOT(ROW, name, name, T) \
	SCALARS_FLOAT_CLAMP(ROW, name, name, T)
#define FLOATS(name, T, infinity) \
	FLOAT_ROWS(LOOP, T, name) \
	ISA_UNARY(is_finite_##name, T, uint8_t, scalars_absolute_##name(a) < infinity) \
	EQUALITIES(name, T) \
	INEQUALITIES(name, T)
FLOATS(f32, float, __builtin_inff())
FLOATS(f64, double, __builtin_inf())
#define FLOAT_CELLS(name) FLOAT_ROWS(CELL, , name) UNARY_CELL(is_finite, name)

/* ---- select: predicate 0 is not repeated, but either value may be */

#define SELECT_OF(name, T, yes, no, expression) \
	static void name(ISA_ARGUMENTS) \
	{ \
		const uint8_t *which = in[0]; \
		const T *x = in[1], *y = in[2]; \
		T *r = out; \
		const T x0 = n > 0 ? *x : (T)0, y0 = n > 0 ? *y : (T)0; \
		(void)self; \
		(void)x0; \
		(void)y0; \
		ISA_BLOCKS(n, ISA_ELEMENTS(sizeof(T)), const T a = yes; const T b = no; r[i] = expression); \
	}
#define SELECT(name, T, expression) \
	SELECT_OF(select_##name, T, x[i], y[i], expression) \
	ISA_REPEATED(SELECT_OF(select_##name##_1, T, x0, y[i], expression) \
		SELECT_OF(select_##name##_2, T, x[i], y0, expression))
#define BRANCH (which[i] ? a : b)
SELECT(1, uint8_t, BRANCH)
SELECT(2, uint16_t, BRANCH)
SELECT(4, uint32_t, BRANCH)
/* gcc 12 makes no vectors of a condition of one byte for eight */
#define BLEND ((a & (0 - (uint64_t)(which[i] != 0))) | (b & ((uint64_t)(which[i] != 0) - 1)))
SELECT(8, uint64_t, BLEND)

#define SELECT_CELL(name) { select_##name, { ISA_REPEATED_OF(NULL, select_##name##_1, select_##name##_2) } }
static const struct hlo_variants selections[4] = { SELECT_CELL(1), SELECT_CELL(2), SELECT_CELL(4), SELECT_CELL(8) };
