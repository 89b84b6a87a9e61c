/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sorts ready kernels of other streams into lists by stream. */
#include "ready.h"

uint32_t bef__ready_pop(struct bef__node *nodes, uint32_t top)
{
	uint32_t pairs = BEF__NONE, child = nodes[top].count, heap = BEF__NONE;
	while (child != BEF__NONE) {
		uint32_t other = nodes[child].next, next = other != BEF__NONE ? nodes[other].next : BEF__NONE;
		uint32_t pair = bef__ready_merge(nodes, child, other);
		nodes[pair].next = pairs;
		pairs = pair;
		child = next;
	}
	while (pairs != BEF__NONE) {
		uint32_t next = nodes[pairs].next;
		heap = bef__ready_merge(nodes, heap, pairs);
		pairs = next;
	}
	return heap;
}

/* Merges two lists sorted by stream. For equal streams the kernels of `a` come first. */
static uint32_t merge(const struct bef__ready *ready, uint32_t a, uint32_t b)
{
	uint32_t first = BEF__NONE, *end = &first;
	while (a != BEF__NONE && b != BEF__NONE) {
		uint32_t *from = ready->streams[b] < ready->streams[a] ? &b : &a;
		*end = *from;
		end = &ready->nodes[*from].next;
		*from = *end;
	}
	*end = a != BEF__NONE ? a : b;
	return first;
}

/* Stable, in place, n log n. */
static uint32_t sort_by_stream(const struct bef__ready *ready, uint32_t list)
{
	uint32_t sorted[32]; /* at place i: none, or a list of 2^i kernels; earlier kernels are further up */
	unsigned used = 0, i;
	while (list != BEF__NONE) {
		uint32_t run = list;
		list = ready->nodes[run].next;
		ready->nodes[run].next = BEF__NONE;
		for (i = 0; i < used && sorted[i] != BEF__NONE; i++) {
			run = merge(ready, sorted[i], run);
			sorted[i] = BEF__NONE;
		}
		if (i == used)
			used++;
		sorted[i] = run;
	}
	for (i = 0; i < used; i++)
		list = merge(ready, sorted[i], list);
	return list;
}

static void keep(struct bef__ready *ready, uint32_t list)
{
	ready->nodes[list].count = BEF__NONE;
	if (ready->kept == BEF__NONE)
		ready->kept = list;
	else
		ready->nodes[ready->kept_end].count = list;
	ready->kept_end = list;
}

/* The stream of the first kernel, by number, in the list. */
static uint32_t first_stream(const struct bef__ready *ready, uint32_t list)
{
	uint32_t first = list;
	for (; list != BEF__NONE; list = ready->nodes[list].next)
		first = list < first ? list : first;
	return ready->streams[first];
}

void bef__ready_split(struct bef__ready *ready)
{
	uint32_t list = ready->others;
	bool idle = ready->own == BEF__NONE && ready->kept == BEF__NONE;
	ready->others = BEF__NONE;
	if (idle)
		ready->stream = first_stream(ready, list);
	list = sort_by_stream(ready, list);
	while (list != BEF__NONE) {
		uint32_t stream = ready->streams[list], group = BEF__NONE;
		while (list != BEF__NONE && ready->streams[list] == stream) { /* the last one first */
			uint32_t number = list;
			list = ready->nodes[number].next;
			ready->nodes[number].next = group;
			group = number;
		}
		if (idle && stream == ready->stream)
			ready->own = group;
		else
			keep(ready, group);
	}
}

void bef__ready_all(struct bef__ready *ready, const struct bef__kernel *k)
{
	const uint32_t *users = k->users;
	for (uint32_t i = 0; i < k->site.result_count; i++) {
		for (const uint32_t *end = users + k->results[i].user_count; users < end; users++) {
			if (--ready->nodes[*users].count == 0)
				bef__ready_add(ready, *users);
		}
	}
	if (ready->others != BEF__NONE)
		bef__ready_split(ready);
}
