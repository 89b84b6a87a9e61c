/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loops of one instruction set and their tables. Included once per instruction set, between isa_begin.h and isa_end.h, with
 *	ISA_LANES	elements of f32 in a vector of lanes.h, or 1
 *	HLO_FMA		see lanes.h */

/* Vectors of 64 bytes are not aligned on the stack that AddressSanitizer of gcc 12 uses to detect uses after a return. It does
 * not check the functions of vectors; their other instruction sets are from the same text. */
#if defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define LANES_ATTRIBUTES no_sanitize_address
#else
#define LANES_ATTRIBUTES
#endif
#define LANES_FN static inline __attribute__((always_inline, LANES_ATTRIBUTES))

/* A loop whose elements are independent of each other, also where out and in are one array. */
#if defined(__clang__)
#define ISA_LOOP(i, n) _Pragma("clang loop vectorize(assume_safety)") for (size_t i = 0; i < (n); i++)
#else
#define ISA_LOOP(i, n) _Pragma("GCC ivdep") for (size_t i = 0; i < (n); i++)
#endif

/* A loop over n elements with i as the index, in blocks of a constant size, which become vectors with little code; then one by
 * one, which the empty assembly tells the compiler not to make vectors of. `bytes`: of the largest element. */
#define ISA_ELEMENTS(bytes) ((bytes) == 1 ? 64 : 16 * (ISA_LANES == 1 ? 4 : ISA_LANES) / (bytes))
#if HLO_LEAN
#define ISA_BLOCKS(n, block, ...) \
	for (size_t i = 0; i < (n); i++) { \
		__VA_ARGS__; \
	}
#else
#define ISA_BLOCKS(n, block, ...) \
	do { \
		size_t done = 0; \
		if (n == 1) { /* loops of scalars */ \
			const size_t i = 0; \
			__VA_ARGS__; \
			return; \
		} \
		for (; (n) - done >= (block); done += (block)) { \
			ISA_LOOP(place, block) \
			{ \
				const size_t i = done + place; \
				__VA_ARGS__; \
			} \
		} \
		for (size_t i = done; i < (n); i++) { \
			__asm__ volatile(""); \
			__VA_ARGS__; \
		} \
	} while (0)
#endif
#define LARGER_SIZE(T, R) (sizeof(T) > sizeof(R) ? sizeof(T) : sizeof(R))

#define ISA_ARGUMENTS void *out, const void *const *in, size_t n, const struct hlo_primitive *self
/* Functions NAME, and for two operands NAME_0, NAME_1 with one element as operand 0 or 1. `expression` is of a (and b), of type T;
 * its value is converted to R. */
#define ISA_UNARY(name, T, R, expression) \
	static void name(ISA_ARGUMENTS) \
	{ \
		const T *x = in[0]; \
		R *r = out; \
		(void)self; \
		ISA_BLOCKS(n, ISA_ELEMENTS(LARGER_SIZE(T, R)), const T a = x[i]; r[i] = (R)(expression)); \
	}
#define ISA_BINARY_IN(name, T, R, bytes, first, second, expression) \
	static void name(ISA_ARGUMENTS) \
	{ \
		const T *x = in[0], *y = in[1]; \
		R *r = out; \
		const T x0 = n > 0 ? *x : (T)0, y0 = n > 0 ? *y : (T)0; \
		(void)self; \
		(void)x0; \
		(void)y0; \
		ISA_BLOCKS(n, ISA_ELEMENTS(bytes), const T a = first; const T b = second; r[i] = (R)(expression)); \
	}
#define ISA_BINARY_OF(name, T, R, first, second, expression) ISA_BINARY_IN(name, T, R, LARGER_SIZE(T, R), first, second, expression)
/* Functions and cells with one element as an operand. Without them, callers repeat the element in memory. */
#if ISA_ONCE
#define ISA_REPEATED(...)
#define ISA_REPEATED_OF(...) NULL, NULL, NULL
#else
#define ISA_REPEATED(...) __VA_ARGS__
#define ISA_REPEATED_OF(...) __VA_ARGS__
#endif
#define ISA_BINARY(name, T, R, expression) \
	ISA_BINARY_OF(name, T, R, x[i], y[i], expression) \
	ISA_REPEATED(ISA_BINARY_OF(name##_0, T, R, x0, y[i], expression) \
		ISA_BINARY_OF(name##_1, T, R, x[i], y0, expression))

/* An operation that is `mirrored` with its operands exchanged. */
#define ISA_SWAPPED(name, mirrored) \
	static void name(ISA_ARGUMENTS) \
	{ \
		const void *swapped[] = { in[1], in[0] }; \
		mirrored(out, swapped, n, self); \
	}
#define ISA_MIRRORED(name, mirrored) \
	ISA_SWAPPED(name, mirrored) \
	ISA_REPEATED(ISA_SWAPPED(name##_0, mirrored##_1) \
		ISA_SWAPPED(name##_1, mirrored##_0))
#define ISA_ONE_SCALAR(name, T, R, expression) \
	ISA_BINARY_OF(name, T, R, x[i], y[i], expression) \
	ISA_REPEATED(ISA_BINARY_OF(name##_1, T, R, x[i], y0, expression))
#define ISA_COMMUTATIVE(name, T, R, expression) \
	ISA_ONE_SCALAR(name, T, R, expression) \
	ISA_REPEATED(ISA_SWAPPED(name##_0, name##_1))

#define UNARY_CELL(op, name) [HLO_OP_##op] = { op##_##name, { NULL, NULL, NULL } },
#define BINARY_CELL(op, name) [HLO_OP_##op] = { op##_##name, { ISA_REPEATED_OF(op##_##name##_0, op##_##name##_1, NULL) } },
#define COMMUTATIVE_CELL BINARY_CELL
#define TERNARY_CELL(op, name) [HLO_OP_##op] = { op##_##name, { ISA_REPEATED_OF(op##_##name##_0, NULL, op##_##name##_2) } },
/* For rows of scalars/operations.h: the functions and the cell of an operation */
#define LOOP(op, form, value, name, T) ISA_##form(op##_##name, T, T, value)
#define CELL(op, form, value, name, T) form##_CELL(op, name)

#include "expr/math_loops.h"
#include "expr/float_loops.h"
#if ISA_LANES > 1 /* generic loops of integers: integers.c, compare.c */
#include "expr/integer_loops.h"
#include "expr/complex_loops.h" /* generic: complex.c */
#endif
#include "expr/convert_loops.h"
#if !ISA_ONCE /* else by those of f32 */
#include "expr/bf16_loops.h"
#endif
#include "expr/fold_loops.h"

#define ISA_TYPES (ISA_LANES > 1 ? HLO_HOT_LIMIT : HLO_HOT_FLOATS)
static const struct hlo_variants operations[ISA_TYPES][HLO_OPCODE_COUNT] = {
	[HLO_HOT_F32] = { FLOAT_CELLS(f32) FUNCTION_CELLS },
	[HLO_HOT_F64] = { FLOAT_CELLS(f64) FUNCTION_CELLS_F64 },
#if !ISA_ONCE
	[HLO_HOT_BF16] = { BF16_CELLS },
#endif
#if ISA_LANES > 1
	[HLO_HOT_I1] = { SCALARS_BOOLS(CELL, , i1, ) },
	[HLO_HOT_I8] = { INTEGER_CELLS(i8, ui8) SIGNED_CELLS(i8) },
	[HLO_HOT_UI8] = { INTEGER_CELLS(ui8, ui8) },
	[HLO_HOT_I32] = { INTEGER_CELLS(i32, ui32) SIGNED_CELLS(i32) },
	[HLO_HOT_UI32] = { INTEGER_CELLS(ui32, ui32) },
	[HLO_HOT_I64] = { INTEGER_CELLS(i64, ui64) SIGNED_CELLS(i64) },
	[HLO_HOT_C64] = { COMPLEX_CELLS(c64) },
	[HLO_HOT_C128] = { COMPLEX_CELLS(c128) },
#endif
};

static const struct hlo_variants comparisons[ISA_TYPES][6] = {
	[HLO_HOT_F32] = COMPARE_CELLS(f32, f32),
	[HLO_HOT_F64] = COMPARE_CELLS(f64, f64),
#if ISA_LANES > 1
	[HLO_HOT_I1] = COMPARE_CELLS(ui8, ui8),
	[HLO_HOT_I8] = COMPARE_CELLS(i8, ui8),
	[HLO_HOT_UI8] = COMPARE_CELLS(ui8, ui8),
	[HLO_HOT_I32] = COMPARE_CELLS(i32, ui32),
	[HLO_HOT_UI32] = COMPARE_CELLS(ui32, ui32),
	[HLO_HOT_I64] = COMPARE_CELLS(i64, ui64),
#endif
};

#define ISA_VALUE(name) { name, supported, ISA_TYPES, operations, comparisons, selections, conversions, folds }
