/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which block of a region dominates which, by Cooper, Harvey and Kennedy: "A Simple, Fast Dominance Algorithm". */
#include "verify_blocks.h"

#include <stdlib.h>

#define NONE UINT32_MAX
enum { PASSES = 32 };

/* Blocks by their number in the region; `order`: reachable ones by their place in a reverse postorder. */
struct search {
	const struct mlirbc_block **blocks, **order;
	uint32_t *place, *above, *stack, *next; /* `above`: the immediate dominator, by places */
	uint32_t count, reached;
};

static uint32_t successors_of(const struct mlirbc_block *block)
{
	return block->last ? mlirbc_op_successor_count(block->last) : 0;
}

/* Depth first from the entry; a block gets its place when all of its successors have theirs. */
static void number_blocks(struct search *s)
{
	uint32_t depth = 1, left = s->count;
	for (uint32_t i = 0; i < s->count; i++)
		s->place[i] = NONE;
	s->stack[0] = 0;
	s->next[0] = 0;
	s->place[0] = 0;
	while (depth) {
		const uint32_t at = s->stack[depth - 1];
		const struct mlirbc_block *block = s->blocks[at];
		if (s->next[at] < successors_of(block)) {
			const uint32_t to = mlirbc_op_successors(block->last)[s->next[at]++]->number;
			if (s->place[to] != NONE)
				continue;
			s->place[to] = 0;
			s->next[to] = 0;
			s->stack[depth++] = to;
			continue;
		}
		s->place[at] = --left;
		s->order[left] = block;
		depth--;
	}
	/* places begin at 0 */
	for (uint32_t i = left; i < s->count; i++)
		s->place[s->order[i]->number] = i - left;
	for (uint32_t i = left; i < s->count; i++)
		s->order[i - left] = s->order[i];
	s->reached = s->count - left;
}

static uint32_t common(const uint32_t *above, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (a > b)
			a = above[a];
		while (b > a)
			b = above[b];
	}
	return a;
}

/* False: graphs made for it need many passes; the result is not known then. */
static bool find_dominators(struct search *s)
{
	bool changed = true;
	for (uint32_t i = 1; i < s->reached; i++)
		s->above[i] = NONE;
	s->above[0] = 0;
	for (int pass = 0; changed; pass++) {
		if (pass == PASSES)
			return false;
		changed = false;
		for (uint32_t i = 0; i < s->reached; i++) {
			const struct mlirbc_block *block = s->order[i];
			for (uint32_t j = 0; j < successors_of(block); j++) {
				const uint32_t to = s->place[mlirbc_op_successors(block->last)[j]->number];
				const uint32_t found = s->above[to] == NONE ? i : common(s->above, s->above[to], i);
				changed |= found != s->above[to];
				s->above[to] = found;
			}
		}
	}
	return true;
}

/* Numbers the blocks so that those which one dominates follow it. */
static void number_tree(const struct search *s, struct up__dominance *out)
{
	uint32_t *size = s->stack, *first = s->next; /* by places */
	for (uint32_t i = 0; i < s->reached; i++)
		size[i] = 1;
	for (uint32_t i = s->reached; i-- > 1;)
		size[s->above[i]] += size[i];
	for (uint32_t i = 0; i < s->count; i++)
		out->blocks[i] = (struct up__dominated){ 0, 0, 0 };
	first[0] = 0;
	for (uint32_t i = 0; i < s->reached; i++) {
		if (i > 0) {
			first[i] = out->blocks[s->order[s->above[i]]->number].next;
			out->blocks[s->order[s->above[i]]->number].next += size[i];
		}
		out->blocks[s->order[i]->number] = (struct up__dominated){ first[i], size[i], first[i] + 1 };
	}
}

bool up__dominance_init(struct up__dominance *out, const struct mlirbc_region *region)
{
	const uint32_t count = region->block_count;
	const size_t pointers = 2 * (size_t)count * sizeof(void *), numbers = 4 * (size_t)count * sizeof(uint32_t);
	struct search s = { .count = count };
	out->known = false;
	out->blocks = malloc(count * sizeof *out->blocks);
	s.blocks = malloc(pointers + numbers);
	if (out->blocks && s.blocks) {
		s.order = s.blocks + count;
		s.place = (uint32_t *)(void *)(s.order + count);
		s.above = s.place + count;
		s.stack = s.above + count;
		s.next = s.stack + count;
		for (const struct mlirbc_block *block = region->first; block; block = block->next)
			s.blocks[block->number] = block;
		number_blocks(&s);
		out->known = find_dominators(&s);
		if (out->known)
			number_tree(&s, out);
	}
	free(s.blocks);
	return out->blocks != NULL;
}
