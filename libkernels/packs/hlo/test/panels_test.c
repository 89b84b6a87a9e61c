/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products and convolutions whose right operand is in panels (src/products/panels.h): the same bits as with the operand row by row, for
 * each way in which they are computed, with any number of threads. WITHOUT_GROUPS: as on processors that do not multiply groups of
 * elements. */
#include "arrays.h"
#include "numbers.h"

#ifdef WITHOUT_GROUPS
#include "products/multiply.h"
#endif

enum { PANEL = 32, GROUP_BYTES = 4 };

struct product {
	enum kernels_dtype lhs, rhs, to;
	/* dot_general: rows, columns, depth. Convolution: rows and columns of the image, channels, features, window, stride */
	int64_t n[6];
	bool convolution, transposed; /* channels first */
};

struct shape {
	uint32_t rank;
	int64_t dims[4];
};

static struct array any_numbers(enum kernels_dtype dtype, const struct shape *shape)
{
	struct array array = array_make(dtype, shape->rank, shape->dims);
	for (int64_t i = 0; i < array.elements; i++) {
		if (is_float(dtype))
			float_set(&array, i, (double)random_below(2001) / 1e3 - 1);
		else
			array_set(&array, i, random_from(dtype == KERNELS_UI8 ? 0 : -100, 100));
	}
	return array;
}

static void shapes_of(const struct product *p, struct shape out[3])
{
	const int64_t *n = p->n;
	if (!p->convolution) {
		const struct shape dots[] = { { 2, { n[0], n[2] } }, { 2, { n[2], n[1] } }, { 2, { n[0], n[1] } } };
		memcpy(out, dots, sizeof dots);
		if (p->transposed)
			out[1] = (struct shape){ 2, { n[1], n[2] } };
		return;
	}
	const int64_t high = (n[0] - 1) / n[5] + 1, wide = (n[1] - 1) / n[5] + 1;
	const struct shape last[] = { { 4, { 1, n[0], n[1], n[2] } }, { 4, { n[4], n[4], n[2], n[3] } }, { 4, { 1, high, wide, n[3] } } };
	const struct shape first[] = { { 4, { 1, n[2], n[0], n[1] } }, { 4, { n[3], n[2], n[4], n[4] } }, { 4, { 1, n[3], high, wide } } };
	memcpy(out, p->transposed ? first : last, sizeof last);
}

static void attributes(const struct product *p)
{
	if (p->convolution) {
		const int64_t low = p->n[4] / 2;
		calls_convolution(&(struct calls_window){ p->n[5], low, p->n[4] - 1 - low, false }, p->transposed, 1);
		return;
	}
	calls_dot(0, 1, p->transposed ? 1 : 0);
}

/* Element (k, column) of the right matrix, in the operand. */
static int64_t place_of(const struct product *p, int64_t depth, int64_t columns, int64_t k, int64_t column)
{
	if (!p->transposed)
		return k * columns + column;
	if (!p->convolution)
		return column * depth + k;
	const int64_t taps = p->n[4] * p->n[4], channels = p->n[2]; /* k is [tap, channel] */
	return (column * channels + k % channels) * taps + k / channels;
}

static struct array panels_of(const struct product *p, const struct array *from)
{
	const size_t size = kernels_dtype_size(from->dtype);
	const int64_t columns = p->convolution ? p->n[3] : p->n[1], depth = from->elements / columns;
	const int64_t of_group = GROUP_BYTES / (int64_t)size, groups = depth / of_group;
	struct array to = array_make(from->dtype, from->shape.rank, from->shape.dims);
	for (int64_t k = 0; k < depth; k++)
		for (int64_t j = 0; j < columns; j++) {
			const int64_t group = (j / PANEL * groups + k / of_group) * PANEL + j % PANEL;
			memcpy((char *)to.bytes + (size_t)(group * of_group + k % of_group) * size,
				(const char *)from->bytes + (size_t)place_of(p, depth, columns, k, j) * size, size);
		}
	return to;
}

static const char *run(const struct product *p, const struct shape *shapes, const struct array *lhs, const struct array *rhs, bool panels)
{
	calls_begin(p->convolution ? "hlo.convolution" : "hlo.dot_general");
	calls_operand(lhs);
	calls_operand(rhs);
	if (panels)
		calls_panels(1);
	if (panels && random_below(2)) /* planned for this call */
		calls_unknown(0, 0);
	calls_result(p->to, shapes[2].rank, shapes[2].dims);
	attributes(p);
	return calls_run();
}

static void compare(const struct product *p)
{
	struct shape shapes[3];
	shapes_of(p, shapes);
	struct array lhs = any_numbers(p->lhs, &shapes[0]), rhs = any_numbers(p->rhs, &shapes[1]), panels = panels_of(p, &rhs);
	if (CHECK(!run(p, shapes, &lhs, &rhs, false))) {
		const size_t size = kernels_dtype_size(p->to) * (size_t)calls_output(0)->elements;
		char *expected = malloc(size);
		memcpy(expected, calls_output(0)->bytes, size);
		const char *error = run(p, shapes, &lhs, &panels, true);
		if (CHECK_STR(error ? error : "", ""))
			if (!CHECK_BYTES(calls_output(0)->bytes, size, expected, size))
				printf("# %lld %lld %lld %lld %lld %lld, %s\n", (long long)p->n[0], (long long)p->n[1], (long long)p->n[2],
					(long long)p->n[3], (long long)p->n[4], (long long)p->n[5], kernels_dtype_name(p->rhs));
		free(expected);
	}
	array_free(&lhs);
	array_free(&rhs);
	array_free(&panels);
}

static const enum kernels_dtype types[][3] = { { KERNELS_F32, KERNELS_F32, KERNELS_F32 }, { KERNELS_BF16, KERNELS_BF16, KERNELS_BF16 },
	{ KERNELS_BF16, KERNELS_BF16, KERNELS_F32 }, { KERNELS_I8, KERNELS_I8, KERNELS_I32 }, { KERNELS_I8, KERNELS_I8, KERNELS_I8 },
	{ KERNELS_F32, KERNELS_F32, KERNELS_F64 } };

static void all_types(struct product p)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		p.lhs = types[i][0];
		p.rhs = types[i][1];
		p.to = types[i][2];
		compare(&p);
	}
	if (p.convolution)
		return;
	p.lhs = KERNELS_UI8;
	p.rhs = KERNELS_I8;
	p.to = KERNELS_I32;
	compare(&p);
}

static void each_dot(void)
{
	/* small; a row; few rows; more than a block of columns, of depth, of rows; nothing */
	static const int64_t sizes[][3] = { { 3, 32, 4 }, { 1, 64, 700 }, { 7, 96, 200 }, { 60, 1120, 52 }, { 100, 64, 1500 },
		{ 300, 32, 64 }, { 30, 32, 0 }, { 0, 32, 8 } };
	for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
		struct product p = { .transposed = i % 2 };
		memcpy(p.n, sizes[i / 2], sizeof sizes[i / 2]);
		if (p.n[0] != 1 || !p.transposed) /* a row times transposed columns adds in another order */
			all_types(p);
	}
}

static void each_convolution(void)
{
	/* small; by Winograd's method, with many and few tiles; windows of one element; with strides; the whole left matrix; many features; nothing */
	static const int64_t sizes[][6] = { { 3, 4, 4, 32, 2, 1 }, { 17, 19, 32, 64, 3, 1 }, { 12, 15, 48, 96, 3, 1 }, { 9, 8, 40, 32, 1, 1 }, { 9, 8, 40, 64, 1, 2 },
		{ 9, 11, 8, 32, 5, 1 }, { 20, 30, 12, 32, 5, 2 }, { 6, 7, 20, 1120, 3, 1 }, { 4, 5, 0, 32, 3, 1 } };
	for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
		struct product p = { .convolution = true, .transposed = i % 2 };
		memcpy(p.n, sizes[i / 2], sizeof sizes[i / 2]);
		all_types(p);
	}
}

static void divided(void)
{
	for (unsigned threads = 0; threads < 4; threads += 3) {
		CHECK_INT(calls_close(), 0);
		calls_open(threads);
		all_types((struct product){ .n = { 500, 320, 200 } });
		all_types((struct product){ .n = { 40, 2016, 300 } });
		all_types((struct product){ .convolution = true, .n = { 40, 40, 64, 64, 3, 1 } });
		all_types((struct product){ .convolution = true, .n = { 40, 40, 64, 64, 1, 1 } });
		all_types((struct product){ .convolution = true, .n = { 40, 40, 12, 64, 5, 2 } });
	}
}

/* Each allocation of a call fails once. */
static void without_memory(void)
{
	static const struct product products[] = { { .n = { 40, 64, 60 } }, { .convolution = true, .n = { 12, 12, 16, 32, 3, 1 } } };
	for (size_t i = 0; i < 2 * sizeof types / sizeof *types; i++) {
		struct product p = products[i % 2];
		struct shape shapes[3];
		unsigned failed = 0;
		p.lhs = types[i / 2][0];
		p.rhs = types[i / 2][1];
		p.to = types[i / 2][2];
		shapes_of(&p, shapes);
		struct array lhs = any_numbers(p.lhs, &shapes[0]), rhs = any_numbers(p.rhs, &shapes[1]);
		for (unsigned n = 1; n < 20; n++) {
			calls_fail_allocation(n);
			failed += run(&p, shapes, &lhs, &rhs, true) != NULL;
		}
		calls_fail_allocation(0);
		CHECK(failed >= 2);
		array_free(&lhs);
		array_free(&rhs);
	}
}

static void refused(struct product p, enum kernels_dtype dtype, const char *text)
{
	struct shape shapes[3];
	p.lhs = p.rhs = p.to = dtype;
	shapes_of(&p, shapes);
	struct array lhs = any_numbers(dtype, &shapes[0]), rhs = any_numbers(dtype, &shapes[1]);
	const char *error = run(&p, shapes, &lhs, &rhs, true);
	if (!error || !strstr(error, text))
		check_report(__FILE__, __LINE__, "\"%s\", expected \"%s\"", error ? error : "no error", text);
	array_free(&lhs);
	array_free(&rhs);
}

static void wrong_panels(void)
{
	refused((struct product){ .n = { 2, 33, 4 } }, KERNELS_F32, "operand 1 has 1 matrices of 4 x 33 elements");
	refused((struct product){ .n = { 2, 32, 5 } }, KERNELS_BF16, "a multiple of 2 rows and of 32 columns");
	refused((struct product){ .n = { 2, 32, 6 } }, KERNELS_I8, "a multiple of 4 rows and of 32 columns");
	refused((struct product){ .n = { 2, 32, 4 } }, KERNELS_F64, "operand 1 has panels of f64, expected f32, bf16 or i8");
	refused((struct product){ .convolution = true, .n = { 4, 4, 2, 48, 3, 1 } }, KERNELS_F32, "18 x 48 elements");
	/* panels where no kernel reads them */
	for (uint32_t i = 0; i < 2; i++) {
		struct array a = array_make(KERNELS_F32, 1, (int64_t[]){ 32 });
		calls_begin("hlo.add");
		calls_operand(&a);
		operand(a);
		calls_panels(i);
		calls_result(KERNELS_F32, 1, (int64_t[]){ 32 });
		const char *error = calls_run();
		CHECK(error && strstr(error, i ? "panels for operand 1, expected them for operand 1 of a product only" : "panels for operand 0"));
	}
}

static void mutant(void)
{
	const struct product p = { KERNELS_F32, KERNELS_F32, KERNELS_F32, { 4, 32, 4, 32, 1, 1 }, random_below(2), random_below(2) };
	struct shape shapes[3];
	shapes_of(&p, shapes);
	struct array lhs = any_numbers(p.lhs, &shapes[0]), rhs = any_numbers(p.rhs, &shapes[1]);
	(void)run(&p, shapes, &lhs, &rhs, true);
	array_free(&lhs);
	array_free(&rhs);
}

static const struct check_case random_cases[] = { CHECK_CASE(mutant) };

static void mutants(void) { run_mutants(random_cases, 1); }

static const struct check_case cases[] = { CHECK_CASE(each_dot), CHECK_CASE(each_convolution), CHECK_CASE(divided),
	CHECK_CASE(without_memory), CHECK_CASE(wrong_panels), CHECK_CASE(mutants) };

int main(int argc, char **argv)
{
#ifdef WITHOUT_GROUPS
	kernels_hlo__without_groups = true;
#endif
	calls_open(2);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
