/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* eigen.conv2d.f32 and its fused forms; eigen.batch_norm.f32. Pictures are [batch, height, width, channels], filters
 * [height, width, channels, filters]. */
#include "conv/conv.h"
#include "common/arguments.h"
#include "products/multiply.h"
#include <kernels/stop.h>
#include <shared/share.h>
#include <inttypes.h>

/* (input, filter, one tensor for each filter ..., output, chain) {epsilon, padding, strides} */
enum { INPUT = 0, FILTER = 1, FIRST_OF_CHANNELS = 2 };

/* The arguments of a kernel of the group. */
struct form {
	struct multiplication m;
	uint32_t output; /* index of the argument */
	bool normalized, relu;
};

/* Reads tensors [count] of f32 from argument `first` on, in the order scale, offset, mean, variance. */
static bool norm_arguments(struct kernels_call *call, uint32_t first, int64_t count, struct channels *out)
{
	const float *data[4];
	const struct kernels_shape shape = { .rank = 1, .dims = { count } };
	for (uint32_t i = 0; i < 4; i++) {
		const struct kernels_tensor *t = kernels_tensor__dense(call, first + i, KERNELS_F32, 1);
		if (!t || !kernels_tensor__expect_shape(call, first + i, &shape))
			return false;
		data[i] = kernels_tensor_bytes(t);
	}
	out->scale = data[0];
	out->offset = data[1];
	out->mean = data[2];
	out->variance = data[3];
	return kernels_call_scalar(call, 0, KERNELS_F32, &out->epsilon);
}

static bool channel_arguments(struct kernels_call *call, const struct form *form, int64_t filters, struct channels *out)
{
	out->relu = form->relu;
	if (form->normalized)
		return norm_arguments(call, FIRST_OF_CHANNELS, filters, out);
	if (form->output == FIRST_OF_CHANNELS)
		return true;
	const struct kernels_shape shape = { .rank = 1, .dims = { filters } };
	const struct kernels_tensor *bias = kernels_tensor__dense(call, FIRST_OF_CHANNELS, KERNELS_F32, 1);
	if (!bias || !kernels_tensor__expect_shape(call, FIRST_OF_CHANNELS, &shape))
		return false;
	out->offset = kernels_tensor_bytes(bias);
	return true;
}

bool kernels_tensor__conv_window(struct kernels_call *call, uint32_t input, uint32_t filter, uint32_t attribute,
	struct window *w)
{
	const struct kernels_shape *picture = &kernels_tensor__argument(call, input)->shape;
	const struct kernels_shape *size = &kernels_tensor__argument(call, filter)->shape;
	struct kernels_string padding;
	*w = (struct window){ .batch = picture->dims[0], .channels = picture->dims[3], .argument = input };
	if (size->dims[2] != w->channels) {
		kernels_call_fail(call,
			"arguments %" PRIu32 " and %" PRIu32 ": a filter of shape %s does not fit a picture of "
			"shape %s: %" PRId64 " channels, not %" PRId64,
			filter, input, kernels_tensor__shape_text(size).text, kernels_tensor__shape_text(picture).text,
			size->dims[2], w->channels);
		return false;
	}
	for (int i = 0; i < 2; i++) {
		w->input[i] = picture->dims[1 + i];
		w->size[i] = size->dims[i];
		if (w->size[i] < 1 || w->size[i] > INT32_MAX) {
			kernels_call_fail(call, "argument %" PRIu32 ": a filter of shape %s is not a valid window",
				filter, kernels_tensor__shape_text(size).text);
			return false;
		}
	}
	return kernels_call_string(call, attribute, &padding) &&
	       kernels_tensor__window_attribute(call, attribute + 1, KERNELS_I64, "strides", w->stride) &&
	       kernels_tensor__window_place(call, &padding, w);
}

size_t kernels_tensor__conv_pixels(const struct kernels_tensor *output)
{
	int64_t count = kernels_tensor_elements(output);
	return count > 0 ? (size_t)(count / output->shape.dims[3]) : 0;
}

size_t kernels_tensor__conv_depth(const struct kernels_tensor *filter)
{
	int64_t count = kernels_tensor_elements(filter);
	return count > 0 ? (size_t)(count / filter->shape.dims[3]) : 0;
}

static void check_convolution(struct kernels_call *call, void *out)
{
	static const float one = 1, zero = 0;
	struct form *form = out;
	struct multiplication *m = &form->m;
	struct window *w = &m->conv.window;
	const struct kernels_tensor *input = kernels_tensor__dense(call, INPUT, KERNELS_F32, 4);
	const struct kernels_tensor *filter = input ? kernels_tensor__dense(call, FILTER, KERNELS_F32, 4) : NULL;
	const struct kernels_tensor *output = filter ? kernels_tensor__dense(call, form->output, KERNELS_F32, 4) : NULL;
	if (!output)
		return;
	const int64_t filters = filter->shape.dims[3];
	if (!kernels_tensor__conv_window(call, INPUT, FILTER, form->normalized ? 1 : 0, w) ||
		!channel_arguments(call, form, filters, &m->channels))
		return;
	const struct kernels_shape shape = { .rank = 4, .dims = { w->batch, w->output[0], w->output[1], filters } };
	if (!kernels_tensor__expect_shape(call, form->output, &shape))
		return;
	for (uint32_t i = 0; i < form->output; i++) {
		if (!kernels_tensor__apart(call, i, form->output))
			return;
	}
	m->gemm = (struct gemm){
		.rows = kernels_tensor__conv_pixels(output), .columns = (size_t)filters,
		.depth = kernels_tensor__conv_depth(filter), .alpha = &one, .beta = &zero,
		.b = kernels_tensor_bytes(filter), .b_stride = (size_t)filters,
		.c = kernels_tensor_data(output), .c_stride = (size_t)filters
	};
	m->conv.input = kernels_tensor_bytes(input);
	m->b_version = kernels_buffer_version(filter->buffer);
	bool whole_pixels = w->size[0] == 1 && w->size[1] == 1 && w->stride[0] == 1 && w->stride[1] == 1;
	m->convolution = !whole_pixels;
	if (whole_pixels) { /* the picture is the matrix then */
		m->gemm.a = m->conv.input;
		m->gemm.a_stride = m->gemm.depth;
	}
}

static void convolve(struct kernels_frame *frame, uint32_t output, bool normalized, bool relu)
{
	struct form form = { .m = { .element = GEMM_F32 }, .output = output, .normalized = normalized, .relu = relu };
	if (kernels_tensor__checked(frame, check_convolution, &form))
		kernels_tensor__multiply(frame, &form.m);
}

void kernels_tensor__conv2d(struct kernels_frame *frame) { convolve(frame, 2, false, false); }
void kernels_tensor__conv2d_bias(struct kernels_frame *frame) { convolve(frame, 3, false, false); }
void kernels_tensor__conv2d_batch_norm(struct kernels_frame *frame) { convolve(frame, 6, true, false); }
void kernels_tensor__conv2d_batch_norm_relu(struct kernels_frame *frame) { convolve(frame, 6, true, true); }

/* ---- eigen.batch_norm.f32: (input and output, scale, offset, mean, variance, chain) {epsilon} */

struct normalization {
	struct channels channels;
	float *data;
	size_t rows, columns;
};

static void check_batch_norm(struct kernels_call *call, void *out)
{
	struct normalization *n = out;
	const struct kernels_tensor *t = kernels_tensor__dense(call, 0, KERNELS_F32, 4);
	if (!t || !norm_arguments(call, 1, t->shape.dims[3], &n->channels))
		return;
	for (uint32_t i = 1; i <= 4; i++) {
		if (!kernels_tensor__apart(call, i, 0))
			return;
	}
	n->data = kernels_tensor_data(t);
	n->columns = (size_t)t->shape.dims[3];
	n->rows = n->columns > 0 ? (size_t)kernels_tensor_elements(t) / n->columns : 0;
}

static void normalize(const void *data, size_t begin, size_t end)
{
	const struct normalization *n = data;
	kernels_tensor__channels_finish(
		&n->channels, n->data + begin * n->columns, n->columns, end - begin, 0, n->columns);
}

void kernels_tensor__batch_norm(struct kernels_frame *frame)
{
	struct normalization n = { .data = NULL };
	if (!kernels_tensor__checked(frame, check_batch_norm, &n))
		return;
	struct kernels_stop stop;
	kernels_stop_begin(&stop, frame->request);
	kernels_shared__share(kernels_host(frame->request)->queue, normalize, &n, n.rows, n.rows * n.columns / 4);
	if (kernels_stop_end(&stop))
		kernels_frame_fail_with(frame, async_error_retain(async_request_cancelled(frame->request)));
	else
		frame->results[0] = async_chain();
}
