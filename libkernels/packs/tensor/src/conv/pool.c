/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* max_pooling_2d, zero_padding, global_average_pooling: pictures [batch, height, width, channels] of f32. */
#include "conv/conv.h"
#include "common/arguments.h"
#include <shared/share.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3") /* vectorizes loops of any length; gcc at -O2 vectorizes only some */
#endif

static const struct kernels_tensor *picture(struct kernels_call *call, uint32_t index)
{
	return kernels_tensor__dense(call, index, KERNELS_F32, 4);
}

/* The largest element of each channel under the window at output pixel (y, x). Pixels outside are ignored; NaN is
 * ignored unless it is the first, as with std::max. */
static void largest(const struct window *w, const float *in, int64_t y, int64_t x, float *out)
{
	const size_t channels = (size_t)w->channels;
	int64_t top = y * w->stride[0] - w->pad[0], left = x * w->stride[1] - w->pad[1];
	int64_t bottom = top + w->size[0] < w->input[0] ? top + w->size[0] : w->input[0];
	int64_t right = left + w->size[1] < w->input[1] ? left + w->size[1] : w->input[1];
	bool first = true;
	for (int64_t row = top > 0 ? top : 0; row < bottom; row++) {
		for (int64_t column = left > 0 ? left : 0; column < right; column++) {
			const float *from = in + (size_t)(row * w->input[1] + column) * channels;
			if (first)
				memcpy(out, from, channels * sizeof *out);
			for (size_t c = 0; !first && c < channels; c++)
				out[c] = out[c] < from[c] ? from[c] : out[c];
			first = false;
		}
	}
}

struct pooling {
	struct window window;
	const float *in;
	float *out;
};

/* Lines of the output, of all pictures. */
static void pool_lines(const void *data, size_t begin, size_t end)
{
	const struct pooling *p = data;
	const struct window *w = &p->window;
	for (int64_t line = (int64_t)begin; line < (int64_t)end; line++) {
		const float *in = p->in + line / w->output[0] * w->input[0] * w->input[1] * w->channels;
		for (int64_t x = 0; x < w->output[1]; x++)
			largest(w, in, line % w->output[0], x, p->out + (line * w->output[1] + x) * w->channels);
	}
}

void kernels_tensor__max_pooling_2d(struct kernels_call *call, enum kernels_dtype dtype)
{
	enum { PADDING = 0, POOL_SIZE = 1, STRIDES = 2 };
	struct kernels_string padding;
	const struct kernels_tensor *input = picture(call, 0), *output = input ? picture(call, 1) : NULL;
	if (!output)
		return;
	struct window w = { .batch = input->shape.dims[0], .input = { input->shape.dims[1], input->shape.dims[2] },
		.channels = input->shape.dims[3] };
	if (!kernels_call_string(call, PADDING, &padding) ||
		!kernels_tensor__window_attribute(call, POOL_SIZE, dtype, "pool_size", w.size) ||
		!kernels_tensor__window_attribute(call, STRIDES, dtype, "strides", w.stride) ||
		!kernels_tensor__window_place(call, &padding, &w))
		return;
	const struct kernels_shape shape = { .rank = 4, .dims = { w.batch, w.output[0], w.output[1], w.channels } };
	if (!kernels_tensor__expect_shape(call, 1, &shape) || !kernels_tensor__apart(call, 0, 1) ||
		kernels_tensor_elements(output) == 0)
		return;
	const struct pooling pooling = { w, kernels_tensor_bytes(input), kernels_tensor_data(output) };
	kernels_shared__share_call(call, pool_lines, &pooling, (size_t)(w.batch * w.output[0]),
		(uint64_t)kernels_tensor_elements(output));
}

/* Zeros above, below, on the left and on the right: four numbers, or two numbers, one for both sides of each axis. */
static bool margins(struct kernels_call *call, enum kernels_dtype dtype, int64_t out[4])
{
	struct kernels_array array;
	if (!kernels_call_array(call, 0, dtype, &array))
		return false;
	if (array.count != 2 && array.count != 4) {
		kernels_call_fail(call, "padding must be 2 or 4 numbers, got %zu", array.count);
		return false;
	}
	for (size_t i = 0; i < 4; i++) {
		size_t from = array.count == 4 ? i : i / 2;
		out[i] = dtype == KERNELS_UI32 ? kernels_load_u32(array.elements + 4 * from) :
						 kernels_load_i64(array.elements + 8 * from);
		if (out[i] < 0 || out[i] > INT32_MAX) {
			kernels_call_fail(call, "padding: number %zu must be from 0 to 2147483647, got %" PRId64, from,
				out[i]);
			return false;
		}
	}
	return true;
}

/* A picture with a border of zeros; numbers of lines, and of elements of a line. */
struct frame {
	const float *in;
	float *out;
	int64_t height, framed_height, top;
	size_t row, framed_row, left;
};

/* Lines of the output, of all pictures. */
static void frame_lines(const void *data, size_t begin, size_t end)
{
	const struct frame *f = data;
	float *out = f->out + begin * f->framed_row;
	for (size_t line = begin; line < end; line++, out += f->framed_row) {
		const int64_t picture = (int64_t)line / f->framed_height, y = (int64_t)line % f->framed_height - f->top;
		if (y < 0 || y >= f->height || f->row == 0) {
			memset(out, 0, f->framed_row * sizeof *out);
			continue;
		}
		memset(out, 0, f->left * sizeof *out);
		memcpy(out + f->left, f->in + (size_t)(picture * f->height + y) * f->row, f->row * sizeof *out);
		memset(out + f->left + f->row, 0, (f->framed_row - f->left - f->row) * sizeof *out);
	}
}

void kernels_tensor__zero_padding(struct kernels_call *call, enum kernels_dtype dtype)
{
	enum { TOP, BOTTOM, LEFT, RIGHT };
	int64_t margin[4], height, width;
	const struct kernels_tensor *input = picture(call, 0), *output = input ? picture(call, 1) : NULL;
	if (!output || !margins(call, dtype, margin))
		return;
	struct kernels_shape shape = input->shape;
	if (__builtin_add_overflow(shape.dims[1], margin[TOP] + margin[BOTTOM], &height) ||
		__builtin_add_overflow(shape.dims[2], margin[LEFT] + margin[RIGHT], &width)) {
		kernels_call_fail(call, "padding: the picture becomes too large");
		return;
	}
	shape.dims[1] = height;
	shape.dims[2] = width;
	if (!kernels_tensor__expect_shape(call, 1, &shape) || !kernels_tensor__apart(call, 0, 1) ||
		kernels_tensor_elements(output) == 0)
		return;
	const struct frame frame = { .in = kernels_tensor_bytes(input), .out = kernels_tensor_data(output),
		.height = input->shape.dims[1], .framed_height = height, .top = margin[TOP],
		.row = (size_t)(input->shape.dims[2] * shape.dims[3]), .left = (size_t)(margin[LEFT] * shape.dims[3]),
		.framed_row = (size_t)(width * shape.dims[3]) };
	kernels_shared__share_call(call, frame_lines, &frame, (size_t)(shape.dims[0] * height),
		(uint64_t)kernels_tensor_elements(output) / 4);
}

/* ---- tfrt_test.global_average_pooling.f32: (input, output, chain) */

struct average {
	const float *in;
	float *out;
	int64_t pixels, channels;
	size_t groups; /* of channels */
};
enum { GROUP = 64 };

/* Groups of channels, of all pictures. */
static void average_groups(const void *data, size_t begin, size_t end)
{
	const struct average *a = data;
	for (size_t i = begin; i < end; i++) {
		const int64_t picture = (int64_t)(i / a->groups), first = (int64_t)(i % a->groups) * GROUP;
		const int64_t count = a->channels - first < GROUP ? a->channels - first : GROUP;
		const float *in = a->in + picture * a->pixels * a->channels + first;
		float sums[GROUP] = { 0 };
		for (int64_t p = 0; p < a->pixels; p++, in += a->channels) {
			for (int64_t c = 0; c < count; c++)
				sums[c] += in[c];
		}
		for (int64_t c = 0; c < count; c++)
			a->out[picture * a->channels + first + c] = sums[c] / (float)a->pixels;
	}
}

void kernels_tensor__global_average_pooling(struct kernels_call *call)
{
	const struct kernels_tensor *input = picture(call, 0);
	const struct kernels_tensor *output = input ? kernels_tensor__dense(call, 1, KERNELS_F32, 2) : NULL;
	if (!output)
		return;
	const struct kernels_shape shape = { .rank = 2, .dims = { input->shape.dims[0], input->shape.dims[3] } };
	if (!kernels_tensor__expect_shape(call, 1, &shape) || !kernels_tensor__apart(call, 0, 1))
		return;
	if (kernels_tensor_elements(output) == 0)
		return;
	struct average average = { .in = kernels_tensor_bytes(input), .out = kernels_tensor_data(output),
		.pixels = input->shape.dims[1] * input->shape.dims[2], .channels = shape.dims[1] };
	if (average.pixels == 0) {
		kernels_call_fail(call, "argument 0: no pixels to take the mean of");
		return;
	}
	average.groups = (size_t)((average.channels - 1) / GROUP + 1);
	kernels_shared__share_call(call, average_groups, &average,
		(size_t)shape.dims[0] * average.groups, (uint64_t)(kernels_tensor_elements(input) / 4));
}
