/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loops of ../queue_bench.c on oneTBB's task_group, with two threads of which the one that adds is one. */
#include "bench.h"
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

namespace peer = oneapi::tbb;

static const uintptr_t TASKS = 1000000;
static const long FIB = 25, FIB_CALLS = 242785, FIB_RESULT = 75025;

static void flood(void *ctx, uint64_t n)
{
	(void)ctx;
	while (n--) {
		peer::task_group group;
		for (uintptr_t i = 0; i < TASKS; i++)
			group.run([] {});
		group.wait();
	}
}

static void branch(peer::task_group &group, uintptr_t tasks)
{
	uintptr_t below = tasks - 1, left = below / 2;
	if (left)
		group.run([&group, left] { branch(group, left); });
	if (below - left)
		group.run([&group, below, left] { branch(group, below - left); });
}

static void fork_tree(void *ctx, uint64_t n)
{
	(void)ctx;
	while (n--) {
		peer::task_group group;
		group.run([&group] { branch(group, TASKS); });
		group.wait();
	}
}

static long fib(long n)
{
	if (n < 2)
		return n;
	long one = 0;
	peer::task_group group;
	group.run([&one, n] { one = fib(n - 1); });
	long other = fib(n - 2);
	group.wait();
	return one + other;
}

static void fib_tree(void *ctx, uint64_t n)
{
	(void)ctx;
	while (n--) {
		if (fib(FIB) != FIB_RESULT)
			abort();
	}
}

int main()
{
	peer::global_control limit(peer::global_control::max_allowed_parallelism, 2);
	peer::task_arena arena(2);
	arena.execute([] {
		bench_run("oneTBB", "flood_2", (double)TASKS, flood, NULL);
		bench_run("oneTBB", "fork_2", (double)TASKS, fork_tree, NULL);
		bench_run("oneTBB", "fib_2", (double)FIB_CALLS, fib_tree, NULL);
	});
	return 0;
}
