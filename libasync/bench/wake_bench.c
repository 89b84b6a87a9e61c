/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How long sleeping workers take to wake up: from add() to the task, the median over many times, and turn by turn the
 * same with a bare futex ("peer_ns"). Between two measurements everybody has time to fall asleep. */
#include "bench.h"
#include <async/async.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ROUNDS 1000
#define PAUSE_NS 200000 /* much longer than a worker searches before it sleeps */

static uint32_t arrived; /* atomic: how many have ever woken up; a futex */
static uint32_t goal;    /* atomic: how many that will be when all of this round have */
static uint32_t expected; /* in each round */

static void futex_wait(uint32_t *word, uint32_t value)
{
	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}
static void futex_wake(uint32_t *word, int count)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}

static void wait_for(uint32_t all)
{
	for (uint32_t seen; (seen = __atomic_load_n(&arrived, __ATOMIC_ACQUIRE)) < all;)
		futex_wait(&arrived, seen);
}

/* Each thread stays on a separate processor, this one on that of the first sleeper: where the system happens to put
 * them makes a difference of ten times in a virtual machine, and would be compared instead. */
static void stay_on(uint32_t number)
{
	static cpu_set_t usable; /* of the process, as it was first */
	cpu_set_t one;
	if (CPU_COUNT(&usable) == 0)
		sched_getaffinity(0, sizeof usable, &usable);
	number %= (uint32_t)CPU_COUNT(&usable);
	CPU_ZERO(&one);
	for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (CPU_ISSET(cpu, &usable) && number-- == 0)
			CPU_SET(cpu, &one);
	}
	pthread_setaffinity_np(pthread_self(), sizeof one, &one);
}

/* The first time each of the threads comes here it takes its place. */
static uint32_t placed; /* atomic: of this kind of sleepers */

static void take_place(void)
{
	static _Thread_local bool has_place;
	if (!has_place)
		stay_on(__atomic_fetch_add(&placed, 1, __ATOMIC_RELAXED));
	has_place = true;
}

/* The last to arrive wakes the others. Two must be in two workers: each waits for the other. */
static void arrive(void *ctx)
{
	uint32_t all = __atomic_load_n(&goal, __ATOMIC_ACQUIRE);
	(void)ctx;
	take_place();
	if (__atomic_add_fetch(&arrived, 1, __ATOMIC_ACQ_REL) == all)
		futex_wake(&arrived, INT_MAX);
	else
		wait_for(all);
}

struct contender {
	void (*wake)(void *ctx);
	void *ctx;
	double sample[ROUNDS];
};

static void measure(struct contender *contender, int round)
{
	static const struct timespec pause = { 0, PAUSE_NS };
	nanosleep(&pause, NULL);
	uint32_t all = __atomic_add_fetch(&goal, expected, __ATOMIC_RELEASE);
	double start = bench_now();
	contender->wake(contender->ctx);
	wait_for(all);
	contender->sample[round] = bench_now() - start;
}

static double median(struct contender *contender)
{
	qsort(contender->sample, ROUNDS, sizeof *contender->sample, bench_compare);
	return contender->sample[ROUNDS / 2];
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

static pthread_t sleepers[2];

static void start_sleepers(void)
{
	__atomic_store_n(&go, 0, __ATOMIC_RELEASE);
	for (uint32_t i = 0; i < expected; i++) {
		if (pthread_create(&sleepers[i], NULL, sleeper, NULL) != 0)
			abort();
	}
}

static void end_sleepers(void)
{
	__atomic_store_n(&go, UINT32_MAX, __ATOMIC_RELEASE);
	futex_wake(&go, 2);
	for (uint32_t i = 0; i < expected; i++)
		pthread_join(sleepers[i], NULL);
}

/* ---- a queue */

static void add_tasks(void *ctx)
{
	static const struct async_task tasks[2] = { { arrive, NULL }, { arrive, NULL } };
	async_queue_add_all(ctx, NULL, tasks, expected);
}

int main(void)
{
	static struct contender ours = { .wake = add_tasks }, bare = { .wake = wake_sleepers };
	take_place();
	for (expected = 1; expected <= 2; expected++) {
		struct async_threads_options options = { .size = sizeof options, .threads = expected, .blocking_threads = 1, .name = "bench" };
		ours.ctx = async_queue_create_threads(NULL, &options);
		if (!ours.ctx)
			return 3;
		start_sleepers();
		__atomic_store_n(&placed, 0, __ATOMIC_RELAXED);
		measure(&bare, 0);
		__atomic_store_n(&placed, 0, __ATOMIC_RELAXED);
		measure(&ours, 0);
		/* turn by turn, so that both find the machine in one state */
		for (int round = 0; round < ROUNDS; round++) {
			measure(&bare, round);
			measure(&ours, round);
		}
		end_sleepers();
		async_queue_destroy(ours.ctx);
		double ns = median(&ours), peer = median(&bare);
		printf("{\"lib\": \"async\", \"name\": \"wake_%u\", \"ns\": %.0f, \"min_ns\": %.0f, \"max_ns\": %.0f, "
		       "\"peer_ns\": %.0f, \"ratio\": %.2f}\n",
			(unsigned)expected, ns, ours.sample[0], ours.sample[ROUNDS - 1], peer, ns / peer);
		fflush(stdout);
	}
	return 0;
}
