/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sort: comparators by keys sort numbers: keys alone if a single input can be computed from them, otherwise keys with the
 * indices of their elements, by which all inputs are moved. Other comparators, and lines with a NaN that is in no order,
 * are merged with evaluations of the comparator. Always stable. */
#include "expr/call.h"
#include "layout/ints.h"
#include "layout/pick.h"
#include "sorting/keys.h"
#include "sorting/lines.h"
#include "sorting/merge.h"
#include "sorting/radix.h"
#include <kernels/stop.h>
#include <shared/share.h>
#include <stdatomic.h>
#include <string.h>

#define MOST_INPUTS 256u
#define MOST_KEYS 16u
#define GROUP 65536 /* elements that are merged side by side */
#define LONG 65536  /* elements of a line that several threads sort together */
#define LONG_LOOP 16384 /* elements; shorter loops do not ask whether the request has ended */
#define BLOCKS 16   /* of such a line, for keys and moves */

struct sort {
	struct hlo_lines lines;
	struct hlo_expr *comparator;
	uint32_t inputs, captures;
	bool used[MOST_INPUTS];
	uint32_t key_count; /* 0: the comparator is evaluated */
	struct hlo_key_order orders[MOST_KEYS];
	enum hlo_items items; /* with indices */
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
	const struct hlo_shape *shape = &op->operands[0].shape;
	for (uint32_t i = 0; i < s->inputs; i++) {
		if (!kernels_hlo__same_shape(&op->operands[i].shape, shape) ||
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
		for (uint32_t k = 0; k < e->steps[i].of->primitive.operand_count; k++)
			if (e->steps[i].operands[k] < 2 * s->inputs)
				s->used[e->steps[i].operands[k] / 2] = true;
	if (e->results[0] < 2 * s->inputs)
		s->used[e->results[0] / 2] = true;
	s->key_count = s->lines.n <= UINT32_MAX ? kernels_hlo__key_orders(e, s->inputs, s->orders, MOST_KEYS) : 0;
	s->items = HLO_PAIRS;
	for (uint32_t k = 0; k < s->key_count; k++)
		if (kernels_hlo__key_size(s->orders[k].dtype) == 8)
			s->items = HLO_ENTRIES;
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
		!kernels_hlo__body_attribute(op, "comparator", s->captures, s->inputs, &s->comparator) || !check_comparator(op, s))
		return false;
	choose(s);
	op->nanoseconds = (uint64_t)op->operands[0].elements * (s->key_count > 0 ? 4 + 6 * s->key_count + 2 * s->inputs : 200);
	return true;
}

static void finish_sort(const struct async_allocator *allocator, void *plan)
{
	(void)allocator;
	kernels_hlo__expr_destroy(((struct sort *)plan)->comparator);
}

/* ---- by keys */

/* One line while it is sorted. */
struct line {
	const struct hlo_run *run;
	const struct sort *plan;
	struct async_queue *queue; /* whose threads participate; NULL: none */
	int64_t first;             /* offset of its first element */
	size_t blocks;             /* that it is divided into */
	const struct hlo_key_order *order;
	enum hlo_items kind;
	void *items, *spare;
	bool moved; /* the items have the indices of the elements in their order; else the elements stay in place */
	struct hlo_key_facts facts[BLOCKS];
};

static uint64_t index_of(const struct line *line, size_t at)
{
	if (!line->moved)
		return at;
	return line->kind == HLO_PAIRS ? (uint32_t)((const uint64_t *)line->items)[at]
				       : ((const struct hlo_entry *)line->items)[at].index;
}

/* The offsets of the elements [begin, begin + n) in the order so far. */
static void offsets_of(const struct line *line, size_t begin, size_t n, int64_t *offsets)
{
	for (size_t i = 0; i < n; i++)
		offsets[i] = line->first + (int64_t)index_of(line, begin + i) * line->plan->lines.stride;
}

/* Writes the items of n keys, with the indices of the order so far. */
static void put_items(const struct line *line, size_t begin, size_t n, const void *keys)
{
	const uint32_t *narrow = keys;
	const bool wide = kernels_hlo__key_size(line->order->dtype) == 8;
	uint64_t *pairs = (uint64_t *)line->items + begin;
	struct hlo_entry *entries = (struct hlo_entry *)line->items + begin;
	if (line->kind == HLO_PAIRS)
		for (size_t i = 0; i < n; i++)
			pairs[i] = (uint64_t)narrow[i] << 32 | index_of(line, begin + i);
	else
		for (size_t i = 0; i < n; i++)
			entries[i] = (struct hlo_entry){ wide ? ((const uint64_t *)keys)[i] : narrow[i],
				index_of(line, begin + i) };
}

static size_t begin_of(const struct line *line, size_t block)
{
	return (size_t)line->plan->lines.n / line->blocks * block;
}
static size_t end_of(const struct line *line, size_t block)
{
	return block + 1 == line->blocks ? (size_t)line->plan->lines.n : begin_of(line, block + 1);
}

/* Writes the items of a block with the keys of line->order. */
static void make_keys(struct line *line, size_t block)
{
	_Alignas(64) char elements[HLO_EXPR_TILE * 8];
	uint64_t keys[HLO_EXPR_TILE];
	int64_t offsets[HLO_EXPR_TILE];
	const char *input = line->run->inputs[line->order->input];
	const size_t size = kernels_dtype_size(line->order->dtype), end = end_of(line, block);
	const bool in_place = line->plan->lines.stride == 1 && !line->moved;
	const bool alone = line->kind == HLO_KEYS_32 || line->kind == HLO_KEYS_64;
	uint32_t did = 0;
	for (size_t i = begin_of(line, block), n; i < end && !kernels_stops(&did, 2 * HLO_EXPR_TILE); i += n) {
		n = end - i < HLO_EXPR_TILE ? end - i : HLO_EXPR_TILE;
		const void *from = input + ((size_t)line->first + i) * size;
		if (!in_place) {
			offsets_of(line, i, n, offsets);
			kernels_hlo__pick(elements, input, offsets, 0, size, n);
			from = elements;
		}
		kernels_hlo__keys(line->order, from, n, alone ? (char *)line->items + i * size : (char *)keys,
			&line->facts[block]);
		if (!alone)
			put_items(line, i, n, keys);
	}
}

static void make_keys_part(const void *data, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i++)
		make_keys((struct line *)(uintptr_t)data, i);
}

/* Makes the items of all blocks; returns what their keys have in common. */
static struct hlo_key_facts make_all_keys(struct line *line, const struct hlo_key_order *order, enum hlo_items kind)
{
	struct hlo_key_facts facts = HLO_KEY_FACTS;
	line->order = order;
	line->kind = kind;
	for (size_t i = 0; i < line->blocks; i++)
		line->facts[i] = facts;
	if (line->blocks > 1)
		kernels_shared__share(line->queue, make_keys_part, line, line->blocks, (uint64_t)line->plan->lines.n);
	else
		make_keys(line, 0);
	for (size_t i = 0; i < line->blocks; i++)
		kernels_hlo__key_facts_add(&facts, &line->facts[i]);
	return facts;
}

static void sort_items(struct line *line, const struct hlo_key_facts *facts)
{
	void *sorted = kernels_hlo__radix_sort(line->kind, line->items, line->spare, (size_t)line->plan->lines.n,
		facts->different, line->queue);
	if (sorted != line->items) {
		line->spare = line->items;
		line->items = sorted;
	}
}

/* Writes the elements of a block to their places in all outputs. */
static void move_block(const struct line *line, size_t block)
{
	const struct sort *s = line->plan;
	const size_t end = end_of(line, block);
	int64_t offsets[HLO_EXPR_TILE];
	uint32_t did = 0;
	for (size_t i = begin_of(line, block), n; i < end && !kernels_stops(&did, HLO_EXPR_TILE * s->inputs); i += n) {
		n = end - i < HLO_EXPR_TILE ? end - i : HLO_EXPR_TILE;
		offsets_of(line, i, n, offsets);
		for (uint32_t k = 0; k < s->inputs; k++)
			kernels_hlo__move_line(line->run->outputs[k], line->run->inputs[k],
				kernels_dtype_size(line->run->op->operands[k].dtype),
				line->first + (int64_t)i * s->lines.stride, s->lines.stride, offsets, (int64_t)n);
	}
}

static void invert_block(const struct line *line, size_t block)
{
	const size_t size = kernels_dtype_size(line->order->dtype), end = end_of(line, block);
	for (size_t i = begin_of(line, block), n; i < end; i += n) {
		n = end - i < KERNELS_STOP_STEPS ? end - i : KERNELS_STOP_STEPS;
		kernels_hlo__from_keys(line->order, (const char *)line->items + i * size, n,
			(char *)line->run->outputs[0] + ((size_t)line->first + i) * size);
		if (i + n < end && kernels_stopped())
			return;
	}
}

static void write_part(const void *data, size_t begin, size_t end)
{
	const struct line *line = data;
	for (size_t i = begin; i < end; i++)
		if (line->kind == HLO_KEYS_32 || line->kind == HLO_KEYS_64)
			invert_block(line, i);
		else
			move_block(line, i);
}

static void write_line(const struct line *line)
{
	if (line->blocks > 1)
		kernels_shared__share(line->queue, write_part, line, line->blocks, (uint64_t)line->plan->lines.n * 4);
	else
		write_part(line, 0, 1);
}

/* Whether items may be missing, so that they have no valid indices: only loops over long lines leave them early. */
static bool is_stopped(const struct line *line) { return line->plan->lines.n >= LONG_LOOP && kernels_stopped(); }

/* The keys are the only thing to sort: adjacent elements of 4 or 8 bytes of a single input. */
static bool has_keys_only(const struct sort *s)
{
	return s->inputs == 1 && s->lines.stride == 1 && kernels_dtype_size(s->orders[0].dtype) >= 4;
}

/* Sorts the keys in the memory of the output, if the elements can be computed from them. */
static bool sort_keys_only(struct line *line)
{
	const struct sort *s = line->plan;
	const size_t size = kernels_dtype_size(s->orders[0].dtype);
	void *items = line->items, *spare = line->spare;
	line->items = (char *)line->run->outputs[0] + (size_t)line->first * size;
	const struct hlo_key_facts facts = make_all_keys(line, &s->orders[0], size == 8 ? HLO_KEYS_64 : HLO_KEYS_32);
	const bool good = facts.in_order && facts.invertible;
	if (good) {
		if (!facts.sorted)
			sort_items(line, &facts);
		write_line(line);
	}
	line->items = items;
	line->spare = spare;
	return good;
}

/* Sorts a line; false, with nothing done that counts, if there is a NaN in no order. */
static bool sort_by_keys(struct line *line, int64_t number)
{
	const struct sort *s = line->plan;
	line->first = kernels_hlo__line(&s->lines, number);
	line->moved = false;
	if (has_keys_only(s) && sort_keys_only(line))
		return true;
	for (uint32_t k = s->key_count; k-- > 0;) { /* least significant first */
		const struct hlo_key_facts facts = make_all_keys(line, &s->orders[k], s->items);
		if (is_stopped(line))
			return true;
		if (!facts.in_order)
			return false;
		if (facts.sorted)
			continue;
		sort_items(line, &facts);
		line->moved = true;
	}
	if (!is_stopped(line))
		write_line(line);
	return true;
}

/* ---- by the comparator */

/* The offsets of the elements of lines, in order; false when the request has ended before they are complete. */
static bool set_offsets(const struct hlo_lines *lines, int64_t first, int64_t count, int64_t *offsets)
{
	uint32_t did = 0;
	for (int64_t i = 0; i < count; i++)
		for (int64_t k = 0, at = kernels_hlo__line(lines, first + i); k < lines->n; k++, at += lines->stride) {
			*offsets++ = at;
			if (kernels_stops(&did, 1))
				return false;
		}
	return true;
}

/* Sorts the lines [first, first + count); false when out of memory. */
static bool merge_lines(const struct hlo_run *run, const struct sort *s, int64_t first, int64_t count)
{
	const struct hlo_comparator comparator = { s->comparator, s->inputs, s->captures, s->used };
	const size_t size = (size_t)(count * s->lines.n) * sizeof(int64_t);
	int64_t *offsets = async_alloc(run->allocator, size, 64);
	if (!offsets)
		return false;
	const bool complete = set_offsets(&s->lines, first, count, offsets);
	const bool good = !complete || kernels_hlo__merge_sort(&comparator, run->inputs, run->inputs + s->inputs, offsets, count,
					       s->lines.n, run->allocator);
	for (int64_t i = 0; i < count && good && complete; i++)
		for (uint32_t k = 0; k < s->inputs; k++)
			kernels_hlo__move_line(run->outputs[k], run->inputs[k],
				kernels_dtype_size(run->op->operands[k].dtype), kernels_hlo__line(&s->lines, first + i),
				s->lines.stride, offsets + i * s->lines.n, s->lines.n);
	async_free(run->allocator, offsets, size, 64);
	return good;
}

/* ---- run */

struct shared {
	const struct hlo_run *run;
	const struct sort *plan;
	struct async_queue *queue; /* whose threads sort one line together */
	int64_t group;             /* lines that are merged together */
	atomic_bool failed;
};

/* Lines [begin, end) by keys. */
static bool sort_lines(struct shared *shared, int64_t begin, int64_t end)
{
	const struct sort *s = shared->plan;
	const size_t size = 2 * (size_t)s->lines.n * kernels_hlo__item_size(s->items);
	char *block = async_alloc(shared->run->allocator, size, 64);
	if (!block)
		return false;
	struct line line = { .run = shared->run, .plan = s, .queue = shared->queue,
		.blocks = shared->queue && s->lines.n >= LONG ? BLOCKS : 1, .items = block, .spare = block + size / 2 };
	uint32_t did = 0;
	bool good = true;
	for (int64_t i = begin; i < end && good && !kernels_stops(&did, 4 * (uint64_t)s->lines.n); i++)
		good = sort_by_keys(&line, i) || merge_lines(shared->run, s, i, 1);
	async_free(shared->run->allocator, block, size, 64);
	return good;
}

/* Lines, or groups of lines. */
static void sort_part(const void *data, size_t begin, size_t end)
{
	struct shared *shared = (struct shared *)(uintptr_t)data;
	const struct sort *s = shared->plan;
	bool good = true;
	if (s->key_count > 0)
		good = sort_lines(shared, (int64_t)begin, (int64_t)end);
	else
		for (size_t i = begin; i < end && good; i++) {
			const int64_t first = (int64_t)i * shared->group, left = s->lines.count - first;
			good = merge_lines(shared->run, s, first, left < shared->group ? left : shared->group);
		}
	if (!good)
		atomic_store(&shared->failed, true);
}

static bool run_sort(const struct hlo_run *run, const void *plan)
{
	const struct sort *s = plan;
	struct async_queue *queue = kernels_host(run->request)->queue;
	struct shared shared = {
		.run = run, .plan = s, .group = s->key_count > 0 || s->lines.n == 0 ? 1 : GROUP / s->lines.n + 1
	};
	if (s->lines.count == 0 || s->lines.n == 0)
		return true;
	if (shared.group > s->lines.count)
		shared.group = s->lines.count;
	atomic_init(&shared.failed, false);
	const size_t parts = (size_t)((s->lines.count - 1) / shared.group + 1);
	const bool together = s->lines.n >= LONG && parts < 2 * kernels_shared__sharers(queue) &&
		kernels_shared__sharers(queue) > 1;
	shared.queue = together ? queue : NULL;
	if (s->comparator->call || together) /* functions are called in this thread, which has their context */
		sort_part(&shared, 0, parts);
	else
		kernels_shared__share(queue, sort_part, &shared, parts, run->op->nanoseconds);
	return !atomic_load(&shared.failed) || kernels_hlo__fail(run, "out of memory to sort");
}

HLO_KERNEL(sort, .plan_size = sizeof(struct sort), .plan = plan_sort, .run = run_sort, .finish = finish_sort)
