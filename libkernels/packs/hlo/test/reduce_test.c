/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reduce, reduce_window and select_and_scatter against the definition, one element after the other. */
#include "arrays.h"

static enum kernels_dtype dtype; /* of the values: f32, f64, i32 or i8 */

/* Values of any of these types, as f64; arithmetic is rounded to the type. */
static double number_get(const struct array *array, int64_t i)
{
	switch (array->dtype) {
	case KERNELS_F32: return ((const float *)array->bytes)[i];
	case KERNELS_F64: return ((const double *)array->bytes)[i];
	default: return (double)array_get(array, i);
	}
}

static void number_set(struct array *array, int64_t i, double value)
{
	switch (array->dtype) {
	case KERNELS_F32: ((float *)array->bytes)[i] = (float)value; break;
	case KERNELS_F64: ((double *)array->bytes)[i] = value; break;
	default: array_set(array, i, (int64_t)value); break;
	}
}

/* Rounded or wrapped to `dtype`. */
static double rounded(double value)
{
	struct array one = { .dtype = dtype, .bytes = &(double){ 0 } };
	number_set(&one, 0, value);
	return number_get(&one, 0);
}

static double sum(double a, double b) { return rounded(a + b); }
static double product(double a, double b) { return rounded(a * b); }
static double larger(double a, double b) { return a > b ? a : b; }
static double mixed(double a, double b) { return rounded(rounded(a + a) - b); }

struct body {
	const char *steps;
	double (*combine)(double a, double b);
	double init;
};
static const struct body bodies[] = {
	{ "add 0 1 %s; return 2", sum, 0 },
	{ "add 0 1 %s; return 2", sum, 3 },
	{ "multiply 1 0 %s; return 2", product, 1 },
	{ "maximum 0 1 %s; return 2", larger, -9 },
	{ "add 0 0 %s; subtract 2 1 %s; return 3", mixed, 1 },
	{ "add 0 0 %s; subtract 2 1 %s; return 3", mixed, 0 },
};
#define BODIES (sizeof bodies / sizeof *bodies)

static const char *const names[] = { "f32", "f64", "i32", "i8" };
static const enum kernels_dtype types[] = { KERNELS_F32, KERNELS_F64, KERNELS_I32, KERNELS_I8 };
static const char *type_name;

static void any_type(void)
{
	int64_t at = random_below(4);
	dtype = types[at];
	type_name = names[at];
}

static void body_text(const char *attribute, const char *steps)
{
	char text[200], *at = text + sprintf(text, "%s %s; ", type_name, type_name);
	for (; *steps; steps++)
		if (steps[0] == '%' && steps[1] == 's')
			at += sprintf(at, "%s", type_name), steps++;
		else
			*at++ = *steps;
	*at = '\0';
	calls_text(attribute, text);
}

static struct array any_numbers(uint32_t rank, const int64_t *dims)
{
	struct array array = array_make(dtype, rank, dims);
	bool real = dtype == KERNELS_F32 || dtype == KERNELS_F64;
	for (int64_t i = 0; i < array.elements; i++)
		number_set(&array, i, real ? (double)random_from(-4000, 4000) / 128 : (double)random_from(-3, 3));
	return array;
}

static struct array number(double value)
{
	struct array array = array_make(dtype, 0, NULL);
	number_set(&array, 0, value);
	return array;
}

/* ---- reduce */

#define LANES 32
#define BLOCK 65536

/* Sums and products of more than 32 floats: lane j of 32 takes the elements j, j + 32, ...; lanes are combined in halves. */
static double in_lanes(const struct body *body, const double *x, int64_t n)
{
	double lane[LANES];
	for (int64_t i = 0; i < n; i++)
		lane[i % LANES] = i < LANES ? x[i] : body->combine(lane[i % LANES], x[i]);
	for (int half = LANES / 2; half > 0; half /= 2)
		for (int i = 0; i < half; i++)
			lane[i] = body->combine(lane[i], lane[i + half]);
	return lane[0];
}

/* The elements of one result, in the order that DESIGN.md describes. Larger numbers than a block are reduced block by block. */
static double in_order(const struct body *body, double value, double *x, int64_t n)
{
	bool laned = (dtype == KERNELS_F32 || dtype == KERNELS_F64) && (body->combine == sum || body->combine == product);
	int64_t blocks = (n + BLOCK - 1) / BLOCK;
	for (int64_t b = 0; laned && blocks > 1 && b < blocks; b++) {
		const double *block = x + b * BLOCK;
		int64_t count = n - b * BLOCK < BLOCK ? n - b * BLOCK : BLOCK;
		double total = block[0];
		for (int64_t i = 1; i < count && count <= LANES; i++)
			total = body->combine(total, block[i]);
		x[b] = count > LANES ? in_lanes(body, block, count) : total;
	}
	if (laned && blocks > 1)
		n = blocks;
	if (laned && n > LANES)
		return body->combine(value, in_lanes(body, x, n));
	for (int64_t i = 0; i < n; i++)
		value = body->combine(value, x[i]);
	return value;
}

static void one_reduce(const struct body *body, uint32_t rank, const int64_t *dims)
{
	int64_t reduced[KERNELS_MAX_RANK], kept[KERNELS_MAX_RANK];
	uint32_t count = 0, kept_count = 0;
	bool is_reduced[KERNELS_MAX_RANK];
	for (uint32_t i = 0; i < rank; i++) {
		is_reduced[i] = random_below(2);
		if (is_reduced[i])
			reduced[count++] = i;
		else
			kept[kept_count++] = dims[i];
	}
	struct array from = any_numbers(rank, dims), expected = array_make(dtype, kept_count, kept);
	int64_t n = from.elements > 0 ? from.elements / expected.elements : 0;
	double *elements = malloc(sizeof *elements * (size_t)(from.elements + 1));
	int64_t *counts = calloc((size_t)expected.elements + 1, sizeof *counts);
	if (from.elements > 0)
		EACH(&from.shape, index)
		{
			int64_t at = 0;
			for (uint32_t i = 0; i < rank; i++)
				at = is_reduced[i] ? at : at * dims[i] + index[i];
			elements[at * n + counts[at]++] = number_get(&from, array_at(&from.shape, index));
		}
	for (int64_t i = 0; i < expected.elements; i++)
		number_set(&expected, i, in_order(body, body->init, elements + i * n, n));
	free(elements);
	free(counts);
	shuffle(count, reduced);
	calls_begin("hlo.reduce");
	operand(from);
	operand(number(body->init));
	body_text("body", body->steps);
	calls_int("captures", 0);
	calls_ints("dimensions", count, reduced);
	result(&expected, false);
	expect(&expected);
}

static void reduces(void)
{
	for (int round = 0; round < 1200; round++) {
		int64_t dims[KERNELS_MAX_RANK];
		uint32_t rank = any_dims(dims);
		any_type();
		one_reduce(&bodies[round % (int)BODIES], rank, dims);
	}
	/* long enough for parts */
	for (int round = 0; round < 60; round++) {
		int64_t dims[2] = { random_from(1, 20), random_from(500, 6000) };
		bool swap = random_below(2);
		any_type();
		one_reduce(&bodies[round % (int)BODIES], 2, swap ? (int64_t[]){ dims[1], dims[0] } : dims);
	}
}

/* Longer than a block, also by few elements: in rows, in runs, and side by side. */
static void reduces_blocks(void)
{
	for (int round = 0; round < 8; round++) {
		int64_t n = round % 2 ? BLOCK + random_from(1, 40) : random_from(2, 3) * BLOCK - random_from(0, 99);
		any_type();
		const struct body *body = &bodies[round % 3];
		if (round < 4)
			one_reduce(body, 2, (int64_t[]){ n, random_from(1, 3) });
		else
			one_reduce(body, 3, (int64_t[]){ 2, n / 2, random_from(1, 2) });
	}
}

#define ARG_MAX \
	"f32 i32 f32 i32; compare.GT.FLOAT 0 2 i1; compare.NE.FLOAT 0 0 i1; or 4 5 i1; compare.EQ.FLOAT 0 2 i1; " \
	"compare.LT.SIGNED 1 3 i1; and 7 8 i1; or 6 9 i1; select 6 0 2 f32; select 10 1 3 i32; return 11 12"

static void one_arg_max(int64_t rows, int64_t columns)
{
	struct array values = array_make(KERNELS_F32, 2, (int64_t[]){ rows, columns });
	struct array index = array_make(KERNELS_I32, 2, values.shape.dims);
	for (int64_t i = 0; i < values.elements; i++) {
		bool nan = random_below(columns) == 0 && random_below(3) == 0;
		((float *)values.bytes)[i] = nan ? __builtin_nanf("")
						 : (float)random_from(-50, columns > 100 ? 3000 : 5);
		array_set(&index, i, i % columns);
	}
	calls_begin("hlo.reduce");
	calls_operand(&values);
	operand(index);
	dtype = KERNELS_F32;
	operand(number(-__builtin_inf()));
	operand(scalar(KERNELS_I32, 0));
	calls_text("body", ARG_MAX);
	calls_int("captures", 0);
	calls_ints("dimensions", 1, (int64_t[]){ 1 });
	calls_result(KERNELS_F32, 1, &rows);
	calls_result(KERNELS_I32, 1, &rows);
	const char *error = calls_run();
	if (!calls_mutating && CHECK(!error))
		for (int64_t row = 0; row < rows; row++) {
			const float *x = (const float *)values.bytes + row * columns;
			int64_t best = 0;
			for (int64_t i = 1; i < columns; i++)
				if (x[best] == x[best] && (x[i] > x[best] || x[i] != x[i]))
					best = i;
			CHECK_INT(array_get(calls_output(1), row), best);
			CHECK_BYTES((const float *)calls_output(0)->bytes + row, 4, x + best, 4);
		}
	array_free(&values);
}

static void arg_max(void)
{
	for (int round = 0; round < 20; round++)
		one_arg_max(random_from(1, 300), random_from(1, 30));
	for (int round = 0; round < 6; round++)
		one_arg_max(random_from(1, 5), random_from(4096, 9000));
}

/* bf16 is rounded after each step; a capture; a body that is wider than the input. */
static void special_bodies(void)
{
	struct array ones = array_make(KERNELS_BF16, 1, (int64_t[]){ 1000 });
	for (int64_t i = 0; i < 1000; i++)
		array_set(&ones, i, 0x3F80);
	calls_begin("hlo.reduce");
	operand(ones);
	operand(scalar(KERNELS_BF16, 0));
	calls_text("body", "bf16 bf16; add 0 1 bf16; return 2");
	calls_int("captures", 0);
	calls_ints("dimensions", 1, (int64_t[]){ 0 });
	calls_result(KERNELS_BF16, 0, NULL);
	const char *error = calls_run();
	if (!calls_mutating && CHECK(!error))
		CHECK_INT(array_get(calls_output(0), 0), 0x4380); /* 256 + 1 is 256 */
	struct array small = array_make(KERNELS_I8, 1, (int64_t[]){ 4 });
	for (int64_t i = 0; i < 4; i++)
		array_set(&small, i, -100);
	calls_begin("hlo.reduce");
	operand(small);
	operand(scalar(KERNELS_I8, 1));
	operand(scalar(KERNELS_I32, 1000));
	calls_text("body", "i32 i32 i32; add 0 1 i32; add 3 2 i32; return 4");
	calls_int("captures", 1);
	calls_ints("dimensions", 1, (int64_t[]){ 0 });
	calls_result(KERNELS_I32, 0, NULL);
	error = calls_run();
	if (!calls_mutating && CHECK(!error))
		CHECK_INT(array_get(calls_output(0), 0), 1 - 400 + 4000);
}

/* Sums and products of small floats alone, in order, are those of many side by side. */
static void small_floats(void)
{
	for (int round = 0; round < 40; round++) {
		bool half = random_below(2), one = random_below(2);
		enum kernels_dtype small = half ? KERNELS_F16 : KERNELS_BF16;
		const char *name = half ? "f16" : "bf16";
		int64_t n = random_from(1, 200), dims[2] = { n, 64 };
		struct array column = any_array_of(small, 1, &n), many = array_make(small, 2, dims);
		char text[100];
		uint16_t alone = 0;
		for (int64_t i = 0; i < n * 64; i++)
			copy_element(&many, i, &column, i / 64);
		snprintf(text, sizeof text, "%s %s; %s 0 1 %s; return 2", name, name, one ? "add" : "multiply", name);
		for (int pass = 0; pass < 2; pass++) {
			calls_begin("hlo.reduce");
			calls_operand(pass ? &many : &column);
			operand(scalar(small, half ? 0x3C00 : 0x3F80));
			calls_text("body", text);
			calls_int("captures", 0);
			calls_ints("dimensions", 1, (int64_t[]){ 0 });
			calls_result(small, pass ? 1 : 0, (int64_t[]){ 64 });
			const char *error = calls_run();
			if (calls_mutating || !CHECK(!error))
				continue;
			uint16_t found = (uint16_t)array_get(calls_output(0), 0);
			if (pass == 0)
				alone = found;
			bool nan = (alone & 0x7FFF) > (half ? 0x7C00 : 0x7F80) &&
				   (found & 0x7FFF) > (half ? 0x7C00 : 0x7F80);
			CHECK(found == alone || nan);
		}
		array_free(&column);
		array_free(&many);
	}
}

/* ---- reduce_window, select_and_scatter */

struct windows {
	uint32_t rank;
	int64_t input[8], window[8], step[8], dilation[8], window_dilation[8], padding[16], output[8];
};

static int64_t spread(int64_t n, int64_t dilation) { return n ? (n - 1) * dilation + 1 : 0; }

static bool finish_windows(struct windows *w)
{
	for (uint32_t i = 0; i < w->rank; i++) {
		int64_t padded = spread(w->input[i], w->dilation[i]) + w->padding[2 * i] + w->padding[2 * i + 1];
		int64_t size = spread(w->window[i], w->window_dilation[i]);
		if (padded < 0)
			return false;
		w->output[i] = size > padded ? 0 : (padded - size) / w->step[i] + 1;
	}
	return true;
}

static struct windows any_windows(bool dilated)
{
	struct windows w;
	do {
		w.rank = (uint32_t)random_below(4);
		for (uint32_t i = 0; i < w.rank; i++) {
			w.input[i] = random_from(random_below(20) > 0, 7);
			w.window[i] = random_from(1, 4);
			w.step[i] = random_from(1, 3);
			w.dilation[i] = dilated ? random_from(1, 3) : 1;
			w.window_dilation[i] = dilated ? random_from(1, 2) : 1;
			w.padding[2 * i] = random_below(2) ? 0 : random_from(-2, 3);
			w.padding[2 * i + 1] = random_below(2) ? 0 : random_from(-2, 3);
		}
	} while (!finish_windows(&w));
	return w;
}

/* A cumulative form: forward or backward along one dimension. */
static struct windows any_scan(int64_t most)
{
	struct windows w = { .rank = (uint32_t)random_from(1, 3) };
	uint32_t along = (uint32_t)random_below(w.rank);
	for (uint32_t i = 0; i < w.rank; i++) {
		w.input[i] = random_from(1, i == along ? most : 6);
		w.window[i] = w.step[i] = w.dilation[i] = w.window_dilation[i] = 1;
	}
	w.window[along] = w.input[along];
	w.padding[2 * along + random_below(2)] = w.input[along] - 1;
	finish_windows(&w);
	return w;
}

/* The element of the input at this place of a window, or -1. */
static int64_t window_place(const struct windows *w, const int64_t *output, const int64_t *position)
{
	int64_t at = 0;
	for (uint32_t i = 0; i < w->rank; i++) {
		int64_t place = output[i] * w->step[i] + position[i] * w->window_dilation[i] - w->padding[2 * i];
		if (place < 0 || place % w->dilation[i] != 0 || place / w->dilation[i] >= w->input[i])
			return -1;
		at = at * w->input[i] + place / w->dilation[i];
	}
	return at;
}

static struct kernels_shape shape_of(uint32_t rank, const int64_t *dims)
{
	struct kernels_shape shape = { .rank = rank };
	memcpy(shape.dims, dims, rank * sizeof *dims);
	return shape;
}

static void window_attributes(const struct windows *w)
{
	calls_ints("window_dimensions", w->rank, w->window);
	calls_ints("window_strides", w->rank, w->step);
	calls_ints("padding", 2 * w->rank, w->padding);
}

/* Padding takes part with the initial value, or not. */
static void one_reduce_window(const struct windows *w, const struct body *body, double init, bool padding)
{
	struct array from = any_numbers(w->rank, w->input), expected = array_make(dtype, w->rank, w->output);
	struct kernels_shape window = shape_of(w->rank, w->window);
	if (expected.elements > 0)
		EACH(&expected.shape, output)
		{
			double value = init;
			EACH(&window, position)
			{
				int64_t at = window_place(w, output, position);
				if (at >= 0 || padding)
					value = body->combine(value, at < 0 ? init : number_get(&from, at));
			}
			number_set(&expected, array_at(&expected.shape, output), value);
		}
	calls_begin(padding ? "hlo.reduce_window_spec" : "hlo.reduce_window");
	operand(from);
	operand(number(init));
	body_text("body", body->steps);
	calls_int("captures", 0);
	window_attributes(w);
	calls_ints("base_dilations", w->rank, w->dilation);
	calls_ints("window_dilations", w->rank, w->window_dilation);
	result(&expected, false);
	expect(&expected);
}

static void reduce_windows(void)
{
	for (int round = 0; round < 1000; round++) {
		struct windows w = any_windows(true);
		const struct body *body = &bodies[round % (int)BODIES];
		any_type();
		one_reduce_window(&w, body, round % 3 ? 2 : body->init, round % 2);
	}
}

static void scans(void)
{
	for (int round = 0; round < 400; round++) {
		struct windows w = any_scan(round % 10 ? 20 : 300);
		const struct body *body = &bodies[round % (int)BODIES];
		any_type();
		one_reduce_window(&w, body, round % 3 ? 2 : body->init, round % 2);
	}
}

/* A backward sum of many floats has another bracketing, but linear time. */
static void long_scan(void)
{
	const int64_t n = 200000;
	struct array ones = array_make(KERNELS_F64, 1, &n);
	for (int64_t i = 0; i < n; i++)
		((double *)ones.bytes)[i] = 1;
	struct windows w = { 1, { n }, { n }, { 1 }, { 1 }, { 1 }, { 0, n - 1 }, { n } };
	calls_begin("hlo.reduce_window");
	operand(ones);
	operand(array_make(KERNELS_F64, 0, NULL));
	calls_text("body", "f64 f64; add 0 1 f64; return 2");
	calls_int("captures", 0);
	window_attributes(&w);
	calls_ints("base_dilations", 1, w.dilation);
	calls_ints("window_dilations", 1, w.window_dilation);
	calls_result(KERNELS_F64, 1, &n);
	const char *error = calls_run();
	CHECK_STR(error ? error : "none", "none");
	for (int64_t i = 0; i < n && !error; i += 999)
		CHECK_INT(((const double *)calls_output(0)->bytes)[i], n - i);
}

/* select: the larger one, the first of equal ones; or not a comparison of order at all. */
static void one_select(const struct windows *w, bool odd)
{
	struct array from = any_numbers(w->rank, w->input), source = any_numbers(w->rank, w->output);
	struct array expected = array_make(dtype, w->rank, w->input);
	struct kernels_shape window = shape_of(w->rank, w->window);
	const double init = 2;
	for (int64_t i = 0; i < expected.elements; i++)
		number_set(&expected, i, init);
	if (source.elements > 0)
		EACH(&source.shape, output)
		{
			int64_t selected = -1;
			EACH(&window, position)
			{
				int64_t at = window_place(w, output, position);
				if (at < 0)
					continue;
				double a = selected < 0 ? 0 : number_get(&from, selected), b = number_get(&from, at);
				if (selected < 0 || !(odd ? a != b : a >= b))
					selected = at;
			}
			if (selected >= 0)
				number_set(&expected, selected,
					mixed(number_get(&expected, selected), number_get(&source, array_at(&source.shape, output))));
		}
	calls_begin("hlo.select_and_scatter");
	operand(from);
	operand(source);
	operand(number(init));
	bool real = dtype == KERNELS_F32 || dtype == KERNELS_F64;
	char text[100];
	snprintf(text, sizeof text, "compare.%s.%s 0 1 i1; return 2", odd ? "NE" : "GE", real ? "FLOAT" : "SIGNED");
	body_text("select", text);
	body_text("scatter", "add 0 0 %s; subtract 2 1 %s; return 3");
	calls_int("captures", 0);
	window_attributes(w);
	result(&expected, false);
	expect(&expected);
}

static void selects(void)
{
	for (int round = 0; round < 600; round++) {
		struct windows w = any_windows(false);
		any_type();
		one_select(&w, round % 3 == 0);
	}
}

static void large(void)
{
	for (int round = 0; round < (int)BODIES * 2; round++) {
		any_type();
		one_reduce(&bodies[round % (int)BODIES], 2, (int64_t[]){ 700, 300 });
		any_type();
		one_reduce(&bodies[round % (int)BODIES], 3, (int64_t[]){ 30, 200, 20 });
		struct windows w = { 3, { 40, 30, 20 }, { 3, 2, 2 }, { 1, 2, 1 }, { 1, 1, 1 }, { 1, 1, 1 },
			{ 1, 1, 0, 1 }, { 0 } };
		finish_windows(&w);
		any_type();
		one_reduce_window(&w, &bodies[round % (int)BODIES], bodies[round % (int)BODIES].init, round % 2);
	}
}

static void threads(void) { with_threads(large); }

static const struct check_case random_cases[] = { CHECK_CASE(reduces), CHECK_CASE(reduces_blocks), CHECK_CASE(arg_max), CHECK_CASE(special_bodies),
	CHECK_CASE(small_floats), CHECK_CASE(reduce_windows), CHECK_CASE(scans), CHECK_CASE(selects) };

static void mutants(void)
{
	for (int i = 0; i < 2; i++)
		run_mutants(random_cases, sizeof random_cases / sizeof *random_cases);
}

static const struct check_case cases[] = { CHECK_CASE(reduces), CHECK_CASE(reduces_blocks), CHECK_CASE(arg_max), CHECK_CASE(special_bodies),
	CHECK_CASE(small_floats), CHECK_CASE(reduce_windows), CHECK_CASE(scans), CHECK_CASE(long_scan),
	CHECK_CASE(selects), CHECK_CASE(threads), CHECK_CASE(mutants) };

int main(int argc, char **argv)
{
	calls_open(0);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
