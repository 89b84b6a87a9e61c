/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that create, fill, compare and convert host tensors. A kernel of a family gets the element type, rank or
 * tolerance of its member as parameters; pack.c defines the members. */
#ifndef KERNELS_TENSOR_TENSORS_H
#define KERNELS_TENSOR_TENSORS_H

#include <kernels/kernels.h>

/* ---- dense.c, buffer.c, compare.c */

void kernels_tensor__create_uninitialized(struct kernels_call *call, enum kernels_dtype dtype, uint32_t rank);
void kernels_tensor__fill(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__set_constant(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__set_values(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__make(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__get_shape(struct kernels_call *call);
void kernels_tensor__print_tensor_shape(struct kernels_call *call);
void kernels_tensor__no_op(struct kernels_call *call);
void kernels_tensor__allocate_buffer(struct kernels_call *call);
void kernels_tensor__get_buffer(struct kernels_call *call);
void kernels_tensor__get_buffer_slice(struct kernels_call *call);
void kernels_tensor__print_buffer(struct kernels_call *call);
void kernels_tensor__equal(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__allclose(struct kernels_call *call, enum kernels_dtype dtype, uint32_t ulps);
/* `count` elements each; ulps 0: equal as by ==. */
bool kernels_tensor__elements_close(const void *a, const void *b, size_t count, enum kernels_dtype dtype,
	uint32_t ulps);

/* ---- string.c, coo.c */

void kernels_tensor__create_string(struct kernels_call *call);
/* One string may stand for all elements. */
void kernels_tensor__create_string_or_splat(struct kernels_call *call);
void kernels_tensor__dense_to_coo(struct kernels_call *call, enum kernels_dtype dtype, uint32_t rank);
void kernels_tensor__coo_to_dense(struct kernels_call *call, enum kernels_dtype dtype, uint32_t rank);
void kernels_tensor__coo_equal(struct kernels_call *call, enum kernels_dtype dtype, uint32_t rank);

/* ---- random.c, glyph.c */

void kernels_tensor__random_uniform(struct kernels_call *call);
void kernels_tensor__create_later(struct kernels_call *call);
void kernels_tensor__glyphs(struct kernels_call *call);
void kernels_tensor__print_glyphs(struct kernels_call *call);

#endif
