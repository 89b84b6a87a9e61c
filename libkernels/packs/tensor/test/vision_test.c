/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* eigen.conv2d and its variants, pooling, and other kernels of vision networks: results compared with the definition,
 * and error texts. */
#include "plain.h"
#include "world.h"
#include <math.h>

static struct world w;

#define RANDOM_MOST 8192

static struct kernels_tensor random_tensor(struct kernels_shape shape, uint32_t seed)
{
	float values[RANDOM_MOST];
	int64_t count;
	if (!kernels_shape_elements(&shape, &count) || count > RANDOM_MOST)
		abort();
	for (int64_t i = 0; i < count; i++)
		values[i] = plain_random(&seed);
	return world_tensor(&w, KERNELS_F32, shape, values);
}

/* A convolution with all its tensors, and their expected values. */
struct world_conv {
	struct kernels_conv2d p;
	const char *padding;
	int64_t strides[2];
	struct kernels_tensor in, filter, out, grad; /* grad: of the output */
	double expected_out[RANDOM_MOST], expected_in[RANDOM_MOST], expected_filter[RANDOM_MOST];
};

static void add_products(void *ctx, size_t in, size_t filter, size_t out)
{
	struct world_conv *c = ctx;
	const float *x = kernels_tensor_data(&c->in), *f = kernels_tensor_data(&c->filter),
		    *g = kernels_tensor_data(&c->grad);
	c->expected_out[out] += (double)x[in] * (double)f[filter];
	c->expected_in[in] += (double)g[out] * (double)f[filter];
	c->expected_filter[filter] += (double)x[in] * (double)g[out];
}

/* Formulas of the definition, not of the code under test. */
static void conv_open(struct world_conv *c, const struct kernels_conv2d *shape, const char *padding)
{
	memset(c, 0, sizeof *c);
	c->p = *shape;
	c->padding = padding;
	struct kernels_conv2d *p = &c->p;
	for (int i = 0; i < 2; i++) {
		c->strides[i] = (int64_t)p->stride[i];
		if (padding[0] == 'v' || padding[0] == 'V') {
			p->output[i] = (p->input[i] - p->size[i] + p->stride[i]) / p->stride[i];
			continue;
		}
		p->output[i] = (p->input[i] + p->stride[i] - 1) / p->stride[i];
		size_t needed = (p->output[i] - 1) * p->stride[i] + p->size[i];
		p->pad[i] = needed > p->input[i] ? (needed - p->input[i]) / 2 : 0;
	}
	c->in = random_tensor(
		DIMS((int64_t)p->batch, (int64_t)p->input[0], (int64_t)p->input[1], (int64_t)p->channels), 1);
	c->filter = random_tensor(
		DIMS((int64_t)p->size[0], (int64_t)p->size[1], (int64_t)p->channels, (int64_t)p->filters), 2);
	struct kernels_shape out = DIMS(
		(int64_t)p->batch, (int64_t)p->output[0], (int64_t)p->output[1], (int64_t)p->filters);
	c->out = random_tensor(out, 3);
	c->grad = random_tensor(out, 4);
	plain_conv2d(p, add_products, c);
}

static void conv_close(struct world_conv *c)
{
	kernels_tensor_finish(&c->in);
	kernels_tensor_finish(&c->filter);
	kernels_tensor_finish(&c->out);
	kernels_tensor_finish(&c->grad);
}

static void check_near(int line, const struct kernels_tensor *t, const double *expected)
{
	const float *data = kernels_tensor_data(t);
	for (int64_t i = 0; i < kernels_tensor_elements(t); i++) {
		if (!(fabs((double)data[i] - expected[i]) <= 1e-4)) {
			check_report(
				__FILE__, line, "element %d: %g, expected %g", (int)i, (double)data[i], expected[i]);
			return;
		}
	}
}

#define CONV_ATTR(c) \
	ATTR(world_array(&w, (c)->padding, (uint32_t)strlen((c)->padding), 1), world_array(&w, (c)->strides, 2, 8))

static const struct kernels_conv2d shapes[] = {
	{ .batch = 1, .input = { 1, 1 }, .channels = 1, .size = { 1, 1 }, .stride = { 1, 1 }, .filters = 1 },
	{ .batch = 2, .input = { 5, 6 }, .channels = 3, .size = { 1, 1 }, .stride = { 1, 1 }, .filters = 4 },
	{ .batch = 2, .input = { 5, 7 }, .channels = 3, .size = { 1, 1 }, .stride = { 2, 2 }, .filters = 5 },
	{ .batch = 3, .input = { 8, 7 }, .channels = 2, .size = { 3, 3 }, .stride = { 1, 1 }, .filters = 17 },
	{ .batch = 1, .input = { 9, 9 }, .channels = 5, .size = { 3, 2 }, .stride = { 2, 1 }, .filters = 33 },
	{ .batch = 1, .input = { 14, 13 }, .channels = 3, .size = { 7, 7 }, .stride = { 2, 2 }, .filters = 8 },
	{ .batch = 1, .input = { 6, 6 }, .channels = 40, .size = { 3, 3 }, .stride = { 3, 3 }, .filters = 20 },
	{ .batch = 2, .input = { 4, 4 }, .channels = 7, .size = { 4, 4 }, .stride = { 1, 1 }, .filters = 3 },
	{ .batch = 1, .input = { 3, 20 }, .channels = 1, .size = { 1, 5 }, .stride = { 1, 2 }, .filters = 2 },
};
#define FOR_EACH_CONVOLUTION(c) \
	for (size_t shape_ = 0; shape_ < 2 * sizeof shapes / sizeof *shapes; shape_++) \
		for (bool once_ = (conv_open(c, &shapes[shape_ / 2], shape_ % 2 ? "valid" : "SAME"), true); once_; \
			once_ = (conv_close(c), false))

static struct world_conv conv;

static void convolution(void)
{
	FOR_EACH_CONVOLUTION(&conv) {
		CHECK_CALL(&w, "eigen.conv2d.f32", CONV_ATTR(&conv), ARGS(&conv.in, &conv.filter, &conv.out, CHAIN),
			RESULTS(CHAIN));
		check_near(__LINE__, &conv.out, conv.expected_out);
	}
}

static void convolution_gradients(void)
{
	FOR_EACH_CONVOLUTION(&conv) {
		struct kernels_tensor in = random_tensor(conv.in.shape, 5),
				      filter = random_tensor(conv.filter.shape, 6);
		CHECK_CALL(&w, "eigen.conv2d.grad.input.f32", CONV_ATTR(&conv),
			ARGS(&conv.grad, &conv.filter, &in, CHAIN), RESULTS(CHAIN));
		check_near(__LINE__, &in, conv.expected_in);
		CHECK_CALL(&w, "eigen.conv2d.grad.filter.f32", CONV_ATTR(&conv),
			ARGS(&conv.in, &conv.grad, &filter, CHAIN), RESULTS(CHAIN));
		check_near(__LINE__, &filter, conv.expected_filter);
		kernels_tensor_finish(&in);
		kernels_tensor_finish(&filter);
	}
}

static void fused_convolutions(void)
{
	static const float epsilon = 0.01f;
	FOR_EACH_CONVOLUTION(&conv) {
		const int64_t filters = (int64_t)conv.p.filters;
		struct kernels_tensor norm[4];
		float *data[4];
		double expected[RANDOM_MOST];
		const int64_t count = kernels_tensor_elements(&conv.out);
		for (uint32_t i = 0; i < 4; i++) {
			norm[i] = random_tensor(DIMS(filters), 10 + i);
			data[i] = kernels_tensor_data(&norm[i]);
		}
		for (int64_t i = 0; i < filters; i++)
			data[3][i] += 1.5f; /* variances are positive */
		for (int64_t i = 0; i < count; i++)
			expected[i] = conv.expected_out[i] + (double)data[1][i % filters];
		CHECK_CALL(&w, "eigen.conv2d.bias.f32", CONV_ATTR(&conv),
			ARGS(&conv.in, &conv.filter, &norm[1], &conv.out, CHAIN), RESULTS(CHAIN));
		check_near(__LINE__, &conv.out, expected);
		for (int64_t i = 0; i < count; i++) {
			int64_t f = i % filters;
			expected[i] = (double)data[0][f] * (conv.expected_out[i] - (double)data[2][f]) /
				sqrt((double)data[3][f] + (double)epsilon) + (double)data[1][f];
		}
#define NORM_ATTR \
	ATTR(WORLD_SCALAR(&w, float, epsilon), world_array(&w, conv.padding, (uint32_t)strlen(conv.padding), 1), \
		world_array(&w, conv.strides, 2, 8))
		CHECK_CALL(&w, "eigen.conv2d.batch_norm.f32", NORM_ATTR,
			ARGS(&conv.in, &conv.filter, &norm[0], &norm[1], &norm[2], &norm[3], &conv.out, CHAIN),
			RESULTS(CHAIN));
		check_near(__LINE__, &conv.out, expected);
		/* and in two steps */
		CHECK_CALL(&w, "eigen.conv2d.f32", CONV_ATTR(&conv), ARGS(&conv.in, &conv.filter, &conv.out, CHAIN),
			RESULTS(CHAIN));
		CHECK_CALL(&w, "eigen.batch_norm.f32", ATTR(WORLD_SCALAR(&w, float, epsilon)),
			ARGS(&conv.out, &norm[0], &norm[1], &norm[2], &norm[3], CHAIN), RESULTS(CHAIN));
		check_near(__LINE__, &conv.out, expected);
		for (int64_t i = 0; i < count; i++)
			expected[i] = expected[i] > 0 ? expected[i] : 0;
		CHECK_CALL(&w, "eigen.conv2d.batch_norm.relu.f32", NORM_ATTR, ARGS(&conv.in, &conv.filter, &norm[0],
			&norm[1], &norm[2], &norm[3], &conv.out, CHAIN), RESULTS(CHAIN));
		check_near(__LINE__, &conv.out, expected);
		for (uint32_t i = 0; i < 4; i++)
			kernels_tensor_finish(&norm[i]);
	}
}

/* The derivative of loss = sum(grad * y) by an element of the input, by finite differences. */
static void batch_norm_gradient(void)
{
	enum { N = 12, C = 2 };
	static const float epsilon = 0.125f;
	struct kernels_tensor grad = random_tensor(DIMS(1, 3, N / 3, C), 1),
			      in = random_tensor(DIMS(1, 3, N / 3, C), 2);
	struct kernels_tensor scale = F32_TENSOR(&w, DIMS(C), 1.5f, -0.5f), mean = random_tensor(DIMS(C), 0);
	struct kernels_tensor variance = random_tensor(DIMS(C), 0), in_grad = random_tensor(DIMS(1, 3, N / 3, C), 3);
	struct kernels_tensor scale_grad = random_tensor(DIMS(C), 3), offset_grad = random_tensor(DIMS(C), 3);
	const float *g = kernels_tensor_data(&grad);
	float *x = kernels_tensor_data(&in);
	double expected[3][N * C] = { { 0 } };
	for (int c = 0; c < C; c++) {
		double factor = c == 0 ? 1.5 : -0.5, loss[N][2], m = 0, v = 0;
		for (int moved = 0; moved <= N; moved++) {
			for (int side = 0; side < 2; side++) {
				double y[N], sum = 0, square = 0, total = 0, s = 0, o = 0;
				for (int i = 0; i < N; i++) {
					y[i] = (double)x[i * C + c] + (i == moved ? (side ? 1e-5 : -1e-5) : 0);
					sum += y[i] / N;
				}
				for (int i = 0; i < N; i++)
					square += (y[i] - sum) * (y[i] - sum) / N;
				for (int i = 0; i < N; i++) {
					double normal = (y[i] - sum) / sqrt(square + (double)epsilon);
					total += (double)g[i * C + c] * factor * normal;
					s += (double)g[i * C + c] * normal;
					o += (double)g[i * C + c];
				}
				if (moved < N)
					loss[moved][side] = total;
				m = sum;
				v = square;
				expected[1][c] = s;
				expected[2][c] = o;
			}
		}
		for (int i = 0; i < N; i++)
			expected[0][i * C + c] = (loss[i][1] - loss[i][0]) / 2e-5;
		((float *)kernels_tensor_data(&mean))[c] = (float)m;
		((float *)kernels_tensor_data(&variance))[c] = (float)v;
	}
	CHECK_CALL(&w, "eigen.batch_norm.grad.f32", ATTR(WORLD_SCALAR(&w, float, epsilon)),
		ARGS(&grad, &in, &scale, &mean, &variance, CHAIN, &in_grad, &scale_grad, &offset_grad),
		RESULTS(CHAIN, CHAIN, CHAIN));
	check_near(__LINE__, &in_grad, expected[0]);
	check_near(__LINE__, &scale_grad, expected[1]);
	check_near(__LINE__, &offset_grad, expected[2]);
	struct kernels_tensor *all[] = { &grad, &in, &scale, &mean, &variance, &in_grad, &scale_grad, &offset_grad };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		kernels_tensor_finish(all[i]);
}

/* Checks the printed text of a tensor, after the shape, and releases it. */
static void check_values(int line, struct kernels_tensor *t, const char *expected)
{
	const char *shown = world_show(&w, t), *values = strstr(shown, "values = ");
	char text[512];
	snprintf(text, sizeof text, "values = [%s]\n", expected);
	check_str(__FILE__, line, "the tensor", values ? values : shown, text);
	kernels_tensor_finish(t);
}
#define CHECK_VALUES(tensor, expected) check_values(__LINE__, tensor, expected)
#define STRING(text) world_array(&w, text, sizeof text - 1, 1)
#define U32S(...) WORLD_ARRAY(&w, uint32_t, __VA_ARGS__)

static void max_pooling(void)
{
	struct kernels_tensor in = F32_TENSOR(
		&w, DIMS(1, 3, 3, 2), 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8, -8, 9, -9);
	struct kernels_tensor valid = F32_TENSOR(&w, DIMS(1, 2, 1, 2), 0, 0, 0, 0);
	struct kernels_tensor same = F32_TENSOR(&w, DIMS(1, 2, 2, 2), 0, 0, 0, 0, 0, 0, 0, 0);
	CHECK_CALL(&w, "tfrt_test.max_pooling_2d.f32", ATTR(STRING("valid"), U32S(2, 2), U32S(1, 2)),
		ARGS(&in, &valid, CHAIN), RESULTS(CHAIN));
	CHECK_VALUES(&valid, "5.000000e+00, -1.000000e+00, 8.000000e+00, -4.000000e+00");
	CHECK_CALL(&w, "eigen.max_pooling_2d.f32", ATTR(STRING("same"), I64S(&w, 2, 2), I64S(&w, 2, 2)),
		ARGS(&in, &same, CHAIN), RESULTS(CHAIN));
	CHECK_VALUES(&same, "5.000000e+00, -1.000000e+00, 6.000000e+00, -3.000000e+00, "
		"8.000000e+00, -7.000000e+00, 9.000000e+00, -9.000000e+00");
	kernels_tensor_finish(&in);
}

static void zero_padding(void)
{
	struct kernels_tensor in = F32_TENSOR(&w, DIMS(1, 1, 2, 1), 1, 2),
			      even = F32_TENSOR(&w, DIMS(1, 3, 2, 1), 9, 9, 9, 9, 9, 9);
	struct kernels_tensor odd = F32_TENSOR(&w, DIMS(1, 2, 5, 1), 9, 9, 9, 9, 9, 9, 9, 9, 9, 9);
	CHECK_CALL(&w, "tfrt_test.zero_padding.f32", ATTR(U32S(1, 0)), ARGS(&in, &even, CHAIN), RESULTS(CHAIN));
	CHECK_VALUES(&even, "0.000000e+00, 0.000000e+00, 1.000000e+00, 2.000000e+00, 0.000000e+00, 0.000000e+00");
	CHECK_CALL(&w, "eigen.zero_padding.f32", ATTR(I64S(&w, 0, 1, 1, 2)), ARGS(&in, &odd, CHAIN), RESULTS(CHAIN));
	CHECK_VALUES(&odd, "0.000000e+00, 1.000000e+00, 2.000000e+00, 0.000000e+00, 0.000000e+00, "
		"0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00");
	kernels_tensor_finish(&in);
}

static void small_kernels(void)
{
	struct kernels_tensor a = F32_TENSOR(&w, DIMS(2, 2), 1, 2, 3, 6), b = F32_TENSOR(&w, DIMS(2), 0, 0), c;
	struct kernels_tensor d = F32_TENSOR(&w, DIMS(2, 1, 2, 2), 1, 2, 3, 4, 5, 6, 7, 8),
			      rate = F32_TENSOR(&w, DIMS(1), 0.5f);
	CHECK_CALL(&w, "tfrt_test.mean_axis_zero.f32", ARGS(&a, &b, CHAIN), RESULTS(CHAIN));
	CHECK_VALUES(&b, "2.000000e+00, 4.000000e+00");
	c = F32_TENSOR(&w, DIMS(2, 2), 0, 0, 0, 0);
	CHECK_CALL(&w, "tfrt_test.tensor_transpose.f32", ARGS(&a, &c, CHAIN), RESULTS(CHAIN));
	CHECK_CALL(&w, "tfrt_test.subtract_inplace.f32", ARGS(&a, &c, CHAIN), RESULTS(CHAIN));
	CHECK_CALL(&w, "tfrt_test.gradient_descent.f32", ARGS(&a, &c, &rate, CHAIN), RESULTS(CHAIN));
	CHECK_VALUES(&c, "1.000000e+00, 3.000000e+00, 2.000000e+00, 6.000000e+00");
	CHECK_VALUES(&a, "-5.000000e-01, -2.500000e+00, 0.000000e+00, -3.000000e+00");
	c = F32_TENSOR(&w, DIMS(2, 2), 0, 0, 0, 0);
	CHECK_CALL(&w, "tfrt_test.global_average_pooling.f32", ARGS(&d, &c, CHAIN), RESULTS(CHAIN));
	CHECK_CALL(&w, "tfrt_test.broadcast_2d.f32", ARGS(&c, &d, CHAIN), RESULTS(CHAIN));
	CHECK_VALUES(&c, "2.000000e+00, 3.000000e+00, 6.000000e+00, 7.000000e+00");
	b = F32_TENSOR(&w, DIMS(8), 0, 0, 0, 0, 0, 0, 0, 0);
	CHECK_CALL(&w, "tfrt_test.flatten.f32", ARGS(&d, &b, CHAIN), RESULTS(CHAIN));
	CHECK_VALUES(&b,
		"2.000000e+00, 3.000000e+00, 2.000000e+00, 3.000000e+00, 6.000000e+00, 7.000000e+00, 6.000000e+00, "
		"7.000000e+00");
	c = F32_TENSOR(&w, DIMS(2, 2), 1000, 1000, 0, -INFINITY);
	CHECK_CALL(&w, "tfrt_test.softmax_inplace.f32", ARGS(&c, CHAIN), RESULTS(CHAIN));
	CHECK_VALUES(&c, "5.000000e-01, 5.000000e-01, 1.000000e+00, 0.000000e+00");
	kernels_tensor_finish(&d);
	kernels_tensor_finish(&rate);
}

/* Errors are reported, and nothing is written. */
static void errors(void)
{
	struct kernels_tensor in = random_tensor(DIMS(1, 4, 4, 2), 1), filter = random_tensor(DIMS(3, 3, 2, 5), 1);
	struct kernels_tensor out = random_tensor(DIMS(1, 2, 2, 5), 1), other = random_tensor(DIMS(3, 3, 4, 5), 1);
	struct kernels_tensor big = random_tensor(DIMS(5, 5, 2, 5), 1), bias = random_tensor(DIMS(4), 1);
	struct kernels_tensor none = random_tensor(DIMS(0, 3, 2, 5), 1);
#define CONV(padding, strides, in, filter, out) \
	CALL(&w, "eigen.conv2d.f32", ATTR(STRING(padding), strides), ARGS(in, filter, out, CHAIN), RESULTS(CHAIN))
	CHECK_STR(CONV("fair", I64S(&w, 1, 1), &in, &filter, &out),
		"padding must be \"same\" or \"valid\", got \"fair\"");
	CHECK_STR(CONV("valid", I64S(&w, 1), &in, &filter, &out), "strides must be 2 or 4 numbers, got 1");
	CHECK_STR(CONV("valid", I64S(&w, 1, 0), &in, &filter, &out),
		"strides: number 1 must be from 1 to 2147483647, got 0");
	CHECK_STR(CONV("valid", I64S(&w, 2, 1, 1, 1), &in, &filter, &out), "strides: number 0 must be 1, got 2");
	CHECK_STR(CONV("valid", I64S(&w, 1, 1), &in, &other, &out),
		"arguments 1 and 0: a filter of shape [3, 3, 4, 5] does not fit a picture of shape [1, 4, 4, 2]: 4 channels, not 2");
	CHECK_STR(CONV("valid", I64S(&w, 1, 1), &in, &none, &out),
		"argument 1: a filter of shape [0, 3, 2, 5] is not a valid window");
	CHECK_STR(CONV("valid", I64S(&w, 1, 1), &in, &big, &out),
		"argument 0: a window of 5 does not fit into 4 without padding");
	CHECK_STR(CONV("same", I64S(&w, 1, 1), &in, &filter, &out),
		"argument 2: expected shape [1, 4, 4, 5], got [1, 2, 2, 5]");
	CHECK_STR(CONV("valid", I64S(&w, 1, 1), &in, &bias, &out),
		"argument 1: expected a dense tensor of rank 4 of f32, got a dense tensor of f32 with shape [4]");
	CHECK_STR(CALL(&w, "eigen.conv2d.bias.f32", ATTR(STRING("valid"), I64S(&w, 1, 1)),
		ARGS(&in, &filter, &bias, &out, CHAIN), RESULTS(CHAIN)), "argument 2: expected shape [5], got [4]");
	CHECK_STR(CALL(&w, "eigen.batch_norm.f32", ATTR(WORLD_SCALAR(&w, float, 1)),
			  ARGS(&in, &bias, &bias, &bias, &bias, CHAIN), RESULTS(CHAIN)),
		"argument 1: expected shape [2], got [4]");
	CHECK_STR(CALL(&w, "eigen.max_pooling_2d.f32", ATTR(STRING("valid"), I64S(&w, 0, 1), I64S(&w, 1, 1)),
		ARGS(&in, &out, CHAIN), RESULTS(CHAIN)), "pool_size: number 0 must be from 1 to 2147483647, got 0");
	CHECK_STR(CALL(&w, "eigen.zero_padding.f32", ATTR(I64S(&w, 1, -1)), ARGS(&in, &out, CHAIN), RESULTS(CHAIN)),
		"padding: number 1 must be from 0 to 2147483647, got -1");
	CHECK_STR(CALL(&w, "tfrt_test.flatten.f32", ARGS(&in, &out, CHAIN), RESULTS(CHAIN)),
		"arguments 0 and 1 must have equal numbers of elements, got [1, 4, 4, 2] and [1, 2, 2, 5]");
	CHECK_STR(CALL(&w, "tfrt_test.gradient_descent.f32", ARGS(&in, &in, &bias, CHAIN), RESULTS(CHAIN)),
		"argument 2: expected one element, got shape [4]");
	CHECK_STR(CALL(&w, "eigen.max_pooling_2d.f32", ATTR(STRING("valid"), I64S(&w, 1, 1), I64S(&w, 1, 1)),
			  ARGS(&in, &in, CHAIN), RESULTS(CHAIN)),
		"argument 1 is written while argument 0 is read, and they share memory");
	struct kernels_tensor *all[] = { &in, &filter, &out, &other, &big, &bias, &none };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		kernels_tensor_finish(all[i]);
}

/* The largest dimensions, in tensors without elements: there is nothing to compute, and nothing may overflow. */
static void huge_and_empty(void)
{
	const int64_t huge = INT64_MAX;
	struct kernels_tensor in = random_tensor(DIMS(0, huge, huge, 1), 1),
			      filter = random_tensor(DIMS(INT32_MAX, 3, 1, 0), 1);
	struct kernels_tensor out = random_tensor(DIMS(0, huge, huge, 0), 1), none = random_tensor(DIMS(0, 1), 1);
	struct kernels_tensor picture = random_tensor(DIMS(1, 2, 2, 1), 1), same = random_tensor(DIMS(1, 2, 2, 0), 1);
	struct kernels_tensor wide = random_tensor(DIMS(huge, 1, 1, 0), 1);
	CHECK_CALL(&w, "eigen.conv2d.f32", ATTR(STRING("same"), I64S(&w, 1, 1)), ARGS(&in, &filter, &out, CHAIN),
		RESULTS(CHAIN));
	CHECK_CALL(&w, "eigen.conv2d.f32", ATTR(STRING("same"), I64S(&w, 1, 1)), ARGS(&picture, &filter, &same, CHAIN),
		RESULTS(CHAIN));
	CHECK_CALL(&w, "eigen.conv2d.grad.filter.f32", ATTR(STRING("same"), I64S(&w, 1, 1)),
		ARGS(&in, &out, &filter, CHAIN), RESULTS(CHAIN));
	CHECK_CALL(&w, "eigen.conv2d.grad.input.f32", ATTR(STRING("same"), I64S(&w, 1, 1)),
		ARGS(&out, &filter, &in, CHAIN), RESULTS(CHAIN));
	CHECK_CALL(&w, "tfrt_test.global_average_pooling.f32", ARGS(&in, &none, CHAIN), RESULTS(CHAIN));
	CHECK_CALL(&w, "tfrt_test.broadcast_2d.f32", ARGS(&none, &in, CHAIN), RESULTS(CHAIN));
	CHECK_STR(CALL(&w, "eigen.conv2d.f32", ATTR(STRING("same"), I64S(&w, 1, 1)),
			  ARGS(&picture, &wide, &same, CHAIN), RESULTS(CHAIN)),
		"argument 1: a filter of shape [9223372036854775807, 1, 1, 0] is not a valid window");
	CHECK_STR(CALL(&w, "eigen.max_pooling_2d.f32", ATTR(STRING("valid"), I64S(&w, INT32_MAX, 1), I64S(&w, 1, 1)),
		ARGS(&picture, &picture, CHAIN), RESULTS(CHAIN)),
		"argument 0: a window of 2147483647 does not fit into 2 without padding");
	struct kernels_tensor *all[] = { &in, &filter, &out, &none, &picture, &same, &wide };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		kernels_tensor_finish(all[i]);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(convolution), CHECK_CASE(convolution_gradients),
		CHECK_CASE(fused_convolutions), CHECK_CASE(batch_norm_gradient), CHECK_CASE(max_pooling),
		CHECK_CASE(zero_padding), CHECK_CASE(small_kernels), CHECK_CASE(errors), CHECK_CASE(huge_and_empty) };
	world_open(&w);
	int result = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	world_close(&w);
	return result;
}
