/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Declarations of the used functions of XNNPACK, as in the snapshots of early 2022 that distributions ship, and a cache
 * of operators, because creating one takes longer than using it. */
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

/* The key of an operator: parameters, including the address of the weights, and the identity of the weights. */
struct kernels_xnnpack__key {
	uint64_t numbers[12];
	uint64_t weights[2]; /* the version of the buffer and 0, or a hash of their bytes */
};
/* Fills in both. `version` 0: the weights may change at any time, so all their rows are hashed. */
void kernels_xnnpack__name(struct kernels_xnnpack__key *key, const float *weights, size_t rows, size_t columns,
	size_t stride, uint64_t version);

/* Removes an operator from the cache for exclusive use; NULL if there is none. */
struct xnn_operator *kernels_xnnpack__take(const struct kernels_xnnpack__key *key);
/* Adds an operator. Removes operators for earlier contents of these weights, and the least recently used one if the
 * cache is full. */
void kernels_xnnpack__give(const struct kernels_xnnpack__key *key, struct xnn_operator *op);

#endif
