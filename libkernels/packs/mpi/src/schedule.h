/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rounds of a reduction in `fast` order, as functions of the members and their nodes. They use neither MPI nor the engine, so
 * the simulator of pack collective counts the messages that the engine sends. */
#ifndef KERNELS_MPI_SCHEDULE_H
#define KERNELS_MPI_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

enum mpi_schedule {
	/* Each member combines whole values with log2 n others. A power of two of the members do so; each further member first gives its
	 * values to the member before it, and gets the result at the end. Two values are always those of neighbouring runs of members. */
	MPI_SCHEDULE_DOUBLING,
	/* n parts. Members combine halves, quarters ... of the values, each with the member at half the distance of the one before, and then
	 * send their results back on the same way (Traeff 2024). Twice log2 n rounds, and 2 (n - 1) / n values, for any n.
	 *
	 * With L members on each of N nodes, those of a node do so first with L pieces of N parts, then those with equal pieces, one on each
	 * node, with the parts of their piece; and back. A node sends 2 (N - 1) / N values to the others, the least that is possible. */
	MPI_SCHEDULE_HALVING
};

/* Where the members of a group are. */
struct mpi_layout {
	uint32_t members, local; /* local: members on each node, which divides `members`; 1: nodes do not matter */
	bool is_dealt;           /* members go to the nodes in turn; else each node has `local` successive ones */
};

/* What a member does in one round: it may send a message and receive one. Each member has places of its own for parts: without nodes
 * the distance behind the part with the number of the member. */
struct mpi_step {
	int32_t to, from; /* members; -1: none */
	uint32_t send_first, send_count, receive_first, receive_count; /* places */
};

/* Successive parts. */
struct mpi_span {
	uint32_t first, count;
};

/* `node`: of each rank. A layout without nodes, if the members cannot be divided so. All members find the same one. */
struct mpi_layout kernels_mpi__schedule_layout(const uint64_t *node, const uint32_t *ranks, uint32_t members);
uint32_t kernels_mpi__schedule_parts(enum mpi_schedule schedule, struct mpi_layout layout);
uint32_t kernels_mpi__schedule_rounds(enum mpi_schedule schedule, struct mpi_layout layout);
struct mpi_step kernels_mpi__schedule_step(enum mpi_schedule schedule, struct mpi_layout layout, uint32_t self, uint32_t round);
/* Whether received parts are combined with those that are there; else they replace them. */
bool kernels_mpi__schedule_adds(enum mpi_schedule schedule, struct mpi_layout layout, uint32_t round);
/* The parts at places that a step names. Sender and receiver find equal ones. */
void kernels_mpi__schedule_spans(
	enum mpi_schedule schedule, struct mpi_layout layout, uint32_t self, uint32_t place, uint32_t count, struct mpi_span out[2]);

#endif
