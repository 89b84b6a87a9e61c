/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state of a reduction in rounds, for rounds.c (their course) and round_values.c (what is sent, received and combined in one). */
#ifndef KERNELS_MPI_ROUNDS_H
#define KERNELS_MPI_ROUNDS_H

#include "engine.h"
#include "schedule.h"

struct mpi_rounds {
	enum mpi_schedule schedule;
	struct mpi_layout layout;
	uint32_t parts, count, at; /* at: the present round */
	bool sent, taken, receiving, combined; /* of the present round */
	bool has_sums;      /* the values are in op->wholes; else in the inputs */
	bool over, stopped; /* stopped: the operation has failed as a whole */
	bool advancing;
	bool is_unknown;    /* an input is an error, so the schedule is not known */
	struct mpi_header **came; /* per round: a message that came before its round; owned */
	void **received;          /* per input: parts that are to be combined */
	size_t *room;             /* its bytes */
};

static inline const struct kernels_tensor *mpi_input(const struct mpi_operation *op, uint32_t index)
{
	return async_value_payload(op->inputs[index]);
}
static inline struct mpi_step mpi_step_of(const struct mpi_operation *op, uint32_t round)
{
	return kernels_mpi__schedule_step(op->rounds->schedule, op->rounds->layout, op->self, round);
}

/* Memory for results and for parts that are to be combined. False when out of memory. */
bool kernels_mpi__round_memory(struct mpi_operation *op);
/* The following are for the present round; the lock is held. Sends its values. False when out of memory. */
bool kernels_mpi__send_round(struct mpi_operation *op, const struct mpi_step *step);
/* Whether the message has the values of the step. */
bool kernels_mpi__round_fits(const struct mpi_operation *op, const struct mpi_step *step, const struct mpi_header *header);
/* Takes the values of a message that fits, or begins to receive them. */
void kernels_mpi__take_round(struct mpi_operation *op, const struct mpi_step *step, const struct mpi_header *header);
/* Combines what was received; the lock is not needed. NULL, or an error, one reference. */
struct async_error *kernels_mpi__combine_round(struct mpi_operation *op);

#endif
