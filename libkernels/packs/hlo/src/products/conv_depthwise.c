/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Convolutions of f32 whose groups have one channel and one feature, by vectors of channels (channels last) or of positions
 * (channels first). Each product is rounded before it is added, in the order of the kernel, so the bits are those of a
 * plain loop. */
#include "products/conv.h"
#include <shared/share.h>
#include <string.h>

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF /* as gcc has it under -std=c11 */
#endif

enum {
	MOST_TAPS = 64, /* elements of the kernel */
	LANES = 16,
	VECTORS = 4
};

typedef float vector __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

struct depthwise {
	const struct conv *conv;
	const float *input, *weights; /* channels last: [tap, channel], otherwise [channel, tap] */
	float *output;
	const struct conv_dim *rows, *columns;
	void (*taps)(const float *const *from, const float *const *weights, size_t taps, size_t n, float *to);
	void (*add)(const float *from, float weight, size_t n, float *to);
};

/* ---- inner loops */

/* to[i] = sum of from[t][i] * weights[t][i] */
static inline __attribute__((always_inline)) void sum_taps(
	const float *const *from, const float *const *weights, size_t taps, size_t n, float *to)
{
	size_t i = 0;
	for (; i + LANES * VECTORS <= n; i += LANES * VECTORS) {
		vector sums[VECTORS];
		for (size_t v = 0; v < VECTORS; v++)
			sums[v] = (vector){ 0 };
		for (size_t t = 0; t < taps; t++)
			for (size_t v = 0; v < VECTORS; v++)
				sums[v] += *(const vector *)(from[t] + i + v * LANES) *
					   *(const vector *)(weights[t] + i + v * LANES);
		memcpy(to + i, sums, sizeof sums);
	}
	for (; i + LANES <= n; i += LANES) {
		vector sum = { 0 };
		for (size_t t = 0; t < taps; t++)
			sum += *(const vector *)(from[t] + i) * *(const vector *)(weights[t] + i);
		*(vector *)(to + i) = sum;
	}
	for (; i < n; i++) {
		float sum = 0;
		for (size_t t = 0; t < taps; t++)
			sum += from[t][i] * weights[t][i];
		to[i] = sum;
	}
}

static inline __attribute__((always_inline)) void add_scaled(const float *from, float weight, size_t n, float *to)
{
	size_t i = 0;
	for (; i + LANES <= n; i += LANES)
		*(vector *)(to + i) += *(const vector *)(from + i) * weight;
	for (; i < n; i++)
		to[i] += from[i] * weight;
}

#define FOR(target, suffix) \
	target static void taps_##suffix( \
		const float *const *from, const float *const *weights, size_t taps, size_t n, float *to) \
	{ \
		sum_taps(from, weights, taps, n, to); \
	} \
	target static void add_##suffix(const float *from, float weight, size_t n, float *to) \
	{ \
		add_scaled(from, weight, n, to); \
	}
FOR(, any)
#if defined(__x86_64__) && defined(__GNUC__)
FOR(__attribute__((target("avx2"))), avx2)
FOR(__attribute__((target("avx512f"))), avx512)
#endif

static void choose(struct depthwise *d)
{
	d->taps = taps_any;
	d->add = add_any;
#if defined(__x86_64__) && defined(__GNUC__)
	if (__builtin_cpu_supports("avx512f")) {
		d->taps = taps_avx512;
		d->add = add_avx512;
	} else if (__builtin_cpu_supports("avx2")) {
		d->taps = taps_avx2;
		d->add = add_avx2;
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

/* Channels first: a unit is a row of the output. */
static void run_lines(const void *data, size_t begin, size_t end)
{
	const struct depthwise *d = data;
	const struct conv *conv = d->conv;
	const struct conv_dim *c = d->columns;
	const size_t taps = (size_t)(d->rows->kernel * c->kernel);
	for (size_t unit = begin; unit < end; unit++) {
		const int64_t y = (int64_t)unit % d->rows->output, rest = (int64_t)unit / d->rows->output;
		const int64_t group = rest % conv->groups, batch = rest / conv->groups;
		const float *from = d->input + batch * conv->batch_step + group * conv->group_step;
		const float *weights = d->weights + (size_t)group * taps;
		float *to = d->output + batch * conv->output_batch_step + group * conv->feature_step +
			    y * d->rows->output_step;
		memset(to, 0, (size_t)c->output * sizeof *to);
		for (int64_t i = 0; i < d->rows->kernel; i++) {
			const int64_t row = position_of(d->rows, y, i);
			for (int64_t j = 0; j < c->kernel && row >= 0; j++) {
				/* outputs whose window has this element inside */
				const int64_t shift = j - c->pad;
				const int64_t first = shift < 0 ? -shift : 0;
				const int64_t last = c->input - shift < c->output ? c->input - shift : c->output;
				if (first < last)
					d->add(from + row * d->rows->input_step + first + shift,
						weights[i * c->kernel + j], (size_t)(last - first), to + first);
			}
		}
	}
}

/* ---- a call */

enum conv_depthwise kernels_hlo__conv_depthwise(const struct conv *conv)
{
	const struct conv_dim *last = &conv->dims[conv->dim_count - 1];
	if (conv->plain || conv->algorithm.work != KERNELS_F32 || conv->channels != 1 || conv->features != 1 ||
		conv->groups < 2 || conv->dim_count > 2 || conv->depth > MOST_TAPS ||
		!kernels_hlo__chain_is_copy(&conv->algorithm.result))
		return CONV_NOT_DEPTHWISE;
	for (uint32_t i = 0; i < conv->dim_count; i++)
		if (conv->dims[i].input_dilation != 1)
			return CONV_NOT_DEPTHWISE;
	if (conv->group_step == 1 && conv->feature_step == 1)
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
		kernels_shared__share(queue, run_lines, &d, (size_t)(conv->batch * conv->groups * d.rows->output),
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
