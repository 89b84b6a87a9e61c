/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products and convolutions as kernels run them: by the library that is chosen or by ourselves, in parts that may
 * run at the same time, with what is done to each channel of the result while it is still in the cache. */
#ifndef KERNELS_TENSOR_MULTIPLY_H
#define KERNELS_TENSOR_MULTIPLY_H

#include "gemm/gemm.h"
#include "common/arguments.h"
#include "window/window.h"

/* x = scale * (x - mean) / sqrt(variance + epsilon) + offset, per channel; then max(x, 0). */
struct channels {
	const float *scale, *mean, *variance; /* NULL, all three: x = x + offset */
	const float *offset;                  /* NULL: only relu, if that */
	float epsilon;
	bool relu;
};
/* `rows` rows of `stride` elements, of which the channels [from, to) are dealt with; data points at the first row. */
void kernels_tensor__channels_finish(
	const struct channels *channels, float *data, size_t stride, size_t rows, size_t from, size_t to);

struct multiplication {
	struct gemm gemm;
	enum gemm_element element;
	uint64_t b_version; /* of the buffer of gemm.b */
	bool convolution; /* what is on the left in `gemm` is this: */
	struct conv conv;
	struct channels channels;
};

/* Does it, with the help of other threads if it is long, and makes result 0 of the frame, a chain. */
void kernels_tensor__multiply(struct kernels_frame *frame, const struct multiplication *m);

#endif
