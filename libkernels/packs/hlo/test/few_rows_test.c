/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of few rows of bf16, f16 and i8, which read the right operand where it lies (src/products/few_rows.c, narrow.c): against
 * loops, and bit by bit against products of more rows, unless tile registers multiply these. WITHOUT_GROUPS: as on processors that do not
 * multiply groups of elements. */
#include "arrays.h"
#include "numbers.h"
#include <math.h>
#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#endif

#ifdef WITHOUT_GROUPS
#include "products/multiply.h"
#endif

enum { MORE_ROWS = 9 };

struct product {
	enum kernels_dtype lhs, rhs, to;
	int64_t batches, rows, columns, depth;
	bool turned[2]; /* the depth is the first dimension of the left matrices, the last one of the right matrices */
};

static struct array values(enum kernels_dtype dtype, int64_t batches, int64_t high, int64_t wide, bool exact)
{
	struct array array = array_make(dtype, 3, (int64_t[]){ batches, high, wide });
	for (int64_t i = 0; i < array.elements; i++) {
		if (!is_float(dtype))
			array_set(&array, i, dtype == KERNELS_UI8 ? random_from(0, 255) : random_from(-128, 127));
		else
			float_set(&array, i, exact ? (double)random_from(-8, 8) : (double)random_below(2001) / 1e3 - 1);
	}
	return array;
}

/* The first `rows` rows of each left matrix. */
static struct array first_rows(const struct product *p, const struct array *from, int64_t rows)
{
	struct array to = array_make(p->lhs, 3,
		(int64_t[]){ p->batches, p->turned[0] ? p->depth : rows, p->turned[0] ? rows : p->depth });
	const size_t size = kernels_dtype_size(p->lhs);
	for (int64_t batch = 0; batch < p->batches; batch++)
		for (int64_t i = 0; i < rows; i++)
			for (int64_t k = 0; k < p->depth; k++) {
				const int64_t at = (p->turned[0] ? k * rows + i : i * p->depth + k) + batch * rows * p->depth;
				const int64_t old = (p->turned[0] ? k * p->rows + i : i * p->depth + k) + batch * p->rows * p->depth;
				memcpy((char *)to.bytes + (size_t)at * size, (const char *)from->bytes + (size_t)old * size, size);
			}
	return to;
}

static const struct array *run(const struct product *p, int64_t rows, const struct array *lhs, const struct array *rhs)
{
	calls_begin("hlo.dot_general");
	calls_operand(lhs);
	calls_operand(rhs);
	calls_result(p->to, 3, (int64_t[]){ p->batches, rows, p->columns });
	calls_dot(1, p->turned[0] ? 1 : 2, p->turned[1] ? 2 : 1);
	const char *error = calls_run();
	return CHECK_STR(error ? error : "", "") ? calls_output(0) : NULL;
}

static double exact_element(const struct product *p, const struct array *lhs, const struct array *rhs, int64_t batch, int64_t i, int64_t j)
{
	const int64_t left = batch * p->rows * p->depth, right = batch * p->columns * p->depth;
	double sum = 0;
	for (int64_t k = 0; k < p->depth; k++) {
		const int64_t a = left + (p->turned[0] ? k * p->rows + i : i * p->depth + k);
		const int64_t b = right + (p->turned[1] ? j * p->depth + k : k * p->columns + j);
		const int64_t left_byte = p->lhs == KERNELS_UI8 ? (uint8_t)array_get(lhs, a) : array_get(lhs, a);
		sum += is_float(p->lhs) ? float_get(lhs, a) * float_get(rhs, b) : (double)(left_byte * array_get(rhs, b));
	}
	return sum;
}

/* Sums that are exact in every order. */
static void against_loops(const struct product *p)
{
	struct array lhs = p->turned[0] ? values(p->lhs, p->batches, p->depth, p->rows, true) :
					  values(p->lhs, p->batches, p->rows, p->depth, true);
	struct array rhs = p->turned[1] ? values(p->rhs, p->batches, p->columns, p->depth, true) :
					  values(p->rhs, p->batches, p->depth, p->columns, true);
	const struct array *found = run(p, p->rows, &lhs, &rhs);
	bool good = found != NULL;
	for (int64_t at = 0; good && at < found->elements; at++) {
		const double expected = exact_element(p, &lhs, &rhs, at / p->columns / p->rows, at / p->columns % p->rows, at % p->columns);
		good = (is_float(p->to) ? float_get(found, at) : (double)array_get(found, at)) == expected;
		if (!good)
			check_report(__FILE__, __LINE__, "%s, %lld x %lld x %lld: element %lld is not %g", kernels_dtype_name(p->lhs),
				(long long)p->rows, (long long)p->columns, (long long)p->depth, (long long)at, expected);
	}
	array_free(&lhs);
	array_free(&rhs);
}

/* Whether more rows are multiplied by tile registers, which add floats in another order than vectors. */
static bool has_tile_registers(void)
{
#if !defined(WITHOUT_GROUPS) && defined(__x86_64__) && defined(__GNUC__)
	unsigned a, b, c, d;
	return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (d >> 22 & 1);
#else
	return false;
#endif
}

static float element_of(const struct product *p, const char *row, int64_t i)
{
	uint32_t bits = 0;
	if (p->to == KERNELS_BF16)
		memcpy((char *)&bits + 2, row + 2 * i, 2); /* little-endian, as all that have the instructions */
	else
		memcpy(&bits, row + 4 * i, sizeof bits);
	float value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

/* One row of results: the same bits, or those of another order of the sums. */
static bool is_same_row(const struct product *p, const char *found, const char *expected, size_t row)
{
	if (p->lhs != KERNELS_BF16 || !has_tile_registers())
		return CHECK_BYTES(found, row, expected, row);
	bool good = true;
	for (int64_t i = 0; i < p->columns; i++) {
		const double value = (double)element_of(p, found, i), other = (double)element_of(p, expected, i);
		const double rounding = p->to == KERNELS_BF16 ? fabs(other) / 128 : 0;
		good = CHECK(fabs(value - other) <= rounding + 1e-7 * (double)p->depth) && good;
	}
	return good;
}

/* The rows of a product have the bits that they have among more rows. */
static void against_more_rows(struct product p)
{
	const int64_t rows = p.rows;
	p.rows = MORE_ROWS;
	struct array lhs = p.turned[0] ? values(p.lhs, p.batches, p.depth, p.rows, false) : values(p.lhs, p.batches, p.rows, p.depth, false);
	struct array rhs = p.turned[1] ? values(p.rhs, p.batches, p.columns, p.depth, false) :
					 values(p.rhs, p.batches, p.depth, p.columns, false);
	struct array few = first_rows(&p, &lhs, rows);
	const size_t row = (size_t)p.columns * kernels_dtype_size(p.to), all = row * MORE_ROWS * (size_t)p.batches;
	char *expected = malloc(all);
	const struct array *found = run(&p, MORE_ROWS, &lhs, &rhs);
	if (found) {
		memcpy(expected, found->bytes, all);
		found = run(&p, rows, &few, &rhs);
	}
	for (int64_t i = 0; found && i < p.batches * rows; i++)
		if (!is_same_row(&p, (const char *)found->bytes + (size_t)i * row, expected + (size_t)(i / rows * MORE_ROWS + i % rows) * row, row))
			printf("# %s to %s, %lld x %lld x %lld, turned: %d %d\n", kernels_dtype_name(p.lhs), kernels_dtype_name(p.to), (long long)rows,
				(long long)p.columns, (long long)p.depth, p.turned[0], p.turned[1]);
	free(expected);
	array_free(&lhs);
	array_free(&rhs);
	array_free(&few);
}

static const enum kernels_dtype types[][3] = { { KERNELS_BF16, KERNELS_BF16, KERNELS_F32 }, { KERNELS_I8, KERNELS_I8, KERNELS_I32 },
	{ KERNELS_UI8, KERNELS_I8, KERNELS_I32 }, { KERNELS_F16, KERNELS_F16, KERNELS_F32 }, { KERNELS_BF16, KERNELS_BF16, KERNELS_BF16 } };

static struct product product_of(size_t type, const int64_t n[4], unsigned turned)
{
	return (struct product){ types[type][0], types[type][1], types[type][2], n[0], n[1], n[2], n[3], { turned & 1, turned >> 1 & 1 } };
}

/* Around the widths of vectors, tiles and parts; each remainder of a group and of the bytes of a vector. */
static void all_edges(void)
{
	static const int64_t columns[] = { 1, 15, 16, 17, 31, 33, 63, 64, 65, 127, 129, 255, 256, 257, 330 };
	static const int64_t depths[] = { 1, 2, 3, 5, 31, 63, 64, 65, 66, 67, 130 };
	unsigned number = 0;
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		for (size_t k = 0; k < sizeof depths / sizeof *depths; k++)
			for (unsigned turned = 0; turned < 4; turned++)
				for (size_t type = 0; type < 4; type++) {
					if ((number++ + i) % CHECK_EVERY != 0) /* all kinds of transposition and types over the edges */
						continue;
					/* longer than products that round each multiplication */
					const int64_t rows = (int64_t)(i + k + type) % 5 + 1, each = rows * columns[i] * (depths[k] + 1);
					const int64_t batches = random_below(2) ? 1 : 32768 / each + 1;
					const struct product p = product_of(type, (int64_t[]){ batches, rows, columns[i], depths[k] }, turned);
					if (batches <= 40)
						against_loops(&p);
				}
}

/* Whether a single row adds in the order of other products, with transposed columns, too. */
static bool has_order_of_rows(void)
{
#if defined(WITHOUT_GROUPS)
	return false;
#elif defined(__x86_64__) && defined(__GNUC__)
	return __builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512bw");
#else
	return false;
#endif
}

/* Widened floats of transposed columns are summed in lanes. */
static bool is_summed_in_lanes(size_t type, unsigned turned)
{
	return turned >> 1 && is_float(types[type][0]) && (types[type][0] == KERNELS_F16 || !has_order_of_rows());
}

static void same_bits(void)
{
	/* more than a part; a rest of everything; more than a block of the depth */
	static const int64_t sizes[][2] = { { 520, 64 }, { 333, 131 }, { 40, 2500 }, { 23, 4103 } };
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		for (int64_t rows = has_order_of_rows() ? 1 : 2; rows <= 5; rows++)
			for (unsigned turned = 0; turned < 4; turned++)
				for (size_t type = 0; type < sizeof types / sizeof *types; type++)
					if (!is_summed_in_lanes(type, turned))
						against_more_rows(product_of(
							type, (int64_t[]){ i % 2 + 1, rows, sizes[i][0], sizes[i][1] }, turned));
}

static void threads(void)
{
	for (unsigned count = 2; count < 4; count++) {
		CHECK_INT(calls_close(), 0);
		calls_open(count);
		for (unsigned turned = 0; turned < 4; turned++)
			for (size_t type = 0; type < sizeof types / sizeof *types; type++)
				if (!is_summed_in_lanes(type, turned)) {
					against_more_rows(product_of(type, (int64_t[]){ 2, 3, 2000, 700 }, turned));
					if (has_order_of_rows())
						against_more_rows(product_of(type, (int64_t[]){ 1, 1, 5003, 431 }, turned));
				}
	}
}

/* More columns than the sums of a part; rows, and lines, so long that several are read side by side; a matrix
 * that is outside of the caches. */
static void large(void)
{
	static const int64_t sizes[][4] = { { 1, 1, 4201, 507 }, { 1, 1, 4130, 41 }, { 1, 3, 3300, 37 }, { 1, 1, 35, 7001 }, { 2, 2, 21, 3203 } };
	for (size_t i = 0; i < 4 * sizeof sizes / sizeof *sizes; i++)
		for (size_t type = 0; type < 4; type++) {
			const struct product p = product_of(type, sizes[i / 4], i % 4);
			against_loops(&p);
		}
}

/* Infinities and NaNs of one column, and subnormal numbers, which count where they are widened. */
static void special(void)
{
	struct array lhs = array_make(KERNELS_F16, 3, (int64_t[]){ 1, 2, 600 });
	struct array rhs = array_make(KERNELS_F16, 3, (int64_t[]){ 1, 600, 37 });
	const struct product p = { KERNELS_F16, KERNELS_F16, KERNELS_F32, 1, 2, 37, 600, { false, false } };
	for (int64_t i = 0; i < lhs.elements; i++)
		float_set(&lhs, i, 1);
	for (int64_t i = 0; i < rhs.elements; i++)
		((uint16_t *)rhs.bytes)[i] = i == 3 + 37 * 100 ? 0x7C00 : i == 36 + 37 * 5 ? 0x7E00 : i % 37 == 20 ? 1 : 0x3C00;
	const struct array *found = run(&p, 2, &lhs, &rhs);
	for (int64_t i = 0; found && i < found->elements; i++) {
		const double value = (double)((const float *)found->bytes)[i];
		CHECK(i % 37 == 3 ? isinf(value) : i % 37 == 36 ? isnan(value) : value == (i % 37 == 20 ? 600 * 0x1p-24 : 600));
	}
	array_free(&lhs);
	array_free(&rhs);
}

/* Each allocation of a call fails once. */
static void without_memory(void)
{
	for (size_t type = 0; type < sizeof types / sizeof *types; type++) {
		const struct product p = product_of(type, (int64_t[]){ 1, 3, 100, 131 }, 1);
		struct array lhs = values(p.lhs, 1, p.depth, p.rows, true), rhs = values(p.rhs, 1, p.depth, p.columns, true);
		unsigned failed = 0;
		for (unsigned n = 1; n < 20; n++) {
			calls_fail_allocation(n);
			calls_begin("hlo.dot_general");
			calls_operand(&lhs);
			calls_operand(&rhs);
			calls_result(p.to, 3, (int64_t[]){ 1, p.rows, p.columns });
			calls_dot(1, 1, 1);
			failed += calls_run() != NULL;
		}
		calls_fail_allocation(0);
		CHECK(failed >= 1);
		array_free(&lhs);
		array_free(&rhs);
	}
}

static const struct check_case cases[] = { CHECK_CASE(all_edges), CHECK_CASE(same_bits), CHECK_CASE(large), CHECK_CASE(special),
	 CHECK_CASE(threads), CHECK_CASE(without_memory) };

int main(int argc, char **argv)
{
#ifdef WITHOUT_GROUPS
	kernels_hlo__without_groups = true;
#endif
	calls_open(0);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
