/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Convolutions of f32 of realistic sizes against sums in f64: methods that are chosen by shape. */
#include "arrays.h"
#include "numbers.h"

struct shape {
	int64_t batch, rows, columns, channels, features; /* of the result: rows, columns */
	int64_t kernel, stride, low, high;                /* padding of both dimensions */
	bool channels_first, reversed;
};

static int64_t input_size(const struct shape *s, int64_t output)
{
	return (output - 1) * s->stride + s->kernel - s->low - s->high;
}

static int64_t index_of(const struct shape *s, const int64_t *dims, int64_t batch, int64_t row, int64_t column, int64_t channel)
{
	return s->channels_first ? ((batch * dims[1] + channel) * dims[2] + row) * dims[3] + column :
				   ((batch * dims[1] + row) * dims[2] + column) * dims[3] + channel;
}

/* Dimensions of lhs, rhs, and the result. */
static void dims_of(const struct shape *s, int64_t dims[3][4])
{
	const int64_t rows = input_size(s, s->rows), columns = input_size(s, s->columns);
	const int64_t last[3][4] = { { s->batch, rows, columns, s->channels }, { s->kernel, s->kernel, s->channels, s->features },
		{ s->batch, s->rows, s->columns, s->features } };
	const int64_t first[3][4] = { { s->batch, s->channels, rows, columns }, { s->features, s->channels, s->kernel, s->kernel },
		{ s->batch, s->features, s->rows, s->columns } };
	memcpy(dims, s->channels_first ? first : last, sizeof last);
}

static struct array floats(const int64_t *dims)
{
	struct array array = array_make(KERNELS_F32, 4, dims);
	for (int64_t i = 0; i < array.elements; i++)
		float_set(&array, i, (double)random_below(2000001) / 1e6 - 1);
	return array;
}

static const char *run(const struct shape *s, const struct array *lhs, const struct array *rhs, const int64_t *result)
{
	calls_begin("hlo.convolution");
	calls_operand(lhs);
	calls_operand(rhs);
	calls_result(KERNELS_F32, 4, result);
	calls_convolution(&(struct calls_window){ s->stride, s->low, s->high, s->reversed }, s->channels_first, 1);
	return calls_run();
}

/* Compares one element; the bound is relative to the sum of the absolute values of the products. */
static bool is_near(const struct shape *s, const struct array *lhs, const struct array *rhs, int64_t dims[3][4], int64_t batch,
	int64_t row, int64_t column, int64_t feature)
{
	const float *l = lhs->bytes, *r = rhs->bytes;
	double sum = 0, size = 0;
	for (int64_t i = 0; i < s->kernel; i++)
		for (int64_t j = 0; j < s->kernel; j++) {
			const int64_t y = row * s->stride + i - s->low, x = column * s->stride + j - s->low;
			const int64_t ki = s->reversed ? s->kernel - 1 - i : i, kj = s->reversed ? s->kernel - 1 - j : j;
			if (y < 0 || x < 0 || y >= input_size(s, s->rows) || x >= input_size(s, s->columns))
				continue;
			for (int64_t c = 0; c < s->channels; c++) {
				const int64_t at = s->channels_first ?
					((feature * s->channels + c) * s->kernel + ki) * s->kernel + kj :
					((ki * s->kernel + kj) * s->channels + c) * s->features + feature;
				const double product = (double)l[index_of(s, dims[0], batch, y, x, c)] * (double)r[at];
				sum += product;
				size += fabs(product);
			}
		}
	const int64_t at = index_of(s, dims[2], batch, row, column, feature);
	return fabs(float_get(calls_output(0), at) - sum) <= 5e-7 * size;
}

static void compare(const struct shape *s)
{
	int64_t dims[3][4];
	dims_of(s, dims);
	struct array lhs = floats(dims[0]), rhs = floats(dims[1]);
	const char *error = run(s, &lhs, &rhs, dims[2]);
	bool good = CHECK_STR(error ? error : "", "");
	for (int64_t b = 0; b < s->batch && good; b++)
		for (int64_t y = 0; y < s->rows && good; y++)
			for (int64_t x = 0; x < s->columns && good; x++)
				for (int64_t f = random_below(3); f < s->features && good; f += 7)
					good = CHECK(is_near(s, &lhs, &rhs, dims, b, y, x, f));
	array_free(&lhs);
	array_free(&rhs);
}

/* Windows of 3 x 3 with stride 1, which Winograd's method computes, with sizes that are no multiples of a tile. */
static void windows_of_three(void)
{
	static const struct shape shapes[] = {
		{ .batch = 1, .rows = 14, .columns = 14, .channels = 64, .features = 32, .low = 1, .high = 1 },
		{ .batch = 2, .rows = 13, .columns = 11, .channels = 32, .features = 64, .low = 1, .high = 1 },
		{ .batch = 1, .rows = 12, .columns = 17, .channels = 48, .features = 96, .low = 0, .high = 0 },
		{ .batch = 3, .rows = 9, .columns = 10, .channels = 32, .features = 32, .low = 2, .high = 0 },
		{ .batch = 1, .rows = 21, .columns = 15, .channels = 80, .features = 32, .low = -1, .high = 3 },
		{ .batch = 1, .rows = 30, .columns = 30, .channels = 256, .features = 256, .low = 1, .high = 1 },
	};
	for (size_t i = 0; i < 2 * sizeof shapes / sizeof *shapes; i++) {
		struct shape s = shapes[i / 2];
		s.kernel = 3;
		s.stride = 1;
		s.reversed = i % 2;
		compare(&s);
		s.channels_first = i % 3 == 0;
		s.stride = 2;
		compare(&s);
	}
}

static void other_windows(void)
{
	for (int i = 0; i < 12; i++) {
		const int64_t kernel = 1 + i % 4 * 2, stride = 1 + i / 4 % 2;
		compare(&(struct shape){ .batch = 1, .rows = 19, .columns = 23, .channels = i % 3 ? 40 : 3, .features = 48,
			.kernel = kernel, .stride = stride, .low = kernel / 2, .high = kernel / 2 - (stride > 1),
			.channels_first = i % 2, .reversed = i % 5 == 0 });
	}
}

/* An output does not depend on elements outside of its window, however large they are. */
static void windows_are_local(void)
{
	const struct shape s = { .batch = 1, .rows = 16, .columns = 16, .channels = 32, .features = 32, .kernel = 3, .stride = 1,
		.low = 1, .high = 1 };
	int64_t dims[3][4];
	dims_of(&s, dims);
	struct array lhs = floats(dims[0]), rhs = floats(dims[1]);
	for (int64_t at = 0; at < 4; at++) {
		const int64_t row = 6 + at / 2, column = 8 + at % 2, huge = index_of(&s, dims[0], 0, row, column, 5);
		const double old = float_get(&lhs, huge);
		float_set(&lhs, huge, 1e30);
		const char *error = run(&s, &lhs, &rhs, dims[2]);
		CHECK_STR(error ? error : "", "");
		float_set(&lhs, huge, old);
		for (int64_t y = 0; y < s.rows; y++)
			for (int64_t x = 0; x < s.columns; x++)
				if (llabs(y - row) > 1 || llabs(x - column) > 1)
					CHECK(is_near(&s, &lhs, &rhs, dims, 0, y, x, 9));
	}
	array_free(&lhs);
	array_free(&rhs);
}

static void the_same_bits_with_threads(void)
{
	const struct shape s = { .batch = 1, .rows = 40, .columns = 37, .channels = 64, .features = 96, .kernel = 3, .stride = 1,
		.low = 1, .high = 1 };
	int64_t dims[3][4];
	dims_of(&s, dims);
	struct array lhs = floats(dims[0]), rhs = floats(dims[1]), first = array_make(KERNELS_F32, 4, dims[2]);
	const size_t size = sizeof(float) * (size_t)first.elements;
	for (unsigned threads = 0; threads < 4; threads++) {
		CHECK_INT(calls_close(), 0);
		calls_open(threads);
		const char *error = run(&s, &lhs, &rhs, dims[2]);
		CHECK_STR(error ? error : "", "");
		if (threads == 0)
			memcpy(first.bytes, calls_output(0)->bytes, size);
		CHECK(memcmp(first.bytes, calls_output(0)->bytes, size) == 0);
	}
	array_free(&lhs);
	array_free(&rhs);
	array_free(&first);
}

static const struct check_case cases[] = { CHECK_CASE(windows_of_three), CHECK_CASE(other_windows), CHECK_CASE(windows_are_local),
	CHECK_CASE(the_same_bits_with_threads) };

int main(int argc, char **argv)
{
	calls_open(2);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
