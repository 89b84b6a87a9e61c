/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dominators of the blocks of a region: Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph"
 * (1979), with path compression, without recursion. Blocks go by the order in which a depth-first search meets them. */
#include "bytecode/verify/verify_state.h"

#include <bytecursor/ckd.h>

#define NOBODY UINT32_MAX

struct graph {
	uint32_t count;   /* of blocks that can be reached */
	uint32_t *number; /* of a block; NOBODY: it cannot be reached */
	uint32_t *block;  /* by number, as is all that follows */
	uint32_t *parent; /* in the search */
	uint32_t *semi, *label, *ancestor, *dominator, *bucket, *next, *stack;
	uint32_t *starts, *ends; /* where the edges of a block begin in to[], and those to it in from[] */
	uint32_t *to, *from;
};

enum { ARRAYS = 13 };

/* Sorts edges by one of their ends: starts[b] to starts[b + 1] are those of block b. */
static void sort_edges(const struct mlirbc__edge *edges, size_t count, uint32_t blocks, bool by_target,
	uint32_t *starts, uint32_t *others)
{
	for (size_t i = 0; i <= blocks; i++)
		starts[i] = 0;
	for (size_t i = 0; i < count; i++)
		starts[by_target ? edges[i].to : edges[i].from]++;
	uint32_t sum = 0;
	for (size_t i = 0; i <= blocks; i++)
		starts[i] = sum += starts[i];
	for (size_t i = count; i-- > 0;) {
		uint32_t key = by_target ? edges[i].to : edges[i].from;
		others[--starts[key]] = by_target ? edges[i].from : edges[i].to;
	}
}

static void meet(struct graph *g, uint32_t block, uint32_t parent)
{
	g->number[block] = g->count;
	g->block[g->count] = block;
	g->parent[g->count++] = parent;
}

/* next[] is the index of the next edge to visit for each block on the stack. */
static void search(struct graph *g, uint32_t blocks)
{
	uint32_t depth = 0;
	for (uint32_t i = 0; i < blocks; i++)
		g->number[i] = NOBODY;
	g->count = 0;
	meet(g, 0, 0);
	g->stack[depth++] = 0;
	g->next[0] = g->starts[0];
	while (depth) {
		uint32_t block = g->stack[depth - 1];
		if (g->next[block] == g->starts[block + 1]) {
			depth--;
			continue;
		}
		uint32_t target = g->to[g->next[block]++];
		if (g->number[target] != NOBODY)
			continue;
		meet(g, target, g->number[block]);
		g->next[target] = g->starts[target];
		g->stack[depth++] = target;
	}
}

/* The one with the least semidominator on the way from v up to the root of its tree. */
static uint32_t eval(struct graph *g, uint32_t v)
{
	uint32_t depth = 0;
	if (g->ancestor[v] == NOBODY)
		return v;
	for (uint32_t x = v; g->ancestor[g->ancestor[x]] != NOBODY; x = g->ancestor[x])
		g->stack[depth++] = x;
	while (depth) {
		uint32_t x = g->stack[--depth], up = g->ancestor[x];
		if (g->semi[g->label[up]] < g->semi[g->label[x]])
			g->label[x] = g->label[up];
		g->ancestor[x] = g->ancestor[up];
	}
	return g->label[v];
}

static void find_dominators(struct graph *g)
{
	for (uint32_t i = 0; i < g->count; i++) {
		g->semi[i] = g->label[i] = i;
		g->ancestor[i] = g->bucket[i] = NOBODY;
		g->dominator[i] = 0;
	}
	for (uint32_t i = g->count; i-- > 1;) {
		uint32_t block = g->block[i], parent = g->parent[i];
		for (uint32_t e = g->ends[block]; e < g->ends[block + 1]; e++) {
			uint32_t from = g->number[g->from[e]];
			if (from == NOBODY)
				continue;
			uint32_t u = eval(g, from);
			if (g->semi[u] < g->semi[i])
				g->semi[i] = g->semi[u];
		}
		g->next[i] = g->bucket[g->semi[i]];
		g->bucket[g->semi[i]] = i;
		g->ancestor[i] = parent;
		for (uint32_t w = g->bucket[parent]; w != NOBODY; w = g->next[w]) {
			uint32_t u = eval(g, w);
			g->dominator[w] = g->semi[u] < g->semi[w] ? u : parent;
		}
		g->bucket[parent] = NOBODY;
	}
	for (uint32_t i = 1; i < g->count; i++) {
		if (g->dominator[i] != g->semi[i])
			g->dominator[i] = g->dominator[g->dominator[i]];
	}
}

/* Numbers the blocks so that those which one dominates follow each other. A dominator has the lesser number. */
static void number_tree(struct graph *g, struct mlirbc__dominance *out, uint32_t blocks)
{
	uint32_t *size = g->label, *first = g->semi, *next = g->ancestor;
	for (uint32_t i = 0; i < g->count; i++)
		size[i] = 1;
	for (uint32_t i = g->count; i-- > 1;)
		size[g->dominator[i]] += size[i];
	first[0] = 0;
	next[0] = 1;
	for (uint32_t i = 1; i < g->count; i++) {
		first[i] = next[g->dominator[i]];
		next[g->dominator[i]] += size[i];
		next[i] = first[i] + 1;
	}
	for (uint32_t b = 0; b < blocks; b++) {
		uint32_t i = g->number[b];
		out->first[b] = i == NOBODY ? 0 : first[i];
		out->size[b] = i == NOBODY ? 0 : size[i];
	}
}

bool mlirbc__dominance_init(struct mlirbc__verify *v, struct mlirbc__dominance *out, uint32_t blocks,
	const struct mlirbc__edge *edges, size_t edge_count)
{
	size_t all, words;
	*out = (struct mlirbc__dominance){ NULL, NULL, NULL, 0 };
	if (ckd_mul(&words, (size_t)blocks + 1, (size_t)ARRAYS + 2) || ckd_add(&all, words, 2 * edge_count) ||
		ckd_mul(&out->bytes, all, sizeof(uint32_t)) || edge_count >= UINT32_MAX ||
		!(out->memory = mlirbc__arena_take(&v->arena, out->bytes, sizeof(uint32_t))))
		return mlirbc__verify_memory(v);
	struct graph g = { .count = 0 };
	uint32_t *room = out->memory;
	uint32_t **arrays[] = { &out->first, &out->size, &g.number, &g.block, &g.parent, &g.semi, &g.label, &g.ancestor,
		&g.dominator, &g.bucket, &g.next, &g.stack, &g.starts, &g.ends };
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++, room += (size_t)blocks + 1)
		*arrays[i] = room;
	g.to = room;
	g.from = room + edge_count;
	sort_edges(edges, edge_count, blocks, false, g.starts, g.to);
	sort_edges(edges, edge_count, blocks, true, g.ends, g.from);
	search(&g, blocks);
	find_dominators(&g);
	number_tree(&g, out, blocks);
	return true;
}

void mlirbc__dominance_finish(struct mlirbc__verify *v, struct mlirbc__dominance *dominance)
{
	if (dominance->memory)
		mlirbc__arena_give(&v->arena, dominance->memory, dominance->bytes, sizeof(uint32_t));
}
