/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Convolutions of f32 whose groups have one channel and one feature, also those of one group, by vectors of channels (channels last) or of positions
 * (channels first). Each product is rounded before it is added, in the order of the kernel, so the bits are those of a
 * plain loop. */
#include "products/conv.h"
#include <shared/share.h>
#include <string.h>

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF /* as gcc has it under -std=c11 */
#endif

enum {
	MOST_TAPS = 64, /* elements of the kernel; channels first: computed together */
	LINE = 4096,    /* channels first: positions of a unit at most */
	VECTORS = 4
};

struct depthwise {
	const struct conv *conv;
	const float *input, *weights; /* channels last: [tap, channel], otherwise [channel, tap] */
	float *output;
	const struct conv_dim *rows, *columns;
	void (*taps)(const float *const *from, const float *const *weights, size_t taps, size_t n, float *to);
	void (*line)(const float *const *from, const float *weights, size_t taps, size_t n, bool add, float *to);
	void (*add)(const float *from, float weight, size_t n, float *to);
};

/* ---- inner loops */

#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define UNROLL _Pragma("GCC unroll 4")
#else
#define UNROLL
#endif

/* The functions for vectors of a processor: gcc 12 computes vectors that are larger by way of memory. Loops over the sums are unrolled, so
 * that these stay in registers. */
#define FOR(target, suffix, bytes) \
	typedef float vector_##suffix __attribute__((vector_size(bytes), aligned(4), may_alias)); \
	/* to[i] = sum of from[t][i] * weights[t][i] */ \
	target static void taps_##suffix( \
		const float *const *from, const float *const *weights, size_t taps, size_t n, float *to) \
	{ \
		const size_t lanes = (bytes) / sizeof(float); \
		size_t i = 0; \
		for (; i + lanes * VECTORS <= n; i += lanes * VECTORS) { \
			vector_##suffix sums[VECTORS]; \
			UNROLL for (size_t v = 0; v < VECTORS; v++) sums[v] = (vector_##suffix){ 0 }; \
			for (size_t t = 0; t < taps; t++) { \
				UNROLL for (size_t v = 0; v < VECTORS; v++) \
					sums[v] += *(const vector_##suffix *)(from[t] + i + v * lanes) * \
						   *(const vector_##suffix *)(weights[t] + i + v * lanes); \
			} \
			UNROLL for (size_t v = 0; v < VECTORS; v++) *(vector_##suffix *)(to + i + v * lanes) = sums[v]; \
		} \
		for (; i + lanes <= n; i += lanes) { \
			vector_##suffix sum = { 0 }; \
			for (size_t t = 0; t < taps; t++) \
				sum += *(const vector_##suffix *)(from[t] + i) * *(const vector_##suffix *)(weights[t] + i); \
			*(vector_##suffix *)(to + i) = sum; \
		} \
		for (; i < n; i++) { \
			float sum = 0; \
			for (size_t t = 0; t < taps; t++) \
				sum += from[t][i] * weights[t][i]; \
			to[i] = sum; \
		} \
	} \
	/* to[i] = sum of from[t][i] * weights[t], after to[i] if `add` is set */ \
	target static void line_##suffix( \
		const float *const *from, const float *weights, size_t taps, size_t n, bool add, float *to) \
	{ \
		const size_t lanes = (bytes) / sizeof(float); \
		size_t i = 0; \
		for (; i + lanes * VECTORS <= n; i += lanes * VECTORS) { \
			vector_##suffix sums[VECTORS]; \
			UNROLL for (size_t v = 0; v < VECTORS; v++) \
				sums[v] = add ? *(const vector_##suffix *)(to + i + v * lanes) : (vector_##suffix){ 0 }; \
			for (size_t t = 0; t < taps; t++) { \
				UNROLL for (size_t v = 0; v < VECTORS; v++) \
					sums[v] += *(const vector_##suffix *)(from[t] + i + v * lanes) * weights[t]; \
			} \
			UNROLL for (size_t v = 0; v < VECTORS; v++) *(vector_##suffix *)(to + i + v * lanes) = sums[v]; \
		} \
		for (; i < n; i++) { \
			float sum = add ? to[i] : 0; \
			for (size_t t = 0; t < taps; t++) \
				sum += from[t][i] * weights[t]; \
			to[i] = sum; \
		} \
	} \
	target static void add_##suffix(const float *from, float weight, size_t n, float *to) \
	{ \
		const size_t lanes = (bytes) / sizeof(float); \
		size_t i = 0; \
		for (; i + lanes <= n; i += lanes) \
			*(vector_##suffix *)(to + i) += *(const vector_##suffix *)(from + i) * weight; \
		for (; i < n; i++) \
			to[i] += from[i] * weight; \
	}
FOR(, any, 16)
#if defined(__x86_64__) && defined(__GNUC__)
FOR(__attribute__((target("avx2"))), avx2, 32)
FOR(__attribute__((target("avx512f"))), avx512, 64)
#endif

static void choose(struct depthwise *d)
{
	d->taps = taps_any;
	d->add = add_any;
	d->line = line_any;
#if defined(__x86_64__) && defined(__GNUC__)
	if (__builtin_cpu_supports("avx512f")) {
		d->taps = taps_avx512;
		d->add = add_avx512;
		d->line = line_avx512;
	} else if (__builtin_cpu_supports("avx2")) {
		d->taps = taps_avx2;
		d->add = add_avx2;
		d->line = line_avx2;
	}
#endif
}

/* ---- positions */

/* The input position of an element of the window; -1: outside. */
static int64_t position_of(const struct conv_dim *d, int64_t output, int64_t k)
{
	const int64_t at = output * d->stride + k * d->kernel_dilation - d->pad;
	return at < 0 || at >= d->input ? -1 : at;
}

/* Channels last: a unit is a position of the output. */
static void run_positions(const void *data, size_t begin, size_t end)
{
	const struct depthwise *d = data;
	const struct conv *conv = d->conv;
	const size_t channels = (size_t)conv->groups;
	for (size_t unit = begin; unit < end; unit++) {
		const float *from[MOST_TAPS], *weights[MOST_TAPS];
		const int64_t x = (int64_t)unit % d->columns->output, rest = (int64_t)unit / d->columns->output;
		const int64_t y = rest % d->rows->output, batch = rest / d->rows->output;
		size_t taps = 0;
		for (int64_t i = 0; i < d->rows->kernel; i++) {
			const int64_t row = position_of(d->rows, y, i);
			for (int64_t j = 0; j < d->columns->kernel && row >= 0; j++) {
				const int64_t column = position_of(d->columns, x, j);
				if (column < 0)
					continue;
				from[taps] = d->input + batch * conv->batch_step + row * d->rows->input_step +
					     column * d->columns->input_step;
				weights[taps++] = d->weights + (size_t)(i * d->columns->kernel + j) * channels;
			}
		}
		d->taps(from, weights, taps, channels,
			d->output + batch * conv->output_batch_step + y * d->rows->output_step + x * d->columns->output_step);
	}
}

/* Part of a row of the output, and what it needs. */
struct line {
	const struct depthwise *d;
	const float *from, *weights; /* of the group */
	float *to;                   /* the row */
	int64_t y;
};

/* Columns of the output whose window has column j of the kernel inside: [*first, *last), of those in [begin, end). */
static void columns_inside(const struct conv_dim *c, int64_t j, int64_t begin, int64_t end, int64_t *first, int64_t *last)
{
	const int64_t shift = j - c->pad, limit = c->input - shift;
	*first = begin > -shift ? begin : -shift;
	*last = end < limit ? end : limit;
}

/* Columns [begin, end) one element of the kernel after the other. */
static void run_edge(const struct line *line, int64_t begin, int64_t end)
{
	const struct depthwise *d = line->d;
	const struct conv_dim *c = d->columns;
	if (begin >= end)
		return;
	memset(line->to + begin, 0, (size_t)(end - begin) * sizeof *line->to);
	for (int64_t i = 0; i < d->rows->kernel; i++) {
		const int64_t row = position_of(d->rows, line->y, i);
		for (int64_t j = 0; j < c->kernel && row >= 0; j++) {
			int64_t first, last;
			columns_inside(c, j, begin, end, &first, &last);
			if (first < last)
				d->add(line->from + row * d->rows->input_step + first + j - c->pad, line->weights[i * c->kernel + j],
					(size_t)(last - first), line->to + first);
		}
	}
}

/* Columns [begin, end), whose windows have all columns of the kernel inside. */
static void run_inside(const struct line *line, int64_t begin, int64_t end)
{
	const struct depthwise *d = line->d;
	const struct conv_dim *c = d->columns;
	const float *from[MOST_TAPS];
	float weights[MOST_TAPS];
	size_t taps = 0;
	bool add = false;
	for (int64_t i = 0; i < d->rows->kernel; i++) {
		const int64_t row = position_of(d->rows, line->y, i);
		for (int64_t j = 0; j < c->kernel && row >= 0; j++) {
			if (taps == MOST_TAPS) {
				d->line(from, weights, taps, (size_t)(end - begin), add, line->to + begin);
				add = true;
				taps = 0;
			}
			from[taps] = line->from + row * d->rows->input_step + begin + j - c->pad;
			weights[taps++] = line->weights[i * c->kernel + j];
		}
	}
	d->line(from, weights, taps, (size_t)(end - begin), add, line->to + begin);
}

static int64_t lines_of(const struct conv_dim *c) { return (c->output + LINE - 1) / LINE; }

/* Channels first: a unit is up to LINE columns of a row of the output. */
static void run_lines(const void *data, size_t begin, size_t end)
{
	const struct depthwise *d = data;
	const struct conv *conv = d->conv;
	const struct conv_dim *c = d->columns;
	for (size_t unit = begin; unit < end; unit++) {
		const int64_t start = (int64_t)unit % lines_of(c) * LINE, row = (int64_t)unit / lines_of(c);
		const int64_t stop = c->output - start < LINE ? c->output : start + LINE;
		const int64_t y = row % d->rows->output, rest = row / d->rows->output;
		const int64_t group = rest % conv->groups, batch = rest / conv->groups;
		const struct line line = { d, d->input + batch * conv->batch_step + group * conv->group_step,
			d->weights + (size_t)group * conv->depth,
			d->output + batch * conv->output_batch_step + group * conv->feature_step + y * d->rows->output_step, y };
		int64_t first, last, other;
		columns_inside(c, 0, start, stop, &first, &other);
		columns_inside(c, c->kernel - 1, start, stop, &other, &last);
		if (first >= last) {
			run_edge(&line, start, stop);
			continue;
		}
		run_edge(&line, start, first);
		run_inside(&line, first, last);
		run_edge(&line, last, stop);
	}
}

/* ---- a call */

enum conv_depthwise kernels_hlo__conv_depthwise(const struct conv *conv)
{
	const struct conv_dim *last = &conv->dims[conv->dim_count - 1];
	if (conv->plain || conv->panels || conv->algorithm.work != KERNELS_F32 || conv->channels != 1 || conv->features != 1 ||
		conv->groups < 1 || conv->dim_count < 1 || conv->dim_count > 2 || !kernels_hlo__chain_is_copy(&conv->algorithm.result))
		return CONV_NOT_DEPTHWISE;
	for (uint32_t i = 0; i < conv->dim_count; i++)
		if (conv->dims[i].input_dilation != 1)
			return CONV_NOT_DEPTHWISE;
	if (conv->groups > 1 && conv->group_step == 1 && conv->feature_step == 1 && conv->depth <= MOST_TAPS)
		return CONV_CHANNELS_LAST;
	return last->input_step == 1 && last->output_step == 1 && last->stride == 1 && last->kernel_dilation == 1 ?
		       CONV_CHANNELS_FIRST :
		       CONV_NOT_DEPTHWISE;
}

bool kernels_hlo__conv_depthwise_run(
	const struct hlo_run *run, const struct conv *conv, const void *input, const void *weights, void *output)
{
	static const struct conv_dim one = { .input = 1, .kernel = 1, .output = 1, .stride = 1, .input_dilation = 1,
		.kernel_dilation = 1 };
	struct async_queue *queue = kernels_host(run->request)->queue;
	const size_t channels = (size_t)conv->groups, size = conv->depth * channels * sizeof(float);
	struct depthwise d = { .conv = conv, .input = input, .weights = weights, .output = output,
		.rows = conv->dim_count > 1 ? &conv->dims[0] : &one, .columns = &conv->dims[conv->dim_count - 1] };
	choose(&d);
	if (conv->depthwise == CONV_CHANNELS_FIRST) {
		kernels_shared__share(queue, run_lines, &d, (size_t)(conv->batch * conv->groups * d.rows->output * lines_of(d.columns)),
			conv->nanoseconds);
		return true;
	}
	float *by_tap = async_alloc(run->allocator, size, 64);
	if (!by_tap)
		return false;
	for (size_t g = 0; g < channels; g++)
		for (size_t t = 0; t < conv->depth; t++)
			by_tap[t * channels + g] = d.weights[g * conv->depth + t];
	d.weights = by_tap;
	kernels_shared__share(queue, run_positions, &d, conv->positions, conv->nanoseconds);
	async_free(run->allocator, by_tap, size, 64);
	return true;
}
