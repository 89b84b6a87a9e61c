/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the checks accept, and the messages of failures. */
#include "arrays.h"
#include <math.h>

static void check(const char *name, enum kernels_dtype dtype, int64_t count, const void *actual, const void *expected)
{
	struct array a = array_make(dtype, 1, &count), b = array_make(dtype, 1, &count);
	size_t size = (size_t)count * kernels_dtype_size(dtype);
	memcpy(a.bytes, actual, size);
	memcpy(b.bytes, expected, size);
	calls_begin(name);
	operand(a);
	operand(b);
	calls_result(KERNELS_DTYPE_INVALID, 0, NULL);
}

static const char *outcome(void);

static const char *asserts(const char *text, bool holds, int32_t first, int64_t second)
{
	struct array condition = array_make(KERNELS_I1, 0, NULL), a = array_make(KERNELS_I32, 0, NULL),
		     b = array_make(KERNELS_I64, 0, NULL), many = array_make(KERNELS_F32, 1, (int64_t[]){ 2 });
	*(bool *)condition.bytes = holds;
	memcpy(a.bytes, &first, sizeof first);
	memcpy(b.bytes, &second, sizeof second);
	memset(many.bytes, 0, 8);
	calls_begin("hlo.check_assertion");
	operand(condition);
	operand(a);
	operand(b);
	operand(many);
	calls_result(KERNELS_DTYPE_INVALID, 0, NULL);
	calls_text("error_message", text);
	return outcome();
}

static const char *outcome(void)
{
	const char *error = calls_run();
	return error ? error : "passes";
}

static const char *eq(enum kernels_dtype dtype, int64_t count, const void *a, const void *b)
{
	check("hlo.check_eq", dtype, count, a, b);
	return outcome();
}

static const char *close_by(enum kernels_dtype dtype, int64_t count, const void *a, const void *b, int64_t most, int64_t least)
{
	check("hlo.check_close", dtype, count, a, b);
	calls_int("max_ulp_difference", most);
	calls_int("min_ulp_difference", least);
	return outcome();
}

static const char *almost(enum kernels_dtype dtype, int64_t count, const void *a, const void *b, double tolerance)
{
	check("hlo.check_almost_eq", dtype, count, a, b);
	calls_double("tolerance", tolerance);
	return outcome();
}

static void assertion(void)
{
	CHECK_STR(asserts("never", true, 1, 2), "passes");
	CHECK_STR(asserts("rows are {0}, not {1} ({0})", false, 3, -5), "shape assertion failed: rows are 3, not -5 (3)");
	CHECK_STR(asserts("{2} {3} {} {01} {x} {99999} {0", false, 3, 4), "shape assertion failed: ? {3} {} 4 {x} {99999} {0");
	check("hlo.check_assertion", KERNELS_F32, 1, (float[]){ 1 }, (float[]){ 1 });
	calls_text("error_message", "");
	CHECK_STR(outcome(), "operand 0 has the type f32[1], expected one integer");
}

static void equal(void)
{
	const float zeros[] = { 0.0f, -0.0f, NAN, 1.0f }, other_zeros[] = { -0.0f, 0.0f, -NAN, 1.0f }, ones[] = { 1, 2, NAN, 4 },
		    others[] = { 1, 2.5f, 3, 8 },
		    fewer[] = { 1, 2.5f, 3, 4 };
	CHECK_STR(eq(KERNELS_F32, 4, zeros, other_zeros), "passes");
	CHECK_STR(eq(KERNELS_F32, 0, zeros, others), "passes");
	CHECK_STR(eq(KERNELS_F32, 4, ones, others),
		"element [1] is 2, expected 2.5; 3 of 4 elements differ, at most by nan, at [2]");
	CHECK_STR(eq(KERNELS_COMPLEX64, 2, zeros, other_zeros), "passes");
	CHECK_STR(eq(KERNELS_COMPLEX64, 2, others, fewer),
		"element [1] is (3, 8), expected (3, 4); 1 of 2 elements differ, at most by 4 (8388608 ulp), at [1]");
	CHECK_STR(eq(KERNELS_I64, 2, ((int64_t[]){ INT64_MAX, -1 }), ((int64_t[]){ INT64_MIN, -1 })),
		"element [0] is 9223372036854775807, expected -9223372036854775808; 1 of 2 elements differ, at most by "
		"1.84467441e+19, at [0]");
	CHECK_STR(eq(KERNELS_UI64, 1, ((uint64_t[]){ UINT64_MAX }), ((uint64_t[]){ 0 })),
		"element [0] is 18446744073709551615, expected 0; 1 of 1 elements differ, at most by 1.84467441e+19, at [0]");
	CHECK_STR(eq(KERNELS_I1, 2, "\1\0", "\1\1"),
		"element [1] is false, expected true; 1 of 2 elements differ, at most by 1, at [1]");
	CHECK_STR(eq(KERNELS_I4, 2, "\xF8\1", "\7\1"),
		"element [0] is -8, expected 7; 1 of 2 elements differ, at most by 15, at [0]");
	/* the NaN of the types without -0 */
	CHECK_STR(eq(KERNELS_F8E4M3FNUZ, 2, "\x80\1", "\x80\1"), "passes");
	CHECK_STR(eq(KERNELS_F8E4M3FNUZ, 1, "\x80", "\0"),
		"element [0] is nan, expected 0; 1 of 1 elements differ, at most by nan, at [0]");
	CHECK_STR(eq(KERNELS_F8E4M3FN, 2, "\x7F\x80", "\xFF\0"), "passes");
}

static void close_in_ulps(void)
{
	const double a[] = { 1.0, -0.0, 4.9e-324, INFINITY, NAN },
		     b[] = { nextafter(1.0, 2), 0.0, -4.9e-324, INFINITY, -NAN }, infinite[] = { INFINITY }, one[] = { 1 };
	CHECK_STR(close_by(KERNELS_F64, 5, a, b, 2, 0), "passes");
	CHECK_STR(close_by(KERNELS_F64, 5, a, b, 1, 0),
		"element [2] is 4.9406564584124654e-324, expected -4.9406564584124654e-324; 1 of 5 elements differ, at most by 2 "
		"ulp, at [2]");
	CHECK_STR(close_by(KERNELS_F64, 1, a, b, 1, 1), "passes");
	CHECK_STR(close_by(KERNELS_F64, 2, a, b, 1, 1),
		"element [1] is -0, expected 0; 1 of 2 elements differ, at most by 0 ulp, at [1]");
	CHECK_STR(close_by(KERNELS_F64, 1, infinite, one, -1, -1), "passes");
	CHECK_STR(close_by(KERNELS_F64, 1, infinite, one, INT64_MAX, 0),
		"element [0] is inf, expected 1; 1 of 1 elements differ, at most by 1.84467441e+19 ulp, at [0]");
	CHECK_STR(close_by(KERNELS_BF16, 2, ((uint16_t[]){ 0x3F80, 0xBF80 }), ((uint16_t[]){ 0x3F82, 0xBF81 }), 2, 1), "passes");
	CHECK_STR(close_by(KERNELS_COMPLEX64, 1, ((float[]){ 1, 1 }), ((float[]){ 1, nextafterf(1, 2) }), 1, 1), "passes");
	CHECK_STR(close_by(KERNELS_I32, 1, ((int[]){ 1 }), ((int[]){ 1 }), 1, 1),
		"operand 0 has the type i32[1], expected floats");
}

static void almost_equal(void)
{
	const float a[] = { 1, NAN, -INFINITY, 3 }, b[] = { 1.0005f, NAN, -INFINITY, 3.25f };
	CHECK_STR(almost(KERNELS_F32, 3, a, b, 0.001), "passes");
	CHECK_STR(almost(KERNELS_F32, 4, a, b, 0.001),
		"element [3] is 3, expected 3.25; 1 of 4 elements differ, at most by 0.25 (1048576 ulp), at [3]");
	CHECK_STR(almost(KERNELS_F32, 4, a, b, 0.25), "passes");
	CHECK_STR(almost(KERNELS_F32, 1, a, a + 1, 1e30),
		"element [0] is 1, expected nan; 1 of 1 elements differ, at most by nan, at [0]");
	CHECK_STR(almost(KERNELS_F32, 1, a, a, -1), "attribute tolerance is -1, expected 0 or more");
	CHECK_STR(almost(KERNELS_I32, 2, ((int[]){ 1, 5 }), ((int[]){ 2, 5 }), 1), "passes");
}

/* Random bytes of every type: equal to themselves, close by 0 ulp. */
static void random_bytes(void)
{
	for (int round = 0; round < 300; round++) {
		enum kernels_dtype dtype = any_dtype();
		struct array a = any_array_of(dtype, 1, (int64_t[]){ random_below(40) });
		if (dtype == KERNELS_I1)
			memset(a.bytes, 1, (size_t)a.elements);
		const char *error = eq(dtype, a.elements, a.bytes, a.bytes);
		CHECK(calls_mutating || strcmp(error, "passes") == 0);
		error = almost(dtype, a.elements, a.bytes, a.bytes, 0);
		CHECK(calls_mutating || strcmp(error, "passes") == 0);
		bool floats = dtype == KERNELS_BF16 || dtype == KERNELS_F64 || dtype == KERNELS_F8E5M2 || dtype == KERNELS_COMPLEX64 ||
			      dtype == KERNELS_COMPLEX128;
		error = floats ? close_by(dtype, a.elements, a.bytes, a.bytes, 0, 0) : "passes";
		CHECK(calls_mutating || strcmp(error, "passes") == 0);
		array_free(&a);
	}
}

static const struct check_case random_cases[] = { CHECK_CASE(random_bytes) };

static void mutants(void) { run_mutants(random_cases, 1); }

static const struct check_case cases[] = { CHECK_CASE(assertion), CHECK_CASE(equal), CHECK_CASE(close_in_ulps), CHECK_CASE(almost_equal),
	CHECK_CASE(random_bytes), CHECK_CASE(mutants) };

int main(int argc, char **argv)
{
	calls_open(0);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
