/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One suite for all implementations of products. gemm_test.c tests the built-in inner loops of each instruction set;
 * this file tests the kernels, with the library of each pack of this build.
 *
 * Tolerance: |result - sum in double precision| <= 4 * 2^-24 * sqrt(depth) * sum of |products|, which holds for any
 * order of summation. Integers with exact sums must be exact. NaN and infinities must be where the definition has them;
 * subnormal numbers may be treated as zero. */
#include "../../../test/math_packs.h"
#include "plain.h"
#include "world.h"
#include <math.h>

enum { LARGEST = 1 << 20 };

static struct world w;
static float a[LARGEST], b[LARGEST], c[LARGEST];
static float c_before[1 << 14];
static double expected[LARGEST], size_of_sums[LARGEST];

static void fill(float *to, size_t count, uint32_t seed, bool whole)
{
	for (size_t i = 0; i < count; i++) {
		float x = plain_random(&seed);
		to[i] = whole ? floorf(x * 8) : x;
	}
}

static bool as_expected(double got, double wanted, double sums, size_t depth)
{
	if (isnan(wanted))
		return isnan(got);
	if (isinf(wanted))
		return got == wanted;
	return fabs(got - wanted) <= 4 * 0x1p-24 * sqrt((double)depth + 1) * sums + 0x1p-126;
}

/* c = alpha * a * b + beta * c with the kernel, for the current a, b and c. */
static void one_product(int line, size_t rows, size_t columns, size_t depth, float alpha, float beta)
{
	const struct kernels_sgemm p = { rows, columns, depth, alpha, beta, a, b, c, depth, columns, columns, 0 };
	struct kernels_tensor left = world_tensor(&w, KERNELS_F32, DIMS((int64_t)rows, (int64_t)depth), a);
	struct kernels_tensor right = world_tensor(&w, KERNELS_F32, DIMS((int64_t)depth, (int64_t)columns), b);
	struct kernels_tensor out = world_tensor(&w, KERNELS_F32, DIMS((int64_t)rows, (int64_t)columns), c);
	plain_sgemm(&p, expected);
	for (size_t i = 0; i < rows; i++) {
		for (size_t j = 0; j < columns; j++) {
			double sum = beta != 0 ? fabs((double)beta * (double)c[i * columns + j]) : 0;
			for (size_t k = 0; k < depth && alpha != 0; k++)
				sum += fabs((double)alpha * (double)a[i * depth + k] * (double)b[k * columns + j]);
			size_of_sums[i * columns + j] = sum;
		}
	}
	CHECK_CALL(&w, "eigen.matmul.f32", ARGS(&alpha, &left, &right, &beta, &out, CHAIN), RESULTS(CHAIN));
	const float *got = kernels_tensor_data(&out);
	for (size_t i = 0; i < rows * columns; i++) {
		if (!as_expected((double)got[i], expected[i], size_of_sums[i], depth)) {
			check_report(__FILE__, line,
				"%zu x %zu x %zu, alpha %g, beta %g: element %zu is %g, expected %g", rows, columns,
				depth, (double)alpha, (double)beta, i, (double)got[i], expected[i]);
			break;
		}
	}
	kernels_tensor_finish(&left);
	kernels_tensor_finish(&right);
	kernels_tensor_finish(&out);
}

static void products(void)
{
	static const size_t sizes[][3] = { { 1, 1, 1 }, { 1, 64, 100 }, { 16, 16, 16 }, { 7, 13, 11 }, { 31, 37, 41 },
		{ 61, 127, 251 }, { 14, 32, 512 }, { 15, 33, 513 }, { 97, 10, 512 }, { 257, 17, 3 }, { 2, 1031, 5 },
		{ 113, 211, 331 }, { 5, 1024, 64 }, { 70, 70, 1024 },
		/* long ones, of prime lengths */
		{ 1, 1048573, 1 }, { 2, 500009, 2 }, { 262139, 2, 3 }, { 3, 2, 262139 }, { 1, 3, 300007 },
		{ 29, 4099, 47 } };
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		const size_t rows = sizes[i][0], columns = sizes[i][1], depth = sizes[i][2];
		for (int kind = 0; kind < 3; kind++) {
			fill(a, rows * depth, 1, kind == 2);
			fill(b, depth * columns, 2, kind == 2);
			fill(c, rows * columns, 3, kind == 2);
			one_product(__LINE__, rows, columns, depth, kind == 1 ? -0.5f : 1,
				kind == 0   ? 0
				: kind == 1 ? 2
					    : 1);
		}
	}
}

static void exact_products(void)
{
	const size_t rows = 33, columns = 65, depth = 300;
	fill(a, rows * depth, 1, true);
	fill(b, depth * columns, 2, true);
	fill(c, rows * columns, 3, true);
	const struct kernels_sgemm p = { rows, columns, depth, 1, 1, a, b, c, depth, columns, columns, 0 };
	plain_sgemm(&p, expected);
	struct kernels_tensor left = world_tensor(&w, KERNELS_F32, DIMS(33, 300), a);
	struct kernels_tensor right = world_tensor(&w, KERNELS_F32, DIMS(300, 65), b);
	struct kernels_tensor out = world_tensor(&w, KERNELS_F32, DIMS(33, 65), c);
	float one = 1;
	CHECK_CALL(&w, "eigen.matmul.f32", ARGS(&one, &left, &right, &one, &out, CHAIN), RESULTS(CHAIN));
	size_t different = 0;
	for (size_t i = 0; i < rows * columns; i++)
		different += (double)((const float *)kernels_tensor_data(&out))[i] != expected[i];
	CHECK_INT(different, 0);
	kernels_tensor_finish(&left);
	kernels_tensor_finish(&right);
	kernels_tensor_finish(&out);
}

static void special_numbers(void)
{
	static const float specials[] = { NAN, INFINITY, -INFINITY, 1e-40f, -1e-42f, 1e38f };
	for (size_t s = 0; s < sizeof specials / sizeof *specials; s++) {
		for (size_t rows = 1; rows <= 20; rows += 6) {
			const size_t columns = 19, depth = 23;
			fill(a, rows * depth, 4, false);
			fill(b, depth * columns, 5, false);
			fill(c, rows * columns, 6, false);
			a[rows / 2 * depth + 3] = specials[s];
			b[7 * columns + 11] = specials[s];
			one_product(__LINE__, rows, columns, depth, 1, 0);
			one_product(__LINE__, rows, columns, depth, 1, 1);
			c[columns - 1] = specials[s];
			one_product(__LINE__, rows, columns, depth, 1, 1);
			one_product(__LINE__, rows, columns, depth, 1, 0); /* c is not read */
			one_product(__LINE__, rows, columns, depth, 0, 1); /* a and b are not read */
		}
	}
}

static void empty_products(void)
{
	fill(c, 100, 7, false);
	one_product(__LINE__, 5, 7, 0, 1, 2);
	one_product(__LINE__, 5, 7, 0, 1, 0);
	one_product(__LINE__, 1, 7, 0, 1, 0);
	one_product(__LINE__, 0, 7, 3, 1, 0);
	one_product(__LINE__, 5, 0, 3, 1, 0);
	one_product(__LINE__, 0, 0, 0, 1, 0);
}

/* Parts of larger matrices, which kernels do not have, with direct calls of the library, repeated until it caches
 * weights. gemm_test.c tests them for the built-in product. */
static void strides(void)
{
	static const size_t sizes[][6] = { /* rows, columns, depth, strides of a, b, c */
		{ 9, 21, 13, 17, 40, 23 }, { 1, 5, 3, 3, 5, 9 }, { 33, 130, 101, 101, 131, 130 },
		{ 64, 64, 64, 128, 128, 128 }, { 7, 300, 211, 251, 307, 311 }, { 30, 1, 17, 19, 2, 5 }
	};
	const struct kernels_math *math = kernels_math_chosen();
	bool taken = false;
	for (size_t s = 0; math && s < 4 * sizeof sizes / sizeof *sizes; s++) {
		const size_t *of = sizes[s / 4], rows = of[0], columns = of[1], c_size = rows * of[5];
		const struct kernels_sgemm p = { rows, columns, of[2], 1, (float)(s % 2), a, b, c, of[3], of[4], of[5],
			s % 4 < 2 ? 0 : UINT64_MAX - s / 4 };
		fill(a, rows * of[3], 8, true);
		fill(b, of[2] * of[4], 9, true);
		for (size_t round = 0; round < 2; round++) {
			fill(c, c_size, 10, true);
			plain_sgemm(&p, expected);
			if (!math->sgemm || !math->sgemm(&p))
				continue;
			taken = true;
			fill(c_before, c_size, 10, true);
			size_t different = 0;
			for (size_t i = 0; i < c_size; i++) {
				const size_t row = i / of[5], column = i % of[5];
				different += (double)c[i] !=
					(column < columns ? expected[row * columns + column] : (double)c_before[i]);
			}
			CHECK_INT(different, 0);
		}
	}
	if (!taken)
		CHECK_SKIP(math ? "it declines them" : "gemm_test.c has them");
}

static void add_product(void *ctx, size_t in, size_t filter, size_t out)
{
	(void)ctx;
	expected[out] += (double)a[in] * (double)b[filter];
	size_of_sums[out] += fabs((double)a[in] * (double)b[filter]);
}

static void one_convolution(const struct kernels_conv2d *p, const char *padding, float special)
{
	const size_t outs = p->batch * p->output[0] * p->output[1] * p->filters;
	fill(a, p->batch * p->input[0] * p->input[1] * p->channels, 11, false);
	fill(b, p->size[0] * p->size[1] * p->channels * p->filters, 12, false);
	if (special != 0)
		a[p->input[1] / 2] = special;
	memset(expected, 0, outs * sizeof *expected);
	memset(size_of_sums, 0, outs * sizeof *size_of_sums);
	plain_conv2d(p, add_product, NULL);
	const int64_t steps[] = { (int64_t)p->stride[0], (int64_t)p->stride[1] };
	struct kernels_tensor in = world_tensor(&w, KERNELS_F32, DIMS((int64_t)p->batch, (int64_t)p->input[0],
		(int64_t)p->input[1], (int64_t)p->channels), a);
	struct kernels_tensor filter = world_tensor(&w, KERNELS_F32, DIMS((int64_t)p->size[0], (int64_t)p->size[1],
		(int64_t)p->channels, (int64_t)p->filters), b);
	struct kernels_tensor out = world_tensor(&w, KERNELS_F32, DIMS((int64_t)p->batch, (int64_t)p->output[0],
		(int64_t)p->output[1], (int64_t)p->filters), c);
	CHECK_CALL(&w, "eigen.conv2d.f32", ATTR(world_array(&w, padding, (uint32_t)strlen(padding), 1),
		world_array(&w, steps, 2, 8)), ARGS(&in, &filter, &out, CHAIN), RESULTS(CHAIN));
	const float *got = kernels_tensor_data(&out);
	for (size_t i = 0; i < outs; i++) {
		if (!as_expected((double)got[i], expected[i], size_of_sums[i], p->size[0] * p->size[1] * p->channels)) {
			check_report(__FILE__, __LINE__,
				"%zu x %zu x %zu -> %zu, %zu x %zu, %s: element %zu is %g, expected %g", p->input[0],
				p->input[1], p->channels, p->filters, p->size[0], p->size[1], padding, i,
				(double)got[i], expected[i]);
			break;
		}
	}
	kernels_tensor_finish(&in);
	kernels_tensor_finish(&filter);
	kernels_tensor_finish(&out);
}

static void convolutions(void)
{
	static const struct kernels_conv2d shapes[] = {
		{ .batch = 1, .input = { 1, 1 }, .channels = 1, .size = { 1, 1 }, .stride = { 1, 1 }, .filters = 1 },
		{ .batch = 2, .input = { 9, 7 }, .channels = 5, .size = { 1, 1 }, .stride = { 1, 1 }, .filters = 19 },
		{ .batch = 1, .input = { 9, 10 }, .channels = 16, .size = { 1, 1 }, .stride = { 2, 2 }, .filters = 32 },
		{ .batch = 2, .input = { 13, 11 }, .channels = 7, .size = { 3, 3 }, .stride = { 1, 1 }, .filters = 31 },
		{ .batch = 1, .input = { 30, 30 }, .channels = 3, .size = { 7, 7 }, .stride = { 2, 2 }, .filters = 64 },
		{ .batch = 1, .input = { 14, 14 }, .channels = 64, .size = { 3, 3 }, .stride = { 1, 1 }, .filters = 48 },
		{ .batch = 1, .input = { 12, 13 }, .channels = 40, .size = { 3, 3 }, .stride = { 1, 1 }, .filters = 130 },
		{ .batch = 3, .input = { 23, 19 }, .channels = 11, .size = { 5, 3 }, .stride = { 2, 1 }, .filters = 33 },
		{ .batch = 1, .input = { 3, 200 }, .channels = 9, .size = { 9, 3 }, .stride = { 1, 1 }, .filters = 20 },
		{ .batch = 1, .input = { 5, 17 }, .channels = 2, .size = { 4, 2 }, .stride = { 3, 2 }, .filters = 3 },
		{ .batch = 1, .input = { 251, 257 }, .channels = 3, .size = { 3, 3 }, .stride = { 1, 1 }, .filters = 5 },
		{ .batch = 3, .input = { 1, 10007 }, .channels = 1, .size = { 1, 11 }, .stride = { 1, 3 }, .filters = 7 },
	};
	for (size_t i = 0; i < 2 * sizeof shapes / sizeof *shapes; i++) {
		struct kernels_conv2d p = shapes[i / 2];
		for (int side = 0; side < 2; side++) {
			p.output[side] = (p.input[side] + p.stride[side] - 1) / p.stride[side];
			size_t needed = (p.output[side] - 1) * p.stride[side] + p.size[side];
			p.pad[side] = i % 2 && needed > p.input[side] ? (needed - p.input[side]) / 2 : 0;
			if (i % 2 == 0 && p.size[side] > p.input[side])
				p.size[side] = p.input[side];
			if (i % 2 == 0)
				p.output[side] = (p.input[side] - p.size[side]) / p.stride[side] + 1;
		}
		one_convolution(&p, i % 2 ? "same" : "valid", 0);
		one_convolution(&p, i % 2 ? "same" : "valid", NAN);
		one_convolution(&p, i % 2 ? "same" : "valid", INFINITY);
	}
}

/* Loops over elements and lines that are long enough for several threads, with an odd size: two pictures of 101 x 97
 * pixels and 37 channels. */
static void long_loops(void)
{
	enum { BATCH = 2, HEIGHT = 101, WIDTH = 97, CHANNELS = 37, LINE = WIDTH * CHANNELS, COUNT = BATCH * HEIGHT * LINE };
	enum { LOW = HEIGHT / 2, NARROW = WIDTH / 2, POOLED = BATCH * LOW * NARROW * CHANNELS };
	const int64_t two[] = { 2, 2 };
	static float norm[CHANNELS];
	const float epsilon = 0;
	for (int i = 0; i < CHANNELS; i++)
		norm[i] = 4;
	fill(a, COUNT, 21, true);
	fill(b, COUNT, 22, true);
	const struct kernels_shape shape = DIMS(BATCH, HEIGHT, WIDTH, CHANNELS);
	struct kernels_tensor x = world_tensor(&w, KERNELS_F32, shape, a), y = world_tensor(&w, KERNELS_F32, shape, b);
	struct kernels_tensor sum = world_tensor(&w, KERNELS_F32, shape, c),
			      fours = world_tensor(&w, KERNELS_F32, DIMS(CHANNELS), norm),
			      pooled = world_tensor(&w, KERNELS_F32, DIMS(BATCH, LOW, NARROW, CHANNELS), c);
	CHECK_CALL(&w, "tfrt_test.add.f32", ARGS(&x, &y, &sum, CHAIN), RESULTS(CHAIN));
	CHECK_CALL(&w, "tfrt_test.relu_inplace.f32", ARGS(&sum, CHAIN), RESULTS(CHAIN));
	CHECK_CALL(&w, "eigen.max_pooling_2d.f32", ATTR(world_array(&w, "valid", 5, 1), world_array(&w, two, 2, 8),
		world_array(&w, two, 2, 8)), ARGS(&sum, &pooled, CHAIN), RESULTS(CHAIN));
	/* 4 * (x - 4) / sqrt(4) + 4 = 2 * x - 4 */
	CHECK_CALL(&w, "eigen.batch_norm.f32", ATTR(WORLD_SCALAR(&w, float, epsilon)),
		ARGS(&x, &fours, &fours, &fours, &fours, CHAIN), RESULTS(CHAIN));
	const float *sums = kernels_tensor_bytes(&sum), *normal = kernels_tensor_bytes(&x),
		    *most = kernels_tensor_bytes(&pooled);
	size_t different = 0;
	for (size_t i = 0; i < COUNT; i++) {
		different += sums[i] != fmaxf(a[i] + b[i], 0);
		different += normal[i] != 2 * a[i] - 4;
	}
	CHECK_INT(different, 0);
	for (size_t i = 0; i < POOLED; i++) {
		size_t channel = i % CHANNELS, column = i / CHANNELS % NARROW, line = i / CHANNELS / NARROW;
		const float *corner = sums + (line / LOW * HEIGHT + line % LOW * 2) * LINE + 2 * column * CHANNELS +
				      channel;
		float upper = fmaxf(corner[0], corner[CHANNELS]), lower = fmaxf(corner[LINE], corner[LINE + CHANNELS]);
		different += most[i] != fmaxf(upper, lower);
	}
	CHECK_INT(different, 0);
	struct kernels_tensor *all[] = { &x, &y, &sum, &fours, &pooled };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		kernels_tensor_finish(all[i]);
}

/* Changes of weights between two uses are detected in spite of caches. */
static void changing_weights(void)
{
	for (int round = 0; round < 4; round++) {
		fill(a, 100, 1, false);
		fill(b, 100, 2, false);
		b[round * 7] += 1;
		one_product(__LINE__, 10, 10, 10, 1, 0);
	}
}

/* The same tensor, modified in every possible way. */
static void rewritten_weights(void)
{
	float one = 1, zero = 0;
	fill(a, 200, 1, true);
	fill(b, 400, 2, true);
	struct kernels_tensor left = world_tensor(&w, KERNELS_F32, DIMS(10, 20), a),
			      right = world_tensor(&w, KERNELS_F32, DIMS(20, 10), b),
			      step = world_tensor(&w, KERNELS_F32, DIMS(20, 10), b),
			      out = world_tensor(&w, KERNELS_F32, DIMS(10, 10), c);
	struct kernels_tensor part = right; /* the second half */
	part.shape = DIMS(10, 10);
	part.buffer = kernels_buffer_slice(right.buffer, 400, 400);
	CHECK_OR_RETURN(part.buffer != NULL);
	for (int round = 0; round < 10; round++) {
		const struct kernels_sgemm p = { 10, 10, 20, 1, 0, a, kernels_tensor_bytes(&right), c, 20, 10, 10, 0 };
		if (round % 5 == 1)
			((float *)kernels_tensor_data(&right))[17] += 3;
		else if (round % 5 == 2)
			CHECK_CALL(&w, "tfrt_test.subtract_inplace.f32", ARGS(&right, &step, CHAIN), RESULTS(CHAIN));
		else if (round % 5 == 3)
			CHECK_CALL(&w, "tfrt_dht.fill_tensor_with_constant.f32",
				ATTR(WORLD_SCALAR(&w, float, (float)round)), ARGS(&part, CHAIN), RESULTS(CHAIN));
		else if (round % 5 == 4)
			CHECK_CALL(&w, "tfrt_test.relu_inplace.f32", ARGS(&part, CHAIN), RESULTS(CHAIN));
		for (int again = 0; again < 2; again++) {
			CHECK_CALL(
				&w, "eigen.matmul.f32", ARGS(&one, &left, &right, &zero, &out, CHAIN), RESULTS(CHAIN));
			plain_sgemm(&p, expected);
			size_t different = 0;
			for (size_t i = 0; i < 100; i++)
				different += (double)((const float *)kernels_tensor_bytes(&out))[i] != expected[i];
			CHECK_INT(different, 0);
		}
	}
	kernels_tensor_finish(&left);
	kernels_tensor_finish(&right);
	kernels_tensor_finish(&step);
	kernels_tensor_finish(&part);
	kernels_tensor_finish(&out);
}

static void unknown_names(void)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	const struct kernels_math *before = kernels_math_chosen();
	CHECK_INT(kernels_math_choose("abacus", &diag), KERNELS_E_NOT_FOUND);
	CHECK_STR(diag.message, "abacus: no pack of this program provides it");
	CHECK(kernels_math_chosen() == before);
	/* any selected library multiplies correctly */
	CHECK_INT(kernels_math_choose("auto", &diag), KERNELS_OK);
#if defined(__x86_64__)
	CHECK(kernels_math_chosen() == NULL || !__builtin_cpu_supports("avx2"));
#endif
	changing_weights();
	CHECK_INT(kernels_math_choose(before ? before->name : NULL, &diag), KERNELS_OK);
}

/* Arguments: a name for kernels_math_choose(); any second argument selects several threads. */
int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(products), CHECK_CASE(exact_products),
		CHECK_CASE(special_numbers), CHECK_CASE(empty_products), CHECK_CASE(strides), CHECK_CASE(convolutions),
		CHECK_CASE(long_loops), CHECK_CASE(changing_weights), CHECK_CASE(rewritten_weights),
		CHECK_CASE(unknown_names) };
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	if (argc != 2 && argc != 3)
		return 99;
	world_open(&w);
	if (argc == 3) {
		const struct async_threads_options options = { .size = sizeof options, .threads = 3 };
		async_queue_destroy(w.host.queue);
		w.host.queue = async_queue_create_threads(NULL, &options);
		if (!w.host.queue)
			return 99;
	}
	for (size_t i = 0; math_packs[i]; i++)
		CHECK_INT(kernels_registry_add(w.registry, math_packs[i](), NULL), KERNELS_OK);
	if (kernels_math_choose(argv[1], &diag) != KERNELS_OK) {
		printf("1..0 # SKIP %s\n", diag.message);
		return 0;
	}
	int result = check_main(1, argv, cases, sizeof cases / sizeof *cases);
	world_close(&w);
	return result;
}
