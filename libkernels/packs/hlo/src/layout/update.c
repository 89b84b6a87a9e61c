/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* dynamic_slice and dynamic_update_slice: copies at a place that scalar operands give. */
#include "layout/copy.h"
#include "layout/ints.h"
#include <string.h>

struct dynamic {
	struct hlo_copy copy;
	int64_t strides[KERNELS_MAX_RANK]; /* of operand 0, in bytes */
	int64_t last[KERNELS_MAX_RANK];    /* largest start */
};

/* The offset in bytes of the part, with starts in the operands from `first` on. */
static int64_t offset_of(const struct hlo_run *run, const struct dynamic *plan, uint32_t first)
{
	int64_t offset = 0;
	for (uint32_t i = 0; i < run->op->operands[0].shape.rank; i++) {
		if (plan->last[i] == 0)
			continue;
		int64_t start = kernels_hlo__index_at(run->op->operands[first].dtype, run->inputs[first + i], 0);
		offset += hlo_clamp(start, 0, plan->last[i]) * plan->strides[i];
	}
	return offset;
}

/* Checks the part's sizes. */
static bool set_starts(struct hlo_op *op, struct dynamic *plan, const int64_t *sizes)
{
	const struct hlo_shape *shape = &op->operands[0].shape;
	kernels_hlo__byte_strides(&op->operands[0], plan->strides);
	for (uint32_t i = 0; i < shape->rank; i++) {
		if (sizes[i] < 0 || sizes[i] > shape->dims[i])
			return kernels_hlo__refuse(op, "a part of size %lld of dimension %u, which is %lld",
				(long long)sizes[i], i, (long long)shape->dims[i]);
		plan->last[i] = shape->dims[i] - sizes[i];
	}
	return true;
}

/* ---- dynamic_slice */

static const void *find_slice(const struct hlo_run *run, const void *plan) { return (const char *)run->inputs[0] + offset_of(run, plan, 1); }

static bool plan_dynamic_slice(struct hlo_op *op, void *plan)
{
	struct dynamic *d = plan;
	int64_t sizes[KERNELS_MAX_RANK], to[KERNELS_MAX_RANK];
	if (!kernels_hlo__tensors_only(op, 1))
		return false;
	const struct hlo_type *from = &op->operands[0], *result = &op->results[0];
	if (!kernels_hlo__scalar_indices(op, 1, from->shape.rank) ||
		!kernels_hlo__ints_of(op, "slice_sizes", from->shape.rank, sizes) || !set_starts(op, d, sizes) ||
		!kernels_hlo__set_shape(op, 0, from->shape.rank, sizes))
		return false;
	if (from->dtype != result->dtype)
		return kernels_hlo__refuse(op, "the element type of the result is %s, expected %s",
			kernels_dtype_name(result->dtype), kernels_dtype_name(from->dtype));
	kernels_hlo__byte_strides(result, to);
	kernels_hlo__copy_init(&d->copy, kernels_dtype_size(from->dtype), from->shape.rank, sizes, d->strides, to);
	op->nanoseconds = kernels_hlo__copy_nanoseconds(&d->copy);
	op->find_part = !d->copy.empty && d->copy.unit == hlo_bytes(result) ? find_slice : NULL;
	return true;
}

static bool run_dynamic_slice(const struct hlo_run *run, const void *plan)
{
	const struct dynamic *d = plan;
	if (!d->copy.empty)
		kernels_hlo__copy_shared(run, &d->copy, find_slice(run, plan), run->outputs[0]);
	return true;
}

HLO_KERNEL(dynamic_slice, .plan_size = sizeof(struct dynamic), .plan = plan_dynamic_slice, .run = run_dynamic_slice,
	.flags = HLO_READS_PART)

/* ---- dynamic_update_slice */

static bool plan_dynamic_update_slice(struct hlo_op *op, void *plan)
{
	struct dynamic *d = plan;
	int64_t from[KERNELS_MAX_RANK];
	if (!kernels_hlo__tensors_only(op, 2))
		return false;
	const struct hlo_type *to = &op->operands[0], *update = &op->operands[1], *result = &op->results[0];
	if (update->shape.rank != to->shape.rank || update->dtype != to->dtype || result->dtype != to->dtype)
		return kernels_hlo__refuse(op, "operand, update and result have different element types or ranks");
	if (!kernels_hlo__scalar_indices(op, 2, to->shape.rank) || !set_starts(op, d, update->shape.dims) ||
		!kernels_hlo__set_shape(op, 0, to->shape.rank, to->shape.dims))
		return false;
	kernels_hlo__byte_strides(update, from);
	kernels_hlo__copy_init(&d->copy, kernels_dtype_size(to->dtype), to->shape.rank, update->shape.dims, from,
		d->strides);
	op->reuse[0] = 0;
	/* In loops the operand is usually reused, and nothing but the update is copied. */
	op->nanoseconds = kernels_hlo__copy_nanoseconds(&d->copy) + hlo_bytes(to) / 64;
	return true;
}

static bool run_dynamic_update_slice(const struct hlo_run *run, const void *plan)
{
	const struct dynamic *d = plan;
	char *to = run->outputs[0];
	size_t bytes = hlo_bytes(&run->op->operands[0]);
	if (run->outputs[0] != run->inputs[0] && bytes > 0)
		kernels_hlo__copy_bytes(to, run->inputs[0], bytes);
	if (!d->copy.empty)
		kernels_hlo__copy_shared(run, &d->copy, run->inputs[1], to + offset_of(run, d, 2));
	return true;
}

HLO_KERNEL(dynamic_update_slice, .plan_size = sizeof(struct dynamic), .plan = plan_dynamic_update_slice, .run = run_dynamic_update_slice,
	.flags = HLO_WRITES_PART)
