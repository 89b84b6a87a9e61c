/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Positions of a window, and the pixels that it covers. */
#include "window/window.h"
#include <shared/gemm.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

static bool spelled(const struct kernels_string *s, const char *word)
{
	return s->size == strlen(word) && strncasecmp(s->data, word, s->size) == 0;
}

bool kernels_tensor__window_place(struct kernels_call *call, const struct kernels_string *padding, struct window *w)
{
	bool same = spelled(padding, "same");
	if (!same && !spelled(padding, "valid")) {
		kernels_call_fail(call, "padding must be \"same\" or \"valid\", got \"%.*s\"",
			(int)(padding->size < 64 ? padding->size : 64), padding->data);
		return false;
	}
	for (int i = 0; i < 2; i++) {
		if (same) {
			w->output[i] = w->input[i] / w->stride[i] + (w->input[i] % w->stride[i] != 0);
			/* the part of the last window inside the picture; this order avoids overflow */
			int64_t left = w->output[i] > 0 ? w->input[i] - (w->output[i] - 1) * w->stride[i] : w->size[i];
			w->pad[i] = w->size[i] > left ? (w->size[i] - left) / 2 : 0;
		} else {
			if (w->size[i] > w->input[i]) {
				kernels_call_fail(call,
					"argument %" PRIu32 ": a window of %" PRId64 " does not fit into %" PRId64
					" without padding",
					w->argument, w->size[i], w->input[i]);
				return false;
			}
			w->output[i] = (w->input[i] - w->size[i]) / w->stride[i] + 1;
			w->pad[i] = 0;
		}
	}
	return true;
}

bool kernels_tensor__window_attribute(
	struct kernels_call *call, uint32_t index, enum kernels_dtype dtype, const char *what, int64_t out[2])
{
	struct kernels_array array;
	int64_t numbers[4] = { 0 };
	if (!kernels_call_array(call, index, dtype, &array))
		return false;
	if (array.count != 2 && array.count != 4) {
		kernels_call_fail(call, "%s must be 2 or 4 numbers, got %zu", what, array.count);
		return false;
	}
	for (size_t i = 0; i < array.count; i++) {
		numbers[i] = dtype == KERNELS_UI32 ? kernels_load_u32(array.elements + 4 * i) :
						     kernels_load_i64(array.elements + 8 * i);
		bool outer = array.count == 4 && (i == 0 || i == 3);
		/* pictures are not larger, and sums of a few of these do not overflow */
		if (numbers[i] < 1 || numbers[i] > INT32_MAX || (outer && numbers[i] != 1)) {
			kernels_call_fail(call, "%s: number %zu must be %s, got %" PRId64, what, i,
				outer ? "1" : "from 1 to 2147483647", numbers[i]);
			return false;
		}
	}
	out[0] = numbers[array.count == 4 ? 1 : 0];
	out[1] = numbers[array.count == 4 ? 2 : 1];
	return true;
}

/* ---- the pixels under the window, in the order of the elements of a filter: rows, columns, channels */

/* The top left corner of the window, which may be outside the picture. */
struct corner {
	const float *picture;
	int64_t y, x;
};

static struct corner corner_of(const struct conv *conv, size_t row)
{
	const struct window *w = &conv->window;
	int64_t pixel = (int64_t)(row + conv->first_row), x = pixel % w->output[1], rest = pixel / w->output[1];
	int64_t picture = rest / w->output[0], y = rest % w->output[0];
	return (struct corner){ conv->input + picture * w->input[0] * w->input[1] * w->channels,
		y * w->stride[0] - w->pad[0], x * w->stride[1] - w->pad[1] };
}

/* Returns elements [at, at + count) of one line of the window, which are contiguous in the picture. NULL: some are
 * outside, and all were written to `edge`. */
static const float *line_of(const struct conv *conv, const struct corner *c, int64_t line, size_t at, size_t count,
	float *edge)
{
	const struct window *w = &conv->window;
	int64_t y = c->y + line, channels = w->channels;
	const float *start = c->picture + (y * w->input[1] + c->x) * channels; /* not read if it is outside */
	if (y < 0 || y >= w->input[0]) {
		memset(edge, 0, count * sizeof *edge);
		return NULL;
	}
	if (c->x >= 0 && c->x + w->size[1] <= w->input[1])
		return start + at;
	int64_t inside = c->x < 0 ? -c->x * channels : 0, outside = (w->input[1] - c->x) * channels;
	for (size_t i = 0; i < count; i++) {
		int64_t element = (int64_t)(at + i);
		edge[i] = element >= inside && element < outside ? start[element] : 0;
	}
	return NULL;
}

/* to[k * rows + i] = from[i][k] */
static void interleave(const float *const *from, size_t rows, size_t count, uint32_t *to)
{
	kernels_shared__interleave((const void *const *)from, rows, count, to);
}

enum { STRETCH = 256 }; /* elements of a line at a time */

void kernels_tensor__conv_pack(const void *ctx, size_t row, size_t rows, size_t k, size_t depth, uint32_t *to)
{
	const struct conv *conv = ctx;
	const size_t line_size = (size_t)(conv->window.size[1] * conv->window.channels);
	struct corner corners[GEMM_MOST_ROWS];
	const float *lines[GEMM_MOST_ROWS];
	float edges[GEMM_MOST_ROWS][STRETCH];
	for (size_t i = 0; i < rows; i++)
		corners[i] = corner_of(conv, row + i);
	while (depth > 0) {
		size_t at = k % line_size, count = line_size - at;
		count = count < depth ? count : depth;
		count = count < STRETCH ? count : STRETCH;
		for (size_t i = 0; i < rows; i++) {
			lines[i] = line_of(conv, &corners[i], (int64_t)(k / line_size), at, count, edges[i]);
			if (!lines[i])
				lines[i] = edges[i];
		}
		interleave(lines, rows, count, to);
		to += count * rows;
		k += count;
		depth -= count;
	}
}

void kernels_tensor__conv_rows(const struct conv *conv, size_t row, size_t rows, size_t k, size_t depth, float *to)
{
	const size_t line_size = (size_t)(conv->window.size[1] * conv->window.channels);
	for (size_t i = 0; i < rows; i++) {
		struct corner corner = corner_of(conv, row + i);
		for (size_t from = k, count; from < k + depth; from += count, to += count) {
			size_t at = from % line_size;
			count = line_size - at < k + depth - from ? line_size - at : k + depth - from;
			const float *line = line_of(conv, &corner, (int64_t)(from / line_size), at, count, to);
			if (line)
				memcpy(to, line, count * sizeof *to);
		}
	}
}

void kernels_tensor__conv_pack_transposed(
	const void *ctx, size_t row, size_t rows, size_t k, size_t depth, uint32_t *to)
{
	float elements[GEMM_MOST_ROWS];
	for (size_t i = 0; i < depth; i++, to += rows) {
		kernels_tensor__conv_rows(ctx, k + i, 1, row, rows, elements);
		memcpy(to, elements, rows * sizeof *to);
	}
}
