/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loops of ../queue_bench.c on oneTBB's task_group, with two threads of which the one that adds is one; and those of
 * ../value_bench.c on its flow graph, where a node that is written once is a value. */
#include "bench.h"
#include <memory>
#include <oneapi/tbb/flow_graph.h>
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

/* ---- values */

typedef peer::flow::write_once_node<int> value;

static void create_drop(void *ctx, uint64_t n)
{
	peer::flow::graph *graph = static_cast<peer::flow::graph *>(ctx);
	for (uint64_t i = 0; i < n; i++) {
		std::unique_ptr<value> made(new value(*graph));
		made->try_put((int)i);
	}
}

/* The continuation is a node that runs in the thread of try_put(). */
static void and_then(void *ctx, uint64_t n)
{
	typedef peer::flow::function_node<int, peer::flow::continue_msg, peer::flow::lightweight> continuation;
	peer::flow::graph *graph = static_cast<peer::flow::graph *>(ctx);
	uint64_t count = 0;
	continuation counts(*graph, peer::flow::unlimited, [&count](int) noexcept { count++; });
	for (uint64_t i = 0; i < n; i++) {
		std::unique_ptr<value> made(new value(*graph));
		peer::flow::make_edge(*made, counts);
		made->try_put((int)i);
		peer::flow::remove_edge(*made, counts);
	}
	graph->wait_for_all();
	if (count != n)
		abort();
}

int main()
{
	peer::global_control limit(peer::global_control::max_allowed_parallelism, 2);
	peer::task_arena arena(2);
	arena.execute([] {
		bench_run("oneTBB", "flood_2", (double)TASKS, flood, NULL);
		bench_run("oneTBB", "fork_2", (double)TASKS, fork_tree, NULL);
		bench_run("oneTBB", "fib_2", (double)FIB_CALLS, fib_tree, NULL);
		peer::flow::graph graph;
		bench_run("oneTBB", "create_drop", 1, create_drop, &graph);
		bench_run("oneTBB", "and_then", 1, and_then, &graph);
	});
	return 0;
}
