/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Messages of pack mpi besides those of operations: the start, the end of a request, the end of the program. */
#include "simulation.h"
#include <stdlib.h>
#include <string.h>

enum { START_COLLECTIVES = 8 }; /* of MPI, behind MPI_Init_thread() */

static bool is_chord(uint32_t ranks, uint32_t one, uint32_t other)
{
	const uint32_t behind = (other + ranks - one) % ranks, before = ranks - behind;
	return behind > 0 && ((behind & (behind - 1)) == 0 || (before & (before - 1)) == 0);
}

/* Pairs of different ranks, in both orders: all, or those at distances of powers of two. */
static uint64_t count_pairs(uint32_t ranks, bool all)
{
	uint64_t count = 0;
	for (uint32_t one = 0; one < ranks; one++)
		for (uint32_t other = 0; other < ranks; other++)
			count += one != other && (all || is_chord(ranks, one, other));
	return count;
}

/* Round k: each rank sends what it has heard of to the one 2^k behind it. */
static bool leave(uint32_t ranks, struct simulation_service *out)
{
	const size_t size = (size_t)ranks * ranks;
	bool *heard = calloc(2 * size, sizeof *heard), *before = heard ? heard + size : NULL;
	for (uint32_t rank = 0; heard && rank < ranks; rank++)
		heard[(size_t)rank * ranks + rank] = true;
	for (uint32_t step = 1; heard && step < ranks; step *= 2) {
		memcpy(before, heard, size * sizeof *heard);
		for (uint32_t rank = 0; rank < ranks; rank++) {
			out->leave++;
			for (uint32_t other = 0; other < ranks; other++)
				heard[(size_t)((rank + step) % ranks) * ranks + other] |= before[(size_t)rank * ranks + other];
		}
	}
	for (size_t i = 0; heard && i < size; i++)
		out->unheard += !heard[i];
	free(heard);
	return heard != NULL;
}

bool simulation_service(uint32_t ranks, uint32_t direct, uint32_t mesh, struct simulation_service *out)
{
	uint32_t rounds = 0;
	while ((UINT32_C(1) << rounds) < ranks)
		rounds++;
	*out = (struct simulation_service){ .start = START_COLLECTIVES * (uint64_t)ranks * rounds,
		.connections = count_pairs(ranks, ranks <= mesh) / 2, .end = count_pairs(ranks, ranks <= direct) };
	out->bye = out->end;
	return ranks <= direct || leave(ranks, out);
}
