/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See merge.h. In each round, runs of `width` offsets are merged in pairs. Up to HLO_EXPR_TILE merges go on side by
 * side, and each step compares the heads of all of them with one evaluation of the comparator. */
#include "layout/pick.h"
#include "sorting/merge.h"
#include <kernels/stop.h>
#include <string.h>

#define LANES HLO_EXPR_TILE

/* One merge of [a, a_end) and [b, b_end), into `out`. */
struct lane {
	int64_t a, a_end, b, b_end, out;
};

struct merge {
	const struct hlo_comparator *comparator;
	const void *const *inputs;
	int64_t *from, *to, lines, n, width;
	int64_t next; /* merge that begins next */
	size_t count; /* of lanes */
	struct lane lanes[LANES];
	int64_t a[LANES], b[LANES];
	uint8_t before[LANES];
	const void **arguments;
	bool *scalars;
	char *elements; /* two arrays of LANES elements of 16 bytes per input */
	void *workspace;
};

static void copy_rest(struct merge *m, int64_t *out, int64_t at, int64_t end)
{
	memcpy(m->to + *out, m->from + at, (size_t)(end - at) * sizeof *m->to);
	*out += end - at;
}

/* Begins merges until all lanes are busy. */
static void begin_merges(struct merge *m)
{
	int64_t pairs = (m->n - 1) / (2 * m->width) + 1;
	for (; m->count < LANES && m->next < m->lines * pairs; m->next++) {
		int64_t line = m->next / pairs * m->n, at = m->next % pairs * 2 * m->width;
		int64_t middle = at + m->width < m->n ? at + m->width : m->n;
		int64_t end = middle + m->width < m->n ? middle + m->width : m->n;
		struct lane lane = { line + at, line + middle, line + middle, line + end, line + at };
		if (middle < end)
			m->lanes[m->count++] = lane;
		else
			copy_rest(m, &lane.out, lane.a, lane.a_end);
	}
}

/* Compares the heads: is that of b before that of a? */
static void compare(struct merge *m)
{
	for (size_t i = 0; i < m->count; i++) {
		m->a[i] = m->from[m->lanes[i].a];
		m->b[i] = m->from[m->lanes[i].b];
	}
	for (uint32_t k = 0; k < m->comparator->inputs; k++) {
		size_t size = kernels_dtype_size(m->comparator->expr->dtypes[2 * k]);
		char *elements = m->elements + k * (size_t)(2 * LANES * 16);
		if (!m->comparator->used[k])
			continue;
		kernels_hlo__pick(elements, m->inputs[k], m->b, 0, size, m->count);
		kernels_hlo__pick(elements + LANES * 16, m->inputs[k], m->a, 0, size, m->count);
	}
	void *before = m->before;
	kernels_hlo__expr_run(m->comparator->expr, m->arguments, m->scalars, &before, m->count, m->workspace);
}

/* Moves one offset in each lane; lanes that are done are replaced by the last one. */
static void advance(struct merge *m)
{
	for (size_t i = m->count; i-- > 0;) {
		struct lane *lane = &m->lanes[i];
		m->to[lane->out++] = m->before[i] ? m->from[lane->b++] : m->from[lane->a++];
		if (lane->a < lane->a_end && lane->b < lane->b_end)
			continue;
		copy_rest(m, &lane->out, lane->a, lane->a_end);
		copy_rest(m, &lane->out, lane->b, lane->b_end);
		*lane = m->lanes[--m->count];
	}
}

/* Leaves when the request ends, with all offsets in `from`, in the order of the last whole round. */
static void sort(struct merge *m)
{
	uint32_t did = 0;
	for (m->width = 1; m->width < m->n; m->width = m->width > m->n / 2 ? m->n : 2 * m->width) {
		m->next = 0;
		for (begin_merges(m); m->count > 0; begin_merges(m)) {
			compare(m);
			advance(m);
			if (kernels_stops(&did, 8 * m->count + 8))
				return;
		}
		int64_t *swap = m->from;
		m->from = m->to;
		m->to = swap;
	}
}

static void set_arguments(struct merge *m, const void *const *captures)
{
	uint32_t inputs = m->comparator->inputs;
	for (uint32_t i = 0; i < 2 * inputs; i++) {
		m->arguments[i] = m->elements + i * (size_t)(LANES * 16);
		m->scalars[i] = false;
	}
	for (uint32_t i = 0; i < m->comparator->captures && !m->comparator->expr->call; i++) {
		m->arguments[2 * inputs + i] = captures[i];
		m->scalars[2 * inputs + i] = true;
	}
}

bool kernels_hlo__merge_sort(const struct hlo_comparator *comparator, const void *const *inputs,
	const void *const *captures, int64_t *offsets, int64_t lines, int64_t n,
	const struct async_allocator *allocator)
{
	size_t arguments = 2 * (size_t)comparator->inputs + comparator->captures;
	size_t head = (sizeof(struct merge) + 63) & ~(size_t)63, elements = 2 * (size_t)comparator->inputs * LANES * 16;
	size_t pointers = (arguments * (sizeof(void *) + 1) + 63) & ~(size_t)63;
	size_t workspace = (kernels_hlo__expr_workspace(comparator->expr, LANES) + 63) & ~(size_t)63;
	size_t room = (size_t)(lines * n) * sizeof(int64_t), size = head + elements + pointers + workspace + room;
	if (n < 2)
		return true;
	char *block = async_alloc(allocator, size, 64);
	if (!block)
		return false;
	struct merge *m = (struct merge *)(void *)block;
	m->comparator = comparator;
	m->inputs = inputs;
	m->lines = lines;
	m->n = n;
	m->count = 0;
	m->elements = block + head;
	m->arguments = (const void **)(void *)(m->elements + elements);
	m->scalars = (bool *)(void *)(m->arguments + arguments);
	m->workspace = m->elements + elements + pointers;
	m->from = offsets;
	m->to = (int64_t *)(void *)((char *)m->workspace + workspace);
	memset(m->elements, 0, elements); /* inputs that are not used */
	set_arguments(m, captures);
	sort(m);
	if (m->from != offsets)
		memcpy(offsets, m->from, room);
	async_free(allocator, block, size, 64);
	return true;
}
