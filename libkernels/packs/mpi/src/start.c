/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The start and the end of MPI. */
#include "engine.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct mpi_state kernels_mpi__state = { .lock = PTHREAD_MUTEX_INITIALIZER, .last_arrived = &kernels_mpi__state.arrived };

/* That are equal in all programs of a job: the version of the protocol, sizes of what is sent, limits. */
enum { NUMBERS = 5 };

#define NANOSECONDS_AFTER_LOSS UINT64_C(500000000)

static bool fail(char *message, size_t size, const char *text)
{
	snprintf(message, size, "%s", text);
	snprintf(S.failure, sizeof S.failure, "%s", text);
	S.failed = true;
	return false;
}

static bool init_mpi(char *message, size_t size)
{
	int initialized = 0, finalized = 0, level = 0;
	MPI_Initialized(&initialized);
	MPI_Finalized(&finalized);
	if (finalized)
		return fail(message, size, "MPI was finalized, and cannot be initialized again");
	if (initialized)
		MPI_Query_thread(&level);
	else if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS)
		return fail(message, size, "MPI_Init_thread() failed");
	S.initialized_here = !initialized;
	if (level < MPI_THREAD_SERIALIZED)
		return fail(message, size, "MPI was initialized without MPI_THREAD_SERIALIZED");
	return true;
}

/* A number of ranks from the environment, for tests and measurements. */
static int number_of(const char *name, int otherwise)
{
	const char *text = getenv(name);
	const long value = text ? strtol(text, NULL, 10) : 0;
	return value > 0 && value < 1 << 20 ? (int)value : otherwise;
}

static bool communicators(char *message, size_t size)
{
	int found = 0, *bound = NULL;
	uint64_t versions[2 * NUMBERS];
	if (MPI_Comm_dup(MPI_COMM_WORLD, &S.comm) != MPI_SUCCESS || MPI_Comm_dup(MPI_COMM_WORLD, &S.data) != MPI_SUCCESS)
		return fail(message, size, "MPI_Comm_dup() failed");
	MPI_Comm_set_errhandler(S.comm, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(S.data, MPI_ERRORS_RETURN);
	MPI_Comm_rank(S.comm, &S.rank);
	MPI_Comm_size(S.comm, &S.count);
	MPI_Comm_get_attr(S.comm, MPI_TAG_UB, &bound, &found);
	S.tags = found && *bound < 65536 ? *bound : 65536;
	S.mesh = number_of("KERNELS_MPI_MESH", MPI_PACK_MESH);
	S.direct = number_of("KERNELS_MPI_DIRECT", MPI_PACK_DIRECT);
	const uint64_t own[NUMBERS] = { 2, sizeof(struct mpi_header), sizeof(struct mpi_piece), (uint64_t)S.mesh, (uint64_t)S.direct };
	for (int i = 0; i < NUMBERS; i++) {
		versions[i] = own[i];
		versions[NUMBERS + i] = ~own[i];
	}
	MPI_Allreduce(MPI_IN_PLACE, versions, 2 * NUMBERS, MPI_UINT64_T, MPI_MAX, S.comm);
	for (int i = 0; i < NUMBERS; i++)
		if (versions[i] != ~versions[NUMBERS + i])
			return fail(message, size, "the programs of this job have different versions of pack mpi, or different KERNELS_MPI_ variables");
	return true;
}

static bool receive_all(char *message, size_t size)
{
	const size_t count = (size_t)S.count;
	S.buffers = malloc((size_t)MPI_PACK_RECEIVES * MPI_PACK_EAGER);
	S.partial = calloc(count, sizeof *S.partial);
	S.partial_size = calloc(count, sizeof *S.partial_size);
	S.partial_have = calloc(count, sizeof *S.partial_have);
	S.lost = calloc(count, sizeof *S.lost);
	S.bye = calloc(count, sizeof *S.bye);
	if (!S.buffers || !S.partial || !S.partial_size || !S.partial_have || !S.lost || !S.bye)
		return fail(message, size, "out of memory");
	for (int i = 0; i < MPI_PACK_RECEIVES; i++)
		MPI_Irecv(S.buffers + (size_t)i * MPI_PACK_EAGER, MPI_PACK_EAGER, MPI_BYTE, MPI_ANY_SOURCE, 1, S.comm,
			&S.receives[i]);
	return true;
}

bool kernels_mpi__start(char *message, size_t size)
{
	if (S.failed || S.leaving) {
		snprintf(message, size, "%s", S.failed ? S.failure : "this program has left the job");
		return false;
	}
	if (!S.started)
		S.started = init_mpi(message, size) && communicators(message, size) && receive_all(message, size) &&
			    kernels_mpi__liveness_start(message, size);
	return S.started;
}

static bool all_have_left(void)
{
	bool all = true;
	for (int rank = 0; rank < S.count; rank++)
		all = all && (rank == S.rank || S.bye[rank] || S.lost[rank]);
	return all;
}

/* Waits until all others leave too, since a message of theirs may need this program; after a loss, for half a second. Naps grow to a
 * millisecond. */
static void await_all(void)
{
	const struct mpi_header bye = { .size = sizeof bye, .type = MPI_MESSAGE_BYE };
	struct timespec nap = { 0, 20000 };
	for (int rank = 0; rank < S.count; rank++)
		if (rank != S.rank && !S.lost[rank])
			kernels_mpi__send((uint32_t)rank, &bye, sizeof bye, NULL);
	kernels_mpi__liveness_check();
	uint64_t until = UINT64_MAX;
	while (!(all_have_left() && kernels_mpi__is_idle()) && async_now_ns() < until) {
		if (S.lost_count > 0 && until == UINT64_MAX)
			until = async_now_ns() + NANOSECONDS_AFTER_LOSS;
		if (kernels_mpi__progress())
			continue;
		nanosleep(&nap, NULL);
		nap.tv_nsec = nap.tv_nsec < 500000 ? 2 * nap.tv_nsec : 1000000;
		kernels_mpi__liveness_check();
	}
}

void kernels_mpi__finish(void)
{
	pthread_mutex_lock(&S.lock);
	if (S.started && !S.leaving) {
		S.leaving = true;
		await_all();
		kernels_mpi__liveness_stop();
		for (int i = 0; i < MPI_PACK_RECEIVES && S.lost_count == 0; i++) {
			MPI_Cancel(&S.receives[i]);
			MPI_Wait(&S.receives[i], MPI_STATUS_IGNORE);
		}
		if (S.lost_count == 0) {
			MPI_Comm_free(&S.comm);
			MPI_Comm_free(&S.data);
		}
	}
	if (S.initialized_here && S.lost_count == 0) {
		S.initialized_here = false;
		MPI_Finalize();
	}
	kernels_mpi__unlock();
}
