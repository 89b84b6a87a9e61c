/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The cost of one task on a work queue: the loops of the TFRT figures for ConcurrentWorkQueue. Each unit is one task;
 * the time covers adding and quiesce(). */
#include "bench.h"
#include <async/async.h>

#define TASKS 1000000u

static struct async_queue *queue;
static uint64_t done; /* atomic; by tasks that count */

static void nothing(void *ctx) { (void)ctx; }

static void flood(void *ctx, uint64_t n)
{
	(void)ctx;
	for (uint64_t i = 0; i < n; i++) {
		for (unsigned k = 0; k < TASKS; k++)
			async_queue_add(queue, nothing, NULL);
		async_queue_quiesce(queue);
	}
}

/* A binary tree of (uintptr_t)ctx tasks; all but the first are added by tasks. */
static void branch(void *ctx)
{
	uintptr_t below = (uintptr_t)ctx - 1, left = below / 2;
	if (left)
		async_queue_add(queue, branch, (void *)left);
	if (below - left)
		async_queue_add(queue, branch, (void *)(below - left));
}

static void fork_tree(void *ctx, uint64_t n)
{
	(void)ctx;
	for (uint64_t i = 0; i < n; i++) {
		async_queue_add(queue, branch, (void *)(uintptr_t)TASKS);
		async_queue_quiesce(queue);
	}
}

/* fib(25) without a cut-off: each call adds a task for one half and continues with the other. `word` joins the halves:
 * the number of missing halves in the two low bits, their sum above. */
#define FIB 25
#define FIB_CALLS 242785
#define FIB_RESULT 75025

struct join {
	struct join *parent;
	uint64_t word; /* atomic */
	uintptr_t n;   /* the argument of the task */
};

static uint64_t fib_result;

static void deliver(struct join *join, uint64_t result)
{
	while (join) {
		uint64_t word = __atomic_fetch_add(&join->word, (result << 2) - 1, __ATOMIC_ACQ_REL);
		if ((word & 3) != 1)
			return;
		struct join *parent = join->parent;
		result += word >> 2;
		async_free(async_allocator_cached(), join, sizeof *join, _Alignof(struct join));
		join = parent;
	}
	fib_result = result;
}

static void fib_task(void *ctx);

static void fib(struct join *join, uintptr_t n)
{
	for (; n >= 2; n -= 2) {
		struct join *own = async_alloc(async_allocator_cached(), sizeof *own, _Alignof(struct join));
		if (!own)
			abort();
		*own = (struct join){ join, 2, n - 1 };
		async_queue_add(queue, fib_task, own);
		join = own;
	}
	deliver(join, n);
}

static void fib_task(void *ctx)
{
	struct join *join = ctx;
	fib(join, join->n);
}

static void fib_start(void *ctx)
{
	(void)ctx;
	fib(NULL, FIB);
}

static void fib_tree(void *ctx, uint64_t n)
{
	(void)ctx;
	for (uint64_t i = 0; i < n; i++) {
		async_queue_add(queue, fib_start, NULL);
		async_queue_quiesce(queue);
		if (fib_result != FIB_RESULT)
			abort();
	}
}

static void count(void *ctx)
{
	(void)ctx;
	__atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
}

static void flood_count(void *ctx, uint64_t n)
{
	(void)ctx;
	__atomic_store_n(&done, 0, __ATOMIC_RELAXED);
	for (uint64_t i = 0; i < n; i++) {
		for (unsigned k = 0; k < TASKS; k++)
			async_queue_add(queue, count, NULL);
		async_queue_quiesce(queue);
	}
	if (__atomic_load_n(&done, __ATOMIC_RELAXED) != n * TASKS)
		abort();
}

static void ping(void *ctx)
{
	uintptr_t left = (uintptr_t)ctx - 1;
	if (left)
		async_queue_add(queue, ping, (void *)left);
}

static void pingpong(void *ctx, uint64_t n)
{
	(void)ctx;
	for (uint64_t i = 0; i < n; i++) {
		async_queue_add(queue, ping, (void *)(uintptr_t)TASKS);
		async_queue_quiesce(queue);
	}
}

static void blocking(void *ctx, uint64_t n)
{
	(void)ctx;
	for (uint64_t i = 0; i < n; i++) {
		for (unsigned k = 0; k < TASKS / 5; k++) {
			if (!async_queue_add_blocking(queue, nothing, NULL, true))
				abort();
		}
		async_queue_quiesce(queue);
	}
}

static void with_threads(unsigned threads)
{
	static const struct {
		const char *name;
		double units;
		void (*loop)(void *ctx, uint64_t n);
	} loops[] = {
		{ "flood", TASKS, flood },
		{ "count", TASKS, flood_count },
		{ "fork", TASKS, fork_tree },
		{ "pingpong", TASKS, pingpong },
		{ "fib", FIB_CALLS, fib_tree },
		{ "blocking", TASKS / 5, blocking },
	};
	struct async_threads_options options = { .size = sizeof options, .threads = threads, .blocking_threads = 2, .name = "bench" };
	queue = threads ? async_queue_create_threads(NULL, &options) : async_queue_create_single(NULL);
	if (!queue) {
		fputs("no queue\n", stderr);
		exit(3);
	}
	for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
		char name[32];
		if (threads)
			snprintf(name, sizeof name, "%s_%u", loops[i].name, threads);
		else
			snprintf(name, sizeof name, "%s_single", loops[i].name);
		bench_run("async", name, loops[i].units, loops[i].loop, NULL);
	}
	async_queue_destroy(queue);
}

int main(void)
{
	with_threads(0);
	with_threads(1);
	with_threads(2);
	return 0;
}
