/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The whole benchmark kit: times a loop, prints one JSON line per figure.
 *
 * 	static void work(void *ctx, uint64_t n) { while (n--) ...; }
 * 	bench_run("async", "create_drop", 1, work, NULL);
 *
 * The loop is run in batches that last at least BENCH_BATCH_NS, at least BENCH_BATCHES times; the line gives median,
 * minimum and maximum over the batches, in nanoseconds per unit of work, and the number of processors that the program
 * used: two threads on one processor take twice as long. "cpu_ns" and "cpu_max_ns" are median and maximum of the
 * processor time of all its threads; interference by other programs affects only "max_ns". Under callgrind (environment
 * BENCH_ONCE=n) the loop runs once with n units, so that two runs of different n give the instructions of one unit by
 * subtraction.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef BENCH_BATCH_NS
#define BENCH_BATCH_NS 20000000.0
#endif
#ifndef BENCH_BATCHES
#define BENCH_BATCHES 15
#endif

static inline double bench_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* Processor time of all threads of the program. */
static inline double bench_cpu(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int bench_compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* @param units  units of work of one call with n = 1; figures are per unit
 * @param peer   ns of the peer for the same work, 0 if there is none; printed as "peer_ns" */
static inline void bench_run_beside(
	const char *lib, const char *name, double units, void (*loop)(void *ctx, uint64_t n), void *ctx, double peer)
{
	const char *once = getenv("BENCH_ONCE"), *only = getenv("BENCH_ONLY");
	if (only && strcmp(only, name) != 0)
		return;
	if (once) {
		loop(ctx, strtoull(once, NULL, 10));
		return;
	}
	uint64_t n = 1;
	double took;
	for (;;) {
		double start = bench_now();
		loop(ctx, n);
		took = bench_now() - start;
		if (took >= BENCH_BATCH_NS || n > UINT64_MAX / 4)
			break;
		n = took < BENCH_BATCH_NS / 16 ? n * 8 : n * 2;
	}
	double sample[BENCH_BATCHES], ran[BENCH_BATCHES], cpu = bench_cpu(), wall = bench_now();
	for (int i = 0; i < BENCH_BATCHES; i++) {
		double ran_before = bench_cpu(), start = bench_now();
		loop(ctx, n);
		sample[i] = (bench_now() - start) / ((double)n * units);
		ran[i] = (bench_cpu() - ran_before) / ((double)n * units);
	}
	double cpus = (bench_cpu() - cpu) / (bench_now() - wall);
	qsort(sample, BENCH_BATCHES, sizeof *sample, bench_compare);
	qsort(ran, BENCH_BATCHES, sizeof *ran, bench_compare);
	printf("{\"lib\": \"%s\", \"name\": \"%s\", \"ns\": %.2f, \"min_ns\": %.2f, \"max_ns\": %.2f, \"cpus\": %.2f",
		lib, name, sample[BENCH_BATCHES / 2], sample[0], sample[BENCH_BATCHES - 1], cpus);
	printf(", \"cpu_ns\": %.2f, \"cpu_max_ns\": %.2f", ran[BENCH_BATCHES / 2], ran[BENCH_BATCHES - 1]);
	if (peer > 0)
		printf(", \"peer_ns\": %.2f", peer);
	printf("}\n");
	fflush(stdout);
}

static inline void bench_run(
	const char *lib, const char *name, double units, void (*loop)(void *ctx, uint64_t n), void *ctx)
{
	bench_run_beside(lib, name, units, loop, ctx, 0);
}

#endif
