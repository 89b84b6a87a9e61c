/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Convolutions of 3 x 3 windows by Winograd's method F(2 x 2, 3 x 3): outputs are computed in tiles of 2 x 2. Inputs of a tile
 * (4 x 4) and weights are transformed, multiplied element by element, which is 16 products of matrices, and transformed back.
 * That are 4 multiplications for each output and channel instead of 9.
 *
 * Errors are not larger than those of the direct sum: only elements of the window contribute to an output, and transforms have factors 1
 * and 1/2. An infinity under a window becomes NaN where the direct sum may be infinite. */
#ifndef KERNELS_HLO_PRODUCTS_WINOGRAD_H
#define KERNELS_HLO_PRODUCTS_WINOGRAD_H

#include "products/conv.h"

enum { WINOGRAD_INPUTS = 16, WINOGRAD_OUTPUTS = 4, WINOGRAD_TAPS = 9 }; /* of a tile, and of a window */

/* Returns whether the convolution has this form and is faster this way; depends on the plan only. */
bool kernels_hlo__winograd_fits(const struct conv *conv);
/* `weights` are [spatial, channel, feature]. Returns false when out of memory. */
bool kernels_hlo__winograd_run(const struct hlo_run *run, const struct conv *conv, const void *input, const void *weights, bool panels,
	struct hlo_epilogue *epilogue);

/* ---- transforms (winograd_lines.c): vectors of channels or features */

struct winograd_lines {
	/* to[i * to_step + c], for each i < 16 and c < n, from the inputs of a tile */
	void (*input)(const float *const *from, size_t n, float *to, size_t to_step);
	/* to[i * to_step + f] from the weights of a window */
	void (*weights)(const float *const *from, size_t n, float *to, size_t to_step);
	/* to[o][f] from from[i * from_step + f] */
	void (*output)(const float *from, size_t from_step, size_t n, float *const *to);
};
/* The fastest for this processor. n is a multiple of WINOGRAD_LANES. */
const struct winograd_lines *kernels_hlo__winograd_lines(void);
enum { WINOGRAD_LANES = 16 };

#endif
