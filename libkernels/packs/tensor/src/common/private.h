/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of this pack share: the kernels, by family, and how they look at their arguments.
 *
 * A family whose members differ in element type (and rank, or tolerance) is one function that gets these as parameters;
 * pack.c makes a kernel of each member. Signatures, texts and shapes: README.md. */
#ifndef KERNELS_TENSOR_PRIVATE_H
#define KERNELS_TENSOR_PRIVATE_H

#include <kernels/kernels.h>

/* ---- arguments.c */

#define KERNELS_TENSOR__ANY_RANK UINT32_MAX

static inline const struct kernels_tensor *kernels_tensor__argument(const struct kernels_call *call, uint32_t index)
{
	return call->arguments[index];
}

/* The argument if it is a tensor of this kind, element type (INVALID: any that has a size) and rank; else the call has
 * failed, and NULL. The elements are where their type may be. */
const struct kernels_tensor *kernels_tensor__dense(struct kernels_call *call, uint32_t index, enum kernels_dtype dtype,
	uint32_t rank);
const struct kernels_tensor *kernels_tensor__coo(struct kernels_call *call, uint32_t index, enum kernels_dtype dtype,
	uint32_t rank);
/* True when the tensors that are arguments `first` and `second` have one shape; else the call has failed. */
bool kernels_tensor__same_shape(struct kernels_call *call, uint32_t first, uint32_t second);
/* True when these two share no memory; else the call has failed. */
bool kernels_tensor__apart(struct kernels_call *call, uint32_t read, uint32_t written);
/* True when a tensor has this shape; else the call has failed. */
bool kernels_tensor__expect_shape(struct kernels_call *call, uint32_t index, const struct kernels_shape *shape);
/* A shape from an attribute that is an array of i64: for a tensor, or of any rank. `least` is the smallest dimension
 * allowed: 0, or -1 for unknown ones. False: the call has failed; there is nothing to finish. */
bool kernels_tensor__shape_attribute(struct kernels_call *call, uint32_t index, struct kernels_shape *out);
bool kernels_tensor__dims_attribute(
	struct kernels_call *call, uint32_t index, int64_t least, struct kernels_dims *out);
/* Copies dimensions into a result of type "!ts.shape" or "!ts.partial_shape"; false: the call has failed. */
bool kernels_tensor__return_dims(
	struct kernels_call *call, struct kernels_dims *out, const int64_t *dims, uint32_t rank);
/* The shape of a tensor from an argument of type "!ts.shape"; false: the call has failed. */
bool kernels_tensor__shape_argument(struct kernels_call *call, uint32_t index, struct kernels_shape *out);
/* kernels_tensor_init() with the text of the original if it cannot be. */
bool kernels_tensor__create(struct kernels_call *call, enum kernels_dtype dtype, const struct kernels_shape *shape,
	struct kernels_tensor *out);

/* For kernels that are frames: calls check() with the first arguments as those of a payload kernel; it fails as
 * such. False: the frame has failed. */
bool kernels_tensor__checked(
	struct kernels_frame *frame, void (*check)(struct kernels_call *call, void *out), void *out);

/* For messages: "[2, 3]"; of a shape that no tensor can have the first dimensions and "...". */
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

/* ---- print.c */

/* "name = [2, 3]" and a newline */
void kernels_tensor__print_named_shape(struct kernels_call *call, const char *name, const struct kernels_shape *shape);
void kernels_tensor__print_named_dims(struct kernels_call *call, const char *name, const struct kernels_dims *dims);
void kernels_tensor__print_tensor(struct kernels_call *call);

/* ---- shape.c */

void kernels_tensor__build_shape(struct kernels_call *call);
void kernels_tensor__build_partial_shape(struct kernels_call *call);
void kernels_tensor__build_unranked_partial_shape(struct kernels_call *call);
void kernels_tensor__print_shape(struct kernels_call *call);
void kernels_tensor__print_fixed_rank_shape(struct kernels_call *call);
void kernels_tensor__print_partial_shape(struct kernels_call *call);
void kernels_tensor__equal_shape(struct kernels_call *call);
void kernels_tensor__get_dimension(struct kernels_call *call);
void kernels_tensor__get_num_elements(struct kernels_call *call);
void kernels_tensor__as_fixed_rank_shape(struct kernels_call *call, uint32_t rank);
void kernels_tensor__to_shape(struct kernels_call *call);
void kernels_tensor__to_partial_shape(struct kernels_call *call);

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
/* `count` elements each; ulps 0: equal, as == has it. */
bool kernels_tensor__elements_close(const void *a, const void *b, size_t count, enum kernels_dtype dtype,
	uint32_t ulps);

/* ---- string.c, coo.c */

void kernels_tensor__create_string(struct kernels_call *call);
void kernels_tensor__dense_to_coo(struct kernels_call *call, enum kernels_dtype dtype, uint32_t rank);
void kernels_tensor__coo_to_dense(struct kernels_call *call, enum kernels_dtype dtype, uint32_t rank);
void kernels_tensor__coo_equal(struct kernels_call *call, enum kernels_dtype dtype, uint32_t rank);

/* ---- btf.c */

void kernels_tensor__read_btf(struct kernels_frame *frame, enum kernels_tensor_kind kind, enum kernels_dtype dtype,
	uint32_t rank);

/* ---- elementwise.c, reduce.c; element type f32, i32 or i64 */

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

/* ---- multiply.c, conv.c: frame kernels, since their work may be spread over the queue; f32 or i32, f32 */

void kernels_tensor__product(struct kernels_frame *frame, enum kernels_dtype dtype);
void kernels_tensor__conv2d(struct kernels_frame *frame);
void kernels_tensor__conv2d_bias(struct kernels_frame *frame);
void kernels_tensor__conv2d_batch_norm(struct kernels_frame *frame);
void kernels_tensor__conv2d_batch_norm_relu(struct kernels_frame *frame);
void kernels_tensor__batch_norm(struct kernels_frame *frame);

/* ---- gradient.c: f32 */

void kernels_tensor__conv2d_grad_input(struct kernels_call *call);
void kernels_tensor__conv2d_grad_filter(struct kernels_call *call);
void kernels_tensor__batch_norm_grad(struct kernels_call *call);

/* ---- random.c, glyph.c */

void kernels_tensor__random_uniform(struct kernels_call *call);
void kernels_tensor__create_later(struct kernels_call *call);
void kernels_tensor__glyphs(struct kernels_call *call);
void kernels_tensor__print_glyphs(struct kernels_call *call);

/* ---- pool.c, layer.c: f32; `dtype` is that of the attributes */

void kernels_tensor__max_pooling_2d(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__zero_padding(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__global_average_pooling(struct kernels_call *call);
void kernels_tensor__flatten(struct kernels_call *call);
void kernels_tensor__softmax_inplace(struct kernels_call *call);
void kernels_tensor__gradient_descent(struct kernels_call *call);
void kernels_tensor__subtract_inplace(struct kernels_call *call);
void kernels_tensor__transpose(struct kernels_call *call);
void kernels_tensor__mean_axis_zero(struct kernels_call *call);
void kernels_tensor__broadcast_2d(struct kernels_call *call);

#endif
