/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* eigen.conv2d.grad.*, eigen.batch_norm.grad, for training. All are products and run on the calling thread. */
#include "conv/conv.h"
#include "common/arguments.h"
#include <shared/gemm.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const float one = 1, zero = 0;

/* The roles of the three tensors of a convolution's gradient. */
struct trio {
	const struct kernels_tensor *input, *filter, *output;
	struct window window;
	struct conv conv;
	size_t pixels, depth, filters;
};

/* Checks shapes, and that the output does not overlap the inputs. Returns false if the call has failed. */
static bool trio_take(struct kernels_call *call, uint32_t input, uint32_t filter, uint32_t output, struct trio *t)
{
	enum { WRITTEN = 2 };
	const struct kernels_tensor *tensors[3];
	for (uint32_t i = 0; i < 3; i++) {
		tensors[i] = kernels_tensor__dense(call, i, KERNELS_F32, 4);
		if (!tensors[i])
			return false;
	}
	*t = (struct trio){ .input = tensors[input], .filter = tensors[filter], .output = tensors[output] };
	if (!kernels_tensor__conv_window(call, input, filter, 0, &t->window))
		return false;
	const struct window *w = &t->window;
	const int64_t filters = t->filter->shape.dims[3];
	const struct kernels_shape shape = { .rank = 4, .dims = { w->batch, w->output[0], w->output[1], filters } };
	if (!kernels_tensor__expect_shape(call, output, &shape) || !kernels_tensor__apart(call, 0, WRITTEN) ||
		!kernels_tensor__apart(call, 1, WRITTEN))
		return false;
	t->pixels = kernels_tensor__conv_pixels(t->output);
	t->depth = kernels_tensor__conv_depth(t->filter);
	t->filters = (size_t)filters;
	t->conv = (struct conv){ .window = *w, .input = kernels_tensor_bytes(t->input) };
	return true;
}

/* (input, output gradient, filter gradient, chain): each element of a filter is multiplied with one pixel of the input
 * per pixel of the output. */
void kernels_tensor__conv2d_grad_filter(struct kernels_call *call)
{
	struct trio t;
	if (!trio_take(call, 0, 2, 1, &t))
		return;
	const struct gemm gemm = { .rows = t.depth, .columns = t.filters, .depth = t.pixels, .alpha = &one, .beta = &zero,
		.b = kernels_tensor_bytes(t.output), .b_stride = t.filters, .c = kernels_tensor_data(t.filter),
		.c_stride = t.filters };
	const struct gemm_left left = { kernels_tensor__conv_pack_transposed, &t.conv, 0, 0 };
	kernels_shared__gemm(&gemm, GEMM_F32, &(struct gemm_how){ .left = &left });
}

/* Adds the contribution of the window at pixel `row` of the output to the input's gradient. */
static void scatter(const struct window *w, size_t row, const float *from, float *input)
{
	int64_t pixel = (int64_t)row, x = pixel % w->output[1], rest = pixel / w->output[1];
	int64_t top = rest % w->output[0] * w->stride[0] - w->pad[0], left = x * w->stride[1] - w->pad[1];
	float *picture = input + rest / w->output[0] * w->input[0] * w->input[1] * w->channels;
	for (int64_t ky = 0; ky < w->size[0]; ky++) {
		for (int64_t kx = 0; kx < w->size[1]; kx++, from += w->channels) {
			int64_t y = top + ky, column = left + kx;
			if (y < 0 || y >= w->input[0] || column < 0 || column >= w->input[1])
				continue;
			float *to = picture + (y * w->input[1] + column) * w->channels;
			for (int64_t c = 0; c < w->channels; c++)
				to[c] += from[c];
		}
	}
}

/* (output gradient, filter, input gradient, chain) */
void kernels_tensor__conv2d_grad_input(struct kernels_call *call)
{
	enum { ROWS = 64 };
	struct trio t;
	if (!trio_take(call, 2, 1, 0, &t))
		return;
	const struct async_allocator *allocator = kernels_tensor__allocator(call);
	const size_t turned = t.depth * t.filters * sizeof(float); /* has the size of the filter, which exists */
	size_t size;
	if (kernels_tensor_elements(t.input) == 0)
		return;
	float *to = kernels_tensor_data(t.input);
	memset(to, 0, (size_t)kernels_tensor_elements(t.input) * sizeof *to);
	if (turned == 0 || t.pixels == 0)
		return;
	/* the transposed filter, and the contributions of some pixels of the output to the input */
	float *scratch = !__builtin_mul_overflow(t.depth, ROWS * sizeof(float), &size) &&
		!__builtin_add_overflow(size, turned, &size) ? async_alloc(allocator, size, 64) : NULL;
	if (!scratch) {
		kernels_call_fail(call, "Cannot allocate %zu bytes for the gradient", size);
		return;
	}
	const float *filter = kernels_tensor_bytes(t.filter);
	float *given = scratch + t.depth * t.filters;
	for (size_t i = 0; i < t.depth; i++) {
		for (size_t f = 0; f < t.filters; f++)
			scratch[f * t.depth + i] = filter[i * t.filters + f];
	}
	struct gemm gemm = { .columns = t.depth, .depth = t.filters, .alpha = &one, .beta = &zero, .a_stride = t.filters,
		.b = scratch, .b_stride = t.depth, .c = given, .c_stride = t.depth };
	for (size_t row = 0; row < t.pixels; row += gemm.rows) {
		gemm.rows = t.pixels - row < ROWS ? t.pixels - row : ROWS;
		gemm.a = (const float *)kernels_tensor_bytes(t.output) + row * t.filters;
		kernels_shared__gemm(&gemm, GEMM_F32, NULL);
		for (size_t i = 0; i < gemm.rows; i++)
			scatter(&t.window, row + i, given + i * t.depth, to);
	}
	async_free(allocator, scratch, size, 64);
}

/* ---- (output gradient, input, scale, mean, variance, chain, input gradient, scale gradient, offset gradient)
 * {epsilon}: of a batch norm with the mean and variance of the batch */

enum { OUTPUT_GRAD = 0, INPUT = 1, SCALE = 2, MEAN = 3, VARIANCE = 4, INPUT_GRAD = 6, SCALE_GRAD = 7, OFFSET_GRAD = 8 };

struct norm {
	float *of[9]; /* data by argument */
	size_t pixels, channels;
	float epsilon;
};

static bool norm_take(struct kernels_call *call, struct norm *n)
{
	static const uint32_t tensors[] = { OUTPUT_GRAD, INPUT, SCALE, MEAN, VARIANCE, INPUT_GRAD, SCALE_GRAD,
		OFFSET_GRAD };
	struct kernels_shape vector = { .rank = 1 };
	for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++) {
		uint32_t index = tensors[i];
		bool pictures = index == OUTPUT_GRAD || index == INPUT || index == INPUT_GRAD;
		const struct kernels_tensor *t = kernels_tensor__dense(call, index, KERNELS_F32, pictures ? 4 : 1);
		if (!t)
			return false;
		vector.dims[0] = kernels_tensor__argument(call, OUTPUT_GRAD)->shape.dims[3];
		if (pictures ? !kernels_tensor__same_shape(call, OUTPUT_GRAD, index) :
			       !kernels_tensor__expect_shape(call, index, &vector))
			return false;
		n->of[index] = kernels_tensor_data(t);
		for (size_t j = 0; index >= INPUT_GRAD && j < i; j++) {
			if (!kernels_tensor__apart(call, tensors[j], index))
				return false;
		}
	}
	n->channels = (size_t)vector.dims[0];
	n->pixels = n->channels > 0 ?
		(size_t)kernels_tensor_elements(kernels_tensor__argument(call, INPUT)) / n->channels : 0;
	return kernels_call_scalar(call, 0, KERNELS_F32, &n->epsilon);
}

void kernels_tensor__batch_norm_grad(struct kernels_call *call)
{
	struct norm n;
	if (!norm_take(call, &n))
		return;
	for (size_t c = 0; c < n.channels; c++) {
		const double mean = (double)n.of[MEAN][c], variance = (double)n.of[VARIANCE][c] + (double)n.epsilon;
		double sum = 0, product = 0; /* of the output's gradient; of it times the distance from the mean */
		for (size_t i = c; i < n.pixels * n.channels; i += n.channels) {
			sum += (double)n.of[OUTPUT_GRAD][i];
			product += (double)n.of[OUTPUT_GRAD][i] * ((double)n.of[INPUT][i] - mean);
		}
		const double inverse = 1 / sqrt(variance), factor = (double)n.of[SCALE][c] * inverse;
		const double count = n.pixels > 0 ? (double)n.pixels : 1;
		for (size_t i = c; i < n.pixels * n.channels; i += n.channels) {
			double distance = (double)n.of[INPUT][i] - mean;
			n.of[INPUT_GRAD][i] = (float)(factor * ((double)n.of[OUTPUT_GRAD][i] - sum / count -
				distance * (product / count) / variance));
		}
		n.of[SCALE_GRAD][c] = (float)(product * inverse);
		n.of[OFFSET_GRAD][c] = (float)sum;
	}
}
