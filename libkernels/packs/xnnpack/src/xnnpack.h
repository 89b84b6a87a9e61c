/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The few functions of XNNPACK that are used, as they were in the snapshots of early 2022 that distributions have, and
 * operators that are kept because making one takes longer than using it. */
#ifndef KERNELS_XNNPACK_H
#define KERNELS_XNNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct xnn_operator;

struct kernels_xnnpack__functions {
	int (*initialize)(const void *allocator);
	int (*create_fully_connected)(size_t inputs, size_t outputs, size_t input_stride, size_t output_stride,
		const float *weights, const float *bias, float least, float most, uint32_t flags, struct xnn_operator **out);
	int (*setup_fully_connected)(struct xnn_operator *op, size_t batch, const float *input, float *output, void *pool);
	int (*create_convolution)(uint32_t top, uint32_t right, uint32_t bottom, uint32_t left, uint32_t height,
		uint32_t width, uint32_t down, uint32_t across, uint32_t dilation_height, uint32_t dilation_width,
		uint32_t groups, size_t inputs, size_t outputs, size_t input_stride, size_t output_stride,
		const float *weights, const float *bias, float least, float most, uint32_t flags, struct xnn_operator **out);
	int (*setup_convolution)(struct xnn_operator *op, size_t batch, size_t height, size_t width, const float *input,
		float *output, void *pool);
	int (*run)(struct xnn_operator *op, void *pool);
	int (*destroy)(struct xnn_operator *op);
};
extern struct kernels_xnnpack__functions kernels_xnnpack__xnn;

/* What an operator was made for: numbers, and the weights by their contents, since kernels may write into tensors between
 * two uses. */
struct kernels_xnnpack__key {
	uint64_t numbers[12];
	uint64_t hash[2];
};
void kernels_xnnpack__hash(const float *weights, size_t count, uint64_t out[2]);

/* Takes an operator out, so that nobody else uses it; NULL when there is none. */
struct xnn_operator *kernels_xnnpack__take(const struct kernels_xnnpack__key *key);
/* Puts one in; the one that was used longest ago may go for it. */
void kernels_xnnpack__give(const struct kernels_xnnpack__key *key, struct xnn_operator *op);

#endif
