/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Convolutions of images, channels last, by a library, in parts that are images or lines of one. */
#include "products/library.h"
#include "products/panels.h"
#include <shared/share.h>
#include <stdatomic.h>

/* Whether the window has this form along a dimension. */
static bool is_simple(const struct conv_dim *d)
{
	return d->input_dilation == 1 && d->kernel_dilation == 1 && d->pad >= 0 && d->pad < d->kernel && d->input > 0 &&
	       d->kernel > 0;
}

enum kernels_dtype kernels_hlo__library_conv_type(const struct hlo_op *op, const struct conv *conv)
{
	const struct conv_dim *lines = &conv->dims[0], *pixels = &conv->dims[1];
	const enum kernels_dtype type = op->operands[0].dtype;
	const bool fits = conv->dim_count == 2 && conv->groups == 1 && is_simple(lines) && is_simple(pixels) &&
		conv->channel_step == 1 && pixels->input_step == conv->channels &&
		lines->input_step == pixels->input * conv->channels &&
		(conv->batch == 1 || conv->batch_step == lines->input * lines->input_step) && conv->rows_are_output &&
		(conv->positions == 1 || conv->output_row_step == conv->features) && !conv->plain && conv->depth > 0;
	const bool typed = (type == KERNELS_F32 || type == KERNELS_BF16) && type == op->operands[1].dtype &&
		conv->algorithm.work == KERNELS_F32;
	return fits && typed ? type : KERNELS_DTYPE_INVALID;
}

bool kernels_hlo__library_convolves(const struct conv *conv)
{
	const struct kernels_math *math = kernels_math_chosen();
	return conv->library_type != KERNELS_DTYPE_INVALID && kernels_math_has_conv2d(math, conv->library_type);
}

/* A convolution in parts: of some images, or of some output lines of one image. */
struct work {
	bool (*conv2d)(const struct kernels_conv2d *p);
	struct kernels_conv2d all;
	size_t images, lines, line_parts; /* of a part; parts of an image */
	atomic_bool *declined;
};

/* Reduces the convolution to output lines [first, first + lines) of its image, which is a convolution with less padding. Returns false if
 * they are all padding. */
static bool take_lines(struct kernels_conv2d *p, size_t first, size_t lines, size_t element)
{
	const size_t top = first * p->stride[0], above = top < p->pad[0] ? p->pad[0] - top : 0;
	const size_t begin = top + above - p->pad[0], end = top + (lines - 1) * p->stride[0] + p->size[0];
	const size_t line = p->input[1] * p->channels * element;
	if (end <= p->pad[0] || begin >= p->input[0])
		return false;
	p->in = (const char *)p->in + begin * line;
	p->out += first * p->output[1] * p->out_stride;
	p->input[0] = (end - p->pad[0] < p->input[0] ? end - p->pad[0] : p->input[0]) - begin;
	p->pad[0] = above;
	p->output[0] = lines;
	return true;
}

static void convolve_parts(const void *data, size_t begin, size_t end)
{
	const struct work *w = data;
	const size_t element = kernels_dtype_size(w->all.type);
	const size_t in_image = w->all.input[0] * w->all.input[1] * w->all.channels * element;
	const size_t out_image = w->all.output[0] * w->all.output[1] * w->all.out_stride;
	for (size_t i = begin; i < end && !atomic_load_explicit(w->declined, memory_order_relaxed); i++) {
		struct kernels_conv2d p = w->all;
		const size_t image = i / w->line_parts * w->images, line = i % w->line_parts * w->lines;
		p.batch = p.batch - image < w->images ? p.batch - image : w->images;
		p.in = (const char *)p.in + image * in_image;
		p.out += image * out_image;
		const size_t lines = p.output[0] - line < w->lines ? p.output[0] - line : w->lines;
		const bool whole = lines == p.output[0];
		if (!(whole || take_lines(&p, line, lines, element)) || !w->conv2d(&p)) /* relaxed: only a flag */
			atomic_store_explicit(w->declined, true, memory_order_relaxed);
	}
}

/* One part per thread. Returns their number. */
static size_t divide(struct work *w, struct async_queue *queue, uint64_t nanoseconds)
{
	const size_t threads = kernels_shared__worth_sharing(queue, nanoseconds) ? kernels_shared__sharers(queue) : 1;
	const size_t batch = w->all.batch, lines = w->all.output[0];
	size_t wanted = (threads - 1) / batch + 1;
	wanted = wanted < lines ? wanted : lines;
	w->images = threads > 1 && wanted > 1 ? 1 : (batch - 1) / threads + 1;
	w->lines = (lines - 1) / wanted + 1;
	w->line_parts = (lines - 1) / w->lines + 1;
	return ((batch - 1) / w->images + 1) * w->line_parts;
}

static struct kernels_conv2d conv2d_of(const struct conv *conv)
{
	struct kernels_conv2d p = { .batch = (size_t)conv->batch, .channels = (size_t)conv->channels,
		.filters = (size_t)conv->features, .filter_stride = (size_t)conv->features,
		.out_stride = (size_t)conv->features, .type = conv->library_type };
	for (int i = 0; i < 2; i++) {
		const struct conv_dim *d = &conv->dims[i];
		p.input[i] = (size_t)d->input;
		p.size[i] = (size_t)d->kernel;
		p.stride[i] = (size_t)d->stride;
		p.pad[i] = (size_t)d->pad;
		p.output[i] = (size_t)d->output;
	}
	return p;
}

/* Weights as [spatial, channel, feature]. Blocks are NULL or memory of the call. Returns NULL when out of memory. */
static const void *get_weights(const struct hlo_run *run, const struct conv *conv, void **blocks, size_t *sizes)
{
	const struct hlo_chain copy = { conv->library_type, conv->library_type, conv->library_type };
	const void *weights = run->inputs[1];
	if (conv->panels) {
		sizes[0] = conv->depth * (size_t)conv->features * kernels_dtype_size(conv->library_type);
		weights = blocks[0] = kernels_hlo__panels_unpack(
			run, conv->library_type, conv->depth, (size_t)conv->features, run->inputs[1]);
	}
	return weights ? kernels_hlo__walk_pack(run, &conv->weights, &copy, weights, &blocks[1], &sizes[1]) : NULL;
}

bool kernels_hlo__library_convolve(const struct hlo_run *run, const struct conv *conv, float *sums)
{
	const struct kernels_math *math = kernels_math_chosen();
	struct async_queue *queue = kernels_host(run->request)->queue;
	void *blocks[2] = { NULL, NULL };
	size_t sizes[2] = { 0, 0 };
	atomic_bool declined;
	if (!kernels_math_has_conv2d(math, conv->library_type))
		return false;
	const void *weights = get_weights(run, conv, blocks, sizes);
	atomic_init(&declined, weights == NULL);
	struct work w = { .conv2d = math->conv2d, .all = conv2d_of(conv), .declined = &declined };
	w.all.in = run->inputs[0];
	w.all.filter = weights;
	w.all.out = sums;
	/* other ops may read the operand in another order of dimensions, but panels always in this one */
	w.all.filter_version = blocks[1] ? 0 : kernels_hlo__version(run, 1);
	w.all.filter_key = blocks[1] ? NULL : run->inputs[1];
	const size_t parts = divide(&w, queue, conv->nanoseconds);
	kernels_shared__share(queue, convolve_parts, &w, parts, conv->nanoseconds);
	for (int i = 0; i < 2; i++) {
		if (blocks[i])
			async_free(run->allocator, blocks[i], sizes[i], 64);
	}
	return !atomic_load_explicit(&declined, memory_order_relaxed);
}
