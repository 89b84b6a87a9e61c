/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* allreduce and broadcast. Each member combines the tensors in the order of the group, so all have the same bits. */
#include "operation.h"
#include <scalars/operations.h>
#include <string.h>

/* Numbers of struct kernels_exchange; an operation of two rounds has two. */
enum { ALLREDUCE = 0x7401, BROADCAST = 0x7402 };

/* Rows of scalars/operations.h; the mean of floats divides their sum, that of integers has a wider one. */
enum reduction { REDUCE_add, REDUCE_multiply, REDUCE_minimum, REDUCE_maximum, MEAN, UNKNOWN };

/* TFRT's names, then those of StableHLO. */
static enum reduction reduction_named(struct kernels_string name)
{
	static const struct {
		const char *name;
		enum reduction reduction;
	} names[] = { { "sum", REDUCE_add }, { "min", REDUCE_minimum }, { "max", REDUCE_maximum }, { "mean", MEAN }, { "add", REDUCE_add },
		{ "multiply", REDUCE_multiply }, { "minimum", REDUCE_minimum }, { "maximum", REDUCE_maximum } };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i].name) == name.size && memcmp(names[i].name, name.data, name.size) == 0)
			return names[i].reduction;
	return UNKNOWN;
}

static async_type_id reduce_type(uint32_t argument)
{
	return argument == 5 ? ASYNC_TYPE_CHAIN : kernels_tensor_types()->tensor;
}

/* Dense tensors of the kernel's type and of one shape in arguments 3 and 4. */
static const struct kernels_tensor *reduced_tensor(struct kernels_collective__operation *op)
{
	const struct kernels_tensor *in = kernels_collective__tensor(op, 3);
	const struct kernels_tensor *out = in ? kernels_collective__tensor(op, 4) : NULL;
	char expected[KERNELS_SHAPE_TEXT], found[KERNELS_SHAPE_TEXT];
	if (!in || !out || kernels_shape_equal(&in->shape, &out->shape))
		return out ? in : NULL;
	kernels_shape_text(&in->shape, expected, sizeof expected);
	kernels_shape_text(&out->shape, found, sizeof found);
	kernels_collective__refuse(op, "argument 4 has the shape %.80s; expected %.80s", found, expected);
	return NULL;
}

static struct async_value *give_copy(struct kernels_collective__operation *op, const struct kernels_tensor *tensor)
{
	return kernels_collective__copy(
		op, tensor->dtype, &tensor->shape, kernels_tensor_bytes(tensor), kernels_buffer_size(tensor->buffer));
}

static struct async_value *reduce_give(struct kernels_collective__operation *op)
{
	struct kernels_string name;
	const struct kernels_tensor *in = reduced_tensor(op);
	if (!kernels_site_string(op->site, 0, &name) || reduction_named(name) == UNKNOWN) {
		kernels_collective__refuse(op, "unexpected reduction_name in AllReduce");
		return NULL;
	}
	return in ? give_copy(op, in) : NULL;
}

#define COMBINE(op, form, value, T) \
	case REDUCE_##op: \
		for (size_t i = 0; i < count; i++) { \
			const T a = to[i], b = from[i]; \
			to[i] = (T)(value); \
		} \
		break;
#define COMBINE_OF(type, T, ...) \
	static void combine_##type(enum reduction how, T *to, const T *from, size_t count) \
	{ \
		switch (how) { \
			__VA_ARGS__ \
		default: break; \
		} \
	}
COMBINE_OF(f32, float, SCALARS_SUMS(COMBINE, float, float) SCALARS_FLOAT_EXTREMES(COMBINE, f32, float))
COMBINE_OF(i32, int32_t, SCALARS_SUMS(COMBINE, uint32_t, int32_t) SCALARS_EXTREMES(COMBINE, int32_t))

/* Truncates toward zero; the sum does not wrap. */
static void mean_i32(struct kernels_collective__operation *op, int32_t *to, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		int64_t sum = 0;
		for (uint32_t m = 0; m < op->group.count; m++)
			sum += ((const int32_t *)kernels_tensor_bytes(kernels_collective__part(op, m)))[i];
		to[i] = (int32_t)(sum / (int64_t)op->group.count);
	}
}

static bool reduce_compute(struct kernels_collective__operation *op)
{
	const struct kernels_tensor *out = async_value_payload(op->arguments[4]);
	const size_t size = kernels_buffer_size(kernels_collective__part(op, 0)->buffer), count = size / 4;
	struct kernels_string name;
	for (uint32_t m = 0; m < op->group.count; m++)
		if (!kernels_collective__check_part(op, m, op->kind->dtype, &out->shape))
			return false;
	const enum reduction how = kernels_site_string(op->site, 0, &name) ? reduction_named(name) : UNKNOWN;
	void *to = kernels_tensor_data(out);
	if (how == MEAN && op->kind->dtype == KERNELS_I32) {
		mean_i32(op, to, count);
		return true;
	}
	if (size > 0)
		memcpy(to, kernels_tensor_bytes(kernels_collective__part(op, 0)), size);
	for (uint32_t m = 1; m < op->group.count; m++) {
		const void *from = kernels_tensor_bytes(kernels_collective__part(op, m));
		if (op->kind->dtype == KERNELS_I32)
			combine_i32(how, to, from, count);
		else
			combine_f32(how == MEAN ? REDUCE_add : how, to, from, count);
	}
	for (size_t i = 0; how == MEAN && i < count; i++)
		((float *)to)[i] /= (float)op->group.count;
	return true;
}

/* ---- broadcast */

static async_type_id broadcast_type(uint32_t argument)
{
	return argument == 3   ? kernels_tensor_types()->tensor
	       : argument == 4 ? kernels_collective__types().task
			       : ASYNC_TYPE_CHAIN;
}

/* The place of the sender in the group; its count: it is not a member. */
static uint32_t sender_of(const struct kernels_collective__operation *op)
{
	const uint32_t task = *(const uint32_t *)async_value_payload(op->arguments[4]);
	uint32_t member = 0;
	while (member < op->group.count && op->group.members[member] != task)
		member++;
	return member;
}

/* All members give a tensor, since an engine may need equal sizes; that of the sender counts. */
static struct async_value *broadcast_give(struct kernels_collective__operation *op)
{
	const struct kernels_tensor *tensor = kernels_collective__tensor(op, 3);
	if (!tensor)
		return NULL;
	if (sender_of(op) < op->group.count)
		return give_copy(op, tensor);
	kernels_collective__refuse(op, "argument 4: task %u is not part of the collective group",
		*(const uint32_t *)async_value_payload(op->arguments[4]));
	return NULL;
}

static bool broadcast_compute(struct kernels_collective__operation *op)
{
	const struct kernels_tensor *tensor = async_value_payload(op->arguments[3]);
	const uint32_t sender = sender_of(op);
	for (uint32_t m = 0; m < op->group.count; m++)
		if (!kernels_collective__check_part(op, m, op->kind->dtype, &tensor->shape))
			return false;
	const size_t size = kernels_buffer_size(tensor->buffer);
	if (sender != op->group.self && size > 0)
		memcpy(kernels_tensor_data(tensor), kernels_tensor_bytes(kernels_collective__part(op, sender)), size);
	return true;
}

#define KERNELS_OF(type, element) \
	void kernels_collective__allreduce_##type(struct kernels_frame *frame) \
	{ \
		static const struct kernels_collective__kind kind = { "allreduce", ALLREDUCE, element, 6, 1, reduce_type, reduce_give, \
			reduce_compute }; \
		kernels_collective__operation_begin(frame, &kind); \
	} \
	void kernels_collective__broadcast_##type(struct kernels_frame *frame) \
	{ \
		static const struct kernels_collective__kind kind = { "broadcast", BROADCAST, element, 6, 1, broadcast_type, \
			broadcast_give, broadcast_compute }; \
		kernels_collective__operation_begin(frame, &kind); \
	}
KERNELS_OF(f32, KERNELS_F32)
KERNELS_OF(i32, KERNELS_I32)
