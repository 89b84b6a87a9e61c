/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The start and the end of MPI. */
#include "engine.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct mpi_state kernels_mpi__state = { .lock = PTHREAD_MUTEX_INITIALIZER, .last_arrived = &kernels_mpi__state.arrived };

/* Numbers that must be equal in all programs of a job: version of the protocol, sizes of headers, limits. */
enum { NUMBERS = 6 };

enum { START_SECONDS = 20 };

#define LOOK_NANOSECONDS UINT64_C(10000000) /* between two looks at the others, while the job starts */
#define NANOSECONDS_AFTER_LOSS UINT64_C(500000000)

const char kernels_mpi__late[] = "the job has not started in time: a rank does not take part, or had less time";

static bool fail(char *message, size_t size, const char *text)
{
	snprintf(message, size, "%s", text);
	return false;
}

/* A number from the environment, for tests and measurements. */
static int number_of(const char *name, int otherwise)
{
	const char *text = getenv(name);
	const long value = text ? strtol(text, NULL, 10) : 0;
	return value > 0 && value < 1 << 20 ? (int)value : otherwise;
}

/* The order in which reductions combine values. */
static bool read_order(char *message, size_t size)
{
	const char *order = getenv("KERNELS_MPI_ORDER");
	S.fast = order && strcmp(order, "fast") == 0;
	if (!order || !*order || S.fast || strcmp(order, "exact") == 0)
		return true;
	snprintf(message, size, "KERNELS_MPI_ORDER is '%.40s'; expected exact or fast", order);
	return false;
}

static bool init_mpi(char *message, size_t size)
{
	int initialized = 0, finalized = 0, level = 0;
	S.mesh = number_of("KERNELS_MPI_MESH", MPI_PACK_MESH);
	S.direct = number_of("KERNELS_MPI_DIRECT", MPI_PACK_DIRECT);
	S.local = number_of("KERNELS_MPI_NODE", 0);
	MPI_Initialized(&initialized);
	MPI_Finalized(&finalized);
	if (finalized)
		return fail(message, size, "MPI was finalized, and cannot be initialized again");
	if (initialized) {
		MPI_Query_thread(&level);
	} else {
		uint32_t rank, count;
		kernels_mpi__place(&rank, &count);
		S.rank = (int)rank;
		S.count = (int)count;
		kernels_mpi__presence_watch();
		const int code = MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level);
		kernels_mpi__presence_watched();
		if (code != MPI_SUCCESS)
			return fail(message, size, "MPI_Init_thread() failed");
	}
	S.initialized_here = !initialized;
	if (level < MPI_THREAD_SERIALIZED)
		return fail(message, size, "MPI was initialized without MPI_THREAD_SERIALIZED");
	return true;
}

/* Whether the deadline has passed. */
static bool is_past(uint64_t now) { return S.deadline > 0 && now >= S.deadline; }

bool kernels_mpi__start_lost(void)
{
	uint32_t rank;
	const uint64_t now = async_now_ns();
	if (now >= S.check_due && S.lost_count == 0) {
		S.check_due = now + LOOK_NANOSECONDS;
		kernels_mpi__liveness_check();
		if (S.lost_count == 0 && kernels_mpi__presence_lost(&rank)) {
			S.late = true;
			S.first_lost = rank;
			S.lost_count = rank != MPI_PACK_LATE;
		}
	}
	S.late = S.late || S.lost_count > 0 || now > S.start_until || is_past(now);
	return S.late;
}

bool kernels_mpi__await(MPI_Request *request)
{
	struct timespec nap = { 0, 20000 };
	int done = 0;
	while (MPI_Test(request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done) {
		if (kernels_mpi__start_lost())
			return false;
		nanosleep(&nap, NULL);
		nap.tv_nsec = nap.tv_nsec < 500000 ? 2 * nap.tv_nsec : 1000000;
	}
	return done;
}

static bool communicators(char *message, size_t size)
{
	MPI_Request request;
	int found = 0, *bound = NULL;
	uint64_t versions[2 * NUMBERS];
	MPI_Comm_rank(MPI_COMM_WORLD, &S.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &S.count);
	/* a host that has initialized MPI may start its ranks at any time; MPI_Init_thread() returns on all at about the same time */
	S.start_until = S.initialized_here
				? async_now_ns() + (uint64_t)number_of("KERNELS_MPI_START_SECONDS", START_SECONDS) * UINT64_C(1000000000)
				: UINT64_MAX;
	for (int i = 0; i < 2; i++) {
		if (MPI_Comm_idup(MPI_COMM_WORLD, i ? &S.data : &S.comm, &request) != MPI_SUCCESS)
			return fail(message, size, "MPI_Comm_idup() failed");
		if (!kernels_mpi__await(&request))
			return fail(message, size, kernels_mpi__late);
	}
	MPI_Comm_set_errhandler(S.comm, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(S.data, MPI_ERRORS_RETURN);
	MPI_Comm_get_attr(S.comm, MPI_TAG_UB, &bound, &found);
	S.tags = found && *bound < 65536 ? *bound : 65536;
	const uint64_t order = (uint64_t)S.local << 1 | S.fast;
	const uint64_t own[NUMBERS] = { 7, sizeof(struct mpi_header), sizeof(struct mpi_piece), (uint64_t)S.mesh, (uint64_t)S.direct, order };
	for (int i = 0; i < NUMBERS; i++) {
		versions[i] = own[i];
		versions[NUMBERS + i] = ~own[i];
	}
	MPI_Iallreduce(MPI_IN_PLACE, versions, 2 * NUMBERS, MPI_UINT64_T, MPI_MAX, S.comm, &request);
	if (!kernels_mpi__await(&request))
		return fail(message, size, kernels_mpi__late);
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
	S.left = calloc(count, sizeof *S.left);
	S.silent = calloc(count, sizeof *S.silent);
	S.peers = calloc(count, sizeof *S.peers);
	S.fresh = calloc(2 * count, sizeof *S.fresh);
	S.forms = calloc(count, sizeof *S.forms);
	S.known = calloc(count, sizeof *S.known);
	if (!S.buffers || !S.partial || !S.partial_size || !S.partial_have || !S.lost || !S.bye || !S.left || !S.silent || !S.peers ||
		!S.fresh || !S.forms || !S.known)
		return fail(message, size, "out of memory");
	kernels_mpi__find_peers();
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
		S.started = read_order(message, size) && init_mpi(message, size) && communicators(message, size) && receive_all(message, size) &&
			    kernels_mpi__liveness_start(message, size);
	if (S.started) {
		kernels_mpi__presence_started();
		return true;
	}
	if (S.late) {
		fail(message, size, kernels_mpi__late);
		if (S.lost_count > 0)
			snprintf(message, size, "rank %u was lost while the job started", S.first_lost);
		S.initialized_here = false; /* MPI_Finalize() would wait too */
	}
	const bool is_excused = S.late && S.lost_count == 0;
	if (is_excused)
		kernels_mpi__liveness_stop();
	else
		kernels_mpi__liveness_break();
	kernels_mpi__presence_end(S.lost_count > 0 ? S.first_lost : is_excused ? MPI_PACK_LATE : MPI_PACK_ALL);
	snprintf(S.failure, sizeof S.failure, "%s", message);
	S.failed = true;
	return S.started;
}

/* Waits until all others leave too, since a message of theirs may need this program; after a loss, or from the deadline on, for half a
 * second. Naps grow to a millisecond. Returns false if they have not left by then. */
static bool await_all(void)
{
	struct timespec nap = { 0, 20000 };
	kernels_mpi__drop_arrived(NULL);
	kernels_mpi__tell_bye();
	kernels_mpi__liveness_check();
	uint64_t until = UINT64_MAX;
	bool left = false;
	while (!(left = kernels_mpi__have_all_left() && kernels_mpi__is_idle())) {
		const uint64_t now = async_now_ns();
		if (now >= until)
			break;
		if (until == UINT64_MAX && (S.lost_count > 0 || is_past(now)))
			until = now + NANOSECONDS_AFTER_LOSS;
		if (kernels_mpi__progress())
			continue;
		nanosleep(&nap, NULL);
		nap.tv_nsec = nap.tv_nsec < 500000 ? 2 * nap.tv_nsec : 1000000;
		kernels_mpi__liveness_check();
	}
	return left;
}

bool kernels_mpi__leave(char *message, size_t size)
{
	pthread_mutex_lock(&S.lock);
	if (S.started && !S.leaving) {
		S.leaving = true;
		/* MPI_Finalize() would wait for those that do not leave, as it would for lost ones */
		S.deserted = !await_all() && S.lost_count == 0;
		const bool in_order = S.lost_count == 0 && !S.deserted;
		kernels_mpi__tell_news(true);
		kernels_mpi__liveness_stop();
		for (int i = 0; i < MPI_PACK_RECEIVES && in_order; i++) {
			if (S.receives[i] == MPI_REQUEST_NULL) /* it was not posted again */
				continue;
			MPI_Cancel(&S.receives[i]);
			MPI_Wait(&S.receives[i], MPI_STATUS_IGNORE);
		}
		if (in_order) {
			MPI_Comm_free(&S.comm);
			MPI_Comm_free(&S.data);
		}
	}
	if (S.initialized_here && S.lost_count == 0 && !S.deserted) {
		S.initialized_here = false;
		MPI_Finalize();
	}
	if (S.started)
		kernels_mpi__presence_end(MPI_PACK_ALL);
	const bool good = !S.deserted;
	kernels_mpi__unlock();
	if (!good && message)
		snprintf(message, size, "the other ranks have not left the job in time");
	return good;
}
