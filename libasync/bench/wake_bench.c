/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How long sleeping workers take to wake up: from add() to the task, the median over many times, beside the same with a bare
 * futex ("peer_ns"). Between two measurements everybody has time to fall asleep. */
#include "bench.h"
#include <async/async.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ROUNDS 1000
#define PAUSE_NS 200000 /* much longer than a worker searches before it sleeps */

static uint32_t arrived; /* atomic: how many have ever woken up; a futex */
static uint32_t goal;    /* atomic: how many that will be when all of this round have */
static uint32_t expected; /* in each round */

static void futex_wait(uint32_t *word, uint32_t value) { syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0); }
static void futex_wake(uint32_t *word, int count) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0); }

static void wait_for(uint32_t all)
{
	for (uint32_t seen; (seen = __atomic_load_n(&arrived, __ATOMIC_ACQUIRE)) < all;)
		futex_wait(&arrived, seen);
}

/* The last to arrive wakes the others. Two must be in two workers: each waits for the other. */
static void arrive(void *ctx)
{
	uint32_t all = __atomic_load_n(&goal, __ATOMIC_ACQUIRE);
	(void)ctx;
	if (__atomic_add_fetch(&arrived, 1, __ATOMIC_ACQ_REL) == all)
		futex_wake(&arrived, INT_MAX);
	else
		wait_for(all);
}

static double median(void (*wake)(void *ctx), void *ctx)
{
	static double sample[ROUNDS];
	struct timespec pause = { 0, PAUSE_NS };
	for (int i = 0; i < ROUNDS; i++) {
		nanosleep(&pause, NULL);
		uint32_t all = __atomic_add_fetch(&goal, expected, __ATOMIC_RELEASE);
		double start = bench_now();
		wake(ctx);
		wait_for(all);
		sample[i] = bench_now() - start;
	}
	qsort(sample, ROUNDS, sizeof *sample, bench_compare);
	return sample[ROUNDS / 2];
}

/* ---- a bare futex */

static uint32_t go; /* atomic: rounds so far; a futex */

static void *sleeper(void *arg)
{
	(void)arg;
	for (uint32_t round = 0;;) {
		while (__atomic_load_n(&go, __ATOMIC_ACQUIRE) == round)
			futex_wait(&go, round);
		round = __atomic_load_n(&go, __ATOMIC_ACQUIRE);
		if (round == UINT32_MAX)
			return NULL;
		arrive(NULL);
	}
}

static void wake_sleepers(void *ctx)
{
	(void)ctx;
	__atomic_add_fetch(&go, 1, __ATOMIC_RELEASE);
	futex_wake(&go, (int)expected);
}

static double bare_futex(void)
{
	pthread_t threads[2];
	__atomic_store_n(&go, 0, __ATOMIC_RELEASE);
	for (uint32_t i = 0; i < expected; i++) {
		if (pthread_create(&threads[i], NULL, sleeper, NULL) != 0)
			abort();
	}
	double ns = median(wake_sleepers, NULL);
	__atomic_store_n(&go, UINT32_MAX, __ATOMIC_RELEASE);
	futex_wake(&go, 2);
	for (uint32_t i = 0; i < expected; i++)
		pthread_join(threads[i], NULL);
	return ns;
}

/* ---- a queue */

static void add_tasks(void *ctx)
{
	for (uint32_t i = 0; i < expected; i++)
		async_queue_add(ctx, arrive, NULL);
}

int main(void)
{
	for (expected = 1; expected <= 2; expected++) {
		struct async_threads_options options = { sizeof options, expected, 1, 0, "bench" };
		struct async_queue *queue = async_queue_create_threads(NULL, &options);
		if (!queue)
			return 3;
		double peer = bare_futex(), ours = median(add_tasks, queue);
		printf("{\"lib\": \"async\", \"name\": \"wake_%u\", \"ns\": %.0f, \"peer_ns\": %.0f, \"ratio\": %.2f}\n",
			(unsigned)expected, ours, peer, ours / peer);
		fflush(stdout);
		async_queue_destroy(queue);
	}
	return 0;
}
