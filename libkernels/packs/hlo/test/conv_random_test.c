/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Convolutions against loops over index vectors, on random types and attributes. Elements are small integers, so that sums
 * are exact in any order. */
#include "arrays.h"
#include "numbers.h"

enum { SPATIAL = 3 };

struct convolution {
	uint32_t spatial;
	int64_t input[SPATIAL], kernel[SPATIAL], output[SPATIAL], strides[SPATIAL], padding[2 * SPATIAL];
	int64_t lhs_dilation[SPATIAL], rhs_dilation[SPATIAL], reversal[SPATIAL];
	int64_t batch, channels, features, feature_groups, batch_groups; /* of lhs, and of the result */
	int64_t numbers[3][SPATIAL + 2]; /* place of batch, feature, spatial ... */
};

static void place(const struct convolution *c, uint32_t tensor, int64_t batch, int64_t feature, const int64_t *spatial,
	int64_t *out)
{
	out[c->numbers[tensor][0]] = batch;
	out[c->numbers[tensor][1]] = feature;
	for (uint32_t i = 0; i < c->spatial; i++)
		out[c->numbers[tensor][2 + i]] = spatial[i];
}

static struct convolution any_convolution(int64_t most)
{
	struct convolution c = { .spatial = (uint32_t)random_below(SPATIAL + 1), .feature_groups = 1, .batch_groups = 1 };
	if (!random_below(3))
		c.feature_groups = random_from(1, 3);
	else if (!random_below(2))
		c.batch_groups = random_from(1, 3);
	c.batch = c.batch_groups * random_from(random_below(20) ? 1 : 0, 2);
	c.channels = c.feature_groups * random_from(random_below(20) ? 1 : 0, 3);
	c.features = c.feature_groups * c.batch_groups * random_from(random_below(20) ? 1 : 0, 3);
	for (uint32_t i = 0; i < c.spatial; i++) {
		const bool plain = random_below(2);
		c.input[i] = random_from(random_below(20) ? 1 : 0, most);
		c.kernel[i] = random_from(random_below(20) ? 1 : 0, 3);
		c.strides[i] = plain ? 1 : random_from(1, 3);
		c.padding[2 * i] = plain ? 0 : random_from(-2, 4);
		c.padding[2 * i + 1] = plain ? 0 : random_from(-2, 4);
		c.lhs_dilation[i] = plain ? 1 : random_from(1, 3);
		c.rhs_dilation[i] = plain ? 1 : random_from(1, 3);
		c.reversal[i] = random_below(2);
		int64_t dilated = c.input[i] == 0 ? 0 : (c.input[i] - 1) * c.lhs_dilation[i] + 1;
		int64_t window = c.kernel[i] == 0 ? 0 : (c.kernel[i] - 1) * c.rhs_dilation[i] + 1;
		int64_t padded = dilated + c.padding[2 * i] + c.padding[2 * i + 1];
		for (int64_t at = 0; padded > 0 && at + window <= padded; at += c.strides[i])
			c.output[i]++;
	}
	for (uint32_t tensor = 0; tensor < 3; tensor++) {
		for (uint32_t i = 0; i < c.spatial + 2; i++)
			c.numbers[tensor][i] = i;
		shuffle(c.spatial + 2, c.numbers[tensor]);
	}
	return c;
}

/* The element of the result at these positions. */
static struct number element_of(const struct convolution *c, const struct array *lhs, const struct array *rhs,
	enum kernels_dtype to, int64_t batch, int64_t feature, const int64_t *output)
{
	struct number sum = { 0 };
	const int64_t groups = c->feature_groups * c->batch_groups, group = feature / (c->features / groups);
	const int64_t channels = c->channels / c->feature_groups;
	struct kernels_shape window = { c->spatial + 1, { channels } };
	for (uint32_t i = 0; i < c->spatial; i++)
		window.dims[1 + i] = c->kernel[i];
	int64_t elements;
	if (!kernels_shape_elements(&window, &elements) || elements == 0)
		return sum;
	EACH(&window, k)
	{
		int64_t from[SPATIAL], weight[SPATIAL], l[SPATIAL + 2], r[SPATIAL + 2];
		bool inside = true;
		for (uint32_t i = 0; i < c->spatial; i++) {
			from[i] = output[i] * c->strides[i] + k[1 + i] * c->rhs_dilation[i] - c->padding[2 * i];
			weight[i] = c->reversal[i] ? c->kernel[i] - 1 - k[1 + i] : k[1 + i];
			inside = inside && from[i] >= 0 && from[i] % c->lhs_dilation[i] == 0 &&
				from[i] / c->lhs_dilation[i] < c->input[i];
			from[i] /= c->lhs_dilation[i];
		}
		if (!inside)
			continue;
		place(c, 0, c->batch_groups > 1 ? group * (c->batch / c->batch_groups) + batch : batch,
			c->feature_groups > 1 ? group * channels + k[0] : k[0], from, l);
		place(c, 1, k[0], feature, weight, r);
		number_add(to, &sum, number_get(lhs, array_at(&lhs->shape, l)), number_get(rhs, array_at(&rhs->shape, r)));
	}
	return sum;
}

static void convolution_attributes(const struct convolution *c, bool dynamic)
{
	calls_ints("window_strides", c->spatial, c->strides);
	calls_ints("lhs_dilation", c->spatial, c->lhs_dilation);
	calls_ints("rhs_dilation", c->spatial, c->rhs_dilation);
	calls_ints("window_reversal", c->spatial, c->reversal);
	if (!dynamic)
		calls_ints("padding", 2 * c->spatial, c->padding);
	calls_int("input_batch_dimension", c->numbers[0][0]);
	calls_int("input_feature_dimension", c->numbers[0][1]);
	calls_ints("input_spatial_dimensions", c->spatial, c->numbers[0] + 2);
	calls_int("kernel_input_feature_dimension", c->numbers[1][0]);
	calls_int("kernel_output_feature_dimension", c->numbers[1][1]);
	calls_ints("kernel_spatial_dimensions", c->spatial, c->numbers[1] + 2);
	calls_int("output_batch_dimension", c->numbers[2][0]);
	calls_int("output_feature_dimension", c->numbers[2][1]);
	calls_ints("output_spatial_dimensions", c->spatial, c->numbers[2] + 2);
	calls_int("feature_group_count", c->feature_groups);
	calls_int("batch_group_count", c->batch_groups);
}

static void run_convolution(const struct convolution *c, enum kernels_dtype to, enum kernels_dtype left,
	enum kernels_dtype right)
{
	int64_t dims[3][SPATIAL + 2];
	place(c, 0, c->batch, c->channels, c->input, dims[0]);
	place(c, 1, c->channels / c->feature_groups, c->features, c->kernel, dims[1]);
	place(c, 2, c->batch / c->batch_groups, c->features, c->output, dims[2]);
	struct array lhs = number_array(left, c->spatial + 2, dims[0]), rhs = number_array(right, c->spatial + 2, dims[1]);
	struct array expected = array_make(to, c->spatial + 2, dims[2]);
	if (expected.elements > 0)
		EACH(&expected.shape, index)
		{
			int64_t output[SPATIAL];
			for (uint32_t i = 0; i < c->spatial; i++)
				output[i] = index[c->numbers[2][2 + i]];
			number_set(&expected, array_at(&expected.shape, index),
				element_of(c, &lhs, &rhs, to, index[c->numbers[2][0]], index[c->numbers[2][1]], output));
		}
	const bool dynamic = random_below(3) == 0;
	calls_begin(dynamic ? "hlo.dynamic_conv" : "hlo.convolution");
	operand(lhs);
	operand(rhs);
	if (dynamic) {
		struct array padding = array_make(
			random_below(2) ? KERNELS_I64 : KERNELS_I8, 2, (int64_t[]){ c->spatial, 2 });
		for (uint32_t i = 0; i < 2 * c->spatial; i++)
			array_set(&padding, i, c->padding[i]);
		operand(padding);
	}
	result(&expected, !dynamic);
	convolution_attributes(c, dynamic);
	expect(&expected);
}

static void convolutions(void)
{
	for (int round = 0; round < 2500 / CHECK_EVERY; round++) {
		const enum kernels_dtype to = any_wide_number_type();
		const bool mixed = numbers_mixed = random_below(2);
		const struct convolution c = any_convolution(5);
		run_convolution(&c, to, mixed ? any_number_type() : to, mixed ? any_number_type() : to);
	}
	numbers_mixed = false;
}

/* More channels and positions than a block has, in the usual layouts and in one that is neither. */
static void large_convolutions(void)
{
	static const int64_t layouts[3][3][4] = { { { 0, 3, 1, 2 }, { 2, 3, 0, 1 }, { 0, 3, 1, 2 } },
		{ { 0, 1, 2, 3 }, { 1, 0, 2, 3 }, { 0, 1, 2, 3 } }, { { 3, 1, 0, 2 }, { 0, 2, 3, 1 }, { 2, 1, 3, 0 } } };
	for (uint32_t layout = 0; layout < 3; layout++)
		for (int kind = 0; kind < 6; kind++) {
			struct convolution c = { .spatial = 2, .input = { 9, 17 }, .kernel = { 3, 3 }, .output = { 9, 17 },
				.strides = { 1, 1 }, .padding = { 1, 1, 1, 1 }, .lhs_dilation = { 1, 1 },
				.rhs_dilation = { 1, 1 }, .batch = 2, .channels = 70, .features = 33,
				.feature_groups = 1, .batch_groups = 1 };
			if (kind == 1) { /* each window is one element */
				c = (struct convolution){ .spatial = 2, .input = { 9, 17 }, .kernel = { 1, 1 },
					.output = { 9, 17 }, .strides = { 1, 1 }, .lhs_dilation = { 1, 1 },
					.rhs_dilation = { 1, 1 }, .batch = 3, .channels = 600, .features = 20,
					.feature_groups = 1, .batch_groups = 1 };
			} else if (kind == 2) { /* one filter for each channel */
				c.feature_groups = c.channels;
				c.features = 2 * c.channels;
			} else if (kind > 2) { /* one feature for each channel */
				c.feature_groups = c.features = c.channels;
			}
			if (kind == 4) { /* the windows along the last dimension are not contiguous */
				c.strides[0] = c.rhs_dilation[1] = 2;
				memcpy(c.padding, (int64_t[]){ 2, 1, -1, 3 }, 4 * sizeof(int64_t));
				memcpy(c.output, (int64_t[]){ 5, 15 }, 2 * sizeof(int64_t));
			} else if (kind == 5) {
				c.strides[0] = c.rhs_dilation[0] = 2;
				memcpy(c.padding, (int64_t[]){ 1, 2, 2, -1 }, 4 * sizeof(int64_t));
				memcpy(c.output, (int64_t[]){ 4, 16 }, 2 * sizeof(int64_t));
			}
			for (uint32_t tensor = 0; tensor < 3; tensor++)
				memcpy(c.numbers[tensor], layouts[layout][tensor], sizeof layouts[layout][tensor]);
			run_convolution(&c, KERNELS_F32, KERNELS_F32, KERNELS_F32);
			run_convolution(&c, KERNELS_F64, KERNELS_F64, KERNELS_F64);
			run_convolution(&c, KERNELS_F32, KERNELS_BF16, KERNELS_BF16);
			numbers_mixed = true;
			run_convolution(&c, KERNELS_I32, KERNELS_I8, KERNELS_UI8);
			numbers_mixed = false;
		}
	struct convolution c = { .spatial = 1, .input = { 20 }, .kernel = { 2 }, .output = { 19 }, .strides = { 1 },
		.lhs_dilation = { 1 }, .rhs_dilation = { 1 }, .batch = 1, .channels = 3, .features = 1100,
		.feature_groups = 1, .batch_groups = 1, .numbers = { { 0, 2, 1 }, { 1, 2, 0 }, { 0, 2, 1 } } };
	run_convolution(&c, KERNELS_F32, KERNELS_F32, KERNELS_F32);
	for (c.channels = 3; c.channels < 2000; c.channels += 1032) { /* odd depths, and more than a block */
		c.features = 40, c.kernel[0] = 3, c.output[0] = 18;
		run_convolution(&c, KERNELS_F32, KERNELS_BF16, KERNELS_BF16);
	}
}

/* One channel and one feature: longer lines than are computed together, more elements of the kernel, windows that are partly outside on
 * both sides, and lines without a window that is inside. */
static void filters(void)
{
	const struct convolution lines = { .spatial = 1, .input = { 9000 }, .kernel = { 70 }, .output = { 9001 }, .strides = { 1 },
		.padding = { 35, 35 }, .lhs_dilation = { 1 }, .rhs_dilation = { 1 }, .reversal = { 1 }, .batch = 2, .channels = 1,
		.features = 1, .feature_groups = 1, .batch_groups = 1, .numbers = { { 0, 1, 2 }, { 0, 1, 2 }, { 0, 1, 2 } } };
	struct convolution image = { .spatial = 2, .input = { 40, 150 }, .kernel = { 9, 9 }, .output = { 14, 147 }, .strides = { 2, 1 },
		.padding = { 1, 2, -2, 7 }, .lhs_dilation = { 1, 1 }, .rhs_dilation = { 2, 1 }, .batch = 3, .channels = 1, .features = 1,
		.feature_groups = 1, .batch_groups = 1, .numbers = { { 0, 1, 2, 3 }, { 0, 1, 2, 3 }, { 0, 1, 2, 3 } } };
	run_convolution(&lines, KERNELS_F32, KERNELS_F32, KERNELS_F32);
	run_convolution(&image, KERNELS_F32, KERNELS_F32, KERNELS_F32);
	for (uint32_t tensor = 0; tensor < 3; tensor++)
		memcpy(image.numbers[tensor], ((int64_t[3][4]){ { 0, 3, 1, 2 }, { 2, 3, 0, 1 }, { 0, 3, 1, 2 } })[tensor], 4 * sizeof(int64_t));
	run_convolution(&image, KERNELS_F32, KERNELS_F32, KERNELS_F32);
	image.input[1] = 10, image.kernel[1] = 25, image.padding[2] = 20, image.padding[3] = 20, image.output[1] = 26;
	run_convolution(&image, KERNELS_F32, KERNELS_F32, KERNELS_F32);
	run_convolution(&image, KERNELS_F64, KERNELS_F64, KERNELS_F64);
}

/* ---- threads */

/* A spatial dimension, the batch is one. */
static void compute(struct array *out, enum kernels_dtype dtype, const struct array *lhs, const struct array *rhs)
{
	const int64_t *in = lhs->shape.dims, *kernel = rhs->shape.dims;
	struct convolution c = { .spatial = 1, .strides = { 1 }, .lhs_dilation = { 1 }, .rhs_dilation = { 1 },
		.feature_groups = 1, .batch_groups = 1, .numbers = { { 0, 2, 1 }, { 1, 2, 0 }, { 0, 1, 2 } } };
	calls_begin("hlo.convolution");
	calls_operand(lhs);
	calls_operand(rhs);
	calls_result(dtype, 3, (int64_t[]){ 1, kernel[2], in[1] - kernel[0] + 1 });
	convolution_attributes(&c, false);
	take_output(out, dtype);
}

static void the_same_bits_with_threads(void)
{
	static const enum kernels_dtype types[] = { KERNELS_F32, KERNELS_F64, KERNELS_COMPLEX64, KERNELS_BF16 };
	static const int64_t sizes[][3] = { { 300, 200, 233 }, { 1, 900, 500 }, { 65, 1300, 173 } };
	for (size_t t = 0; t < sizeof types / sizeof *types; t++)
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
			struct array lhs = float_array(types[t], 3, (int64_t[]){ 1, sizes[s][0] + 2, sizes[s][2] });
			struct array rhs = float_array(types[t], 3, (int64_t[]){ 3, sizes[s][2], sizes[s][1] });
			same_bits_with_threads(compute, types[t], &lhs, &rhs);
			array_free(&lhs);
			array_free(&rhs);
		}
}

/* ---- what is refused */

static void wrong_ops(void)
{
	struct convolution c = { .spatial = 1, .input = { 4 }, .kernel = { 2 }, .output = { 3 }, .strides = { 1 },
		.lhs_dilation = { 1 }, .rhs_dilation = { INT64_MAX }, .batch = 1, .channels = 1, .features = 1,
		.feature_groups = 1, .batch_groups = 1, .numbers = { { 0, 1, 2 }, { 1, 0, 2 }, { 0, 1, 2 } } };
	struct array a = number_array(KERNELS_F32, 3, (int64_t[]){ 1, 1, 4 });
	struct array b = number_array(KERNELS_F32, 3, (int64_t[]){ 1, 1, 2 });
	static const char *const texts[] = { "padding or dilation of spatial dimension 0 is too large",
		"stride or dilation of spatial dimension 0 is less than 1",
		"a batch of 1 and 1 output features cannot be divided into 2 groups",
		("attributes output_batch_dimension, output_feature_dimension, output_spatial_dimensions do not have each "
		 "dimension from 0 to 2") };
	for (size_t i = 0; i < 4; i++) {
		c.rhs_dilation[0] = i == 0 ? INT64_MAX : 1;
		c.strides[0] = i == 1 ? 0 : 1;
		c.feature_groups = i == 2 ? 2 : 1;
		c.numbers[2][0] = i == 3 ? 1 : 0;
		calls_begin("hlo.convolution");
		calls_operand(&a);
		calls_operand(&b);
		calls_result(KERNELS_F32, 3, (int64_t[]){ 1, 1, 3 });
		convolution_attributes(&c, false);
		refused_with(texts[i]);
	}
	array_free(&a);
	array_free(&b);
}

static const struct check_case random_cases[] = { CHECK_CASE(convolutions) };

static void mutants(void) { run_mutants(random_cases, sizeof random_cases / sizeof *random_cases); }

static const struct check_case cases[] = { CHECK_CASE(convolutions), CHECK_CASE(large_convolutions), CHECK_CASE(filters),
	CHECK_CASE(the_same_bits_with_threads), CHECK_CASE(wrong_ops), CHECK_CASE(mutants) };

int main(int argc, char **argv)
{
	calls_open(2);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
