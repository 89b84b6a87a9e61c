/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Declarations of the used functions of XNNPACK, as in the snapshots of early 2022 that distributions ship. */
#ifndef KERNELS_XNNPACK_H
#define KERNELS_XNNPACK_H

#include <shared/operators.h>

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

/* Fills in the identity of the weights. `version` 0: they may change at any time, so all their rows are hashed. */
void kernels_xnnpack__name(struct kernels_shared__operator_key *key, const float *weights, size_t rows, size_t columns,
	size_t stride, uint64_t version);

#endif
