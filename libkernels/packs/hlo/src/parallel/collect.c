/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The arithmetic of collective operations, on contiguous tensors of any element type. */
#include "parallel/collective.h"
#include <string.h>

/* A tensor as rows of `inner` bytes: `outer` times `size` rows, around one dimension. */
struct rows {
	size_t outer, size, inner;
};

static struct rows rows_of(const struct hlo_type *type, int64_t dimension)
{
	struct rows rows = { 1, (size_t)type->shape.dims[dimension], kernels_dtype_size(type->dtype) };
	for (uint32_t i = 0; i < type->shape.rank; i++) {
		if (i < dimension)
			rows.outer *= (size_t)type->shape.dims[i];
		else if (i > dimension)
			rows.inner *= (size_t)type->shape.dims[i];
	}
	return rows;
}

/* Copies `count` rows from row `from` on to row `to`, in each of the outer parts. */
static void copy_rows(void *out, const struct rows *to_rows, size_t to, const void *in, const struct rows *from_rows,
	size_t from, size_t count)
{
	for (size_t i = 0; i < to_rows->outer; i++)
		memcpy((char *)out + (i * to_rows->size + to) * to_rows->inner,
			(const char *)in + (i * from_rows->size + from) * from_rows->inner, count * to_rows->inner);
}

static const char *gather(const struct hlo_collective *plan, const struct hlo_type *from, const struct hlo_type *to,
	uint32_t members, const void *const *parts, void *out)
{
	struct rows in = rows_of(from, plan->to), all = rows_of(to, plan->to);
	if (in.size * members != all.size)
		return "the result does not have the size of all operands";
	for (uint32_t m = 0; m < members; m++)
		copy_rows(out, &all, m * in.size, parts[m], &in, 0, in.size);
	return NULL;
}

/* Part `self` of each member's tensor, split along `from` and concatenated along `to`. */
static const char *all_to_all(const struct hlo_collective *plan, const struct hlo_type *from, const struct hlo_type *to,
	const struct hlo_group *group, const void *const *parts, void *out)
{
	struct hlo_type part = *from;
	int64_t size = from->shape.dims[plan->from] / group->count;
	if (size * group->count != from->shape.dims[plan->from])
		return "the dimension cannot be split into one part for each member";
	part.shape.dims[plan->from] = size;
	struct hlo_type all = part;
	all.shape.dims[plan->to] *= group->count;
	if (!kernels_shape_equal(&all.shape, &to->shape))
		return "the result does not have the shape of the parts of all members";
	/* along the outer of the two dimensions first: a row is what one member has for one index of it */
	struct rows in = rows_of(from, plan->from), split = rows_of(&part, plan->to), result = rows_of(to, plan->to);
	size_t part_bytes = (size_t)size * in.inner;
	for (uint32_t m = 0; m < group->count; m++) {
		if (plan->from == plan->to) {
			copy_rows(out, &result, m * (size_t)size, parts[m], &in, group->self * (size_t)size, (size_t)size);
			continue;
		}
		for (size_t row = 0; row < split.outer * split.size; row++) {
			/* bytes [at, at + inner) of the part, which are runs of part_bytes of the operand */
			size_t at = row * split.inner, done = 0;
			char *to_row = (char *)out +
				       ((row / split.size) * result.size + m * split.size + row % split.size) * result.inner;
			while (done < split.inner) {
				size_t run = (at + done) / part_bytes, inside = (at + done) % part_bytes;
				size_t left = part_bytes - inside, step = left < split.inner - done ? left : split.inner - done;
				memcpy(to_row + done,
					(const char *)parts[m] + run * in.size * in.inner + group->self * part_bytes + inside,
					step);
				done += step;
			}
		}
	}
	return NULL;
}

/* Combines tensors of all members in ascending order of processes, so all have the same bits. `index`: the input. */
static const char *reduce(const struct hlo_collective *plan, const struct hlo_op *op, const struct hlo_group *group,
	const void *const *parts, void *out, size_t elements, size_t bytes, const struct async_allocator *allocator)
{
	size_t workspace_size = kernels_hlo__expr_workspace(plan->body, elements), size = workspace_size + bytes + 64;
	char *block = async_alloc(allocator, size, 64);
	if (!block)
		return "out of memory";
	(void)op;
	void *other = block + (workspace_size + 63) / 64 * 64;
	bool first = true;
	uint64_t below = UINT64_MAX; /* no process has this number */
	for (uint32_t done = 0; done < group->count; done++) {
		uint32_t next = 0;
		bool found = false;
		for (uint32_t m = 0; m < group->count; m++)
			if ((below == UINT64_MAX || group->members[m] > below) &&
				(!found || group->members[m] < group->members[next])) {
				next = m;
				found = true;
			}
		below = group->members[next];
		if (first) {
			memcpy(out, parts[next], bytes);
		} else {
			const void *inputs[] = { out, parts[next] };
			void *result = kernels_hlo__expr_in_place(plan->body) ? out : other;
			kernels_hlo__expr_run(plan->body, inputs, NULL, &result, elements, block);
			if (result != out)
				memcpy(out, result, bytes);
		}
		first = false;
	}
	async_free(allocator, block, size, 64);
	return NULL;
}

static const char *reduce_scatter(const struct hlo_collective *plan, const struct hlo_op *op, uint32_t index,
	const struct hlo_group *group, const void *const *parts, void *out, const struct async_allocator *allocator)
{
	const struct hlo_type *from = &op->operands[index], *to = &op->results[index];
	struct rows whole = rows_of(from, plan->from), part = rows_of(to, plan->from);
	if (part.size * group->count != whole.size)
		return "the result is no part of the operand";
	size_t bytes = hlo_bytes(from);
	char *all = async_alloc(allocator, bytes + 1, 64);
	if (!all)
		return "out of memory";
	const char *reason = reduce(plan, op, group, parts, all, (size_t)from->elements, bytes, allocator);
	if (!reason)
		copy_rows(out, &part, 0, all, &whole, group->self * part.size, part.size);
	async_free(allocator, all, bytes + 1, 64);
	return reason;
}

const char *kernels_hlo__collect(const struct hlo_collective *plan, const struct hlo_op *op, uint32_t index,
	const struct hlo_group *group, const void *const *parts, int64_t root, void *out,
	const struct async_allocator *allocator)
{
	const struct hlo_type *from = &op->operands[index], *to = &op->results[index];
	if (to->elements == 0)
		return NULL;
	switch (plan->kind) {
	case HLO_ALL_GATHER:
		return gather(plan, from, to, group->count, parts, out);
	case HLO_ALL_REDUCE:
		return reduce(plan, op, group, parts, out, (size_t)to->elements, hlo_bytes(to), allocator);
	case HLO_REDUCE_SCATTER:
		return reduce_scatter(plan, op, index, group, parts, out, allocator);
	case HLO_ALL_TO_ALL:
		return all_to_all(plan, from, to, group, parts, out);
	case HLO_COLLECTIVE_REDUCE:
		if (root == (int64_t)group->self)
			return reduce(plan, op, group, parts, out, (size_t)to->elements, hlo_bytes(to), allocator);
		memset(out, 0, hlo_bytes(to));
		return NULL;
	default:
		if (root >= 0)
			memcpy(out, parts[root], hlo_bytes(to));
		else
			memset(out, 0, hlo_bytes(to));
		return NULL;
	}
}
