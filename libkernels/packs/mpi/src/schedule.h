/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rounds of a reduction in `fast` order, as functions of the number of members. They use neither MPI nor the engine, so the simulator
 * of pack collective counts the messages that the engine sends. */
#ifndef KERNELS_MPI_SCHEDULE_H
#define KERNELS_MPI_SCHEDULE_H

#include <stdint.h>

enum mpi_schedule {
	/* Each member combines whole values with log2 n others. A power of two of the members do so; each further member first gives its
	 * values to the member before it, and gets the result at the end. Two values are always those of neighbouring runs of members. */
	MPI_SCHEDULE_DOUBLING,
	/* n parts. Members combine halves, quarters ... of the values, each with the member at half the distance of the one before, and then
	 * send their results back on the same way (Traeff 2024). Twice log2 n rounds, and 2 (n - 1) / n values, for any n. */
	MPI_SCHEDULE_HALVING
};

/* What a member does in one round: it may send a message and receive one. The place of a part is its distance behind the part with the
 * number of the member. */
struct mpi_step {
	int32_t to, from; /* members; -1: none */
	uint32_t send_first, send_count, receive_first, receive_count; /* places */
};

uint32_t kernels_mpi__schedule_parts(enum mpi_schedule schedule, uint32_t members);
uint32_t kernels_mpi__schedule_rounds(enum mpi_schedule schedule, uint32_t members);
struct mpi_step kernels_mpi__schedule_step(enum mpi_schedule schedule, uint32_t members, uint32_t self, uint32_t round);
/* Whether received parts are combined with those that are there; else they replace them. */
int kernels_mpi__schedule_adds(enum mpi_schedule schedule, uint32_t members, uint32_t round);

#endif
