/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loops of ../queue_bench.c as OpenMP tasks, with two threads of which the one that adds is one. */
#include "bench.h"

#define TASKS 1000000
#define FIB 25
#define FIB_CALLS 242785
#define FIB_RESULT 75025

static void flood(void *ctx, uint64_t n)
{
	(void)ctx;
	while (n--) {
		for (long i = 0; i < TASKS; i++) {
#pragma omp task
			__asm__ volatile("" ::: "memory");
		}
#pragma omp taskwait
	}
}

static void branch(long tasks)
{
	long below = tasks - 1, left = below / 2;
	if (left) {
#pragma omp task firstprivate(left)
		branch(left);
	}
	if (below - left) {
#pragma omp task firstprivate(below, left)
		branch(below - left);
	}
}

static void fork_tree(void *ctx, uint64_t n)
{
	(void)ctx;
	while (n--) {
#pragma omp taskgroup
		branch(TASKS);
	}
}

static long fib(long n)
{
	if (n < 2)
		return n;
	long one, other;
#pragma omp task shared(one) firstprivate(n)
	one = fib(n - 1);
	other = fib(n - 2);
#pragma omp taskwait
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

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
	{
		bench_run("OpenMP", "flood_2", TASKS, flood, NULL);
		bench_run("OpenMP", "fork_2", TASKS, fork_tree, NULL);
		bench_run("OpenMP", "fib_2", FIB_CALLS, fib_tree, NULL);
	}
	return 0;
}
