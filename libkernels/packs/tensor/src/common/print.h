/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tensors and shapes as text. */
#ifndef KERNELS_TENSOR_PRINT_H
#define KERNELS_TENSOR_PRINT_H

#include <kernels/kernels.h>

/* "name = [2, 3]" and a newline */
void kernels_tensor__print_named_shape(struct kernels_call *call, const char *name, const struct kernels_shape *shape);
void kernels_tensor__print_named_dims(struct kernels_call *call, const char *name, const struct kernels_dims *dims);
void kernels_tensor__print_tensor(struct kernels_call *call);

/* Appends elements as in a file, "[1, 2]"; `count` -1: a scalar, without brackets. */
struct bytecursor_text;
void kernels_tensor__put_elements(
	struct bytecursor_text *text, const uint8_t *elements, enum kernels_dtype dtype, int64_t count);
/* Prints the text in one call, and frees it. */
void kernels_tensor__print_text(struct kernels_call *call, struct bytecursor_text *text);

#endif
