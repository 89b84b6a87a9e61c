/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The pack, which has no kernels, and the job. */
#include "engine.h"
#include <stdio.h>
#include <stdlib.h>

/* What launchers tell a program before MPI_Init(): Open MPI, MPICH and its relatives, Slurm. */
static bool number_of(const char *const *names, uint32_t *out)
{
	for (; *names; names++) {
		const char *text = getenv(*names);
		char *end;
		const unsigned long value = text ? strtoul(text, &end, 10) : 0;
		if (text && *text && *end == '\0' && value <= UINT32_MAX) {
			*out = (uint32_t)value;
			return true;
		}
	}
	return false;
}

void kernels_mpi__place(uint32_t *out_rank, uint32_t *out_count)
{
	static const char *const rank_names[] = { "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID", NULL };
	static const char *const count_names[] = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS", NULL };
	*out_rank = 0;
	*out_count = 1;
	if (S.started) {
		*out_rank = (uint32_t)S.rank;
		*out_count = (uint32_t)S.count;
	} else if (!number_of(count_names, out_count) || !number_of(rank_names, out_rank) || *out_rank >= *out_count) {
		*out_rank = 0;
		*out_count = 1;
	}
}

static bool lost(char *message, size_t size)
{
	pthread_mutex_lock(&S.lock);
	const bool any = S.lost_count > 0;
	if (any)
		snprintf(message, size, "rank %u was lost; %u message%s abandoned", S.first_lost, S.abandoned,
			S.abandoned == 1 ? " was" : "s were");
	kernels_mpi__unlock();
	return any;
}

static void set_deadline(uint64_t deadline)
{
	pthread_mutex_lock(&S.lock);
	S.deadline = deadline;
	kernels_mpi__unlock();
}

/* The thread that holds the lock may be in a call of MPI that does not return. */
static void give_up(void)
{
	kernels_mpi__presence_end(MPI_PACK_LATE);
	kernels_mpi__liveness_excuse();
}

static const struct kernels_job job = { sizeof job, "mpi", kernels_mpi__join, kernels_mpi__place, lost, set_deadline, kernels_mpi__leave,
	give_up };

static uint32_t registries; /* under the lock: that have the pack */

static bool init(void)
{
	if (kernels_tensor_types()->tensor == ASYNC_TYPE_NONE || !kernels_job_add(&job))
		return false;
	uint32_t rank, count;
	kernels_mpi__place(&rank, &count);
	pthread_mutex_lock(&S.lock);
	registries++;
	if (count > 1 && !S.started && !S.failed)
		kernels_mpi__presence_begin(rank);
	kernels_mpi__unlock();
	return true;
}

static void finish(void)
{
	pthread_mutex_lock(&S.lock);
	const bool last = --registries == 0;
	kernels_mpi__unlock();
	if (last) {
		kernels_job_remove(&job);
		(void)kernels_mpi__leave(NULL, 0);
	}
}

#define EXPORT __attribute__((visibility("default")))
EXPORT const struct kernels_pack *kernels_pack_query(uint32_t max_abi);

const struct kernels_pack *kernels_pack_query(uint32_t max_abi)
{
	static const struct kernels_pack pack = { .size = sizeof pack,
		.abi = KERNELS_PACK_ABI,
		.sanitizer = KERNELS_SANITIZER,
		.name = "mpi",
		.init = init,
		.finish = finish };
	return max_abi >= KERNELS_PACK_ABI ? &pack : NULL;
}
