/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Linear algebra of small matrices whose results are known, transforms, and random numbers of one type. */
#ifndef HLO_TEST_CROSS_LINEAR_H
#define HLO_TEST_CROSS_LINEAR_H

#include "cross_windows.h"

/* real numbers as elements */
static struct array array_of(enum kernels_dtype t, uint32_t rank, const int64_t *dims, const real *values)
{
	struct array a = array_make(t, rank, dims);
	for (int64_t i = 0; i < a.elements; i++)
		value_set(&a, i, value_of(t, values[i]));
	return a;
}
#define REALS(...) ((real[]){ __VA_ARGS__ })

static void expect_reals(int line, uint32_t index, enum kernels_dtype t, uint32_t rank, const int64_t *dims, const real *values)
{
	struct array expected = array_of(t, rank, dims, values);
	expect_result(line, index, &expected, steps_of(t));
}

/* (L L^H, upper triangle of other numbers) of L = [[2, 0], [1, 1]]; complex: [[2, 0], [-i, 1]]. */
static void cross_cholesky(const char *name, enum kernels_dtype t)
{
	const bool lapack = strcmp(name, "lapack_potrf") == 0;
	struct array a = array_of(t, 2, DIMS(2, 2), REALS(4, 1, 2, 2)), l = array_of(t, 2, DIMS(2, 2), REALS(2, lapack ? 1 : 0, 1, 1));
	if (is_complex_type(t)) {
		value_set(&a, 2, value_pair(0, -2));
		value_set(&l, 2, value_pair(0, -1));
	}
	operand(a);
	calls_bool("lower", true);
	calls_result(t, 2, DIMS(2, 2));
	if (lapack)
		calls_result(KERNELS_I32, 0, NULL);
	expect_values(__LINE__, &l, steps_of(t));
	if (lapack)
		CHECK_INT(array_get(calls_output(1), 0), 0);
}

/* A number and another one, as the type has them: the root of the sum of their squares. */
static void cross_cholesky_update(const char *name, enum kernels_dtype t)
{
	(void)name;
	struct array r = array_of(t, 2, DIMS(1, 1), REALS(3)), w = array_of(t, 1, DIMS(1), REALS(4));
	const real x = creall(value_get(&r, 0).z), y = creall(value_get(&w, 0).z);
	operand(r);
	operand(w);
	calls_result(t, 2, DIMS(1, 1));
	calls_result(t, 1, DIMS(1));
	if (ran(__LINE__)) {
		expect_reals(__LINE__, 0, t, 2, DIMS(1, 1), REALS(sqrtl(x * x + y * y)));
		expect_reals(__LINE__, 1, t, 1, DIMS(1), REALS(0));
	}
}

/* [0 2; 0 0; 3 4] * [5; 6] */
static void cross_csr_product(const char *name, enum kernels_dtype t)
{
	(void)name;
	operand(array_of(t, 1, DIMS(3), REALS(2, 3, 4)));
	operand(array_of(KERNELS_I32, 1, DIMS(4), REALS(0, 1, 1, 3)));
	operand(array_of(KERNELS_I32, 1, DIMS(3), REALS(1, 0, 1)));
	operand(array_of(t, 1, DIMS(2), REALS(5, 6)));
	calls_result(t, 1, DIMS(3));
	if (ran(__LINE__))
		expect_reals(__LINE__, 0, t, 1, DIMS(3), REALS(12, 0, 39));
}

static void cross_triangular_solve(const char *name, enum kernels_dtype t)
{
	(void)name;
	operand(array_of(t, 2, DIMS(2, 2), REALS(2, 6, 2, 1))); /* the 6 is not read */
	operand(array_of(t, 2, DIMS(2, 1), REALS(2, 4)));
	calls_bool("left_side", true);
	calls_bool("lower", true);
	calls_bool("unit_diagonal", false);
	calls_text("transpose_a", "NO_TRANSPOSE");
	calls_result(t, 2, DIMS(2, 1));
	if (ran(__LINE__))
		expect_reals(__LINE__, 0, t, 2, DIMS(2, 1), REALS(1, 2));
}

/* Rows are exchanged. */
static void cross_getrf(const char *name, enum kernels_dtype t)
{
	(void)name;
	operand(array_of(t, 2, DIMS(2, 2), REALS(1, 4, 2, 4)));
	calls_result(t, 2, DIMS(2, 2));
	calls_result(KERNELS_I32, 1, DIMS(2));
	calls_result(KERNELS_I32, 0, NULL);
	if (ran(__LINE__)) {
		expect_reals(__LINE__, 0, t, 2, DIMS(2, 2), REALS(2, 4, 0.5L, 2));
		expect_reals(__LINE__, 1, KERNELS_I32, 1, DIMS(2), REALS(2, 2));
		expect_reals(__LINE__, 2, KERNELS_I32, 0, NULL, REALS(0));
	}
}

/* A column (3, 4) as the type has it: R is -|x|, v is x1 / (x0 + |x|), tau is (|x| + x0) / |x|. */
static void cross_geqrf(const char *name, enum kernels_dtype t)
{
	(void)name;
	struct array a = array_of(t, 2, DIMS(2, 1), REALS(3, 4));
	const real x0 = creall(value_get(&a, 0).z), x1 = creall(value_get(&a, 1).z), norm = sqrtl(x0 * x0 + x1 * x1);
	operand(a);
	calls_result(t, 2, DIMS(2, 1));
	calls_result(t, 1, DIMS(1));
	if (ran(__LINE__)) {
		expect_reals(__LINE__, 0, t, 2, DIMS(2, 1), REALS(-norm, x1 / (x0 + norm)));
		expect_reals(__LINE__, 1, t, 1, DIMS(1), REALS((norm + x0) / norm));
	}
}

/* The first column of I - tau v v^H. */
static void cross_orgqr(const char *name, enum kernels_dtype t)
{
	(void)name;
	operand(array_of(t, 2, DIMS(2, 1), REALS(6, 0.5L))); /* v is (1, 1/2) */
	operand(array_of(t, 1, DIMS(1), REALS(2)));
	calls_result(t, 2, DIMS(2, 1));
	if (ran(__LINE__))
		expect_reals(__LINE__, 0, t, 2, DIMS(2, 1), REALS(-1, -1));
}

/* 1 - tau v v^H times (1, 0) is what orgqr gives. */
static void cross_ormqr(const char *name, enum kernels_dtype t)
{
	(void)name;
	operand(array_of(t, 2, DIMS(2, 1), REALS(6, 0.5L)));
	operand(array_of(t, 1, DIMS(1), REALS(2)));
	operand(array_of(t, 2, DIMS(2, 1), REALS(1, 0)));
	calls_result(t, 2, DIMS(2, 1));
	calls_bool("adjoint", false);
	calls_bool("left_side", true);
	if (ran(__LINE__))
		expect_reals(__LINE__, 0, t, 2, DIMS(2, 1), REALS(-1, -1));
}

/* The larger column comes first. */
static void cross_geqp3(const char *name, enum kernels_dtype t)
{
	(void)name;
	operand(array_of(t, 2, DIMS(1, 2), REALS(1, 2)));
	operand(array_of(KERNELS_I32, 1, DIMS(2), REALS(0, 0)));
	calls_result(t, 2, DIMS(1, 2));
	calls_result(KERNELS_I32, 1, DIMS(2));
	calls_result(t, 1, DIMS(1));
	if (ran(__LINE__)) {
		expect_reals(__LINE__, 0, t, 2, DIMS(1, 2), REALS(2, 1));
		expect_reals(__LINE__, 1, KERNELS_I32, 1, DIMS(2), REALS(2, 1));
		expect_reals(__LINE__, 2, t, 1, DIMS(1), REALS(0));
	}
}

/* 2 x + 1 y = 4, 4 y = 8. */
static void cross_gtsv(const char *name, enum kernels_dtype t)
{
	(void)name;
	operand(array_of(t, 2, DIMS(2, 1), REALS(4, 8)));
	operand(array_of(t, 1, DIMS(2), REALS(1, 0)));
	operand(array_of(t, 1, DIMS(2), REALS(2, 4)));
	operand(array_of(t, 1, DIMS(2), REALS(1, 1)));
	calls_result(t, 2, DIMS(2, 1));
	for (int i = 0; i < 3; i++)
		calls_result(t, 1, DIMS(2));
	calls_result(KERNELS_I32, 0, NULL);
	calls_bool("perturbs", false);
	if (ran(__LINE__) && t != KERNELS_F8E8M0FNU) /* without 0 there is no such system */
		expect_reals(__LINE__, 0, t, 2, DIMS(2, 1), REALS(1, 2));
}

static void expect_magnitudes(int line, uint32_t index, const real *values)
{
	const struct array *actual = calls_output(index);
	for (int64_t i = 0; i < actual->elements && actual->dtype != KERNELS_F8E8M0FNU; i++) { /* this type has no sign */
		const enum kernels_dtype part = part_of(actual->dtype);
		struct array found = array_make(part, 0, NULL), expected = array_of(part, 0, NULL, &values[i]);
		value_set(&found, 0, value_pair(cabsl(value_get(actual, i).z), 0));
		if (!is_near(&found, &expected, 0, steps_of(actual->dtype)))
			check_report(__FILE__, line, "element %lld has the magnitude %Lg, expected %Lg", (long long)i,
				creall(value_get(&found, 0).z), creall(value_get(&expected, 0).z));
		array_free(&found);
		array_free(&expected);
	}
}

/* [[2, 1], [1, 2]]; complex: [[2, i], [-i, 2]]. */
static void cross_syevd(const char *name, enum kernels_dtype t)
{
	(void)name;
	struct array a = array_of(t, 2, DIMS(2, 2), REALS(2, 1, 1, 2));
	if (is_complex_type(t)) {
		value_set(&a, 1, value_pair(0, 1));
		value_set(&a, 2, value_pair(0, -1));
	}
	operand(a);
	calls_bool("lower", true);
	calls_result(t, 2, DIMS(2, 2));
	calls_result(part_of(t), 1, DIMS(2));
	calls_result(KERNELS_I32, 0, NULL);
	if (ran(__LINE__)) {
		const real half = sqrtl(0.5L);
		expect_magnitudes(__LINE__, 0, REALS(half, half, half, half));
		expect_reals(__LINE__, 1, part_of(t), 1, DIMS(2), REALS(1, 3));
		expect_reals(__LINE__, 2, KERNELS_I32, 0, NULL, REALS(0));
	}
}

/* A column, which is its own first singular vector but for the length. */
static void cross_gesdd(const char *name, enum kernels_dtype t)
{
	(void)name;
	struct array a = array_of(t, 2, DIMS(2, 1), REALS(3, 4));
	const real x0 = creall(value_get(&a, 0).z), x1 = creall(value_get(&a, 1).z), norm = sqrtl(x0 * x0 + x1 * x1);
	operand(a);
	calls_text("mode", "A");
	calls_result(t, 2, DIMS(2, 1));
	calls_result(part_of(t), 1, DIMS(1));
	calls_result(t, 2, DIMS(2, 2));
	calls_result(t, 2, DIMS(1, 1));
	calls_result(KERNELS_I32, 0, NULL);
	if (ran(__LINE__)) {
		expect_reals(__LINE__, 1, part_of(t), 1, DIMS(1), REALS(norm));
		expect_magnitudes(__LINE__, 2, REALS(x0 / norm, x1 / norm, x1 / norm, x0 / norm));
		expect_magnitudes(__LINE__, 3, REALS(1));
		expect_reals(__LINE__, 4, KERNELS_I32, 0, NULL, REALS(0));
	}
}

/* [[1, 2], [0, 4]], which is its own Schur form. */
static uint32_t begin_triangle(enum kernels_dtype t, bool first)
{
	if (first) {
		operand(array_of(t, 2, DIMS(2, 2), REALS(1, 2, 0, 4)));
		return 0;
	}
	calls_result(t, 1, DIMS(2));
	if (!is_complex_type(t))
		calls_result(t, 1, DIMS(2)); /* the imaginary parts */
	return is_complex_type(t) ? 1 : 2;
}

static void cross_gees(const char *name, enum kernels_dtype t)
{
	(void)name;
	begin_triangle(t, true);
	calls_bool("vectors", true);
	calls_result(t, 2, DIMS(2, 2));
	calls_result(t, 2, DIMS(2, 2));
	const uint32_t values = begin_triangle(t, false);
	calls_result(KERNELS_I32, 0, NULL);
	calls_result(KERNELS_I32, 0, NULL);
	if (ran(__LINE__) && t != KERNELS_F8E8M0FNU) { /* which has no 0 */
		expect_magnitudes(__LINE__, 0, REALS(1, 2, 0, 4));
		expect_magnitudes(__LINE__, 1, REALS(1, 0, 0, 1));
		expect_reals(__LINE__, 2, t, 1, DIMS(2), REALS(1, 4));
		if (values == 2)
			expect_reals(__LINE__, 3, t, 1, DIMS(2), REALS(0, 0));
		expect_reals(__LINE__, 3 + values, KERNELS_I32, 0, NULL, REALS(0));
	}
}

static void cross_geev(const char *name, enum kernels_dtype t)
{
	(void)name;
	const enum kernels_dtype both = part_of(t) == KERNELS_F32 ? KERNELS_COMPLEX64 : KERNELS_COMPLEX128;
	const real norm = sqrtl(13);
	begin_triangle(t, true);
	calls_bool("left", true);
	calls_bool("right", true);
	const uint32_t values = begin_triangle(t, false);
	calls_result(both, 2, DIMS(2, 2));
	calls_result(both, 2, DIMS(2, 2));
	calls_result(KERNELS_I32, 0, NULL);
	if (ran(__LINE__)) {
		expect_reals(__LINE__, 0, t, 1, DIMS(2), REALS(1, 4));
		expect_magnitudes(__LINE__, values, REALS(3 / norm, 0, 2 / norm, 1));
		expect_magnitudes(__LINE__, values + 1, REALS(1, 2 / norm, 0, 3 / norm));
	}
}

/* The symmetric matrix of 3 rows whose first column is reflected to a multiple of the first unit vector. */
struct reflection {
	real matrix[9], form[9], v, tau, norm;
};

static struct reflection reflection_of(const struct array *a)
{
	struct reflection r = { 0 };
	real q[9] = { 1 }, half[9] = { 0 };
	for (int i = 0; i < 9; i++)
		r.matrix[i] = creall(value_get(a, i).z);
	const real x0 = r.matrix[3], x1 = r.matrix[6];
	r.norm = sqrtl(x0 * x0 + x1 * x1);
	r.v = x1 / (x0 + r.norm);
	r.tau = (r.norm + x0) / r.norm;
	q[4] = 1 - r.tau;
	q[5] = q[7] = -r.tau * r.v;
	q[8] = 1 - r.tau * r.v * r.v;
	for (int i = 0; i < 9; i++)
		for (int k = 0; k < 3; k++)
			half[i] += q[i / 3 * 3 + k] * r.matrix[k * 3 + i % 3];
	for (int i = 0; i < 9; i++)
		for (int k = 0; k < 3; k++)
			r.form[i] += half[i / 3 * 3 + k] * q[k * 3 + i % 3];
	return r;
}

static void cross_gehrd(const char *name, enum kernels_dtype t)
{
	(void)name;
	struct array a = array_of(t, 2, DIMS(3, 3), REALS(1, 3, 4, 3, 2, 1, 4, 1, 4));
	struct reflection r = reflection_of(&a);
	operand(a);
	calls_int("low", 1);
	calls_int("high", 3);
	calls_result(t, 2, DIMS(3, 3));
	calls_result(t, 1, DIMS(2));
	calls_result(KERNELS_I32, 0, NULL);
	r.form[6] = r.v;
	r.form[2] = 0; /* it cancels */
	if (t == KERNELS_F8E8M0FNU || !ran(__LINE__)) /* a type without sign has no such form */
		return;
	for (int i = 0; i < 9; i++) {
		const real found = creall(value_get(calls_output(0), i).z);
		if (i == 2 ? fabsl(found) > 1e-6L : fabsl(found - r.form[i]) > fabsl(r.form[i]) / 3)
			check_report(__FILE__, __LINE__, "element %d is %Lg, expected %Lg", i, found, r.form[i]);
	}
	expect_reals(__LINE__, 1, t, 1, DIMS(2), REALS(r.tau, 0));
}

static void cross_sytrd(const char *name, enum kernels_dtype t)
{
	(void)name;
	struct array a = array_of(t, 2, DIMS(3, 3), REALS(1, 3, 4, 3, 2, 1, 4, 1, 4));
	const struct reflection r = reflection_of(&a);
	operand(a);
	calls_bool("lower", true);
	calls_result(t, 2, DIMS(3, 3));
	calls_result(part_of(t), 1, DIMS(3));
	calls_result(part_of(t), 1, DIMS(2));
	calls_result(t, 1, DIMS(2));
	calls_result(KERNELS_I32, 0, NULL);
	if (t == KERNELS_F8E8M0FNU || !ran(__LINE__))
		return;
	expect_reals(__LINE__, 1, part_of(t), 1, DIMS(3), REALS(r.form[0], r.form[4], r.form[8]));
	expect_reals(__LINE__, 2, part_of(t), 1, DIMS(2), REALS(r.form[3], r.form[7]));
	expect_reals(__LINE__, 3, t, 1, DIMS(2), REALS(r.tau, 0));
}

static void cross_fft(const char *name, enum kernels_dtype t)
{
	(void)name;
	const bool is_real = !is_complex_type(t);
	const enum kernels_dtype to = t == KERNELS_F32 ? KERNELS_COMPLEX64 : t == KERNELS_F64 ? KERNELS_COMPLEX128 : t;
	struct array x = any_values(t, 1, DIMS(6)), expected = array_make(to, 1, DIMS(is_real ? 4 : 6));
	real size = 0;
	for (int64_t i = 0; i < 6; i++)
		size += cabsl(value_get(&x, i).z);
	for (int64_t k = 0; k < expected.elements; k++) {
		struct value sum = { 0, 0 };
		for (int64_t i = 0; i < 6; i++) {
			const real angle = -6.283185307179586476925286766559L * (real)(i * k % 6) / 6;
			sum.z += value_get(&x, i).z * wide_complex_of(cosl(angle), sinl(angle));
		}
		value_set(&expected, k, sum);
	}
	operand(x);
	INTS("fft_length", 6);
	calls_text("fft_type", is_real ? "RFFT" : "FFT");
	calls_result(to, 1, expected.shape.dims);
	const int64_t count = ran(__LINE__) ? expected.elements : 0;
	for (int64_t k = 0; k < count; k++) /* relative to the operand: sums may cancel */
		CHECK(cabsl(value_get(calls_output(0), k).z - value_get(&expected, k).z) <=
			8 * size * (to == KERNELS_COMPLEX64 ? 0x1p-24L : 0x1p-53L));
	array_free(&expected);
}

/* ---- random numbers */

/* Threefry-2x32 of zeros, by its authors. */
static const uint32_t threefry_words[] = { 0x6b200159u, 0x99ba4efeu };

static void cross_threefry(const char *name, enum kernels_dtype t)
{
	(void)name;
	for (int i = 0; i < 4; i++)
		operand(array_make(t, 1, DIMS(1)));
	calls_result(t, 1, DIMS(1));
	calls_result(t, 1, DIMS(1));
	if (ran(__LINE__))
		for (uint32_t i = 0; i < 2; i++)
			CHECK_INT((uint32_t)array_get(calls_output(i), 0), threefry_words[i]);
}

static void cross_bits(const char *name, enum kernels_dtype t)
{
	(void)name;
	operand(array_make(t, 1, DIMS(2)));
	calls_result(t, 1, DIMS(2));
	calls_result(KERNELS_UI32, 1, DIMS(2));
	calls_text("rng_algorithm", "THREE_FRY");
	if (ran(__LINE__)) {
		CHECK_BYTES(calls_output(1)->bytes, 8, threefry_words, 8);
		CHECK_INT(array_get(calls_output(0), 0), 0);
		CHECK_INT(array_get(calls_output(0), 1), 1);
	}
}

/* Integers below a + 2, floats from 1 to 4: in the range, and not all alike. i1 has no second number below its bound. */
static void cross_rng(const char *name, enum kernels_dtype t)
{
	(void)name;
	const real low = is_signed_whole(t) ? -1 : is_whole(t) ? 0 : 1, high = t == KERNELS_I1 ? 1 : is_whole(t) ? low + 2 : 4;
	const real middle = is_whole(t) ? low + 1 : 1.5L;
	int64_t below = 0, above = 0;
	operand(array_of(t, 0, NULL, &low));
	operand(array_of(t, 0, NULL, &high));
	INDEX(500);
	calls_text("rng_distribution", "UNIFORM");
	calls_int("seed", 3);
	calls_result(t, 1, DIMS(500));
	if (!ran(__LINE__))
		return;
	for (int64_t i = 0; i < 500; i++) {
		const real x = creall(value_get(calls_output(0), i).z);
		CHECK(x >= low && x <= high && !(is_whole(t) && x == high));
		below += x < middle;
		above += x >= middle;
	}
	CHECK(t == KERNELS_I1 || (below > 50 && above > 100));
}

#endif
