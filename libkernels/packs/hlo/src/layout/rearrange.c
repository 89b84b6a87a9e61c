/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that are one strided copy from the operand: broadcast_in_dim, transpose, reverse, slice, and their forms with
 * attributes in operands. */
#include "layout/copy.h"
#include "layout/ints.h"

/* The plan of all kernels here. */
struct rearrange {
	struct hlo_copy copy;
	int64_t offset; /* of the first element that is read, in bytes */
};

/* The result has element type and elements of the operand: strides of the operand per dimension of the result. */
static bool finish_plan(struct hlo_op *op, struct rearrange *plan, const int64_t *from, int64_t offset)
{
	const struct hlo_type *result = &op->results[0];
	int64_t to[KERNELS_MAX_RANK];
	if (op->operands[0].dtype != result->dtype)
		return kernels_hlo__refuse(op, "the element type of the result is %s, expected %s",
			kernels_dtype_name(result->dtype), kernels_dtype_name(op->operands[0].dtype));
	kernels_hlo__byte_strides(result, to);
	kernels_hlo__copy_init(&plan->copy, kernels_dtype_size(result->dtype), result->shape.rank, result->shape.dims,
		from, to);
	plan->offset = offset;
	op->nanoseconds = kernels_hlo__copy_nanoseconds(&plan->copy);
	if (offset == 0 && op->operands[0].elements == result->elements &&
		(plan->copy.empty || (plan->copy.units == 1 && !plan->copy.transpose)))
		op->view = 0;
	return true;
}

static bool run_rearrange(const struct hlo_run *run, const void *plan)
{
	const struct rearrange *r = plan;
	kernels_hlo__copy_shared(run, &r->copy, (const char *)run->inputs[0] + r->offset, run->outputs[0]);
	return true;
}

/* ---- broadcast_in_dim */

static bool plan_broadcast_in_dim(struct hlo_op *op, void *plan)
{
	const struct hlo_shape *shape = &op->operands[0].shape;
	int64_t strides[KERNELS_MAX_RANK], from[KERNELS_MAX_RANK] = { 0 };
	struct kernels_shape to;
	struct hlo_dims map;
	if (!kernels_hlo__tensors_only(op, 1) || !kernels_hlo__shape_from(op, 1, &to) ||
		!kernels_hlo__set_shape(op, 0, to.rank, to.dims) || !kernels_hlo__dims(op, "broadcast_dimensions", to.rank, &map))
		return false;
	if (map.count != shape->rank)
		return kernels_hlo__refuse(op, "attribute broadcast_dimensions has %u elements, expected %u", map.count,
			shape->rank);
	kernels_hlo__byte_strides(&op->operands[0], strides);
	for (uint32_t i = 0; i < map.count; i++) {
		int64_t have = shape->dims[i], want = to.dims[map.at[i]];
		if (have != want && have != 1)
			return kernels_hlo__refuse(op, "dimension %u of the operand is %lld, expected 1 or %lld", i,
				(long long)have, (long long)want);
		from[map.at[i]] = have == 1 ? 0 : strides[i];
	}
	return finish_plan(op, plan, from, 0);
}

HLO_KERNEL(broadcast_in_dim, .plan_size = sizeof(struct rearrange), .plan = plan_broadcast_in_dim, .run = run_rearrange)
HLO_KERNEL(dynamic_broadcast_in_dim, .plan_size = sizeof(struct rearrange), .plan = plan_broadcast_in_dim, .run = run_rearrange,
	.flags = HLO_NEEDS_VALUES)

/* ---- dynamic_reshape */

static bool plan_dynamic_reshape(struct hlo_op *op, void *plan)
{
	struct kernels_shape shape;
	char texts[2][HLO_TYPE_TEXT];
	(void)plan;
	if (!kernels_hlo__tensors_only(op, 2) || !kernels_hlo__shape_from(op, 1, &shape) ||
		!kernels_hlo__set_shape(op, 0, shape.rank, shape.dims))
		return false;
	if (op->operands[0].dtype != op->results[0].dtype || op->operands[0].elements != op->results[0].elements)
		return kernels_hlo__refuse(op, "cannot reshape %s to %s",
			kernels_hlo__type_text(&op->operands[0], texts[0]),
			kernels_hlo__type_text(&op->results[0], texts[1]));
	op->view = 0;
	return true;
}

HLO_KERNEL(dynamic_reshape, .plan = plan_dynamic_reshape, .flags = HLO_NEEDS_VALUES)

/* ---- transpose */

static bool plan_transpose(struct hlo_op *op, void *plan)
{
	int64_t strides[KERNELS_MAX_RANK], from[KERNELS_MAX_RANK];
	struct hlo_dims permutation;
	struct kernels_shape result;
	if (!kernels_hlo__tensors_only(op, 1))
		return false;
	const struct hlo_shape *shape = &op->operands[0].shape;
	if (!kernels_hlo__dims(op, "permutation", shape->rank, &permutation))
		return false;
	result.rank = permutation.count;
	if (result.rank != shape->rank)
		return kernels_hlo__refuse(op, "attribute permutation has %u elements, expected %u", result.rank,
			shape->rank);
	kernels_hlo__byte_strides(&op->operands[0], strides);
	for (uint32_t i = 0; i < result.rank; i++) {
		result.dims[i] = shape->dims[permutation.at[i]];
		from[i] = strides[permutation.at[i]];
	}
	return kernels_hlo__set_shape(op, 0, result.rank, result.dims) && finish_plan(op, plan, from, 0);
}

HLO_KERNEL(transpose, .plan_size = sizeof(struct rearrange), .plan = plan_transpose, .run = run_rearrange)

/* ---- reverse */

static bool plan_reverse(struct hlo_op *op, void *plan)
{
	int64_t strides[KERNELS_MAX_RANK], offset = 0;
	struct hlo_dims dims;
	if (!kernels_hlo__tensors_only(op, 1))
		return false;
	const struct hlo_shape *shape = &op->operands[0].shape;
	if (!kernels_hlo__dims(op, "dimensions", shape->rank, &dims) ||
		!kernels_hlo__set_shape(op, 0, shape->rank, shape->dims))
		return false;
	kernels_hlo__byte_strides(&op->operands[0], strides);
	for (uint32_t i = 0; i < dims.count; i++)
		if (shape->dims[dims.at[i]] > 1) {
			offset += strides[dims.at[i]] * (shape->dims[dims.at[i]] - 1);
			strides[dims.at[i]] = -strides[dims.at[i]];
		}
	return finish_plan(op, plan, strides, offset);
}

HLO_KERNEL(reverse, .plan_size = sizeof(struct rearrange), .plan = plan_reverse, .run = run_rearrange)

/* ---- slice */

static bool plan_slice(struct hlo_op *op, void *plan)
{
	const struct hlo_shape *shape = &op->operands[0].shape;
	int64_t start[KERNELS_MAX_RANK], limit[KERNELS_MAX_RANK], step[KERNELS_MAX_RANK];
	int64_t dims[KERNELS_MAX_RANK], strides[KERNELS_MAX_RANK], offset = 0;
	if (!kernels_hlo__tensors_only(op, 1) || !kernels_hlo__ints_from(op, "start_indices", 1, shape->rank, start) ||
		!kernels_hlo__ints_from(op, "limit_indices", 2, shape->rank, limit) ||
		!kernels_hlo__ints_from(op, "strides", 3, shape->rank, step))
		return false;
	kernels_hlo__byte_strides(&op->operands[0], strides);
	for (uint32_t i = 0; i < shape->rank; i++) {
		if (start[i] < 0 || limit[i] < start[i] || limit[i] > shape->dims[i] || step[i] < 1)
			return kernels_hlo__refuse(op,
				"slice [%lld, %lld) with stride %lld of dimension %u, which is %lld",
				(long long)start[i], (long long)limit[i], (long long)step[i], i,
				(long long)shape->dims[i]);
		dims[i] = limit[i] > start[i] ? (limit[i] - start[i] - 1) / step[i] + 1 : 0;
		offset += dims[i] > 0 ? start[i] * strides[i] : 0;
		strides[i] = dims[i] > 1 ? strides[i] * step[i] : 0;
	}
	return kernels_hlo__set_shape(op, 0, shape->rank, dims) && finish_plan(op, plan, strides, offset);
}

HLO_KERNEL(slice, .plan_size = sizeof(struct rearrange), .plan = plan_slice, .run = run_rearrange, .flags = HLO_READS_PART)
HLO_KERNEL(real_dynamic_slice, .plan_size = sizeof(struct rearrange), .plan = plan_slice, .run = run_rearrange,
	.flags = HLO_NEEDS_VALUES | HLO_READS_PART)
