/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* allgather: concatenates the tensors of a group along an axis. With any shapes the first round gives the shapes, and the
 * second one bytes, as many as the longest part has: an engine may need equal sizes. */
#include "operation.h"
#include <string.h>

enum { FIXED = 0x7411, ANY = 0x7412 }; /* ANY + 1: the second round */
enum { HEADER = 1 + KERNELS_MAX_RANK }; /* rank and dimensions of a part */

/* Copies the part of a member to its place. `first`: along the axis. */
static void place(const struct kernels_tensor *all, uint64_t axis, int64_t first, const struct kernels_shape *shape,
	const char *bytes)
{
	size_t outer = 1, inner = kernels_dtype_size(all->dtype);
	for (uint32_t i = 0; i < all->shape.rank; i++) {
		if (i < axis)
			outer *= (size_t)all->shape.dims[i];
		else if (i > axis)
			inner *= (size_t)all->shape.dims[i];
	}
	char *to = kernels_tensor_data(all);
	const size_t step = (size_t)all->shape.dims[axis] * inner, run = (size_t)shape->dims[axis] * inner;
	for (size_t i = 0; i < outer && run > 0; i++)
		memcpy(to + i * step + (size_t)first * inner, bytes + i * run, run);
}

/* The axis in argument `index`; the rank: there is none below it, after a message. */
static uint64_t axis_of(struct kernels_collective__operation *op, uint32_t index, uint32_t rank)
{
	const uint64_t axis = *(const uint64_t *)async_value_payload(op->arguments[index]);
	if (axis < rank)
		return axis;
	kernels_collective__refuse(op, "argument %u: axis %llu of a tensor of rank %u", index, (unsigned long long)axis, rank);
	return rank;
}

/* ---- fixed shapes */

static async_type_id fixed_type(uint32_t argument)
{
	return argument == 5 ? kernels_types()->ui64 : argument == 6 ? ASYNC_TYPE_CHAIN : kernels_tensor_types()->tensor;
}

static struct async_value *fixed_give(struct kernels_collective__operation *op)
{
	const struct kernels_tensor *in = kernels_collective__tensor(op, 3);
	const struct kernels_tensor *out = in ? kernels_collective__tensor(op, 4) : NULL;
	const uint64_t axis = in && out ? axis_of(op, 5, in->shape.rank) : 0;
	if (!in || !out || axis == in->shape.rank)
		return NULL;
	struct kernels_shape expected = in->shape;
	if (!__builtin_mul_overflow(expected.dims[axis], (int64_t)op->group.count, &expected.dims[axis]) &&
		kernels_shape_equal(&expected, &out->shape))
		return kernels_collective__copy(
			op, in->dtype, &in->shape, kernels_tensor_bytes(in), kernels_buffer_size(in->buffer));
	char found[KERNELS_SHAPE_TEXT], wanted[KERNELS_SHAPE_TEXT];
	kernels_shape_text(&out->shape, found, sizeof found);
	kernels_shape_text(&expected, wanted, sizeof wanted);
	kernels_collective__refuse(op, "argument 4 has the shape %.80s; expected %.80s", found, wanted);
	return NULL;
}

static bool fixed_compute(struct kernels_collective__operation *op)
{
	const struct kernels_tensor *in = async_value_payload(op->arguments[3]), *out = async_value_payload(op->arguments[4]);
	const uint64_t axis = *(const uint64_t *)async_value_payload(op->arguments[5]);
	/* `in` may overlap `out`: its shape is kept apart */
	const struct kernels_shape shape = in->shape;
	for (uint32_t m = 0; m < op->group.count; m++)
		if (!kernels_collective__check_part(op, m, op->kind->dtype, &shape))
			return false;
	for (uint32_t m = 0; m < op->group.count; m++)
		place(out, axis, m * shape.dims[axis], &shape, kernels_tensor_bytes(kernels_collective__part(op, m)));
	return true;
}

/* ---- any shapes */

static async_type_id any_type(uint32_t argument)
{
	return argument == 4 ? kernels_types()->ui64 : argument == 5 ? ASYNC_TYPE_CHAIN : kernels_tensor_types()->tensor;
}

static struct async_value *any_give(struct kernels_collective__operation *op)
{
	const struct kernels_tensor *in = kernels_collective__tensor(op, 3);
	if (!in || axis_of(op, 4, in->shape.rank) == in->shape.rank)
		return NULL;
	if (op->round == 1)
		return kernels_collective__copy(op, KERNELS_UI8, &(struct kernels_shape){ 1, { op->longest } },
			kernels_tensor_bytes(in), kernels_buffer_size(in->buffer));
	int64_t header[HEADER] = { in->shape.rank };
	memcpy(header + 1, in->shape.dims, in->shape.rank * sizeof *header);
	return kernels_collective__copy(
		op, KERNELS_I64, &(struct kernels_shape){ 1, { HEADER } }, header, sizeof header);
}

/* Adds the shape of a member to that of the result. */
static bool add_shape(struct kernels_collective__operation *op, uint32_t member, uint64_t axis, struct kernels_shape *all)
{
	const struct kernels_tensor *in = async_value_payload(op->arguments[3]);
	int64_t header[HEADER], bytes = (int64_t)kernels_dtype_size(op->kind->dtype);
	if (!kernels_collective__check_part(op, member, KERNELS_I64, &(struct kernels_shape){ 1, { HEADER } }))
		return false;
	memcpy(header, kernels_tensor_bytes(kernels_collective__part(op, member)), sizeof header);
	bool good = header[0] == in->shape.rank;
	for (uint32_t i = 0; good && i < in->shape.rank; i++)
		good = header[1 + i] >= 0 && (i == axis || header[1 + i] == in->shape.dims[i]) &&
		       !__builtin_mul_overflow(bytes, header[1 + i], &bytes);
	if (!good || __builtin_add_overflow(all->dims[axis], header[1 + axis], &all->dims[axis]))
		return kernels_collective__refuse(op, "task %u takes part with another shape, besides dimension %llu",
			op->group.members[member], (unsigned long long)axis);
	op->longest = bytes > op->longest ? bytes : op->longest;
	return true;
}

/* The sizes of the parts along the axis stay in op->sizes until the second round. */
static bool any_compute(struct kernels_collective__operation *op)
{
	const struct kernels_tensor *in = async_value_payload(op->arguments[3]);
	const uint64_t axis = *(const uint64_t *)async_value_payload(op->arguments[4]);
	struct kernels_shape all = in->shape;
	int64_t first = 0;
	if (op->round == 0) {
		all.dims[axis] = 0;
		for (uint32_t m = 0; m < op->group.count; m++) {
			if (!add_shape(op, m, axis, &all))
				return false;
			op->sizes[m] = ((const int64_t *)kernels_tensor_bytes(kernels_collective__part(op, m)))[1 + axis];
		}
		return kernels_tensor_init(&op->tensor, op->allocator, op->kind->dtype, &all) ||
		       kernels_collective__refuse(op, "out of memory");
	}
	for (uint32_t m = 0; m < op->group.count; m++) {
		if (!kernels_collective__check_part(op, m, KERNELS_UI8, &(struct kernels_shape){ 1, { op->longest } }))
			return false;
		all.dims[axis] = op->sizes[m];
		place(&op->tensor, axis, first, &all, kernels_tensor_bytes(kernels_collective__part(op, m)));
		first += op->sizes[m];
	}
	return true;
}

#define KERNELS_OF(type, element) \
	void kernels_collective__allgather_fixed_##type(struct kernels_frame *frame) \
	{ \
		static const struct kernels_collective__kind kind = { "allgather", FIXED, element, 7, 1, fixed_type, fixed_give, \
			fixed_compute }; \
		kernels_collective__operation_begin(frame, &kind); \
	} \
	void kernels_collective__allgather_any_##type(struct kernels_frame *frame) \
	{ \
		static const struct kernels_collective__kind kind = { "allgather", ANY, element, 6, 2, any_type, any_give, any_compute }; \
		kernels_collective__operation_begin(frame, &kind); \
	}
KERNELS_OF(f32, KERNELS_F32)
KERNELS_OF(i32, KERNELS_I32)
