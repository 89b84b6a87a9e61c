/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that compute element by element, reduce or reshape. */
#ifndef KERNELS_TENSOR_ELEMENTWISE_H
#define KERNELS_TENSOR_ELEMENTWISE_H

#include <kernels/kernels.h>

/* ---- elementwise.c, reduce.c: element type f32, i32 or i64 */

void kernels_tensor__relu(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__relu_inplace(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__relu_grad_inplace(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__add(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__add_inplace(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__equal_elements(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__equal_elements_inplace(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__cast_i32_to_f32(struct kernels_call *call);
void kernels_tensor__broadcast(struct kernels_call *call, enum kernels_dtype dtype, uint32_t rank);
void kernels_tensor__reduce_mean(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__argmax(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__slice_inplace(struct kernels_call *call, enum kernels_dtype dtype);

/* ---- layer.c: f32 */

void kernels_tensor__flatten(struct kernels_call *call);
void kernels_tensor__softmax_inplace(struct kernels_call *call);
void kernels_tensor__gradient_descent(struct kernels_call *call);
void kernels_tensor__subtract_inplace(struct kernels_call *call);
void kernels_tensor__transpose(struct kernels_call *call);
void kernels_tensor__mean_axis_zero(struct kernels_call *call);
void kernels_tensor__broadcast_2d(struct kernels_call *call);

#endif
