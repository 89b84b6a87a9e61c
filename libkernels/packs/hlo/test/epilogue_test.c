/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hlo.dot_general_fused and hlo.convolution_fused against the product and hlo.loop_fusion one after the other: the same bits, with any
 * number of threads, for each way in which products are computed. */
#include "arrays.h"
#include "numbers.h"

/* ---- an operation: a product, and what follows */

struct product {
	bool convolution, channels_first;
	enum kernels_dtype from, to;
	/* dot_general: batch, rows, columns, depth. Convolution: batch, rows and columns of the image, channels, features, kernel */
	int64_t n[6];
	bool depthwise, transposed;
	const char *body;   /* arguments: the product, a row of features, a whole array of the product's type */
	uint32_t results;
	enum kernels_dtype result_types[2];
};

struct shape {
	uint32_t rank;
	int64_t dims[4];
};

static void shapes_of(const struct product *p, struct shape out[3])
{
	const int64_t *n = p->n;
	const struct shape dots[] = { { 3, { n[0], n[1], n[3] } },
		{ 3, { n[0], p->transposed ? n[2] : n[3], p->transposed ? n[3] : n[2] } }, { 3, { n[0], n[1], n[2] } } };
	const struct shape last[] = { { 4, { n[0], n[1], n[2], n[3] } }, { 4, { n[5], n[5], p->depthwise ? 1 : n[3], n[4] } },
		{ 4, { n[0], n[1], n[2], n[4] } } };
	const struct shape first[] = { { 4, { n[0], n[3], n[1], n[2] } }, { 4, { n[4], p->depthwise ? 1 : n[3], n[5], n[5] } },
		{ 4, { n[0], n[4], n[1], n[2] } } };
	memcpy(out, !p->convolution ? dots : p->channels_first ? first : last, sizeof dots);
}

static void product_attributes(const struct product *p)
{
	if (!p->convolution) {
		calls_dot(1, 2, p->transposed ? 2 : 1);
		return;
	}
	const int64_t low = p->n[5] / 2, high = p->n[5] - 1 - low;
	calls_convolution(&(struct calls_window){ 1, low, high, false }, p->channels_first, p->depthwise ? p->n[3] : 1);
}

static struct array any_numbers(enum kernels_dtype dtype, const struct shape *shape)
{
	struct array array = array_make(dtype, shape->rank, shape->dims);
	for (int64_t i = 0; i < array.elements; i++) {
		if (is_float(dtype))
			float_set(&array, i, (double)random_below(2000001) / 1e6 - 1);
		else
			array_set(&array, i, random_from(-100, 100));
	}
	return array;
}

static struct array copy_output(uint32_t index)
{
	const struct array *from = calls_output(index);
	struct array to = array_make(from->dtype, from->shape.rank, from->shape.dims);
	memcpy(to.bytes, from->bytes, kernels_dtype_size(from->dtype) * (size_t)from->elements);
	return to;
}

/* Strides of the row, and of the whole array, after their offsets; before them those of the product, if it is an operand. */
static uint32_t maps_of(const struct product *p, const struct shape *result, bool with_product, int64_t *maps)
{
	const uint32_t rank = result->rank, feature = p->convolution && p->channels_first ? 1 : rank - 1;
	uint32_t count = 0;
	for (uint32_t i = with_product ? 0 : 1; i < 3; i++) {
		int64_t step = 1, *map = maps + count;
		map[0] = 0;
		for (uint32_t d = rank; d-- > 0; step *= result->dims[d])
			map[1 + d] = i != 1 ? step : d == feature;
		count += 1 + rank;
	}
	return count;
}

static bool run(void)
{
	const char *error = calls_run();
	return CHECK_STR(error ? error : "", "");
}

static void declare_results(const struct product *p, const struct shape *result)
{
	for (uint32_t i = 0; i < p->results; i++)
		calls_result(p->result_types[i], result->rank, result->dims);
}

/* The product, then the loop. */
static bool run_apart(const struct product *p, const struct array *operands, const struct shape *shapes, struct array *out)
{
	int64_t maps[3 * 5];
	calls_begin(p->convolution ? "hlo.convolution" : "hlo.dot_general");
	calls_operand(&operands[0]);
	calls_operand(&operands[1]);
	calls_result(p->to, shapes[2].rank, shapes[2].dims);
	product_attributes(p);
	if (!run())
		return false;
	struct array product = copy_output(0);
	calls_begin("hlo.loop_fusion");
	operand(product);
	calls_operand(&operands[2]);
	calls_operand(&operands[3]);
	calls_ints("dims", shapes[2].rank, shapes[2].dims);
	calls_ints("maps", maps_of(p, &shapes[2], true, maps), maps);
	calls_int("column_rank", 0);
	calls_int("row_rank", 0);
	calls_text("body", p->body);
	declare_results(p, &shapes[2]);
	if (!run())
		return false;
	for (uint32_t i = 0; i < p->results; i++)
		out[i] = copy_output(i);
	return true;
}

static void begin_fused(const struct product *p, const struct array *operands, const struct shape *shapes)
{
	int64_t maps[3 * 5];
	calls_begin(p->convolution ? "hlo.convolution_fused" : "hlo.dot_general_fused");
	for (uint32_t i = 0; i < 4; i++)
		calls_operand(&operands[i]);
	product_attributes(p);
	calls_text("epilogue", p->body);
	calls_ints("epilogue_maps", maps_of(p, &shapes[2], false, maps), maps);
	declare_results(p, &shapes[2]);
}

static void compare(const struct product *p)
{
	struct shape shapes[3];
	shapes_of(p, shapes);
	const struct shape row = { 1, { p->convolution ? p->n[4] : p->n[2] } };
	struct array operands[] = { any_numbers(p->from, &shapes[0]), any_numbers(p->from, &shapes[1]), any_numbers(p->to, &row),
		any_numbers(p->to, &shapes[2]) };
	struct array expected[2];
	if (run_apart(p, operands, shapes, expected)) {
		begin_fused(p, operands, shapes);
		if (run())
			for (uint32_t i = 0; i < p->results; i++) {
				const size_t size = kernels_dtype_size(expected[i].dtype) * (size_t)expected[i].elements;
				if (!CHECK_BYTES(calls_output(i)->bytes, size, expected[i].bytes, size))
					printf("# result %u, dims %lld %lld %lld %lld %lld %lld\n", i, (long long)p->n[0], (long long)p->n[1],
						(long long)p->n[2], (long long)p->n[3], (long long)p->n[4], (long long)p->n[5]);
			}
		for (uint32_t i = 0; i < p->results; i++)
			array_free(&expected[i]);
	}
	for (uint32_t i = 0; i < 4; i++)
		array_free(&operands[i]);
}

/* ---- the ways in which products are computed */

#define RELU "f32 f32 f32; add 0 1 f32; constant 0x00000000 f32; maximum 3 4 f32; add 5 2 f32; return 6"
#define TWO "f32 f32 f32; multiply 0 1 f32; convert 3 f64; add 0 2 f32; return 5 4"
#define HALF "bf16 bf16 bf16; add 0 1 bf16; maximum 3 2 bf16; return 4"
#define WHOLE "i32 i32 i32; add 0 1 i32; convert 3 f32; return 4"

static void all_results(struct product p, const char *one, const char *two)
{
	p.body = one;
	p.results = 1;
	p.result_types[0] = p.to;
	if (strcmp(one, WHOLE) == 0)
		p.result_types[0] = KERNELS_F32;
	compare(&p);
	if (!two)
		return;
	p.body = two;
	p.results = 2;
	p.result_types[1] = KERNELS_F64;
	compare(&p);
}

static void each_dot(void)
{
	/* small; a row; a column; packed; more than a block of columns, of depth, of rows; few rows; batches; depth 0; nothing */
	static const int64_t sizes[][4] = { { 1, 5, 7, 9 }, { 1, 1, 300, 200 }, { 1, 300, 1, 200 }, { 1, 90, 130, 70 },
		{ 1, 60, 1100, 50 }, { 1, 100, 40, 1500 }, { 1, 400, 33, 64 }, { 1, 20, 64, 600 }, { 5, 30, 40, 50 }, { 1, 17, 300, 90 }, { 2, 4, 5, 0 },
		{ 2, 0, 5, 3 } };
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct product p = { .from = KERNELS_F32, .to = KERNELS_F32, .transposed = i % 2 };
		memcpy(p.n, sizes[i], sizeof sizes[i]);
		all_results(p, RELU, TWO);
		p.from = p.to = KERNELS_BF16;
		all_results(p, HALF, NULL);
		p.from = KERNELS_I8;
		p.to = KERNELS_I32;
		all_results(p, WHOLE, NULL);
		p.from = KERNELS_BF16;
		p.to = KERNELS_F32;
		all_results(p, RELU, TWO);
	}
}

static void each_convolution(void)
{
	/* small; by Winograd's method, with many and few tiles; a product; others; many features; one channel; depth 0; nothing */
	static const int64_t sizes[][6] = { { 1, 3, 4, 2, 3, 2 }, { 1, 17, 19, 32, 64, 3 }, { 1, 9, 10, 48, 64, 3 }, { 2, 9, 8, 40, 24, 1 }, { 2, 9, 11, 7, 30, 5 },
		{ 1, 6, 7, 20, 1100, 3 }, { 1, 30, 20, 1, 16, 3 }, { 1, 4, 5, 0, 3, 1 }, { 0, 4, 5, 2, 3, 3 } };
	for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
		struct product p = { .convolution = true, .from = KERNELS_F32, .to = KERNELS_F32, .channels_first = i % 2 };
		memcpy(p.n, sizes[i / 2], sizeof sizes[i / 2]);
		all_results(p, RELU, TWO);
		p.from = p.to = KERNELS_BF16;
		all_results(p, HALF, NULL);
		p.from = KERNELS_I8;
		p.to = KERNELS_I32;
		all_results(p, WHOLE, NULL);
		if (p.n[3] == 0)
			continue;
		p.from = p.to = KERNELS_F32;
		p.depthwise = true;
		p.n[4] = p.n[3];
		all_results(p, RELU, TWO);
	}
}

static void divided(void)
{
	for (unsigned threads = 0; threads < 4; threads += 3) {
		CHECK_INT(calls_close(), 0);
		calls_open(threads);
		all_results((struct product){ .from = KERNELS_F32, .to = KERNELS_F32, .n = { 1, 500, 300, 200 } }, RELU, TWO);
		all_results((struct product){ .from = KERNELS_F32, .to = KERNELS_F32, .n = { 1, 40, 2000, 300 } }, RELU, TWO);
		all_results((struct product){ .from = KERNELS_BF16, .to = KERNELS_BF16, .n = { 1, 200, 300, 200 } }, HALF, NULL);
		all_results((struct product){ .convolution = true, .from = KERNELS_F32, .to = KERNELS_F32, .n = { 1, 40, 40, 64, 64, 3 } },
			RELU, TWO);
		all_results((struct product){ .convolution = true, .from = KERNELS_F32, .to = KERNELS_F32, .n = { 1, 40, 40, 64, 64, 1 } },
			RELU, TWO);
	}
}

/* Each allocation of a call fails once: the call fails, too, or succeeds with the same bits. */
static void without_memory(void)
{
	static const struct product products[] = {
		{ .from = KERNELS_BF16, .to = KERNELS_F32, .n = { 1, 40, 50, 60 }, .body = TWO, .results = 2,
			.result_types = { KERNELS_F32, KERNELS_F64 } },
		{ .convolution = true, .from = KERNELS_F32, .to = KERNELS_F32, .n = { 1, 17, 19, 32, 64, 3 }, .body = RELU, .results = 1,
			.result_types = { KERNELS_F32 } },
	};
	for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
		const struct product *p = &products[i];
		struct shape shapes[3];
		shapes_of(p, shapes);
		const struct shape row = { 1, { p->convolution ? p->n[4] : p->n[2] } };
		struct array operands[] = { any_numbers(p->from, &shapes[0]), any_numbers(p->from, &shapes[1]),
			any_numbers(p->to, &row), any_numbers(p->to, &shapes[2]) };
		unsigned failed = 0;
		for (unsigned n = 1; n < 30; n++) {
			begin_fused(p, operands, shapes);
			calls_fail_allocation(n);
			failed += calls_run() != NULL;
		}
		calls_fail_allocation(0);
		CHECK(failed >= 3);
		for (uint32_t k = 0; k < 4; k++)
			array_free(&operands[k]);
	}
}

/* ---- what is refused */

static void refused(const char *body, const char *text)
{
	const struct product p = { .from = KERNELS_F32, .to = KERNELS_F32, .n = { 1, 2, 3, 4 }, .body = body, .results = 1,
		.result_types = { KERNELS_F32 } };
	struct shape shapes[3];
	shapes_of(&p, shapes);
	const struct shape row = { 1, { 3 } };
	struct array operands[] = { any_numbers(p.from, &shapes[0]), any_numbers(p.from, &shapes[1]), any_numbers(p.to, &row),
		any_numbers(p.to, &shapes[2]) };
	begin_fused(&p, operands, shapes);
	const char *error = calls_run();
	if (!error || !strstr(error, text))
		check_report(__FILE__, __LINE__, "\"%s\", expected \"%s\"", error ? error : "no error", text);
	for (uint32_t i = 0; i < 4; i++)
		array_free(&operands[i]);
}

static void wrong_epilogues(void)
{
	refused("", "expected the element type of the product");
	refused("float f32 f32; return 0", "epilogue begins with \"float\"");
	refused("f32 f32; return 0", "2 arguments");
	refused("f32 f32 f32; convert 0 f64; return 3", "f64");
	refused("f32 f32 bf16; return 0", "bf16");
}

static void mutant(void)
{
	const struct product p = { .convolution = random_below(2), .from = KERNELS_F32, .to = KERNELS_F32, .n = { 1, 3, 4, 2, 3, 2 },
		.body = RELU, .results = 1, .result_types = { KERNELS_F32 } };
	struct shape shapes[3];
	shapes_of(&p, shapes);
	const struct shape row = { 1, { p.convolution ? p.n[4] : p.n[2] } };
	struct array operands[] = { any_numbers(p.from, &shapes[0]), any_numbers(p.from, &shapes[1]), any_numbers(p.to, &row),
		any_numbers(p.to, &shapes[2]) };
	begin_fused(&p, operands, shapes);
	(void)calls_run();
	for (uint32_t i = 0; i < 4; i++)
		array_free(&operands[i]);
}

static const struct check_case random_cases[] = { CHECK_CASE(mutant) };

static void mutants(void) { run_mutants(random_cases, 1); }

static const struct check_case cases[] = { CHECK_CASE(each_dot), CHECK_CASE(each_convolution), CHECK_CASE(divided),
	CHECK_CASE(without_memory), CHECK_CASE(wrong_epilogues), CHECK_CASE(mutants) };

int main(int argc, char **argv)
{
	calls_open(2);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
