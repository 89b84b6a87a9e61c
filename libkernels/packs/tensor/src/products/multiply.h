/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products and convolutions for kernels: by the selected library or the built-in code, in parts that may run
 * concurrently, fused with operations on each channel of the result while it is cached. */
#ifndef KERNELS_TENSOR_MULTIPLY_H
#define KERNELS_TENSOR_MULTIPLY_H

#include <shared/gemm.h>
#include "common/arguments.h"
#include "window/window.h"

/* x = scale * (x - mean) / sqrt(variance + epsilon) + offset, per channel; then max(x, 0). */
struct channels {
	const float *scale, *mean, *variance; /* all three NULL: x = x + offset */
	const float *offset;                  /* NULL: at most relu */
	float epsilon;
	bool relu;
};
/* Processes the channels [from, to) of `rows` rows of `stride` elements; data points to the first row. */
void kernels_tensor__channels_finish(
	const struct channels *channels, float *data, size_t stride, size_t rows, size_t from, size_t to);

struct multiplication {
	struct gemm gemm;
	enum gemm_element element;
	uint64_t b_version; /* of the buffer of gemm.b */
	bool convolution; /* the left matrix of `gemm`: */
	struct conv conv;
	struct channels channels;
};

/* Executes it, with other threads if it is long, and creates result 0 of the frame, a chain. */
void kernels_tensor__multiply(struct kernels_frame *frame, const struct multiplication *m);

#endif
