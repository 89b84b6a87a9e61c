/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Convolution, pooling and their gradients, on f32. */
#ifndef KERNELS_TENSOR_CONV_H
#define KERNELS_TENSOR_CONV_H

#include "window/window.h"

/* ---- conv.c: frame kernels, since other threads may participate */

void kernels_tensor__conv2d(struct kernels_frame *frame);
void kernels_tensor__conv2d_bias(struct kernels_frame *frame);
void kernels_tensor__conv2d_batch_norm(struct kernels_frame *frame);
void kernels_tensor__conv2d_batch_norm_relu(struct kernels_frame *frame);
void kernels_tensor__batch_norm(struct kernels_frame *frame);

/* Rows and columns of a convolution as a product; 0 if there is nothing to compute (dimensions may have any size
 * then). */
size_t kernels_tensor__conv_pixels(const struct kernels_tensor *output);
size_t kernels_tensor__conv_depth(const struct kernels_tensor *filter);

/* Computes the window of argument `filter` over argument `input`, tensors of rank 4, with attributes padding and
 * strides from `attribute` on. Returns false if the call has failed. */
bool kernels_tensor__conv_window(struct kernels_call *call, uint32_t input, uint32_t filter, uint32_t attribute,
	struct window *w);

/* ---- gradient.c: f32 */

void kernels_tensor__conv2d_grad_input(struct kernels_call *call);
void kernels_tensor__conv2d_grad_filter(struct kernels_call *call);
void kernels_tensor__batch_norm_grad(struct kernels_call *call);

/* ---- pool.c: `dtype` is that of the attributes */

void kernels_tensor__max_pooling_2d(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__zero_padding(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__global_average_pooling(struct kernels_call *call);

#endif
