/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The graphs of ../exec_bench.c as oneTBB flow graphs of continue_nodes: built once, run again and again, which is the least that
 * oneTBB asks per task; and its recursion, of which each call adds a task for one of the two inside it. Names that end in _2 are with two threads, of which the one that waits is one; the others with one. */
#include "bench.h"
#include <cstdint>
#include <memory>
#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <string>
#include <vector>

namespace peer = oneapi::tbb;
using node = peer::flow::continue_node<peer::flow::continue_msg>;

static const size_t WIDTH = 1000;

/* A graph whose node 0 starts all others; the value of node i is values[i]. */
struct program {
	peer::flow::graph graph;
	std::vector<std::unique_ptr<node>> nodes;
	std::vector<int32_t> values;
	int32_t expected;

	explicit program(size_t count) : values(count), expected(0) {}

	void constant(int32_t value)
	{
		add([value] { return value; });
	}

	/* The sum of two nodes, which may be the same. */
	size_t sum(size_t a, size_t b)
	{
		const std::vector<int32_t> *from = &values;
		size_t number = add([from, a, b] { return (int32_t)((uint32_t)(*from)[a] + (uint32_t)(*from)[b]); });
		peer::flow::make_edge(*nodes[a], *nodes[number]);
		if (a != b)
			peer::flow::make_edge(*nodes[b], *nodes[number]);
		return number;
	}

	/* As `sum` without a value, of all nodes from `first` on. */
	void merge(size_t first)
	{
		size_t number = add([] { return 1; });
		for (size_t i = first; i < number; i++)
			peer::flow::make_edge(*nodes[i], *nodes[number]);
	}

	/* A node that merges node `a` alone. */
	void merge_one(size_t a)
	{
		size_t number = add([] { return 1; });
		peer::flow::make_edge(*nodes[a], *nodes[number]);
	}

	template <typename body> size_t add(body value)
	{
		size_t number = nodes.size();
		int32_t *to = &values[number];
		nodes.emplace_back(new node(graph, [to, value](const peer::flow::continue_msg &) { *to = value(); }));
		return number;
	}
};

static void execute(void *ctx, uint64_t n)
{
	program *p = static_cast<program *>(ctx);
	while (n--) {
		p->nodes[0]->try_put(peer::flow::continue_msg());
		p->graph.wait_for_all();
		if (p->values.back() != p->expected)
			abort();
	}
}

static void measure(const char *name, int threads, program &p, int32_t expected)
{
	std::string full = std::string(name) + (threads == 2 ? "_2" : "");
	p.expected = expected;
	bench_run("oneTBB", full.c_str(), (double)p.nodes.size(), execute, &p);
}

static void chain(int threads)
{
	program p(WIDTH + 1);
	p.constant(1);
	/* each of them adds the constant, which is not an edge but a value that is there */
	const int32_t *one = &p.values[0];
	for (size_t i = 0; i < WIDTH; i++) {
		const int32_t *before = &p.values[i];
		size_t number = p.add([before, one] { return (int32_t)((uint32_t)*before + (uint32_t)*one); });
		peer::flow::make_edge(*p.nodes[i], *p.nodes[number]);
	}
	measure("chain1000", threads, p, (int32_t)WIDTH + 1);
}

static void wide(int threads)
{
	program p(2 * WIDTH);
	std::vector<size_t> left;
	p.constant(1);
	for (size_t i = 0; i < WIDTH; i++)
		left.push_back(p.sum(0, 0));
	for (size_t i = 0; i + 1 < left.size(); i += 2) /* sums of sums, until one is left */
		left.push_back(p.sum(left[i], left[i + 1]));
	measure("wide1000", threads, p, 2 * (int32_t)WIDTH);
}

static void merge(int threads)
{
	program p(WIDTH + 2);
	p.constant(1);
	for (size_t i = 0; i < WIDTH; i++)
		p.merge_one(0);
	p.merge(1);
	measure("merge1000", threads, p, 1);
}

/* ---- fib(25), compiled, in tasks. Per kernel of the program that ours interprets. */

static const double FIB_KERNELS = 1456709;

static int32_t fib(int32_t n)
{
	if (n <= 1)
		return n;
	int32_t one = 0;
	peer::task_group group;
	group.run([&one, n] { one = fib(n - 1); });
	int32_t other = fib(n - 2);
	group.wait();
	return one + other;
}

static void execute_fib(void *, uint64_t n)
{
	while (n--) {
		if (fib(25) != 75025)
			abort();
	}
}

int main()
{
	for (int threads = 1; threads <= 2; threads++) {
		peer::global_control limit(peer::global_control::max_allowed_parallelism, (size_t)threads);
		peer::task_arena arena(threads);
		arena.execute([threads] {
			chain(threads);
			wide(threads);
			merge(threads);
			bench_run("oneTBB", threads == 2 ? "fib25_2" : "fib25", FIB_KERNELS, execute_fib, NULL);
		});
	}
	return 0;
}
