/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files by which ranks of one machine notice while the job starts that one of them has ended: no rank has a connection to another one yet.
 * Each rank locks one file in the folder that the launcher creates for the job, before MPI_Init_thread(). No rank returns from that
 * function before all ranks have called it. The system drops the lock when the program ends. A rank that gives up writes the reason and
 * drops its lock, so that ranks learn of a loss that they do not watch. Ranks without a file are not judged.
 *
 * MPI_Init_thread() waits for ever for a rank that has ended, and cannot be interrupted. So a thread looks at the files while it runs, and
 * ends the program, as MPI does in its default error handler. */
#include "engine.h"
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MOST_PATH = 512, EXIT_LOST = 3 };
#define LOOK_NANOSECONDS 10000000

static int own = -1;
static pthread_t watcher;
static bool is_watching;
static sem_t initialized; /* MPI_Init_thread() has returned */

static bool path_of(uint32_t rank, const char *end, char *out)
{
	const char *folder = secure_getenv("PMIX_SERVER_TMPDIR"), *job = secure_getenv("PMIX_NAMESPACE");
	if (!folder || !job || folder[0] != '/')
		return false;
	const int size = snprintf(out, MOST_PATH, "%s/kernels-mpi.%s.%u%s", folder, job, rank, end);
	return size > 0 && size < MOST_PATH;
}

static struct flock whole_file(void) { return (struct flock){ .l_type = F_WRLCK, .l_whence = SEEK_SET }; }

/* The file has its name only when it is locked. */
void kernels_mpi__presence_begin(uint32_t rank)
{
	char path[MOST_PATH], made[MOST_PATH], end[32];
	struct flock lock = whole_file();
	snprintf(end, sizeof end, ".%ld", (long)getpid());
	if (own >= 0 || !path_of(rank, "", path) || !path_of(rank, end, made))
		return;
	own = open(made, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (own < 0)
		return;
	if (fcntl(own, F_SETLK, &lock) != 0 || rename(made, path) != 0) {
		unlink(made);
		close(own);
		own = -1;
	}
}

/* The lock stays: others may still look. */
void kernels_mpi__presence_started(void)
{
	char path[MOST_PATH];
	if (own >= 0 && path_of((uint32_t)S.rank, "", path))
		unlink(path);
}

void kernels_mpi__presence_end(uint32_t lost)
{
	if (own >= 0 && lost != MPI_PACK_ALL)
		(void)!pwrite(own, &lost, sizeof lost, 0);
	if (own >= 0)
		close(own);
	own = -1;
}

/* A rank that has ended, or what it has written: the rank that it waited for in vain. */
static bool lost_by(int file, uint32_t rank, uint32_t *out)
{
	struct flock lock = whole_file();
	uint32_t why;
	if (fcntl(file, F_GETLK, &lock) != 0 || lock.l_type != F_UNLCK)
		return false;
	const bool told = pread(file, &why, sizeof why, 0) == (ssize_t)sizeof why;
	*out = told && (why < (uint32_t)S.count || why == MPI_PACK_LATE) ? why : rank;
	return *out != MPI_PACK_LATE || S.deadline == 0; /* its time was up; this one waits until its own is */
}

bool kernels_mpi__presence_lost(uint32_t *out)
{
	for (int rank = 0; own >= 0 && rank < S.count; rank++) {
		char path[MOST_PATH];
		if (rank == S.rank || !kernels_mpi__is_watched(S.rank, rank) || !path_of((uint32_t)rank, "", path))
			continue;
		const int file = open(path, O_RDWR | O_CLOEXEC);
		if (file < 0)
			continue;
		const bool ended = lost_by(file, (uint32_t)rank, out);
		close(file);
		if (ended)
			return true;
	}
	return false;
}

static void *watch(void *ctx)
{
	uint32_t lost;
	struct timespec until;
	(void)ctx;
	for (;;) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += LOOK_NANOSECONDS;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		if (sem_timedwait(&initialized, &until) == 0)
			return NULL;
		if (!kernels_mpi__presence_lost(&lost))
			continue;
		if (lost == MPI_PACK_LATE)
			fprintf(stderr, "%s\n", kernels_mpi__late);
		else
			fprintf(stderr, "rank %u was lost while the job started\n", lost);
		fflush(NULL);
		kernels_mpi__presence_end(lost);
		_exit(EXIT_LOST);
	}
}

void kernels_mpi__presence_watch(void)
{
	if (own < 0 || sem_init(&initialized, 0, 0) != 0)
		return;
	is_watching = pthread_create(&watcher, NULL, watch, NULL) == 0;
	if (!is_watching)
		sem_destroy(&initialized);
}

void kernels_mpi__presence_watched(void)
{
	if (!is_watching)
		return;
	sem_post(&initialized);
	pthread_join(watcher, NULL);
	sem_destroy(&initialized);
	is_watching = false;
}
