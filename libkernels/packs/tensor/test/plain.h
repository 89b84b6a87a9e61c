/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products and convolutions by definition, in double precision, as references for the kernels. */
#ifndef PLAIN_H
#define PLAIN_H

#include <kernels/math.h>
#include <stdlib.h>

static inline void plain_sgemm(const struct kernels_sgemm *p, double *out)
{
	for (size_t i = 0; i < p->rows; i++) {
		for (size_t j = 0; j < p->columns; j++) {
			double sum = 0;
			for (size_t k = 0; k < p->depth && p->alpha != 0; k++)
				sum += (double)p->a[i * p->a_stride + k] * (double)p->b[k * p->b_stride + j];
			sum = p->alpha != 0 ? (double)p->alpha * sum : 0;
			if (p->beta != 0)
				sum += (double)p->beta * (double)p->c[i * p->c_stride + j];
			out[i * p->columns + j] = sum;
		}
	}
}

/* Calls visit(ctx, index in the input, in the filter, in the output) for each product in the sums of the
 * convolution. */
static inline void plain_conv2d(
	const struct kernels_conv2d *p, void (*visit)(void *ctx, size_t in, size_t filter, size_t out), void *ctx)
{
	const size_t channels = p->channels, filters = p->filters;
	for (size_t n = 0; n < p->batch; n++)
		for (size_t y = 0; y < p->output[0]; y++)
			for (size_t x = 0; x < p->output[1]; x++)
				for (size_t ky = 0; ky < p->size[0]; ky++)
					for (size_t kx = 0; kx < p->size[1]; kx++) {
						size_t row = y * p->stride[0] + ky, column = x * p->stride[1] + kx;
						if (row < p->pad[0] || row - p->pad[0] >= p->input[0] ||
							column < p->pad[1] || column - p->pad[1] >= p->input[1])
							continue;
						size_t in = ((n * p->input[0] + row - p->pad[0]) * p->input[1] +
							column - p->pad[1]) * channels;
						size_t filter = (ky * p->size[1] + kx) * channels * filters;
						size_t out = ((n * p->output[0] + y) * p->output[1] + x) * filters;
						for (size_t c = 0; c < channels; c++)
							for (size_t f = 0; f < filters; f++)
								visit(ctx, in + c, filter + c * filters + f, out + f);
					}
}

/* Deterministic numbers from -1 to 1. */
static inline float plain_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return (float)(int32_t)(*state >> 8 & 0xffff) / 32768.0f - 1;
}

#endif
