/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How the news of lost ranks spread over a net of connections. */
#include "simulation.h"
#include <stdlib.h>
#include <string.h>

/* Writes the neighbours of a rank; returns their number. */
static uint32_t neighbours(enum simulation_net net, uint32_t ranks, uint32_t rank, uint32_t *out)
{
	uint32_t count = 0;
	const uint32_t most = net == SIMULATION_RING ? 1 : ranks - 1;
	for (uint32_t d = 1; d <= most && d < ranks; d = net == SIMULATION_CHORDS ? 2 * d : d + 1) {
		const uint32_t next = (rank + d) % ranks, last = (rank + ranks - d) % ranks;
		out[count++] = next;
		if (net != SIMULATION_MESH && last != next)
			out[count++] = last;
	}
	return count;
}

struct news {
	uint32_t ranks, lost_count;
	uint32_t *next; /* scratch: neighbours of a rank */
	int32_t *hop;   /* per rank and lost rank: when it learned; -1: not */
	bool *dead;
};

/* What a rank learned in the round before becomes known to a neighbour. Returns the number of lost ranks that are new to it. */
static uint32_t tell(struct news *n, uint32_t rank, uint32_t next, int32_t hop, struct simulation_news *out)
{
	uint32_t learned = 0;
	bool any = false;
	for (uint32_t i = 0; i < n->lost_count; i++) {
		int32_t *theirs = &n->hop[next * n->lost_count + i];
		if (n->hop[rank * n->lost_count + i] != hop)
			continue;
		any = true;
		learned += *theirs < 0;
		*theirs = *theirs < 0 ? hop + 1 : *theirs;
	}
	out->messages += any;
	return learned;
}

/* One round: ranks that learned in the round before tell their neighbours. Returns the number of those who learn. */
static uint32_t spread(struct news *n, enum simulation_net net, int32_t hop, struct simulation_news *out)
{
	uint32_t learned = 0;
	for (uint32_t rank = 0; rank < n->ranks; rank++) {
		const uint32_t count = n->dead[rank] ? 0 : neighbours(net, n->ranks, rank, n->next);
		for (uint32_t k = 0; k < count; k++)
			if (!n->dead[n->next[k]])
				learned += tell(n, rank, n->next[k], hop, out);
	}
	return learned;
}

bool simulation_liveness(enum simulation_net net, uint32_t ranks, const uint32_t *lost, uint32_t lost_count,
	struct simulation_news *out)
{
	struct news n = { ranks, lost_count, calloc(2 * (size_t)ranks, sizeof(uint32_t)),
		malloc(((size_t)ranks * lost_count + 1) * sizeof(int32_t)), calloc(ranks, sizeof(bool)) };
	const bool good = n.next && n.hop && n.dead;
	*out = (struct simulation_news){ .connections = 0 };
	for (size_t i = 0; good && i < (size_t)ranks * lost_count; i++)
		n.hop[i] = -1;
	for (uint32_t i = 0; good && i < lost_count; i++)
		n.dead[lost[i]] = true;
	for (uint32_t i = 0; good && i < lost_count; i++) {
		const uint32_t count = neighbours(net, ranks, lost[i], n.next);
		out->connections = count;
		for (uint32_t k = 0; k < count; k++)
			if (!n.dead[n.next[k]])
				n.hop[n.next[k] * lost_count + i] = 0;
	}
	/* in a mesh all know at once, and nobody passes anything on */
	for (int32_t hop = 0; good && net != SIMULATION_MESH && spread(&n, net, hop, out) > 0; hop++)
		out->hops = (uint32_t)hop + 1;
	for (uint32_t rank = 0; good && rank < ranks; rank++)
		for (uint32_t i = 0; i < lost_count; i++)
			out->uninformed += !n.dead[rank] && n.hop[rank * lost_count + i] < 0;
	free(n.next);
	free(n.hop);
	free(n.dead);
	return good;
}
