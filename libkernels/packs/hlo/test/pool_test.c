/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pools against the same windows with a longer body of the same results, which is computed the general way. */
#include "arrays.h"

struct shape {
	uint32_t rank;
	int64_t input[4], window[4], step[4], padding[8], dilation[4];
};

static const struct shape shapes[] = {
	{ 4, { 2, 9, 11, 40 }, { 1, 3, 3, 1 }, { 1, 2, 2, 1 }, { 0, 0, 0, 1, 1, 1, 0, 0 }, { 1, 1, 1, 1 } },
	{ 4, { 1, 9, 11, 64 }, { 1, 3, 3, 1 }, { 1, 2, 2, 1 }, { 0, 0, 1, 0, 1, 1, 0, 0 }, { 1, 1, 1, 1 } },
	{ 4, { 1, 8, 8, 3 }, { 1, 2, 2, 1 }, { 1, 2, 2, 1 }, { 0 }, { 1, 1, 1, 1 } },
	{ 4, { 1, 5, 6, 300 }, { 1, 2, 3, 1 }, { 1, 1, 1, 1 }, { 0, 0, 1, 0, 1, 1, 0, 0 }, { 1, 1, 1, 1 } },
	{ 4, { 2, 3, 12, 21 }, { 1, 1, 3, 3 }, { 1, 1, 2, 2 }, { 0, 0, 0, 0, 1, 1, 1, 1 }, { 1, 1, 1, 1 } },
	{ 4, { 2, 3, 12, 40 }, { 1, 1, 2, 3 }, { 1, 1, 1, 3 }, { 0, 0, 0, 0, 0, 0, -2, 4 }, { 1, 1, 2, 3 } },
	{ 1, { 5000 }, { 7 }, { 1 }, { 3, 3 }, { 1 } },
	{ 1, { 50 }, { 60 }, { 1 }, { 40, 60 }, { 1 } },
	{ 2, { 30, 2000 }, { 4, 1 }, { 2, 1 }, { 2, -1, 0, 0 }, { 1, 1 } },
	{ 3, { 6, 40, 1 }, { 2, 5, 1 }, { 1, 5, 1 }, { 9, 0, 0, 0, 0, 0 }, { 1, 1, 1 } },
	{ 2, { 40, 1030 }, { 1, 1 }, { 3, 1 }, { 0 }, { 1, 1 } },
	{ 3, { 4, 30, 20 }, { 3, 1, 1 }, { 1, 1, 2 }, { 1, 1, 0, 0, 0, 0 }, { 1, 1, 1 } },
};

static const struct {
	enum kernels_dtype dtype;
	const char *name;
} types[] = { { KERNELS_F32, "f32" }, { KERNELS_F64, "f64" }, { KERNELS_I32, "i32" }, { KERNELS_BF16, "bf16" } };

/* Numbers with both zeros, infinities and one kind of NaN. */
static void set(struct array *array, int64_t i)
{
	static const float special[] = { 0.0f, -0.0f, __builtin_inff(), -__builtin_inff() };
	const int64_t kind = random_below(40);
	float number = (float)random_from(-4000, 4000) / 64;
	uint32_t bits;
	if (kind < 4)
		number = special[kind];
	else if (kind == 4 && random_below(4) == 0)
		number = __builtin_nanf("");
	memcpy(&bits, &number, sizeof bits);
	if (array->dtype == KERNELS_F32)
		((float *)array->bytes)[i] = number;
	else if (array->dtype == KERNELS_F64)
		((double *)array->bytes)[i] = number;
	else if (array->dtype == KERNELS_BF16)
		((uint16_t *)array->bytes)[i] = (uint16_t)(bits >> 16);
	else
		((int32_t *)array->bytes)[i] = (int32_t)random_from(INT32_MIN, INT32_MAX);
}

static bool takes_padding; /* in the windows of the next calls */

static void run(const struct shape *shape, const struct array *from, const struct array *init, const char *body,
	const int64_t *output)
{
	const int64_t ones[] = { 1, 1, 1, 1 };
	calls_begin(takes_padding ? "hlo.reduce_window_spec" : "hlo.reduce_window");
	calls_operand(from);
	calls_operand(init);
	calls_result(from->dtype, shape->rank, output);
	calls_text("body", body);
	calls_int("captures", 0);
	calls_ints("window_dimensions", shape->rank, shape->window);
	calls_ints("window_strides", shape->rank, shape->step);
	calls_ints("padding", 2 * shape->rank, shape->padding);
	calls_ints("base_dilations", shape->rank, ones);
	calls_ints("window_dilations", shape->rank, shape->dilation);
	const char *error = calls_run();
	CHECK_STR(error ? error : "none", "none");
}

/* NaNs may have other bits. */
static bool same(const struct array *a, const struct array *b, int64_t i)
{
	const size_t size = kernels_dtype_size(a->dtype);
	uint64_t x = 0, y = 0, infinity = a->dtype == KERNELS_F64 ? UINT64_C(0x7FF) << 52 : a->dtype == KERNELS_F32 ? 0x7F800000 : 0x7F80;
	memcpy(&x, (const char *)a->bytes + (size_t)i * size, size);
	memcpy(&y, (const char *)b->bytes + (size_t)i * size, size);
	const uint64_t number = (UINT64_C(1) << (8 * size - 1)) - 1;
	return x == y || (a->dtype != KERNELS_I32 && (x & number) > infinity && (y & number) > infinity);
}

static void one(const struct shape *shape, size_t type, const char *operation, const char *idle)
{
	const char *t = types[type].name;
	struct array from = array_make(types[type].dtype, shape->rank, shape->input), init = array_make(from.dtype, 0, NULL);
	int64_t output[4], wrong = 0;
	char body[200];
	for (int64_t i = 0; i < from.elements; i++)
		set(&from, i);
	set(&init, 0);
	for (uint32_t i = 0; i < shape->rank; i++)
		output[i] = (shape->input[i] + shape->padding[2 * i] + shape->padding[2 * i + 1] -
				    ((shape->window[i] - 1) * shape->dilation[i] + 1)) / shape->step[i] + 1;
	struct array expected = array_make(from.dtype, shape->rank, output);
	/* the second step has no effect */
	snprintf(body, sizeof body, "%s %s; %s 0 1 %s; %s 2 2 %s; return 3", t, t, operation, t, idle, t);
	run(shape, &from, &init, body, output);
	memcpy(expected.bytes, calls_output(0)->bytes, (size_t)expected.elements * kernels_dtype_size(from.dtype));
	snprintf(body, sizeof body, "%s %s; %s 0 1 %s; return 2", t, t, operation, t);
	run(shape, &from, &init, body, output);
	for (int64_t i = 0; i < expected.elements; i++)
		wrong += !same(&expected, calls_output(0), i);
	if (!CHECK_INT(wrong, 0))
		printf("# %s of %s, shape %d\n", operation, t, (int)(shape - shapes));
	array_free(&from);
	array_free(&init);
	array_free(&expected);
}

static void pools(void)
{
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
			takes_padding = (i + t) % 2;
			one(&shapes[i], t, "add", "maximum");
			takes_padding = !takes_padding;
			one(&shapes[i], t, "add", "maximum");
			one(&shapes[i], t, "maximum", "maximum");
			one(&shapes[i], t, "minimum", "minimum");
		}
}

/* ---- select_and_scatter */

static void run_gradient(const struct shape *shape, const struct array *from, const struct array *source, const char *direction,
	const char *scatter)
{
	char select[100];
	snprintf(select, sizeof select, "f32 f32; compare.%s.FLOAT 0 1 i1; return 2", direction);
	calls_begin("hlo.select_and_scatter");
	calls_operand(from);
	calls_operand(source);
	operand(scalar(KERNELS_F32, 3));
	calls_result(KERNELS_F32, shape->rank, shape->input);
	calls_int("captures", 0);
	calls_ints("window_dimensions", shape->rank, shape->window);
	calls_ints("window_strides", shape->rank, shape->step);
	calls_ints("padding", 2 * shape->rank, shape->padding);
	calls_text("select", select);
	calls_text("scatter", scatter);
	const char *error = calls_run();
	CHECK_STR(error ? error : "none", "none");
}

static void gradients(void)
{
	static const char *const directions[] = { "GE", "GT", "LE", "LT" };
	for (size_t i = 0; i < 4 * (sizeof shapes / sizeof *shapes); i++) {
		const struct shape *shape = &shapes[i / 4];
		struct array from = array_make(KERNELS_F32, shape->rank, shape->input), source, expected;
		int64_t output[4], wrong = 0;
		for (uint32_t k = 0; k < shape->rank; k++)
			output[k] = (shape->input[k] + shape->padding[2 * k] + shape->padding[2 * k + 1] - shape->window[k]) /
					shape->step[k] + 1;
		source = array_make(KERNELS_F32, shape->rank, output);
		for (int64_t k = 0; k < from.elements; k++)
			set(&from, k);
		for (int64_t k = 0; k < source.elements; k++)
			((float *)source.bytes)[k] = (float)random_from(-1000, 1000) / 7;
		expected = array_make(KERNELS_F32, shape->rank, shape->input);
		run_gradient(shape, &from, &source, directions[i % 4], "f32 f32; add 0 1 f32; maximum 2 2 f32; return 3");
		memcpy(expected.bytes, calls_output(0)->bytes, (size_t)expected.elements * 4);
		run_gradient(shape, &from, &source, directions[i % 4], "f32 f32; add 0 1 f32; return 2");
		for (int64_t k = 0; k < expected.elements; k++)
			wrong += !same(&expected, calls_output(0), k);
		if (!CHECK_INT(wrong, 0))
			printf("# %s, shape %zu\n", directions[i % 4], i / 4);
		array_free(&from);
		array_free(&source);
		array_free(&expected);
	}
}

static void both(void)
{
	pools();
	gradients();
}

static void threads(void) { with_threads(both); }

static const struct check_case cases[] = { CHECK_CASE(pools), CHECK_CASE(gradients), CHECK_CASE(threads) };

int main(int argc, char **argv)
{
	calls_open(0);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
