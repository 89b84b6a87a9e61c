/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A rank that is lost. */
#include "mpi_test.h"
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGE = 3000000 };

static void one_exchange(struct scope scope, int64_t elements, struct async_value **results)
{
	struct async_value *input = tensor(KERNELS_F32, elements, rank);
	const struct kernels_exchange all = of_all(0, &input, 1);
	exchange(scope, &all, results);
	async_value_release(input);
}

/* The next rank has sent large contents to ranks that do not receive them, and looks after all others have left. */
static void survivor_is_late(struct scope scope, uint32_t victim)
{
	struct async_value *results[64], *input = tensor(KERNELS_F32, LARGE, rank);
	if (rank == (victim + 1) % count) {
		const struct kernels_exchange all = of_all(7, &input, 1);
		exchange(scope, &all, results);
		pause_ms(1500);
		await(results, count);
		CHECK(async_value_is_error(results[victim]));
		release(results, count);
	} else {
		pause_ms(100);
		if (rank == victim)
			raise(SIGKILL);
		one_exchange(scope, 10, results);
		await(results, count);
		check_error(results[victim], ASYNC_CODE_UNAVAILABLE, "was lost", __LINE__);
		release(results, count);
	}
	async_value_release(input);
	end(scope);
}

static void *kill_soon(void *ctx)
{
	(void)ctx;
	pause_ms(300);
	raise(SIGKILL);
	return NULL;
}

/* The victim has left all sessions, and waits for the others. */
static void killed_while_leaving(struct scope scope, uint32_t victim)
{
	pthread_t thread;
	struct async_value *results[64];
	end(scope);
	if (rank == victim) {
		CHECK(pthread_create(&thread, NULL, kill_soon, NULL) == 0);
		return;
	}
	pause_ms(100);
	scope = begin();
	one_exchange(scope, 10, results); /* learns that the victim leaves */
	await(results, count);
	CHECK(async_value_is_error(results[victim]));
	release(results, count);
	end(scope);
	pause_ms(800);
}

/* POINT: 0 before an operation, 1 in one (its message is sent, its large contents are not), 2 after one, 3 between two requests, 4 after
 * a random time in a loop of operations, 5 while others wait for a late one, 6 while it leaves the job, 7 while the job starts, 8 in one of the
 * first messages of the pack, 9 before MPI_Init_thread(), 10 after a random time in a loop of sums. */
void die(int point, uint32_t victim)
{
	if (point == 9 && rank == victim) {
		pause_ms(500); /* the others wait in it */
		raise(SIGKILL);
	}
	if (point == 7 && rank == victim) {
		MPI_Init(NULL, NULL);
		raise(SIGKILL);
	}
	if (point == 8 && rank == victim) { /* takes part in one of the two duplicates that the pack makes */
		MPI_Comm comm;
		MPI_Request request;
		MPI_Init(NULL, NULL);
		MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		raise(SIGKILL);
	}
	struct scope scope = begin();
	struct async_value *results[64];
	double since = 0;
	one_exchange(scope, 10, results);
	await(results, count);
	release(results, count);
	if (point == 5 || point == 6) {
		(point == 5 ? survivor_is_late : killed_while_leaving)(scope, victim);
		return;
	}
	if (point == 3) {
		end(scope);
		scope = begin();
	}
	if (rank == victim && point == 1) {
		one_exchange(scope, LARGE, results);
		raise(SIGKILL);
	}
	if (rank == victim && point != 2 && point != 4) {
		pause_ms(20);
		raise(SIGKILL);
	}
	const double until = seconds(CLOCK_MONOTONIC), chance = until * 1e4;
	if (point == 10) {
		struct async_error *error = sums_until_lost(scope, victim, until + 0.3 * (chance - (double)(long)chance));
		char text[40];
		snprintf(text, sizeof text, "rank %u was lost", victim);
		CHECK(error && strcmp(async_error_message(error), text) == 0);
		async_error_release(error);
		end(scope);
		return;
	}
	for (int i = 0; since == 0 && i < 1000000; i++) {
		const double started = seconds(CLOCK_MONOTONIC);
		if (rank == victim && i > 0 && (point == 2 || started > until + 0.3 * (chance - (double)(long)chance)))
			raise(SIGKILL);
		one_exchange(scope, point == 1 ? LARGE : i % 7 == 0 ? 5000 : 10, results);
		await(results, count);
		bool any = false;
		for (uint32_t m = 0; m < count; m++)
			any = any || async_value_is_error(results[m]);
		if (any) {
			char text[40];
			snprintf(text, sizeof text, "rank %u was lost", victim);
			check_error(results[victim], ASYNC_CODE_UNAVAILABLE, text, __LINE__);
			since = started;
		}
		release(results, count);
	}
	CHECK(since > 0 && in_time(since, 1));
	printf("rank %u: told after %.3f s\n", rank, seconds(CLOCK_MONOTONIC) - since);
	/* what needs no lost rank goes on */
	struct async_value *input = tensor(KERNELS_F32, 5, rank);
	uint32_t others[64], number = 0, self = 0;
	for (uint32_t i = 0; i < count; i++)
		if (i != victim) {
			self = i == rank ? number : self;
			others[number++] = i;
		}
	struct kernels_exchange rest = of_all(9, &input, 1);
	rest.members = others;
	rest.member_count = number;
	rest.self = self;
	exchange(scope, &rest, results);
	await(results, number);
	for (uint32_t m = 0; m < number; m++)
		CHECK(equal(results[m], KERNELS_F32, 5, others[m]));
	release(results, number);
	async_value_release(input);
	end(scope);
}
