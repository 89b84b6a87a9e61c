/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sort: the offsets of the elements of each line are sorted, then all inputs are moved. Comparators by keys sort
 * numbers; others, and lines with a NaN that is in no order, are merged with evaluations of the comparator. Always
 * stable. */
#include "expr/call.h"
#include "layout/ints.h"
#include "layout/pick.h"
#include "sorting/keys.h"
#include "sorting/lines.h"
#include "sorting/merge.h"
#include <shared/share.h>
#include <stdatomic.h>

#define MOST_INPUTS 256u
#define MOST_KEYS 16u
#define GROUP 65536 /* elements that are merged side by side */

struct sort {
	struct hlo_lines lines;
	struct hlo_expr *comparator;
	uint32_t inputs, captures;
	bool used[MOST_INPUTS];
	uint32_t key_count; /* 0: the comparator is evaluated */
	struct hlo_key_order orders[MOST_KEYS];
};

/* ---- plan */

static bool check_comparator(struct hlo_op *op, const struct sort *s)
{
	const struct hlo_expr *e = s->comparator;
	const uint32_t expected = 2 * s->inputs + (e->call ? 0 : s->captures);
	if (e->argument_count != expected || e->result_count != 1 || hlo_expr_result(e, 0) != KERNELS_I1)
		return kernels_hlo__refuse(op,
			"attribute comparator has %u arguments and %u results, expected %u and one i1",
			e->argument_count, e->result_count, expected);
	for (uint32_t i = 0; i < e->argument_count; i++) {
		uint32_t operand = i < 2 * s->inputs ? i / 2 : i - s->inputs;
		const struct hlo_type *type = &op->operands[operand];
		if (type->dtype != e->dtypes[i] || (operand >= s->inputs && type->shape.rank != 0))
			return kernels_hlo__refuse(op,
				"argument %u of attribute comparator is %s, which operand %u does not fit", i,
				kernels_dtype_name(e->dtypes[i]), operand);
	}
	return true;
}

static bool check_types(struct hlo_op *op, struct sort *s)
{
	const struct kernels_shape *shape = &op->operands[0].shape;
	for (uint32_t i = 0; i < s->inputs; i++) {
		if (!kernels_shape_equal(&op->operands[i].shape, shape) ||
			op->results[i].dtype != op->operands[i].dtype)
			return kernels_hlo__refuse(op,
				"operand %u has another shape than operand 0, or another element type "
				"than its result",
				i);
		if (!kernels_hlo__set_shape(op, i, shape->rank, shape->dims))
			return false;
	}
	return true;
}

static void choose(struct sort *s)
{
	const struct hlo_expr *e = s->comparator;
	for (uint32_t i = 0; e->call && i < s->inputs; i++)
		s->used[i] = true;
	for (uint32_t i = 0; i < e->step_count; i++)
		for (uint32_t k = 0; k < e->steps[i].primitive.operand_count; k++)
			if (e->steps[i].operands[k] < 2 * s->inputs)
				s->used[e->steps[i].operands[k] / 2] = true;
	if (e->results[0] < 2 * s->inputs)
		s->used[e->results[0] / 2] = true;
	s->key_count = kernels_hlo__key_orders(e, s->inputs, s->orders, MOST_KEYS);
}

static bool plan_sort(struct hlo_op *op, void *plan)
{
	struct sort *s = plan;
	int64_t dimension, captures;
	bool stable;
	if (!kernels_hlo__tensors_only(op, 1) || !kernels_hlo__int(op, "dimension", &dimension) ||
		!kernels_hlo__int(op, "captures", &captures) || !kernels_hlo__bool(op, "is_stable", &stable))
		return false;
	if (captures < 0 || captures >= op->operand_count || op->operand_count - captures != op->result_count ||
		op->result_count > MOST_INPUTS)
		return kernels_hlo__refuse(op, "%u operands with %lld captures for %u results", op->operand_count,
			(long long)captures, op->result_count);
	s->captures = (uint32_t)captures;
	s->inputs = op->operand_count - s->captures;
	if (!check_types(op, s) || !kernels_hlo__lines_plan(op, &op->operands[0], dimension, &s->lines) ||
		!kernels_hlo__body_attribute(op, "comparator", s->captures, s->inputs, &s->comparator))
		return false;
	if (!check_comparator(op, s)) {
		kernels_hlo__expr_destroy(s->comparator);
		return false;
	}
	choose(s);
	op->nanoseconds = (uint64_t)op->operands[0].elements * (s->key_count > 0 ? 20 * s->key_count : 200);
	return true;
}

static void finish_sort(const struct async_allocator *allocator, void *plan)
{
	(void)allocator;
	kernels_hlo__expr_destroy(((struct sort *)plan)->comparator);
}

/* ---- run */

static bool merge(const struct hlo_run *run, const struct sort *s, int64_t *offsets, int64_t lines)
{
	const struct hlo_comparator comparator = { s->comparator, s->inputs, s->captures, s->used };
	return kernels_hlo__merge_sort(
		&comparator, run->inputs, run->inputs + s->inputs, offsets, lines, s->lines.n, run->allocator);
}

/* The offsets of the elements of lines, in order. */
static void set_offsets(const struct hlo_lines *lines, int64_t first, int64_t count, int64_t *offsets)
{
	for (int64_t i = 0; i < count; i++)
		for (int64_t k = 0, at = kernels_hlo__line(lines, first + i); k < lines->n; k++, at += lines->stride)
			*offsets++ = at;
}

/* Moves the elements of a line to their places, in all outputs. */
static void move_line(const struct hlo_run *run, const struct sort *s, int64_t first, const int64_t *offsets)
{
	for (uint32_t i = 0; i < s->inputs; i++)
		kernels_hlo__move_line(run->outputs[i], run->inputs[i], kernels_dtype_size(run->op->operands[i].dtype),
			first, s->lines.stride, offsets, s->lines.n);
}

/* Sorts the offsets of one line by keys, least significant first; false if there is a NaN in no order. */
static bool sort_line(const struct hlo_run *run, const struct sort *s, struct hlo_entry *entries, int64_t *offsets)
{
	int64_t n = s->lines.n;
	for (uint32_t k = s->key_count; k-- > 0;) {
		if (!kernels_hlo__keys(&s->orders[k], run->inputs[s->orders[k].input], offsets, n, entries))
			return false;
		kernels_hlo__sort_keys(entries, entries + n, n);
		for (int64_t i = 0; i < n; i++)
			offsets[i] = entries[i].offset;
	}
	return true;
}

struct shared {
	const struct hlo_run *run;
	const struct sort *plan;
	int64_t group; /* lines that are sorted together */
	atomic_bool failed;
};

/* Sorts the lines [first, first + count); false when out of memory. */
static bool sort_group(const struct hlo_run *run, const struct sort *s, int64_t first, int64_t count,
	struct hlo_entry *entries, int64_t *offsets)
{
	int64_t n = s->lines.n;
	set_offsets(&s->lines, first, count, offsets);
	if (s->key_count == 0 || !sort_line(run, s, entries, offsets)) {
		set_offsets(&s->lines, first, count, offsets);
		if (!merge(run, s, offsets, count))
			return false;
	}
	for (int64_t i = 0; i < count; i++)
		move_line(run, s, kernels_hlo__line(&s->lines, first + i), offsets + i * n);
	return true;
}

/* Groups [begin, end) of lines. */
static void sort_part(const void *data, size_t begin, size_t end)
{
	struct shared *shared = (struct shared *)(uintptr_t)data;
	const struct sort *s = shared->plan;
	size_t entries = s->key_count > 0 ? 2 * (size_t)s->lines.n * sizeof(struct hlo_entry) : 0;
	size_t size = entries + (size_t)(shared->group * s->lines.n) * sizeof(int64_t);
	char *block = async_alloc(shared->run->allocator, size, 64);
	bool good = block != NULL;
	for (size_t i = begin; i < end && good; i++) {
		int64_t first = (int64_t)i * shared->group, left = s->lines.count - first;
		good = sort_group(shared->run, s, first, left < shared->group ? left : shared->group,
			(struct hlo_entry *)(void *)block, (int64_t *)(void *)(block + entries));
	}
	if (!good)
		atomic_store(&shared->failed, true);
	if (block)
		async_free(shared->run->allocator, block, size, 64);
}

static bool run_sort(const struct hlo_run *run, const void *plan)
{
	const struct sort *s = plan;
	struct shared shared = {
		.run = run, .plan = s, .group = s->key_count > 0 || s->lines.n == 0 ? 1 : GROUP / s->lines.n + 1
	};
	if (s->lines.count == 0 || s->lines.n == 0)
		return true;
	if (shared.group > s->lines.count)
		shared.group = s->lines.count;
	atomic_init(&shared.failed, false);
	const size_t parts = (size_t)((s->lines.count - 1) / shared.group + 1);
	if (s->comparator->call) /* in this thread, which has the context of calls */
		sort_part(&shared, 0, parts);
	else
		kernels_shared__share(kernels_host(run->request)->queue, sort_part, &shared, parts, run->op->nanoseconds);
	return !atomic_load(&shared.failed) || kernels_hlo__fail(run, "out of memory to sort");
}

static const struct hlo_kernel sort_kernel = { .plan_size = sizeof(struct sort), .plan = plan_sort, .run = run_sort,
	.finish = finish_sort };
HLO_FRAME(sort)
