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
		const float *weights, const float *bias, float least, float most, uint32_t flags,
		struct xnn_operator **out);
	int (*setup_fully_connected)(
		struct xnn_operator *op, size_t batch, const float *input, float *output, void *pool);
	int (*create_convolution)(uint32_t top, uint32_t right, uint32_t bottom, uint32_t left, uint32_t height,
		uint32_t width, uint32_t down, uint32_t across, uint32_t dilation_height, uint32_t dilation_width,
		uint32_t groups, size_t inputs, size_t outputs, size_t input_stride, size_t output_stride,
		const float *weights, const float *bias, float least, float most, uint32_t flags,
		struct xnn_operator **out);
	int (*setup_convolution)(struct xnn_operator *op, size_t batch, size_t height, size_t width, const float *input,
		float *output, void *pool);
	int (*run)(struct xnn_operator *op, void *pool);
	int (*destroy)(struct xnn_operator *op);
};
extern struct kernels_xnnpack__functions kernels_xnnpack__xnn;

/* What an operator was made for: numbers, the place of the weights among them; and what they are. */
struct kernels_xnnpack__key {
	uint64_t numbers[12];
	uint64_t weights[2]; /* a version that the host gives, and 0; or else a hash of their bytes */
};
/* Fills in both. `version` 0: kernels may write into the weights without a word, so all rows of them are looked at. */
void kernels_xnnpack__name(struct kernels_xnnpack__key *key, const float *weights, size_t rows, size_t columns,
	size_t stride, uint64_t version);

/* Takes an operator out, so that nobody else uses it; NULL when there is none. */
struct xnn_operator *kernels_xnnpack__take(const struct kernels_xnnpack__key *key);
/* Puts one in. Those for what the same weights were before are dropped, and the one that was used longest ago if
 * there are too many. */
void kernels_xnnpack__give(const struct kernels_xnnpack__key *key, struct xnn_operator *op);

#endif
