/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops over the functions of f64; included by math_loops.h. The last elements, fewer than a block,
 * are copied to a block. */
#include "expr/fused.h"
#include "expr/math_f64.h"
#include "expr/math_f64_angles.h"

#if HLO_LEAN
#define F64_EACH(op) ISA_UNARY(op##_f64, double, double, op##_of_f64(a))
#define F64_ANGLE(op) \
	ISA_UNARY(op##_f64, double, double, magnitude_f64(a) < LARGEST_ANGLE64 ? op##_of_f64(a) : op##_far(a))
#define F64_BINARY(op, of) ISA_BINARY(op##_f64, double, double, of(a, b))
#else
/* Elements of a block; loops over fewer than 8 are unrolled before they become vectors. */
enum { F64_LANES = 8, F64_TILE = 64 };

/* `count` elements, a multiple of F64_LANES; r may be x or y */
typedef void unary_vectors(double *r, const double *x, size_t count);
typedef void binary_vectors(double *r, const double *x, const double *y, size_t count);

static void run_unary_f64(unary_vectors *run, double *r, const double *x, size_t n)
{
	const size_t rest = n % F64_LANES, whole = n - rest;
	double tile[F64_LANES] = { 0 };
	if (whole > 0)
		run(r, x, whole);
	if (rest == 0)
		return;
	memcpy(tile, x + whole, rest * sizeof *tile);
	run(tile, tile, F64_LANES);
	memcpy(r + whole, tile, rest * sizeof *tile);
}

static void run_binary_f64(binary_vectors *run, double *r, const double *x, const double *y, size_t n)
{
	const size_t rest = n % F64_LANES, whole = n - rest;
	double first[F64_LANES] = { 0 }, second[F64_LANES] = { 0 };
	if (whole > 0)
		run(r, x, y, whole);
	if (rest == 0)
		return;
	memcpy(first, x + whole, rest * sizeof *first);
	memcpy(second, y + whole, rest * sizeof *second);
	run(first, first, second, F64_LANES);
	memcpy(r + whole, first, rest * sizeof *first);
}

#if !ISA_ONCE
/* Operand k is one element. */
static void run_repeated_f64(binary_vectors *run, double *r, const void *const *in, size_t n, int k)
{
	double tile[F64_TILE];
	for (size_t i = 0; i < F64_TILE && i < n; i++)
		tile[i] = *(const double *)in[k];
	for (size_t i = 0; i < n; i += F64_TILE) {
		const double *other = (const double *)in[1 - k] + i;
		run_binary_f64(run, r + i, k == 0 ? tile : other, k == 0 ? other : tile, n - i < F64_TILE ? n - i : F64_TILE);
	}
}
#endif

#define F64_VECTORS(op) \
	static __attribute__((noinline)) void op##_vectors(double *r, const double *x, size_t count) \
	{ \
		for (size_t begin = 0; begin < count; begin += F64_LANES) { \
			ISA_LOOP(i, F64_LANES) \
			{ \
				r[begin + i] = op##_of_f64(x[begin + i]); \
			} \
		} \
	}
/* Angles that are too large are computed one by one. Bits of magnitudes have the order of magnitudes, NaN is the largest. */
#define F64_ANGLE_VECTORS(op) \
	LANES_FN double op##_or_call(double a) { return magnitude_f64(a) < LARGEST_ANGLE64 ? op##_of_f64(a) : op##_far(a); } \
	static __attribute__((noinline)) void op##_vectors(double *r, const double *x, size_t count) \
	{ \
		for (size_t begin = 0; begin < count; begin += F64_LANES) { \
			double angles[F64_LANES], tile[F64_LANES]; \
			uint64_t large = 0; \
			for (size_t i = 0; i < F64_LANES; i++) { \
				angles[i] = x[begin + i]; \
				large |= scalars_bits_f64(LARGEST_ANGLE64) - 1 - scalars_bits_f64(magnitude_f64(angles[i])); \
			} \
			ISA_LOOP(i, F64_LANES) \
			{ \
				tile[i] = op##_of_f64(angles[i]); \
			} \
			for (size_t i = 0; large >> 63 && i < F64_LANES; i++) \
				if (!(magnitude_f64(angles[i]) < LARGEST_ANGLE64)) \
					tile[i] = op##_far(angles[i]); \
			memcpy(r + begin, tile, sizeof tile); \
		} \
	}
#define F64_UNARY(op, of) \
	static void op##_f64(ISA_ARGUMENTS) \
	{ \
		(void)self; \
		if (n == 1) /* loops of scalars */ \
			*(double *)out = of(*(const double *)in[0]); \
		else \
			run_unary_f64(op##_vectors, out, in[0], n); \
	}
#define F64_BINARY(op, of) \
	static __attribute__((noinline)) void op##_vectors(double *r, const double *x, const double *y, size_t count) \
	{ \
		for (size_t begin = 0; begin < count; begin += F64_LANES) { \
			ISA_LOOP(i, F64_LANES) \
			{ \
				r[begin + i] = of(x[begin + i], y[begin + i]); \
			} \
		} \
	} \
	static void op##_f64(ISA_ARGUMENTS) \
	{ \
		(void)self; \
		if (n == 1) \
			*(double *)out = of(*(const double *)in[0], *(const double *)in[1]); \
		else \
			run_binary_f64(op##_vectors, out, in[0], in[1], n); \
	} \
	ISA_REPEATED(F64_REPEATED(op, 0) F64_REPEATED(op, 1))
#define F64_REPEATED(op, k) \
	static void op##_f64_##k(ISA_ARGUMENTS) \
	{ \
		(void)self; \
		run_repeated_f64(op##_vectors, out, in, n, k); \
	}
#define F64_EACH(op) F64_VECTORS(op) F64_UNARY(op, op##_of_f64)
#define F64_ANGLE(op) F64_ANGLE_VECTORS(op) F64_UNARY(op, op##_or_call)
#endif
F64_BINARY(power, power_of_f64)
F64_BINARY(atan2, atan2_of_f64)
