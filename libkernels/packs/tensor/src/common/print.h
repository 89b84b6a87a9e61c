/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tensors and shapes as text. */
#ifndef KERNELS_TENSOR_PRINT_H
#define KERNELS_TENSOR_PRINT_H

#include <kernels/kernels.h>

/* "name = [2, 3]" and a newline */
void kernels_tensor__print_named_shape(struct kernels_call *call, const char *name, const struct kernels_shape *shape);
void kernels_tensor__print_named_dims(struct kernels_call *call, const char *name, const struct kernels_dims *dims);
void kernels_tensor__print_tensor(struct kernels_call *call);

#endif
