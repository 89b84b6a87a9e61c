/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A window that moves over pictures, for convolutions and pooling. Pictures are [batch, height, width, channels]. */
#ifndef KERNELS_TENSOR_WINDOW_H
#define KERNELS_TENSOR_WINDOW_H

#include "common/arguments.h"

/* All >= 1, except pads; [0] vertical, [1] horizontal. */
struct window {
	int64_t batch, input[2], channels, size[2], stride[2], pad[2], output[2];
	uint32_t argument; /* number of the argument that is the input, for messages */
};

/* Computes pad and output. `padding` is "same" (zeros around the input for output = input / stride, an odd one below
 * and on the right) or "valid" (none), case-insensitive. Returns false if the call has failed. */
bool kernels_tensor__window_place(struct kernels_call *call, const struct kernels_string *padding, struct window *w);

/* Reads two numbers of at least 1 from an attribute: vertical and horizontal. Four numbers are those of all dimensions;
 * the first and last must be 1. `what` names the attribute in messages. Returns false if the call has failed. */
bool kernels_tensor__window_attribute(
	struct kernels_call *call, uint32_t index, enum kernels_dtype dtype, const char *what, int64_t out[2]);

/* A convolution as a product: a row for each pixel of the output, a column for each element of a filter. The left
 * matrix is never in memory as a whole. */
struct conv {
	struct window window;
	const float *input;
	size_t first_row; /* of a part of the output */
};
/* For struct gemm_left; ctx is a struct conv. */
void kernels_tensor__conv_pack(const void *ctx, size_t row, size_t rows, size_t k, size_t depth, uint32_t *to);
/* As above, transposed: a row for each element of a filter, a column for each pixel of the output. */
void kernels_tensor__conv_pack_transposed(
	const void *ctx, size_t row, size_t rows, size_t k, size_t depth, uint32_t *to);
/* Copies consecutive rows of the matrix, `depth` elements of each from k on. */
void kernels_tensor__conv_rows(const struct conv *conv, size_t row, size_t rows, size_t k, size_t depth, float *to);

#endif
