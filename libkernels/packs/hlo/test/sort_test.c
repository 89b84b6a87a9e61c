/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sort and top_k against a stable insertion sort of each line. */
#include "arrays.h"
#include <math.h>

#define INPUTS 3

/* Two keys per element: of the first and the second operand. */
struct order {
	const char *comparator; /* of f32, i32, i32 */
	bool (*before)(const float *keys_a, const int32_t *second_a, const float *keys_b, const int32_t *second_b);
};

static int64_t total(float x)
{
	int32_t bits;
	memcpy(&bits, &x, sizeof bits);
	return bits < 0 ? bits ^ INT32_MAX : bits;
}

static float canonical(float x) { return x != x ? __builtin_nanf("") : x == 0 ? 0 : x; }

static bool less(const float *a, const int32_t *i, const float *b, const int32_t *k)
{
	(void)i;
	(void)k;
	return *a < *b;
}
static bool greater_swapped(const float *a, const int32_t *i, const float *b, const int32_t *k)
{
	(void)a;
	(void)b;
	return *i > *k;
}
static bool total_less(const float *a, const int32_t *i, const float *b, const int32_t *k)
{
	(void)i;
	(void)k;
	return total(*a) < total(*b);
}
static bool canonical_less(const float *a, const int32_t *i, const float *b, const int32_t *k)
{
	(void)i;
	(void)k;
	return total(canonical(*a)) < total(canonical(*b));
}
static bool by_two(const float *a, const int32_t *i, const float *b, const int32_t *k)
{
	return total(*a) < total(*b) || (total(*a) == total(*b) && *i > *k);
}
static bool by_distance(const float *a, const int32_t *i, const float *b, const int32_t *k)
{
	(void)a;
	(void)b;
	return abs(*i - 2) < abs(*k - 2);
}

/* Arguments 0 to 5: pairs of the three operands; 6: a capture, which is 2. */
#define HEAD "f32 f32 i32 i32 i32 i32 i32; "
static const struct order orders[] = {
	{ HEAD "compare.LT.FLOAT 0 1 i1; return 7", less },
	{ HEAD "compare.LT.SIGNED 3 2 i1; return 7", greater_swapped },
	{ HEAD "compare.LT.TOTALORDER 0 1 i1; return 7", total_less },
	{ HEAD "constant 0x0 f32; constant 0x7FC00000 f32; compare.EQ.FLOAT 0 7 i1; select 9 7 0 f32; compare.NE.FLOAT "
	       "0 0 i1; "
	       "select 11 8 10 f32; compare.EQ.FLOAT 1 7 i1; select 13 7 1 f32; compare.NE.FLOAT 1 1 i1; select 15 8 "
	       "14 f32; "
	       "compare.LT.TOTALORDER 12 16 i1; return 17",
		canonical_less },
	{ HEAD "compare.LT.TOTALORDER 0 1 i1; compare.LT.TOTALORDER 1 0 i1; or 7 8 i1; not 9 i1; compare.GT.SIGNED 2 3 "
	       "i1; "
	       "and 10 11 i1; or 7 12 i1; return 13",
		by_two },
	{ HEAD "compare.LT.TOTALORDER 0 1 i1; compare.EQ.TOTALORDER 1 0 i1; compare.GT.SIGNED 2 3 i1; and 8 9 i1; or "
	       "10 7 i1; "
	       "return 11",
		by_two },
	{ HEAD "compare.EQ.TOTALORDER 0 1 i1; compare.LT.TOTALORDER 0 1 i1; compare.GT.SIGNED 2 3 i1; select 7 9 8 i1; "
	       "return 10",
		by_two },
	{ HEAD "subtract 2 6 i32; abs 7 i32; subtract 3 6 i32; abs 9 i32; compare.LT.SIGNED 8 10 i1; return 11",
		by_distance },
};
#define ORDERS (int)(sizeof orders / sizeof *orders)

static float any_float(bool nans)
{
	int64_t kind = random_below(12);
	if (kind == 0)
		return -0.0f;
	if (kind == 1 && nans)
		return random_below(2) ? -__builtin_nanf("") : __builtin_nanf("");
	return kind == 2 ? INFINITY : (float)random_from(-9, 9);
}

/* Sorts a line of positions by insertion. */
static void sort_line(const struct order *order, const struct array *inputs, int64_t *line, int64_t n)
{
	const float *first = inputs[0].bytes;
	const int32_t *second = inputs[1].bytes;
	for (int64_t i = 1; i < n; i++) {
		int64_t moved = line[i], at = i;
		for (; at > 0 &&
			order->before(first + moved, second + moved, first + line[at - 1], second + line[at - 1]);
			at--)
			line[at] = line[at - 1];
		line[at] = moved;
	}
}

static void call_sort(const struct array *inputs, int64_t dimension, const char *comparator)
{
	calls_begin("hlo.sort");
	for (int i = 0; i < INPUTS; i++) {
		calls_operand(&inputs[i]);
		result(&inputs[i], false);
	}
	operand(scalar(KERNELS_I32, 2));
	calls_int("dimension", dimension);
	calls_int("captures", 1);
	calls_bool("is_stable", random_below(2));
	calls_text("comparator", comparator);
}

static void make_inputs(struct array *inputs, uint32_t rank, const int64_t *dims, bool nans)
{
	for (int i = 0; i < INPUTS; i++)
		inputs[i] = array_make(i ? KERNELS_I32 : KERNELS_F32, rank, dims);
	for (int64_t i = 0; i < inputs[0].elements; i++) {
		((float *)inputs[0].bytes)[i] = any_float(nans);
		array_set(&inputs[1], i, random_from(-5, 5));
		array_set(&inputs[2], i, i);
	}
}

static void one_sort(const struct order *order, bool nans, uint32_t rank, const int64_t *dims)
{
	struct array inputs[INPUTS], expected[INPUTS];
	uint32_t along = (uint32_t)random_below(rank);
	int64_t stride = 1, n = dims[along], line[1000];
	make_inputs(inputs, rank, dims, nans);
	for (uint32_t i = along + 1; i < rank; i++)
		stride *= dims[i];
	for (int i = 0; i < INPUTS; i++)
		expected[i] = array_make(inputs[i].dtype, rank, dims);
	for (int64_t i = 0; i < inputs[0].elements; i++) {
		if (i / stride % n != 0)
			continue;
		for (int64_t k = 0; k < n; k++)
			line[k] = i + k * stride;
		sort_line(order, inputs, line, n);
		for (int64_t k = 0; k < n; k++)
			for (int m = 0; m < INPUTS; m++)
				copy_element(&expected[m], i + k * stride, &inputs[m], line[k]);
	}
	call_sort(inputs, random_below(2) ? along : (int64_t)along - rank, order->comparator);
	const char *error = calls_run();
	if (!calls_mutating)
		CHECK_STR(error ? error : "none", "none");
	for (int i = 0; i < INPUTS; i++) {
		if (!calls_mutating && !error)
			CHECK_BYTES(calls_output((uint32_t)i)->bytes, (size_t)inputs[i].elements * 4, expected[i].bytes,
				(size_t)inputs[i].elements * 4);
		array_free(&inputs[i]);
		array_free(&expected[i]);
	}
}

static void sorts(void)
{
	for (int round = 0; round < 600; round++) {
		uint32_t rank = (uint32_t)random_from(1, 4);
		int64_t dims[4];
		for (uint32_t i = 0; i < rank; i++)
			dims[i] = random_from(random_below(30) > 0, rank == 1 ? 700 : 12);
		/* an order of floats without NaNs, for the sort by insertion is another one then */
		one_sort(&orders[round % ORDERS], round % ORDERS > 0, rank, dims);
	}
}

/* Comparators that are no order, or floats with NaNs: each line of the third operand is a permutation of its
 * positions. */
static void no_order(void)
{
	static const char *const comparators[] = { HEAD "compare.LT.FLOAT 0 1 i1; return 7",
		HEAD "compare.NE.SIGNED 2 3 i1; return 7", HEAD "compare.GE.FLOAT 0 1 i1; return 7",
		HEAD "constant 0x1 i1; return 7", HEAD "xor 4 2 i32; compare.LT.SIGNED 7 5 i1; return 8" };
	for (int round = 0; round < 200; round++) {
		struct array inputs[INPUTS];
		int64_t n = random_from(1, 600);
		static unsigned char seen[600];
		make_inputs(inputs, 1, &n, true);
		call_sort(inputs, 0, comparators[round % 5]);
		const char *error = calls_run();
		memset(seen, 0, sizeof seen);
		for (int64_t i = 0; i < n && !error && !calls_mutating; i++) {
			int64_t at = array_get(calls_output(2), i);
			if (CHECK(at >= 0 && at < n && !seen[at]))
				seen[at] = 1;
			CHECK_INT(array_get(calls_output(1), i), array_get(&inputs[1], at));
		}
		for (int i = 0; i < INPUTS; i++)
			array_free(&inputs[i]);
	}
}

/* Each element type in both directions: the comparator's keys agree with the comparator itself, used twice. */
static void types_agree(void)
{
	static const struct {
		enum kernels_dtype dtype;
		const char *name, *type;
	} types[] = { { KERNELS_I1, "i1", "UNSIGNED" }, { KERNELS_I4, "i4", "SIGNED" },
		{ KERNELS_UI8, "ui8", "UNSIGNED" }, { KERNELS_I16, "i16", "SIGNED" },
		{ KERNELS_UI64, "ui64", "UNSIGNED" }, { KERNELS_I64, "i64", "SIGNED" },
		{ KERNELS_BF16, "bf16", "TOTALORDER" }, { KERNELS_F16, "f16", "TOTALORDER" },
		{ KERNELS_F8E5M2, "f8E5M2", "TOTALORDER" }, { KERNELS_F32, "f32", "TOTALORDER" },
		{ KERNELS_F64, "f64", "TOTALORDER" } };
	for (int round = 0; round < 220; round++) {
		int at = round % 11;
		int64_t n = random_from(1, 300);
		char plain[200], twice[300];
		const char *direction = round % 2 ? "LT" : "GT";
		struct array from = any_array_of(types[at].dtype, 1, &n);
		for (int64_t i = 0; i < n && at < 2; i++)
			((int8_t *)from.bytes)[i] = (int8_t)random_from(at ? -8 : 0, at ? 7 : 1);
		snprintf(plain, sizeof plain, "%s %s; compare.%s.%s 0 1 i1; return 2", types[at].name, types[at].name,
			direction, types[at].type);
		snprintf(twice, sizeof twice, "%s %s; compare.%s.%s 0 1 i1; and 2 2 i1; return 3", types[at].name,
			types[at].name, direction, types[at].type);
		struct array sorted = { .bytes = NULL };
		for (int pass = 0; pass < 2; pass++) {
			calls_begin("hlo.sort");
			calls_operand(&from);
			result(&from, false);
			calls_int("dimension", 0);
			calls_int("captures", 0);
			calls_bool("is_stable", true);
			calls_text("comparator", pass ? twice : plain);
			const char *error = calls_run();
			if (!calls_mutating)
				CHECK_STR(error ? error : "none", "none");
			if (error || calls_mutating)
				continue;
			size_t size = (size_t)n * kernels_dtype_size(from.dtype);
			if (pass == 0) {
				sorted = array_make(from.dtype, 1, &n);
				memcpy(sorted.bytes, calls_output(0)->bytes, size);
			} else
				CHECK_BYTES(calls_output(0)->bytes, size, sorted.bytes, size);
		}
		array_free(&sorted);
		array_free(&from);
	}
}

static void one_top_k(int64_t rows, int64_t columns, int64_t k)
{
	struct array from = array_make(KERNELS_F32, 2, (int64_t[]){ rows, columns });
	int64_t most = k < columns ? k : columns, dims[2] = { rows, most };
	for (int64_t i = 0; i < from.elements; i++)
		((float *)from.bytes)[i] = any_float(true);
	calls_begin("hlo.top_k");
	calls_operand(&from);
	calls_int("k", k);
	calls_result(KERNELS_F32, 2, dims);
	calls_result(KERNELS_I32, 2, dims);
	const char *error = calls_run();
	if (!calls_mutating && !CHECK(!error))
		printf("# %s\n", error);
	for (int64_t row = 0; row < rows && !error && !calls_mutating; row++) {
		const float *x = (const float *)from.bytes + row * columns;
		bool taken[64] = { false };
		for (int64_t i = 0; i < most; i++) {
			int64_t best = -1;
			for (int64_t c = 0; c < columns; c++)
				if (!taken[c] && (best < 0 || total(x[c]) > total(x[best])))
					best = c;
			taken[best] = true;
			CHECK_INT(array_get(calls_output(1), row * most + i), best);
			CHECK_BYTES((const float *)calls_output(0)->bytes + row * most + i, 4, x + best, 4);
		}
	}
	array_free(&from);
}

static void top_ks(void)
{
	for (int round = 0; round < 100; round++)
		one_top_k(random_from(0, 5), random_from(0, 64), random_from(0, 70));
}

static void large(void)
{
	for (int round = 0; round < 2 * ORDERS; round++)
		one_sort(&orders[round % ORDERS], round % ORDERS > 0, 3, (int64_t[]){ 30, 50, 12 });
}

static void threads(void) { with_threads(large); }

/* A comparator of two captures only: everything keeps its place. */
static void captured_pair(void)
{
	struct array from = any_array_of(KERNELS_I8, 1, (int64_t[]){ 100 });
	calls_begin("hlo.sort");
	calls_operand(&from);
	operand(scalar(KERNELS_I32, 2));
	operand(scalar(KERNELS_I32, 2));
	calls_result(KERNELS_I8, 1, (int64_t[]){ 100 });
	calls_int("dimension", 0);
	calls_int("captures", 2);
	calls_bool("is_stable", true);
	calls_text("comparator", "i8 i8 i32 i32; compare.LT.SIGNED 2 3 i1; return 4");
	expect(&from);
}

static const struct check_case random_cases[] = { CHECK_CASE(sorts), CHECK_CASE(no_order), CHECK_CASE(types_agree),
	CHECK_CASE(top_ks) };

static void mutants(void)
{
	for (int i = 0; i < 2; i++)
		run_mutants(random_cases, sizeof random_cases / sizeof *random_cases);
}

static const struct check_case cases[] = { CHECK_CASE(sorts), CHECK_CASE(no_order), CHECK_CASE(types_agree),
	CHECK_CASE(top_ks), CHECK_CASE(captured_pair),
	CHECK_CASE(threads), CHECK_CASE(mutants) };

int main(int argc, char **argv)
{
	calls_open(0);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
