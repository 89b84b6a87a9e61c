/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The left matrix of a convolution, in parts. */
#include "products/conv.h"
#include "layout/pick.h"
#include <string.h>

size_t kernels_hlo__conv_table(const struct conv *conv)
{
	size_t count = 0;
	for (uint32_t i = 0; i < conv->dim_count; i++)
		count += (size_t)conv->dims[i].kernel;
	return count;
}

/* For the window at `position`: per dimension and element of the kernel, the offset of the input element; -1: a zero.
 * Returns the offset that all of them are added to. */
static int64_t find_window(const struct conv *conv, size_t position, int64_t *table)
{
	int64_t at[KERNELS_MAX_RANK];
	for (uint32_t i = conv->dim_count; i-- > 0;) {
		at[i] = (int64_t)(position % (size_t)conv->dims[i].output);
		position /= (size_t)conv->dims[i].output;
	}
	for (uint32_t i = 0; i < conv->dim_count; i++) {
		const struct conv_dim *d = &conv->dims[i];
		int64_t place = at[i] * d->stride - d->pad;
		for (int64_t k = 0; k < d->kernel; k++, place += d->kernel_dilation) {
			if (d->input_dilation == 1) { /* the usual case, without divisions */
				*table++ = place >= 0 && place < d->input ? place * d->input_step : -1;
				continue;
			}
			const bool inside = place >= 0 && place % d->input_dilation == 0 &&
				place / d->input_dilation < d->input;
			*table++ = inside ? place / d->input_dilation * d->input_step : -1;
		}
	}
	return (int64_t)position * conv->batch_step;
}

/* Where the columns [k, ...) of a row begin. */
struct cursor {
	int64_t at[KERNELS_MAX_RANK];        /* element of the kernel */
	const int64_t *table[KERNELS_MAX_RANK]; /* of each dimension */
	int64_t channel;
};

static struct cursor cursor_at(const struct conv *conv, size_t k, const int64_t *table)
{
	struct cursor c;
	c.channel = (int64_t)(k % (size_t)conv->channels);
	k /= (size_t)conv->channels;
	for (uint32_t i = conv->dim_count; i-- > 0;) {
		c.at[i] = (int64_t)(k % (size_t)conv->dims[i].kernel);
		k /= (size_t)conv->dims[i].kernel;
	}
	for (uint32_t i = 0; i < conv->dim_count; i++) {
		c.table[i] = table;
		table += conv->dims[i].kernel;
	}
	return c;
}

/* The sum of the offsets of all dimensions but the last; -1: one of them is a zero. */
static int64_t outer_offset(const struct conv *conv, const struct cursor *c)
{
	int64_t sum = 0;
	for (uint32_t i = 0; i + 1 < conv->dim_count; i++) {
		const int64_t offset = c->table[i][c->at[i]];
		if (offset < 0)
			return -1;
		sum += offset;
	}
	return sum;
}

static void next_outer(const struct conv *conv, struct cursor *c)
{
	for (uint32_t i = conv->dim_count - 1; i-- > 0;) {
		if (++c->at[i] < conv->dims[i].kernel)
			return;
		c->at[i] = 0;
	}
}

/* Copies without a call if there is little; the last vector overlaps the one before. */
static inline void copy_short(void *to, const void *from, size_t n)
{
	enum { VECTOR = 32, MOST = 8 * VECTOR };
	if (n > MOST) {
		memcpy(to, from, n);
	} else if (n >= VECTOR) {
		for (size_t i = 0; i + VECTOR < n; i += VECTOR)
			memcpy((char *)to + i, (const char *)from + i, VECTOR);
		memcpy((char *)to + n - VECTOR, (const char *)from + n - VECTOR, VECTOR);
	} else if (n >= 16) {
		memcpy(to, from, 16);
		memcpy((char *)to + n - 16, (const char *)from + n - 16, 16);
	} else if (n >= 8) {
		memcpy(to, from, 8);
		memcpy((char *)to + n - 8, (const char *)from + n - 8, 8);
	} else if (n >= 4) {
		memcpy(to, from, 4);
		memcpy((char *)to + n - 4, (const char *)from + n - 4, 4);
	} else if (n >= 2) {
		memcpy(to, from, 2);
		memcpy((char *)to + n - 2, (const char *)from + n - 2, 2);
	} else if (n > 0) {
		*(char *)to = *(const char *)from;
	}
}

static inline void clear_short(void *to, size_t n)
{
	static const char zeros[64];
	if (n <= sizeof zeros)
		copy_short(to, zeros, n);
	else
		memset(to, 0, n);
}

/* One row. */
static void fill_row(const struct conv *conv, const char *input, size_t k, size_t depth, const int64_t *table, char *to, size_t size)
{
	const uint32_t last = conv->dim_count - 1;
	struct cursor c = cursor_at(conv, k, table);
	while (depth > 0) {
		const int64_t outer = outer_offset(conv, &c);
		for (; depth > 0 && c.at[last] < conv->dims[last].kernel; c.at[last]++) {
			const int64_t inner = c.table[last][c.at[last]];
			const size_t left = (size_t)(conv->channels - c.channel), n = left < depth ? left : depth;
			if (outer < 0 || inner < 0)
				memset(to, 0, n * size);
			else
				kernels_hlo__copy_elements(to, 1, input + (outer + inner + c.channel * conv->channel_step) * (int64_t)size,
					conv->channel_step, size, n);
			to += n * size;
			depth -= n;
			c.channel = 0;
		}
		c.at[last] = 0;
		next_outer(conv, &c);
	}
}

bool kernels_hlo__conv_rows_are_lines(const struct conv *conv)
{
	return conv->lines_are_input && conv->dim_count == 2 && conv->dims[0].input_dilation == 1;
}

/* A window; zeros where it is outside of lhs. `pixel`, `line`: bytes of an element of all channels, of a line of the window. */
static void copy_window(const struct conv *conv, const char *image, int64_t y, int64_t x, size_t pixel, char *to)
{
	const struct conv_dim *rows = &conv->dims[0], *columns = &conv->dims[1];
	const int64_t row_bytes = rows->input_step * (int64_t)conv_left_size(conv);
	const size_t line = (size_t)columns->kernel * pixel;
	if (x >= 0 && y >= 0 && x + columns->kernel <= columns->input && y + (rows->kernel - 1) * rows->kernel_dilation < rows->input) {
		const char *from = image + y * row_bytes + x * (int64_t)pixel;
		for (int64_t i = 0; i < rows->kernel; i++, from += rows->kernel_dilation * row_bytes, to += line)
			copy_short(to, from, line);
		return;
	}
	const size_t low = hlo_least(x < 0 ? (size_t)-x : 0, (size_t)columns->kernel) * pixel;
	const int64_t inside = columns->input - x;
	const size_t high = hlo_most(hlo_least(inside < 0 ? 0 : (size_t)inside, (size_t)columns->kernel) * pixel, low);
	for (int64_t i = 0; i < rows->kernel; i++, y += rows->kernel_dilation, to += line) {
		if (y < 0 || y >= rows->input || low == high) {
			clear_short(to, line);
			continue;
		}
		if (low > 0)
			clear_short(to, low);
		copy_short(to + low, image + y * row_bytes + x * (int64_t)pixel + (int64_t)low, high - low);
		if (high < line)
			clear_short(to + high, line - high);
	}
}

static void copy_windows(const struct conv *conv, const char *input, size_t first, size_t rows, size_t stride, char *to)
{
	const struct conv_dim *high = &conv->dims[0], *wide = &conv->dims[1];
	const size_t size = conv_left_size(conv), pixel = (size_t)conv->channels * size, used = conv->depth * size;
	size_t column = first % (size_t)wide->output, row = first / (size_t)wide->output % (size_t)high->output;
	const char *image = input +
		(int64_t)(first / (size_t)wide->output / (size_t)high->output) * conv->batch_step * (int64_t)size;
	for (size_t i = 0; i < rows; i++, to += stride) {
		copy_window(conv, image, (int64_t)row * high->stride - high->pad, (int64_t)column * wide->stride - wide->pad, pixel,
			to);
		if (stride > used)
			clear_short(to + used, stride - used);
		if (++column < (size_t)wide->output)
			continue;
		column = 0;
		if (++row < (size_t)high->output)
			continue;
		row = 0;
		image += conv->batch_step * (int64_t)size;
	}
}

void kernels_hlo__conv_rows(const struct conv *conv, const void *input, size_t group, size_t first, size_t rows, size_t k,
	size_t depth, size_t stride, void *to, int64_t *table)
{
	const size_t size = conv_left_size(conv);
	char *row = to;
	if (k == 0 && depth == conv->depth && kernels_hlo__conv_rows_are_lines(conv)) {
		copy_windows(conv, (const char *)input + (int64_t)group * conv->group_step * (int64_t)size, first, rows, stride * size,
			to);
		return;
	}
	for (size_t i = 0; i < rows; i++, row += stride * size) {
		memset(row + depth * size, 0, (stride - depth) * size);
		const int64_t offset = find_window(conv, first + i, table) + (int64_t)group * conv->group_step;
		fill_row(conv, (const char *)input + offset * (int64_t)size, k, depth, table, row, size);
	}
}
