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
	struct kernels_shape split_shape = hlo_shape_of(from), all = split_shape;
	struct hlo_type part = *from;
	int64_t size = from->shape.dims[plan->from] / group->count;
	if (size * group->count != from->shape.dims[plan->from])
		return "the dimension cannot be split into one part for each member";
	split_shape.dims[plan->from] = all.dims[plan->from] = size;
	part.shape.dims = split_shape.dims;
	all.dims[plan->to] *= group->count;
	const struct hlo_shape result_shape = hlo_shape_in(&all);
	if (!kernels_hlo__same_shape(&result_shape, &to->shape))
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

const char *kernels_hlo__combine(const struct hlo_collective *plan, const struct hlo_group *group, const void *const *parts,
	void *out, size_t elements, size_t bytes, const struct async_allocator *allocator)
{
	size_t workspace_size = kernels_hlo__expr_workspace(plan->body, elements), size = workspace_size + bytes + 64;
	char *block = async_alloc(allocator, size, 64);
	if (!block)
		return "out of memory";
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

bool kernels_hlo__combines_in_any_order(const struct hlo_collective *plan)
{
	switch (plan->body ? kernels_hlo__expr_kind(plan->body).shape : HLO_EXPR_GENERAL) {
	case HLO_EXPR_SUM:
	case HLO_EXPR_PRODUCT:
	case HLO_EXPR_MINIMUM:
	case HLO_EXPR_MAXIMUM:
	case HLO_EXPR_AND:
	case HLO_EXPR_OR:
	case HLO_EXPR_XOR:
		return true;
	default:
		return false;
	}
}

const char *kernels_hlo__combine_two(const struct hlo_collective *plan, const void *first, const void *second, void *out,
	size_t elements, size_t bytes, const struct async_allocator *allocator)
{
	/* only the first argument may be the result (kernels_hlo__expr_run()) */
	const bool apart = out == second || (out == first && !kernels_hlo__expr_in_place(plan->body));
	const size_t workspace_size = kernels_hlo__expr_workspace(plan->body, elements), size = workspace_size + (apart ? bytes : 0) + 64;
	char *block = async_alloc(allocator, size, 64);
	if (!block)
		return "out of memory";
	const void *inputs[] = { first, second };
	void *result = apart ? block + (workspace_size + 63) / 64 * 64 : out;
	kernels_hlo__expr_run(plan->body, inputs, NULL, &result, elements, block);
	if (apart)
		memcpy(out, result, bytes);
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
	const char *reason = kernels_hlo__combine(plan, group, parts, all, (size_t)from->elements, bytes, allocator);
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
		return kernels_hlo__combine(plan, group, parts, out, (size_t)to->elements, hlo_bytes(to), allocator);
	case HLO_REDUCE_SCATTER:
		return reduce_scatter(plan, op, index, group, parts, out, allocator);
	case HLO_ALL_TO_ALL:
		return all_to_all(plan, from, to, group, parts, out);
	case HLO_COLLECTIVE_REDUCE:
		if (root == (int64_t)group->self)
			return kernels_hlo__combine(plan, group, parts, out, (size_t)to->elements, hlo_bytes(to), allocator);
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

/* ---- parts */

/* The number that `self` sends to; -1: none. */
static int64_t target_of(const struct hlo_collective *plan, uint32_t self)
{
	for (size_t i = 0; i + 1 < plan->groups.ids.count; i += 2)
		if (kernels_load_i64(plan->groups.ids.elements + 8 * i) == self)
			return kernels_load_i64(plan->groups.ids.elements + 8 * (i + 1));
	return -1;
}

static bool has_one_target_each(const struct hlo_collective *plan)
{
	for (size_t i = 0; i + 1 < plan->groups.ids.count; i += 2)
		for (size_t k = i + 2; k + 1 < plan->groups.ids.count; k += 2)
			if (kernels_load_i64(plan->groups.ids.elements + 8 * i) == kernels_load_i64(plan->groups.ids.elements + 8 * k))
				return false;
	return true;
}

struct hlo_type kernels_hlo__part_type(
	const struct hlo_collective *plan, const struct hlo_op *op, uint32_t index, uint32_t members, struct kernels_shape *shape)
{
	struct hlo_type part = op->operands[index];
	*shape = hlo_shape_of(&part);
	part.shape.dims = shape->dims;
	if (plan->kind == HLO_ALL_TO_ALL || plan->kind == HLO_REDUCE_SCATTER) {
		shape->dims[plan->from] /= members;
		part.elements /= members;
	}
	return part;
}

/* Whether the operands have one part for each member, and the results are what the parts make. */
static bool splits(const struct hlo_collective *plan, const struct hlo_op *op, uint32_t members)
{
	for (uint32_t i = 0; i < plan->tensors; i++) {
		struct kernels_shape shape;
		const struct hlo_type part = kernels_hlo__part_type(plan, op, i, members, &shape);
		if (part.shape.dims[plan->from] * members != op->operands[i].shape.dims[plan->from])
			return false;
		if (plan->kind == HLO_ALL_TO_ALL)
			shape.dims[plan->to] *= members;
		if (!kernels_hlo__same_shape(&part.shape, &op->results[i].shape))
			return false;
	}
	return true;
}

enum hlo_course kernels_hlo__course_of(const struct hlo_collective *plan, const struct hlo_op *op,
	const struct kernels_engine *engine, uint32_t members)
{
	uint64_t bytes = 0;
	for (uint32_t i = 0; i < plan->tensors; i++)
		bytes += hlo_bytes(&op->operands[i]);
	if (!engine || members < 2 || plan->dynamic_root || !kernels_engine_has_parts(engine))
		return HLO_WHOLE;
	const bool scatters = bytes * (members - 1) >= engine->scatter_from, reduces = bytes * (members - 1) >= engine->reduce_from;
	switch (plan->kind) {
	case HLO_ALL_TO_ALL:
	case HLO_REDUCE_SCATTER:
		return scatters && splits(plan, op, members) ? HLO_SCATTERED : HLO_WHOLE;
	case HLO_PERMUTE:
		return scatters && has_one_target_each(plan) ? HLO_SCATTERED : HLO_WHOLE;
	case HLO_ALL_REDUCE:
	case HLO_BROADCAST:
	case HLO_COLLECTIVE_REDUCE:
		return reduces ? HLO_REDUCED : HLO_WHOLE;
	default:
		return HLO_WHOLE;
	}
}

/* Part m of a tensor, which is a view of the tensor if its bytes are contiguous. */
static struct async_value *part_of(const struct hlo_type *whole, const struct hlo_type *type, int64_t dimension,
	uint32_t member, const struct kernels_tensor *tensor, const struct async_allocator *allocator)
{
	const struct rows from = rows_of(whole, dimension), to = rows_of(type, dimension);
	const size_t bytes = hlo_bytes(type);
	struct kernels_tensor part = { .kind = KERNELS_TENSOR_DENSE, .dtype = type->dtype, .shape = hlo_shape_of(type) };
	const struct kernels_shape shape = part.shape;
	if (from.outer == 1)
		part.buffer = kernels_buffer_slice(tensor->buffer, member * bytes, bytes);
	else if (kernels_tensor_init(&part, allocator, type->dtype, &shape))
		copy_rows(kernels_tensor_data(&part), &to, 0, kernels_tensor_bytes(tensor), &from, member * to.size, to.size);
	struct async_value *value =
		part.buffer ? async_value_create_available(allocator, kernels_tensor_types()->tensor, &part) : NULL;
	if (!value)
		kernels_tensor_finish(&part);
	return value;
}

bool kernels_hlo__split(const struct hlo_collective *plan, const struct hlo_op *op, const struct hlo_group *group,
	struct async_value *const *inputs, const struct async_allocator *allocator, struct async_value **values)
{
	const int64_t target = plan->kind == HLO_PERMUTE ? target_of(plan, group->self) : -1;
	for (uint32_t i = 0; i < plan->tensors; i++) {
		struct kernels_shape shape;
		const struct hlo_type part = kernels_hlo__part_type(plan, op, i, group->count, &shape);
		for (uint32_t m = 0; m < group->count; m++) {
			struct async_value **value = &values[(size_t)m * plan->tensors + i];
			if (plan->kind == HLO_PERMUTE)
				*value = m == target ? async_value_retain(inputs[i]) : NULL;
			else if (!(*value = part_of(&op->operands[i], &part, plan->from, m, async_value_payload(inputs[i]), allocator)))
				return false;
		}
	}
	return true;
}

const char *kernels_hlo__collect_parts(const struct hlo_collective *plan, const struct hlo_op *op, uint32_t index,
	const struct hlo_group *group, const void *const *parts, int64_t root, void *out,
	const struct async_allocator *allocator)
{
	struct kernels_shape shape;
	const struct hlo_type part = kernels_hlo__part_type(plan, op, index, group->count, &shape), *to = &op->results[index];
	if (to->elements == 0)
		return NULL;
	if (plan->kind == HLO_ALL_TO_ALL)
		return gather(plan, &part, to, group->count, parts, out);
	if (plan->kind == HLO_REDUCE_SCATTER)
		return kernels_hlo__combine(plan, group, parts, out, (size_t)to->elements, hlo_bytes(to), allocator);
	return kernels_hlo__collect(plan, op, index, group, parts, root, out, allocator);
}
