/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* top_k: the k largest elements of each line of the last dimension in descending order, and their indices. Floats
 * are in total order, so that NaNs come first; of equal elements the first one comes first. */
#include "layout/ints.h"
#include "sorting/keys.h"
#include "sorting/lines.h"

struct top_k {
	struct hlo_lines lines;
	int64_t k;
};

static bool plan_top_k(struct hlo_op *op, void *plan)
{
	struct top_k *t = plan;
	if (!kernels_hlo__tensors_only(op, 1) || !kernels_hlo__int(op, "k", &t->k))
		return false;
	const struct hlo_type *type = &op->operands[0];
	struct kernels_shape shape = type->shape;
	char text[HLO_TYPE_TEXT];
	if (shape.rank == 0 || !kernels_hlo__has_keys(type->dtype) || t->k < 0)
		return kernels_hlo__refuse(op, "the %lld largest elements of %s", (long long)t->k,
			kernels_hlo__type_text(type, text));
	if (t->k > shape.dims[shape.rank - 1])
		t->k = shape.dims[shape.rank - 1];
	shape.dims[shape.rank - 1] = t->k;
	if (!kernels_hlo__set_shape(op, 0, shape.rank, shape.dims) ||
		!kernels_hlo__set_shape(op, 1, shape.rank, shape.dims) ||
		!kernels_hlo__lines_plan(op, type, -1, &t->lines))
		return false;
	if (op->results[0].dtype != type->dtype || op->results[1].dtype != KERNELS_I32 || t->lines.n > INT32_MAX)
		return kernels_hlo__refuse(op,
			"the results are %s and %s, expected %s and i32 for indices of lines of %lld",
			kernels_dtype_name(op->results[0].dtype), kernels_dtype_name(op->results[1].dtype),
			kernels_dtype_name(type->dtype), (long long)t->lines.n);
	op->nanoseconds = (uint64_t)type->elements * 20;
	return true;
}

static bool run_top_k(const struct hlo_run *run, const void *plan)
{
	const struct top_k *t = plan;
	const struct hlo_key_order order = { .dtype = run->op->operands[0].dtype, .descending = true, .total = true };
	int64_t n = t->lines.n;
	if (t->lines.count == 0 || t->k == 0)
		return true;
	size_t size = (size_t)n * (2 * sizeof(struct hlo_entry) + sizeof(int64_t)),
	       width = kernels_dtype_size(order.dtype);
	struct hlo_entry *entries = async_alloc(run->allocator, size, 64);
	if (!entries)
		return kernels_hlo__fail(run, "out of memory to sort");
	int64_t *offsets = (int64_t *)(void *)(entries + 2 * n);
	int32_t *indices = run->outputs[1];
	for (int64_t i = 0; i < t->lines.count; i++) {
		for (int64_t k = 0; k < n; k++)
			offsets[k] = i * n + k;
		kernels_hlo__keys(&order, run->inputs[0], offsets, n, entries);
		kernels_hlo__sort_keys(entries, entries + n, n);
		for (int64_t k = 0; k < t->k; k++) {
			offsets[k] = entries[k].offset;
			indices[i * t->k + k] = (int32_t)(entries[k].offset - i * n);
		}
		kernels_hlo__move_line(run->outputs[0], run->inputs[0], width, i * t->k, 1, offsets, t->k);
	}
	async_free(run->allocator, entries, size, 64);
	return true;
}

static const struct hlo_kernel top_k_kernel = {
	.plan_size = sizeof(struct top_k), .plan = plan_top_k, .run = run_top_k
};
HLO_FRAME(top_k)
