/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pad and dynamic_pad: the result is filled with the padding value, then the elements of the operand that lie inside
 * are copied to their places. */
#include "layout/copy.h"
#include "layout/ints.h"

#define LARGEST (INT64_MAX / 4) /* of low and high padding: their sums do not overflow */

struct pad {
	struct hlo_copy copy;
	int64_t from, to; /* offsets in bytes of the first element that is copied */
	size_t width;
	int64_t elements; /* to fill; 0 if the operand covers the result */
};

/* The padded dimension, or -1. */
static int64_t padded(int64_t dim, int64_t low, int64_t high, int64_t interior)
{
	int64_t spread = 0, result;
	if (low < -LARGEST || low > LARGEST || high < -LARGEST || high > LARGEST || interior < 0)
		return -1;
	if (dim > 1 && (interior == INT64_MAX || __builtin_mul_overflow(dim - 1, interior + 1, &spread)))
		return -1;
	if (dim > 0 && __builtin_add_overflow(spread, 1, &spread))
		return -1;
	return __builtin_add_overflow(spread, low + high, &result) || result < 0 ? -1 : result;
}

/* The elements [first, first + count) of a dimension lie inside the result. */
static int64_t visible(int64_t dim, int64_t result, int64_t low, int64_t step, int64_t *out_first)
{
	int64_t first = low < 0 ? (-low - 1) / step + 1 : 0;
	int64_t last = result - 1 - low < 0 ? -1 : (result - 1 - low) / step;
	*out_first = first;
	if (last > dim - 1)
		last = dim - 1;
	return last < first ? 0 : last - first + 1;
}

static bool plan_pad(struct hlo_op *op, void *plan_data)
{
	struct pad *plan = plan_data;
	int64_t low[KERNELS_MAX_RANK], high[KERNELS_MAX_RANK], interior[KERNELS_MAX_RANK];
	const struct hlo_type *from = &op->operands[0], *value = &op->operands[1], *to = &op->results[0];
	int64_t dims[KERNELS_MAX_RANK] = { 0 }, counts[KERNELS_MAX_RANK], firsts[KERNELS_MAX_RANK];
	int64_t from_strides[KERNELS_MAX_RANK], to_strides[KERNELS_MAX_RANK], copied = 1;
	uint32_t rank = from->shape.rank;
	if (!kernels_hlo__tensors_only(op, 2) || !kernels_hlo__ints_from(op, "edge_padding_low", 2, rank, low) ||
		!kernels_hlo__ints_from(op, "edge_padding_high", 3, rank, high) ||
		!kernels_hlo__ints_from(op, "interior_padding", 4, rank, interior))
		return false;
	if (value->shape.rank != 0 || value->dtype != from->dtype || to->dtype != from->dtype)
		return kernels_hlo__refuse(op, "operand, padding value (a scalar) and result have different types");
	for (uint32_t i = 0; i < rank; i++) {
		dims[i] = padded(from->shape.dims[i], low[i], high[i], interior[i]);
		if (dims[i] < 0)
			return kernels_hlo__refuse(op,
				"padding %lld, %lld, interior %lld of dimension %u, which is %lld",
				(long long)low[i], (long long)high[i], (long long)interior[i], i,
				(long long)from->shape.dims[i]);
	}
	if (!kernels_hlo__set_shape(op, 0, rank, dims))
		return false;
	kernels_hlo__byte_strides(from, from_strides);
	kernels_hlo__byte_strides(to, to_strides);
	for (uint32_t i = 0; i < rank; i++) {
		int64_t step = interior[i] == INT64_MAX ? INT64_MAX : interior[i] + 1;
		counts[i] = visible(from->shape.dims[i], dims[i], low[i], step, &firsts[i]);
		/* at most the elements of the result, of which there are some */
		copied = to->elements == 0 ? 0 : copied * counts[i];
	}
	for (uint32_t i = 0; i < rank && copied > 0; i++) {
		plan->from += firsts[i] * from_strides[i];
		plan->to += (low[i] + firsts[i] * (counts[i] > 1 || firsts[i] > 0 ? interior[i] + 1 : 0)) *
			to_strides[i];
		to_strides[i] *= counts[i] > 1 ? interior[i] + 1 : 0;
	}
	plan->width = kernels_dtype_size(to->dtype);
	plan->elements = copied == to->elements ? 0 : to->elements;
	kernels_hlo__copy_init(&plan->copy, plan->width, rank, counts, from_strides, to_strides);
	plan->copy.empty |= copied == 0;
	op->nanoseconds = kernels_hlo__copy_nanoseconds(&plan->copy) + (uint64_t)plan->elements / 8;
	return true;
}

static bool run_pad(const struct hlo_run *run, const void *plan)
{
	const struct pad *pad = plan;
	if (pad->elements > 0)
		kernels_hlo__fill(run->outputs[0], run->inputs[1], pad->width, pad->elements);
	kernels_hlo__copy_shared(
		run, &pad->copy, (const char *)run->inputs[0] + pad->from, (char *)run->outputs[0] + pad->to);
	return true;
}

HLO_KERNEL(pad, .plan_size = sizeof(struct pad), .plan = plan_pad, .run = run_pad)
HLO_KERNEL(dynamic_pad, .plan_size = sizeof(struct pad), .plan = plan_pad, .run = run_pad, .flags = HLO_NEEDS_VALUES)
