/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checked access to the arguments and attributes of a call, and the payload types of the pack. */
#ifndef KERNELS_TENSOR_ARGUMENTS_H
#define KERNELS_TENSOR_ARGUMENTS_H

#include <kernels/kernels.h>

#define KERNELS_TENSOR__ANY_RANK UINT32_MAX

static inline const struct kernels_tensor *kernels_tensor__argument(const struct kernels_call *call, uint32_t index)
{
	return call->arguments[index];
}

/* Returns the argument if it is a tensor of this kind, element type (INVALID: any with a size) and rank, with aligned
 * elements. Otherwise fails the call and returns NULL. */
const struct kernels_tensor *kernels_tensor__dense(struct kernels_call *call, uint32_t index, enum kernels_dtype dtype,
	uint32_t rank);
const struct kernels_tensor *kernels_tensor__coo(struct kernels_call *call, uint32_t index, enum kernels_dtype dtype,
	uint32_t rank);
/* Returns true if the tensors in arguments `first` and `second` have equal shapes; otherwise fails the call. */
bool kernels_tensor__same_shape(struct kernels_call *call, uint32_t first, uint32_t second);
/* Returns true if the two tensors do not overlap in memory; otherwise fails the call. */
bool kernels_tensor__apart(struct kernels_call *call, uint32_t read, uint32_t written);
/* Returns true if the tensor has this shape; otherwise fails the call. */
bool kernels_tensor__expect_shape(struct kernels_call *call, uint32_t index, const struct kernels_shape *shape);
/* Reads a shape from an attribute that is an array of i64: for a tensor, or of any rank. `least` is the smallest
 * allowed dimension: 0, or -1 for unknown dimensions. Returns false if the call has failed; the output needs no release
 * then. */
bool kernels_tensor__shape_attribute(struct kernels_call *call, uint32_t index, struct kernels_shape *out);
bool kernels_tensor__dims_attribute(
	struct kernels_call *call, uint32_t index, int64_t least, struct kernels_dims *out);
/* Copies dimensions to a result of type "!ts.shape" or "!ts.partial_shape"; returns false if the call has failed. */
bool kernels_tensor__return_dims(
	struct kernels_call *call, struct kernels_dims *out, const int64_t *dims, uint32_t rank);
/* Reads the shape of a tensor from an argument of type "!ts.shape"; returns false if the call has failed. */
bool kernels_tensor__shape_argument(struct kernels_call *call, uint32_t index, struct kernels_shape *out);
/* kernels_tensor_init() with TFRT's message on failure. */
bool kernels_tensor__create(struct kernels_call *call, enum kernels_dtype dtype, const struct kernels_shape *shape,
	struct kernels_tensor *out);

/* For frame kernels: calls check() with the first arguments, as for a payload kernel. Returns false if the frame has
 * failed. */
bool kernels_tensor__checked(
	struct kernels_frame *frame, void (*check)(struct kernels_call *call, void *out), void *out);

/* For messages: "[2, 3]"; if a tensor cannot have the shape, its first dimensions and "...". */
struct kernels_tensor__shape_text {
	char text[KERNELS_SHAPE_TEXT];
};
struct kernels_tensor__shape_text kernels_tensor__shape_text(const struct kernels_shape *shape);
struct kernels_tensor__shape_text kernels_tensor__dims_text(const struct kernels_dims *dims);

static inline const struct async_allocator *kernels_tensor__allocator(const struct kernels_call *call)
{
	return kernels_host(call->request)->allocator;
}

/* ---- payload types of the pack: "!ts.fixed_rank_shape.N", struct kernels_shape */

#define KERNELS_TENSOR__FIXED_RANKS 4u
bool kernels_tensor__register_types(void);

#endif
