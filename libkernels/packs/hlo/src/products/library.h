/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products and convolutions by the library that is selected for the process (kernels/math.h). Whatever it declines is
 * computed by the built-in code. */
#ifndef KERNELS_HLO_PRODUCTS_LIBRARY_H
#define KERNELS_HLO_PRODUCTS_LIBRARY_H

#include "products/conv.h"
#include "products/multiply.h"
#include <kernels/math.h>

/* Returns the library that may compute products of this work type; NULL: there is none. */
const struct kernels_math *kernels_hlo__library(enum kernels_dtype work);

/* In the calling thread, without the epilogue. Returns false if there is no library, or it declines. */
bool kernels_hlo__library_multiply(enum kernels_dtype work, const struct hlo_product *product);

/* The size of the parts, one per thread, that a library computes at a time: it does not divide its work itself. `nanoseconds`:
 * of all batches. */
void kernels_hlo__library_parts(struct async_queue *queue, const struct hlo_product *product, size_t batches,
	uint64_t nanoseconds, size_t *out_rows, size_t *out_columns);

/* Products of elements that are smaller than their sums: bf16 summed in f32, bytes summed in i32. Strides and steps count
 * elements of the operand. Computes all sums, without the epilogue. Returns false if there is no library, or it declines; c
 * may have been written. */
bool kernels_hlo__library_multiply_small(const struct hlo_run *run, enum kernels_dtype lhs, enum kernels_dtype rhs,
	const struct hlo_product *product, const struct hlo_batches *batches);

/* For plan(): the element type that libraries may convolve; KERNELS_DTYPE_INVALID: none has this form. */
enum kernels_dtype kernels_hlo__library_conv_type(const struct hlo_op *op, const struct conv *conv);
/* Returns whether a library may compute the convolution. */
bool kernels_hlo__library_convolves(const struct conv *conv);
/* Computes all sums, as f32 in the order of the result. Returns false if the library declines, or memory is short; `sums`
 * may have been written. */
bool kernels_hlo__library_convolve(const struct hlo_run *run, const struct conv *conv, float *sums);

#endif
